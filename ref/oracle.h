/* The book's method for any law, in double precision: the oracle that every kernel is tied to. The law's functions are asked one field at a
 * time, on the host, for what they are as matrices; the rest is loops over those, clarity over speed. What the matrices
 * themselves must be like is checked without meshes, by the tests of laws. Used by the tests and by suite.h. */
#ifndef ND_ORACLE_H
#define ND_ORACLE_H

#include "ref/ref.h"
#include "step/rhs.h"

struct nd_oracle {
    const struct nd_ref *ref; /* the maps, and what an element is */
    const nd_idx *EToB, *region;
    int *material; /* [nregions] */
    int n, nmaterials;
    double *A;             /* [nmaterials][3][n][n]: dq/dt = - sum over k of A_k dq/dx_k */
    double *H;             /* [nmaterials][n][n]: energy density = q.H q / 2 */
    double *B;             /* [nmaterials][n][n]: dq/dt inside an element, outside any shell */
    double *inner, *outer; /* [K][4][n][n]: what is lifted is inner q- + outer q+, but for Fscale */
    double *
        speed; /* [nmaterials]; then, as medium.knl has it, losses, what the law refuses a material for, left-outs */
};

/* Of the setup, device, precision and plan are not looked at; ref is of the same mesh and order and must outlive the oracle, as mesh and
 * connect must. */
int nd_oracle_init(struct nd_oracle *oracle, const struct nd_ref *ref, const struct nd_setup *setup);
void nd_oracle_clear(struct nd_oracle *oracle);

/* The matrices of a face alone, `inner` and `outer` of [n][n]: of materials number own and other, and where condition >= 0 of a boundary. */
struct nd_oracle_face {
    double normal[3];
    int own, other, condition;
};
int nd_oracle_faces(const struct nd_setup *setup, const struct nd_oracle_face *face, size_t count,
                    double *inner, double *outer);

/* Fields are [n][K * Np], mesh element order. */
int nd_oracle_rate(const struct nd_oracle *oracle, double *const *q, double *const *rate);
double nd_oracle_energy(const struct nd_oracle *oracle, double *const *q);
/* The integral of q.H rate: how fast the energy changes. */
double nd_oracle_power(const struct nd_oracle *oracle, double *const *q, double *const *rate);

#endif
