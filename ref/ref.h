/* The book's method for Maxwell's equations in plain C and double precision, with vmapM and vmapP; kernels
 * are tested against it. Written for clarity, not speed; used by tests only. Fields are [6][K * Np], Ex Ey Ez
 * Hx Hy Hz, in the order of mesh elements. Call nd_ref_init, change the arrays as needed, then nd_ref_rate or
 * nd_ref_step, then nd_ref_clear. */
#ifndef ND_REF_H
#define ND_REF_H

#include "elem/geometry.h"
#include "part/connect.h"

enum nd_ref_condition { ND_REF_PEC, ND_REF_PMC, ND_REF_ABSORBING, ND_REF_IMPEDANCE };

struct nd_ref {
    const struct nd_mesh *mesh;
    struct nd_elem elem;
    struct nd_connect connect;
    nd_idx *vmapM, *vmapP;   /* [K * 4 * Nfp], found by comparing coordinates, not from permutation tables */
    double *epsilon, *mu;    /* [K] absolute */
    double *sigma, *sigma_m; /* [K] electric conductivity, magnetic loss */
    enum nd_ref_condition *condition; /* [K][4], used at boundary faces only */
    double *wall;                     /* [K][4] impedances, used where the condition is an impedance */
    double upwind;
};

/* Sets vacuum (1, 1, no losses), PEC on all boundaries and upwind 1. The mesh must outlive ref. */
int nd_ref_init(struct nd_ref *ref, struct nd_mesh *mesh, int N);
void nd_ref_clear(struct nd_ref *ref);
int nd_ref_rate(const struct nd_ref *ref, double *const q[6], double *rate[6]);
/* One LSRK4 step. */
int nd_ref_step(const struct nd_ref *ref, double *q[6], double dt);
double nd_ref_energy(const struct nd_ref *ref, double *const q[6]);

#endif
