/* The map of a block's shared memory in the Bernstein stage, and what its threads have to do: every
 * offset, stride and count is computed here, from a plan whose strides are known, and emitted as a
 * constant of its name for kernel texts. README.md draws the map. Counts are in reals unless said. */
#ifndef ND_BERNSTEIN_MAP_H
#define ND_BERNSTEIN_MAP_H

#include "kernel/bernstein/schedule.h"
#include "kernel/plan.h"

#define ND_BERNSTEIN_MAP(X)                                                                                                 \
    X(PART)     /* fields of a part */                                                                                      \
    X(FLUXES)   /* lifted at a face node */                                                                                 \
    X(PART_GAP) /* padding behind a part's fields */                                                                        \
    X(AT_FLUX)  /* fluxes of the batch, then what they become when lifted: a line of each */                                \
    X(AT_RATE) /* rates or new fields, a line per field: in the place of the fluxes, if threads of two parts run in step */ \
    X(AT_SGEO)       /* [4][BATCH][LOCAL_SGEO] */                                                                           \
    X(AT_VGEO)       /* [BATCH][LOCAL_VGEO], twice for persistent blocks */                                                 \
    X(SHARED_REALS)  /* of all of these */                                                                                  \
    X(AT_BEFORE)       /* behind them, in whole steps: the batch's fields from before a quadratic */                          \
    X(STEP_REALS)    /* and with these */                                                                                   \
    X(FLUX_STRIDE)   /* from element to element, of fluxes and of rates */                                                  \
    X(FLUX_PAD)      /* what it has more than STATE */                                                                      \
    X(LINE)          /* from line to line */                                                                                \
    X(LINE_PAD)      /* what it has more than Np */                                                                         \
    X(LINE_GAP)      /* more, behind as many lines as a part has fields */                                                  \
    X(LINE_GAPS)     /* are there gaps between the lines of two parts? */                                                   \
    X(LINE_LAST_GAP) /* more, before the eighth */                                                                          \
    X(LIFT_ELEMENT)  /* threads of the lift from one element, and from one flux, to the next */                             \
    X(LIFT_FLUX)                                                                                                            \
    X(SLICE_WORDS)        /* of a face's table of slices */                                                                 \
    X(GROUP_THREADS)      /* one per element and part of the batch */                                                       \
    X(THREAD_GROUPS)      /* that share the coefficients of an element */                                                   \
    X(SPLIT)              /* the same, if a thread's coefficients are not by rows */                                        \
    X(NODE_THREADS)       /* all of them */                                                                                 \
    X(STEP_THREADS)       /* side by side, that go on together in the node phase */                                         \
    X(SEGMENT_ROUNDS)     /* of the schedule */                                                                             \
    X(ROWS_CUT)           /* are segments parts of rows? */                                                                 \
    X(STEPS_OF_WARP)      /* whether threads take as many steps as the longest segment of their warp */                     \
    X(PREFETCH_FACES)     /* face nodes per thread */                                                                       \
    X(PREFETCH_RESIDUALS) /* pairs per thread, of a separate update */                                                      \
    X(PAIRS)              /* of reals, in the fields of a batch */                                                          \
    X(PAIRS_EACH)         /* per thread */                                                                                  \
    X(PAIRS_APART)        /* may the rates of a pair not be neighbours? */                                                  \
    X(PAIRS_ALIGNED)      /* may they be read at once? */                                                                   \
    X(STATE_RECIPROCAL)   /* 2^24 / STATE rounded up, where a product with it gives a quotient; else 0 */                   \
    X(NP_RECIPROCAL)                                                                                                        \
    X(RES_ELEMENT)  /* residuals of an element */                                                                           \
    X(RES_FIELD)    /* where they are interleaved: from field to field */                                                   \
    X(RES_NODE)     /* from coefficient to coefficient; 0 where they are not */                                             \
    X(SGEO_ALIGNED) /* does each face's factors begin at 16 bytes, and are there many? */                                   \
    X(VGEO_BULK)    /* can a batch's factors, residuals, new fields be copied by 16 bytes? */                               \
    X(RES_BULK)                                                                                                             \
    X(BULK_FIELDS)                                                                                                          \
    X(REREADS_FACTORS) /* are an element's factors read again at each coefficient, because registers are few? */            \
    X(SKIPS_ZEROS)     /* are sub-simplices of weight 0 left out? */                                                        \
    X(KEEPS_BELOW)     /* do coefficients beside a node stay in registers for the next one? */                              \
    X(BAND_UPPER)      /* rows from which on a triangle is lifted first, and second; 0 for all at once */                   \
    X(BAND_LOWER)

struct nd_bernstein_map {
#define FIELD(name) int name;
    ND_BERNSTEIN_MAP(FIELD)
#undef FIELD
};

/* plan: its batch, threads and the like, state and part_stride. */
void nd_bernstein_map(const struct nd_plan *plan, const struct nd_law *law, int N, int single,
                      struct nd_bernstein_map *map);

/* Shared memory of one element in a batch. Only state and part_stride of the plan need be set. */
int nd_bernstein_element_reals(const struct nd_plan *plan, const struct nd_law *law, int N, int single);

/* How many rows' reals lie in the same banks of shared memory: a warp has so many where batches are small.
 */
int nd_bernstein_swizzle(const struct nd_plan *plan, int parts, int part, int single);
/* Up to which order a thread takes all coefficients of an element and part. part: fields of one. */
int nd_bernstein_unrolled(int parts, int part, int single);
/* Do the residuals of a batch lie interleaved? */
int nd_bernstein_interleaved(const struct nd_plan *plan, int N, int single);

/* The thread groups that share the rows of an element and part. */
struct nd_thread_groups nd_bernstein_groups(const struct nd_plan *plan, int N, int single);
/* Are the coefficients swizzled (lattice.h)? Where rows share banks. */
int nd_bernstein_is_swizzled(const struct nd_plan *plan, int N, int single);

/* The next number that leaves rest when divided by step. */
static inline int nd_up_to(int n, int rest, int step)
{
    return n + (rest + step - n % step) % step;
}

#endif
