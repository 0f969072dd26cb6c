// Mie's series against tabulated values, limits, conservation of power, the conditions on the
// surface, Maxwell's equations.
#include "maxwell-check.h"
#include "exact/mie.h"

static void check_tables(void)
{
    static const struct {
        double x, sigma;
    } pec[] = {{0.5, 0.52958}, {1, 3.63757}, {2, 1.00814}, {5, 1.16884}};
    /* n = 2; Bohren and Huffman's appendix A; Wiscombe's absorbing spheres. */
    static const struct {
        double x;
        double complex m;
        double Q_ext, Q_sca, tolerance;
    } body[] = {
        {1, 2, 0.796830, 0.796830, 5e-7},         {2, 2, 4.77044, 4.77044, 5e-6},
        {5.21282, 1.55, 3.10543, 3.10543, 1e-5},  {1, 1.5 + I, 2.336321, 0.663454, 5e-7},
        {100, 1.5 + I, 2.097502, 1.283697, 5e-7}, {1, 10 + 10 * I, 2.532993, 2.049405, 5e-7},
    };
    struct nd_mie mie;
    for (size_t i = 0; i < sizeof pec / sizeof *pec; i++) {
        CHECK_OK(nd_mie_init_pec(&mie, pec[i].x));
        CHECK_NEAR(nd_mie_Q_back(&mie), pec[i].sigma, 5e-6);
    }
    for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
        CHECK_OK(nd_mie_init(&mie, body[i].x, body[i].m * body[i].m, 1));
        CHECK_NEAR(nd_mie_Q_ext(&mie), body[i].Q_ext, body[i].tolerance);
        CHECK_NEAR(nd_mie_Q_sca(&mie), body[i].Q_sca, body[i].tolerance);
    }
}

/* Far smaller than the wave: the polarisabilities of a dielectric and of a conducting sphere. */
static void check_rayleigh(void)
{
    const double x = 0.01, x4 = x * x * x * x, epsilon = 4;
    struct nd_mie mie;
    CHECK_OK(nd_mie_init(&mie, x, epsilon, 1));
    CHECK_NEAR(nd_mie_Q_sca(&mie) / x4, 8.0 / 3 * pow((epsilon - 1) / (epsilon + 2), 2), 2e-4);
    CHECK_NEAR(nd_mie_Q_back(&mie) / x4, 4 * pow((epsilon - 1) / (epsilon + 2), 2), 2e-4);
    CHECK_OK(nd_mie_init_pec(&mie, x));
    CHECK_NEAR(nd_mie_Q_sca(&mie) / x4, 10.0 / 3, 1e-3);
    CHECK_NEAR(nd_mie_Q_back(&mie) / x4, 9, 1e-3);
    CHECK_OK(nd_mie_init_pec(&mie, 150));
    CHECK_NEAR(nd_mie_Q_back(&mie), 1, 0.01); /* far larger: the disc's shadow and the mirror's glint */
    CHECK_NEAR(nd_mie_Q_ext(&mie), 2, 0.05);
}

/* The power extracted from the wave equals the power that leaves: by the coefficients, by the
 * forward amplitude (optical theorem), and by the radar cross-section summed over all directions,
 * where E- and H-plane have half the weight each. */
static void check_power(const struct nd_mie *mie, int lossy)
{
    const double Q_ext = nd_mie_Q_ext(mie), Q_sca = nd_mie_Q_sca(mie);
    const int n = 2000;
    double complex S[2];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double theta = M_PI * (i + 0.5) / n;
        sum += (nd_mie_rcs(mie, theta, 0) + nd_mie_rcs(mie, theta, M_PI / 2)) * sin(theta);
    }
    /* Midpoints of a function of period 2 pi, odd in theta: the error falls as 1 / n^2 only. */
    CHECK_NEAR(sum * M_PI / n / 4, Q_sca, 2e-6 * mie->x * mie->x + 1e-6);
    nd_mie_amplitudes(mie, 0, S);
    CHECK_NEAR(cabs(S[0] - S[1]), 0, 1e-12 * cabs(S[0]));
    CHECK_NEAR(4 / (mie->x * mie->x) * creal(S[0]), Q_ext, 1e-12 * Q_ext);
    if (lossy)
        CHECK(Q_ext > Q_sca * 1.01);
    else
        CHECK_NEAR(Q_ext, Q_sca, 1e-12 * Q_ext);
}

/* Direction i of twelve that avoid the axes. */
static void direction(int i, double out[3])
{
    const double theta = 0.1 + 0.26 * i, phi = 1 + 2.4 * i;
    out[0] = sin(theta) * cos(phi), out[1] = sin(theta) * sin(phi), out[2] = cos(theta);
}

static void along(const double n[3], double r, double point[3])
{
    for (int i = 0; i < 3; i++) point[i] = r * n[i];
}

static void total_outside(const struct nd_mie *mie, const double point[3], double complex u[6])
{
    nd_mie_field(mie, point, u);
    u[0] += cexp(I * mie->x * point[2]);
    u[4] += cexp(I * mie->x * point[2]);
}

/* Tangential E and H go through the surface unbroken, normal epsilon E and mu H too; on PEC
 * tangential E and normal H vanish. */
static void check_surface(const struct nd_mie *mie, double complex epsilon)
{
    for (int i = 0; i < 12; i++) {
        double n[3], point[3];
        double complex out[6], in[6];
        direction(i, n);
        along(n, 1 + 1e-15, point);
        total_outside(mie, point, out);
        along(n, 1 - 1e-15, point);
        nd_mie_field(mie, point, in);
        for (int f = 0; f < 6; f += 3) {
            const double complex relative = f ? mie->mu : epsilon;
            double complex normal_out = 0, normal_in = 0;
            for (int j = 0; j < 3; j++) normal_out += n[j] * out[f + j], normal_in += n[j] * in[f + j];
            if (mie->m != 0 || f) CHECK_NEAR(cabs(normal_out - relative * normal_in), 0, 1e-10);
            for (int j = 0; j < 3; j++)
                if (mie->m != 0 || !f)
                    CHECK_NEAR(cabs(out[f + j] - normal_out * n[j] - in[f + j] + normal_in * n[j]), 0, 1e-10);
        }
    }
}

static void mie_field(const void *mie, const double point[3], double complex u[6])
{
    nd_mie_field(mie, point, u);
}

static void check_maxwell(const struct nd_mie *mie, double complex epsilon)
{
    const double h = 0.01 / fmax(mie->x, 1);
    for (int i = 0; i < 12; i++) {
        double n[3], point[3];
        direction(i, n);
        along(n, 1.2 + 0.3 * i, point);
        CHECK_NEAR(harmonic_miss(mie_field, mie, point, h, mie->x, 1, 1), 0, 1e-9);
        along(n, 0.05 + 0.06 * i, point);
        if (mie->m != 0)
            CHECK_NEAR(harmonic_miss(mie_field, mie, point, h / cabs(mie->m), mie->x, epsilon, mie->mu), 0,
                       1e-9);
    }
}

/* The near field goes over into the far one, with its phase, as 1 / (k r). */
static void check_far(const struct nd_mie *mie)
{
    const double theta = 2.1, phi = 0.7, kr = 1e7;
    const double e[2][3] = {{cos(theta) * cos(phi), cos(theta) * sin(phi), -sin(theta)},
                            {-sin(phi), cos(phi), 0}};
    const double n[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
    double complex F[2], u[6];
    double point[3];
    along(n, kr / mie->x, point);
    nd_mie_far(mie, theta, phi, F);
    nd_mie_field(mie, point, u);
    for (int i = 0; i < 2; i++) {
        double complex dot = 0;
        for (int j = 0; j < 3; j++) dot += u[j] * e[i][j];
        CHECK_NEAR(cabs(dot * kr * cexp(-I * kr) - F[i]), 0, 1e-4 * cabs(F[i]));
    }
}

static void check_incident(void)
{
    struct nd_mie mie;
    CHECK_OK(nd_mie_init_pec(&mie, 3));
    for (int i = 0; i < 12; i++) {
        double n[3], point[3];
        double complex u[6];
        direction(i, n);
        along(n, i / 11.0, point);
        nd_mie_incident(&mie, point, u);
        const double complex wave = cexp(I * mie.x * point[2]);
        for (int j = 0; j < 6; j++) CHECK_NEAR(cabs(u[j] - (j == 0 || j == 4 ? wave : 0)), 0, 1e-7);
    }
}

/* Epsilon and mu exchanged: electric and magnetic multipoles exchanged. A good conductor is nearly PEC. */
static void check_kinship(void)
{
    struct nd_mie one, other;
    CHECK_OK(nd_mie_init(&one, 2, 3 + 0.5 * I, 1.7));
    CHECK_OK(nd_mie_init(&other, 2, 1.7, 3 + 0.5 * I));
    for (int n = 1; n <= 8; n++) {
        CHECK_NEAR(cabs(one.a[n] - other.b[n]), 0, 1e-13);
        CHECK_NEAR(cabs(one.b[n] - other.a[n]), 0, 1e-13);
    }
    CHECK_OK(nd_mie_init(&one, 1, 1e4 * I, 1));
    CHECK_OK(nd_mie_init_pec(&other, 1));
    CHECK_NEAR(nd_mie_Q_back(&one), nd_mie_Q_back(&other), 0.1);
    CHECK_OK(nd_mie_init(&one, 1, 3.9e4 * I, 1));
    CHECK_NEAR(nd_mie_Q_back(&one), nd_mie_Q_back(&other), 0.05);
}

int main(void)
{
    static const struct {
        double x;
        double complex epsilon, mu;
    } body[] = {{0.3, 4, 1}, {2, 4, 1}, {M_PI, 1, 3}, {5, 2.25 + 0.3 * I, 1.5}, {30, 2, 1}, {2, -3 + I, 1}};
    struct nd_mie mie;
    check_tables();
    check_rayleigh();
    check_incident();
    check_kinship();
    for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
        CHECK_OK(nd_mie_init(&mie, body[i].x, body[i].epsilon, body[i].mu));
        check_power(&mie, cimag(body[i].epsilon) > 0);
        check_surface(&mie, body[i].epsilon);
        check_maxwell(&mie, body[i].epsilon);
        check_far(&mie);
    }
    for (double x = 0.5; x < 20; x *= 2.1) {
        CHECK_OK(nd_mie_init_pec(&mie, x));
        check_power(&mie, 0);
        check_surface(&mie, 1);
        check_maxwell(&mie, 1);
        check_far(&mie);
    }
    CHECK_FAILS(nd_mie_init_pec(&mie, 0), NUDGE_EVALUE, "radius is 0");
    CHECK_FAILS(nd_mie_init(&mie, NAN, 4, 1), NUDGE_EVALUE, "radius is nan");
    CHECK_FAILS(nd_mie_init(&mie, 1, 0, 1), NUDGE_EVALUE, "at least 0.1");
    CHECK_FAILS(nd_mie_init(&mie, 10, 1e6, 1), NUDGE_EVALUE, "at most 1000");
    TEST_END;
}
