/* A variant is one way to compute a Runge-Kutta stage. Each has a folder beside this file with its kernels and one host file, which defines
 * its struct nd_variant: the same functions in the same order in every folder. nd_variants lists them all. Nothing outside a variant's
 * folder asks which variant a plan has.
 *
 *   order of calls   applicable, guess, derive, check; then file, shape and defines for each pass
 *   plan             a variant and its parameters; kernel/plan.h */
#ifndef ND_VARIANT_H
#define ND_VARIANT_H

#include "kernel/kernel.h"

struct nd_plan;

/* What kernels are made for. */
struct nd_case {
    const struct nd_device *device;
    const struct nd_law *law;
    int N;
    int single;    /* precision */
    double upwind; /* weight of the flux: 1 upwind, 0 central */
};
#define ND_CASE(...) (&(struct nd_case){__VA_ARGS__})

/* Threads of a block, and bytes of dynamic shared memory (SHARED in a kernel text), of one pass. */
struct nd_shape {
    int items;
    size_t local;
    size_t fixed; /* bytes that the text declares besides, where parameters decide how many */
};

#define ND_PASSES_MOST 5 /* of one variant */

struct nd_variant {
    const char *name, *about;
    enum nd_pass pass[ND_PASSES_MOST + 1]; /* in the order of their launches; ends with ND_PASS_NONE */
    enum nd_family family;
    int commuted; /* paper: fields are differentiated together and F applied at once (item 15 of the paper's design) */
    int updates; /* the last pass updates the fields too */

    /* Fails, saying why, where there are no kernels for this case. */
    int (*applicable)(const struct nd_variant *variant, const struct nd_case *c);
    /* Parameters that work, and that are fast as far as that is known without measuring. */
    void (*guess)(const struct nd_case *c, struct nd_plan *plan);
    /* What follows from the parameters; null where nothing does. A batch that does not fit shared memory becomes smaller. */
    void (*derive)(const struct nd_case *c, struct nd_plan *plan);
    /* Fails, saying why, where parameters do not go together. Threads and shared memory of each pass are checked by nd_plan_check. */
    int (*check)(const struct nd_case *c, const struct nd_plan *plan);
    /* Where fields live. count: slots, already whole blocks. */
    void (*layout)(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout);
    /* Elements that are placed together. */
    int (*block)(const struct nd_plan *plan);
    /* The text of a pass. */
    const char *(*file)(const struct nd_plan *plan, enum nd_pass pass);
    struct nd_shape (*shape)(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass);
    /* What the text of a pass is told besides; also for ND_PASS_NONE, texts of nobody's pass that read the variant's fields. */
    void (*defines)(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe);
};

extern const struct nd_variant nd_variant_plain, nd_variant_simd, nd_variant_fused, nd_variant_bernstein,
    nd_variant_split, nd_variant_paper4, nd_variant_paper;
extern const struct nd_variant *const nd_variants[]; /* ends with null */
const struct nd_variant *nd_variant_find(const char *name);

/* For the functions above. */
static inline int nd_round_up(int n, int multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

static inline int nd_larger(int a, int b)
{
    return a > b ? a : b;
}

/* The largest w in 1 ... most for which w * each stays within limit. */
static inline int nd_fit(int each, int limit, int most)
{
    const int w = limit / each;
    return w < 1 ? 1 : w < most ? w : most;
}

#endif
