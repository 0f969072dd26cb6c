#include "exact/bessel.h"

#include <math.h>

int nd_bessel_orders(double size)
{
    return (int)(size + 8 * cbrt(size) + 16);
}

double complex nd_bessel_slope(const double complex *f, int n, double complex z)
{
    return f[n - 1] - n * f[n] / z;
}

/* Stable if the functions still oscillate, n well below z, and cheap for a distant point. */
static void psi_upward(double complex z, int last, double complex *psi)
{
    psi[0] = csin(z);
    if (last > 0) psi[1] = psi[0] / z - ccos(z);
    for (int n = 1; n < last; n++) psi[n + 1] = (2 * n + 1) / z * psi[n] - psi[n - 1];
}

/* Miller's algorithm: psi_n falls with n, so that the recurrence is run downward from an arbitrary start, and
 * scaled by psi_0 or psi_1, whichever is further from zero. */
static void psi_downward(double complex z, int last, double complex *psi)
{
    const int orders = nd_bessel_orders(cabs(z)), start = (orders > last ? orders : last) + 16;
    double complex above = 0, here = 1e-200, below, first;
    for (int n = start; n > 0; n--) {
        if (n <= last) psi[n] = here;
        below = (2 * n + 1) / z * here - above;
        above = here, here = below;
        if (cabs(here) > 1e200) {
            above *= 1e-250, here *= 1e-250;
            for (int i = n; i <= last; i++) psi[i] *= 1e-250;
        }
    }
    psi[0] = here;
    first = csin(z) / z - ccos(z);
    const double complex scale = cabs(first) > cabs(csin(z)) ? first / above : csin(z) / here;
    for (int n = 0; n <= last; n++) psi[n] *= scale;
}

void nd_bessel_psi(double complex z, int last, double complex *psi)
{
    if (cimag(z) == 0 && cabs(z) > 2 * last)
        psi_upward(z, last, psi);
    else
        psi_downward(z, last, psi);
}

void nd_bessel_xi(double z, int last, double complex *xi)
{
    double before = -cos(z), here = -cos(z) / z - sin(z);
    nd_bessel_psi(z, last, xi);
    for (int n = 0; n <= last; n++) {
        xi[n] += I * before;
        double after = (2 * n + 3) / z * here - before;
        before = here, here = after;
    }
}

void nd_bessel_log_derivative(double complex z, int last, double complex *D)
{
    const int orders = nd_bessel_orders(cabs(z)), start = (orders > last ? orders : last) + 16;
    double complex here = 0;
    for (int n = start; n >= 0; n--) {
        if (n <= last) D[n] = here;
        if (n > 0) here = n / z - 1 / (here + n / z);
    }
}
