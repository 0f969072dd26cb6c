/* All variants, by what they are made of; kernel.h says what the members mean. */
#include "kernel/kernel.h"

#include <string.h>

const char *const nd_pass_names[ND_PASSES] = {"",       "gather", "lift", "diff", "assembly",
                                              "update", "flux",   "rate", "stage"};

/* clang-format off */
const struct nd_variant nd_variants[] = {
    {.name = "simd", .family = ND_LAYOUT_SIMD, .pass = {ND_PASS_STAGE}, .c_only = 1, .updates = 1,
     .about = "a whole stage in one pass, elements in the lanes of CPU vectors"},
    {.name = "bernstein", .family = ND_LAYOUT_KEPT, .pass = {ND_PASS_STAGE}, .updates = 1,
     .about = "a whole stage in one pass, in Bernstein-Bezier coefficients; for laws that keep fields in the frame, full upwind"},
    {.name = "fused", .family = ND_LAYOUT_FUSED, .pass = {ND_PASS_STAGE}, .updates = 1,
     .about = "a whole stage in one pass, batches of elements in shared memory"},
    {.name = "split", .family = ND_LAYOUT_PAPER, .pass = {ND_PASS_GATHER, ND_PASS_DIFF, ND_PASS_LIFT}, .commuted = 1, .updates = 1,
     .about = "the paper's kernels in three passes: F commuted with differentiation, the update in the lift"},
    {.name = "paper4", .family = ND_LAYOUT_PAPER, .pass = {ND_PASS_GATHER, ND_PASS_LIFT, ND_PASS_DIFF, ND_PASS_ASSEMBLY}, .updates = 1,
     .about = "the paper's kernels in four passes: the update in the assembly"},
    {.name = "paper", .family = ND_LAYOUT_PAPER, .pass = {ND_PASS_GATHER, ND_PASS_LIFT, ND_PASS_DIFF, ND_PASS_ASSEMBLY, ND_PASS_UPDATE},
     .about = "the paper's five passes: flux gather, lift, differentiation, assembly, update"},
    {.name = "plain", .family = ND_LAYOUT_ANY, .pass = {ND_PASS_FLUX, ND_PASS_RATE, ND_PASS_UPDATE},
     .about = "three simple passes, any layout and device"},
    {0},
};
/* clang-format on */

const struct nd_variant *nd_variant_find(const char *name)
{
    for (const struct nd_variant *v = nd_variants; v->name; v++)
        if (!strcmp(v->name, name)) return v;
    return NULL;
}
