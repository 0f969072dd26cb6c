// The strip of exact/strip.c: what it takes from the wave is what goes in all directions, which holds for the right current
// alone; narrow strips are a wire and a dipole, wide ones take twice their width and mirror the wave.
#include "exact/strip.h"
#include "test.h"

#define EULER 0.57721566490153286

int main(void)
{
    struct nd_strip s;
    for (int wave = 0; wave < 2; wave++)
        for (double ka = 0.05; ka < 19; ka *= 1.7) {
            CHECK(!nd_strip_init(&s, (enum nd_strip_wave)wave, ka));
            CHECK_NEAR(nd_strip_extinction(&s) / nd_strip_scattering(&s), 1, 1e-9);
        }
    /* In units of the width 2a: a wire of radius a/2, (2 / ka) / (1 + (2 / pi)^2 (ln(ka/4) + Euler)^2) up to (ka)^2. */
    const double ka = 0.01, part = 2 / M_PI * (log(ka / 4) + EULER);
    CHECK(!nd_strip_init(&s, ND_STRIP_TM, ka));
    CHECK_NEAR(nd_strip_scattering(&s) * ka * (1 + part * part) / 2, 1, 2e-4);
    /* A dipole of the polarizability pi a^2: pi^2 (ka)^3 / 16. */
    CHECK(!nd_strip_init(&s, ND_STRIP_TE, ka));
    CHECK_NEAR(nd_strip_scattering(&s) / (M_PI * M_PI * ka * ka * ka / 16), 1, 1e-3);
    for (int wave = 0; wave < 2; wave++) {
        CHECK(!nd_strip_init(&s, (enum nd_strip_wave)wave, 18));
        CHECK_NEAR(nd_strip_scattering(&s), 2, 0.05);
        /* Physical optics towards the mirror direction: echo = k w^2, in units of the width 2 ka. */
        CHECK_NEAR(nd_strip_echo(&s, M_PI / 2) / 36, 1, 0.05);
    }
    CHECK(nd_strip_init(&s, ND_STRIP_TM, 0) == -1 && nd_strip_init(&s, ND_STRIP_TE, 21) == -1);
    if (getenv("TEST_SHOW"))
        for (int i = 1; i < 7; i++)
            for (int wave = 0; wave < 2; wave++) {
                CHECK(!nd_strip_init(&s, (enum nd_strip_wave)wave, i));
                printf("ka %d %s: %.8f %.8f\n", i, wave ? "TE" : "TM", nd_strip_extinction(&s),
                       nd_strip_scattering(&s));
            }
    TEST_END;
}
