// The reference solver against exact solutions: the cavity mode with PEC and PMC walls, a plane
// wave in a periodic box and one that leaves through an absorbing wall, with orders N + 1 and a
// convergent rate. Argument: the highest order of the cavity.
// RUN: 4
// NOSANITIZE: every test of rates runs the same code
#include "cubes.h"
#include "ref/ref.h"

/* Solutions of Maxwell's equations with epsilon = mu = 1 in the unit cube. */
typedef void exact_solution(double x, double y, double z, double t, double u[6]);

static void cavity(double x, double y, double z, double t, double u[6])
{
    const double w = sqrt(2) * M_PI;
    (void)y;
    memset(u, 0, 6 * sizeof *u);
    u[1] = sin(M_PI * x) * sin(M_PI * z) * cos(w * t);
    u[3] = sin(M_PI * x) * cos(M_PI * z) * sin(w * t) / sqrt(2);
    u[5] = -cos(M_PI * x) * sin(M_PI * z) * sin(w * t) / sqrt(2);
}

/* The same with the roles of E and H exchanged (E -> H, H -> -E). */
static void magnetic_cavity(double x, double y, double z, double t, double u[6])
{
    double v[6];
    cavity(x, y, z, t, v);
    for (int i = 0; i < 3; i++) u[i] = -v[3 + i], u[3 + i] = v[i];
}

static void wave(double x, double y, double z, double t, double u[6])
{
    (void)y, (void)z;
    memset(u, 0, 6 * sizeof *u);
    u[1] = u[5] = sin(2 * M_PI * (x - t));
}

struct setting {
    struct nd_mesh mesh;
    struct nd_ref ref;
    double *x[3], *q[6], *exact[6];
    size_t n;
};

static void fill(const struct setting *at, exact_solution *solution, double t, double *u[6])
{
    double value[6];
    for (size_t j = 0; j < at->n; j++) {
        solution(at->x[0][j], at->x[1][j], at->x[2][j], t, value);
        for (int i = 0; i < 6; i++) u[i][j] = value[i];
    }
}

static void setting_init(struct setting *at, const struct cubes *cubes, int N,
                         enum nd_ref_condition condition)
{
    cubes_init(&at->mesh, cubes);
    CHECK_OK(nd_ref_init(&at->ref, &at->mesh, N));
    int Np = at->ref.elem.Np;
    at->n = (size_t)(at->mesh.K * Np);
    for (int i = 0; i < 3; i++) at->x[i] = nd_alloc(at->n, sizeof(double));
    for (int i = 0; i < 6; i++)
        at->q[i] = nd_alloc(at->n, sizeof(double)), at->exact[i] = nd_alloc(at->n, sizeof(double));
    for (nd_idx i = 0; i < 4 * at->mesh.K; i++) at->ref.condition[i] = condition;
    for (nd_idx k = 0; k < at->mesh.K; k++)
        nd_geometry_nodes(&at->mesh, &at->ref.elem, k, at->x[0] + k * Np, at->x[1] + k * Np,
                          at->x[2] + k * Np);
}

static void setting_clear(struct setting *at)
{
    for (int i = 0; i < 3; i++) free(at->x[i]);
    for (int i = 0; i < 6; i++) free(at->q[i]), free(at->exact[i]);
    nd_ref_clear(&at->ref);
    nd_mesh_clear(&at->mesh);
}

/* Relative error of u, the difference being left in it. */
static double error_of(const struct setting *at, double *u[6])
{
    for (int i = 0; i < 6; i++)
        for (size_t j = 0; j < at->n; j++) u[i][j] -= at->exact[i][j];
    return sqrt(nd_ref_energy(&at->ref, u) / nd_ref_energy(&at->ref, at->exact));
}

struct problem {
    exact_solution *solution;
    enum nd_ref_condition condition;
    int periodic[3];
};

static const struct problem electric = {cavity, ND_REF_PEC, {0}},
                            magnetic = {magnetic_cavity, ND_REF_PMC, {0}};
static const struct problem round_and_round = {wave, ND_REF_PEC, {1, 1, 1}};

/* Error at time `end` with `cells` cubes a side. */
static double run(const struct problem *problem, int N, int cells, double end)
{
    struct setting at;
    struct cubes cubes = {.n = {cells, cells, cells}, .jitter = 0.1, .seed = 21};
    memcpy(cubes.periodic, problem->periodic, sizeof cubes.periodic);
    setting_init(&at, &cubes, N, problem->condition);
    int steps = (int)ceil(end * cells * (N + 1) * (N + 1) / 0.35);
    fill(&at, problem->solution, 0, at.q);
    for (int i = 0; i < steps; i++) CHECK_OK(nd_ref_step(&at.ref, at.q, end / steps));
    fill(&at, problem->solution, end, at.exact);
    double error = error_of(&at, at.q);
    setting_clear(&at);
    return error;
}

/* Measured: cavity 2.07 3.45 3.82 5.16 for N = 1 ... 4, plane wave 2.46 3.56 4.23 for N = 1 ... 3. The meshes
 * of a pair are displaced differently, hence the slack. */
static void check_order(const char *name, const struct problem *problem, int N, int coarse, double least)
{
    double large = run(problem, N, coarse, 0.1), small = run(problem, N, 2 * coarse, 0.1);
    double order = log2(large / small);
    if (order < least || large > 0.5) {
        printf("%s, N = %d: errors %g %g, order %.2f\n", name, N, large, small, order);
        test_failures++;
    }
}

/* The rate at t tends to the exact one, found from the exact solution by a central difference. */
static void check_rate(void)
{
    double error[2];
    for (int i = 0; i < 2; i++) {
        struct setting at;
        double *rate[6], step = 1e-4, t = 0.3;
        setting_init(&at, &(struct cubes){.n = {2 + 2 * i, 2 + 2 * i, 2 + 2 * i}, .seed = 3}, 4, ND_REF_PEC);
        for (int f = 0; f < 6; f++) rate[f] = nd_alloc(at.n, sizeof(double));
        fill(&at, cavity, t, at.q);
        CHECK_OK(nd_ref_rate(&at.ref, at.q, rate));
        fill(&at, cavity, t + step, at.exact);
        fill(&at, cavity, t - step, at.q);
        for (int f = 0; f < 6; f++)
            for (size_t j = 0; j < at.n; j++) at.exact[f][j] = (at.exact[f][j] - at.q[f][j]) / (2 * step);
        error[i] = error_of(&at, rate);
        for (int f = 0; f < 6; f++) free(rate[f]);
        setting_clear(&at);
    }
    CHECK(error[0] < 0.05);
    CHECK(error[1] < error[0] / pow(2, 3.7));
}

/* A plane wave at normal incidence leaves: the walls in y and z are periodic, those in x absorb. The wave
 * fills the box at first, so what comes in at x = 0 is missing, and after a crossing time nothing is left. */
static void check_absorbing(void)
{
    struct setting at;
    setting_init(&at, &(struct cubes){.n = {4, 1, 1}, .seed = 3, .periodic = {0, 1, 1}}, 4, ND_REF_ABSORBING);
    fill(&at, wave, 0, at.q);
    double before = nd_ref_energy(&at.ref, at.q), last = before;
    for (int i = 0; i < 600; i++) {
        CHECK_OK(nd_ref_step(&at.ref, at.q, 1. / 400));
        double energy = nd_ref_energy(&at.ref, at.q);
        CHECK(energy <= last);
        last = energy;
    }
    CHECK(last < 1e-3 * before);
    setting_clear(&at);
}

int main(int argc, char **argv)
{
    const int highest = argc == 2 ? atoi(argv[1]) : 0;
    CHECK(highest > 0);
    check_rate();
    check_absorbing();
    for (int N = 1; N <= highest; N++) check_order("cavity", &electric, N, N < 3 ? 4 : 2, N + 0.7);
    for (int N = 1; N <= highest && N <= 3; N++)
        check_order("plane wave", &round_and_round, N, N < 3 ? 4 : 2, N + 0.5);
    for (int N = 1; N <= highest && N <= 3; N++)
        CHECK_NEAR(run(&magnetic, N, 2, 0.1) / run(&electric, N, 2, 0.1), 1, 1e-10);
    TEST_END;
}
