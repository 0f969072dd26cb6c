/* nudge bench: the time of one whole Runge-Kutta stage at each order, held against ceilings measured in the
 * same run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/text.h"
#include "cli.h"
#include "options.h"
#include "solver.h"
#include "tune/measure.h"

struct bench {
    const char *law, *device, *variant, *json;
    double dofs;
    int orders[64], norders;
    int precision[2]; /* double, single */
};

struct result {
    int N, single;
    nd_idx K;
    double seconds, ns, dofs, flops, of_floor, of_peak;
    const char *variant;
};

static int read_options(struct bench *b, const struct args *args)
{
    const char *precision = args->value[OPT_PRECISION], *orders = args->value[OPT_ORDERS],
               *dofs = args->value[OPT_DOFS];
    b->law = args->value[OPT_LAW] ? args->value[OPT_LAW] : "maxwell";
    b->device = args->value[OPT_DEVICE];
    b->variant = args->value[OPT_VARIANT];
    b->json = args->value[OPT_JSON];
    b->norders = list_integers(orders ? orders : "1-9", 1, ND_ORDER_MOST, b->orders, 64);
    if (b->norders <= 0)
        return cli_usage_error("--orders wants numbers from 1 to %d, as 1-9 or 1,3,5; got '%s'",
                               ND_ORDER_MOST, orders);
    b->precision[0] = !precision || !strcmp(precision, "double");
    b->precision[1] = !precision || !strcmp(precision, "single");
    if (!b->precision[0] && !b->precision[1])
        return cli_usage_error("--precision wants single or double; got '%s'", precision);
    char *end = "";
    b->dofs = dofs ? strtod(dofs, &end) : 2e6;
    if (*end || !(b->dofs >= 1 && b->dofs <= 1e13))
        return cli_usage_error("--dofs wants a number such as 2e6; got '%s'", dofs);
    return 0;
}

static int make_solver(const struct bench *b, int N, int single, nudge_problem **problem,
                       nudge_solver **solver)
{
    int status = 0;
    struct nd_law law = {0};
    char text[1024];
    TRY(nd_law_init(&law, b->law, ""));
    const double Np = nd_elem_Np(N), cells = cbrt(b->dofs / (6 * Np * law.fields.n));
    const int n = cells < 1 ? 1 : (int)lround(cells);
    snprintf(text, sizeof text,
             "{law: '%s', order: %d, precision: %s, boundaries: {default: %s}, time: {end: 1},\n"
             "mesh: {box: {size: [1, 1, 1], divisions: [%d, %d, %d], jitter: 0.2}}}",
             b->law, N, single ? "single" : "double", law.boundaries.at[0], n, n, n);
    TRY(nudge_problem_parse(problem, text, ""));
    TRY(nd_solver_create(solver, *problem, b->device, NULL, b->variant));
done:
    nd_law_clear(&law);
    return status;
}

/* Random fields: zeros would hide traps and run faster than real data. */
static int fill_fields(nudge_solver *s)
{
    int status = 0;
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    unsigned long long state = 88172645463325252ull;
    double *values = NULL;
    ALLOC(values, n);
    for (int f = 0; f < s->law.fields.n; f++) {
        for (size_t i = 0; i < n; i++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            values[i] = (double)(state >> 11) / 9007199254740992.0 - 0.5;
        }
        TRY(nd_rhs_set(&s->rhs, f, values));
    }
done:
    free(values);
    return status;
}

/* A typical stage; dt is small enough that fields keep their size over many. */
static int one_stage(void *context)
{
    nudge_solver *s = context;
    return nd_rhs_stage(&s->rhs, nd_lsrk4.a[1], nd_lsrk4.b[1], 1e-6 * s->stable);
}

static int measure_order(const struct bench *b, const struct nd_ceilings *c, int N, int single,
                         struct result *r)
{
    int status = 0;
    nudge_problem *problem = NULL;
    nudge_solver *s = NULL;
    TRY(make_solver(b, N, single, &problem, &s));
    TRY(fill_fields(s));
    TRY(nd_measure(s->device, one_stage, s, &r->seconds));
    r->N = N;
    r->single = single;
    r->K = s->mesh.K;
    r->variant = s->rhs.plan.variant->name;
    r->ns = r->seconds / r->K * 1e9;
    r->dofs = (double)s->law.fields.n * s->elem.Np * r->K / r->seconds;
    r->flops = nd_model_flops(N) * r->K / r->seconds;
    r->of_floor = nd_model_bytes(N, s->law.fields.n, single) * r->K / c->bytes_per_second / r->seconds;
    r->of_peak = r->flops / c->flops_per_second;
done:
    nudge_solver_destroy(s);
    nudge_problem_destroy(problem);
    return status;
}

static void add_json(struct nd_text *t, const struct result *r, const struct nd_ceilings *c, int first)
{
    nd_text_add(t,
                "%s\n    {\"order\": %d, \"precision\": \"%s\", \"variant\": \"%s\", \"elements\": %d, "
                "\"seconds_per_stage\": %.6g, "
                "\"ns_per_element\": %.6g, \"dofs_per_second\": %.6g, \"flops_per_second\": %.6g, "
                "\"of_floor\": %.4g, \"of_peak\": %.4g, "
                "\"limit\": \"%s\", \"copy_bytes_per_second\": %.6g, \"fma_flops_per_second\": %.6g}",
                first ? "" : ",", r->N, r->single ? "single" : "double", r->variant, (int)r->K, r->seconds,
                r->ns, r->dofs, r->flops, r->of_floor, r->of_peak,
                r->of_floor > r->of_peak ? "memory" : "arithmetic", c->bytes_per_second, c->flops_per_second);
}

static int bench_precision(const struct bench *b, struct nd_device *device, int single, struct nd_text *json)
{
    int status = 0;
    struct nd_ceilings ceilings;
    TRY(nd_ceilings_measure(device, single, &ceilings));
    printf("\n%s precision: copy %.1f GB/s, multiply-add %.1f GFlop/s\n", single ? "single" : "double",
           ceilings.bytes_per_second * 1e-9, ceilings.flops_per_second * 1e-9);
    printf(" N  variant  elements  ns/element    MDOF/s   GFlop/s  of floor  of peak  tighter limit\n");
    for (int i = 0; i < b->norders; i++) {
        struct result r;
        TRY(measure_order(b, &ceilings, b->orders[i], single, &r));
        printf("%2d  %-7s %9d  %10.1f  %8.1f  %8.1f   %5.1f %%  %5.1f %%  %s\n", r.N, r.variant, (int)r.K,
               r.ns, r.dofs * 1e-6, r.flops * 1e-9, 100 * r.of_floor, 100 * r.of_peak,
               r.of_floor > r.of_peak ? "memory" : "arithmetic");
        fflush(stdout);
        add_json(json, &r, &ceilings, !strchr(json->s, '{'));
    }
done:
    return status;
}

int cmd_bench(int argc, char **argv)
{
    int status = 0;
    struct bench b = {0};
    struct args args;
    struct nd_device *device = NULL;
    struct nd_text json = {0};
    int bad = args_read(&args, argc, argv);
    if (!bad) bad = read_options(&b, &args);
    args_clear(&args); /* values point into argv */
    if (bad) return bad;
    TRY(nd_device_open(&device, b.device));
    printf("%s: %s, %d cores or units; law %s, %.3g DOFs\n", device->backend->name, device->info.name,
           device->info.units, b.law, b.dofs);
    nd_text_add(&json, "[");
    for (int single = 0; single < 2; single++)
        if (b.precision[single]) TRY(bench_precision(&b, device, single, &json));
    nd_text_add(&json, "\n]\n");
    if (b.json) TRY(nd_file_write(b.json, json.s, json.n));
done:
    nd_device_close(device);
    nd_text_clear(&json);
    return status ? cli_failed(status) : 0;
}
