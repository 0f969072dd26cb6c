// The thin wire: known impedances and convergence. The flat strip: the same as a wire of a quarter of its width as radius, and
// convergence.
#include <complex.h>
#include <math.h>
#include "test.h"
#include "exact/strip_dipole.h"
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
    /* A narrow strip, fed over a short gap, and the wire of that radius: two formulations. */
    struct nd_strip_dipole strip = {.length = 1, .width = 0.004, .gap = 0.01, .across = 4, .along = 100};
    double other_R;
    CHECK(!nd_wire_resonance(1, 1e-3, 201, &k, &R));
    CHECK(!nd_strip_dipole_resonance(&strip, &other, &other_R));
    CHECK_NEAR(other / k, 1, 0.003);
    CHECK_NEAR(other_R / R, 1, 0.003);
    /* A resistance of the port itself makes little difference to what it sees; a wide strip is resonant at a lower
     * frequency; and finer cells change it by less than 0.5 %. */
    strip = (struct nd_strip_dipole){.length = 1, .width = 0.1, .gap = 0.04, .resistance = 0.2, .across = 4, .along = 60};
    CHECK(!nd_strip_dipole_resonance(&strip, &k, &R));
    CHECK(k < other);
    strip.across = 8, strip.along = 120;
    CHECK(!nd_strip_dipole_resonance(&strip, &other, &other_R));
    CHECK_NEAR(other / k, 1, 0.005);
    CHECK_NEAR(other_R / R, 1, 0.005);
    strip.resistance = 2;
    CHECK(!nd_strip_dipole_impedance(&strip, other, &Z));
    CHECK_NEAR(creal(Z) / other_R, 1, 0.01);
    strip.across = 3;
    CHECK(nd_strip_dipole_impedance(&strip, k, &Z) == -1);
    strip.across = 4, strip.gap = 2;
    CHECK(nd_strip_dipole_impedance(&strip, k, &Z) == -1);
    TEST_END;
}
