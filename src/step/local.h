/* What happens inside elements by themselves: losses, and the absorbing shell. Elements that have none pay nothing; those with losses
 * only, those in a slab of the shell, which absorbs along one axis, and those at its edges and corners are launched apart, for
 * they keep different numbers besides their fields. Losses are a part of every stage, as sources are. A shell's terms are taken once, at the end
 * of each step: that is the symmetric splitting seen from inside the shell, of second order, and a fifth of the traffic. */
#ifndef ND_LOCAL_H
#define ND_LOCAL_H

#include "step/extra.h"
#include "step/absorber.h"
#include "step/lsrk.h"

enum nd_local_kind { ND_LOCAL_LOSSES, ND_LOCAL_SLAB, ND_LOCAL_CORNER, ND_LOCAL_KINDS };

struct nd_local {
    struct nd_rhs *rhs;
    struct nd_local_part {
        struct nd_subset subset;
        struct nd_buffer left;             /* of losses: their residual, compact */
        struct nd_buffer aux, axis, depth; /* of a shell; see local.knl */
        struct nd_module *module;
        struct nd_kernel *kernel;
    } part[ND_LOCAL_KINDS];
    struct nd_buffer points;
    int grading;
    double fastest; /* the largest rate in the shell, 1/time */
    double *
        damping; /* [K] a rate that the scheme may take as far as its reach in an element, 1/time; null: 0 in all */
};

/* Attaches itself to the operator, where any element needs it, and must then stay until the operator is gone; `setup` is the
 * operator's own, the shell may be null. */
int nd_local_init(struct nd_local *local, struct nd_rhs *rhs, const struct nd_setup *setup,
                  const struct nd_absorber *shell, const struct nd_integrator *integrator);
void nd_local_clear(struct nd_local *local);
/* Bytes on the device for so many elements of a shell, at the most. */
size_t nd_local_bytes(const struct nd_law *law, nd_idx n, int Np, int single);

#endif
