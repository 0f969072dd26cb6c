/* Order N + 1 of every law, on plane waves along a side of a periodic box: all the waves of the law's own matrix along it at once.
 * Where two of them fit the box, a mesh is half as fine as where one does, and alike but for that. The observed order is at least
 * N + 0.7 wherever the error is above what rounding leaves. Arguments: orders, precisions, a law (all). $TEST_DEVICE: another device
 * than the cpu. */
// RUN: 2 double
// RUN: 1 single
// LONG: 1,2,3,4,5,6,7,8,9 double,single
// NOSANITIZE: thousands of steps of kernels that t410 checks under the sanitizers
#include "laws.h"
#include "step/matrices.h"

struct plane {
    struct nd_modes modes;
    double weight[ND_FIELDS_MOST], phase[ND_FIELDS_MOST];
    int waves; /* that fit the box */
};

static void make_plane(struct plane *plane, struct nd_rhs *rhs, int waves)
{
    static struct nd_matrices matrices;
    static const double x[3] = {1, 0, 0};
    unsigned seed = 11;
    CHECK_OK(nd_matrices_init(&matrices, rhs, 0));
    CHECK(nd_matrices_modes(&matrices, x, &plane->modes));
    plane->waves = waves;
    for (int e = 0; e < plane->modes.n; e++) {
        plane->weight[e] = 0.5 + test_random(&seed);
        plane->phase[e] = 6 * test_random(&seed);
    }
}

/* The waves at a time, less what `q` has. */
static void subtract(const struct plane *plane, double time, const struct nd_mesh *mesh,
                     const struct nd_elem *elem, int field, double *q)
{
    double *x = nd_alloc(3 * (size_t)elem->Np, sizeof *x);
    for (nd_idx k = 0; k < mesh->K; k++) {
        nd_geometry_nodes(mesh, elem, k, x, x + elem->Np, x + 2 * elem->Np);
        for (int i = 0; i < elem->Np; i++) {
            double value = 0;
            for (int e = 0; e < plane->modes.n; e++)
                value += plane->weight[e] * plane->modes.q[e][field] *
                         sin(2 * M_PI * plane->waves * (x[i] - plane->modes.c[e] * time) + plane->phase[e]);
            q[k * elem->Np + i] = value - q[k * elem->Np + i];
        }
    }
    free(x);
}

struct run {
    struct nd_law law;
    struct nd_device *device;
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    struct nd_rhs rhs;
};

static int run_init(struct run *run, const char *path, int N, int single, int cells)
{
    static const int none[1] = {0};
    static double constants[LAWS_MATERIALS * ND_FIELDS_MOST];
    int status = 0, fluid;
    const char *wanted = getenv("TEST_DEVICE");
    *run = (struct run){0};
    const int count = laws_open(path, &run->law, constants, &fluid);
    if (!run->law.name) return NUDGE_EFORMAT;
    const int last = nd_law_extended(&run->law) ? count - 1 : 0;
    TRY(nd_device_open(&run->device, wanted ? wanted : "cpu"));
    cubes_init(&run->mesh,
               &(struct cubes){.n = {cells, cells, cells}, .jitter = 0.1, .seed = 3, .periodic = {1, 1, 1}});
    run->mesh.nregions = 1;
    TRY(nd_connect_init(&run->connect, &run->mesh));
    TRY(nd_elem_init(&run->elem, N));
    TRY(nd_rhs_init(&run->rhs, &(struct nd_setup){.device = run->device,
                                                  .law = &run->law,
                                                  .mesh = &run->mesh,
                                                  .connect = &run->connect,
                                                  .elem = &run->elem,
                                                  .single = single,
                                                  .upwind = 1,
                                                  .condition = none,
                                                  .material = none,
                                                  .constants = constants + last * run->law.material.n,
                                                  .nmaterials = 1}));
done:
    return status;
}

static void run_clear(struct run *run)
{
    nd_rhs_clear(&run->rhs);
    nd_elem_clear(&run->elem);
    nd_connect_clear(&run->connect);
    run->mesh.nregions = 0;
    nd_mesh_clear(&run->mesh);
    nd_device_close(run->device);
    nd_law_clear(&run->law);
}

/* The error in the energy's norm, relative. */
static double find_error(const char *path, int N, int single, int cells, int waves)
{
    struct run run;
    struct plane plane;
    double error = NAN, all = NAN;
    nd_idx worst;
    const int code = run_init(&run, path, N, single, cells);
    CHECK_OK(code);
    if (code) return NAN;
    double *q = nd_alloc((size_t)run.mesh.K * (size_t)run.elem.Np, sizeof *q);
    const size_t bytes = (size_t)run.mesh.K * (size_t)run.elem.Np * sizeof *q;
    make_plane(&plane, &run.rhs, waves);
    for (int f = 0; f < run.law.fields.n; f++) {
        memset(q, 0, bytes);
        subtract(&plane, 0, &run.mesh, &run.elem, f, q);
        CHECK_OK(nd_rhs_set(&run.rhs, f, q));
    }
    CHECK_OK(nd_rhs_energy(&run.rhs, &all, NULL));
    /* Time stepping must not show: its error falls as the fourth power of the step, whatever N is. */
    const double stable =
                     nd_dt_stable(&run.mesh, nd_dt_limit(&nd_lsrk4, N, 1), run.rhs.speed, NULL, 0, &worst) *
                     (N < 6 ? 0.5 : 0.2),
                 end = 0.2 / waves / run.rhs.speed[0];
    const int steps = (int)ceil(end / stable);
    for (int i = 0; i < steps; i++) CHECK_OK(nd_integrator_step(&nd_lsrk4, &run.rhs, end / steps));
    for (int f = 0; f < run.law.fields.n; f++) {
        CHECK_OK(nd_rhs_get(&run.rhs, 0, f, q));
        subtract(&plane, end, &run.mesh, &run.elem, f, q);
        CHECK_OK(nd_rhs_set(&run.rhs, f, q));
    }
    CHECK_OK(nd_rhs_energy(&run.rhs, &error, NULL));
    free(q);
    run_clear(&run);
    return sqrt(error / all);
}

static void check(const char *path, int N, int single)
{
    const int cells = N == 1 ? 8 : N < 4 ? 6 : N < 6 ? 4 : 3;
    const double first = find_error(path, N, single, cells, 2),
                 second = find_error(path, N, single, cells, 1), order = log2(first / second),
                 floor = single ? 1e-5 : 1e-11;
    printf("%s %s N %d: %.3e with %g cells a wave, %.3e with %d, order %.2f\n", path,
           single ? "single" : "double", N, first, cells / 2.0, second, cells, order);
    if (!(second < floor)) CHECK(order >= N + 0.7);
}

int main(int argc, char **argv)
{
    char paths[16][300];
    CHECK(argc > 2);
    const int n = laws_list(paths, 16, argc > 3 ? argv[3] : NULL);
    CHECK(n >= (argc > 3 ? 1 : 6));
    for (const char *N = argc > 2 ? argv[1] : ""; *N; N += N[1] ? 2 : 1)
        for (int single = 0; single < 2; single++)
            for (int i = 0; i < n && strstr(argv[2], single ? "single" : "double"); i++)
                check(paths[i], *N - '0', single);
    TEST_END;
}
