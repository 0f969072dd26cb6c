// Resonances with losses: a filled box, and the zeros of Mie's denominators against limits, and against the width of the
// peak of Mie's coefficient.
#include "exact/mie.h"
#include "exact/resonance.h"
#include "test.h"

static void check_box(void)
{
    const double size[3] = {1, 2, 3};
    const double complex w = nd_filled_box_omega(size, (const int[]){1, 1, 0}, 4, 0.2);
    CHECK_NEAR(cabs(w * w * 4 + I * w * 0.2 - M_PI * M_PI * 1.25), 0, 1e-12);
    CHECK_NEAR(nd_resonance_Q(w), creal(w) * 4 / 0.2, 1e-10);
    CHECK(isnan(creal(nd_filled_box_omega(size, (const int[]){1, 0, 0}, 4, 0.2))));
}

/* A ball of large m rings as one whose wall is a magnetic conductor: TE1 has m x -> pi. */
static void check_limit(void)
{
    for (double m = 20; m < 200; m *= 3) {
        const double complex x = nd_open_sphere_omega(ND_SPHERE_TE, 1, m, (M_PI - 0.01 * I) / m);
        CHECK_NEAR(creal(m * x), M_PI, 10 / (m * m));
    }
}

/* Near a narrow resonance |b_2|^2 is a Lorentzian of width Re x / Q; b is 1 at its top. */
static void check_peak(void)
{
    const double m = 6;
    const double complex x = nd_open_sphere_omega(ND_SPHERE_TE, 2, m, 0.74 - 0.001 * I);
    const double Q = nd_resonance_Q(x);
    struct nd_mie mie;
    CHECK_NEAR(Q, 470.86, 0.01);
    for (int side = -1; side <= 1; side++) {
        CHECK_OK(nd_mie_init(&mie, creal(x) * (1 + side / (2 * Q)), m * m, 1));
        CHECK_NEAR(pow(cabs(mie.b[2]), 2), side ? 0.5 : 1, 0.01);
    }
}

int main(void)
{
    check_box();
    check_limit();
    check_peak();
    const double complex TE = nd_open_sphere_omega(ND_SPHERE_TE, 1, 6, 0.5 - 0.01 * I),
                         TM = nd_open_sphere_omega(ND_SPHERE_TM, 1, 6, 0.72 - 0.01 * I);
    CHECK_NEAR(creal(TE), 0.51204, 1e-6);
    CHECK_NEAR(nd_resonance_Q(TE), 43.1686, 1e-4);
    CHECK_NEAR(creal(TM), 0.721792, 1e-6);
    CHECK_NEAR(nd_resonance_Q(TM), 38.0277, 1e-4);
    CHECK(isnan(creal(nd_open_sphere_omega(ND_SPHERE_TE, 11, 6, 1))));
    TEST_END;
}
