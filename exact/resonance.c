#include "exact/resonance.h"

#include <math.h>
#include "exact/bessel.h"

double nd_resonance_Q(double complex omega)
{
    return -creal(omega) / (2 * cimag(omega));
}

double complex nd_filled_box_omega(const double size[3], const int mode[3], double epsilon, double sigma)
{
    double k2 = 0;
    int none = 0;
    for (int i = 0; i < 3; i++) {
        k2 += pow(M_PI * mode[i] / size[i], 2);
        none += mode[i] == 0;
    }
    const double half = sigma / (2 * epsilon);
    if (none > 1 || !(k2 / epsilon > half * half)) return NAN;
    return sqrt(k2 / epsilon - half * half) - I * half;
}

enum { ORDERS = 10 };

/* xi_n of a complex argument; upward recurrence is stable for it. */
static void outgoing(double complex z, int last, double complex *xi)
{
    xi[0] = -I * cexp(I * z);
    xi[1] = xi[0] / z - cexp(I * z);
    for (int n = 1; n < last; n++) xi[n + 1] = (2 * n + 1) / z * xi[n] - xi[n - 1];
}

static double complex denominator(enum nd_sphere_mode mode, int n, double m, double complex x)
{
    double complex xi[ORDERS + 2], psi[ORDERS + 2];
    outgoing(x, n, xi);
    nd_bessel_psi(m * x, n, psi);
    const double complex outside = nd_bessel_slope(xi, n, x) * psi[n],
                         inside = xi[n] * nd_bessel_slope(psi, n, m * x);
    return mode == ND_SPHERE_TE ? outside - m * inside : m * outside - inside;
}

double complex nd_open_sphere_omega(enum nd_sphere_mode mode, int n, double m, double complex x)
{
    if (n < 1 || n > ORDERS) return NAN;
    for (int i = 0; i < 100; i++) {
        const double h = 1e-5 * cabs(x);
        const double complex slope =
                                 (denominator(mode, n, m, x + h) - denominator(mode, n, m, x - h)) / (2 * h),
                             step = denominator(mode, n, m, x) / slope;
        if (!(cabs(step) < 1)) return NAN;
        x -= step;
        if (cabs(step) < 1e-13 * cabs(x)) return cimag(x) < 0 ? x : NAN;
    }
    return NAN;
}
