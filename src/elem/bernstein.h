/* The Bernstein-Bezier basis of the reference tetrahedron: the same polynomials as the nodal basis, with sparse
 * operators (Chan & Warburton, GPU-accelerated Bernstein-Bezier discontinuous Galerkin methods for wave problems, 2017).
 *
 * A coefficient has four indices a0 + a1 + a2 + a3 = N, one for each vertex, and the number of the node at the same place
 * of the lattice: a1 fastest, then a2, then a3. Its polynomial is N!/(a0! a1! a2! a3!) times the barycentric coordinates to these powers.
 * A face's trace has the face's coefficients. */
#ifndef ND_BERNSTEIN_H
#define ND_BERNSTEIN_H

#include "elem/elem.h"

int nd_bernstein_index(int N, int a1, int a2, int a3);

/* Both [Np][Np]: values at the nodes = V coefficients, coefficients = inverse values. */
int nd_bernstein_basis(const struct nd_elem *elem, double *V, double *inverse);

/* Coefficients along the first direction, from a1 = 0 up, are a pencil (a2, a3) of N - a2 - a3 + 1. The derivative in
 * all of them reads six more pencils beside it. In each of the Nfp rows of eight, from long pencils to short ones:
 * where begin (a2, a3), (a2+1, a3), (a2, a3+1), (a2-1, a3), (a2-1, a3+1), (a2, a3-1), (a2+1, a3-1); last the length, a2 and a3, a
 * byte each, the lowest first (the highest is left to who deals them out). A pencil that is not there is given as (a2, a3): it is
 * multiplied by zero. */
void nd_bernstein_pencils(int N, uint32_t *pencils);

/* Pencils dealt out to workers, the longest first, each to who has least to do: assigned[round * workers + worker] is a row of
 * nd_bernstein_pencils, or -1. `side` workers in a row run in step, so that they get pencils of about one length together; it divides
 * workers. share > 1, a power of 2: those of so many workers in a row lie in the same banks, so that pencils are wanted there which are no
 * multiple of it apart. Returns the rounds, at most Nfp; assigned[Nfp * workers] may be null. */
enum { ND_SHARE_MOST = 8 };
int nd_bernstein_deal(int N, int workers, int side, int share, int *assigned);

/* [4][Np]: coefficients by distance from a face; within a layer as on the face. */
void nd_bernstein_layers(int N, unsigned char *layers);

#endif
