/* nudge bench: the time of one whole Runge-Kutta stage at each order, held against ceilings measured in the
 * same run; or, by its switches, what that time is made of. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "json.h"
#include "bench_picture.h"
#include "figure.h"
#include "bench_print.h"
#include "printable.h"
#include "progress.h"

enum mode { STAGES, COMPONENTS, ABLATE, SCAN, SCALING, INTEGRATORS, FILL, RANKS, MODES };
static const enum option switches[] = {OPT_COMPONENTS,  OPT_ABLATE, OPT_SCAN, OPT_SCALING,
                                       OPT_INTEGRATORS, OPT_FILL,   OPT_RANKS};

struct request {
    struct bench_wish wish;
    enum mode mode;
    int precision[2]; /* double, single */
    double limit, hold;
    int mixed;
    int compare;         /* all variants */
    const char *picture; /* null: none */
    int blocks;
};

struct results {
    struct nd_text text; /* JSON or CSV */
    struct picture picture;
};

static int read_mode(struct request *r, const struct args *args)
{
    for (int i = 0; i + COMPONENTS < MODES; i++) {
        if (!args->value[switches[i]]) continue;
        if (r->mode)
            return cli_usage_error("bench: %s and %s: one at a time", option_name(switches[r->mode - 1]),
                                   option_name(switches[i]));
        r->mode = COMPONENTS + i;
    }
    r->compare = args->value[OPT_COMPARE] != NULL;
    if (r->compare && (r->mode || args->value[OPT_VARIANT]))
        return cli_usage_error("bench: --compare takes no %s",
                               r->mode ? option_name(switches[r->mode - 1]) : "--variant");
    if (args->value[OPT_CSV] && r->mode != SCAN)
        return cli_usage_error("bench: --csv goes with --scan; --json FILE keeps the table of stages");
    for (enum option file = OPT_JSON; file <= OPT_PICTURE; file++)
        if (args->value[file] && r->mode)
            return cli_usage_error("bench: %s does not go with %s", option_name(file),
                                   option_name(switches[r->mode - 1]));
    return args_word(args, OPT_SCAN, scan_kernels, 3, &r->wish.kernel);
}

static int read_variant(struct request *r, const struct args *args)
{
    const int wrong = args_variant(args), passes = r->mode && r->mode < SCALING;
    const char *name = args->value[OPT_VARIANT];
    if (!name && passes) name = "paper:5"; /* as the paper */
    if (wrong || !name) return wrong;
    const struct nd_plan named = nd_plan_named(name);
    r->wish.variant = nd_plan_name(&named);
    if (passes && !named.variant->count)
        return cli_usage_error(
            "bench: %s is for the variant that has the paper's kernels: paper:3, paper:4 or paper:5",
            option_name(switches[r->mode - 1]));
    return 0;
}

static int read_request(struct request *r, const struct args *args)
{
    int wrong = read_mode(r, args);
    if (!wrong) wrong = read_variant(r, args);
    if (!wrong) wrong = args_orders(args, r->mode == SCAN ? "4" : "1-9", r->wish.orders, &r->wish.norders);
    if (!wrong) wrong = args_precisions(args, r->precision);
    if (!wrong) wrong = args_number(args, OPT_DOFS, 1, 1e13, 0, &r->wish.dofs);
    if (!wrong) wrong = args_number(args, OPT_FILL, 1e-6, 1e13, 0, &r->wish.fill);
    if (!wrong && r->mode == FILL && r->wish.dofs)
        wrong = cli_usage_error("bench: --fill chooses the degrees of freedom; it takes no --dofs");
    if (!wrong) wrong = args_number(args, OPT_LIMIT, 0, 1e9, INFINITY, &r->limit);
    if (!wrong) wrong = args_number(args, OPT_HOLD, 0.1, 1e6, 0, &r->hold);
    if (!wrong && r->mode && r->hold)
        wrong = cli_usage_error("bench: --hold does not go with %s", option_name(switches[r->mode - 1]));
    if (!wrong)
        wrong = args_word(args, OPT_BLOCKS, (const char *const[]){"greedy", "metis", "curve"}, 3, &r->blocks);
    r->wish.integrators = args->value[OPT_INTEGRATORS];
    if (!wrong && r->mode == INTEGRATORS) wrong = bench_read_integrators(r->wish.integrators);
    r->mixed = args->value[OPT_MIXED] != NULL;
    if (r->mode && !args->value[OPT_PRECISION]) r->precision[0] = 0; /* as the paper */
    return wrong;
}

struct shares {
    double of_roofline, of_peak;
};

static struct shares compare(const struct bench *b, int N, const struct speed *s, const struct nd_ceilings *c)
{
    const double bytes = nd_model_bytes(N, b->law.fields.n, b->single) * s->K;
    return (struct shares){bytes / c->bytes_per_second / s->seconds, s->flops / c->flops_per_second};
}

/* One row of the table. */
struct row {
    int N;
    const char *variant;
    struct speed speed;
    double unit; /* seconds in which waves travel one mean edge */
    struct nd_resources resources;
};

static void add_json(struct nd_text *t, const struct bench *b, const struct row *row,
                     const struct nd_ceilings *c)
{
    const int N = row->N;
    const char *variant = row->variant;
    const struct speed *s = &row->speed;
    const struct nd_resources *r = &row->resources;
    const struct shares f = compare(b, N, s, c);
    nd_text_add(t,
                "%s\n    {\"order\": %d, \"precision\": \"%s\", \"variant\": \"%s\", \"elements\": %d, "
                "\"seconds_per_stage\": %.9g, "
                "\"ns_per_element\": %.9g, \"dofs_per_second\": %.9g, \"flops_per_second\": %.9g, "
                "\"of_roofline\": %.6g, \"of_peak\": %.6g, \"seconds_per_edge\": %.9g, "
                "\"resident_bytes_per_dof\": %.5g, "
                "\"limit\": \"%s\", \"copy_bytes_per_second\": %.9g, \"fma_flops_per_second\": %.9g",
                strchr(t->s, '{') ? "," : "", N, b->single ? "single" : "double", variant, (int)s->K,
                s->seconds, s->ns, s->dofs, s->flops, f.of_roofline, f.of_peak, row->unit, s->resident,
                f.of_roofline > f.of_peak ? "memory" : "arithmetic", c->bytes_per_second,
                c->flops_per_second);
    if (s->held > 0) nd_text_add(t, ", \"held_seconds_per_stage\": %.9g", s->held);
    if (b->mixed) nd_text_add(t, ", \"mixed\": true");
    if (r->registers >= 0)
        nd_text_add(t, ", \"registers\": %d, \"shared_bytes\": %zu, \"spilled_bytes\": %d", r->registers,
                    r->shared, r->spill_bytes);
    nd_text_add(t, "}");
}

/* The launch with most registers, if the device reports them: registers per thread, shared memory per
 * block, and spilled bytes per thread. */
static int find_resources(struct bench *b, struct nd_resources *most)
{
    int status = 0;
    *most = (struct nd_resources){.registers = -1};
    for (int i = 0; i < b->fixture.rhs.nlaunches; i++) {
        const struct nd_launch *l = nd_rhs_pass(&b->fixture.rhs, i);
        struct nd_resources r;
        TRY(b->device->backend->resources(b->device, l->kernel, &r));
        if (r.registers <= most->registers) continue;
        *most = r;
        most->shared += l->shape.shared_bytes;
    }
done:
    return status;
}

static int print_stage(struct bench *b, const struct bench_wish *wish, int N, const char *variant,
                       const struct nd_ceilings *c, struct results *results)
{
    int status = 0;
    struct nd_plan plan;
    struct speed s;
    struct nd_resources r;
    double unit;
    TRY(bench_plan(b, N, variant, &plan, NULL));
    TRY(bench_unit(b, N, wish->dofs, &plan, &unit));
    TRY(bench_bed(b, N, wish->dofs, &plan));
    TRY(bench_stage(b, &s));
    TRY(find_resources(b, &r));
    const struct shares f = compare(b, N, &s, c);
    printf("%2d  %-9s %9d  %10.3f  %8.2f  %8.1f   %5.1f %%  %5.1f %%  %10.4g  %9.2f  %s", N,
           nd_plan_name(&plan), (int)s.K, s.ns, s.dofs * (b->device->info.gpu ? 1e-9 : 1e-6), s.flops * 1e-9,
           100 * f.of_roofline, 100 * f.of_peak, unit * 1e3, s.resident,
           f.of_roofline > f.of_peak ? "memory" : "arithmetic");
    if (s.held > 0)
        printf("%*s%5.1f %%", f.of_roofline > f.of_peak ? 8 : 4, "",
               100 * f.of_roofline * s.seconds / s.held);
    if (r.registers >= 0) printf("%*s%4d  %6zu  %4d", 8, "", r.registers, r.shared, r.spill_bytes);
    bench_print_inside(b);
    printf("\n");
    fflush(stdout);
    add_json(&results->text, b, &(struct row){N, nd_plan_name(&plan), s, unit, r}, c);
    TRY(picture_add(&results->picture, (struct picture_row){N, b->single, nd_plan_name(&plan), s.dofs}));
done:
    return status;
}

/* Every variant with every option, or why the device cannot run it. */
static int print_variants(struct bench *b, const struct bench_wish *wish, int N, const struct nd_ceilings *c,
                          struct results *results)
{
    int status = 0;
    struct nd_plan plan;
    for (int i = 0; nd_plan_each(i, &plan); i++) {
        const char *name = nd_plan_name(&plan);
        if (nd_plan_choose(&plan, ND_CASE(b->device, &b->law, N, b->single, 1), name))
            printf("%2d  %-9s left out: %s\n", N, name, nudge_error());
        else
            TRY(print_stage(b, wish, N, name, c, results));
    }
done:
    return status;
}

static int print_stages(struct bench *b, const struct bench_wish *wish, int all, struct results *results)
{
    int status = 0, i = 0;
    struct nd_ceilings ceilings;
    TRY(nd_ceilings_measure(b->device, b->single, &ceilings));
    results->picture.ceilings[b->single] = ceilings;
    printf("\n%s precision: copy %.1f GB/s, multiply-add %.1f GFlop/s\n", b->single ? "single" : "double",
           ceilings.bytes_per_second * 1e-9, ceilings.flops_per_second * 1e-9);
    printf(" N  variant    elements  ns/element    %s   GFlop/s  roofline  of peak  ms per h/c  bytes/DOF  "
           "tighter "
           "limit%s%s\n",
           b->device->info.gpu ? "GDOF/s" : "MDOF/s", b->hold > 0 ? "     held" : "",
           b->device->backend->dialect == ND_DIALECT_CUDA ? "  registers  shared  spilled" : "");
    for (; i < wish->norders && !bench_time_is_up(b); i++)
        TRY(all ? print_variants(b, wish, wish->orders[i], &ceilings, results)
                : print_stage(b, wish, wish->orders[i], wish->variant, &ceilings, results));
    bench_print_left(wish, i);
done:
    return status;
}

static int run_mode(struct bench *b, const struct request *r, struct results *results)
{
    switch (r->mode) {
    case COMPONENTS: return bench_print_components(b, &r->wish);
    case ABLATE: return bench_print_cases(b, &r->wish);
    case SCAN: return bench_print_scan(b, &r->wish, &results->text);
    case SCALING: return bench_print_scaling(b, &r->wish);
    case INTEGRATORS: return bench_print_integrators(b, &r->wish);
    case FILL: return bench_print_fill(b, &r->wish);
    case RANKS: return bench_print_ranks(b, &r->wish);
    default: return print_stages(b, &r->wish, r->compare, results);
    }
}

static int run(struct bench *b, struct request *r, const char *device, const char *law,
               struct results *results)
{
    int status = 0;
    TRY(bench_open(b, device, law));
    b->end = nd_seconds_now() + r->limit;
    b->blocks = r->blocks;
    b->hold = r->hold;
    b->mixed = r->mixed;
    if (!r->wish.dofs) r->wish.dofs = bench_standard_dofs(b, 2e6);
    const struct nd_device_info *info = &b->device->info;
    printf("%s: %s, %d %s%s; law %s", b->device->backend->name, printable(info->name), info->units,
           info->vector_bytes ? "thread" : "unit", info->units == 1 ? "" : "s", printable(b->law_name));
    if (b->mixed) printf(", two materials and all walls");
    if (r->mode == FILL)
        printf(", %.4g GB of memory\n", (double)b->device->info.memory * 1e-9);
    else
        printf(", %.3g DOFs\n", r->wish.dofs);
    for (b->single = 0; b->single < 2; b->single++) {
        if (!r->precision[b->single]) continue;
        if (r->mode) printf("\n%s precision\n", b->single ? "single" : "double");
        TRY(run_mode(b, r, results));
    }
done:
    return status;
}

static int keep_file(struct nd_atomic_file *draft, const struct nd_text *text)
{
    int status = 0;
    TRY(nd_text_check(text));
    fwrite(text->s, 1, text->n, draft->file);
    TRY(nd_atomic_file_keep(draft));
done:
    return status;
}

/* Writes the table and the picture, those that were requested. Without a device nothing was measured. */
static int keep_files(struct nd_atomic_file *table, struct nd_atomic_file *picture, struct results *results,
                      const struct bench *b, const struct request *r)
{
    int status = 0;
    struct nd_text out = {0};
    if (!r->mode) nd_text_add(&results->text, "\n]\n");
    if (table->file) TRY(keep_file(table, &results->text));
    if (!picture->file || !b->device) goto done;
    TRY(picture_draw(&results->picture, b, r->wish.dofs, nd_picture_format(r->picture), &out));
    TRY(keep_file(picture, &out));
done:
    nd_text_clear(&out);
    return status;
}

/* Results so far are written after a stop, too. */
int cmd_bench(int argc, char **argv)
{
    int status = 0;
    struct args args;
    struct request r = {0};
    struct bench b = {0};
    struct results results = {0};
    struct nd_atomic_file table = {0}, picture = {0};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = read_request(&r, &args);
    const char *path = args.value[r.mode == SCAN ? OPT_CSV : OPT_JSON];
    args_clear(&args); /* values point into argv */
    if (wrong) return wrong;
    stop_catch();
    if (path && strcmp(path, "-")) TRY(nd_atomic_file_open(&table, path));
    r.picture = args.value[OPT_PICTURE];
    TRY(figure_check(r.picture));
    if (r.picture) TRY(nd_atomic_file_open(&picture, args.value[OPT_PICTURE]));
    if (!r.mode) nd_text_add(&results.text, "[");
    status = run(&b, &r, args.value[OPT_DEVICE], args.value[OPT_LAW], &results);
    if (status && status != NUDGE_ESTOPPED) goto done;
    const int kept = keep_files(&table, &picture, &results, &b, &r);
    if (!status) status = kept;
    if (!status && path && !strcmp(path, "-") && r.mode != SCAN)
        status = json_write(&args, results.text.s, results.text.n);
done:
    nd_atomic_file_drop(&table);
    nd_atomic_file_drop(&picture);
    bench_close(&b);
    picture_clear(&results.picture);
    nd_text_clear(&results.text);
    return cli_failed(status);
}
