/* Which headers the texts of this variant get: an algorithm is chosen by that, not by conditions in a text. */
#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/local_basis.h"
#include "kernel/restated.h"

/* Are there registers for all products of a law's factors? Else there are for fewer numbers that give them. */
static int has_products(int N, int single)
{
    return single || N < 3;
}

/* The text of the law for a phase, where it has one. */
static void paste_law(struct nd_recipe *recipe, const char *file, const char *phase)
{
    const char *header = nd_restated_text(recipe->law, ND_FORM_LOCAL, recipe->upwind, phase);
    if (header) nd_recipe_paste(recipe, file, header);
}

/* Values at face nodes, and the flux of them. */
static void paste_faces(struct nd_recipe *recipe, const char *file)
{
    const int bases = nd_local_basis(recipe->law).bases;
    nd_recipe_paste(recipe, file, "faces.h");
    nd_recipe_paste(recipe, file,
                    bases == 3   ? "face_fields_three.h"
                    : bases == 2 ? "face_fields_two.h"
                                 : "face_fields_all.h");
    paste_law(recipe, file, "faces");
}

/* The computation of factors of faces. Only conditions with values change what is behind a boundary. */
static void paste_sgeo(struct nd_recipe *recipe, const char *file)
{
    const char *wall = nd_restated_text(recipe->law, ND_FORM_LOCAL, recipe->upwind, "wall");
    nd_recipe_paste(recipe, file, recipe->nvalues && wall ? wall : "bernstein/laws/plain_wall.h");
    paste_law(recipe, file, "sgeo");
    nd_recipe_paste(recipe, file, "face_sgeo.h");
}

/* Whether blocks take one batch or several, in the words of a language. In C both are a loop. */
static const char *batches(const struct nd_plan *plan)
{
    switch (plan->number[ND_LANGUAGE]) {
    case ND_DIALECT_CUDA: return nd_bernstein_is_persistent(plan) ? "batches_cuda.h" : "batches_alone_cuda.h";
    case ND_DIALECT_OPENCL: return "batches_alone_opencl.h";
    default: return "batches_c.h";
    }
}

/* The block, and the flux phase. */
static void paste_flux(const struct nd_plan *plan, enum nd_pass pass, const struct nd_bernstein_map *map,
                       struct nd_recipe *recipe)
{
    const char *stage = nd_plan_file(plan, pass);
    const int persistent = nd_bernstein_is_persistent(plan),
              parts = plan->number[ND_STATE] / plan->number[ND_PART_STRIDE];
    nd_recipe_paste(recipe, stage, batches(plan));
    nd_recipe_paste(recipe, stage, plan->number[ND_BULK] ? "async_load_cuda.h" : "async_load.h");
    paste_faces(recipe, stage);
    nd_recipe_paste(recipe, stage, pass == ND_PASS_STEP ? "step_arguments.h" : "arguments.h");
    nd_recipe_paste(recipe, stage, "block.h");
    if (pass == ND_PASS_STEP) {
        nd_recipe_paste(recipe, stage, "cooperative_cuda.h");
        nd_recipe_paste(recipe, stage, "blocks_wait.h");
    }
    if (persistent) nd_recipe_paste(recipe, stage, "next_batch.h");
    nd_recipe_paste(recipe, stage,
                    parts == 1       ? "lines.h"
                    : map->LINE_GAPS ? "lines_pair.h"
                                     : "lines_pair_even.h");
    nd_recipe_paste(recipe, stage, "flux.h");
    if (plan->number[ND_SGEO_REALS])
        nd_recipe_paste(recipe, stage, "sgeo_stored.h");
    else {
        paste_sgeo(recipe, stage);
        nd_recipe_paste(recipe, stage, persistent ? "sgeo_computed_persistent.h" : "sgeo_computed.h");
    }
    if (pass != ND_PASS_STEP)
        nd_recipe_paste(recipe, stage, pass == ND_PASS_STAGE_WAVES ? "waves.h" : "no_waves.h");
}

/* The update, and how new fields are written. */
static void paste_update(const struct nd_plan *plan, const struct nd_bernstein_map *map, const char *stage,
                         struct nd_recipe *recipe)
{
    const int interleaved = nd_bernstein_interleaved(plan, recipe->N, recipe->single),
              writes =
                  interleaved || plan->update == ND_UPDATE_RATE, /* after the update, from shared memory */
        bulk = writes && plan->number[ND_BULK] && map->BULK_FIELDS;
    if (!bulk) nd_recipe_paste(recipe, stage, "rates.h");
    nd_recipe_paste(recipe, stage,
                    plan->update == ND_UPDATE_RATE  ? "linear_rate.h"
                    : plan->update == ND_UPDATE_ADD ? "linear_add.h"
                    : interleaved                   ? "res_interleaved.h"
                                                    : "res_separate.h");
    if (bulk) nd_recipe_paste(recipe, stage, "async_store_cuda.h");
    if (writes) nd_recipe_paste(recipe, stage, bulk ? "write_bulk.h" : "write_pairs.h");
}

/* The lift and the node phase. */
static void paste_nodes(const struct nd_plan *plan, enum nd_pass pass, const struct nd_bernstein_map *map,
                        struct nd_recipe *recipe)
{
    const char *stage = nd_plan_file(plan, pass);
    const int N = recipe->N, single = recipe->single,
              parts = plan->number[ND_STATE] / plan->number[ND_PART_STRIDE], part = map->PART;
    nd_recipe_paste(recipe, stage, "lift.h");
    nd_recipe_paste(recipe, stage, map->BAND_UPPER ? "lift_bands.h" : "lift_whole.h");
    nd_recipe_paste(recipe, stage, "lift_phase.h");
    paste_law(recipe, stage, "nodes");
    paste_law(recipe, stage, has_products(N, single) ? "products" : "metric");
    nd_recipe_paste(recipe, stage, "element.h");
    if (pass == ND_PASS_STEP) {
        nd_recipe_paste(recipe, stage, "rates.h");
        nd_recipe_paste(recipe, stage, "step_update.h");
    } else
        paste_update(plan, map, stage, recipe);
    nd_recipe_paste(recipe, stage, "nodes.h");
    nd_recipe_paste(recipe, stage,
                    N <= nd_bernstein_unrolled(parts, part, single)     ? "nodes_unrolled.h"
                    : nd_bernstein_groups(plan, N, single).subsimplices ? "nodes_subsimplices.h"
                    : map->ROWS_CUT                                     ? "nodes_segments.h"
                                                                        : "nodes_rows.h");
    nd_recipe_paste(recipe, stage, "node_phase.h");
}

void nd_bernstein_paste(const struct nd_plan *plan, enum nd_pass pass, const struct nd_bernstein_map *map,
                        struct nd_recipe *recipe)
{
    paste_flux(plan, pass, map, recipe);
    paste_nodes(plan, pass, map, recipe);
    paste_faces(recipe, "surface_bernstein.knl");
    paste_sgeo(recipe, "surface_bernstein.knl");
    nd_recipe_paste(recipe, "sgeo.knl", "faces.h");
    paste_sgeo(recipe, "sgeo.knl");
}
