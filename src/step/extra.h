/* Terms that only some elements add to a stage: losses, PML, sources. An extra is launched after
 * each stage, before its result becomes the fields, for the elements that need it (except
 * ND_EXTRA_WAVES). With its part r of the rate it has a residual of its own,
 *     left = a left + dt r,  qnew += b left
 * Everything is linear, so the result is the same as if the stage had included it. It works with
 * every variant, elements without one cost nothing, and a source, whose residual is a few numbers,
 * only updates the new fields. */
#ifndef ND_EXTRA_H
#define ND_EXTRA_H

#include "step/rhs.h"

enum nd_extra_flags {
    ND_EXTRA_TIMED = 1, /* reads ND_CLOCK (place.h's stage_time) */
    ND_EXTRA_STEP =
        2, /* acts on the fields of a whole step: after its last stage, when all others have been there */
    ND_EXTRA_WAVES = 4, /* comes before the first stage of a step, for stages that let plane waves in */
};
/* Has launch(self, ...) called at every stage from now on. until: after that time it would do
 * nothing; INFINITY where there is none. */
int nd_extra_attach(struct nd_rhs *rhs, nd_extra_launch launch, void *self, int flags, double until);
/* How many have come to their end by now. */
int nd_extra_ended(const struct nd_rhs *rhs);

/* A stage as place.h's EXTRA_PARAMS want it. */
struct nd_extra_args {
    const struct nd_buffer *to;
    int residual;
    union nd_real a, b, dt;
};
struct nd_extra_args nd_extra_args(const struct nd_rhs *rhs, const struct nd_stage *stage);
#define ND_EXTRA_ARGS(rhs, x)                                                                                \
    ND_ARG_BUFFER(*(x).to), ND_ARG_SCALAR((x).residual), ND_ARG_REAL(rhs, (x).a), ND_ARG_REAL(rhs, (x).b),   \
        ND_ARG_REAL(rhs, (x).dt)

/* The recipe of a kernel for some elements: any layout, one element at a time. */
void nd_extra_recipe(const struct nd_rhs *rhs, struct nd_recipe *recipe);

/* Some elements of an operator, in the order of a list. */
struct nd_subset {
    struct nd_rhs *rhs;
    nd_idx n;
    size_t size;               /* reals of an element in a compact array, place.h's SIZE */
    struct nd_buffer slot;     /* [n] int */
    struct nd_basis_list list; /* additional data for kernels, in the variant's basis */
};
/* element[n]: mesh element numbers. */
int nd_subset_init(struct nd_subset *subset, struct nd_rhs *rhs, const nd_idx *element, nd_idx n);
void nd_subset_clear(struct nd_subset *subset);
/* What `size` will be; and the bytes on the device of each element in a list. */
size_t nd_subset_size(const struct nd_rhs *rhs);
size_t nd_subset_bytes(const struct nd_rhs *rhs);
/* A new compact array, [n][SIZE] as the stage keeps fields, from nodal values [n][fields][Np]. */
int nd_subset_upload(struct nd_subset *subset, const double *nodal, struct nd_buffer *compact);
/* Nodal values [n][fields][Np] of a compact array that begins `offset` arrays (of n elements) into
 * the buffer. */
int nd_subset_read(struct nd_subset *subset, const struct nd_buffer *compact, size_t offset, double *nodal);

#endif
