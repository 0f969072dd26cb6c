/* Between the host files of this folder: paper.c has the plan, upload.c what lies on the device and
 * the launches, count.c what a launch does. */
#ifndef ND_PAPER_H
#define ND_PAPER_H

#include "kernel/operator.h"

enum nd_paper_buffer {
    ND_HEADER = ND_OWN, /* layout/pairs.h */
    ND_DESCRIPTOR_INTS,
    ND_DESCRIPTOR_REALS,
    ND_STORE,
    ND_INV_J,
    ND_LIFTED, /* what passes leave for each other */
    ND_DQ,
};

enum nd_shared { ND_SHARED_FIELD, ND_SHARED_MATRIX }; /* what the differentiation holds in shared memory */

/* Numbers of a plan. w_p work units run side by side, w_i in one thread, w_s one after the other. */
enum nd_paper_number {
    PASSES,   /* the option: 3, 4 or 5 */
    K_M,      /* elements of a micro-block */
    ALIGN,    /* reals; micro-blocks are padded to a multiple */
    M_B,      /* micro-blocks of a block of the flux gather */
    GATHER_P, /* w_p of each pass, and so on */
    LIFT_P,
    LIFT_I,
    DIFF_SHARED,
    DIFF_P,
    DIFF_I,
    DIFF_S,
    DIFF_ROWS, /* N_R, rows of a matrix segment */
    GROUPING, /* field in shared memory: threads of a unit that stay together, 16 in the paper; 0: all N_pM */
    N_PM,     /* derived: reals of a micro-block's nodes, padded */
    N_FM,     /* and of its face nodes */
};

/* Whether fields are differentiated together and F applied at once (item 15 of the paper's design):
 * in three passes. */
static inline int nd_paper_commutes(const struct nd_plan *plan)
{
    return plan->number[PASSES] == 3;
}

/* Whether the last pass updates the fields too: in three or four. */
static inline int nd_paper_updates(const struct nd_plan *plan)
{
    return plan->number[PASSES] < 5;
}

/* The smallest K_M whose padding to a multiple of align wastes less than 5 % of N_pM, and what
 * follows from K_M (item 12 of the paper's design; Fig. 3b, 4b). K_M = 0: by the rule. */
void nd_paper_microblocks(struct nd_plan *plan, int N, int align, int elements);
/* Guesses for all but the micro-blocks. */
void nd_paper_guess(const struct nd_case *c, struct nd_plan *plan);
/* Descriptors that a block of the gather has room for: what a connected block of K_M M_B elements
 * has at most. */
int nd_paper_descriptors(const struct nd_plan *plan);
/* Differentiation with the matrix in shared memory. */
void nd_paper_use_matrix(struct nd_plan *plan, int w_p, int w_i);

size_t nd_paper_bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real);
int nd_paper_upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material);
int64_t nd_paper_blocks(const struct nd_operator *op, enum nd_pass pass);
void nd_paper_arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                        struct nd_arguments *list);
struct nd_count nd_paper_count(const struct nd_operator *op, enum nd_pass pass);

#endif
