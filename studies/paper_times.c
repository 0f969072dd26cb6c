/* The paper's timings: speed over the order (Fig. 8), the parts of the operator (Figs. 9, 10a), a scan
 * (Fig. 10b), ablations (Fig. 11a) and mesh sizes (Fig. 11b). */
#include <math.h>
#include <stdio.h>
#include "paper_run.h"
#include "internal.h"

static const char *const variants[] = {PAPER_FIVE, PAPER_THREE}; /* that are measured */
enum { VARIANTS = 2 };

/* One core, its products by the BLAS and by loops of our own. */
static int measure_core(struct paper *p, struct paper_table *t, int N)
{
    int status = 0;
    static const struct {
        const char *name;
        enum nd_baseline_product product;
    } ways[] = {{"BLAS", ND_PRODUCT_BLAS}, {"loops", ND_PRODUCT_LOOPS}};
    for (int i = 0; i < 2; i++) {
        struct nd_baseline_speed s;
        if (!paper_wants(p, paper_table_has(t, "N,device,variant", "%d|cpu core|%s", N, ways[i].name)))
            continue;
        TRY(bench_go_on());
        TRY(nd_baseline_measure(N, 1, ways[i].product, &s));
        TRY(paper_keep(p, t, "%d|cpu core|%s|%d|%.5e|%.5g|%.5g|1", N, ways[i].name, (int)s.K,
                       s.element_seconds * s.K, nd_model_flops(N, 6) / s.element_seconds * 1e-9,
                       s.dofs_per_second * 1e-9));
    }
done:
    return status;
}

static int measure_speed(struct paper *p, struct paper_table *t, int N, const char *variant)
{
    int status = 0;
    const char *device = p->bench.device->info.gpu ? "gpu" : p->bench.device->backend->name;
    struct nd_plan plan;
    struct speed s;
    if (!paper_wants(p, paper_table_has(t, "N,device,variant", "%d|%s|%s", N, device, variant))) return 0;
    const double core = paper_core_gflops(t, N);
    if (isnan(core)) { /* its ratio is not known before the core's rows are there */
        p->left++;
        return 0;
    }
    TRY(paper_plan(p, N, variant, &plan));
    TRY(bench_bed(&p->bench, N, p->dofs, &plan));
    TRY(bench_stage(&p->bench, &s));
    TRY(paper_keep(p, t, "%d|%s|%s|%d|%.5e|%.5g|%.5g|%.4g", N, device, variant, (int)s.K, s.seconds,
                   s.flops * 1e-9, s.dofs * 1e-9, s.flops * 1e-9 / core));
done:
    return status;
}

int paper_measure_speed(struct paper *p, struct paper_table *t)
{
    int status = 0;
    const char *advice = nd_baseline_advice();
    if (advice) fprintf(stderr, "nudge: %s\n", advice);
    for (int i = 0; i < p->norders; i++) {
        TRY(measure_core(p, t, p->orders[i]));
        for (int v = 0; v < VARIANTS; v++) TRY(measure_speed(p, t, p->orders[i], variants[v]));
    }
done:
    return status;
}

static int has_pass(const struct paper_table *t, int N, const char *variant, const char *pass)
{
    return paper_table_has(t, "N,variant,pass", "%d|%s|%s", N, variant, pass);
}

/* All passes are measured together, for their shares; rows that are there stay. */
static int measure_components(struct paper *p, struct paper_table *t, int N, const char *variant)
{
    int status = 0, n = 0, missing = 0;
    struct nd_plan plan;
    struct component c[ND_PASSES_MOST];
    const struct nd_plan named = nd_plan_named(variant);
    for (const enum nd_pass *pass = named.variant->passes(&named); *pass; pass++)
        missing += paper_wants(p, has_pass(t, N, variant, nd_pass_names[*pass]));
    if (!missing) return 0;
    TRY(paper_plan(p, N, variant, &plan));
    TRY(bench_bed(&p->bench, N, p->dofs, &plan));
    TRY(bench_components(&p->bench, c, &n));
    for (int i = 0; i < n; i++) {
        const double rate = 1e-9 / c[i].seconds;
        if (has_pass(t, N, variant, c[i].name)) continue;
        TRY(paper_keep(p, t, "%d|%s|%s|%.5e|%.5g|%.5g|%.5g|%.4g|%.4g", N, variant, c[i].name, c[i].seconds,
                       c[i].count.flops * rate, c[i].count.fetched * rate, c[i].count.moved * rate,
                       c[i].share, c[i].count.moved / c[i].seconds / p->copy));
    }
done:
    return status;
}

int paper_measure_components(struct paper *p, struct paper_table *t)
{
    int status = 0;
    for (int i = 0; i < p->norders; i++)
        for (int v = 0; v < VARIANTS; v++) TRY(measure_components(p, t, p->orders[i], variants[v]));
done:
    return status;
}

/* As the paper's: differentiation at N = 4, the matrix in shared memory. */
int paper_measure_scan(struct paper *p, struct paper_table *t)
{
    int status = 0;
    const int N = 4;
    struct scan scan;
    struct nd_plan plan;
    struct work w;
    double seconds;
    char time[32] = "";
    TRY(scan_begin(&scan, &p->bench, N, PAPER_FIVE, 0, ND_SHARED_MATRIX));
    while (scan_next(&scan, &p->bench, N, &plan, &w)) {
        if (!paper_wants(p, paper_table_has(t, "N,kernel,shared,w_p,w_i,w_s", "%d|diff|matrix|%d|%d|%d", N,
                                            w.p, w.i, w.s)))
            continue;
        TRY(scan_measure(&p->bench, &scan, N, p->dofs, &plan, &seconds));
        snprintf(time, sizeof time, isfinite(seconds) ? "%.5e" : "", seconds); /* empty: cannot be run */
        TRY(paper_keep(p, t, "%d|diff|matrix|%d|%d|%d|%s", N, w.p, w.i, w.s, time));
    }
done:
    return status;
}

static int measure_case(struct paper *p, struct paper_table *t, int N, int which)
{
    int status = 0;
    struct nd_plan plan;
    struct speed s;
    if (!paper_wants(p, paper_table_has(t, "N,case", "%d|%s", N, bench_case_names[which]))) return 0;
    TRY(paper_plan(p, N, PAPER_FIVE, &plan));
    bench_case(&p->bench, N, which, &plan);
    TRY(bench_bed(&p->bench, N, p->dofs, &plan));
    TRY(bench_stage(&p->bench, &s));
    TRY(paper_keep(p, t, "%d|%s|%.5e|%.5g", N, bench_case_names[which], s.seconds, s.flops * 1e-9));
done:
    return status;
}

int paper_measure_ablation(struct paper *p, struct paper_table *t)
{
    int status = 0;
    for (int i = 0; i < p->norders; i++)
        for (int which = 0; which < BENCH_CASES; which++) TRY(measure_case(p, t, p->orders[i], which));
done:
    return status;
}

static int measure_sizes(struct paper *p, struct paper_table *t, int N)
{
    int status = 0;
    struct nd_plan plan;
    struct speed s;
    double dofs;
    for (int n = 0; (n = bench_next_size(&p->bench, N, n, p->dofs, &dofs));) {
        if (!paper_wants(p, paper_table_has(t, "N,elements", "%d|%d", N, 6 * n * n * n))) continue;
        TRY(bench_plan(&p->bench, N, PAPER_FIVE, &plan, NULL));
        TRY(bench_bed(&p->bench, N, dofs, &plan));
        TRY(bench_stage(&p->bench, &s));
        TRY(paper_keep(p, t, "%d|%d|%.0f|%.5e|%.5g", N, (int)s.K, dofs, s.seconds, s.flops * 1e-9));
    }
done:
    return status;
}

int paper_measure_scaling(struct paper *p, struct paper_table *t)
{
    int status = 0;
    for (int i = 0; i < p->norders; i++) TRY(measure_sizes(p, t, p->orders[i]));
done:
    return status;
}
