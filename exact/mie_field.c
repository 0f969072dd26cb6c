/* Fields at a point as sums of vector spherical harmonics. Incident, scattered and inner field are the same
 * sum,
 *   E = sum E_n (p_n M_o1n - i q_n N_e1n),   H = -Y sum E_n (q_n M_e1n + i p_n N_o1n),
 *   E_n = i^n (2n+1) / (n (n+1)),
 * with p = q = 1; p = -b, q = -a and outgoing waves; p = c, q = d and the wavenumber inside. Y = sqrt(epsilon
 * / mu). */
#include "exact/mie.h"

#include <math.h>
#include "exact/bessel.h"

struct spherical {
    double r, cosine, sine, cos_phi, sin_phi;
};

static struct spherical locate(const double point[3])
{
    const double across = hypot(point[0], point[1]), r = hypot(across, point[2]);
    struct spherical at = {r, 1, 0, 1, 0};
    if (r > 0) at.cosine = point[2] / r, at.sine = across / r;
    if (across > 0) at.cos_phi = point[0] / across, at.sin_phi = point[1] / across;
    return at;
}

/* Converts components along r, theta, phi to those along x, y, z. */
static void turn(const struct spherical *at, const double complex v[3], double complex out[3])
{
    const double complex radial = at->sine * v[0] + at->cosine * v[1];
    out[0] = radial * at->cos_phi - v[2] * at->sin_phi;
    out[1] = radial * at->sin_phi + v[2] * at->cos_phi;
    out[2] = at->cosine * v[0] - at->sine * v[1];
}

struct series {
    int last;
    const double complex *p, *q;
    const double complex *f; /* the Riccati-Bessel functions at rho = m k r */
    double complex rho, Y;
};

static void sum_field(const struct series *s, const struct spherical *at, double complex u[6])
{
    const double complex *p = s->p, *q = s->q, *f = s->f, rho = s->rho, Y = s->Y;
    double complex E[3] = {0}, H[3] = {0}, power = I; /* i^n */
    double before = 0, pi = 1;                        /* pi_{n-1}, pi_n */
    for (int n = 1; n <= s->last; n++, power *= I) {
        const double tau = n * at->cosine * pi - (n + 1) * before;
        const double complex weight = power * (2 * n + 1) / (n * (n + 1.0)) / rho;
        const double complex z = f[n], slope = nd_bessel_slope(f, n, rho);
        const double complex radial = n * (n + 1) * at->sine * pi * z / rho;
        E[0] += weight * -I * q[n] * radial * at->cos_phi;
        E[1] += weight * (p[n] * pi * z - I * q[n] * tau * slope) * at->cos_phi;
        E[2] += weight * (-p[n] * tau * z + I * q[n] * pi * slope) * at->sin_phi;
        H[0] -= weight * Y * I * p[n] * radial * at->sin_phi;
        H[1] -= weight * Y * (-q[n] * pi * z + I * p[n] * tau * slope) * at->sin_phi;
        H[2] -= weight * Y * (-q[n] * tau * z + I * p[n] * pi * slope) * at->cos_phi;
        const double after = ((2 * n + 1) * at->cosine * pi - (n + 1) * before) / n;
        before = pi, pi = after;
    }
    turn(at, E, u);
    turn(at, H, u + 3);
}

/* Fields are smooth at the centre, where the sum is 0 / 0: a point too close to it is moved outwards a
 * little. */
static double complex scaled(double complex k, double r)
{
    const double complex rho = k * r;
    return cabs(rho) < 1e-8 ? 1e-8 : rho;
}

void nd_mie_field(const struct nd_mie *mie, const double point[3], double complex u[6])
{
    const struct spherical at = locate(point);
    double complex p[ND_MIE_MOST + 1], q[ND_MIE_MOST + 1], f[ND_MIE_MOST + 1];
    if (at.r >= 1) {
        const double rho = mie->x * at.r;
        nd_bessel_xi(rho, mie->last, f);
        for (int n = 1; n <= mie->last; n++) p[n] = -mie->b[n], q[n] = -mie->a[n];
        sum_field(&(struct series){mie->last, p, q, f, rho, 1}, &at, u);
    } else if (mie->m == 0) {
        for (int i = 0; i < 6; i++) u[i] = 0;
    } else {
        const double complex rho = scaled(mie->m * mie->x, at.r);
        nd_bessel_psi(rho, mie->last, f);
        sum_field(&(struct series){mie->last, mie->c, mie->d, f, rho, mie->m / mie->mu}, &at, u);
    }
}

void nd_mie_incident(const struct nd_mie *mie, const double point[3], double complex u[6])
{
    const struct spherical at = locate(point);
    const double complex rho = scaled(mie->x, at.r);
    double complex one[ND_MIE_MOST + 1], psi[ND_MIE_MOST + 1];
    for (int n = 0; n <= mie->last; n++) one[n] = 1;
    nd_bessel_psi(rho, mie->last, psi);
    sum_field(&(struct series){mie->last, one, one, psi, rho, 1}, &at, u);
}
