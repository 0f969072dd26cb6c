/* The space of transverse fields of hybrid modes: numbers of its functions, and their vectors. */
#ifndef ND_PORT_HYBRID_H
#define ND_PORT_HYBRID_H

#include "port/section.h"

struct nd_hybrid_function {
    int node, unknown; /* unknown: -1: zero on an electric wall */
    double
        along[3]; /* the vector in the triangle of the vertices; dual: whose product with e at the node is the
                          coefficient */
    double dual[3];
    double part[2]; /* the vector's parts along the gradients of the barycentric coordinates l1 and l2 */
};

struct nd_hybrid {
    struct nd_section *s;
    const struct nd_elem *flat; /* of degree p */
    int Nf, functions, transverse, unknowns;
    int *edge_first;               /* [edges] first unknown; -1: on an electric wall */
    struct nd_hybrid_function *at; /* [faces][functions] */
    double *value, *Dr, *Ds;       /* [points][Nf] of degree p at the quadrature points */
    double *slope[2];              /* [Nf][section's Nf] derivatives of psi at the nodes of degree p */
    double *A, *B, *x, *y;
};

/* Lists the functions of all faces, and numbers the unknowns. */
int nd_hybrid_number(struct nd_hybrid *h);
/* The vector of a function where the gradients of l1 and l2 are grad. */
void nd_hybrid_vector(const struct nd_hybrid_function *f, const double grad[2][3], double out[3]);

#endif
