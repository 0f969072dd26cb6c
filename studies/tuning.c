#include "tuning.h"

#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "progress.h"

struct view {
    struct progress progress;
    const struct bench *bench;
    int N, tried;
};

static int show_trial(void *context, const struct nd_trial *trial)
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

int tuning_run(struct bench *b, int N, const char *variant, double limit, double dofs, struct tuned *tuned)
{
    int status = 0;
    struct view view = {.bench = b, .N = N};
    const struct nd_tuning tuning = {.device = b->device,
                                     .law = &b->law,
                                     .N = N,
                                     .single = b->single,
                                     .patience = ND_MEASURE,
                                     .limit = limit,
                                     .dofs = dofs,
                                     .tell = show_trial,
                                     .context = &view};
    *tuned = (struct tuned){.N = N, .single = b->single};
    progress_begin(&view.progress, stderr, "", 0);
    TRY(nd_tune(&tuning, variant, &tuned->plan, &tuned->seconds, NULL));
    TRY(nd_wisdom_keep_best(ND_CASE(b->device, &b->law, N, b->single, 1), &tuned->plan, tuned->seconds));
done:
    progress_end(&view.progress);
    return status;
}

void tuning_row(const struct tuned *t, char mark, char row[TUNING_ROW])
{
    const int *p = t->plan.number;
    snprintf(row, TUNING_ROW, "%d,%d,%s,%d,%d,%d,%d,%d,field,%d,%d,1,%s", t->N, p[K_M],
             p[DIFF_SHARED] == ND_SHARED_MATRIX ? "matrix" : "field", p[DIFF_P], p[DIFF_I], p[DIFF_S], p[M_B],
             p[GATHER_P], p[LIFT_P], p[LIFT_I], t->single ? "single" : "double");
    for (char *c = row; *c; c++)
        if (*c == ',') *c = mark;
}
