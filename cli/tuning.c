#include "tuning.h"

#include <math.h>
#include <stdio.h>
#include "base/log.h"
#include "paper_page.h"
#include "progress.h"
#include "solver/solver.h"
#include "tune/wisdom.h"

struct view {
    struct progress progress;
    const struct bench *bench;
    int N, tried;
};

static int tell(void *context, const struct nd_trial *trial)
{
    struct view *v = context;
    const double best = trial->seconds < trial->best ? trial->seconds : trial->best;
    v->tried += !trial->refused;
    if (trial->refused) nd_info("N = %d: a candidate is left out: %s", v->N, trial->refused);
    progress_say(&v->progress, "N = %d, %s precision: %d tried; %s %.2f us at best", v->N,
                 v->bench->single ? "single" : "double", v->tried,
                 trial->pass ? nd_pass_names[trial->pass] : "stage", best * 1e6);
    return stop_wanted();
}

/* As the plan of its variant, and as what runs use when it is that: the standard variant's, or one that beats it. */
int tuning_keep(struct bench *b, const struct tuned *t)
{
    int status = 0;
    struct nd_wisdom_key key = {b->law_name, t->N, t->single, t->plan.variant->name, b->device};
    struct nd_plan best;
    double seconds;
    if (!isfinite(t->seconds)) return 0;
    TRY(nd_wisdom_keep(&key, &t->plan, t->seconds));
    key.variant = NULL;
    const int known = nd_wisdom_find(&key, &best, &seconds);
    if (!known) TRY(nd_plan_choose(&best, ND_CASE(b->device, &b->law, t->N, t->single, 1), NULL));
    if (best.variant == t->plan.variant || (known && t->seconds < seconds))
        TRY(nd_wisdom_keep(&key, &t->plan, t->seconds));
done:
    return status;
}

int tuning_run(struct bench *b, int N, const char *variant, enum nd_patience patience, double limit,
               double dofs, struct tuned *tuned)
{
    int status = 0;
    const double start = nd_seconds_now();
    struct view view = {.bench = b, .N = N};
    const struct nd_tuning tuning = {.device = b->device,
                                     .law = &b->law,
                                     .N = N,
                                     .single = b->single,
                                     .patience = patience,
                                     .limit = limit,
                                     .dofs = dofs,
                                     .tell = tell,
                                     .context = &view};
    *tuned = (struct tuned){.N = N, .single = b->single};
    progress_begin(&view.progress, stderr, "", 0);
    TRY(nd_tune(&tuning, variant, &tuned->plan, &tuned->seconds, &tuned->tried));
    tuned->took = nd_seconds_now() - start;
done:
    progress_end(&view.progress);
    return status;
}

const char *tuning_columns(const struct nd_variant *variant)
{
    switch (variant->family) {
    case ND_LAYOUT_PAPER: return paper_parts[PAPER_PARAMETERS].header;
    case ND_LAYOUT_FUSED: return "N,batch,in_item,threads,precision";
    case ND_LAYOUT_KEPT: return "N,batch,threads,together,early,ahead,resident,precision";
    default: return NULL;
    }
}

void tuning_row(const struct tuned *t, char mark, char row[TUNING_ROW])
{
    const struct nd_plan *p = &t->plan;
    const char *precision = t->single ? "single" : "double";
    if (p->variant->family == ND_LAYOUT_KEPT)
        snprintf(row, TUNING_ROW, "%d,%d,%d,%d,%d,%d,%d,%s", t->N, p->batch, p->batch_threads,
                 p->batch_together, p->batch_early, p->batch_ahead, p->batch_resident, precision);
    else if (p->variant->family == ND_LAYOUT_FUSED)
        snprintf(row, TUNING_ROW, "%d,%d,%d,%d,%s", t->N, p->batch, p->batch_i, p->batch_threads, precision);
    else
        snprintf(row, TUNING_ROW, "%d,%d,%s,%d,%d,%d,%d,%d,field,%d,%d,1,%s", t->N, p->K_M,
                 p->diff_shared == ND_SHARED_MATRIX ? "matrix" : "field", p->diff_p, p->diff_i, p->diff_s,
                 p->M_B, p->gather_p, p->lift_p, p->lift_i, precision);
    for (char *c = row; *c; c++)
        if (*c == ',') *c = mark;
}
