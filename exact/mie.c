/* The coefficients of the Mie series, and the far field. */
#include "exact/mie.h"

#include <math.h>
#include "base/error.h"
#include "exact/bessel.h"

static int check_size(double x)
{
    int status = 0;
    if (!(x >= 1e-3 && x <= 150))
        FAIL(NUDGE_EVALUE, "Mie series: k times the radius is %g; it must lie in 0.001 ... 150", x);
done:
    return status;
}

static void sphere_init(struct nd_mie *mie, double x, double complex m, double complex mu)
{
    *mie = (struct nd_mie){.x = x, .m = m, .mu = mu, .last = nd_bessel_orders(x)};
}

int nd_mie_init_pec(struct nd_mie *mie, double x)
{
    int status = 0;
    double complex psi[ND_MIE_MOST + 1], xi[ND_MIE_MOST + 1];
    TRY(check_size(x));
    sphere_init(mie, x, 0, 1);
    nd_bessel_psi(x, mie->last, psi);
    nd_bessel_xi(x, mie->last, xi);
    for (int n = 1; n <= mie->last; n++) {
        mie->a[n] = nd_bessel_slope(psi, n, x) / nd_bessel_slope(xi, n, x);
        mie->b[n] = psi[n] / xi[n];
    }
done:
    return status;
}

/* The numerators of c and d contain the Wronskian psi xi' - xi psi' = i. */
int nd_mie_init(struct nd_mie *mie, double x, double complex epsilon, double complex mu)
{
    int status = 0;
    double complex psi[ND_MIE_MOST + 1], xi[ND_MIE_MOST + 1], inner[ND_MIE_MOST + 1], D[ND_MIE_MOST + 1];
    const double complex m = csqrt(epsilon * mu);
    TRY(check_size(x));
    if (!(cabs(m) >= 0.1 && cabs(m) * x <= 1000 && fabs(cimag(m)) * x <= 300))
        FAIL(NUDGE_EVALUE,
             "Mie series: refractive index %g%+gi with k radius = %g; its size must be at least 0.1, times k "
             "radius at most 1000 (the imaginary part 300): take a PEC sphere for a good conductor",
             creal(m), cimag(m), x);
    sphere_init(mie, x, m, mu);
    nd_bessel_psi(x, mie->last, psi);
    nd_bessel_xi(x, mie->last, xi);
    nd_bessel_psi(m * x, mie->last, inner);
    nd_bessel_log_derivative(m * x, mie->last, D);
    for (int n = 1; n <= mie->last; n++) {
        const double complex dpsi = nd_bessel_slope(psi, n, x), dxi = nd_bessel_slope(xi, n, x);
        const double complex electric = m * dxi - mu * xi[n] * D[n];
        const double complex magnetic = mu * dxi - m * xi[n] * D[n];
        mie->a[n] = (m * dpsi - mu * psi[n] * D[n]) / electric;
        mie->b[n] = (mu * dpsi - m * psi[n] * D[n]) / magnetic;
        mie->c[n] = I * m * mu / (inner[n] * magnetic);
        mie->d[n] = I * m * mu / (inner[n] * electric);
    }
done:
    return status;
}

double nd_mie_Q_sca(const struct nd_mie *mie)
{
    double sum = 0;
    for (int n = 1; n <= mie->last; n++)
        sum += (2 * n + 1) * (creal(mie->a[n] * conj(mie->a[n])) + creal(mie->b[n] * conj(mie->b[n])));
    return 2 * sum / (mie->x * mie->x);
}

double nd_mie_Q_ext(const struct nd_mie *mie)
{
    double sum = 0;
    for (int n = 1; n <= mie->last; n++) sum += (2 * n + 1) * creal(mie->a[n] + mie->b[n]);
    return 2 * sum / (mie->x * mie->x);
}

double nd_mie_Q_back(const struct nd_mie *mie)
{
    return nd_mie_rcs(mie, M_PI, 0);
}

void nd_mie_amplitudes(const struct nd_mie *mie, double theta, double complex S[2])
{
    const double cosine = cos(theta);
    double before = 0, pi = 1; /* pi_{n-1}, pi_n */
    S[0] = S[1] = 0;
    for (int n = 1; n <= mie->last; n++) {
        const double tau = n * cosine * pi - (n + 1) * before, weight = (2 * n + 1) / (n * (n + 1.0));
        S[0] += weight * (mie->a[n] * pi + mie->b[n] * tau);
        S[1] += weight * (mie->a[n] * tau + mie->b[n] * pi);
        const double after = ((2 * n + 1) * cosine * pi - (n + 1) * before) / n;
        before = pi, pi = after;
    }
}

void nd_mie_far(const struct nd_mie *mie, double theta, double phi, double complex F[2])
{
    double complex S[2];
    nd_mie_amplitudes(mie, theta, S);
    F[0] = I * cos(phi) * S[1];
    F[1] = -I * sin(phi) * S[0];
}

double nd_mie_rcs(const struct nd_mie *mie, double theta, double phi)
{
    double complex F[2];
    nd_mie_far(mie, theta, phi, F);
    return 4 * creal(F[0] * conj(F[0]) + F[1] * conj(F[1])) / (mie->x * mie->x);
}
