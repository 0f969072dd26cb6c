// Monitors of a whole run, read back from their files, against the mode of a cavity and the pattern
// of a magnetic dipole. Arguments: variant, precision; or far.
// RUN: simd double
// PLAIN: paper:3 single
// PLAIN: bernstein double
// PLAIN: far
#include "rig.h"

#include <complex.h>
#include <hdf5.h>
#include "base/file.h"
#include "solver/solver.h"

static char folder[256];

static const char cavity[] =
    "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [2, 2, 2], jitter: 0.1}}\norder: 6\n"
    "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"
    "initial: {Ey: sin(pi*x)*sin(pi*z)}\ntime: {end: 0.7}\n"
    "monitors:\n"
    "  point: {probe: {at: [0.4, 0.3, 0.15]}}\n"
    "  rare: {file: deep/rare.csv, probe: {at: [0.4, 0.3, 0.15], every: 0.1}}\n"
    "  all: {fourier: {regions: [box], frequencies: [0, 0.3, 0.7, 2]}}\n"
    "  cut: {file: plane.h5, fourier: {plane: y, at: 0.55, frequencies: [0.3]}}\n"
    "  skin: {fourier: {boundary: xmax, frequencies: [0.3, 0.7]}}\n"
    "  wall: {power: {boundary: xmax, frequencies: [0.3]}}\n";

/* Ex ... Hz of the mode; its amplitudes are those of cos and sin. */
static void mode(double x, double z, double c, double s, double u[6])
{
    const double k = M_PI;
    memset(u, 0, 6 * sizeof *u);
    u[1] = sin(k * x) * sin(k * z) * c;
    u[3] = sin(k * x) * cos(k * z) * s / sqrt(2);
    u[5] = -cos(k * x) * sin(k * z) * s / sqrt(2);
}

/* Integrals over time of exp(-2 pi i f t) times cos and sin of the mode, by the trapezoidal rule of
 * n equal steps. */
static void transform(double f, double end, int64_t n, double complex sum[2])
{
    sum[0] = sum[1] = 0;
    for (int64_t i = 0; i <= n; i++) {
        const double t = end * (double)i / (double)n, weight = end / (double)n * (i == 0 || i == n ? 0.5 : 1);
        sum[0] += weight * cexp(-2 * M_PI * I * f * t) * cos(sqrt(2) * M_PI * t);
        sum[1] += weight * cexp(-2 * M_PI * I * f * t) * sin(sqrt(2) * M_PI * t);
    }
}

/* A dataset, to be freed, and its shape. */
static double *read_set(const char *file, const char *name, hsize_t size[3])
{
    hid_t h5 = H5Fopen(test_path(folder, file), H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t set = H5Dopen2(h5, name, H5P_DEFAULT), space = H5Dget_space(set);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    double *values = nd_alloc(n > 0 ? (size_t)n : 1, sizeof *values);
    size[0] = size[1] = size[2] = 1;
    CHECK(h5 >= 0 && set >= 0 && H5Sget_simple_extent_dims(space, size, NULL) >= 1);
    CHECK(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(h5);
    return values;
}

/* Rows of numbers under a header. Returns how many. */
static int read_table(const char *file, const char *header, int columns, double *rows, int most)
{
    char line[512];
    int n = 0;
    FILE *in = fopen(test_path(folder, file), "r");
    CHECK(in && fgets(line, sizeof line, in));
    if (!in) return 0;
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, header)) printf("%s: header %s\n", file, line), test_failures++;
    for (; n < most && fgets(line, sizeof line, in); n++) {
        char *at = line;
        for (int i = 0; i < columns; i++) rows[n * columns + i] = strtod(at, &at), at += *at == ',';
        CHECK(*at == '\n');
    }
    fclose(in);
    return n;
}

static int run(const char *text, const char *variant, const char *precision, nudge_status *end)
{
    int status = 0;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    const char *device = getenv("TEST_DEVICE");
    TRY(nudge_problem_parse(&problem, text, folder));
    TRY(nudge_problem_set(problem, "precision", precision));
    TRY(nd_solver_create(&solver, problem, device ? device : "cpu", NULL, variant));
    TRY(nudge_solver_run(solver, NULL, NULL));
    *end = *nudge_solver_status(solver);
done:
    if (status) printf("%s\n", nudge_error());
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return status;
}

static const char header[] = "time,Ex,Ey,Ez,Hx,Hy,Hz";

static void check_probes(int64_t steps, double tolerance)
{
    static double rows[4000][7];
    const int n = read_table("point.csv", header, 7, rows[0], 4000);
    double off = 0, u[6];
    CHECK(n == steps + 1 && rows[0][0] == 0 && fabs(rows[n - 1][0] - 0.7) < 1e-12);
    for (int i = 0; i < n; i++) {
        const double t = rows[i][0];
        mode(0.4, 0.15, cos(sqrt(2) * M_PI * t), sin(sqrt(2) * M_PI * t), u);
        for (int f = 0; f < 6; f++) off = test_worse(off, fabs(rows[i][1 + f] - u[f]));
    }
    if (getenv("TEST_SHOW")) printf("probe: %.3g\n", off);
    CHECK(off <= tolerance);
    const int few = read_table("deep/rare.csv", header, 7, rows[0], 4000);
    CHECK(few >= 7 && few <= 9 && fabs(rows[1][0] - 0.1) < 0.01 && fabs(rows[few - 1][0] - 0.7) < 1e-12);
}

/* One field of a file with amplitudes at points x, z, [count] of them, at all frequencies. */
static void check_field(const char *file, int field, const double *x, const double *z, size_t count,
                        int64_t steps, double tolerance)
{
    static const char *const names[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    char name[2][8];
    hsize_t size[3];
    double off = 0, *f = read_set(file, "frequencies", size);
    const size_t n = size[0];
    snprintf(name[0], sizeof name[0], "%s_re", names[field]);
    snprintf(name[1], sizeof name[1], "%s_im", names[field]);
    double *re = read_set(file, name[0], size), *im = read_set(file, name[1], size);
    CHECK(size[0] == n && size[1] * size[2] == count);
    for (size_t k = 0; k < n; k++) {
        double complex sum[2];
        transform(f[k], 0.7, steps, sum);
        for (size_t i = 0; i < count && !test_failures; i++) {
            double a[6], b[6];
            mode(x[i], z[i], creal(sum[0]), creal(sum[1]), a);
            mode(x[i], z[i], cimag(sum[0]), cimag(sum[1]), b);
            off = test_worse(off, hypot(re[k * count + i] - a[field], im[k * count + i] - b[field]));
        }
    }
    if (getenv("TEST_SHOW")) printf("%s %s: %.3g\n", file, names[field], off);
    CHECK(off <= tolerance);
    free(f);
    free(re);
    free(im);
}

static void check_sums(int64_t steps, double tolerance)
{
    hsize_t size[3];
    double *x = read_set("all.h5", "x", size), *z = read_set("all.h5", "z", size);
    const size_t count = size[0] * size[1];
    CHECK(size[0] == 48 && size[1] == 84);
    for (int f = 0; f < 6; f++) check_field("all.h5", f, x, z, count, steps, tolerance);
    free(x);
    free(z);
    double *across = read_set("plane.h5", "x", size), *at = read_set("plane.h5", "y", size),
           *up = read_set("plane.h5", "z", size);
    CHECK(at[0] == 0.55 && size[0] == 400);
    x = nd_alloc(160000, sizeof *x);
    z = nd_alloc(160000, sizeof *z);
    for (int i = 0; i < 160000; i++) x[i] = across[i % 400], z[i] = up[i / 400];
    for (int f = 1; f < 6; f += 2) check_field("plane.h5", f, x, z, 160000, steps, tolerance);
    free(x);
    free(z);
    free(across);
    free(at);
    free(up);
    CHECK(nd_file_exists(test_path(folder, "plane.png")));
}

/* The wall x = 1: eight faces of 28 nodes. */
static void check_faces(int64_t steps, double tolerance)
{
    hsize_t size[3];
    double *normal = read_set("skin.h5", "nx", size), *element = read_set("skin.h5", "element", size);
    CHECK(size[0] == 8);
    for (int i = 0; i < 8; i++) CHECK(fabs(normal[i] - 1) < 1e-12 && element[i] >= 0);
    double *x = read_set("skin.h5", "x", size), *z = read_set("skin.h5", "z", size);
    CHECK(size[0] == 8 && size[1] == 28);
    for (int i = 0; i < 8 * 28; i++) CHECK(fabs(x[i] - 1) < 1e-12);
    for (int f = 0; f < 6; f++) check_field("skin.h5", f, x, z, 8 * 28, steps, tolerance);
    free(normal);
    free(element);
    free(x);
    free(z);
}

static void check_cavity(const char *variant, const char *precision)
{
    const double tolerance = 4e-4;
    double row[2] = {NAN, NAN};
    nudge_status end = {0};
    if (run(cavity, variant, precision, &end)) {
        test_failures++;
        return;
    }
    check_probes(end.steps, tolerance);
    check_sums(end.steps, tolerance);
    check_faces(end.steps, tolerance);
    CHECK(read_table("wall.csv", "frequency,power", 2, row, 1) == 1 && row[0] == 0.3 && fabs(row[1]) < 1e-4);
}

/* The curl of a Gaussian along z is a magnetic multipole of degree one and no other: 1.5 sin^2.
 * What the absorbing boundary sends back comes in from outside, and adds nothing to the far field. */
static const char ring[] =
    "law: maxwell\nmesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [4, 4, 4]}}\norder: 4\n"
    "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: absorbing}\n"
    "initial: {Ex: y*exp(-8*(x*x+y*y+z*z)), Ey: -x*exp(-8*(x*x+y*y+z*z))}\n"
    "time: {end: 50, decay: 40, cfl: 0.75}\n"
    "monitors:\n"
    "  far: {far_field: {around: [box], frequencies: [0.4, 0.6], theta: [0, 30, 90, 150], phi: [0, 40]}}\n"
    "  out: {power: {around: [box], frequencies: [0.4, 0.6]}}\n";

static void check_far(void)
{
    nudge_status end = {0};
    double rows[16][9], totals[2][6], power[2][2];
    char *report = NULL;
    size_t n = 0;
    hsize_t size[3];
    if (run(ring, NULL, "double", &end)) {
        test_failures++;
        return;
    }
    CHECK(end.time > 2 && end.time < 8 && end.step < end.steps);
    CHECK_OK(nd_file_read(test_path(folder, "run.json"), 1 << 20, &report, &n));
    CHECK(report && strstr(report, "\"outcome\": \"finished\"") && strstr(report, "\"ended_by\": \"decay\""));
    free(report);
    CHECK(read_table("far.csv", "frequency,theta,phi,directivity,dB,E_theta_re,E_theta_im,E_phi_re,E_phi_im",
                     9, rows[0], 16) == 16);
    for (int i = 0; i < 16; i++) {
        const double s = sin(rows[i][1] * M_PI / 180);
        if (getenv("TEST_SHOW"))
            printf("%g %g %g: %.5f, exactly %.5f\n", rows[i][0], rows[i][1], rows[i][2], rows[i][3],
                   1.5 * s * s);
        CHECK(rows[i][0] == (i < 8 ? 0.4 : 0.6) && rows[i][2] == (i % 2 ? 40 : 0));
        CHECK_NEAR(rows[i][3], 1.5 * s * s, 0.005);
        CHECK(hypot(rows[i][5], rows[i][6]) <= 0.005 * hypot(rows[4][7], rows[4][8])); /* E is along phi */
    }
    CHECK(read_table("far-totals.csv", "frequency,theta,phi,directivity,power,power_sphere", 6, totals[0],
                     2) == 2);
    CHECK(read_table("out.csv", "frequency,power", 2, power[0], 2) == 2);
    for (int i = 0; i < 2; i++) {
        if (getenv("TEST_SHOW")) printf("power %g, over all directions %g\n", totals[i][4], totals[i][5]);
        CHECK(totals[i][1] == 90 && fabs(totals[i][4] / totals[i][5] - 1) < 0.15);
        CHECK_NEAR(power[i][1], totals[i][4], 1e-12 * totals[i][4]);
    }
    double *value = read_set("far.h5", "directivity", size);
    CHECK(size[0] == 2 && size[1] == 4 && size[2] == 2 && value[5] == rows[5][3]);
    free(value);
    CHECK(nd_file_exists(test_path(folder, "far.svg")));
}

int main(int argc, char **argv)
{
    test_folder(folder);
    if (argc == 3)
        check_cavity(argv[1], argv[2]);
    else
        check_far();
    test_folder_remove(folder);
    TEST_END;
}
