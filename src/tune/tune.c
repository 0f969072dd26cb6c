#include "tune/tune.h"

#include <math.h>
#include "base/time.h"
#include "tune/search.h"

/* A number of the plan and the values to try. */
enum { KNOBS_MOST = 8, VALUES_MOST = 12, BATCH = 64 };
struct knob {
    size_t at; /* offset in struct nd_plan */
    int n, value[VALUES_MOST];
};
#define KNOB(name, ...)                                                                                      \
    {                                                                                                        \
        offsetof(struct nd_plan, name), sizeof((int[]){__VA_ARGS__}) / sizeof(int),                          \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

/* Each list ends with the number whose change lays out the fields anew, where there is one: that takes long. */
static const struct knob fused_knobs[] = {KNOB(batch_i, 1, 2, 3, 4),
                                          KNOB(batch_threads, 64, 96, 128, 160, 192, 256, 320, 384, 512),
                                          KNOB(batch, 2, 4, 6, 8, 12, 16, 24, 32),
                                          {0}};
static const struct knob kept_knobs[] = {
    KNOB(batch_threads, 64, 96, 128, 160, 192, 224, 256, 288, 320, 384, 448, 512),
    KNOB(batch_together, 1, 2, 3, 4, 5, 6, 8, 10, 12),
    KNOB(batch_early, 1, 2),
    KNOB(batch_ahead, 3, 4, 6, 8, 16),
    KNOB(batch_resident, 0, 1),
    KNOB(batch, 2, 4, 8, 16, 32, 64, 128),
    {0}};
static const struct knob gather_knobs[] = {KNOB(gather_p, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48),
                                           KNOB(M_B, 1, 2, 3, 4, 6, 8, 12, 16),
                                           {0}},
                         lift_knobs[] = {KNOB(lift_i, 1, 2, 3, 4, 6, 8, 12, 16, 24),
                                         KNOB(lift_p, 1, 2, 3, 4, 6, 8, 12),
                                         {0}},
                         field_knobs[] = {KNOB(diff_i, 1, 2, 3, 4, 6, 8),
                                          KNOB(diff_p, 1, 2, 3, 4, 6, 8, 12),
                                          {0}},
                         matrix_knobs[] = {KNOB(diff_i, 1, 2, 3, 4),
                                           KNOB(diff_p, 1, 2, 4, 6, 8, 12, 16, 24),
                                           KNOB(diff_rows, 16, 32, 48, 64, 96, 128, 160, 256),
                                           KNOB(diff_s, 1, 2, 3, 4, 8),
                                           {0}};

static int *knob_of(struct nd_plan *plan, const struct knob *knob)
{
    return (int *)((char *)plan + knob->at);
}

/* One number at a time, all others as they are, until a round brings nothing. */
static int search_lines(struct nd_search *search, const struct knob *knobs, enum nd_pass pass,
                        struct nd_found *found)
{
    int status = 0;
    for (double before = INFINITY; found->seconds < before;) {
        before = found->seconds;
        for (const struct knob *k = knobs; k->n; k++) {
            struct nd_plan line[VALUES_MOST];
            for (int i = 0; i < k->n; i++) {
                line[i] = found->plan;
                *knob_of(&line[i], k) = k->value[i];
            }
            TRY(nd_search_try(search, line, k->n, pass, found));
        }
    }
done:
    return status;
}

/* Every combination; odometer over the knobs, of which the last turns most seldom. */
static int search_all(struct nd_search *search, const struct knob *knobs, enum nd_pass pass,
                      struct nd_found *found)
{
    int status = 0, at[KNOBS_MOST] = {0}, n = 0, over = 0;
    const struct nd_plan start = found->plan;
    struct nd_plan batch[BATCH];
    while (!over) {
        int k = 0;
        batch[n] = start;
        for (; knobs[k].n; k++) *knob_of(&batch[n], &knobs[k]) = knobs[k].value[at[k]];
        for (k = 0; knobs[k].n && ++at[k] == knobs[k].n; k++) at[k] = 0;
        over = !knobs[k].n;
        if (++n < BATCH && !over) continue;
        TRY(nd_search_try(search, batch, n, pass, found));
        n = 0;
    }
done:
    return status;
}

/* From the plan's own numbers to the best for this pass, which the plan then has. */
static int tune_pass(struct nd_search *search, const struct knob *knobs, enum nd_pass pass,
                     struct nd_plan *plan, double *seconds)
{
    int status = 0;
    struct nd_found found = {*plan, INFINITY};
    TRY(nd_search_try(search, plan, 1, pass, &found));
    TRY((search->tuning->patience == ND_EXHAUSTIVE ? search_all : search_lines)(search, knobs, pass, &found));
    *plan = found.plan;
    *seconds = found.seconds;
done:
    return status;
}

/* A stage in one launch: the guess, numbers that go together, then the knobs. */
static int tune_stage(struct nd_search *search, const struct nd_plan *together, int n,
                      const struct knob *knobs, struct nd_found *found)
{
    int status = 0;
    TRY(nd_search_try(search, &found->plan, 1, ND_PASS_STAGE, found));
    TRY(nd_search_try(search, together, n, ND_PASS_STAGE, found));
    TRY((search->tuning->patience == ND_EXHAUSTIVE ? search_all : search_lines)(search, knobs, ND_PASS_STAGE,
                                                                                found));
done:
    return status;
}

/* The fused stage's numbers go together: the items that its products want, an item a node of each set of batch_i elements,
 * should fill the group once. So such combinations come first, and one number at a time after them. */
static int tune_fused(struct nd_search *search, struct nd_found *found)
{
    int n = 0;
    static const int items[] = {64, 128, 192, 256, 352}, at_once[] = {1, 2, 3, 4, 6};
    const int Np = nd_elem_Np(search->tuning->N);
    struct nd_plan together[25];
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++) {
            const int sets = items[k] / Np < 1 ? 1 : items[k] / Np, threads = (sets * Np + 31) / 32 * 32;
            together[n] = found->plan;
            together[n].batch_i = at_once[i];
            together[n].batch = sets * at_once[i];
            together[n++].batch_threads = threads < 64 ? 64 : threads;
        }
    return tune_stage(search, together, n, fused_knobs, found);
}

/* Groups of this plan that a multiprocessor has shared memory and threads for, as NVIDIA's have them: about what one group may have at
 * most, 1 KiB of it taken by each; 2048 threads; 32 groups. */
static int fitting_groups(const struct nd_tuning *t, const struct nd_plan *plan)
{
    const size_t local =
        nd_plan_shape(plan, ND_CASE(t->device, t->law, t->N, t->single, 1), ND_PASS_STAGE).local;
    const size_t memory = (t->device->info.shared_bytes + 1024) / (local + 1024);
    int most = 2048 / plan->batch_threads;
    if (most > 32) most = 32;
    return memory < 1 ? 1 : memory < (size_t)most ? (int)memory : most;
}

/* The numbers of kept fields go together as well: an item takes a face node of the batch, one after the other, and all groups that
 * fit shall run. So for each batch the items that take one node, one or two, or two of them; then one number at a time. */
static int tune_kept(struct nd_search *search, struct nd_found *found)
{
    int n = 0;
    const struct knob *batches = kept_knobs;
    while (batches[1].n) batches++;
    const struct nd_tuning *t = search->tuning;
    const int Nfp = nd_elem_Nfp(t->N);
    struct nd_plan together[VALUES_MOST * 3 * 2];
    for (int i = 0; i < batches->n; i++)
        for (int halves = 2; halves <= 4; halves++)
            for (int resident = 0; resident < 2; resident++) {
                struct nd_plan *plan = &together[n++];
                const int items = (2 * batches->value[i] * Nfp + halves - 1) / halves,
                          threads = (items + 31) / 32 * 32;
                *plan = found->plan;
                plan->batch = batches->value[i];
                plan->batch_threads = threads < 512 ? threads : 512;
                plan->batch_resident = resident;
                nd_plan_derive(plan, ND_CASE(t->device, t->law, t->N, t->single, 1));
                plan->batch_together = fitting_groups(t, plan);
            }
    return tune_stage(search, together, n, kept_knobs, found);
}

/* Both ways to use shared memory; the faster stays. */
static int tune_diff(struct nd_search *search, struct nd_plan *plan)
{
    int status = 0;
    double field, matrix;
    struct nd_plan other = *plan;
    TRY(tune_pass(search, field_knobs, ND_PASS_DIFF, plan, &field));
    other.diff_shared = ND_SHARED_MATRIX;
    other.diff_p = 8, other.diff_i = 2, other.diff_s = 2;
    other.diff_rows = plan->N_pM < 32 ? plan->N_pM : 32;
    TRY(tune_pass(search, matrix_knobs, ND_PASS_DIFF, &other, &matrix));
    if (matrix < field * ND_MARGIN) *plan = other;
done:
    return status;
}

/* How items of a group are numbered, by the whole stage: it serves the lift and the differentiation. */
static int tune_grouping(struct nd_search *search, struct nd_plan *plan, double *seconds)
{
    int status = 0, n = 1;
    struct nd_plan line[3] = {*plan};
    struct nd_found found = {*plan, INFINITY};
    for (int grouping = 0; grouping <= 32; grouping += 16)
        if (grouping != plan->grouping && (!grouping || plan->N_pM % grouping == 0)) {
            line[n] = *plan;
            line[n++].grouping = grouping;
        }
    TRY(nd_search_try(search, line, n, ND_PASS_NONE, &found));
    *plan = found.plan;
    *seconds = found.seconds;
done:
    return status;
}

static int tune_microblocks(struct nd_search *search, struct nd_plan *plan, double *seconds)
{
    int status = 0;
    const struct nd_tuning *t = search->tuning;
    nd_paper_guess(ND_CASE(t->device, t->law, t->N, t->single, 1), plan);
    TRY(tune_pass(search, gather_knobs, ND_PASS_GATHER, plan, seconds));
    TRY(tune_pass(search, lift_knobs, ND_PASS_LIFT, plan, seconds));
    TRY(tune_diff(search, plan));
    TRY(tune_grouping(search, plan, seconds));
done:
    return status;
}

/* Micro-blocks by the paper's rule at warps and at half-warps. Each may take half of the time that is left. */
static int tune_paper(struct nd_search *search, struct nd_found *best)
{
    int status = 0, before[2] = {0};
    static const int align[] = {32, 16};
    const double end = search->end;
    struct nd_plan plan = best->plan;
    for (int i = 0; i < 2; i++) {
        double seconds;
        nd_plan_microblocks(&plan, search->tuning->N, align[i], 0);
        if (plan.K_M == before[0] && plan.N_pM == before[1]) continue;
        before[0] = plan.K_M, before[1] = plan.N_pM;
        search->end = i ? end : (nd_seconds_now() + end) / 2;
        TRY(tune_microblocks(search, &plan, &seconds));
        if (seconds < best->seconds * (i ? ND_MARGIN : 1)) *best = (struct nd_found){plan, seconds};
    }
done:
    return status;
}

int nd_tune(const struct nd_tuning *t, const char *variant, struct nd_plan *plan, double *seconds, int *tried)
{
    int status = 0;
    struct nd_search search = {0};
    struct nd_found best = {.seconds = INFINITY};
    *seconds = NAN;
    if (tried) *tried = 0;
    TRY(nd_plan_choose(plan, ND_CASE(t->device, t->law, t->N, t->single, 1), variant));
    const enum nd_family family = plan->variant->family;
    int (*const tune)(struct nd_search *, struct nd_found *) = family == ND_LAYOUT_FUSED   ? tune_fused
                                                               : family == ND_LAYOUT_KEPT  ? tune_kept
                                                               : family == ND_LAYOUT_PAPER ? tune_paper
                                                                                           : NULL;
    if (t->patience == ND_ESTIMATE || !tune) return 0;
    TRY(nd_search_init(&search, t));
    best.plan = *plan;
    TRY(tune(&search, &best));
    if (!isfinite(best.seconds))
        FAIL(NUDGE_EINTERNAL,
             "no plan of variant %s computes what the plain kernels do on %s; warnings before this tell more",
             plan->variant->name, t->device->info.name);
    *plan = best.plan;
    *seconds = best.seconds / search.large.mesh.K;
    if (tried) *tried = search.timed;
done:
    nd_search_clear(&search);
    return status;
}
