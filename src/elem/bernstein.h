/* The Bernstein-Bezier basis of the reference tetrahedron: the same polynomials as the nodal basis, with sparse
 * operators (Chan & Warburton, GPU-accelerated Bernstein-Bezier discontinuous Galerkin methods for wave problems, 2017).
 *
 * A coefficient has four indices a0 + a1 + a2 + a3 = N, one for each vertex. Its polynomial is N!/(a0! a1! a2! a3!)
 * times the barycentric coordinates to these powers. A face's trace has the face's coefficients. */
#ifndef ND_BERNSTEIN_H
#define ND_BERNSTEIN_H

#include "elem/elem.h"

enum { ND_COEFFICIENTS_MOST = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) * (ND_ORDER_MOST + 3) / 6 };

/* The number of a coefficient: that of the node at the same place of the lattice; a1 runs first, then a2, then a3. */
int nd_bernstein_index(int N, int a1, int a2, int a3);

/* Both [Np][Np]: values at the nodes = V coefficients, coefficients = inverse values. number[Np]: the column of V that
 * each coefficient has instead of its own; may be null. */
int nd_bernstein_basis(const struct nd_elem *elem, const unsigned char *number, double *V, double *inverse);

#endif
