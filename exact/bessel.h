/* Riccati-Bessel functions, from which spherical fields are made:
 *   psi_n(z) = z j_n(z),   xi_n(z) = z h_n(z) with h_n = j_n + i y_n, an outgoing wave for e^{-i omega t}. */
#ifndef ND_EXACT_BESSEL_H
#define ND_EXACT_BESSEL_H

#include <complex.h>

/* The number of orders after which psi_n(z) is below the rounding error of a double, for |z| = size. */
int nd_bessel_orders(double size);
/* psi[0 ... last] at z; 1e-9 <= |z|, |Im z| <= 600. */
void nd_bessel_psi(double complex z, int last, double complex *psi);
/* xi[0 ... last] at real z >= 1e-9. */
void nd_bessel_xi(double z, int last, double complex *xi);
/* D[0 ... last] = psi_n'(z) / psi_n(z). */
void nd_bessel_log_derivative(double complex z, int last, double complex *D);
/* The derivative of any of them at n >= 1: f_n' = f_{n-1} - n f_n / z. */
double complex nd_bessel_slope(const double complex *f, int n, double complex z);

#endif
