/* nudge bench --fill: a problem that takes so much of the device's memory, set up and stepped by the default
 * integrator. */
#include <math.h>
#include <stdio.h>
#include "bench_print.h"
#include "internal.h"

/* Degrees of freedom of the largest box whose operator takes no more than `bytes`. */
static int fill_dofs(const struct bench *b, int N, const struct nd_plan *plan, double bytes, double *dofs)
{
    int status = 0, n = 0;
    for (int step = 1 << 10; step; step /= 2) {
        const double cells = pow(n + step, 3);
        if (6 * cells <= ND_BOX_TETS_MOST &&
            (double)nd_rhs_bytes(plan, (nd_idx)(6 * cells), N, b->law.fields.n, b->single) <= bytes)
            n += step;
    }
    if (!n)
        FAIL(NUDGE_EVALUE, "bench: --fill: %.3g bytes have no room for six elements of order %d", bytes, N);
    *dofs = pow(n, 3) * 6 * nd_elem_Np(N) * b->law.fields.n;
done:
    return status;
}

/* That the far end of memory holds what it should: random fields give every element a like energy for its
 * volume. */
static int check_energy(struct bench *b)
{
    int status = 0;
    const double *J = b->fixture.rhs.J;
    double total, volume = 0, *element = NULL;
    nd_idx bad = 0;
    ALLOC(element, b->fixture.mesh.K);
    TRY(nd_rhs_energy(&b->fixture.rhs, &total, element));
    for (nd_idx k = 0; k < b->fixture.mesh.K; k++) volume += J[k];
    for (nd_idx k = 0; k < b->fixture.mesh.K; k++)
        bad += !(element[k] > 0 && element[k] / J[k] < 100 * total / volume);
    if (bad) FAIL(NUDGE_EUNSTABLE, "bench: the fields of %d elements are not what they should be", (int)bad);
done:
    free(element);
    return status;
}

static int print_fill(struct bench *b, const struct bench_wish *wish, int N)
{
    int status = 0;
    struct nd_plan plan;
    struct nd_integrator integrator;
    double dofs = 0, seconds;
    const double bytes = wish->fill > 1 ? wish->fill : wish->fill * (double)b->device->info.memory;
    if (b->fixture.device) nd_fixture_clear(&b->fixture); /* its memory is wanted */
    const int linear = !wish->variant || nd_plan_named(wish->variant).variant->linear;
    TRY(linear ? bench_plan_linear(b, N, wish->variant, &plan)
               : bench_plan(b, N, wish->variant, &plan, NULL));
    plan.mixed = b->mixed ? 1 : -1;
    TRY(nd_integrator_init(&integrator, linear ? ND_LINEAR : ND_LSRK4, 6,
                           nd_law_own(&b->law) ? "" : b->law.name, N, 1));
    nd_plan_derive(&plan, ND_CASE(b->device, &b->law, N, b->single, 1));
    TRY(fill_dofs(b, N, &plan, bytes, &dofs));
    const double start = nd_seconds_now();
    TRY(bench_bed(b, N, dofs, &plan));
    const double setup = nd_seconds_now() - start;
    TRY(nd_fixture_measure_step(&b->fixture, &integrator, &seconds));
    seconds /= integrator.stages;
    TRY(check_energy(b));
    const double resident = (double)b->device->allocated / dofs,
                 arrays = (double)nd_plan_arrays(&plan) * (b->single ? 4 : 8);
    printf("%2d  %-9s %9d  %11.5g  %7.3f  %9.3f  %9.3f  %7.2f  %9.3f  %7.2f\n", N, nd_plan_name(&plan),
           (int)b->fixture.mesh.K, dofs, (double)b->device->allocated * 1e-9, resident, resident / arrays,
           setup, seconds * 1e3, dofs / seconds * 1e-9);
    fflush(stdout);
done:
    return status;
}

int bench_print_fill(struct bench *b, const struct bench_wish *wish)
{
    int status = 0, i = 0;
    printf(
        " N  variant    elements         DOFs       GB  bytes/DOF  of arrays  setup s   ms/stage   GDOF/s\n");
    for (; i < wish->norders && !bench_time_is_up(b); i++) TRY(print_fill(b, wish, wish->orders[i]));
    bench_print_left(wish, i);
done:
    return status;
}
