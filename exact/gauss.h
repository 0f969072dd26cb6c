/* Systems of linear equations of the integral equations beside this file. */
#ifndef ND_EXACT_GAUSS_H
#define ND_EXACT_GAUSS_H

#include <complex.h>

/* Gauss elimination with pivots: A[n][n] is overwritten, b[n] becomes the solution. */
void nd_gauss_solve(int n, double complex *A, double complex *b);

#endif
