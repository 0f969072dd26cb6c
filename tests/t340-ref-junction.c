// Obstacles in guides: conservation of power, limits, convergence, and the circuits of N. Marcuvitz's Waveguide Handbook
// (1951) and of E. Hammerstad's microstrip line.
#include <complex.h>
#include <math.h>
#include "test.h"
#include "exact/junction.h"

/* Handbook, section 5.2: X / Z0 of a narrow symmetrical window of width d, without corrections of higher order. */
static double handbook(double a, double d, double k)
{
    const double guide = 2 * M_PI / sqrt(k * k - pow(M_PI / a, 2));
    return a / guide * pow(tan(M_PI * d / (2 * a)), 2);
}

static void check_iris(void)
{
    double complex r, t;
    for (double d = 0.2; d < 1; d += 0.2)
        for (double k = 3.5; k < 6.2; k += 1.3) {
            CHECK(!nd_iris_solve(1, d, k, &r, &t));
            CHECK_NEAR(pow(cabs(r), 2) + pow(cabs(t), 2), 1, 1e-10);
        }
    CHECK(!nd_iris_solve(1, 1, 5, &r, &t));
    CHECK(cabs(r) < 1e-4);
    /* A shunt of impedance i X: r = -1 / (1 + 2 i X / Z0). */
    CHECK(!nd_iris_solve(1, 0.1, 3.5, &r, &t));
    CHECK_NEAR(cimag(-(1 + r) / (2 * r)) / handbook(1, 0.1, 3.5), 1, 0.02);
    CHECK(nd_iris_solve(1, 0.5, 3, &r, &t));
}

/* Handbook, section 5.18: a screen whose period is small against the wavelength is a shunt of susceptance B, t = 1 / (1 + i B / 2). */
static void check_slots(void)
{
    double complex r, t;
    for (double a = 0.2; a < 1; a += 0.3) {
        CHECK(!nd_slots_solve(1, a, 0.02, &r, &t));
        CHECK_NEAR(2 * cimag(1 / t) / (4 * 2 * 0.02 / (2 * M_PI) * log(1 / sin(M_PI * a / 2))), 1, 1e-3);
        for (double k = 0.5; k < 3; k += 1.1) {
            CHECK(!nd_slots_solve(1, a, k, &r, &t));
            CHECK_NEAR(pow(cabs(r), 2) + pow(cabs(t), 2), 1, 1e-10);
        }
    }
    CHECK(!nd_slots_solve(2, 0.6, 0.5, &r, &t)); /* lengths scale */
    const double complex before = t;
    CHECK(!nd_slots_solve(1, 0.3, 1, &r, &t));
    CHECK(cabs(before - t) < 1e-6);
    CHECK(nd_slots_solve(1, 0.5, 3.2, &r, &t) == -1);
}

static void check_step(void)
{
    double complex r, t, finer, other;
    const double ratio = log(2) / log(4); /* impedances of rings from 2 to 4 and from 1 to 4 */
    CHECK(!nd_coax_step_solve(&(struct nd_coax_step){1, 2, 4}, 1e-4, 20, &r, &t));
    CHECK_NEAR(creal(r), (ratio - 1) / (ratio + 1), 1e-6);
    CHECK(!nd_coax_step_solve(&(struct nd_coax_step){1, 2, 4}, 0.3, 20, &r, &t));
    CHECK_NEAR(pow(cabs(r), 2) + pow(cabs(t), 2), 1, 1e-10);
    CHECK(!nd_coax_step_solve(&(struct nd_coax_step){1, 2, 4}, 0.3, 50, &finer, &other));
    CHECK(cabs(r - finer) < 1e-3);
    CHECK(cimag(r) < 0); /* a capacity across the line */
    CHECK(nd_coax_step_solve(&(struct nd_coax_step){2, 1, 4}, 0.3, 20, &r, &t));
}

static void check_microstrip(void)
{
    double Z, effective;
    nd_microstrip(1, 1, 1, &Z, &effective);
    CHECK_NEAR(Z * 376.730, 126.5, 0.1); /* Hammerstad and Jensen, table: 126.51 */
    CHECK_NEAR(effective, 1, 1e-12);
    nd_microstrip(100, 1, 9.8, &Z, &effective);
    CHECK_NEAR(Z * sqrt(effective) * 100, 1, 0.06); /* plates with little stray field */
    nd_microstrip(0.6, 0.635, 9.8, &Z, &effective);
    CHECK_NEAR(nd_microstrip_closed(effective, 9.8, 0.635, 10), effective, 0.01); /* far away */
    CHECK_NEAR(nd_microstrip_closed(effective, 9.8, 0.635, 1.865), 6.303,
               0.04); /* the port's own eigenproblem */
}

int main(void)
{
    check_iris();
    check_slots();
    check_step();
    check_microstrip();
    TEST_END;
}
