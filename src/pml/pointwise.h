/* What happens inside elements by themselves: losses, and the absorbing shell. Elements that have none pay nothing; those with losses
 * only, those in a slab of the shell, which absorbs along one axis, and those at its edges and corners are launched apart, for
 * they keep different numbers besides their fields. Losses are a part of every stage, as sources are. A shell's terms are taken once, at the end
 * of each step: that is the symmetric splitting seen from inside the shell, of second order, and a fifth of the traffic. */
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
        struct nd_buffer left;             /* of losses: their residual, compact */
        struct nd_buffer aux, axis, depth; /* of a shell; see pointwise.knl */
        struct nd_module *module;
        struct nd_kernel *kernel;
    } part[ND_POINTWISE_KINDS];
    struct nd_buffer points;
    int grading;
    double fastest; /* the largest rate in the shell, 1/time */
    double *
        damping; /* [K] a rate that the scheme may take as far as its reach in an element, 1/time; null: 0 in all */
};

/* Attaches itself to the operator, where any element needs it, and must then stay until the operator is gone; `setup` is the
 * operator's own, the shell may be null. */
int nd_pointwise_init(struct nd_pointwise *local, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_pml *shell, const struct nd_integrator *integrator);
void nd_pointwise_clear(struct nd_pointwise *local);
/* Bytes on the device for so many elements of a shell, at the most. */
size_t nd_pointwise_bytes(const struct nd_law *law, nd_idx n, int Np, int single);

#endif
