/* Poles: materials whose epsilon or mu depends on the frequency.
 *
 * The elements of each material with poles are a list, with the states of its poles in compact arrays of their own. Other
 * elements cost nothing. In linear steps there are two arrays of states, one for each array of fields (poles_linear.knl);
 * in Runge-Kutta steps states have a residual, as fields do (poles.knl). Terms act at every evaluation, so that they have
 * the order of the scheme in time. In a PML they act on the stretched fields, with the shifts that the PML keeps
 * (pml_rates.h).
 *
 * nd_poles_init attaches the terms and their energy to an operator, which calls them from then on. The struct owns its
 * buffers; it must not move, and nd_poles_clear must not be called before the operator's last stage. */
#ifndef ND_POLES_H
#define ND_POLES_H

#include "pml/pointwise.h"
#include "pole/terms.h"
#include "step/rhs_term.h"

/* The elements of one material outside the PML, or in one of its lists. */
struct nd_poles_part {
    struct nd_subset subset;
    nd_idx *element; /* [subset.n] of this rank, in the order of the list */
    int material, terms;
    enum nd_pointwise_kind kind;         /* ND_POINTWISE_LOSSES: outside the PML */
    const struct nd_pointwise_part *pml; /* the PML's list, which owns the shifts of fields; null outside */
    struct nd_buffer twin;               /* [n] places in that list */
    nd_idx nbent;                        /* curved elements among them */
    struct nd_buffer bent;               /* [nbent][2] places in `element` and in the list of curved elements */
    int states, electric;                /* states of a component; those of E, which come first */
    struct nd_buffer types;              /* [terms][2] */
    struct nd_buffer term;               /* [terms][4] */
    struct nd_buffer
        state[2]; /* [n][states][3][Np]: in linear steps of both arrays of fields; else the residual */
    struct nd_buffer left; /* Runge-Kutta: the residual of the terms in fields, compact */
};

struct nd_poles {
    struct nd_rhs *rhs;
    struct nd_poles_part *part; /* up to ND_POINTWISE_KINDS of each material */
    int n;
    struct nd_module *module, *states_module, *curved_module;
    struct nd_kernel *kernel, *pack, *unpack, *energy, *energy_curved;
    double *damping,
        *swing; /* [K] rates in each element that the time step must respect (nd_dt_case); null: none */
};

/* Attaches the terms of the problem's materials, if there are any. setup: the one the operator was made from. pml: the
 * terms of the PML, which stay where they are as long as the poles. */
int nd_poles_init(struct nd_poles *poles, struct nd_rhs *rhs, const struct nd_setup *setup,
                  const nudge_problem *problem, const struct nd_pointwise *pml);
void nd_poles_clear(struct nd_poles *poles);

/* states.c, between steps: nodal values [n][states][3][Np] of the states of this rank's elements, with components along
 * x, y, z. */
int nd_poles_read(const struct nd_poles *poles, struct nd_poles_part *part, double *nodal);
int nd_poles_write(const struct nd_poles *poles, struct nd_poles_part *part, const double *nodal);
/* The energy of the states, an nd_rhs_stored. */
int nd_poles_energy(void *self, struct nd_rhs *rhs, double *element);

/* -- between the files of this folder -- */
/* The first of the three fields that poles act on. */
int nd_poles_field(const struct nd_law *law, int magnetic);
/* One thread per component and node. */
struct nd_grid nd_poles_grid(const struct nd_poles_part *part, const struct nd_rhs *rhs);

#endif
