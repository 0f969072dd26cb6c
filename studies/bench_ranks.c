/* nudge bench --ranks: evaluations on several ranks, of one mesh for all (strong) and of as much for each (weak). */
#include <math.h>
#include <stdio.h>
#include "bench_print.h"
#include "internal.h"

enum scaling { STRONG, WEAK };

/* A jittered box of about so many DOFs, without boundaries. */
static int make_problem(nudge_problem **problem, const struct bench *b, int N, double dofs)
{
    char text[512];
    const int fields = b->law.fields.n,
              cells = (int)fmax(2, round(cbrt(dofs / (6.0 * nd_elem_Np(N) * fields))));
    snprintf(text, sizeof text,
             "{order: %d, precision: %s, materials: {filling: {}}, initial: {%s: sin(2*pi*(x+y+z))}, "
             "time: {end: 1}, mesh: {box: {size: [1, 1, 1], divisions: [%d, %d, %d], jitter: 0.2, "
             "periodic: [x, y, z]}}}",
             N, b->single ? "single" : "double", b->law.fields.at[0], cells, cells, cells);
    int status = nudge_problem_parse(problem, text, "");
    if (!status) status = nudge_problem_set(*problem, "law", b->law_name);
    return status;
}

/* The least and the largest number on any rank, and where. */
struct span {
    double least, most;
};

static void extend(struct span *span, double value)
{
    span->least = fmin(span->least, value);
    span->most = fmax(span->most, value);
}

struct spans {
    struct span whole, alone, exchange, elements, sent, waited;
};

static struct spans find_spans(const struct nd_rank_times *t, int ranks)
{
    const struct span none = {INFINITY, -INFINITY};
    struct spans s = {none, none, none, none, none, none};
    for (int r = 0; r < ranks; r++) {
        extend(&s.whole, t[r].whole);
        extend(&s.alone, t[r].alone);
        extend(&s.exchange, t[r].exchange);
        extend(&s.elements, t[r].elements);
        extend(&s.sent, t[r].sent);
        extend(&s.waited, fmax(0, 1 - t[r].alone / t[r].whole));
    }
    return s;
}

static void print_row(const struct bench *b, int N, enum scaling scaling, const struct spans *s, double dofs,
                      const char *path)
{
    const double T = s->whole.most, C = s->alone.most, X = s->exchange.most;
    printf("%2d  %-6s  %9.0f - %-9.0f  %9.3g  %8.2f  %9.4g  %9.4g  %8.3g", N,
           scaling == WEAK ? "weak" : "strong", s->elements.least, s->elements.most, dofs,
           dofs / T * (b->device->info.gpu ? 1e-9 : 1e-6), T * 1e3, C * 1e3, X * 1e3);
    if (X > 0)
        printf("  %5.1f %%  %4.1f - %4.1f %%  %8.3g - %.3g  %s\n", 100 * fmin(1, fmax(0, (C + X - T) / X)),
               100 * s->waited.least, 100 * s->waited.most, s->sent.least * 1e-6, s->sent.most * 1e-6, path);
    else
        printf("        -              -         -\n");
    fflush(stdout);
}

static int measure(struct bench *b, const struct bench_wish *wish, int N, enum scaling scaling)
{
    int status = 0;
    const int ranks = nudge_ranks();
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_rank_times *times = NULL;
    ALLOC(times, ranks);
    TRY(make_problem(&problem, b, N, wish->dofs * (scaling == WEAK ? ranks : 1)));
    TRY(nd_solver_create(&solver, problem, b->device->backend->name, NULL, wish->variant));
    TRY(nd_ranks_time(solver, 1.5, times));
    const struct spans spans = find_spans(times, ranks);
    print_row(b, N, scaling, &spans, (double)solver->mesh.K * solver->elem.Np * solver->law.fields.n,
              nd_halo_path(&solver->halo));
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    free(times);
    return status;
}

int bench_print_ranks(struct bench *b, const struct bench_wish *wish)
{
    int status = 0, i = 0;
    const int ranks = nudge_ranks();
    printf("%d rank%s, %d of them on this node\n", ranks, ranks == 1 ? "" : "s", nudge_ranks_local());
    printf(" N  mesh      elements of a rank           DOFs    %s    ms/eval    without  exchange   hidden  "
           "not computing    MB sent  by\n",
           b->device->info.gpu ? "GDOF/s" : "MDOF/s");
    for (; i < wish->norders && !bench_time_is_up(b); i++)
        for (enum scaling s = STRONG; s <= (ranks > 1 ? WEAK : STRONG); s++)
            TRY(measure(b, wish, wish->orders[i], s));
    bench_print_left(wish, i);
done:
    return status;
}
