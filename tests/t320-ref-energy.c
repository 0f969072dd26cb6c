// The reference right-hand side for random fields, orders and materials: the central flux conserves
// energy, upwind flux and absorbing walls never add to it, constants and periodic sides have no
// effect on it.
#include "cubes.h"
#include "ref/ref.h"

static void fields_init(double *q[6], size_t n)
{
    for (int i = 0; i < 6; i++) q[i] = nd_alloc(n, sizeof(double));
}

static void fields_clear(double *q[6])
{
    for (int i = 0; i < 6; i++) free(q[i]);
}

/* d/dt of the energy relative to the size of its terms. The energy is quadratic, so its rate along q' is
 * energy(q + q') - energy(q) - energy(q'). */
static double energy_rate(const struct nd_ref *ref, unsigned seed)
{
    size_t n = (size_t)(ref->mesh->K * ref->elem.Np);
    double *q[6], *rate[6], *sum[6];
    fields_init(q, n), fields_init(rate, n), fields_init(sum, n);
    for (int i = 0; i < 6; i++)
        for (size_t j = 0; j < n; j++) q[i][j] = 2 * test_random(&seed) - 1;
    CHECK_OK(nd_ref_rate(ref, q, rate));
    double energy = nd_ref_energy(ref, q), energy_of_rate = nd_ref_energy(ref, rate),
           scale = sqrt(energy / energy_of_rate);
    for (int i = 0; i < 6; i++)
        for (size_t j = 0; j < n; j++) sum[i][j] = q[i][j] + scale * rate[i][j];
    double result = (nd_ref_energy(ref, sum) - 2 * energy) / energy;
    fields_clear(q), fields_clear(rate), fields_clear(sum);
    return result;
}

static void check_energy(int N)
{
    struct nd_mesh mesh;
    struct nd_ref ref;
    unsigned seed = 12;
    cubes_init(&mesh, &(struct cubes){.n = {2, 3, 2}, .jitter = 0.2, .seed = 6, .periodic = {0, 1, 0}});
    CHECK_OK(nd_ref_init(&ref, &mesh, N));
    for (nd_idx k = 0; k < mesh.K; k++)
        ref.epsilon[k] = 1 + 3 * test_random(&seed), ref.mu[k] = 1 + test_random(&seed);
    for (nd_idx i = 0; i < 4 * mesh.K; i++) ref.condition[i] = i % 2 ? ND_REF_PMC : ND_REF_PEC;
    ref.upwind = 0;
    CHECK_NEAR(energy_rate(&ref, 1), 0, 1e-12); /* measured 2e-13 at N = 5 */
    ref.upwind = 1;
    CHECK(energy_rate(&ref, 1) < -1e-3);
    ref.upwind = 0.5;
    CHECK(energy_rate(&ref, 1) < -1e-3);
    ref.upwind = 0;
    for (nd_idx i = 0; i < 4 * mesh.K; i++) ref.condition[i] = ND_REF_ABSORBING;
    CHECK(energy_rate(&ref, 1) < -1e-3);
    nd_ref_clear(&ref);
    nd_mesh_clear(&mesh);
}

/* Constant fields in an all-periodic box do not change; with a PEC wall instead they do. */
static void check_constants(void)
{
    struct nd_mesh mesh;
    struct nd_ref ref;
    for (int periodic = 0; periodic < 2; periodic++) {
        cubes_init(&mesh, &(struct cubes){.n = {2, 1, 2}, .seed = 6, .periodic = {1, 1, periodic}});
        CHECK_OK(nd_ref_init(&ref, &mesh, 3));
        size_t n = (size_t)(mesh.K * ref.elem.Np);
        double *q[6], *rate[6], most = 0;
        fields_init(q, n), fields_init(rate, n);
        for (int i = 0; i < 6; i++)
            for (size_t j = 0; j < n; j++) q[i][j] = i + 1;
        CHECK_OK(nd_ref_rate(&ref, q, rate));
        for (int i = 0; i < 6; i++)
            for (size_t j = 0; j < n; j++) most = fmax(most, fabs(rate[i][j]));
        CHECK(periodic ? most < 1e-12 : most > 1);
        fields_clear(q), fields_clear(rate);
        nd_ref_clear(&ref);
        nd_mesh_clear(&mesh);
    }
}

/* An interface between two media: normal incidence has tangential fields continuous, so a static state with E
 * x n and H x n continuous and piecewise constant E.n, H.n is at rest whatever the materials. */
static void check_interface(void)
{
    struct nd_mesh mesh;
    struct nd_ref ref;
    cubes_init(&mesh, &(struct cubes){.n = {2, 1, 1}, .seed = 2, .periodic = {0, 1, 1}});
    CHECK_OK(nd_ref_init(&ref, &mesh, 2));
    int Np = ref.elem.Np;
    size_t n = (size_t)(mesh.K * Np);
    double *q[6], *rate[6], most = 0;
    fields_init(q, n), fields_init(rate, n);
    for (nd_idx k = 0; k < mesh.K; k++) {
        double c[3];
        nd_geometry_centroid(&mesh, k, c);
        ref.epsilon[k] = c[0] < 0.5 ? 1 : 4;
        ref.mu[k] = c[0] < 0.5 ? 3 : 2;
        for (int i = 0; i < Np; i++) {
            q[0][k * Np + i] =
                1 / ref.epsilon[k]; /* Ex, normal to the interface: the condition holds for D */
            q[4][k * Np + i] = 0.7; /* Hy: free at a PEC wall */
            q[5][k * Np + i] = -0.3;
        }
    }
    CHECK_OK(nd_ref_rate(&ref, q, rate));
    for (int i = 0; i < 6; i++)
        for (size_t j = 0; j < n; j++) most = fmax(most, fabs(rate[i][j]));
    CHECK_NEAR(most, 0, 1e-12);
    fields_clear(q), fields_clear(rate);
    nd_ref_clear(&ref);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    for (int N = 1; N <= 5; N++) check_energy(N);
    check_constants();
    check_interface();
    TEST_END;
}
