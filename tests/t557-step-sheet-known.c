// Walls inside the mesh against known results: nothing passes them; a cavity divided by one has the
// modes of its halves; screens in a plane wave reflect or absorb it and leave a shadow, in
// scattered and in total fields, between periodic sides; the power into a black screen is that of
// the wave; a plate's far field is that of the mesh cut open along it. Arguments: variants, and
// which of these: tight,halves,screen,power,far.
// PLAIN: simd tight,halves,screen,power,far
// PLAIN: bernstein tight,screen
// SANITIZED: simd tight
// LONG: simd,bernstein,fused,paper:3,plain tight,halves,screen,power,far
#include <omp.h>
#include "sheets.h"

static const char *folder;

/* The largest value of all fields in x > 1, and in all. */
static void find_most(struct sheeted *s, double *beyond, double *most)
{
    const size_t Np = (size_t)s->solver->elem.Np;
    double *q = nd_alloc(s->n, sizeof *q), c[3];
    *beyond = *most = 0;
    for (int f = 0; f < s->solver->law.fields.n; f++) {
        CHECK_OK(nudge_solver_get(s->solver, s->solver->law.fields.at[f], q));
        for (size_t i = 0; i < s->n; i++) {
            nd_geometry_centroid(&s->solver->mesh, (nd_idx)(i / Np), c);
            *most = test_worse(*most, fabs(q[i]));
            if (c[0] > 1) *beyond = test_worse(*beyond, fabs(q[i]));
        }
    }
    free(q);
}

static void check_tight(const char *law, const char *condition, const char *source, const char *variant)
{
    static const struct sheet wall = {"wall", 0, 1, NULL};
    const struct sheet_box box = {
        .size = {2, 1, 1}, .divisions = {4, 2, 2}, .sheet = &wall, .nsheets = 1, .warp = 1};
    struct sheeted s;
    char text[1024];
    double beyond = NAN, most = NAN;
    snprintf(text, sizeof text,
             "law: %s\nmesh: {file: a.msh}\norder: 2\nmaterials: {m: {}}\n"
             "boundaries: {default: absorbing, wall: %s}\n"
             "sources: {s: {%s, waveform: {pulse: {frequency: 1, bandwidth: 1}}}}\ntime: {end: 2.5}\n",
             law, condition, source);
    CHECK_OK(sheeted_init(&s, &box, text, variant, folder));
    if (s.solver) {
        CHECK_OK(nudge_solver_step(s.solver, s.solver->schedule.steps));
        find_most(&s, &beyond, &most);
        if (!(most > 1e-4 && beyond <= 1e-10 * most)) {
            printf("%s %s %s: %.3g of %.3g has passed\n", law, condition, variant, beyond, most);
            test_failures++;
        }
    }
    sheeted_clear(&s);
}

static const char *cube(const double c[3])
{
    return fabs(c[0] - 0.5) < 0.25 && fabs(c[1] - 0.5) < 0.25 && fabs(c[2] - 0.5) < 0.25 ? "inner" : "outer";
}

/* A closed can around a region of its own: nothing leaves it. */
static void check_can(const char *variant)
{
    const struct sheet_box box = {
        .size = {2, 1, 1}, .divisions = {8, 4, 4}, .region = cube, .between = "can", .warp = 1};
    struct sheeted s;
    double beyond = NAN, most = NAN;
    CHECK_OK(sheeted_init(&s, &box,
                          "mesh: {file: a.msh}\norder: 2\nmaterials: {air: {}, oil: {epsilon: 2}}\n"
                          "regions: {inner: oil, outer: air}\nboundaries: {default: absorbing, can: pec}\n"
                          "sources: {s: {dipole: {at: [0.5, 0.5, 0.55], moment: [1, 2, 3]}, "
                          "waveform: {pulse: {frequency: 1, bandwidth: 1}}}}\ntime: {end: 2.5}\n",
                          variant, folder));
    if (s.solver) {
        CHECK_OK(nudge_solver_step(s.solver, s.solver->schedule.steps));
        find_most(&s, &beyond, &most); /* in x > 1 */
        CHECK(most > 1e-2 && beyond <= 1e-10 * most);
    }
    sheeted_clear(&s);
}

/* The mode sin(pi x) sin(pi y) of the left cube, and that of half the wavelength along x of the right one. */
static void check_halves(const char *variant)
{
    static const struct sheet wall = {"wall", 0, 1, NULL};
    const struct sheet_box box = {.size = {2, 1, 1}, .divisions = {6, 3, 2}, .sheet = &wall, .nsheets = 1};
    struct sheeted s;
    double error = NAN;
    CHECK_OK(sheeted_init(
        &s, &box,
        "mesh: {file: a.msh}\norder: 4\nboundaries: {default: pec, wall: pec}\n"
        "initial: {Ez: \"sin(pi*y)*(xc < 1 ? sin(pi*x) : sin(2*pi*x))\"}\n"
        "exact:\n"
        "  Ez: \"sin(pi*y)*(xc < 1 ? sin(pi*x)*cos(sqrt(2)*pi*t) : sin(2*pi*x)*cos(sqrt(5)*pi*t))\"\n"
        "  Hx: \"-cos(pi*y)*(xc < 1 ? sin(pi*x)*sin(sqrt(2)*pi*t)/sqrt(2) : "
        "sin(2*pi*x)*sin(sqrt(5)*pi*t)/sqrt(5))\"\n"
        "  Hy: \"sin(pi*y)*(xc < 1 ? cos(pi*x)*sin(sqrt(2)*pi*t)/sqrt(2) : "
        "2*cos(2*pi*x)*sin(sqrt(5)*pi*t)/sqrt(5))\"\n"
        "time: {end: 1.5}\n",
        variant, folder));
    if (s.solver) {
        CHECK_OK(nudge_solver_step(s.solver, s.solver->schedule.steps));
        CHECK_OK(nudge_solver_error(s.solver, &error));
    }
    if (getenv("TEST_SHOW")) printf("halves, %s: %.3g\n", variant, error);
    CHECK(error < 3e-3);
    sheeted_clear(&s);
}

static const char *thirds(const double c[3])
{
    return c[2] > 1 && c[2] < 3 ? "total" : "outer";
}

/* Ex of the fields that are computed at z: a screen at z = 2 that reflects the wave by `sign`. */
static double screened(struct sheeted *s, double z, const char *region, int total, double sign)
{
    double in, back;
    struct nd_wave *wave = &s->solver->sources.at[0].wave;
    CHECK_OK(nd_waveform_at(wave, s->solver->time - z, &in));
    CHECK_OK(nd_waveform_at(wave, s->solver->time - (4 - z), &back));
    const double all = z < 2 ? in + sign * back : 0;
    return total && !strcmp(region, "total") ? all : all - in;
}

static void check_screen(const char *condition, double sign, int total, const char *variant)
{
    static const struct sheet screen = {"screen", 2, 2, NULL};
    const struct sheet_box box = {
        .size = {0.25, 0.25, 4}, .divisions = {1, 1, 12}, .sheet = &screen, .nsheets = 1, .region = thirds};
    struct sheeted s;
    char text[1024];
    double off = 0, most = 0;
    snprintf(text, sizeof text,
             "mesh: {file: a.msh, periodic: {xmin: xmax, ymin: ymax}}\norder: 4\n"
             "boundaries: {default: absorbing, screen: %s}\n"
             "sources: {wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]%s}, waveform: "
             "{pulse: {frequency: 0.8, bandwidth: 1.6}}}}\ntime: {end: 4.5}\n",
             condition, total ? ", total: [total]" : "");
    CHECK_OK(sheeted_init(&s, &box, text, variant, folder));
    if (s.solver) {
        const struct nd_mesh *mesh = &s.solver->mesh;
        const size_t Np = (size_t)s.solver->elem.Np;
        double *q = nd_alloc(s.n, sizeof *q), *z = nd_alloc(s.n, sizeof *z), c[3];
        CHECK_OK(nudge_solver_step(s.solver, s.solver->schedule.steps));
        CHECK_OK(nudge_solver_get(s.solver, "Ex", q));
        CHECK_OK(nudge_solver_get(s.solver, "z", z));
        for (size_t i = 0; i < s.n; i++) {
            const nd_idx k = (nd_idx)(i / Np);
            nd_geometry_centroid(mesh, k, c); /* nodes in the screen are of the element's side */
            const double at = c[2] < 2 ? fmin(z[i], 2 - 1e-12) : fmax(z[i], 2);
            const double exact = screened(&s, at, mesh->region_name[mesh->region[k]], total, sign);
            most = fmax(most, fabs(exact));
            off = test_worse(off, fabs(q[i] - exact));
        }
        free(q);
        free(z);
    }
    if (getenv("TEST_SHOW")) printf("%s, total %d, %s: %.3g of %.3g\n", condition, total, variant, off, most);
    if (!(most > 0.3 && off < 2e-2)) {
        printf("%s, total %d, %s: off by %.3g of %.3g\n", condition, total, variant, off, most);
        test_failures++;
    }
    sheeted_clear(&s);
}

/* The numbers of a CSV file's last row. */
static int read_row(const char *file, double *value, int most)
{
    char path[700], line[1024] = "", *at = line;
    int n = 0;
    snprintf(path, sizeof path, "%s/out/%s", folder, file);
    FILE *in = fopen(path, "r");
    CHECK(in != NULL);
    while (in && fgets(line, sizeof line, in)) continue;
    if (in) fclose(in);
    for (char *end; n < most; n++, at = end + (*end == ',')) {
        value[n] = strtod(at, &end);
        if (end == at) break;
    }
    return n;
}

static void run_box(struct sheeted *s, const struct sheet_box *box, const char *text, const char *variant)
{
    CHECK_OK(sheeted_init(s, box, text, variant, folder));
    if (s->solver) CHECK_OK(nudge_solver_run(s->solver, NULL, NULL));
}

/* |integral of exp(-2 pi i f t) w(t) dt|^2 / 2, of the source's waveform. */
static double wave_power(struct sheeted *s, double f)
{
    enum { SAMPLES = 4000 };
    const double dt = s->solver->schedule.end / SAMPLES;
    double re = 0, im = 0, w;
    for (int i = 0; i < SAMPLES; i++) {
        CHECK_OK(nd_waveform_at(&s->solver->sources.at[0].wave, i * dt, &w));
        re += w * cos(2 * M_PI * f * i * dt) * dt;
        im += w * sin(2 * M_PI * f * i * dt) * dt;
    }
    return (re * re + im * im) / 2;
}

/* The power into both sides of a screen, as a share of the wave's. */
static void check_power(const char *condition, double share, const char *variant)
{
    static const struct sheet screen = {"screen", 2, 2, NULL};
    const struct sheet_box box = {
        .size = {0.25, 0.25, 4}, .divisions = {1, 1, 12}, .sheet = &screen, .nsheets = 1, .region = thirds};
    struct sheeted s;
    char text[1024];
    double into[2] = {NAN, NAN};
    snprintf(text, sizeof text,
             "mesh: {file: a.msh, periodic: {xmin: xmax, ymin: ymax}}\norder: 4\n"
             "boundaries: {default: absorbing, screen: %s}\n"
             "sources: {wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], total: [total]}, "
             "waveform: {pulse: {frequency: 0.8, bandwidth: 1.6}}}}\n"
             "monitors: {into: {power: {boundary: screen, frequencies: [0.8]}}}\n"
             "time: {end: 8}\noutput: {folder: out}\n",
             condition);
    run_box(&s, &box, text, variant);
    CHECK(read_row("into.csv", into, 2) == 2);
    if (s.solver) into[1] /= 0.25 * 0.25 * wave_power(&s, 0.8);
    if (getenv("TEST_SHOW")) printf("power into %s, %s: %.6g\n", condition, variant, into[1]);
    CHECK_NEAR(into[1], share, 1e-3);
    sheeted_clear(&s);
}

static int plate(const double x[3])
{
    return fabs(x[0] - 0.5) < 0.2 && fabs(x[1] - 0.5) < 0.2;
}

static const char *far_box(const double c[3])
{
    for (int i = 0; i < 3; i++)
        if (c[i] < 1. / 6 || c[i] > 5. / 6) return "outer";
    return "inner";
}

static void check_far(const char *variant)
{
    static const struct sheet sheet = {"plate", 2, 0.5, plate};
    struct sheet_box box = {
        .size = {1, 1, 1}, .divisions = {6, 6, 6}, .sheet = &sheet, .nsheets = 1, .region = far_box};
    struct sheeted s;
    double row[2][7] = {{0}};
    for (int i = 0; i < 2; i++) {
        box.cut = i;
        run_box(&s, &box,
                "mesh: {file: a.msh}\norder: 2\nboundaries: {default: absorbing, plate: pec}\n"
                "sources: {wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]}, "
                "waveform: {pulse: {frequency: 1, bandwidth: 1}}}}\n"
                "monitors: {far: {far_field: {around: [inner], frequencies: [1]}}}\n"
                "time: {end: 5}\noutput: {folder: out}\n",
                variant);
        sheeted_clear(&s);
        CHECK(read_row("far-totals.csv", row[i], 7) == 7);
    }
    if (getenv("TEST_SHOW")) printf("far field, %s: %.6g, cut %.6g\n", variant, row[0][3], row[1][3]);
    CHECK(row[1][3] > 0.01);
    for (int c = 0; c < 7; c++) CHECK_NEAR(row[0][c], row[1][c], 1e-9 * (1 + fabs(row[1][c])));
}

static void check_variant(const char *v, const char *what)
{
    if (strstr(what, "tight")) {
        check_tight("maxwell", "pec", "dipole: {at: [0.3, 0.4, 0.6], moment: [1, 2, 3]}", v);
        check_tight("maxwell", "absorbing", "dipole: {at: [0.3, 0.4, 0.6], moment: [1, 2, 3]}", v);
        check_tight("acoustic", "rigid", "monopole: {at: [0.3, 0.4, 0.6], strength: 1}", v);
        check_tight("elastic", "free", "force: {at: [0.3, 0.4, 0.6], vector: [1, 2, 3]}", v);
    }
    if (strstr(what, "tight")) check_can(v);
    if (strstr(what, "halves")) check_halves(v);
    for (int total = 0; total < 2 && strstr(what, "screen"); total++) {
        check_screen("pec", -1, total, v);
        check_screen("absorbing", 0, total, v);
        check_screen("impedance 3", 0.5, total, v);
    }
    if (strstr(what, "power")) {
        check_power("absorbing", 1, v);
        check_power("impedance 3", 0.75, v);
        check_power("pec", 0, v);
    }
    if (strstr(what, "far")) check_far(v);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein", "fused", "paper:3", "plain"};
    char command[700];
    if (argc < 3) {
        printf("usage: VARIANTS tight,halves,screen,power,far\n");
        return 1;
    }
    omp_set_num_threads(1); /* meshes too small to share */
    folder = folder_create();
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strstr(argv[1], variants[i])) check_variant(variants[i], argv[2]);
    snprintf(command, sizeof command, "rm -rf '%s/out'", folder);
    if (system(command)) printf("cannot remove the outputs\n");
    folder_remove(folder);
    TEST_END;
}
