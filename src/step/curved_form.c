/* The texts of the stage of curved elements. */
#include "step/curved.h"

/* Reals of `work` in curved.knl. */
static size_t work_reals(const struct nd_curved_form *form, int N)
{
    const int faces = form->group * (nd_elem_Nfp(N) + form->Nfq), sums = form->parts * nd_elem_Np(N);
    return (size_t)form->pad * (size_t)(faces > sums ? faces : sums);
}

static size_t shared_reals(const struct nd_curved_form *form, int N)
{
    return work_reals(form, N) + 2 * (size_t)nd_elem_Np(N) * (size_t)form->pad;
}

/* As many threads as have something to do in the longest loop. Shared memory limits the faces at a time. */
void nd_curved_form_choose(struct nd_curved_form *form, int N, int fields, size_t real, size_t shared)
{
    enum { THREADS = 256, PARTS = 4 };
    const int Np = nd_elem_Np(N), word = (int)(16 / real), fit = THREADS / Np;
    form->pad = (fields + word - 1) / word * word;
    form->parts = fit < 1 ? 1 : fit < PARTS ? fit : PARTS;
    for (form->group = 4; form->group > 1; form->group /= 2)
        if (shared_reals(form, N) * real <= shared) break;
    if (shared_reals(form, N) * real > shared) form->pad = fields;
    const int points = form->group * form->Nfq, sums = form->parts * Np,
              wanted = points > sums ? points : sums;
    form->threads = wanted < THREADS ? (wanted + 31) / 32 * 32 : THREADS;
}

const char *nd_curved_form_define(const struct nd_curved_form *form, struct nd_recipe *recipe)
{
    nd_recipe_define(recipe, "NARROW", 1);
    nd_recipe_define(recipe, "NFQ", form->Nfq);
    if (form->lanes) {
        recipe->lanes = form->lanes;
        nd_recipe_define(recipe, "WHOLE", form->whole);
        nd_recipe_define(recipe, "NATURAL_ROWS", nd_curved_natural_rows());
        nd_recipe_paste(recipe, "curved_simd.knl", "curved_sides.h");
        return "curved_simd.knl";
    }
    nd_recipe_define(recipe, "GROUP", form->group);
    nd_recipe_define(recipe, "PARTS", form->parts);
    nd_recipe_define(recipe, "PAD", form->pad);
    nd_recipe_define(recipe, "WORK", (int)work_reals(form, recipe->N));
    return "curved.knl";
}
