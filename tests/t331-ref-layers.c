// Waves through layers: Fresnel, Brewster, total reflection, films, a guide's slab; power; and
// chain matrices.
#include "exact/guide.h"
#include "exact/layers.h"
#include "test.h"

static struct nd_layers_answer solve(const struct nd_layer *layers, int count, double omega, double kt,
                                     enum nd_layers_wave wave)
{
    struct nd_layers_answer answer = {0};
    CHECK_OK(nd_layers_solve(layers, count, omega, kt, wave, &answer));
    return answer;
}

static void check_fresnel(void)
{
    const struct nd_layer half[] = {{.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1}}, *glass = half + 1;
    for (int wave = 0; wave < 2; wave++) {
        struct nd_layers_answer at = solve(half, 2, 3, 0, wave);
        CHECK_NEAR(at.R, 1.0 / 9, 1e-15);
        CHECK_NEAR(at.T, 8.0 / 9, 1e-15);
        CHECK_NEAR(creal(at.r), -1.0 / 3, 1e-15);
        CHECK_NEAR(creal(at.t), 2.0 / 3, 1e-15);
    }
    /* 45 degrees, in the textbook's form. */
    const double theta = M_PI / 4, inner = asin(sin(theta) / 2);
    CHECK_NEAR(creal(solve(half, 2, 3, 3 * sin(theta), ND_LAYERS_TE).r),
               -sin(theta - inner) / sin(theta + inner), 1e-14);
    CHECK_NEAR(creal(solve(half, 2, 3, 3 * sin(theta), ND_LAYERS_TM).r),
               -tan(theta - inner) / tan(theta + inner), 1e-14);
    CHECK_NEAR(solve(half, 2, 3, 3 * sin(atan(2)), ND_LAYERS_TM).R, 0, 1e-15); /* Brewster */
    const struct nd_layer out[] = {*glass, half[0]};
    for (int wave = 0; wave < 2; wave++) {
        struct nd_layers_answer at = solve(out, 2, 3, 6 * sin(0.6), wave); /* critical: 30 degrees */
        CHECK_NEAR(at.R, 1, 1e-14);
        CHECK_NEAR(at.T, 0, 1e-14);
    }
    /* Equal impedances do not reflect. */
    const struct nd_layer matched[] = {{.epsilon = 1, .mu = 1},
                                       {.epsilon = 3, .mu = 3, .sigma = 2, .sigma_m = 2}};
    CHECK_NEAR(solve(matched, 2, 3, 0, ND_LAYERS_TE).R, 0, 1e-15);
}

/* Half a wave of anything is invisible; a quarter of the mean index takes the reflection away. */
static void check_films(void)
{
    const double omega = 5;
    struct nd_layer film[] = {{.epsilon = 1, .mu = 1},
                              {.epsilon = 2, .mu = 1, .thickness = M_PI / (omega * sqrt(2))},
                              {.epsilon = 4, .mu = 1}};
    CHECK_NEAR(solve(film, 3, omega, 0, ND_LAYERS_TE).R, 1.0 / 9, 1e-14);
    film[1].thickness /= 2;
    CHECK_NEAR(solve(film, 3, omega, 0, ND_LAYERS_TE).R, 0, 1e-14);
    /* A thick lossy layer hides what is behind it and shows its surface: 1000 skin depths do not overflow. */
    film[1].sigma = 50, film[1].thickness = 100;
    const struct nd_layer front[] = {film[0], film[1]};
    CHECK_NEAR(solve(film, 3, omega, 1, ND_LAYERS_TM).R, solve(front, 2, omega, 1, ND_LAYERS_TM).R, 1e-14);
    CHECK_NEAR(solve(film, 3, omega, 1, ND_LAYERS_TM).T, 0, 1e-300);
}

/* By multiplying chain matrices, which know nothing of interfaces; kt = omega sin(theta) from vacuum. */
static void check_chain(double omega, double kt, enum nd_layers_wave wave, double sigma)
{
    const struct nd_layer stack[] = {
        {.epsilon = 1, .mu = 1},
        {.epsilon = 4, .mu = 1, .sigma = sigma, .thickness = 0.31},
        {.epsilon = 1, .mu = 2.5, .sigma_m = sigma / 2, .thickness = 0.17},
        {.epsilon = 0.2, .mu = 1, .thickness = 0.4}, /* evanescent at grazing angles */
        {.epsilon = 2.25, .mu = 1}};
    double complex Y[5], A = 1, B = 0, C = 0, D = 1;
    for (int i = 0; i < 5; i++) {
        const double complex epsilon = stack[i].epsilon + I * stack[i].sigma / omega;
        const double complex mu = stack[i].mu + I * stack[i].sigma_m / omega;
        const double complex kz = csqrt(omega * omega * epsilon * mu - kt * kt),
                             phase = kz * stack[i].thickness;
        Y[i] = wave == ND_LAYERS_TE ? kz / (omega * mu) : omega * epsilon / kz;
        if (i == 0 || i == 4) continue;
        const double complex c = ccos(phase), s = -I * csin(phase);
        const double complex a = A * c + B * s * Y[i], b = A * s / Y[i] + B * c;
        const double complex e = C * c + D * s * Y[i], f = C * s / Y[i] + D * c;
        A = a, B = b, C = e, D = f;
    }
    const double complex front = A + B * Y[4], flow = C + D * Y[4];
    const double complex r = (Y[0] * front - flow) / (Y[0] * front + flow),
                         t = 2 * Y[0] / (Y[0] * front + flow);
    struct nd_layers_answer at = solve(stack, 5, omega, kt, wave);
    CHECK_NEAR(cabs(at.r - r), 0, 1e-12);
    CHECK_NEAR(cabs(at.t - t), 0, 1e-12);
    if (sigma == 0)
        CHECK_NEAR(at.R + at.T, 1, 1e-13);
    else
        CHECK(at.R + at.T < 0.99);
}

/* VALIDATION: WR-90, 10 mm of epsilon = 4, 10 GHz. */
static void check_guide(void)
{
    const double c = 299792458, a = 22.86e-3, k = 2 * M_PI * 10e9 / c;
    const struct nd_layer slab[] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1, .thickness = 10e-3}, {.epsilon = 1, .mu = 1}};
    struct nd_layers_answer at = solve(slab, 3, k, nd_guide_cutoff(a), ND_LAYERS_TE);
    CHECK_NEAR(cabs(at.r), 0.608921, 5e-7);
    CHECK_NEAR(cabs(at.t), 0.793231, 5e-7);
}

int main(void)
{
    struct nd_layers_answer at;
    struct nd_layer bad[] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1, .thickness = -1}, {.epsilon = 1, .mu = 1}};
    check_fresnel();
    check_films();
    check_guide();
    for (int i = 0; i < 40; i++) {
        const double omega = 0.5 + 0.4 * i, kt = omega * sin(0.037 * i);
        check_chain(omega, kt, ND_LAYERS_TE, 0);
        check_chain(omega, kt, ND_LAYERS_TM, 0);
        check_chain(omega, kt, ND_LAYERS_TE, 1.5);
        check_chain(omega, kt, ND_LAYERS_TM, 1.5);
    }
    CHECK_FAILS(nd_layers_solve(bad, 1, 1, 0, ND_LAYERS_TE, &at), NUDGE_EVALUE, "two half-spaces");
    CHECK_FAILS(nd_layers_solve(bad, 3, 0, 0, ND_LAYERS_TE, &at), NUDGE_EVALUE, "omega");
    CHECK_FAILS(nd_layers_solve(bad, 3, 1, 0, ND_LAYERS_TE, &at), NUDGE_EVALUE, "-1 thick");
    bad[1].thickness = 1;
    CHECK_FAILS(nd_layers_solve(bad, 3, 1, 1, ND_LAYERS_TE, &at), NUDGE_EVALUE, "no wave travels");
    bad[1].sigma = -1;
    CHECK_FAILS(nd_layers_solve(bad, 3, 1, 0, ND_LAYERS_TE, &at), NUDGE_EVALUE, "layer 1");
    TEST_END;
}
