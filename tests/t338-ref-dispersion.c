// Permittivities with poles: limits, symmetry, and uniform fields over time against closed forms.
#include "exact/dispersion.h"
#include "test.h"

static void check_epsilon(void)
{
    const struct nd_dispersion d = {.epsilon = 2,
                                    .sigma = 0.3,
                                    .n = 3,
                                    .at = {{3, 5, 0.4, 0.1, 0}, {9, 0, 0.2, 0, 0}, {4, 0, 0, 0, 0.5}}};
    const double w = 2;
    const double complex e = nd_dispersion_epsilon(&d, -I * w),
                         lorentz = 3 * (25 - I * w * 0.1) / (25 - w * w - I * 0.4 * w),
                         drude = -9 / (w * w + I * 0.2 * w), debye = 4 / (1 - I * w * 0.5);
    CHECK(cabs(e - (2 + I * 0.3 / w + lorentz + drude + debye)) < 1e-14);
    CHECK(cimag(e) > 0);
    CHECK(cabs(nd_dispersion_epsilon(&d, I * w) - conj(e)) < 1e-14);
    CHECK(cabs(nd_dispersion_epsilon(&d, -1e9 * I) - 2) < 1e-8);
}

/* A conductor, a plasma, and Debye's medium, whose field falls to epsilon / (epsilon + strength). */
static void check_decay(void)
{
    for (double t = 0.1; t < 3; t += 0.37) {
        const struct nd_dispersion conductor = {.epsilon = 2, .sigma = 3},
                                   plasma = {.epsilon = 4, .n = 1, .at = {{.strength = 36, .damping = 0.8}}},
                                   debye = {.epsilon = 2, .n = 1, .at = {{.strength = 6, .time = 0.5}}};
        const double w = sqrt(9 - 0.16), rate = (1 + 6.0 / 2) / 0.5;
        CHECK_NEAR(nd_dispersion_decay(&conductor, t), exp(-1.5 * t), 1e-8);
        CHECK_NEAR(nd_dispersion_decay(&plasma, t), exp(-0.4 * t) * (cos(w * t) + 0.4 / w * sin(w * t)),
                   1e-8);
        CHECK_NEAR(nd_dispersion_decay(&debye, t), 0.25 + 0.75 * exp(-rate * t), 1e-8);
    }
}

int main(void)
{
    check_epsilon();
    check_decay();
    TEST_END;
}
