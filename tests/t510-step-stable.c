// The step of nd_dt_stable is stable: for random fields over hundreds of steps the energy never
// grows, on regular, jittered, flat, needle-like, sheet-like and unstructured meshes, with upwind,
// central and mixed fluxes and with contrasts of materials up to 100, in halves of the mesh and from
// element to element. It is not needlessly small: 2.5 times the step blows up on the regular box, and the limit of stability, found by bisection, agrees with
// the tables of src/step/lsrk.c. Arguments: integrator (linear4, linear6, linear8: the linear one of that
// order in time), orders, steps; or integrator, orders, "limit" or "regular", for the limit alone.
// RUN: lsrk4 1,3 200
// RUN: lsrk14 2 80
// RUN: lsrk4 1,2,3,4,5 limit
// RUN: lsrk14 1,2,3,4 limit
// RUN: linear6 1 30
// LONG: linear6 4,5,6,7,8,9 regular
// RUN: linear4 2 30
// RUN: linear8 2 30
// LONG: linear4 1,2,3,4,5,6,7,8,9 100
// LONG: linear6 1,2,3,4,5,6,7,8,9 100
// LONG: linear8 1,2,3,4,5,6,7,8,9 100
// LONG: lsrk4 6,7,8,9 limit
// LONG: lsrk14 5,6,7,8,9 limit
// LONG: lsrk4 1,2,3,4,5 500
// LONG: lsrk4 6,7 300
// LONG: lsrk4 8 200
// LONG: lsrk4 9 200
// LONG: lsrk14 1,2,3,4,5 200
// LONG: lsrk14 6,7 100
// LONG: lsrk14 8 80
// LONG: lsrk14 9 60
// NOSANITIZE: thousands of steps of kernels that t410 and t411 check
#include <omp.h>
#include <string.h>
#include "rig.h"
#include "step/dt.h"
#include "step/reflection.h"

static const struct nd_integrator *integrator; /* under test */
static int linear_order;                       /* of the linear one in time; 0: a Runge-Kutta scheme */
static struct nd_integrator linear;

enum shape { REGULAR, JITTERED, FLAT, NEEDLE, SHEET, UNSTRUCTURED, SHAPES };
static const char *const shape_name[] = {"regular",     "jittered",   "flat",
                                         "needle-like", "sheet-like", "unstructured"};

/* Regions 0 and 1: x below and above one half, or by element at random. */
static void make_mesh(struct nd_mesh *mesh, enum shape shape, int scattered)
{
    static const double size[SHAPES][3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 0.2}, {1, 0.2, 0.1}, {1, 1, 0.02}};
    unsigned seed = 23;
    const int even = shape == REGULAR || shape == SHEET, n = even ? 2 : 3;
    if (shape == UNSTRUCTURED) {
        CHECK_OK(nd_mesh_read(mesh, "tests/meshes/paper_box_K475.msh"));
    } else {
        cubes_init(mesh,
                   &(struct cubes){.n = {n, n, shape == SHEET ? 1 : n}, .jitter = even ? 0 : 0.2, .seed = 5});
        for (nd_idx v = 0; v < mesh->Nv; v++)
            for (int d = 0; d < 3; d++) mesh->V[3 * v + d] *= size[shape][d];
    }
    for (nd_idx k = 0; k < mesh->K; k++) {
        double c[3];
        nd_geometry_centroid(mesh, k, c);
        mesh->region[k] = scattered ? test_random(&seed) > 0.5 : c[0] > 0.5;
    }
}

struct media {
    double contrast; /* of permittivities */
    int scattered;   /* 1: the material of an element is chosen at random */
};

struct stand {
    struct nd_device *device;
    struct nd_law law;
    struct nd_elem elem;
};

enum { MEDIA = 5 };
static const struct media media[MEDIA] = {{1, 0}, {10, 0}, {100, 0}, {10, 1}, {100, 1}};

/* Largest growth of energy over its initial value within `steps` steps of `factor` times the stable one. */
static double growth(const struct stand *stand, enum shape shape, double upwind, const struct media *two,
                     double factor, int steps)
{
    struct nd_mesh mesh = {0};
    struct nd_connect connect;
    struct nd_rhs rhs;
    const int condition[16] = {0}, material[2] = {0, 1};
    const double constants[8] = {1, 1, 0, 0, two->contrast, 1, 0, 0}, speed[2] = {1, 1 / sqrt(two->contrast)};
    double first = NAN, energy = NAN, most = 0;
    unsigned seed = 17;
    nd_idx worst;
    struct nd_plan plan;
    if (linear_order) {
        integrator = &linear;
        CHECK_OK(nd_integrator_init(&linear, ND_LINEAR, linear_order, "maxwell", stand->elem.N, upwind));
    }
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(stand->device, &stand->law, stand->elem.N, 0, upwind), NULL));
    plan.update = linear_order ? ND_UPDATE_RATE : ND_UPDATE_RK;
    make_mesh(&mesh, shape, two->scattered);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_rhs_init(&rhs, &(struct nd_setup){stand->device, &stand->law, &mesh, &connect, &stand->elem,
                                                  0, upwind, condition, material, constants, 2, &plan, NULL,
                                                  0, NULL}));
    const size_t n = (size_t)mesh.K * (size_t)stand->elem.Np;
    double *q = nd_alloc(n, sizeof *q);
    for (int f = 0; f < 6; f++) {
        for (size_t i = 0; i < n; i++) q[i] = 2 * test_random(&seed) - 1;
        CHECK_OK(nd_rhs_set(&rhs, f, q));
    }
    const struct nd_dt_limit limit = nd_dt_limit(integrator, stand->elem.N, upwind);
    double dt = NAN, *reflection = NULL;
    CHECK_OK(nd_reflection_find(&rhs, material, 2, &reflection));
    CHECK_OK(nd_dt_stable(&(struct nd_dt_case){&mesh, &connect, limit, 2, speed, reflection, NULL, 0, NULL, 0, NULL}, &dt,
                          &worst));
    dt *= factor;
    CHECK_OK(nd_rhs_energy(&rhs, &first, NULL));
    double last = first;
    for (int i = 0; i < steps && !(last > 1e6 * first); i++) {
        CHECK_OK(nd_integrator_step(integrator, &rhs, dt));
        if (i % 5) continue;
        CHECK_OK(nd_rhs_energy(&rhs, &energy, NULL));
        most = fmax(most, isfinite(energy) ? energy / last - 1 : INFINITY);
        last = isfinite(energy) ? energy : INFINITY;
    }
    free(q);
    free(reflection);
    nd_rhs_clear(&rhs);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
    return most;
}

static void check_order(int N, int steps)
{
    static const double upwind[] = {1, 0.2, 0};
    struct stand stand;
    CHECK_OK(nd_device_open(&stand.device, "cpu"));
    CHECK_OK(nd_law_init(&stand.law, "maxwell", ""));
    CHECK_OK(nd_elem_init(&stand.elem, N));
    for (int u = 0; u < 3; u++)
        for (int m = 0; m < (linear_order ? MEDIA : 2); m++) /* neighbours change linear steps only */
            for (enum shape shape = 0; shape < SHAPES; shape++) {
                const double most = growth(&stand, shape, upwind[u], &media[m], 1, steps);
                const int bad = !(most < 1e-9);
                if (bad || getenv("TEST_SHOW"))
                    printf("N = %d, %s mesh, upwind %g, contrast %g%s: energy grows by %.3g\n", N,
                           shape_name[shape], upwind[u], media[m].contrast,
                           media[m].scattered ? " at random" : "", most);
                test_failures += bad;
            }
    CHECK(growth(&stand, REGULAR, 1, media, 2.5, steps) > 1);
    nd_elem_clear(&stand.elem);
    nd_law_clear(&stand.law);
    nd_device_close(stand.device);
}

/* The largest stable step over the one chosen, by bisection. */
static double find_limit(const struct stand *stand, enum shape shape)
{
    const int steps = integrator == &nd_lsrk14 ? 60 : 150;
    double low = 0.95, high = 1.3;
    while (high - low > 0.01) {
        const double middle = (low + high) / 2;
        const int grows = growth(stand, shape, 1, media, middle, steps) > 1e-9;
        *(grows ? &high : &low) = middle;
    }
    if (getenv("TEST_SHOW"))
        printf("%s, N = %d, %s: %.3f\n", integrator->name, stand->elem.N, shape_name[shape],
               (low + high) / 2);
    return (low + high) / 2;
}

/* The tables are nine tenths of what is stable on the regular mesh, for every order; what flat
 * elements have less is a constant of nd_dt_element. Measured: 1.109 to 1.132, and 1.07 for the
 * sheet. Changed by 5 %, an entry fails here. */
static void check_limit(int N)
{
    struct stand stand;
    CHECK_OK(nd_device_open(&stand.device, "cpu"));
    CHECK_OK(nd_law_init(&stand.law, "maxwell", ""));
    CHECK_OK(nd_elem_init(&stand.elem, N));
    CHECK_NEAR(find_limit(&stand, REGULAR), 1.12, 0.035);
    if (N == 4 && integrator == &nd_lsrk4) CHECK_NEAR(find_limit(&stand, SHEET), 1.07, 0.035);
    nd_elem_clear(&stand.elem);
    nd_law_clear(&stand.law);
    nd_device_close(stand.device);
}

/* The limits of high orders, on the regular mesh alone: nothing grows at the step that is taken, but at a tenth
 * more. */
static void check_regular(int N)
{
    struct stand stand;
    CHECK_OK(nd_device_open(&stand.device, "cpu"));
    CHECK_OK(nd_law_init(&stand.law, "maxwell", ""));
    CHECK_OK(nd_elem_init(&stand.elem, N));
    CHECK(growth(&stand, REGULAR, 1, &media[0], 1, 40) < 1e-9);
    CHECK(growth(&stand, REGULAR, 1, &media[2], 1, 40) < 1e-9);
    CHECK(growth(&stand, REGULAR, 1, &media[0], 1.1, 40) > 1);
    nd_elem_clear(&stand.elem);
    nd_law_clear(&stand.law);
    nd_device_close(stand.device);
}

int main(int argc, char **argv)
{
    CHECK(argc == 4);
    if (argc != 4) return 1;
    omp_set_num_threads(1); /* meshes too small to share */
    if (sscanf(argv[1], "linear%d", &linear_order) != 1) {
        integrator = strcmp(argv[1], nd_lsrk14.name) ? &nd_lsrk4 : &nd_lsrk14;
        CHECK(!strcmp(argv[1], integrator->name));
    }
    for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
        if (!strcmp(argv[3], "limit"))
            check_limit(*N - '0');
        else if (!strcmp(argv[3], "regular"))
            check_regular(*N - '0');
        else
            check_order(*N - '0', atoi(argv[3]));
    TEST_END;
}
