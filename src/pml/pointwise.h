/* Pointwise terms of a law, which need no derivatives or neighbours: losses and the PML.
 *
 * Elements are sorted into three lists, each with its own kernel: losses only (losses.knl), PML that absorbs
 * along one axis (slab), PML that absorbs along more (corner; both pml.knl). The lists differ in the number
 * of auxiliary variables per node. Elements in no list cost nothing. Losses are added to every stage, as
 * sources are. So are the PML's terms in steps that are polynomials of the operator. In Runge-Kutta steps they
 * are applied once, at the end of each step: seen from inside the PML that is symmetric (Strang) splitting, of
 * second order, and it needs a fifth of the memory traffic.
 *
 * nd_pointwise_init attaches the terms to an operator, which calls them from then on. The struct owns its
 * buffers; it must not move, and nd_pointwise_clear must not be called before the operator's last stage. */
#ifndef ND_POINTWISE_H
#define ND_POINTWISE_H

#include "pml/pml.h"
#include "step/rhs_term.h"
#include "step/integrator.h"

enum nd_pointwise_kind { ND_POINTWISE_LOSSES, ND_POINTWISE_SLAB, ND_POINTWISE_CORNER, ND_POINTWISE_KINDS };

struct nd_pointwise {
    struct nd_rhs *rhs;
    struct nd_pointwise_part {
        struct nd_subset subset;
        struct nd_buffer left;   /* losses: their residual, compact */
        struct nd_buffer aux[2]; /* PML: auxiliary variables; in linear steps also those of the other array */
        struct nd_buffer
            shift[2]; /* PML: the shifts of fields, compact, for both arrays; only if the PML is shifted */
        struct nd_buffer axis, depth; /* PML: see pml_rates.h */
        nd_idx *element;              /* [subset.n] PML: of this rank, in the order of the list */
        struct nd_module *module;
        struct nd_kernel *kernel;
    } part[ND_POINTWISE_KINDS];
    struct nd_buffer points;
    int grading, held;
    double fastest; /* the largest rate in the PML, 1/time */
    /* [K] decay rate in each element that the time step must respect (nd_dt_damped), 1/time; null: 0
     * everywhere */
    double *damping;
};

/* Attaches the terms that the setup's elements need, if any. setup: the one the operator was made from.
 * pml may be null. */
int nd_pointwise_init(struct nd_pointwise *terms, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_pml *pml, const struct nd_integrator *integrator);
void nd_pointwise_clear(struct nd_pointwise *terms);
/* An upper bound of the bytes on the device for the elements of a PML. linear: in linear steps. */
size_t nd_pointwise_bytes(const struct nd_law *law, const struct nd_pml *pml, int Np, int single, int linear);

#endif
