/* What the elements of a run cost relative to each other, for shares of ranks that take equal times. */
#include <string.h>
#include "solver/ranks.h"

#define CURVED_COST 2.5f /* what a curved element costs more than a straight one (doc/reference/limits.md) */

/* An element of a PML costs 1.5 to 2.3 times as much as others on a CPU, and 1.01 to 1.19 times as much on an H200
 * (doc/explanation/ranks.md, performance.md). */
static float pml_cost(const nudge_solver *s)
{
    return s->device->info.gpu ? 0.1f : 1;
}

/* Arrays of fields that an evaluation moves: 2.5 on average with linear steps, 4 with Runge-Kutta schemes. */
static float moved(const nudge_solver *s)
{
    return s->integrator.linear ? 2.5f : 4;
}

/* A sample of Fourier sums reads the fields once and, for each frequency, reads and writes two sums of each. There is
 * about one per step. */
static float fourier_cost(const nudge_solver *s, const struct nd_monitor_spec *m)
{
    return (1 + 4 * (float)m->frequencies.n) / (moved(s) * (float)s->integrator.stages);
}

static int lists(const struct nd_words *words, const char *name)
{
    for (int i = 0; i < words->n; i++)
        if (!strcmp(words->at[i], name)) return 1;
    return 0;
}

/* A pole has two states of three components, which an evaluation moves as it does the six fields. */
static float region_cost(const nudge_solver *s, nd_idx region)
{
    float cost = 1 + (float)s->problem->material[s->assign.material[region]].npoles;
    if (s->pml.n && s->pml.region[region]) cost += pml_cost(s);
    for (int i = 0; i < s->problem->monitors.n; i++) {
        const struct nd_monitor_spec *m = nd_problem_monitor(s->problem, i);
        if (m->fourier && lists(&m->regions, s->mesh.region_name[region])) cost += fourier_cost(s, m);
    }
    return cost;
}

/* Sources and monitors on surfaces have too few elements to count. */
int nd_ranks_weigh(const nudge_solver *s, float *weight)
{
    int status = 0;
    float *cost = NULL;
    ALLOC(cost, s->mesh.nregions);
    for (nd_idx r = 0; r < s->mesh.nregions; r++) cost[r] = region_cost(s, r);
    for (nd_idx k = 0; k < s->mesh.K; k++) weight[k] = cost[s->mesh.region[k]];
    for (nd_idx i = 0; i < s->mesh.Ncurved; i++) weight[s->mesh.curved[i]] += CURVED_COST;
done:
    free(cost);
    return status;
}
