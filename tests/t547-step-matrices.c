// Matrices obtained from each law's own functions: speeds, fields of waves and their power against
// closed forms, in both precisions and with the constants of rock in SI units; and refusals.
#include "sources.h"

static const char *everywhere(const double c[3])
{
    (void)c;
    return "all";
}

/* The law's matrices for a material. */
static void find(struct nd_matrices *m, const char *law, const char *material, int single, const char *wall)
{
    struct made made;
    char text[512];
    snprintf(text, sizeof text,
             "law: %s\nmesh: {box: {divisions: [1, 1, 1]}}\norder: 1\nprecision: %s\nmaterials: {m: {%s}}\n"
             "boundaries: {default: %s}\ntime: {end: 1}\n",
             law, single ? "single" : "double", material, wall);
    memset(m, 0, sizeof *m);
    CHECK_OK(made_init(&made, text, everywhere, "plain"));
    if (made.solver) CHECK_OK(nd_matrices_init(m, &made.solver->rhs, 0));
    made_clear(&made);
}

/* q obeys A_d q = c q, and carries its energy density at the speed c. */
static void check_wave(const struct nd_matrices *m, const double d[3], const double *q, double c, double off)
{
    double energy = 0;
    for (int i = 0; i < m->n; i++) {
        double Aq = 0, Hq = 0;
        for (int j = 0; j < m->n; j++) {
            for (int k = 0; k < 3; k++) Aq += d[k] * m->A[k][i * m->n + j] * q[j];
            Hq += m->H[i * m->n + j] * q[j];
        }
        energy += q[i] * Hq / 2;
        CHECK_NEAR(sqrt(m->H[i * (m->n + 1)]) * (Aq - c * q[i]), 0, off * c * sqrt(2 * energy + 1e-300));
    }
    CHECK(energy > 0);
    CHECK_NEAR(nd_matrices_flux(m, d, q), c * energy, off * c * energy);
}

static const double d[3] = {2. / 3, -1. / 3, 2. / 3}, across[3] = {1 / M_SQRT2, 0, -1 / M_SQRT2};

static void check_maxwell(int single)
{
    static const int E[3] = {0, 1, 2};
    const double off = single ? 2e-6 : 1e-12,
                 want[3] = {across[0] + d[0], across[1] + d[1], across[2] + d[2]};
    struct nd_matrices m;
    double q[ND_FIELDS_MOST], c;
    find(&m, "maxwell", "epsilon: 3, mu: 2", single, "pec");
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){E, 3, want}, q, &c) == 1);
    CHECK_NEAR(c, 1 / sqrt(6), off);
    for (int i = 0; i < 3; i++) { /* what is along d is left out, the length stays; H = d x E / Z */
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        CHECK_NEAR(q[i], M_SQRT2 * across[i], 4 * off);
        CHECK_NEAR(q[3 + i], sqrt(3. / 2) * (d[j] * q[k] - d[k] * q[j]), 4 * off);
    }
    check_wave(&m, d, q, c, 10 * off);
    CHECK_NEAR(nd_matrices_slowest(&m), c, off);
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){E, 3, d}, q, &c) == 1 && isnan(c));
}

static void check_acoustic(int single)
{
    static const int p = 0;
    const double off = single ? 2e-6 : 1e-12, one = -2;
    struct nd_matrices m;
    double q[ND_FIELDS_MOST], c;
    find(&m, "acoustic", "rho: 1.2, c: 340", single, "rigid");
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){&p, 1, &one}, q, &c) == 1);
    CHECK_NEAR(c, 340, 340 * off);
    CHECK_NEAR(q[0], -2, 4 * off);
    for (int i = 0; i < 3; i++) CHECK_NEAR(q[1 + i], -2 * d[i] / (1.2 * 340), 4 * off / 400);
    check_wave(&m, d, q, c, 10 * off);
    CHECK_NEAR(nd_matrices_flux(&m, d, q), 4 / (1.2 * 340), off);
    CHECK_NEAR(nd_matrices_slowest(&m), 340, 340 * off);
}

static void check_elastic(int single)
{
    static const int v[3] = {0, 1, 2};
    const double off = single ? 1e-5 : 1e-12, rho = 2700, mu = 2700. * 3464 * 3464,
                 lambda = 2700. * 6000 * 6000 - 2 * mu, between[3] = {1, 0, 0};
    struct nd_matrices m;
    double q[ND_FIELDS_MOST], c;
    char text[128];
    snprintf(text, sizeof text, "rho: %.17g, lambda: %.17g, mu: %.17g", rho, lambda, mu);
    find(&m, "elastic", text, single, "free");
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){v, 3, d}, q, &c) == 2);
    CHECK_NEAR(c, 6000, 6000 * off);
    for (int i = 0; i < 3; i++) CHECK_NEAR(q[i], d[i], off);
    CHECK_NEAR(q[3], -(lambda + 2 * mu * d[0] * d[0]) / c, 4 * off * lambda / c); /* sxx, sxy */
    CHECK_NEAR(q[8], -2 * mu * d[0] * d[1] / c, 4 * off * lambda / c);
    check_wave(&m, d, q, c, 10 * off);
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){v, 3, across}, q, &c) == 2);
    CHECK_NEAR(c, 3464, 3464 * off);
    for (int i = 0; i < 3; i++) CHECK_NEAR(q[i], across[i], off);
    CHECK_NEAR(q[8], -mu * (d[0] * across[1] + d[1] * across[0]) / c, 4 * off * mu / c);
    check_wave(&m, d, q, c, 10 * off);
    CHECK_NEAR(nd_matrices_flux(&m, d, q), rho * 3464, 10 * off * rho * 3464);
    CHECK_NEAR(nd_matrices_slowest(&m), 3464, 3464 * off);
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){v, 3, between}, q, &c) == 2 && isnan(c));
}

/* A crystal of hexagonal symmetry about z: along x there are three speeds, and across z they are
 * those of theory. */
static void check_anisotropic(void)
{
    static const int v[3] = {0, 1, 2};
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    struct nd_matrices m;
    struct nd_modes modes;
    double q[ND_FIELDS_MOST], c;
    find(&m, "elastic",
         "rho: 2, c11: 10, c22: 10, c33: 8, c12: 3, c13: 2, c23: 2, c44: 1.5, c55: 1.5, c66: 3.5", 0, "free");
    CHECK(nd_matrices_wave(&m, x, &(struct nd_polarization){v, 3, x}, q, &c) == 3);
    CHECK_NEAR(c, sqrt(5), 1e-12);
    CHECK(nd_matrices_wave(&m, x, &(struct nd_polarization){v, 3, y}, q, &c) == 3);
    CHECK_NEAR(c, sqrt(1.75), 1e-12);
    check_wave(&m, x, q, c, 1e-11);
    CHECK(nd_matrices_wave(&m, x, &(struct nd_polarization){v, 3, z}, q, &c) == 3);
    CHECK_NEAR(c, sqrt(0.75), 1e-12);
    CHECK(nd_matrices_wave(&m, z, &(struct nd_polarization){v, 3, y}, q, &c) == 2);
    CHECK_NEAR(c, sqrt(0.75), 1e-12);
    CHECK(nd_matrices_modes(&m, d, &modes));
    for (int w = 6; w < 9; w++) check_wave(&m, d, modes.q[w], modes.c[w], 1e-10);
    CHECK(modes.c[6] > 0.1 && nd_matrices_slowest(&m) < 1 && nd_matrices_slowest(&m) > 0.5);
}

static void check_advection(void)
{
    static const int u = 0;
    const double one = 1, back[3] = {-d[0], -d[1], -d[2]};
    struct nd_matrices m;
    double q[ND_FIELDS_MOST], c;
    find(&m, "advection", "ax: 3, ay: 0, az: 4", 0, "open");
    CHECK(nd_matrices_wave(&m, d, &(struct nd_polarization){&u, 1, &one}, q, &c) == 1);
    CHECK_NEAR(c, 14. / 3, 1e-12);
    CHECK_NEAR(nd_matrices_slowest(&m), 5, 1e-12);
    CHECK(nd_matrices_wave(&m, back, &(struct nd_polarization){&u, 1, &one}, q, &c) == 0 && isnan(c));
}

/* A law whose energy is not kept has no waves to be found, nor one whose energy may be zero. */
static void check_refused(void)
{
    struct nd_matrices m = {.n = 2, .H = {1, 0, 0, 1}, .A = {{0, 1, 2, 0}}, .speed = 2};
    struct nd_modes modes;
    nd_matrices_complete(&m);
    CHECK(m.definite && !nd_matrices_modes(&m, (double[]){1, 0, 0}, &modes));
    CHECK(nd_matrices_slowest(&m) == 2);
    m.H[0] = 2; /* now it is */
    nd_matrices_complete(&m);
    CHECK(nd_matrices_modes(&m, (double[]){1, 0, 0}, &modes));
    CHECK_NEAR(modes.c[1], M_SQRT2, 1e-14);
    m.H[3] = 0;
    nd_matrices_complete(&m);
    CHECK(!m.definite && !nd_matrices_modes(&m, (double[]){1, 0, 0}, &modes));
}

int main(void)
{
    for (int single = 0; single < 2; single++) {
        check_maxwell(single);
        check_acoustic(single);
        check_elastic(single);
    }
    check_anisotropic();
    check_advection();
    check_refused();
    TEST_END;
}
