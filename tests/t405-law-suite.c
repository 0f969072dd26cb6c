// Every law: its functions as matrices, its fluxes between any two materials and at every wall, the
// energy on a mesh and in time. Argument: one law.
// PLAIN:
// SANITIZED: advection
#include <omp.h>
#include "laws.h"

#define MOST ND_FIELDS_MOST

static const double impedances[] = {0.3, 7};
static const double weights[] = {0, 0.5, 1};
enum { WEIGHTS = 3 };

struct bench {
    struct nd_law law;
    int n, nmaterials, fluid;
    double constants[LAWS_MATERIALS * MOST];
    struct nd_mesh mesh;
    struct nd_ref ref;
    struct nd_setup setup;
    struct nd_oracle oracle;
};

/* Between tensors law maxwell_tensor has a penalty flux: it loses energy, but is not that of the waves. */
static void found(void *context, const struct nd_suite_finding *f)
{
    const struct bench *b = context;
    if (!strcmp(b->law.name, "maxwell_tensor") && strstr(f->what, "upwind")) return;
    printf("%s: %s, materials %d and %d, condition %d: off by %.3g\n", b->law.path, f->what, f->own, f->other,
           f->condition, f->off);
    test_failures++;
}

static void fail(struct bench *b, const char *what, double off)
{
    found(b, &(struct nd_suite_finding){what, -1, -1, -1, off});
}

/* Random fields that the materials may have. */
static void set_fields(const struct bench *b, double *const *q)
{
    const struct nd_suite suite = {.oracle = &b->oracle, .fluid = b->fluid};
    unsigned seed = 5;
    double T[MOST * MOST], y[MOST];
    int count;
    const int Np = b->ref.elem.Np;
    for (nd_idx k = 0; k < b->mesh.K; k++) {
        nd_suite_states(&suite, b->oracle.material[b->mesh.region[k]], T, &count);
        for (int i = 0; i < Np; i++) {
            for (int j = 0; j < count; j++) y[j] = 2 * test_random(&seed) - 1;
            for (int f = 0; f < b->n; f++) {
                q[f][k * Np + i] = 0;
                for (int j = 0; j < count; j++) q[f][k * Np + i] += T[f * b->n + j] * y[j];
            }
        }
    }
}

/* On a mesh with all materials and walls: the energy's rate of change, relative to the rate at
 * which the fastest waves cross one element. */
static void check_mesh(struct bench *b, int closed)
{
    const size_t n = (size_t)b->mesh.K * (size_t)b->ref.elem.Np;
    double *q[MOST], *rate[MOST], fastest = 0;
    for (int f = 0; f < b->n; f++) q[f] = nd_alloc(n, sizeof(double)), rate[f] = nd_alloc(n, sizeof(double));
    for (int i = 0; i < b->nmaterials; i++) fastest = fmax(fastest, b->oracle.speed[i]);
    set_fields(b, q);
    CHECK_OK(nd_oracle_rate(&b->oracle, q, rate));
    const double change = nd_oracle_power(&b->oracle, q, rate) / (fastest * nd_oracle_energy(&b->oracle, q));
    const int central = b->setup.upwind == 0 && closed;
    if (!(change <= 1e-11) || (central && !(change >= -1e-11)) || (!central && !(change < -1e-3)))
        fail(b, central ? "the energy changes by a central flux" : "the energy does not fall", change);
    for (int f = 0; f < b->n; f++) free(q[f]), free(rate[f]);
}

/* In time, by the step that runs choose and their kernels; the central flux by plain ones, which
 * compile in no time. */
static void check_steps(struct bench *b)
{
    struct nd_device *device = NULL;
    struct nd_rhs rhs;
    struct nd_setup setup = b->setup;
    const size_t n = (size_t)b->mesh.K * (size_t)b->ref.elem.Np;
    double *q[MOST], *speed = nd_alloc((size_t)b->mesh.nregions, sizeof *speed), first = NAN, last,
                     energy = NAN, most = 0;
    nd_idx worst;
    struct nd_plan plan;
    CHECK_OK(nd_device_open(&device, "cpu"));
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(device, &b->law, b->ref.elem.N, 0, 1),
                            setup.upwind > 0 ? NULL : "plain"));
    setup.device = device;
    setup.plan = &plan;
    CHECK_OK(nd_rhs_init(&rhs, &setup));
    for (int f = 0; f < b->n; f++) q[f] = nd_alloc(n, sizeof(double));
    set_fields(b, q);
    for (int f = 0; f < b->n; f++) CHECK_OK(nd_rhs_set(&rhs, f, q[f]));
    for (nd_idx r = 0; r < b->mesh.nregions; r++) speed[r] = rhs.speed[setup.material[r]];
    double dt = NAN;
    const struct nd_dt_limit limit = nd_dt_limit(&nd_lsrk4, b->ref.elem.N, setup.upwind);
    CHECK_OK(nd_dt_stable(&(struct nd_dt_case){&b->mesh, setup.connect, limit, 1, speed, NULL, NULL, 0, NULL, 0, NULL}, &dt, &worst));
    CHECK_OK(nd_rhs_energy(&rhs, &first, NULL));
    CHECK_NEAR(first / nd_oracle_energy(&b->oracle, q), 1, 1e-12);
    last = first;
    for (int i = 0; i < 60; i++) {
        CHECK_OK(nd_integrator_step(&nd_lsrk4, &rhs, dt));
        CHECK_OK(nd_rhs_energy(&rhs, &energy, NULL));
        most = test_worse(most, energy / last - 1);
        last = energy;
    }
    if (!(most <= 1e-9)) fail(b, "the energy grows in time", most);
    for (int f = 0; f < b->n; f++) free(q[f]);
    free(speed);
    nd_rhs_clear(&rhs);
    nd_device_close(device);
}

/* A periodic box, or one with walls of every kind at random. */
static void bench_mesh(struct bench *b, int periodic)
{
    static int condition[16], material[LAWS_MATERIALS];
    unsigned seed = 3;
    const int conditions = b->law.boundaries.n + (b->law.valued >= 0);
    cubes_init(&b->mesh,
               &(struct cubes){
                   .n = {2, 2, 2}, .jitter = 0.2, .seed = 4, .periodic = {periodic, periodic, periodic}});
    CHECK_OK(nd_ref_init(&b->ref, &b->mesh, 2));
    b->mesh.nregions = b->nmaterials;
    for (int i = 0; i < LAWS_MATERIALS; i++) material[i] = i;
    for (int i = 0; i < 16; i++) condition[i] = i;
    for (nd_idx k = 0; k < b->mesh.K; k++) b->mesh.region[k] = (nd_idx)(b->nmaterials * test_random(&seed));
    for (nd_idx i = 0; i < 4 * b->mesh.K; i++)
        if (b->ref.connect.EToB[i] >= 0) b->ref.connect.EToB[i] = (nd_idx)(conditions * test_random(&seed));
    b->setup = (struct nd_setup){.law = &b->law,
                                 .mesh = &b->mesh,
                                 .connect = &b->ref.connect,
                                 .elem = &b->ref.elem,
                                 .upwind = 1,
                                 .condition = condition,
                                 .material = material,
                                 .constants = b->constants,
                                 .nmaterials = b->nmaterials,
                                 .values = impedances,
                                 .nvalues = b->law.valued >= 0 ? 2 : 0};
}

static void bench_mesh_clear(struct bench *b)
{
    nd_ref_clear(&b->ref);
    b->mesh.nregions = 0;
    nd_mesh_clear(&b->mesh);
}

static void check_law(const char *path)
{
    static struct bench bench;
    struct bench *b = &bench;
    *b = (struct bench){0};
    b->nmaterials = laws_open(path, &b->law, b->constants, &b->fluid);
    b->n = b->law.fields.n;
    if (!b->n) return;
    const struct nd_suite suite = {
        .oracle = &b->oracle, .setup = &b->setup, .fluid = b->fluid, .found = found, .context = b};
    for (int periodic = 0; periodic < 2; periodic++) {
        bench_mesh(b, periodic);
        for (int w = 0; w < WEIGHTS; w += 2) {
            b->setup.upwind = weights[w];
            CHECK_OK(nd_oracle_init(&b->oracle, &b->ref, &b->setup));
            check_mesh(b, periodic);
            for (int i = 0; i < b->nmaterials; i++)
                CHECK(!nd_suite_refused(&suite, i)); /* or it were left out */
            if (!periodic && weights[w] == 1) nd_suite_waves(&suite);
            check_steps(b);
            if (weights[w] == 0) nd_oracle_clear(&b->oracle);
        }
        for (int w = 0; w < WEIGHTS && !periodic; w++) CHECK_OK(nd_suite_faces(&suite, weights[w]));
        nd_oracle_clear(&b->oracle);
        bench_mesh_clear(b);
    }
    nd_law_clear(&b->law);
}

int main(int argc, char **argv)
{
    char paths[16][300];
    omp_set_num_threads(1); /* meshes too small to share */
    const int n = laws_list(paths, 16, argc > 1 ? argv[1] : NULL);
    CHECK(n >= (argc > 1 ? 1 : 6));
    for (int i = 0; i < n; i++) check_law(paths[i]);
    TEST_END;
}
