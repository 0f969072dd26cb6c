/* nudge bench --scaling: whole time steps on meshes of many sizes. The largest comes first, for the others
 * are held against it. */
#include <math.h>
#include <stdio.h>
#include "bench_print.h"
#include "internal.h"

enum { SIZES_MOST = 64 };

struct yardsticks {
    double copy;   /* bytes per second */
    double launch; /* seconds of a launch of nothing */
};

struct row {
    double dofs, seconds, rate; /* rate: DOFs per second, counted per stage */
    double least;               /* seconds to move the least bytes of a step */
};

static int measure(struct bench *b, int N, double dofs, const struct nd_plan *plan,
                   const struct yardsticks *y, struct row *row)
{
    int status = 0;
    const int n = b->law.fields.n, stages = nd_lsrk4.stages;
    TRY(bench_bed(b, N, dofs, plan));
    TRY(nd_fixture_measure_step(&b->fixture, &nd_lsrk4, &row->seconds));
    row->dofs = (double)b->fixture.mesh.K * b->fixture.elem.Np * n;
    row->rate = stages * row->dofs / row->seconds;
    row->least = stages * nd_model_bytes(N, n, b->single) * b->fixture.mesh.K / y->copy;
done:
    return status;
}

static int print_sizes(struct bench *b, const struct bench_wish *wish, int N, const struct yardsticks *y)
{
    int status = 0, sizes = 0;
    struct nd_plan plan;
    struct row row;
    double dofs[SIZES_MOST], plateau = 0;
    TRY(bench_plan(b, N, wish->variant, &plan, NULL));
    for (int n = 0; sizes < SIZES_MOST && (n = bench_next_size(b, N, n, wish->dofs, &dofs[sizes]));) sizes++;
    while (sizes--) {
        TRY(measure(b, N, dofs[sizes], &plan, y, &row));
        if (!plateau) plateau = row.rate;
        printf("%2d  %-9s  %8d  %10.0f  %9.1f  %8.2f   %6.1f %%  %9.1f  %6.2f\n", N, nd_plan_name(&plan),
               (int)b->fixture.mesh.K, row.dofs, row.seconds * 1e6,
               row.rate * (b->device->info.gpu ? 1e-9 : 1e-6), 100 * row.rate / plateau, row.least * 1e6,
               row.seconds / fmax(row.least, nd_lsrk4.stages * y->launch));
        fflush(stdout);
    }
done:
    return status;
}

int bench_print_scaling(struct bench *b, const struct bench_wish *wish)
{
    int status = 0, i = 0;
    struct yardsticks y;
    TRY(nd_copy_measure(b->device, &y.copy));
    TRY(nd_launch_measure(b->device, &y.launch));
    printf("copy %.1f GB/s, five launches of nothing %.2f us\n", y.copy * 1e-9,
           nd_lsrk4.stages * y.launch * 1e6);
    printf(" N  variant    elements        DOFs    us/step    %s  of largest   least us  times the least\n",
           b->device->info.gpu ? "GDOF/s" : "MDOF/s");
    for (; i < wish->norders && !bench_time_is_up(b); i++) TRY(print_sizes(b, wish, wish->orders[i], &y));
    bench_print_left(wish, i);
done:
    return status;
}
