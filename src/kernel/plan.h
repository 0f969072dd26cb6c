/* A plan: the variant that a run uses, and its numbers. The names are the paper's; doc/reference/notation.md lists them. */
#ifndef ND_PLAN_H
#define ND_PLAN_H

#include "kernel/variant.h"
#include "part/blocks.h"

enum nd_shared { ND_SHARED_FIELD, ND_SHARED_MATRIX }; /* what a kernel keeps in shared memory */

struct nd_plan {
    const struct nd_variant *variant;
    int lanes; /* elements side by side; 1 but for simd */
    int rows;  /* of an operator tile (simd) */

    enum nd_blocks_how blocks; /* that elements are gathered into, whatever a block is to the variant */

    /* The stages in one pass; 0 for the others. */
    int batch;          /* elements of a group */
    int batch_i;        /* of them in one item; 1 but for fused */
    int batch_threads;  /* items of a group */
    int batch_together; /* groups that a multiprocessor shall hold, which bounds the registers of an item */
    int batch_early;    /* face nodes an item asks for while the fields are on their way */
    int batch_ahead; /* pairs of residuals that an item has on their way where it updates in a sweep, at most */
    int batch_resident; /* groups take one batch after the other, instead of one each */

    /* The paper's layout and kernels; all 0 for the others. w_p work units run side by side, w_i in one item, w_s one
     * after the other. */
    int align; /* reals; micro-blocks are padded to a multiple */
    int K_M;   /* elements of a micro-block */
    int N_pM;  /* reals of a micro-block's nodes, padded */
    int N_fM;  /* reals of a micro-block's face nodes, padded */
    int M_B;   /* micro-blocks of a group of the flux gather */
    int gather_p;
    int lift_p, lift_i;
    enum nd_shared diff_shared;
    int diff_p, diff_i, diff_s;
    int diff_rows; /* N_R, rows of a matrix segment */
    int grouping; /* field in shared memory: items of a unit that stay together, 16 in the paper; 0: all N_pM */

    int mixed; /* the problem's: 1 where many faces lie between two materials, 0 where nd_rhs_init may find that, -1 where it shall not */

    /* What nd_plan_derive finds. */
    enum nd_dialect dialect; /* of the kernels, where plans depend on it */
    int batch_reals;         /* shared memory of an element in a stage of one pass */
    int state;               /* reals in which an element's fields are kept, where that is not by nodes */
    int part_stride;         /* of them, from one part of the fields to the next */
    int vgeo;                /* geometric factors of an element, there */
    int sgeo;                /* and of its faces; 0 where stages compute them */
};

/* variant: a name, or null for the best that can be run, which is the plain one where shared memory or blocks are too small for all
 * others. The parameters are a guess that works; the tuner knows better. */
int nd_plan_choose(struct nd_plan *plan, const struct nd_case *c, const char *variant);
/* Fails, saying why, when the case or the device rules the plan out: no kernels, too many threads, too much shared memory, parameters that do
 * not go together. */
int nd_plan_check(const struct nd_plan *plan, const struct nd_case *c);
/* What follows from the parameters in this case (struct nd_variant's derive). */
void nd_plan_derive(struct nd_plan *plan, const struct nd_case *c);
/* slots: 0 for K elements one after the other; else their number, some of them empty. */
void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int64_t slots, int Np,
                    int fields);
/* Do both plans keep the same elements in the same places, and hand the same arrays from pass to pass? */
int nd_plan_same_layout(const struct nd_plan *a, const struct nd_plan *b);
/* Elements that are placed together. */
int nd_plan_block(const struct nd_plan *plan);
struct nd_shape nd_plan_shape(const struct nd_plan *plan, const struct nd_case *c, enum nd_pass pass);
/* The .knl of a pass, and what the recipe must say for it (its w's, THREADS, and so on). The kernel in it has the
 * file's name without the ending. */
const char *nd_plan_file(const struct nd_plan *plan, enum nd_pass pass);
void nd_plan_recipe(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe);

/* -- paper/paper.c ------------------------------------------------------------------------------------------------ */

/* The smallest K_M whose padding to a multiple of align wastes less than 5 % of N_pM, and what follows from K_M
 * (item 12 of the paper's design; Fig. 3b, 4b). K_M = 0: by the rule. */
void nd_plan_microblocks(struct nd_plan *plan, int N, int align, int K_M);
/* Guesses for all but the micro-blocks. */
void nd_paper_guess(const struct nd_case *c, struct nd_plan *plan);
/* Descriptors that a group of the gather has room for: what a connected block of K_M M_B elements has at most. */
int nd_plan_descriptors(const struct nd_plan *plan);

#endif
