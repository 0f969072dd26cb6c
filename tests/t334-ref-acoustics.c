// Partial waves of acoustics against tabulated values, limits, conservation of power, the
// conditions on the sphere and the wave equation.
#include "exact/sound.h"
#include "test.h"

static void check_tables(void)
{
    struct nd_sound s;
    CHECK_OK(nd_sound_init(&s, 1, ND_SOUND_RIGID));
    CHECK_NEAR(nd_sound_Q_sca(&s), 0.321629, 5e-7);
    CHECK_OK(nd_sound_init(&s, 2, ND_SOUND_RIGID));
    CHECK_NEAR(nd_sound_Q_sca(&s), 0.781500, 5e-7);
}

/* Far smaller than the wave: rigid f = (k a)^2 (3/2 cos theta - 1) / 3, soft f = -1; far larger:
 * twice the disc. */
static void check_limits(void)
{
    struct nd_sound s;
    CHECK_OK(nd_sound_init(&s, 0.01, ND_SOUND_RIGID));
    CHECK_NEAR(nd_sound_Q_sca(&s) / 1e-8, 7.0 / 9, 1e-3);
    for (double theta = 0; theta < 3.2; theta += 0.4)
        CHECK_NEAR(creal(nd_sound_far(&s, theta)) / 1e-4, (1.5 * cos(theta) - 1) / 3, 1e-3);
    CHECK_OK(nd_sound_init(&s, 0.01, ND_SOUND_SOFT));
    CHECK_NEAR(nd_sound_Q_sca(&s), 4, 1e-3);
    CHECK_NEAR(creal(nd_sound_far(&s, 1)), -1, 1e-3);
    for (int surface = 0; surface < 2; surface++) {
        CHECK_OK(nd_sound_init(&s, 150, surface));
        CHECK_NEAR(nd_sound_Q_sca(&s), 2, 0.08);
    }
}

/* The power extracted from the wave, by the forward amplitude, equals the power scattered in all
 * directions. */
static void check_power(const struct nd_sound *s)
{
    const int n = 4000;
    const double Q = nd_sound_Q_sca(s);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double theta = M_PI * (i + 0.5) / n, f = cabs(nd_sound_far(s, theta));
        sum += f * f * sin(theta);
    }
    CHECK_NEAR(2 * sum * M_PI / n, Q, 1e-5 * Q);
    CHECK_NEAR(4 / s->x * cimag(nd_sound_far(s, 0)), Q, 1e-12 * Q);
}

static void check_field(const struct nd_sound *s, enum nd_sound_surface surface)
{
    double complex p[2], q[2], far;
    for (double theta = 0.1; theta < 3.1; theta += 0.3) {
        const double k = s->x, c = cos(theta), h = 1e-4 / k;
        nd_sound_field(s, 1, theta, p);
        if (surface == ND_SOUND_RIGID)
            CHECK_NEAR(cabs(p[1] + I * k * c * cexp(I * k * c)), 0, 1e-9 * k);
        else
            CHECK_NEAR(cabs(p[0] + cexp(I * k * c)), 0, 1e-9);
        nd_sound_field(s, 1.5 + h, theta, q);
        nd_sound_field(s, 1.5 - h, theta, p);
        const double complex difference = (q[0] - p[0]) / (2 * h);
        nd_sound_field(s, 1.5, theta, p);
        CHECK_NEAR(cabs(difference - p[1]), 0, 1e-5 * k);
        nd_sound_field(s, 1e6, theta, p);
        far = nd_sound_far(s, theta);
        CHECK_NEAR(cabs(p[0] * 1e6 * cexp(-I * k * 1e6) - far), 0, 1e-4 * k);
    }
}

int main(void)
{
    struct nd_sound s;
    check_tables();
    check_limits();
    for (int surface = 0; surface < 2; surface++)
        for (double x = 0.3; x < 25; x *= 2.2) {
            CHECK_OK(nd_sound_init(&s, x, surface));
            check_power(&s);
            check_field(&s, surface);
        }
    CHECK_FAILS(nd_sound_init(&s, 0, ND_SOUND_RIGID), NUDGE_EVALUE, "radius is 0");
    CHECK_FAILS(nd_sound_init(&s, NAN, ND_SOUND_SOFT), NUDGE_EVALUE, "radius is nan");
    CHECK_NEAR(nd_room_frequency(343, (double[]){5, 4, 3}, (int[]){1, 0, 0}), 34.3, 1e-12);
    CHECK_NEAR(nd_room_frequency(2, (double[]){1, 1, 1}, (int[]){1, 2, 2}), 3, 1e-12);
    TEST_END;
}
