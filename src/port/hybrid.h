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

/* Modes at one frequency, by falling beta. */
struct nd_hybrid_modes {
    int most, n;   /* wanted, found */
    double *beta2; /* [most] */
    double *x;     /* [most][unknowns] */
};

/* Lists the functions of all faces, and numbers the unknowns. */
int nd_hybrid_number(struct nd_hybrid *h);
/* The vector of a function where the gradients of l1 and l2 are grad. */
void nd_hybrid_vector(const struct nd_hybrid_function *f, const double grad[2][3], double out[3]);
/* hybrid.c: the matrices A and B. square: w^2 mu epsilon of the first face. */
int nd_hybrid_fill(struct nd_hybrid *h, double square);
/* y = M x; returns x.y. */
double nd_hybrid_product(const struct nd_hybrid *h, const double *M, const double *x, double *y);
/* The patterns of x at the nodes of degree p: e, and e + grad psi. vector: [2][faces][Nf][3] */
void nd_hybrid_keep(const struct nd_hybrid *h, double *vector);
/* The integral of the product of two vectors [faces][Nf][3]. */
double nd_hybrid_overlap(const struct nd_hybrid *h, const double *a, const double *b);
/* The effective conductivity of the mode x, by the energy in each material. */
int nd_hybrid_loss(const struct nd_hybrid *h, double beta2, double *sigma);

/* hybrid_search.c: finds the modes that travel, at most modes->most of them, for A and B. shift: above all beta^2. */
int nd_hybrid_search(struct nd_hybrid *h, double shift, struct nd_hybrid_modes *modes, const char *where);
/* hybrid_follow.c: sets frequency, epsilon and sigma of mode->known, cutoff and split. all: patterns [ND_MODE_KNOWN] as
 * nd_hybrid_keep has them. */
int nd_hybrid_follow(struct nd_hybrid *h, const double band[2], double *all, const char *where);

#endif
