/* Between the host files of this folder: plan.c has the plan, paste.c the texts, guess.c its first parameters,
 * upload.c what lies on the device and the launches, change_basis.c the way between nodal values
 * and coefficients, tuning.c the parameters that the tuner tries, step.c whole steps in one launch. */
#ifndef ND_BERNSTEIN_VARIANT_H
#define ND_BERNSTEIN_VARIANT_H

#include "kernel/basis.h"
#include "kernel/bernstein/map.h"

enum nd_bernstein_buffer {
    ND_VGEO = ND_OWN, /* geometry and medium of elements; of their faces, where these are stored */
    ND_SGEO,
    ND_NEIGHBOURS, /* layout/ordered.h, as are edges, order and nodes */
    ND_FMASK,
    ND_SLICES,
    ND_SEGMENTS,
    ND_WORK_COUNTER, /* the counter by which blocks take their batches: NEXT_BATCH */
    ND_EDGES,
    ND_ORDER,
    ND_NODES,
    ND_TO_NODES,
    ND_FROM_NODES,
    ND_ENDED, /* the counters of blocks_wait.h */
};

/* Numbers of a plan. */
enum nd_bernstein_number {
    ND_BATCH,          /* elements of a block */
    ND_THREADS,        /* of a block */
    ND_MIN_BLOCKS,     /* blocks per multiprocessor that must fit, which limits the registers of a thread */
    ND_PREFETCH_FACES, /* face nodes that a thread loads before the fields have arrived */
    ND_PREFETCH_RESIDUALS, /* pairs that a thread loads ahead, in a separate update; at most */
    ND_PERSISTENT,         /* blocks take one batch after the other, instead of one each */
    /* Derived. */
    ND_LANGUAGE,      /* enum nd_dialect, of the kernels */
    ND_BULK,          /* does the device have bulk copies? */
    ND_WARP_BARRIER,  /* can threads in lockstep wait for each other? */
    ND_ELEMENT_REALS, /* shared memory of an element */
    ND_STATE,         /* reals of an element's fields */
    ND_PART_STRIDE,   /* of them, from one part of the fields to the next */
    ND_VGEO_REALS,    /* geometric factors of an element */
    ND_SGEO_REALS,    /* and of its faces; 0 where stages compute them */
};

extern const struct nd_parameter nd_bernstein_parameters[];
extern const struct nd_basis nd_bernstein_local; /* coefficients, components along the element's edges */
extern const struct nd_wave_stage nd_bernstein_waves;

/* Fields of a part that are few enough for the parameters of Maxwell's three. */
enum { ND_FEW_FIELDS = 6 };

void nd_bernstein_guess(const struct nd_case *c, struct nd_plan *plan);
void nd_bernstein_derive(const struct nd_case *c, struct nd_plan *plan);
/* Pastes the headers of a stage, of sgeo.knl and of surface_bernstein.knl. */
void nd_bernstein_paste(const struct nd_plan *plan, enum nd_pass pass, const struct nd_bernstein_map *map,
                        struct nd_recipe *recipe);
/* Do blocks take one batch after the other? */
int nd_bernstein_is_persistent(const struct nd_plan *plan);
enum { ND_ENDED_STRIDE = 8 }; /* of ND_ENDED, in words: each batch has a sector of memory of its own */
/* step.c: whole steps in one launch. The plan as their text has it, and their shape. */
struct nd_plan nd_bernstein_step_plan(const struct nd_plan *plan);
struct nd_shape nd_bernstein_step_shape(const struct nd_case *c, const struct nd_plan *plan);
int nd_bernstein_has_step(const struct nd_operator *op);
void nd_bernstein_step_arguments(const struct nd_operator *op, const struct nd_stage *stage,
                                 struct nd_arguments *list);
/* Shared memory of a block, in bytes. */
int nd_bernstein_block_bytes(const struct nd_plan *plan, int N, int single);
void nd_bernstein_fit(const struct nd_case *c, struct nd_plan *plan, nd_idx K);
int nd_bernstein_starts(const struct nd_case *c, const struct nd_plan *plan, struct nd_plan *list, int most);
size_t nd_bernstein_bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real);
int nd_bernstein_upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material);
int nd_bernstein_tables(const struct nd_operator *op);
int nd_bernstein_finish(const struct nd_operator *op);
int64_t nd_bernstein_blocks(const struct nd_operator *op, enum nd_pass pass);
void nd_bernstein_arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                            struct nd_arguments *list);
/* Kernels of change_basis.c, from nodal values and to them, and their matrices. */
int nd_bernstein_load_change(const struct nd_operator *op);
int nd_bernstein_upload_change(const struct nd_operator *op, const struct nd_elem *elem);
/* Whether coefficients are swizzled (lattice.h). */
static inline int nd_bernstein_swizzled(const struct nd_operator *op)
{
    return nd_bernstein_is_swizzled(op->plan, op->recipe->N, op->recipe->single);
}

#endif
