/* A variant is one way to compute a Runge-Kutta stage. Each has a folder beside this file with its
 * kernels and its host files, one of which defines its struct nd_variant: the same functions in the
 * same order in every folder. ND_VARIANTS lists them all. Nothing outside a variant's folder asks
 * which variant a plan has.
 *
 *   choosing a plan   applicable, guess, preferred; derive and check whenever parameters change; passes
 *   making texts      file, shape and defines of each pass
 *   making operators  layout, placed, bytes; upload, tables, finish
 *   taking a stage    blocks and arguments of each pass */
#ifndef ND_VARIANT_H
#define ND_VARIANT_H

#include "kernel/kernel.h"

struct nd_plan;
struct nd_operator; /* kernel/operator.h, as are the next three */
struct nd_setup;
struct nd_stage;
struct nd_arguments;
struct nd_elem;
struct nd_basis; /* kernel/basis.h */
struct nd_blocks_limits;

/* Threads of a block, and bytes of dynamic shared memory (SHARED in a kernel text), of one pass. */
struct nd_shape {
    int threads;
    size_t shared_bytes;
    size_t fixed; /* additional bytes that the text declares, if their number depends on parameters */
};

#define ND_PASSES_MOST 5 /* of one variant */

/* Arithmetic and traffic of one launch over the whole mesh, counted from the text; zeros if not counted. */
struct nd_count {   /* of one launch over the whole mesh */
    double flops;   /* additions and multiplications, as the paper counts them */
    double fetched; /* bytes that threads load or store, whatever the caches hold: the paper's count */
    double moved;   /* bytes that must cross to memory and back at the least: every array once */
};

/* How a stage lets plane waves in by itself. Its text is made once more then, as ND_PASS_STAGE_WAVES. */
struct nd_wave_stage {
    const char *surface; /* text that computes what each entry, a face where a wave comes in, adds */
    const char *arrive; /* text that evaluates the waves at all face nodes of the entries, for a whole step */
    /* Reals of ND_WAVE_FACTOR for one entry. */
    int (*factors)(const struct nd_operator *op);
    /* The buffers that `surface` reads of elements and faces. */
    void (*arguments)(const struct nd_operator *op, struct nd_arguments *list);
    /* basis[4][Nfp][Nfp]: from values at the nodes of each face to what the stage takes. */
    int (*face_basis)(const struct nd_elem *elem, double *basis);
};

#define ND_VALUES_TRIED 12

/* A parameter of a variant: a row of its table, which ends with a null name. The tuner, wisdom
 * files and `nudge tune` use only the table. Rows that change the layout of the fields come first:
 * the tuner varies them last, because that takes long. */
struct nd_parameter {
    const char *name;  /* as tables show it */
    const char *field; /* of a wisdom line. Rows in succession with one field share it, separated by commas */
    const char *about;
    size_t at;                /* offset of the value, an int, in struct nd_plan: ND_AT */
    int least, most;          /* bounds for wisdom files; they keep products of two within an int */
    const char *const *words; /* names of the values from 0 on, to a null; null: they are numbers */
    int layout;               /* whether plans that differ in it lay out fields differently */
    /* An option: chosen by the user, by name (nd_plan_named), and not by the tuner. Names of plans with the
     * values from `least` to `most`; the first is the default. At most one row of a table has them. */
    const char *const *options;
    /* For the tuner. */
    enum nd_pass pass; /* whose time it changes; ND_PASS_NONE: of the whole stage */
    /* The other parameters of the pass are tuned for each of its values, from where restart begins. */
    int branch;
    const char *only; /* tried where the branching parameter of the pass has this word; null: always */
    int n, value[ND_VALUES_TRIED]; /* values to try; n = 0: not tuned */
};
#define ND_AT(index) (offsetof(struct nd_plan, number) + (size_t)(index) * sizeof(int))
/* clang-format off */
#define ND_TRY(...) .n = sizeof((int[]){__VA_ARGS__}) / sizeof(int), .value = {__VA_ARGS__}
/* clang-format on */

struct nd_variant {
    const char *name, *about;
    const struct nd_basis *basis;      /* of the fields between stages */
    int linear;                        /* has the updates of linear steps, ND_UPDATE_RATE and ND_UPDATE_ADD */
    int shares;                        /* its stage computes the first slots only, and leaves ghosts alone */
    int skips;                         /* its stage leaves all but the blocks that it computes alone */
    const struct nd_wave_stage *waves; /* null where a term beside the stage lets plane waves in */
    const struct nd_parameter *parameters; /* null where there are none */

    /* Fails, saying why, where there are no kernels for this case. */
    int (*applicable)(const struct nd_variant *variant, const struct nd_case *c);
    /* Whether runs take it unasked, with the plan that guess and check found. The first in
     * nd_variants is taken. */
    int (*preferred)(const struct nd_case *c, const struct nd_plan *plan);
    /* Parameters that work, and that are fast as far as that is known without measuring. The plan has its
     * variant and option. */
    void (*guess)(const struct nd_case *c, struct nd_plan *plan);
    /* Sets the values that follow from the parameters; may be null. A batch that does not fit
     * shared memory is reduced. */
    void (*derive)(const struct nd_case *c, struct nd_plan *plan);
    /* Plans that the tuner tries first, because their parameters go together: list[most], returns
     * how many. May be null. */
    int (*starts)(const struct nd_case *c, const struct nd_plan *plan, struct nd_plan *list, int most);
    /* A branching parameter was given another value: sets others to values that go with it. Returns
     * 0 where the plan is then no other than before. Null where no parameter branches. */
    int (*restart)(const struct nd_case *c, struct nd_plan *plan, const struct nd_parameter *branch);
    /* Changes parameters for a mesh of K elements that is too small to keep the device busy with them. May be
     * null. */
    void (*fit)(const struct nd_case *c, struct nd_plan *plan, nd_idx K);
    /* Fails, saying why, where parameters do not go together. Threads and shared memory of each
     * pass are checked by nd_plan_check. */
    int (*check)(const struct nd_case *c, const struct nd_plan *plan);
    /* The passes, in the order of their launches: ends with ND_PASS_NONE, at most ND_PASSES_MOST before it.
     * Of the plan's parameters they depend on the option alone. */
    const enum nd_pass *(*passes)(const struct nd_plan *plan);
    /* Where fields live. count: slots, already whole blocks. */
    void (*layout)(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout);
    /* Elements that are placed together, and how many face pairs these may have. */
    struct nd_blocks_limits (*placed)(const struct nd_plan *plan);
    /* The text of a pass. */
    const char *(*file)(const struct nd_plan *plan, enum nd_pass pass);
    struct nd_shape (*shape)(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass);
    /* Adds defines to the text of a pass; also for ND_PASS_NONE, for texts outside the passes that
     * read the variant's fields. */
    void (*defines)(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe);
    /* Device bytes of the fields and of all that upload and finish put there. */
    size_t (*bytes)(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real);
    /* Puts operators, geometry and faces on the device, and makes room for what passes leave for each other.
     * material[slots]. */
    int (*upload)(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material);
    /* Uploads what depends on the plan's parameters, in place of what was there; if it fails, the
     * old tables stay. Null where nothing does. */
    int (*tables)(const struct nd_operator *op);
    /* Loads kernels of the variant's own and launches those that prepare data, once the media are
     * on the device. May be null. */
    int (*finish)(const struct nd_operator *op);
    /* Thread blocks of a pass. A stage in one pass has one for each block from op->first to before op->end, or
     * fewer that take one after the other. */
    int64_t (*blocks)(const struct nd_operator *op, enum nd_pass pass);
    /* The arguments of a pass, appended to an empty list. */
    void (*arguments)(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                      struct nd_arguments *list);
    /* Whether all evaluations of a linear step can be one launch, of blocks that wait for each other; makes
     * what that needs. The pass is ND_PASS_STEP then, its stage has the number of evaluations, and ND_FACTORS
     * their factors. Null: never. */
    int (*has_step)(const struct nd_operator *op);
    /* May be null. */
    struct nd_count (*count)(const struct nd_operator *op, enum nd_pass pass);
};

/* All variants, in the order in which runs try them; the last one runs everywhere. */
#define ND_VARIANTS(X) X(simd) X(bernstein) X(fused) X(paper) X(plain)

#define ND_VARIANT_DECLARE(name) extern const struct nd_variant nd_variant_##name;
ND_VARIANTS(ND_VARIANT_DECLARE)
#undef ND_VARIANT_DECLARE
extern const struct nd_variant *const nd_variants[]; /* ends with null */

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
