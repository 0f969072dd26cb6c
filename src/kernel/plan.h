/* A plan: the variant that a run uses, and its parameters. doc/reference/notation.md lists the
 * paper's names. */
#ifndef ND_PLAN_H
#define ND_PLAN_H

#include "kernel/variant.h"
#include "part/blocks.h"

#define ND_PLAN_NUMBERS 20

/* Where parameters come from. */
enum nd_plan_source {
    ND_PLAN_MODEL,   /* the variant's guess */
    ND_PLAN_SHIPPED, /* measured on a device of this kind: shipped.h */
    ND_PLAN_MEASURED /* by the tuner, on this machine */
};

struct nd_plan {
    const struct nd_variant *variant;
    enum nd_plan_source source;
    /* enum nd_blocks_how: how elements are gathered into blocks, whatever a block is to the variant. */
    int blocks;
    /* The problem's: 1 where many faces lie between two materials, 0 where nd_rhs_init may find that, -1
     * where it must not. */
    int mixed;
    /* The update of the stage for which the functions of the variant answer. A plan for steps that are
     * polynomials of the operator has ND_UPDATE_RATE, and a second set of kernels with ND_UPDATE_ADD. */
    enum nd_update update;
    /* The variant's: first its parameters, then what its derive finds. Its folder numbers them. */
    int number[ND_PLAN_NUMBERS];
};

/* The name of a plan: that of its variant; with its option, as in "paper:4", where the variant has one. The
 * string is static. */
const char *nd_plan_name(const struct nd_plan *plan);
/* The variant and option of that name, and no parameters yet. A variant's name alone is its default option's.
 * The variant is null where there is none of that name. */
struct nd_plan nd_plan_named(const char *name);
/* The i-th of all names, as nd_plan_named makes it. Returns 0 beyond the last. */
int nd_plan_each(int i, struct nd_plan *plan);
/* Fails, saying which there are, where no plan has that name. */
int nd_plan_name_check(const char *name);

/* variant: a name, or null for the best that can be run, which is the plain one where shared memory
 * or blocks are too small for all others. The parameters are a guess that works; the tuner knows
 * better. */
int nd_plan_choose(struct nd_plan *plan, const struct nd_case *c, const char *variant);
/* Fails, saying why, when the case or the device rules the plan out: no kernels, too many threads,
 * too much shared memory, parameters that do not go together. */
int nd_plan_check(const struct nd_plan *plan, const struct nd_case *c);
/* Fits the parameters to a mesh of K elements, if it is small (struct nd_variant's fit). */
void nd_plan_fit(struct nd_plan *plan, const struct nd_case *c, nd_idx K);
/* Sets the values that follow from the parameters in this case (struct nd_variant's derive). */
void nd_plan_derive(struct nd_plan *plan, const struct nd_case *c);
/* slots: 0 for K elements one after the other; else their number, some of them empty. */
void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int64_t slots, int Np,
                    int fields);
/* Do both plans hold the same elements in the same places, and leave the same arrays from pass to pass? */
int nd_plan_same_layout(const struct nd_plan *a, const struct nd_plan *b);
/* Are they of one variant with the same parameters, its option among them? */
int nd_plan_same(const struct nd_plan *a, const struct nd_plan *b);
/* Arrays of the size of the fields: the fields, those that a stage writes and, in Runge-Kutta stages, the
 * residual. */
static inline size_t nd_plan_arrays(const struct nd_plan *plan)
{
    return plan->update == ND_UPDATE_RK ? 3 : 2;
}
/* The updates of its stages: from this one to before nd_plan_updates_end. */
static inline enum nd_update nd_plan_updates_begin(const struct nd_plan *plan)
{
    return plan->update == ND_UPDATE_RK ? ND_UPDATE_RK : ND_UPDATE_RATE;
}
static inline enum nd_update nd_plan_updates_end(const struct nd_plan *plan)
{
    return plan->update == ND_UPDATE_RK ? ND_UPDATE_RATE : ND_UPDATES;
}
/* Where the parameters come from, in words. */
const char *nd_plan_origin(const struct nd_plan *plan);
/* A parameter by its name, in tests and studies; null where the plan's variant has none of that name. */
int *nd_plan_find(struct nd_plan *plan, const char *name);
/* The value of a parameter. */
int nd_plan_get(const struct nd_plan *plan, const struct nd_parameter *parameter);
void nd_plan_set(struct nd_plan *plan, const struct nd_parameter *parameter, int value);
/* Elements that are placed together. */
int nd_plan_block(const struct nd_plan *plan);
struct nd_shape nd_plan_shape(const struct nd_plan *plan, const struct nd_case *c, enum nd_pass pass);
/* The .knl of a pass, and what the recipe must say for it (its w's, THREADS, and so on). The kernel
 * in it has the file's name without the ending. */
const char *nd_plan_file(const struct nd_plan *plan, enum nd_pass pass);
void nd_plan_recipe(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe);

#endif
