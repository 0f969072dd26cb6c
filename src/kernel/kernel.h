/* Kernel texts: generated constants + the dialect of a language + lane.h or lanes.h + the law + its
 * restatement (restated.h) + headers that the kernel needs + one .knl. Everything that depends on
 * order, law, precision or layout is a constant, or decides which header is pasted; a constant, or a
 * function of a built-in law, that the text does not use is left out (used.h). Everything that depends
 * on the mesh is an argument, so that no mesh needs a new compilation. */
#ifndef ND_KERNEL_H
#define ND_KERNEL_H

#include "device/device.h"
#include "law/law.h"
#include "layout/layout.h"

#define ND_DEFINES_MOST 80
#define ND_PASTES_MOST  48

struct nd_recipe {
    const struct nd_law *law;
    int N;
    enum nd_dialect
        dialect;      /* C where nothing is said; nd_kernel_module and nd_kernel_prepare take the device's */
    int single;       /* precision */
    double upwind;    /* 1: upwind, 0: central */
    int block, lanes; /* of the layout */
    int64_t S_b, S_n, S_l;        /* of the layout; S_f depends on the mesh */
    double value[ND_VALUES_MOST]; /* of the condition that takes one, numbered from the law's `valued` on */
    int nvalues;
    struct {
        const char *name;
        int value;
    } define[ND_DEFINES_MOST]; /* additional defines of one kernel */
    int ndefines;              /* counts those that found no room, too: nd_kernel_text refuses them */
    struct {
        const char *file, *header;
    } paste[ND_PASTES_MOST]; /* headers that the text of `file` gets, in this order */
    int npastes;             /* as ndefines */
};

/* The case for which kernels are made. */
struct nd_case {
    const struct nd_device *device;
    const struct nd_law *law;
    int N;
    int single;    /* precision */
    double upwind; /* weight of the flux: 1 upwind, 0 central */
    int linear;    /* steps are polynomials of the operator; 0: Runge-Kutta schemes */
};
/* For Runge-Kutta stages. */
#define ND_CASE(device, law, N, single, upwind) (&(struct nd_case){device, law, N, single, upwind, 0})

/* Ignores c->device. */
void nd_recipe_init(struct nd_recipe *recipe, const struct nd_case *c, const struct nd_layout *layout);

void nd_recipe_define(struct nd_recipe *recipe, const char *name, int value);
/* Before the text of `file` ("stage_fused.knl") comes a header. */
void nd_recipe_paste(struct nd_recipe *recipe, const char *file, const char *header);

/* The text of a .knl ("stage_simd.knl"), from $NUDGE_KERNELS when it has the file, else built in. */
int nd_kernel_text(const struct nd_recipe *recipe, const char *file, struct nd_text *text);
/* Assembled, compiled or found, loaded. */
int nd_kernel_module(struct nd_device *device, const struct nd_recipe *recipe, const char *file,
                     struct nd_module **module);
/* Likewise, and the kernel in it that has the file's name without the ending. */
int nd_kernel_load(struct nd_device *device, const struct nd_recipe *recipe, const char *file,
                   struct nd_module **module, struct nd_kernel **kernel);
/* Compiled and kept on disk, not loaded. */
int nd_kernel_prepare(struct nd_device *device, const struct nd_recipe *recipe, const char *file);

/* -- what variants (variant.h) are made of
 * ------------------------------------------------------------------------ */

enum nd_pass { /* a launch of a stage */
               ND_PASS_NONE,
               ND_PASS_GATHER,
               ND_PASS_LIFT,
               ND_PASS_DIFF,
               ND_PASS_ASSEMBLY,
               ND_PASS_UPDATE,
               ND_PASS_FLUX, /* the plain kernels */
               ND_PASS_RATE,
               ND_PASS_STAGE,       /* all in one */
               ND_PASS_STAGE_WAVES, /* and plane waves come in through faces; in no variant's list */
               ND_PASS_STEP, /* all evaluations of a linear step; in no variant's list */
               ND_PASSES
};
extern const char *const nd_pass_names[ND_PASSES];

/* How a stage uses the rate of the fields `from`. */
enum nd_update {
    ND_UPDATE_RK,   /* low-storage Runge-Kutta: res = a res + dt rate, to = from + b res */
    ND_UPDATE_RATE, /* to = dt rate; the first evaluation of a quadratic (step/polynomial.h) */
    ND_UPDATE_ADD,  /* to = to + a from + b dt rate; the second one */
    ND_UPDATES
};
#endif
