/* nudge bench --integrators: seconds of computing per unit of simulated time, of integrators, each at its own
 * largest stable step. The unit is the time in which a wave travels one mean edge. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench_print.h"
#include "internal.h"
#include "printable.h"

static const struct choice {
    const char *name;
    enum nd_scheme scheme;
    int order;
} choices[] = {{"lsrk4", ND_LSRK4, 4},
               {"lsrk14", ND_LSRK14, 4},
               {"linear4", ND_LINEAR, 4},
               {"linear6", ND_LINEAR, 6},
               {"linear8", ND_LINEAR, 8}};
enum { CHOICES = sizeof choices / sizeof *choices, DEFAULT = 3 /* of runs: linear6 */ };

/* Whether the list has the name. */
static int has(const char *list, const char *name)
{
    const size_t n = strlen(name);
    if (!strcmp(list, "all")) return 1;
    for (const char *at = list; at; at = strchr(at, ','), at += at != NULL)
        if (!strncmp(at, name, n) && (!at[n] || at[n] == ',')) return 1;
    return 0;
}

int bench_read_integrators(const char *list)
{
    size_t known = 0;
    for (int i = 0; i < CHOICES; i++) known += has(list, choices[i].name) * (strlen(choices[i].name) + 1);
    if (!strcmp(list, "all") || known == strlen(list) + 1) return 0;
    return cli_usage_error(
        "bench: --integrators %s: all, or names out of lsrk4, lsrk14, linear4, linear6 and "
        "linear8 with commas between them, each once",
        printable(list));
}

struct row {
    int stages;
    double step;     /* in units of mean edge over speed */
    double seconds;  /* of a step */
    double resident; /* bytes per DOF */
};

static double mean_edge(const struct nd_mesh *mesh)
{
    const nd_idx some = mesh->K < 1000 ? mesh->K : 1000;
    double sum = 0;
    for (nd_idx k = 0; k < some; k++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < i; j++) {
                const double *a = mesh->V + 3 * mesh->EToV[4 * k + i],
                             *b = mesh->V + 3 * mesh->EToV[4 * k + j];
                sum += sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                            (a[2] - b[2]) * (a[2] - b[2]));
            }
    return sum / (6 * (double)some);
}

static int find_plan(const struct bench *b, int N, const char *variant, const struct choice *choice,
                     struct nd_plan *plan)
{
    return choice->scheme == ND_LINEAR ? bench_plan_linear(b, N, variant, plan)
                                       : bench_plan(b, N, variant, plan, NULL);
}

/* plan: one for the choice's kind of steps. */
static int measure(struct bench *b, int N, double dofs, const struct nd_plan *plan,
                   const struct choice *choice, struct row *row)
{
    int status = 0;
    struct nd_integrator integrator;
    nd_idx worst;
    double *reflection = NULL;
    TRY(nd_integrator_init(&integrator, choice->scheme, choice->order, nd_law_own(&b->law) ? "" : b->law.name,
                           N, 1));
    TRY(bench_bed(b, N, dofs, plan));
    TRY(nd_fixture_measure_step(&b->fixture, &integrator, &row->seconds));
    const struct nd_mesh *mesh = &b->fixture.mesh;
    const double *speed = b->fixture.rhs.speed,
                 fastest = b->fixture.materials > 1 ? fmax(speed[0], speed[1]) : speed[0];
    row->stages = integrator.stages;
    TRY(nd_reflection_find(&b->fixture.rhs, (const int[]){0, 1}, b->fixture.materials, &reflection));
    TRY(nd_dt_stable(&(struct nd_dt_case){mesh, &b->fixture.connect, nd_dt_limit(&integrator, N, 1),
                                          b->fixture.materials, speed, reflection, NULL, 0, NULL, 0, NULL},
                     &row->step, &worst));
    row->step *= fastest / mean_edge(mesh);
    row->resident = (double)b->device->allocated / ((double)b->law.fields.n * b->fixture.elem.Np * mesh->K);
done:
    free(reflection);
    return status;
}

int bench_unit(struct bench *b, int N, double dofs, const struct nd_plan *plan, double *seconds)
{
    int status = 0;
    const struct choice *choice = &choices[plan->variant->linear ? DEFAULT : 0];
    struct nd_plan own;
    struct row row;
    TRY(find_plan(b, N, nd_plan_name(plan), choice, &own));
    TRY(measure(b, N, dofs, &own, choice, &row));
    *seconds = row.seconds / row.step;
done:
    return status;
}

static int print_order(struct bench *b, const struct bench_wish *wish, int N)
{
    int status = 0;
    double first = 0;
    struct nd_plan plan;
    const struct nd_variant *named = wish->variant ? nd_plan_named(wish->variant).variant : NULL;
    for (int i = 0; i < CHOICES && !bench_time_is_up(b); i++) {
        struct row row;
        if (!has(wish->integrators, choices[i].name)) continue;
        if (choices[i].scheme == ND_LINEAR && named && !named->linear) {
            printf("%2d  %-9s left out: variant %s has no linear steps\n", N, choices[i].name, named->name);
            continue;
        }
        TRY(find_plan(b, N, wish->variant, &choices[i], &plan));
        TRY(measure(b, N, wish->dofs, &plan, &choices[i], &row));
        const double K = (double)b->fixture.mesh.K, unit = row.seconds / row.step;
        if (!first) first = unit;
        printf("%2d  %-9s %3d  %8.4f  %10.4f  %8.2f  %12.4g  %6.3f  %6.2f\n", N, choices[i].name, row.stages,
               row.step, row.seconds / row.stages / K * 1e9,
               row.stages * K * b->fixture.elem.Np * b->law.fields.n / row.seconds *
                   (b->device->info.gpu ? 1e-9 : 1e-6),
               unit * 1e3, first / unit, row.resident);
        fflush(stdout);
    }
done:
    return status;
}

int bench_print_integrators(struct bench *b, const struct bench_wish *wish)
{
    int status = 0, i = 0;
    double copy;
    TRY(nd_copy_measure(b->device, &copy));
    printf("copy %.1f GB/s; h: mean edge, c: speed of the fastest waves\n", copy * 1e-9);
    printf(" N  scheme  evals  step c/h  ns/elem/ev    %s  ms per h/c    gain  B/DOF\n",
           b->device->info.gpu ? "GDOF/s" : "MDOF/s");
    for (; i < wish->norders && !bench_time_is_up(b); i++) TRY(print_order(b, wish, wish->orders[i]));
    bench_print_left(wish, i);
done:
    return status;
}
