#include "bench_print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "paper_page.h"
#include "progress.h"
#include "internal.h"

void bench_print_left(const struct bench_wish *wish, int next)
{
    if (next >= wish->norders) return;
    printf("the time is up, left out: order%s", wish->norders - next > 1 ? "s" : "");
    for (int i = next; i < wish->norders; i++) printf(" %d", wish->orders[i]);
    printf("\n");
}

void bench_print_inside(const struct bench *b)
{
    const struct nd_fixture *fixture = &b->fixture;
    if (b->blocks < 0) return;
    printf("  faces inside blocks %.2f",
           nd_blocks_inside(&fixture->connect, fixture->mesh.K, nd_plan_block(&fixture->rhs.plan),
                            fixture->rhs.slot));
}

/* The fixture of one order by wisdom's plan or the guess. */
static int prepare(struct bench *b, const struct bench_wish *wish, int N, struct nd_plan *plan)
{
    int status = 0;
    TRY(bench_plan(b, N, wish->variant, plan, NULL));
    TRY(bench_bed(b, N, wish->dofs, plan));
done:
    return status;
}

static void print_component(int N, const struct component *c, double copy)
{
    printf("%2d  %-8s  %9.1f  %8.1f  %8.1f  %8.1f   %5.1f %%    %5.1f %%", N, c->name, c->seconds * 1e6,
           c->count.flops / c->seconds * 1e-9, c->count.fetched / c->seconds * 1e-9,
           c->count.moved / c->seconds * 1e-9, 100 * c->share, 100 * c->count.moved / c->seconds / copy);
}

static void print_components(const struct bench *b, const struct component *c, int n, double copy)
{
    const int N = b->fixture.elem.N;
    const double dofs = (double)b->fixture.mesh.K * b->fixture.elem.Np * b->law.fields.n;
    struct component sum = {.name = "sum", .share = 1};
    for (int i = 0; i < n; i++) {
        print_component(N, &c[i], copy);
        printf("\n");
        sum.seconds += c[i].seconds;
        sum.count.flops += c[i].count.flops;
        sum.count.fetched += c[i].count.fetched;
        sum.count.moved += c[i].count.moved;
    }
    print_component(N, &sum, copy);
    printf("   %.1f bytes/DOF", sum.count.moved / dofs);
    bench_print_inside(b);
    printf("\n");
    fflush(stdout);
}

int bench_print_components(struct bench *b, const struct bench_wish *wish)
{
    int status = 0, n, i = 0;
    double copy;
    struct nd_plan plan;
    struct component components[ND_PASSES_MOST];
    TRY(nd_copy_measure(b->device, &copy));
    printf("variant %s, copy %.1f GB/s\n", wish->variant, copy * 1e-9);
    printf(" N  pass             us   GFlop/s   fetched     moved   of time    of copy\n"
           "                                       GB/s      GB/s            bandwidth\n");
    for (; i < wish->norders && !bench_time_is_up(b); i++) {
        const int N = wish->orders[i];
        TRY(prepare(b, wish, N, &plan));
        TRY(bench_components(b, components, &n));
        print_components(b, components, n, copy);
    }
    bench_print_left(wish, i);
done:
    return status;
}

static int print_cases(struct bench *b, const struct bench_wish *wish, int N)
{
    int status = 0;
    struct nd_plan full, plan;
    struct speed speed;
    double first = NAN;
    TRY(bench_plan(b, N, wish->variant, &full, NULL));
    for (int i = 0; i < BENCH_CASES; i++) {
        plan = full;
        bench_case(b, N, i, &plan);
        TRY(bench_bed(b, N, wish->dofs, &plan));
        TRY(bench_stage(b, &speed));
        if (i == 0) first = speed.flops;
        printf("%2d  %-27s  %4d  %-6s  %8.1f  %8.1f  %6.1f %%\n", N, bench_case_names[i], plan.number[K_M],
               plan.number[DIFF_SHARED] == ND_SHARED_MATRIX ? "matrix" : "field", speed.seconds * 1e6,
               speed.flops * 1e-9, 100 * speed.flops / first);
        fflush(stdout);
    }
done:
    return status;
}

int bench_print_cases(struct bench *b, const struct bench_wish *wish)
{
    int status = 0, i = 0;
    printf("variant %s\n", wish->variant);
    printf(" N  case                          K_M  shared        us   GFlop/s   of full\n");
    for (; i < wish->norders && !bench_time_is_up(b); i++) TRY(print_cases(b, wish, wish->orders[i]));
    bench_print_left(wish, i);
done:
    return status;
}

struct row {
    struct work work;
    double seconds;
};

static int by_seconds(const void *a, const void *b)
{
    const double x = ((const struct row *)a)->seconds, y = ((const struct row *)b)->seconds;
    return (x > y) - (x < y);
}

static void print_summary(struct row *rows, int n, int refused)
{
    if (refused) printf("%d refused by the compiler or the device\n", refused);
    if (!n) return;
    qsort(rows, (size_t)n, sizeof *rows, by_seconds);
    const double best = rows[0].seconds;
    printf("best (%d, %d, %d) with %.2f us", rows[0].work.p, rows[0].work.i, rows[0].work.s, best * 1e6);
    if (n > 1)
        printf("; of %d the median takes %.0f %% longer, the worst %.2f times as long", n,
               100 * (rows[n / 2].seconds / best - 1), rows[n - 1].seconds / best);
    printf("\n");
}

static int print_scan(struct bench *b, const struct bench_wish *wish, int N, enum nd_shared shared,
                      struct nd_text *csv)
{
    int status = 0, n = 0, refused = 0;
    size_t capacity = 0;
    struct scan scan;
    struct row row, *rows = NULL;
    struct nd_plan plan;
    TRY(scan_begin(&scan, b, N, wish->variant, wish->kernel, shared));
    printf("\n%s at N = %d, variant %s, %s in shared memory\n w_p  w_i  w_s        us\n",
           scan_kernels[wish->kernel], N, nd_plan_name(&scan.plan), scan_shared(&scan));
    while (!bench_time_is_up(b) && scan_next(&scan, b, N, &plan, &row.work)) {
        TRY(scan_measure(b, &scan, N, wish->dofs, &plan, &row.seconds));
        printf("%4d %4d %4d  %8.2f\n", row.work.p, row.work.i, row.work.s, row.seconds * 1e6);
        fflush(stdout);
        nd_text_add(csv, "%d,%s,%s,%d,%d,%d,", N, scan_kernels[wish->kernel], scan_shared(&scan), row.work.p,
                    row.work.i, row.work.s);
        if (isfinite(row.seconds)) nd_text_add(csv, "%.6g", row.seconds);
        nd_text_add(csv, "\n");
        TRY(nd_grow(&rows, &capacity, (size_t)n + 1, sizeof *rows));
        if (isfinite(row.seconds))
            rows[n++] = row;
        else
            refused++;
    }
done:
    print_summary(rows, n, refused);
    free(rows);
    return status;
}

int bench_print_scan(struct bench *b, const struct bench_wish *wish, struct nd_text *csv)
{
    int status = 0, i = 0;
    const int both = wish->kernel == 0;
    if (!csv->n) nd_text_add(csv, "%s\n", paper_parts[PAPER_SCAN].header);
    for (; i < wish->norders && !bench_time_is_up(b); i++) {
        if (both) TRY(print_scan(b, wish, wish->orders[i], ND_SHARED_MATRIX, csv));
        if (!bench_time_is_up(b)) TRY(print_scan(b, wish, wish->orders[i], ND_SHARED_FIELD, csv));
    }
    if (bench_time_is_up(b)) printf("the time is up\n");
done:
    return status;
}
