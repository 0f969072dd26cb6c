/* The reference tetrahedron (-1,-1,-1) (1,-1,-1) (-1,1,-1) (-1,-1,1) at order N: nodes, basis,
 * operators. Matrices are row-major and double. The book: Hesthaven & Warburton, Nodal
 * Discontinuous Galerkin Methods, 2008. */
#ifndef ND_ELEM_H
#define ND_ELEM_H

#include "base/memory.h"

#define ND_ORDER_MOST 9

struct nd_elem {
    int N, Np, Nfp;
    double *r, *s, *t;    /* [Np] warp & blend nodes */
    int *Fmask;           /* [4][Nfp] face nodes; faces as in part/connect.h */
    int *permuted;        /* [6][Nfp] face nodes under the permutations of the vertices; see nd_elem_init */
    double *V, *invV;     /* [Np][Np] Vandermonde of the orthonormal basis, and its inverse */
    double *M;            /* [Np][Np] mass matrix of the reference element */
    double *Dr, *Ds, *Dt; /* [Np][Np] */
    double *LIFT;         /* [Np][4 * Nfp] */
};

/* permuted: let element k meet m with EToP = p. The point of k's face node n (k's face vertices in
 * nd_face_vertex order) is m's face node permuted[p * Nfp + n], that is m's volume node Fmask[g *
 * Nfp + permuted[p * Nfp + n]]. */
int nd_elem_init(struct nd_elem *elem, int N);
void nd_elem_clear(struct nd_elem *elem);

int nd_elem_Np(int N);
int nd_elem_Nfp(int N);

/* nodes.c: warp & blend nodes on the reference tetrahedron, the book's ordering (r fastest, then s,
 * then t). */
int nd_nodes(int N, double *r, double *s, double *t);
/* basis.c: the orthonormal polynomials and their gradients at points; out[point * Np + mode]. */
int nd_basis(int N, int points, const double *r, const double *s, const double *t, double *out);
int nd_basis_gradient(int N, int points, const double *r, const double *s, const double *t,
                      double *const gradient[3]);
double nd_jacobi(double x, double alpha, double beta, int n);
/* Gauss points and weights of the Jacobi weight (1-x)^alpha (1+x)^beta, n points. */
int nd_jacobi_gauss(double alpha, double beta, int n, double *x, double *w);
/* operators.c: out[points][Np] takes nodal values to values at the points. */
int nd_interpolation(const struct nd_elem *elem, int points, const double *r, const double *s,
                     const double *t, double *out);
/* dense.c: 1-norm condition number of an n x n matrix; infinite when it is singular. */
int nd_condition(int n, const double *a, double *condition);
/* inverse[n][n] of a[n][n]; fails when singular. */
int nd_inverse(int n, const double *a, double *inverse);
/* The same of a symmetric positive definite matrix, faster and without a step that refines it; fails when it is not. */
int nd_inverse_positive(int n, const double *a, double *inverse);
/* out[i][j] += the sum over q < count of left[q][i] right[q][j]; i, j < n. */
void nd_add_products(int n, int count, const double *left, const double *right, double *out);
/* Jacobi's rotations: the symmetric S[n][n] becomes diagonal, V's columns are its eigenvectors. NaN
 * stays NaN. */
void nd_eigen(int n, double *S, double *V);

#endif
