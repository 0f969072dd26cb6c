/* Terms added to the stage for some elements only: losses, PML, sources.
 *
 * An added term is launched after each stage, before the new fields become current, for the
 * elements that need it (except ND_TERM_WAVES). With r its part of the rate, it has a residual of its own:
 *     left = a left + dt r,  qnew += b left
 * The result is the same as if the stage had computed the term, because everything is linear. So added terms
 * work with every variant, cost nothing elsewhere, and a source, whose residual is a few numbers, moves only
 * the new fields.
 *
 * A module makes its subset of elements (nd_subset_init) and its kernels (nd_rhs_term_recipe), then attaches
 * its launch function (nd_rhs_term_attach), which the operator calls from then on. */
#ifndef ND_RHS_TERM_H
#define ND_RHS_TERM_H

#include "step/rhs.h"

enum nd_rhs_term_flags {
    ND_TERM_TIMED = 1, /* reads the time (stage_time in dof_index.h) */
    ND_TERM_STEP = 2,  /* acts once per step, after its last stage and all other terms */
    ND_TERM_WAVES = 4, /* launched before the first stage of a step, for stages that add plane waves */
};
/* launch(self, ...) is called at every stage from now on, until a step begins after the time `until`, from
 * which on it would add nothing; INFINITY: always. */
int nd_rhs_term_attach(struct nd_rhs *rhs, nd_rhs_term_launch launch, void *self, int flags, double until);
/* add(self, ...) adds to the energy from now on. */
int nd_rhs_stored_attach(struct nd_rhs *rhs, nd_rhs_stored add, void *self);
/* The number of terms whose time `until` has passed. */
int nd_rhs_term_ended(const struct nd_rhs *rhs);

/* The arguments of EXTRA_PARAMS in dof_index.h. */
struct nd_rhs_term_args {
    const struct nd_buffer *to;
    int residual;
    union nd_real a, b, dt;
};
struct nd_rhs_term_args nd_rhs_term_args(const struct nd_rhs *rhs, const struct nd_stage *stage);
#define ND_TERM_ARGS(rhs, x)                                                                                 \
    ND_ARG_BUFFER(*(x).to), ND_ARG_SCALAR((x).residual), ND_ARG_REAL(rhs, (x).a), ND_ARG_REAL(rhs, (x).b),   \
        ND_ARG_REAL(rhs, (x).dt)

/* The arguments of FORCING_PARAMS in kernel_waveform.h, for a term that waveforms drive. Terms that are
 * launched before a step use all stages from the first on. */
struct nd_rhs_forcing_args {
    int nodes, times, weights;
};
struct nd_rhs_forcing_args nd_rhs_forcing_args(const struct nd_rhs *rhs, const struct nd_stage *stage,
                                               int waves);
#define ND_FORCING_ARGS(rhs, x)                                                                              \
    ND_ARG_BUFFER((rhs)->buffer[ND_SCHEME]), ND_ARG_SCALAR((x).nodes), ND_ARG_SCALAR((x).times),             \
        ND_ARG_SCALAR((x).weights)

/* The recipe of a kernel for some elements, in any layout, one element at a time. */
void nd_rhs_term_recipe(const struct nd_rhs *rhs, struct nd_recipe *recipe);

/* Some elements of an operator, in the order of a list; those of this rank, if several share the mesh. */
struct nd_subset {
    struct nd_rhs *rhs;
    nd_idx n;
    nd_idx all;                /* elements of the list, on all ranks */
    nd_idx *element;           /* [all] the list, if several ranks share the mesh; else null */
    size_t size;               /* reals per element in a compact array: SIZE in dof_index.h */
    struct nd_buffer slot;     /* [n] int */
    struct nd_basis_list list; /* further data for kernels, in the variant's basis */
};
/* element[n]: mesh element numbers. */
int nd_subset_init(struct nd_subset *subset, struct nd_rhs *rhs, const nd_idx *element, nd_idx n);
void nd_subset_clear(struct nd_subset *subset);
/* The value of `size`; and the bytes on the device per element of a list. */
size_t nd_subset_size(const struct nd_rhs *rhs);
size_t nd_subset_bytes(const struct nd_rhs *rhs);
/* The elements of this rank alone: what follows is then of n elements, not of all, and not collective. It owns
 * nothing. */
static inline struct nd_subset nd_subset_own(const struct nd_subset *subset)
{
    struct nd_subset own = *subset;
    own.element = NULL;
    own.all = own.n;
    return own;
}
/* Makes a compact array [n][SIZE] in the basis of the stage, from nodal values [all][fields][Np]. */
int nd_subset_upload(struct nd_subset *subset, const double *nodal, struct nd_buffer *compact);
/* Converts a compact array to nodal values [n][fields][Np] on the device; or copies none, and returns the array itself,
 * if its basis is the nodal one. `nodal` has room for them. */
int nd_subset_nodal(struct nd_subset *subset, const struct nd_buffer *compact, struct nd_buffer *nodal,
                    const struct nd_buffer **result);
/* Reads nodal values [all][fields][Np] of the compact array number `offset` in the buffer. With several ranks
 * it is collective, and rank 0 has the result. */
int nd_subset_read(struct nd_subset *subset, const struct nd_buffer *compact, size_t offset, double *nodal);

#endif
