/* The Bernstein-Bezier basis of the reference tetrahedron: the same polynomials as the nodal basis, with sparse
 * operators (Chan & Warburton, GPU-accelerated Bernstein-Bezier discontinuous Galerkin methods for wave problems, 2017).
 *
 * A coefficient has four indices a0 + a1 + a2 + a3 = N, one for each vertex. Its polynomial is N!/(a0! a1! a2! a3!) times the barycentric
 * coordinates to these powers. A face's trace has the face's coefficients.
 *
 * Coefficients along the first direction, from a1 = 0 up, are a pencil (a2, a3) of N - a2 - a3 + 1, which have numbers in a row. Pencils follow one
 * another by a2, then a3, so that a coefficient has the number of the node at the same place of the lattice; or they are `spread`: (a2, a3) begins at
 * 2 a2 + 3 a3 modulo 8. Then whatever distance modulo 8 two pencils have, their neighbours on any side have it too: those that lie in banks of
 * their own read their neighbours from banks of their own. A pencil leads from one remainder to another, so that an order in which all begin where
 * they shall is a path that takes every edge of a graph once; for N = 5, 7 and 9 it is found, for 4, 6 and 8 but for two or three, most of them
 * of one coefficient. */
#ifndef ND_BERNSTEIN_H
#define ND_BERNSTEIN_H

#include "elem/elem.h"

enum { ND_COEFFICIENTS_MOST = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) * (ND_ORDER_MOST + 3) / 6 };

/* Of the node, and of a coefficient where they are not spread. */
int nd_bernstein_index(int N, int a1, int a2, int a3);
/* [Np]: the number of the coefficient that has the index. */
void nd_bernstein_numbers(int N, int spread, unsigned char *number);

/* Both [Np][Np]: values at the nodes = V coefficients, coefficients = inverse values. */
int nd_bernstein_basis(const struct nd_elem *elem, int spread, double *V, double *inverse);

/* The derivative in all coefficients of a pencil reads six more pencils beside it. In each of the Nfp rows of eight, from long pencils to short
 * ones: where begin (a2, a3), (a2+1, a3), (a2, a3+1), (a2-1, a3), (a2-1, a3+1), (a2, a3-1), (a2+1, a3-1); last the length, a2 and a3, a
 * byte each, the lowest first (the highest is left to who deals them out). A pencil that is not there is multiplied by zero, or left out: given is (a2, a3)
 * or, before it, one that begins where it would. */
void nd_bernstein_pencils(int N, int spread, uint32_t *pencils);

/* Or derivatives come from cells. Cell d, of order N - 1, has the corners d + e_k; the derivative in coefficient a is the sum over j of a_j times what
 * comes from cell a - e_j. Up to order ND_CELLS_ORDER cells are few. A row of eight is N of them and what is made of these: the corners of each, a
 * byte each, that of k = 0 the lowest; in the fourth number up to three coefficients, likewise; last how many these are. Rows of many come first.
 *   Along an edge the cells A, B, C go from (N - 1) e_i to (N - 1) e_j. The first coefficient is N A, and there where there are N; the second is
 * A + (N - 1) B, the third (N - 1) B + C. At order 3 a coefficient within a face is A + B + C, the third then and the only one.
 *   Returns how many rows there are, at most ND_CELLS_ROWS. */
enum { ND_CELLS_ORDER = 3, ND_CELLS_ROWS = 10 };
int nd_bernstein_cells(int N, int spread, uint32_t *rows);

/* [4][Np]: coefficients by distance from a face; within a layer as on the face. */
void nd_bernstein_layers(int N, int spread, unsigned char *layers);

#endif
