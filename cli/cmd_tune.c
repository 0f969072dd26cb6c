/* nudge tune: finds the fastest plans for this device and keeps them, for later runs to use. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/file.h"
#include "base/text.h"
#include "options.h"
#include "printable.h"
#include "progress.h"
#include "tune/wisdom.h"
#include "tuning.h"

static const char *const patiences[] = {"estimate", "measure", "exhaustive"};

struct request {
    const char *variant, *csv;
    int orders[ORDERS_MOST], norders;
    int precision[2]; /* double, single */
    enum nd_patience patience;
    double limit, dofs;
};

static int read_request(struct request *r, const struct args *args)
{
    int patience;
    int wrong = args_orders(args, "1-9", r->orders, &r->norders);
    if (!wrong) wrong = args_precisions(args, r->precision);
    if (!wrong) wrong = args_word(args, OPT_PATIENCE, patiences, 3, &patience);
    r->patience = wrong || patience < 0 ? ND_MEASURE : (enum nd_patience)patience;
    if (!wrong)
        wrong = args_number(args, OPT_LIMIT, 0, 1e9, r->patience == ND_EXHAUSTIVE ? 1800 : 40, &r->limit);
    if (!wrong) wrong = args_number(args, OPT_DOFS, 1, 1e13, 0, &r->dofs);
    if (!wrong) wrong = args_variant(args);
    r->variant = args->value[OPT_VARIANT];
    r->csv = args->value[OPT_CSV];
    return wrong;
}

static void print_head(const struct bench *b, const struct nd_plan *plan, const char *patience)
{
    printf("\n%s precision, variant %s, patience %s\n", b->single ? "single" : "double", plan->variant->name,
           patience);
    if (plan->variant->family == ND_LAYOUT_KEPT)
        printf(" N  | batch  threads  together  early  ahead  resident |");
    else if (plan->variant->family == ND_LAYOUT_FUSED)
        printf("    | elements        | threads |\n N  | a group  an item | a group |");
    else
        printf("        | differentiation       | gather    | lift                  |\n"
               " N  K_M | shared  w_p  w_i  w_s |  M_B  w_p | shared  w_p  w_i  w_s |");
    printf(" ns/element  %s  tried  seconds\n", b->device->info.gpu ? "GDOF/s" : "MDOF/s");
    fflush(stdout);
}

static void print_row(const struct bench *b, const struct tuned *t)
{
    const struct nd_plan *p = &t->plan;
    if (p->variant->family == ND_LAYOUT_KEPT) {
        printf("%2d  | %5d  %7d  %8d  %5d  %5d  %8s |", t->N, p->batch, p->batch_threads, p->batch_together,
               p->batch_early, p->batch_ahead, p->batch_resident ? "yes" : "no");
    } else if (p->variant->family == ND_LAYOUT_FUSED)
        printf("%2d  | %7d  %7d | %7d |", t->N, p->batch, p->batch_i, p->batch_threads);
    else
        printf("%2d  %3d | %-6s %4d %4d %4d | %4d %4d | %-6s %4d %4d %4d |", t->N, p->K_M,
               p->diff_shared == ND_SHARED_MATRIX ? "matrix" : "field", p->diff_p, p->diff_i, p->diff_s,
               p->M_B, p->gather_p, "field", p->lift_p, p->lift_i, 1);
    if (isfinite(t->seconds))
        printf(" %10.3f  %6.2f", t->seconds * 1e9,
               b->law.fields.n * nd_elem_Np(t->N) / t->seconds * (b->device->info.gpu ? 1e-9 : 1e-6));
    else
        printf(" %10s  %6s", "-", "-");
    printf("  %5d  %7.1f\n", t->tried, t->took);
    fflush(stdout);
}

/* The file is whole after each line; its header tells before anything is measured that it can be written. */
static int keep_csv(const struct request *r, struct nd_text *csv, const char *line)
{
    int status = 0;
    if (!r->csv) return 0;
    nd_text_add(csv, "%s\n", line);
    TRY(nd_text_check(csv));
    TRY(nd_file_write(r->csv, csv->s, csv->n));
done:
    return status;
}

/* One file has one table: the precisions' variants must be of one family. Empty where nothing is tuned. */
static int begin_csv(struct bench *b, const struct request *r, struct nd_text *csv)
{
    int status = 0;
    const char *columns = NULL;
    struct nd_plan plan;
    if (!r->csv) return 0;
    for (b->single = 0; b->single < 2; b->single++) {
        if (!r->precision[b->single]) continue;
        TRY(nd_plan_choose(&plan, ND_CASE(b->device, &b->law, r->orders[0], b->single, 1), r->variant));
        const char *own = tuning_columns(plan.variant);
        if (columns && own != columns)
            FAIL(NUDGE_EVALUE, "--csv has the columns of one kind of variant, and single and double "
                               "precision have different ones "
                               "here; say --variant or --precision");
        columns = own;
    }
    if (columns) TRY(keep_csv(r, csv, columns));
done:
    return status;
}

static int tune_precision(struct bench *b, const struct request *r, struct nd_text *csv, int *tuned)
{
    int status = 0;
    struct tuned t;
    char row[TUNING_ROW];
    TRY(nd_plan_choose(&t.plan, ND_CASE(b->device, &b->law, r->orders[0], b->single, 1), r->variant));
    if (!tuning_columns(t.plan.variant)) {
        printf("%s precision: variant %s has nothing to tune;", b->single ? "single" : "double",
               t.plan.variant->name);
        int any = 0;
        for (const struct nd_variant *const *v = nd_variants; *v; v++)
            if (tuning_columns(*v)) printf("%s%s", any++ ? ", " : " --variant ", (*v)->name);
        printf(" have numbers to try\n");
        goto done;
    }
    print_head(b, &t.plan, patiences[r->patience]);
    for (int i = 0; i < r->norders; i++) {
        TRY(tuning_run(b, r->orders[i], r->variant, r->patience, r->limit, r->dofs, &t));
        print_row(b, &t);
        tuning_row(&t, ',', row);
        TRY(keep_csv(r, csv, row));
        TRY(tuning_keep(b, &t)); /* when it fails, the row was shown at least */
        *tuned += isfinite(t.seconds);
    }
done:
    return status;
}

static int print_where(int tuned)
{
    int status = 0;
    char *path = NULL;
    if (!tuned) return 0;
    TRY(nd_wisdom_path(&path));
    if (path)
        printf("\nkept in %s\n", printable(path));
    else
        printf("\nnot kept, for NUDGE_WISDOM is none\n");
done:
    free(path);
    return status;
}

int cmd_tune(int argc, char **argv)
{
    int status = 0, tuned = 0;
    struct args args;
    struct request r = {0};
    struct bench b = {0};
    struct nd_text csv = {0};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = read_request(&r, &args);
    args_clear(&args); /* values point into argv */
    if (wrong) return wrong;
    stop_catch();
    TRY(bench_open(&b, args.value[OPT_DEVICE], args.value[OPT_LAW]));
    printf("%s: %s; law %s\n", b.device->backend->name, printable(b.device->info.name),
           printable(b.law_name));
    TRY(begin_csv(&b, &r, &csv));
    for (b.single = 0; b.single < 2; b.single++)
        if (r.precision[b.single]) TRY(tune_precision(&b, &r, &csv, &tuned));
    TRY(print_where(tuned));
done:
    bench_close(&b);
    nd_text_clear(&csv);
    return cli_failed(status);
}
