/* LAPACK, opened at run time: dense problems of ports' cross-sections. Matrices are stored by columns; the
 * lower triangle counts. */
#ifndef ND_PORT_LAPACK_H
#define ND_PORT_LAPACK_H

/* Solves A X = B for a positive definite A[n][n] and B[columns][n]; A is destroyed, B becomes X. */
int nd_lapack_solve(int n, double *A, int columns, double *B);
/* The eigenvalue number `which`, from 0 and ascending, of A x = lambda B x, and the next one, which is INFINITY if there is
 * none. A and B are destroyed. x: [2 n], of which the first n are the vector of the first, with x.B x = 1. */
int nd_lapack_eigen(int n, double *A, double *B, int which, double lambda[2], double *x);

/* All eigenvalues re + i im and right eigenvectors Y[n][n] of any A[n][n], which is destroyed. */
int nd_lapack_eigen_any(int n, double *A, double *re, double *im, double *Y);

/* Factors any A[n][n], with pivots [n]; and solves with it, x becoming the solution. */
int nd_lapack_factor(int n, double *A, int *pivot);
int nd_lapack_factored(int n, double *A, int *pivot, double *x);

#endif
