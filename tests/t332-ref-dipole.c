// The dipole's fields satisfy Maxwell's equations, radiate the known power in the known pattern,
// and have a current as their source.
#include "maxwell-check.h"
#include "exact/dipole.h"

static const struct nd_dipole electric = {ND_DIPOLE_ELECTRIC, {0.3, -0.2, 0.1}, {0.6, 0, 0.8}},
                              magnetic = {ND_DIPOLE_MAGNETIC, {0.3, -0.2, 0.1}, {0.6, 0, 0.8}};
static const double omega = 2.5;

static void harmonic(const void *dipole, const double point[3], double complex u[6])
{
    nd_dipole_harmonic(dipole, omega, 1 + 0.5 * I, point, u);
}

/* A Gaussian moment and its derivatives. */
static void pulse(double t, const void *context, double moment[3])
{
    (void)context;
    moment[0] = exp(-t * t / 2), moment[1] = -t * moment[0], moment[2] = (t * t - 1) * moment[0];
}

/* cos(omega t): the moment whose current amplitude is -i omega. */
static void cosine(double t, const void *context, double moment[3])
{
    (void)context;
    moment[0] = cos(omega * t), moment[1] = -omega * sin(omega * t), moment[2] = -omega * omega * moment[0];
}

struct instant {
    const struct nd_dipole *dipole;
    double t;
};

static void at_instant(const void *context, const double point[3], double complex u[6])
{
    const struct instant *at = context;
    double v[6];
    nd_dipole_field(at->dipole, pulse, NULL, point, at->t, v);
    for (int i = 0; i < 6; i++) u[i] = v[i];
}

static void place(int i, double point[3])
{
    const double r = 0.2 + 0.3 * i, theta = 0.1 + 0.3 * i, phi = 2.4 * i;
    point[0] = electric.at[0] + r * sin(theta) * cos(phi);
    point[1] = electric.at[1] + r * sin(theta) * sin(phi);
    point[2] = electric.at[2] + r * cos(theta);
}

/* dE/dt = curl H, dH/dt = -curl E away from the dipole. */
static void check_pulse(const struct nd_dipole *dipole, const double point[3], double t)
{
    const double h = 0.01;
    struct instant at = {dipole, t}, later[2] = {{dipole, t + 1e-4}, {dipole, t - 1e-4}};
    double complex d[3][6], u[2][6];
    double size = 0;
    for (int axis = 0; axis < 3; axis++) differentiate(at_instant, &at, point, axis, h, d[axis]);
    for (int i = 0; i < 2; i++) at_instant(later + i, point, u[i]);
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 6; i++) size = fmax(size, cabs(d[axis][i]));
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        CHECK_NEAR(cabs((u[0][i] - u[1][i]) / 2e-4 - (d[j][3 + k] - d[k][3 + j])), 0, 2e-6 * size);
        CHECK_NEAR(cabs((u[0][3 + i] - u[1][3 + i]) / 2e-4 + (d[j][k] - d[k][j])), 0, 2e-6 * size);
    }
}

/* Time and frequency domain are one: a cosine's field is the real part of the amplitudes. */
static void check_cosine(const struct nd_dipole *dipole, const double point[3], double t)
{
    double u[6];
    double complex v[6];
    nd_dipole_field(dipole, cosine, NULL, point, t, u);
    nd_dipole_harmonic(dipole, omega, -I * omega, point, v);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(u[i], creal(v[i] * cexp(-I * omega * t)), 1e-12 * (1 + cabs(v[i])));
}

/* The mean power through a sphere about the dipole, near or far, and how it is spread far away. */
static void check_power(const struct nd_dipole *dipole, double r)
{
    const int n = 40, m = 8; /* midpoints in cos theta, about the dipole's own axis, with error 1 / n^2 */
    const double *d = dipole->direction, side[3] = {d[2], 0, -d[0]}, power = nd_dipole_power(omega, 1.7);
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const double cosine_theta = (2 * i + 1.0) / n - 1, sine = sqrt(1 - cosine_theta * cosine_theta);
            const double phi = 2 * M_PI * j / m;
            double normal[3], point[3], flow = 0;
            double complex u[6];
            for (int k = 0; k < 3; k++)
                normal[k] = cosine_theta * d[k] + sine * cos(phi) * side[k] + (k == 1 ? sine * sin(phi) : 0);
            for (int k = 0; k < 3; k++) point[k] = dipole->at[k] + r * normal[k];
            nd_dipole_harmonic(dipole, omega, 1.7, point, u);
            for (int k = 0; k < 3; k++) {
                const int a = (k + 1) % 3, b = (k + 2) % 3;
                flow += normal[k] * creal(u[a] * conj(u[3 + b]) - u[b] * conj(u[3 + a])) / 2;
            }
            sum += flow * 4 * M_PI * r * r / (n * m);
            CHECK_NEAR(flow * 4 * M_PI * r * r, power * nd_dipole_directivity(acos(cosine_theta)),
                       1e-9 * power);
        }
    CHECK_NEAR(sum, power, 1e-3 * power);
}

/* Close by and slowly the fields are a charge pair's and the law of Biot and Savart's. */
static void check_static(void)
{
    const struct nd_dipole dipole = {ND_DIPOLE_ELECTRIC, {0}, {0, 0, 1}};
    double complex u[6];
    nd_dipole_harmonic(&dipole, 1e-3, -I * 1e-3, (double[]){0, 0, 0.1}, u); /* p = 1 */
    CHECK_NEAR(creal(u[2]), 2 / (4 * M_PI * 1e-3), 1e-3);
    nd_dipole_harmonic(&dipole, 1e-3, 1, (double[]){0.1, 0, 0}, u); /* I dl = 1 along z: H along y */
    CHECK_NEAR(creal(u[4]), 1 / (4 * M_PI * 1e-2), 1e-4);
}

/* A directivity's mean over all directions is 1. */
static void check_mean(double (*directivity)(double theta), double broadside)
{
    double sum = 0;
    const int n = 2000;
    for (int i = 0; i < n; i++) {
        const double theta = M_PI * (i + 0.5) / n;
        sum += directivity(theta) * sin(theta) * M_PI / n / 2;
    }
    CHECK_NEAR(sum, 1, 2e-6);
    CHECK_NEAR(directivity(M_PI / 2), broadside, 5e-4);
    CHECK(directivity(0) == 0);
}

int main(void)
{
    for (int i = 0; i < 12; i++) {
        double point[3];
        place(i, point);
        const double h = 0.002 * (1 + i);
        CHECK_NEAR(harmonic_miss(harmonic, &electric, point, h, omega, 1, 1), 0, 1e-6);
        CHECK_NEAR(harmonic_miss(harmonic, &magnetic, point, h, omega, 1, 1), 0, 1e-6);
        for (int j = 0; j < 5; j++) {
            if (i > 0) check_pulse(&electric, point, i * 0.3 - 1.5 + j);
            if (i > 0) check_pulse(&magnetic, point, i * 0.3 - 1.5 + j);
            check_cosine(&electric, point, j);
            check_cosine(&magnetic, point, j);
        }
    }
    check_power(&electric, 0.1);
    check_power(&electric, 50);
    check_power(&magnetic, 3);
    check_static();
    check_mean(nd_dipole_directivity, 1.5);
    check_mean(nd_half_wave_directivity, 1.641);
    TEST_END;
}
