/* Pointwise terms, which act inside single elements: losses and the PML. Other elements cost
 * nothing. Elements with losses only, those in a slab of the PML, which absorbs along one axis, and
 * those at its edges and corners are launched separately, because they store different variables in
 * addition to their fields. Losses are part of every stage, as sources are. The PML's terms are
 * applied once, at the end of each step: seen from inside the PML that is the symmetric splitting,
 * of second order, at a fifth of the memory traffic. */
#ifndef ND_POINTWISE_H
#define ND_POINTWISE_H

#include "step/extra.h"
#include "pml/pml.h"
#include "step/lsrk.h"

enum nd_pointwise_kind { ND_POINTWISE_LOSSES, ND_POINTWISE_SLAB, ND_POINTWISE_CORNER, ND_POINTWISE_KINDS };

struct nd_pointwise {
    struct nd_rhs *rhs;
    struct nd_pointwise_part {
        struct nd_subset subset;
        struct nd_buffer left;             /* losses: their residual, compact */
        struct nd_buffer aux, axis, depth; /* PML; see pointwise.knl */
        struct nd_module *module;
        struct nd_kernel *kernel;
    } part[ND_POINTWISE_KINDS];
    struct nd_buffer points;
    int grading;
    double fastest;  /* the largest rate in the PML, 1/time */
    double *damping; /* [K] damping rate of each element that limits the time step, 1/time; null: 0 in all */
};

/* Attaches itself to the operator if any element needs it; it must then outlive the operator.
 * setup: the operator's own. pml: may be null. */
int nd_pointwise_init(struct nd_pointwise *local, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_pml *pml, const struct nd_integrator *integrator);
void nd_pointwise_clear(struct nd_pointwise *local);
/* An upper bound of the bytes on the device for n elements of a PML. */
size_t nd_pointwise_bytes(const struct nd_law *law, nd_idx n, int Np, int single);

#endif
