// The thin wire: known impedances and convergence.
#include <complex.h>
#include <math.h>
#include "test.h"
#include "exact/wire.h"

#define VACUUM 376.730313

int main(void)
{
    double complex Z, finer;
    double k, R, other;
    /* A half-wave dipole that is very thin has 73.1 + 42.5 i ohms. */
    CHECK(!nd_wire_impedance(1, 1e-5, M_PI, 201, &Z));
    CHECK_NEAR(creal(Z) * VACUUM, 73.1, 5);
    CHECK_NEAR(cimag(Z) * VACUUM, 42.5, 3);
    CHECK(!nd_wire_impedance(1, 1e-3, M_PI, 101, &Z));
    CHECK(!nd_wire_impedance(1, 1e-3, M_PI, 201, &finer));
    CHECK(cabs(Z - finer) < 0.02 * cabs(Z));
    /* Thicker wires are resonant at lower frequencies; R. F. Harrington's half-wave dipole of length-to-diameter 74.2 at 0.47. */
    CHECK(!nd_wire_resonance(1, 1 / 148.4, 41, &k, &R));
    CHECK_NEAR(k / (2 * M_PI), 0.47, 0.005);
    CHECK_NEAR(R * VACUUM, 72, 2);
    CHECK(!nd_wire_resonance(1, 1e-3, 101, &other, &R));
    CHECK(other > k && other < M_PI);
    CHECK(nd_wire_impedance(1, 0.05, M_PI, 41, &Z) == -1 && nd_wire_impedance(1, 1e-3, M_PI, 40, &Z) == -1);
    TEST_END;
}
