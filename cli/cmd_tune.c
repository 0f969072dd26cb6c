/* nudge tune: finds the fastest kernel parameters on this device and saves them for later runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "options.h"
#include "printable.h"
#include "progress.h"

/* In the order of the help text. */
static const char *const patiences[] = {"estimate", "measure", "exhaustive"};
static const int patience_of[] = {NUDGE_ESTIMATE, NUDGE_MEASURE, NUDGE_EXHAUSTIVE};
/* lsrk14 has the same stages as lsrk4. */
static const char *const integrators[] = {"linear", "lsrk4"};
static const char *const precisions[] = {[NUDGE_DOUBLE] = "double", [NUDGE_SINGLE] = "single"};

struct request {
    const char *law, *variant, *csv;
    const char *integrator; /* null: the default of the variant */
    int orders[ORDERS_MOST], norders;
    int precision[2];          /* by NUDGE_DOUBLE, NUDGE_SINGLE: wanted */
    int patience;              /* NUDGE_MEASURE, ... */
    const char *patience_name; /* as on the command line */
    double limit, dofs;
    nudge_device *device;
    char *table; /* what the file of --csv holds so far */
    size_t length;
    int measured; /* results so far */
};

static int read_request(struct request *r, const struct args *args)
{
    int patience, integrator = -1;
    int wrong = args_orders(args, "1-9", r->orders, &r->norders);
    if (!wrong) wrong = args_precisions(args, r->precision);
    if (!wrong) wrong = args_word(args, OPT_PATIENCE, patiences, 3, &patience);
    const int chosen = wrong || patience < 0 ? 1 : patience;
    r->patience = patience_of[chosen];
    r->patience_name = patiences[chosen];
    if (!wrong)
        wrong = args_number(args, OPT_LIMIT, 0, 1e9, r->patience == NUDGE_EXHAUSTIVE ? 1800 : 40, &r->limit);
    if (!wrong) wrong = args_number(args, OPT_DOFS, 1, 1e13, 0, &r->dofs);
    if (!wrong) wrong = args_word(args, OPT_INTEGRATOR, integrators, 2, &integrator);
    r->integrator = integrator < 0 ? NULL : integrators[integrator];
    if (!wrong) wrong = args_variant(args);
    r->variant = args->value[OPT_VARIANT];
    r->csv = args->value[OPT_CSV];
    r->law = args->value[OPT_LAW] ? args->value[OPT_LAW] : "maxwell";
    return wrong;
}

/* One order being tuned, on a terminal. */
struct view {
    struct progress progress;
    int N, precision, tried;
};

static int show_trial(void *context, const nudge_trial *trial)
{
    struct view *v = context;
    const double best = fmin(trial->seconds, trial->best);
    v->tried += !trial->refused;
    if (trial->refused) cli_info("N = %d: a candidate is left out: %s", v->N, trial->message);
    progress_say(&v->progress, "N = %d, %s precision: %d tried; %s %.2f us at best", v->N,
                 precisions[v->precision], v->tried, trial->pass, best * 1e6);
    return stop_wanted();
}

static int tune(const struct request *r, int N, int precision, int patience, nudge_tuned **tuned)
{
    int status = 0;
    struct view view = {.N = N, .precision = precision};
    const nudge_case c = {sizeof c, r->device, r->law, N, precision, r->variant};
    const nudge_tune_options options = {.size = sizeof options,
                                        .patience = patience,
                                        .limit = fmax(r->limit, 1e-9), /* 0 would be the default */
                                        .dofs = r->dofs,
                                        .hook = show_trial,
                                        .context = &view,
                                        .integrator = r->integrator};
    progress_begin(&view.progress, stderr, "", 0);
    TRY(nudge_tune(tuned, &c, &options));
done:
    progress_end(&view.progress);
    return status;
}

static int is_gpu(const struct request *r)
{
    return nudge_device_describe(r->device)->gpu;
}

static int width(const nudge_tuned_info *t, int i)
{
    const int name = (int)strlen(t->name[i]), most = 6; /* the longest value is a word */
    return name > most ? name : most;
}

/* The parameters of the variant side by side. */
static void print_head(const struct request *r, const nudge_tuned_info *t, int precision)
{
    printf("\n%s precision, variant %s, %s, patience %s; parameters so far: %s\n", precisions[precision],
           t->variant, t->linear ? "linear steps" : "Runge-Kutta stages", r->patience_name, t->origin);
    printf(" N  |");
    for (int i = 0; i < t->parameters; i++) printf(" %*s", width(t, i), t->name[i]);
    printf(" | ns/element  %s  tried  seconds\n", is_gpu(r) ? "GDOF/s" : "MDOF/s");
    fflush(stdout);
}

static void print_row(const struct request *r, const nudge_tuned_info *t, int N)
{
    printf("%2d  |", N);
    for (int i = 0; i < t->parameters; i++) printf(" %*s", width(t, i), t->value[i]);
    printf(" |");
    if (isfinite(t->seconds))
        printf(" %10.3f  %6.2f", t->seconds * 1e9,
               t->fields * t->nodes / t->seconds * (is_gpu(r) ? 1e-9 : 1e-6));
    else
        printf(" %10s  %6s", "-", "-");
    printf("  %5d  %7.1f\n", t->tried, t->took);
    fflush(stdout);
}

/* "first,...,last" with the parameters' names or values between. */
static void join(char *line, size_t n, const char *first, const nudge_tuned_info *t, const char *last)
{
    const int names = !strcmp(first, "N");
    size_t used = (size_t)snprintf(line, n, "%s", first);
    for (int i = 0; i < t->parameters; i++)
        used += (size_t)snprintf(line + used, n - used, ",%s", (names ? t->name : t->value)[i]);
    snprintf(line + used, n - used, ",%s", last);
}

/* The file is complete after each line. Its header is written first, so that nothing is measured in vain. */
static int write_line(struct request *r, const char *line)
{
    int status = 0;
    const size_t n = strlen(line);
    char *more = realloc(r->table, r->length + n + 2);
    if (!more) CLI_FAIL(NUDGE_ENOMEM, "out of memory");
    r->table = more;
    r->length += (size_t)snprintf(more + r->length, n + 2, "%s\n", line);
    TRY(nudge_file_write(r->csv, r->table, r->length));
done:
    return status;
}

/* One file has one table: both precisions must have the same parameters. Nothing is written where nothing
 * is tuned. */
static int begin_csv(struct request *r)
{
    int status = 0;
    char line[512] = "", own[512];
    nudge_tuned *guess = NULL;
    for (int precision = 0; precision < 2 && r->csv; precision++) {
        if (!r->precision[precision]) continue;
        TRY(tune(r, r->orders[0], precision, NUDGE_ESTIMATE, &guess));
        const nudge_tuned_info *t = nudge_tuned_describe(guess);
        *own = 0;
        if (t->parameters) join(own, sizeof own, "N", t, "precision");
        nudge_tuned_destroy(guess);
        guess = NULL;
        if (precision && r->precision[0] && strcmp(own, line))
            CLI_FAIL(NUDGE_EVALUE, "--csv has one table, and the variants of single and double precision "
                                   "have different parameters here; give --variant or --precision");
        memcpy(line, own, sizeof line);
    }
    if (*line) TRY(write_line(r, line));
done:
    nudge_tuned_destroy(guess);
    return status;
}

static int tune_order(struct request *r, int N, int precision)
{
    int status = 0;
    char line[512], order[16];
    nudge_tuned *tuned = NULL;
    TRY(tune(r, N, precision, r->patience, &tuned));
    const nudge_tuned_info *t = nudge_tuned_describe(tuned);
    print_row(r, t, N);
    snprintf(order, sizeof order, "%d", N);
    join(line, sizeof line, order, t, precisions[precision]);
    if (r->csv) TRY(write_line(r, line));
    TRY(nudge_tuned_save(tuned)); /* after the row was shown: it may fail */
    r->measured += isfinite(t->seconds);
done:
    nudge_tuned_destroy(tuned);
    return status;
}

static void print_nothing(const char *variant, int precision)
{
    int any = 0;
    const nudge_variant *v;
    printf("%s precision: variant %s has nothing to tune;", precisions[precision], variant);
    for (int i = 0; (v = nudge_variant_get(i)); i++)
        if (v->tunable) printf("%s%s", any++ ? ", " : " --variant ", v->name);
    printf(" have parameters\n");
}

static int tune_precision(struct request *r, int precision)
{
    int status = 0;
    nudge_tuned *guess = NULL;
    TRY(tune(r, r->orders[0], precision, NUDGE_ESTIMATE, &guess));
    const nudge_tuned_info *t = nudge_tuned_describe(guess);
    if (!t->parameters) {
        print_nothing(t->variant, precision);
        goto done;
    }
    print_head(r, t, precision);
    for (int i = 0; i < r->norders; i++) TRY(tune_order(r, r->orders[i], precision));
done:
    nudge_tuned_destroy(guess);
    return status;
}

static int print_where(const struct request *r)
{
    int status = 0;
    char *path = NULL;
    if (!r->measured) return 0;
    TRY(nudge_wisdom_path(&path));
    if (path)
        printf("\nkept in %s\n", printable(path));
    else
        printf("\nnot kept, because NUDGE_WISDOM is none\n");
done:
    nudge_free(path);
    return status;
}

int cmd_tune(int argc, char **argv)
{
    int status = 0;
    struct args args;
    struct request r = {0};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = read_request(&r, &args);
    args_clear(&args); /* values point into argv */
    if (wrong) return wrong;
    stop_catch();
    TRY(nudge_device_open(&r.device, args.value[OPT_DEVICE]));
    const nudge_device_info *device = nudge_device_describe(r.device);
    printf("%s: %s; law %s\n", device->name, printable(device->hardware), printable(r.law));
    TRY(begin_csv(&r));
    for (int precision = 0; precision < 2; precision++)
        if (r.precision[precision]) TRY(tune_precision(&r, precision));
    TRY(print_where(&r));
done:
    free(r.table);
    nudge_device_close(r.device);
    return cli_failed(status);
}
