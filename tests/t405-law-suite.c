// Every law: what its functions are as matrices, what its fluxes do between any two materials and at every wall, the energy on a mesh
// and in time. An argument picks one law.
// PLAIN:
// SANITIZED: advection
#include <omp.h>
#include "laws.h"

#define MOST  ND_FIELDS_MOST
#define MOST2 (MOST * MOST)

static const double impedances[] = {0.3, 7};
static const double weights[] = {0, 0.5, 1};
enum { WEIGHTS = 3, NORMALS = 4 };

struct bench {
    struct nd_law law;
    int n, nmaterials, fluid;
    double constants[LAWS_MATERIALS * MOST];
    struct nd_mesh mesh;
    struct nd_ref ref;
    struct nd_setup setup;
    struct nd_oracle oracle;
};

static void fail(const struct bench *b, const char *what, int own, int other, double off)
{
    printf("%s: %s, materials %d and %d: off by %.3g\n", b->law.path, what, own, other, off);
    test_failures++;
}

/* C = A B, of n x n. */
static void multiply(int n, const double *A, const double *B, double *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
}

static double largest(const double *A, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++) most = test_worse(most, fabs(A[i]));
    return most;
}

/* The matrix along a normal of a material: q_t + A_n q_n = 0. */
static void find_A(const struct bench *b, int material, const double normal[3], double *A)
{
    const int n = b->n;
    for (int i = 0; i < n * n; i++) {
        A[i] = 0;
        for (int k = 0; k < 3; k++) A[i] += normal[k] * b->oracle.A[(3 * material + k) * n * n + i];
    }
}

static const double *find_H(const struct bench *b, int material)
{
    return b->oracle.H + material * b->n * b->n;
}

/* What fields a material may have, as columns T[n][n], of which *count: a fluid has no stress but pressure. */
static void find_states(const struct bench *b, int material, double *T, int *count)
{
    const int n = b->n;
    memset(T, 0, (size_t)(n * n) * sizeof *T);
    *count = material == b->fluid ? 4 : n;
    for (int i = 0; i < *count; i++) T[i * n + i] = 1;
    if (material == b->fluid) T[4 * n + 3] = T[5 * n + 3] = 1;
}

/* |A| and the largest eigenvalue, by the energy's own coordinates: H = L L^T, A = L^-T S L^T. 0 where H is not definite. */
static int find_magnitude(int n, const double *A, const double *H, double *magnitude, double *radius)
{
    double L[MOST2], S[MOST2], X[MOST2], lambda[MOST];
    memcpy(L, H, (size_t)(n * n) * sizeof *L);
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, L, n)) return 0;
    memcpy(X, A, (size_t)(n * n) * sizeof *X); /* S = L^T A L^-T */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = i; k < n; k++) sum += L[k * n + i] * A[k * n + j];
            X[i * n + j] = sum;
        }
    for (int i = 0; i < n; i++) /* each row x of X becomes x L^-T: solve L y = x */
        for (int j = 0; j < n; j++) {
            double sum = X[i * n + j];
            for (int k = 0; k < j; k++) sum -= L[j * n + k] * S[i * n + k];
            S[i * n + j] = sum / L[j * n + j];
        }
    if (LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'L', n, S, n, lambda)) return 0;
    *radius = fmax(fabs(lambda[0]), fabs(lambda[n - 1]));
    for (int i = 0; i < n; i++) /* X = |S| L^T */
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int e = 0; e < n; e++) {
                double dot = 0;
                for (int k = 0; k <= j; k++) dot += S[k * n + e] * L[j * n + k];
                sum += S[i * n + e] * fabs(lambda[e]) * dot;
            }
            X[i * n + j] = sum;
        }
    for (int j = 0; j < n; j++) /* L^T magnitude = X */
        for (int i = n - 1; i >= 0; i--) {
            double sum = X[i * n + j];
            for (int k = i + 1; k < n; k++) sum -= L[k * n + i] * magnitude[k * n + j];
            magnitude[i * n + j] = sum / L[i * n + i];
        }
    return 1;
}

/* H is symmetric and positive, H A too is symmetric, so waves are real; none is faster than law_speed, and some as fast. */
static void check_waves(const struct bench *b, int material, const double normal[][3], int count)
{
    const int n = b->n;
    const double *H = find_H(b, material), speed = b->oracle.speed[material];
    double A[MOST2], S[MOST2], magnitude[MOST2], radius = 0, fastest = 0;
    for (int i = 0; i < count; i++) {
        find_A(b, material, normal[i], A);
        multiply(n, H, A, S);
        double off = 0;
        for (int j = 0; j < n * n; j++) {
            off = test_worse(off, fabs(S[j] - S[j % n * n + j / n]));
            off = test_worse(off, fabs(H[j] - H[j % n * n + j / n]));
        }
        if (material == b->fluid) continue;
        if (!(off <= 1e-12 * largest(S, n * n)))
            fail(b, "energy and waves do not fit", material, material, off);
        if (!find_magnitude(n, A, H, magnitude, &radius))
            fail(b, "the energy is not positive", material, material, 0);
        if (!(radius <= speed * (1 + 1e-12)))
            fail(b, "waves faster than law_speed", material, material, radius / speed - 1);
        fastest = fmax(fastest, radius);
    }
    if (material != b->fluid && !(fastest >= 0.8 * speed))
        fail(b, "law_speed is far above all waves", material, material, fastest / speed - 1);
}

/* Both sides of one material: the flux is w |A| + (1 - w) 0 beside the mean, no more and no less. */
static void check_same(const struct bench *b, double w, const struct nd_oracle_face *face,
                       const double *inner, const double *outer)
{
    const int n = b->n;
    double A[MOST2], magnitude[MOST2], radius, off = 0;
    if (face->own == b->fluid) return;
    find_A(b, face->own, face->normal, A);
    if (!find_magnitude(n, A, find_H(b, face->own), magnitude, &radius)) return;
    for (int i = 0; i < n * n; i++) {
        off = test_worse(off, fabs(inner[i] - 0.5 * (A[i] - w * magnitude[i])));
        off = test_worse(off, fabs(inner[i] + outer[i]));
    }
    if (!(off <= 1e-12 * largest(A, n * n)))
        fail(b, "the flux inside a medium is not upwind", face->own, face->own, off);
}

/* The largest and the least eigenvalue of the symmetric part of Q in given states, over the size of Q. */
static void find_bounds(int n, const double *Q, const double *T, int count, double *least, double *most)
{
    double R[4 * MOST2], X[4 * MOST2], lambda[2 * MOST];
    const double size = fmax(largest(Q, n * n), 1e-300); /* nothing may flow through a face */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count; j++) {
            X[i * count + j] = 0;
            for (int k = 0; k < n; k++) X[i * count + j] += (Q[i * n + k] + Q[k * n + i]) / 2 * T[k * n + j];
        }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            R[i * count + j] = 0;
            for (int k = 0; k < n; k++) R[i * count + j] += T[k * n + i] * X[k * count + j];
        }
    CHECK(!LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', count, R, count, lambda));
    *least = lambda[0] / size, *most = lambda[count - 1] / size;
}

/* The energy that both sides of a face gain, as a form of (q-, q+), and that what leaves one enters the other. */
static void check_pair(const struct bench *b, double w, const struct nd_oracle_face *face,
                       const double *const M[2], const double *const P[2])
{
    const int n = b->n, n2 = 2 * n;
    double A[2][MOST2], S[2][MOST2], G[2][2][MOST2], Q[4 * MOST2], T[4 * MOST2] = {0}, state[MOST2], least,
                                                                         most;
    const int material[2] = {face->own, face->other};
    int columns = 0, count;
    for (int side = 0; side < 2; side++) {
        find_A(b, material[side], face->normal, A[side]);
        multiply(n, find_H(b, material[side]), A[side], S[side]);
        multiply(n, find_H(b, material[side]), M[side], G[side][0]);
        multiply(n, find_H(b, material[side]), P[side], G[side][1]);
        find_states(b, material[side], state, &count);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < count; j++) T[(side * n + i) * n2 + columns + j] = state[i * n + j];
        columns += count;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int at = i * n + j;
            Q[i * n2 + j] = -0.5 * S[0][at] + G[0][0][at];
            Q[i * n2 + n + j] = G[0][1][at];
            Q[(n + i) * n2 + j] = G[1][1][at];
            Q[(n + i) * n2 + n + j] = 0.5 * S[1][at] + G[1][0][at];
        }
    find_bounds(n2, Q, T, columns, &least, &most);
    if (!(most <= 1e-11)) fail(b, "a face gains energy", face->own, face->other, most);
    if (w == 0 && !(least >= -1e-11))
        fail(b, "a face loses energy by a central flux", face->own, face->other, least);
    if (face->own == b->fluid || face->other == b->fluid) return;
    double apart = 0, off = 0;
    for (int i = 0; i < n * n; i++) apart = fmax(apart, fabs(S[0][i] - S[1][i]));
    const int weighted = apart <= 1e-12 * largest(S[0], n * n);
    for (int i = 0; i < n * n; i++) {
        off = test_worse(off, weighted ? fabs(S[0][i] - G[0][0][i] - G[1][1][i])
                                       : fabs(A[0][i] - M[0][i] - P[1][i]));
        off = test_worse(off, weighted ? fabs(S[1][i] + G[1][0][i] + G[0][1][i])
                                       : fabs(A[1][i] + M[1][i] + P[0][i]));
    }
    if (!(off <= 1e-12 * largest(weighted ? S[0] : A[1], n * n)))
        fail(b, "what leaves one side does not enter the other", face->own, face->other, off);
}

/* Upwind: waves of our side that leave it are not touched, so A+ flux = 0. */
static void check_exact(const struct bench *b, const struct nd_oracle_face *face, const double *inner,
                        const double *outer)
{
    const int n = b->n;
    double A[MOST2], magnitude[MOST2], product[MOST2], radius, off = 0, size = 0;
    if (face->own == b->fluid || face->other == b->fluid) return;
    find_A(b, face->own, face->normal, A);
    if (!find_magnitude(n, A, find_H(b, face->own), magnitude, &radius)) return;
    for (int i = 0; i < n * n; i++) magnitude[i] += A[i];
    for (int side = 0; side < 2; side++) {
        multiply(n, magnitude, side ? outer : inner, product);
        off = test_worse(off, largest(product, n * n));
        size = fmax(size, largest(side ? outer : inner, n * n) * largest(magnitude, n * n));
    }
    if (!(off <= 1e-12 * size))
        fail(b, "an upwind flux changes waves that leave", face->own, face->other, off / size);
}

static void check_wall(const struct bench *b, const struct nd_oracle_face *face, const double *inner)
{
    const int n = b->n;
    double A[MOST2], S[MOST2], G[MOST2], T[MOST2], least, most;
    int count;
    find_A(b, face->own, face->normal, A);
    multiply(n, find_H(b, face->own), A, S);
    multiply(n, find_H(b, face->own), inner, G);
    for (int i = 0; i < n * n; i++) G[i] -= 0.5 * S[i];
    find_states(b, face->own, T, &count);
    find_bounds(n, G, T, count, &least, &most);
    if (!(most <= 1e-11)) fail(b, "a wall gains energy", face->own, face->condition, most);
}

/* Every pair of materials, and every material at every wall. */
static void check_faces(struct bench *b, double w, const double normal[][3])
{
    const int nm = b->nmaterials, n = b->n, conditions = b->law.boundaries.n + (b->law.valued >= 0);
    const size_t pairs = (size_t)(2 * nm * nm * NORMALS), walls = (size_t)(nm * conditions * NORMALS);
    struct nd_oracle_face *face = nd_alloc(pairs + walls, sizeof *face);
    double *inner = nd_alloc((pairs + walls) * (size_t)(n * n), sizeof *inner),
           *outer = nd_alloc((pairs + walls) * (size_t)(n * n), sizeof *outer);
    size_t at = 0;
    for (int i = 0; i < nm * nm * NORMALS; i++)
        for (int side = 0; side < 2; side++, at++) {
            const int own = i / NORMALS / nm, other = i / NORMALS % nm;
            face[at] = (struct nd_oracle_face){
                .own = side ? other : own, .other = side ? own : other, .condition = -1};
            for (int c = 0; c < 3; c++) face[at].normal[c] = (side ? -1 : 1) * normal[i % NORMALS][c];
        }
    for (int i = 0; i < nm * conditions * NORMALS; i++, at++) {
        const int own = i / NORMALS / conditions;
        face[at] = (struct nd_oracle_face){.own = own, .other = own, .condition = i / NORMALS % conditions};
        for (int c = 0; c < 3; c++) face[at].normal[c] = normal[i % NORMALS][c];
    }
    b->setup.upwind = w;
    CHECK_OK(nd_oracle_faces(&b->setup, face, pairs + walls, inner, outer));
    for (size_t i = 0; i < pairs; i += 2) {
        const double *const M[2] = {inner + i * (size_t)(n * n), inner + (i + 1) * (size_t)(n * n)},
                            *const P[2] = {outer + i * (size_t)(n * n), outer + (i + 1) * (size_t)(n * n)};
        check_pair(b, w, &face[i], M, P);
        if (face[i].own == face[i].other) check_same(b, w, &face[i], M[0], P[0]);
        if (w == 1) check_exact(b, &face[i], M[0], P[0]);
    }
    for (size_t i = pairs; i < pairs + walls; i++) check_wall(b, &face[i], inner + i * (size_t)(n * n));
    free(face), free(inner), free(outer);
}

/* Random fields that the materials may have. */
static void set_fields(const struct bench *b, double *const *q)
{
    unsigned seed = 5;
    double T[MOST2], y[MOST];
    int count;
    const int Np = b->ref.elem.Np;
    for (nd_idx k = 0; k < b->mesh.K; k++) {
        find_states(b, b->oracle.material[b->mesh.region[k]], T, &count);
        for (int i = 0; i < Np; i++) {
            for (int j = 0; j < count; j++) y[j] = 2 * test_random(&seed) - 1;
            for (int f = 0; f < b->n; f++) {
                q[f][k * Np + i] = 0;
                for (int j = 0; j < count; j++) q[f][k * Np + i] += T[f * b->n + j] * y[j];
            }
        }
    }
}

/* On a mesh with all materials and walls in it: the energy's rate of change, over that of the fastest waves across an element. */
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
        fail(b, central ? "the energy changes by a central flux" : "the energy does not fall", -1, -1,
             change);
    for (int f = 0; f < b->n; f++) free(q[f]), free(rate[f]);
}

/* In time, by the step that runs choose and their kernels; the central flux by plain ones, which compile in no time. */
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
    CHECK_OK(nd_plan_choose(&plan, device, &b->law, b->ref.elem.N, 0, setup.upwind > 0 ? NULL : "plain"));
    setup.device = device;
    setup.plan = &plan;
    CHECK_OK(nd_rhs_init(&rhs, &setup));
    for (int f = 0; f < b->n; f++) q[f] = nd_alloc(n, sizeof(double));
    set_fields(b, q);
    for (int f = 0; f < b->n; f++) CHECK_OK(nd_rhs_set(&rhs, f, q[f]));
    for (nd_idx r = 0; r < b->mesh.nregions; r++) speed[r] = rhs.speed[setup.material[r]];
    const double dt =
        nd_dt_stable(&b->mesh, nd_dt_limit(&nd_lsrk4, b->ref.elem.N, setup.upwind), speed, NULL, 0, &worst);
    CHECK_OK(nd_rhs_energy(&rhs, &first, NULL));
    CHECK_NEAR(first / nd_oracle_energy(&b->oracle, q), 1, 1e-12);
    last = first;
    for (int i = 0; i < 60; i++) {
        CHECK_OK(nd_integrator_step(&nd_lsrk4, &rhs, dt));
        CHECK_OK(nd_rhs_energy(&rhs, &energy, NULL));
        most = test_worse(most, energy / last - 1);
        last = energy;
    }
    if (!(most <= 1e-9)) fail(b, "the energy grows in time", -1, -1, most);
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
    double normal[32][3];
    unsigned seed = 9;
    *b = (struct bench){0};
    for (int i = 0; i < 32; i++) {
        double length = 0;
        for (int c = 0; c < 3; c++) normal[i][c] = i < 3 ? i == c : 2 * test_random(&seed) - 1;
        for (int c = 0; c < 3; c++) length += normal[i][c] * normal[i][c];
        for (int c = 0; c < 3; c++) normal[i][c] /= sqrt(length);
    }
    b->nmaterials = laws_open(path, &b->law, b->constants, &b->fluid);
    b->n = b->law.fields.n;
    if (!b->n) return;
    for (int periodic = 0; periodic < 2; periodic++) {
        bench_mesh(b, periodic);
        for (int w = 0; w < WEIGHTS; w += 2) {
            b->setup.upwind = weights[w];
            CHECK_OK(nd_oracle_init(&b->oracle, &b->ref, &b->setup));
            check_mesh(b, periodic);
            if (!periodic && weights[w] == 1)
                for (int i = 0; i < b->nmaterials; i++) check_waves(b, i, normal, 32);
            check_steps(b);
            if (weights[w] == 0) nd_oracle_clear(&b->oracle);
        }
        for (int w = 0; w < WEIGHTS && !periodic; w++) check_faces(b, weights[w], normal + 2);
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
