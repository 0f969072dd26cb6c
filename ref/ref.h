/* The book's method for Maxwell in plain double C, vmapM/vmapP and all: the oracle that every kernel is tied to.
 * Used by tests only; clarity over speed. Fields are [6][K * Np], order Ex Ey Ez Hx Hy Hz, mesh element order. */
#ifndef ND_REF_H
#define ND_REF_H

#include "elem/geometry.h"
#include "part/connect.h"

enum nd_ref_condition { ND_REF_PEC, ND_REF_PMC, ND_REF_ABSORBING, ND_REF_IMPEDANCE };

struct nd_ref {
    const struct nd_mesh *mesh;
    struct nd_elem elem;
    struct nd_connect connect;
    nd_idx *vmapM, *vmapP;            /* [K * 4 * Nfp]; matched by coordinates, not by permutation tables */
    double *epsilon, *mu;             /* [K] absolute */
    double *sigma, *sigma_m;          /* [K] electric conductivity, magnetic loss */
    enum nd_ref_condition *condition; /* [K][4], read at boundary faces only */
    double *wall;                     /* [K][4] impedances, read where the condition is that */
    double upwind;
};

/* Vacuum (1, 1, no losses), all walls PEC, upwind 1; change the arrays afterwards as wanted. */
int nd_ref_init(struct nd_ref *ref, struct nd_mesh *mesh, int N);
void nd_ref_clear(struct nd_ref *ref);
int nd_ref_rate(const struct nd_ref *ref, double *const q[6], double *rate[6]);
/* One LSRK4 step. */
int nd_ref_step(const struct nd_ref *ref, double *q[6], double dt);
double nd_ref_energy(const struct nd_ref *ref, double *const q[6]);

#endif
