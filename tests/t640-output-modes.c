// Modes of known signals: harmonic inversion finds them, Pade approximants refine them, add the ones missed, and continue
// the spectrum of a short signal.
#include "monitor/modes.h"
#include "test.h"

enum { SAMPLES = 300 };
static const struct nd_mode known[] = {
    {1.00, 50, 0, 1, 0.3, 0}, {1.05, 200, 0, 0.5, -1, 0}, {1.6, 20, 0, 2, 2, 0}};
enum { KNOWN = sizeof known / sizeof *known };

static double decay_of(const struct nd_mode *m)
{
    return M_PI * m->frequency / m->Q;
}

static void make(double *value, double dt, double noise)
{
    unsigned seed = 1;
    for (int i = 0; i < SAMPLES; i++) {
        seed = seed * 1664525u + 1013904223u;
        value[i] =
            noise * ((double)seed / 4294967296. - 0.5) + 0.2 * exp(-0.01 * i * dt); /* and a slow field */
        for (int k = 0; k < KNOWN; k++)
            value[i] += known[k].amplitude * cos(2 * M_PI * known[k].frequency * i * dt + known[k].phase) *
                        exp(-decay_of(&known[k]) * i * dt);
    }
}

static void check_modes(double noise, double tolerance)
{
    double value[SAMPLES];
    const double band[2] = {0.8, 2}, dt = 0.05;
    struct nd_mode *modes = NULL;
    int n = 0;
    make(value, dt, noise);
    const struct nd_signal signal = {value, SAMPLES, dt};
    CHECK_OK(nd_modes_find(&signal, band, &modes, &n));
    CHECK_OK(nd_modes_refine(&(struct nd_refinement){&signal, band, 2.5, fmax(noise, 1e-13)}, &modes, &n));
    for (int k = 0; k < KNOWN; k++) {
        int best = 0;
        for (int i = 1; i < n; i++)
            if (fabs(modes[i].frequency - known[k].frequency) <
                fabs(modes[best].frequency - known[k].frequency))
                best = i;
        CHECK(n > 0);
        if (!n) break;
        CHECK_NEAR(modes[best].frequency, known[k].frequency, tolerance);
        CHECK_NEAR(modes[best].Q / known[k].Q, 1, 100 * tolerance);
        CHECK_NEAR(modes[best].amplitude, known[k].amplitude, 10 * tolerance);
        CHECK_NEAR(remainder(modes[best].phase - known[k].phase, 2 * M_PI), 0, 10 * tolerance);
        CHECK(modes[best].error < 10 * tolerance);
    }
    for (int i = 1; i < n; i++) CHECK(modes[i].frequency >= modes[i - 1].frequency);
    free(modes);
}

/* The spectrum to infinity is known; that of the samples alone is far from it. */
static void check_spectrum(void)
{
    double value[SAMPLES], worst = 0, alone = 0, most = 0;
    const double dt = 0.05;
    struct nd_pade pade;
    make(value, dt, 0);
    const struct nd_signal signal = {value, SAMPLES, dt};
    CHECK_OK(nd_pade_init(&pade, &signal, 1e-13));
    for (double f = 0.9; f < 1.2; f += 0.001) {
        double complex exact = 0, some;
        for (int k = -1; k < 2 * KNOWN; k++) { /* the trapezoidal rule of the series to infinity */
            const struct nd_mode *m = &known[k < 0 ? 0 : k / 2];
            const double sign = k % 2 ? 1 : -1;
            const double complex rate = k < 0 ? -0.01 : -decay_of(m) + sign * 2 * M_PI * I * m->frequency,
                                 a = k < 0 ? 0.2 : 0.5 * m->amplitude * cexp(sign * I * m->phase),
                                 L = cexp((rate - 2 * M_PI * I * f) * dt);
            exact += dt * a * (1 / (1 - L) - 0.5);
        }
        nd_signal_spectrum(&signal, &f, 1, &some);
        most = fmax(most, cabs(exact));
        worst = fmax(worst, cabs(nd_pade_spectrum(&pade, f) - exact));
        alone = fmax(alone, cabs(some - exact));
    }
    CHECK(worst < 1e-6 * most && alone > 0.3 * most);
    nd_pade_clear(&pade);
}

int main(void)
{
    CHECK_OK(nd_modes_open());
    check_modes(0, 1e-7);
    check_modes(1e-7, 1e-4);
    check_spectrum();
    TEST_END;
}
