/* Kernel texts: generated defines + dialect.h + the law + frame.h + one .knl. What depends on order, law, precision or
 * layout is a define; what depends on the mesh is an argument, so that no mesh needs a new compile. */
#ifndef ND_KERNEL_H
#define ND_KERNEL_H

#include "device/device.h"
#include "law/law.h"
#include "layout/layout.h"

struct nd_recipe {
    const struct nd_law *law;
    int N;
    int single;             /* precision */
    double upwind;          /* 1: upwind, 0: central */
    int block, lanes, rows; /* lanes > 1 for the simd variant only; rows of an operator tile there */
    int64_t S_b, S_n, S_l;  /* of the layout; S_f depends on the mesh */
};

void nd_recipe_init(struct nd_recipe *recipe, const struct nd_law *law, const struct nd_layout *layout, int N,
                    int single, double upwind, int lanes, int rows);

/* The text of a .knl ("stage_simd.knl"), from $NUDGE_KERNELS when it has the file, else built in. */
int nd_kernel_text(const struct nd_recipe *recipe, const char *file, struct nd_text *text);
/* Assembled, compiled or found, loaded. */
int nd_kernel_module(struct nd_device *device, const struct nd_recipe *recipe, const char *file,
                     struct nd_module **module);

/* -- variants: one row per algorithm ------------------------------------------------------------------------------ */

enum nd_family { ND_LAYOUT_ANY, ND_LAYOUT_SIMD };

struct nd_variant {
    const char *name;
    const char *files[4]; /* .knl files, in the order of their launches */
    enum nd_family family;
    int c_only; /* needs the C dialect (vectors of the compiler) */
    const char *about;
};
extern const struct nd_variant nd_variants[]; /* ends with a null name */
const struct nd_variant *nd_variant_find(const char *name);

#endif
