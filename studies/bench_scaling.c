/* nudge bench --scaling: whole time steps, as runs take them, on meshes of many sizes. The largest comes first,
 * for the others are held against it. */
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
    double dofs, seconds, rate; /* rate: DOFs per second, counted per evaluation */
    double least;               /* seconds to move the least bytes of a step */
};

/* Bytes that an evaluation moves at the least: of linear steps 2.5 arrays of fields in the mean, and not four. */
static double least_bytes(const struct bench *b, int N, int linear)
{
    const double array = (double)b->law.fields.n * nd_elem_Np(N) * (b->single ? 4 : 8);
    return nd_model_bytes(N, b->law.fields.n, b->single) - (linear ? 1.5 * array : 0);
}

/* The steps of runs, and a plan for them. */
struct steps {
    int N;
    struct nd_integrator integrator;
    struct nd_plan plan;
};

static int choose_steps(const struct bench *b, const char *variant, int N, struct steps *steps)
{
    int status = 0;
    const struct nd_variant *named = variant ? nd_plan_named(variant).variant : NULL;
    const int linear = !named || named->linear;
    steps->N = N;
    TRY(linear ? bench_plan_linear(b, N, variant, &steps->plan) : bench_plan(b, N, variant, &steps->plan, NULL));
    TRY(nd_integrator_init(&steps->integrator, linear ? ND_LINEAR : ND_LSRK4, 6,
                           nd_law_own(&b->law) ? "" : b->law.name, N, 1));
done:
    return status;
}

static int measure(struct bench *b, const struct steps *steps, double dofs, double copy, struct row *row)
{
    int status = 0;
    const int N = steps->N, stages = steps->integrator.stages;
    TRY(bench_bed(b, N, dofs, &steps->plan));
    TRY(nd_fixture_measure_step(&b->fixture, &steps->integrator, &row->seconds));
    row->dofs = (double)b->fixture.mesh.K * b->fixture.elem.Np * b->law.fields.n;
    row->rate = stages * row->dofs / row->seconds;
    row->least = stages * least_bytes(b, N, steps->integrator.linear) * b->fixture.mesh.K / copy;
done:
    return status;
}

static int print_sizes(struct bench *b, const struct bench_wish *wish, int N, const struct yardsticks *y)
{
    int status = 0, sizes = 0;
    struct steps steps;
    struct row row;
    double dofs[SIZES_MOST], plateau = 0;
    TRY(choose_steps(b, wish->variant, N, &steps));
    for (int n = 0; sizes < SIZES_MOST && (n = bench_next_size(b, N, n, wish->dofs, &dofs[sizes]));) sizes++;
    while (sizes--) {
        TRY(measure(b, &steps, dofs[sizes], y->copy, &row));
        if (!plateau) plateau = row.rate;
        printf("%2d  %-9s  %8d  %10.0f  %9.1f  %8.2f   %6.1f %%  %9.1f  %6.2f\n", N, nd_plan_name(&steps.plan),
               (int)b->fixture.mesh.K, row.dofs, row.seconds * 1e6,
               row.rate * (b->device->info.gpu ? 1e-9 : 1e-6), 100 * row.rate / plateau, row.least * 1e6,
               row.seconds / fmax(row.least, steps.integrator.stages * y->launch));
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
    printf("copy %.1f GB/s, a launch of nothing %.2f us\n", y.copy * 1e-9, y.launch * 1e6);
    printf(" N  variant    elements        DOFs    us/step    %s  of largest   least us  times the least\n",
           b->device->info.gpu ? "GDOF/s" : "MDOF/s");
    for (; i < wish->norders && !bench_time_is_up(b); i++) TRY(print_sizes(b, wish, wish->orders[i], &y));
    bench_print_left(wish, i);
done:
    return status;
}
