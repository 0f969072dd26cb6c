// Sheets, which are face terms: one that lets everything pass gives the fields of the same mesh without it, for every
// law with sheets and where a material has a tensor, between materials, in both precisions, with both integrators; sheets of any value lose energy, and
// fields agree between variants. `through` LAWS VARIANTS ORDERS, `same` LAWS VARIANTS ORDERS.
// PLAIN: through maxwell,acoustic,tensor simd 1
// PLAIN: same maxwell,acoustic,tensor simd,bernstein 1
// SANITIZED: through maxwell simd 1
// SANITIZED: same acoustic simd,bernstein 1
// LONG: through maxwell,acoustic,tensor simd,bernstein,fused,paper:3,paper:5,plain 1,3,4
// LONG: same maxwell,acoustic,tensor simd,bernstein,fused,paper:3,paper:5,plain 1,3,5
#include <omp.h>
#include "rig.h"
#include "sheets.h"

static const char *folder;

static int low_y(const double x[3])
{
    return x[1] < 0.7;
}

static const char *layered(const double c[3])
{
    return c[0] < 1 ? "first" : "second";
}

static const struct sheet sheets[] = {{"a", 0, 1, low_y}, {"b", 0, 2, NULL}};
static const struct sheet_box box = {
    .size = {3, 1, 1}, .divisions = {3, 3, 3}, .sheet = sheets, .nsheets = 2, .warp = 1, .region = layered};

/* Fields at random after some steps; energy[2]: before and after. */
static double *run(struct sheeted *s, double energy[2])
{
    unsigned seed = 5;
    const int fields = s->solver->law.fields.n;
    double *q = nd_alloc((size_t)fields * s->n, sizeof *q);
    for (int f = 0; f < fields; f++) {
        for (size_t i = 0; i < s->n; i++) q[i] = 2 * test_random(&seed) - 1;
        CHECK_OK(nudge_solver_set(s->solver, s->solver->law.fields.at[f], q));
    }
    CHECK_OK(nudge_solver_energy(s->solver, &energy[0]));
    CHECK_OK(nudge_solver_step(s->solver, 8));
    CHECK_OK(nudge_solver_energy(s->solver, &energy[1]));
    for (int f = 0; f < fields; f++)
        CHECK_OK(nudge_solver_get(s->solver, s->solver->law.fields.at[f], q + (size_t)f * s->n));
    return q;
}

struct sample {
    const char *law, *variant, *integrator, *precision, *boundaries;
    int order;
    double upwind;
};

static double *fields_of(const struct sample *c, size_t *n, double energy[2])
{
    struct sheeted s;
    char text[1024];
    double *q = NULL;
    *n = 0;
    const int acoustic = !strcmp(c->law, "acoustic"), tensor = !strcmp(c->law, "tensor");
    snprintf(text, sizeof text,
             "law: %s\nmesh: {file: a.msh}\norder: %d\nprecision: %s\nflux: {upwind: %g}\n"
             "materials: {m: {}, n: {%s}}\nregions: {first: m, second: n}\n"
             "boundaries: {default: %s%s}\ntime: {end: 10, integrator: %s}\n",
             acoustic ? c->law : "maxwell", c->order, c->precision, c->upwind,
             acoustic ? "rho: 3" : tensor ? "epsilon: [3, 2, 4, 0.2, 0.3, -0.4]" : "epsilon: 3",
             acoustic ? "rigid" : "pec", c->boundaries, c->integrator);
    CHECK_OK(sheeted_init(&s, &box, text, c->variant, folder));
    if (s.solver) q = run(&s, energy), *n = s.n * (size_t)s.solver->law.fields.n;
    sheeted_clear(&s);
    return q;
}

static void compare(const struct sample *one, const struct sample *two, double room)
{
    size_t n[2];
    double energy[2], most = 0, off = 0, *p = fields_of(one, &n[0], energy),
                      *q = fields_of(two, &n[1], energy);
    CHECK(n[0] == n[1] && n[0] > 0);
    for (size_t i = 0; i < n[0] && n[0] == n[1]; i++) {
        most = fmax(most, fabs(q[i]));
        off = test_worse(off, fabs(p[i] - q[i]));
    }
    if (getenv("TEST_SHOW"))
        printf("%s %s %s: %.3g of %.3g\n", one->law, one->variant, one->integrator, off, most);
    if (!(most > 1e-3 && off <= room * most)) {
        printf("%s %s %s %s order %d, boundaries%s: fields differ by %.3g of %.3g\n", one->law, one->variant,
               one->integrator, one->precision, one->order, one->boundaries, off, most);
        test_failures++;
    }
    free(p);
    free(q);
}

/* Almost no current flows in a sheet of high resistance, and a screen of low resistance stops nothing. */
static void check_through(const char *law, const char *variant, int order)
{
    const char *open =
        !strcmp(law, "acoustic") ? ", a: screen 1e-15, b: screen 1e-15" : ", a: sheet 1e15, b: sheet 1e15";
    for (int i = 0; i < 3; i++) {
        const int single = i == 2;
        const struct sample with = {
            law, variant, i ? "linear" : "lsrk4", single ? "single" : "double", open, order, 1};
        struct sample without = with;
        if (!strncmp(variant, "paper", 5) && i) continue; /* no linear steps */
        without.boundaries = "";
        compare(&with, &without, single ? 2e-5 : 1e-12);
    }
}

/* Fields of a variant are those of the first one; sheets lose energy, with the central flux too. */
static void check_same(const char *law, const char *first, const char *variant, int order)
{
    const char *closed =
        !strcmp(law, "acoustic") ? ", a: screen 0.3, b: screen 2" : ", a: sheet 0.3, b: sheet 2";
    size_t n;
    double energy[2];
    const struct sample base = {law, first, "lsrk4", "double", closed, order, 1};
    struct sample other = base, central = base;
    other.variant = variant;
    if (strcmp(first, variant)) compare(&other, &base, 1e-11);
    central.upwind = 0;
    central.variant = strcmp(variant, "bernstein") ? variant : "fused";
    free(fields_of(&central, &n, energy));
    CHECK(energy[1] < energy[0] * (1 - 1e-3));
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein", "fused", "paper:3", "paper:5", "plain"},
                             *const laws[] = {"maxwell", "acoustic", "tensor"};
    char list[256], path[256];
    const char *first = NULL;
    if (argc < 5) {
        printf("usage: through|same LAWS VARIANTS ORDERS\n");
        return 1;
    }
    omp_set_num_threads(1); /* meshes too small to share */
    test_folder(path);
    folder = path;
    snprintf(list, sizeof list, ",%s,", argv[3]);
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        char name[32];
        snprintf(name, sizeof name, ",%s,", variants[v]);
        if (!strstr(list, name)) continue;
        if (!first) first = variants[v];
        for (size_t l = 0; l < 3; l++)
            for (int order = 1; order < 10 && strstr(argv[2], laws[l]); order++) {
                if (!strchr(argv[4], '0' + order)) continue;
                if (!strcmp(argv[1], "through"))
                    check_through(laws[l], variants[v], order);
                else
                    check_same(laws[l], first, variants[v], order);
            }
    }
    test_folder_remove(path);
    TEST_END;
}
