/* nudge verify: the known-answer cases, run again and laid out as a table. */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "figure.h"
#include "internal.h"
#include "json.h"
#include "options.h"
#include "paths.h"
#include "printable.h"
#include "progress.h"
#include "verify.h"

struct verify {
    const struct args *args;
    char *examples; /* the folder */
    int quick, failed;
    FILE *csv;
    struct json json;
};

int verdict_add(struct verify_run *run, struct verdict verdict)
{
    int status = 0;
    TRY(nd_grow(&run->verdict, &run->capacity, (size_t)run->verdicts + 1, sizeof verdict));
    run->verdict[run->verdicts++] = verdict;
done:
    return status;
}

double verdict_worse(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

int verdict_order(struct verify_run *run, const double error[2], double order, double slack)
{
    int status = 0;
    const double size =
        cbrt((double)nudge_solver_status(run->solver)->elements / (double)run->other.elements);
    struct verdict v = {.what = "order in h, at least",
                        .reference = order,
                        .computed = log(error[0] / error[1]) / log(size),
                        .tolerance = slack,
                        .unit = ""};
    v.error = v.computed >= order ? 0 : order - v.computed;
    TRY(verdict_add(run, v));
done:
    return status;
}

static int read_sheet(const char *folder, const char *file, struct sheet *sheet)
{
    int status = 0;
    char *path = nd_path_join(folder, file);
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(sheet_read(sheet, path));
done:
    free(path);
    return status;
}

int verify_sheet(const struct verify_run *run, const char *file, struct sheet *sheet)
{
    return read_sheet(run->folder, file, sheet);
}

int verify_sheet_beside(const struct verify_run *run, const char *file, struct sheet *sheet)
{
    return read_sheet(run->beside, file, sheet);
}

int verify_receiver(const struct verify_run *run, int monitor, struct sheet *sheet, int column[4])
{
    int status = 0;
    static const char *const names[4] = {"time", "vx", "vy", "vz"};
    char file[128];
    snprintf(file, sizeof file, "%.100s.csv", nd_problem_monitor(run->problem, monitor)->named.name);
    TRY(verify_sheet(run, file, sheet));
    for (int i = 0; i < 4; i++) TRY(sheet_column(sheet, names[i], &column[i]));
done:
    return status;
}

/* A folder of files, and no folders in it. */
static void remove_folder(const char *folder)
{
    DIR *all = opendir(folder);
    for (struct dirent *entry; all && (entry = readdir(all));) {
        char *path = nd_path_join(folder, entry->d_name);
        if (path && entry->d_name[0] != '.') unlink(path);
        free(path);
    }
    if (all) closedir(all);
    rmdir(folder);
}

static int change(nudge_problem *problem, const char *const *changes)
{
    int status = 0;
    char key[64];
    for (; *changes; changes++) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(*changes, "="), *changes);
        TRY(nudge_problem_set(problem, key, strchr(*changes, '=') + 1));
    }
done:
    return status;
}

static int read_problem(const struct verify *v, const struct verify_case *c, const char *const *more,
                        const char *folder, nudge_problem **problem)
{
    int status = 0;
    char *path = nd_path_join(v->examples, c->problem);
    const char *precision = v->args->value[OPT_PRECISION];
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nudge_problem_read(problem, path));
    TRY(change(*problem, v->quick ? c->quick : c->full));
    if (more) TRY(change(*problem, more));
    if (precision) TRY(nudge_problem_set_text(*problem, "precision", precision));
    TRY(problem_set_path(*problem, "output.folder", folder));
done:
    free(path);
    return status;
}

static const char *number(double x, char out[32])
{
    snprintf(out, 32, isnan(x) ? "" : "%.5g", x);
    return out;
}

static void add_json(struct json *j, const struct verify_case *c, const struct verdict *d,
                     const nudge_status *s)
{
    json_object(j, NULL);
    json_text(j, "case", c->name);
    json_text(j, "what", d->what);
    json_number(j, "reference", d->reference);
    json_number(j, "computed", d->computed);
    json_number(j, "error", d->error);
    json_number(j, "tolerance", d->tolerance);
    json_text(j, "unit", d->unit);
    json_truth(j, "ok", d->error <= d->tolerance);
    json_whole(j, "elements", s->elements);
    json_whole(j, "order", s->order);
    json_number(j, "seconds", s->seconds);
    json_text(j, "device", s->device);
    json_close(j);
}

static void print_verdict(struct verify *v, const struct verify_case *c, const struct verify_run *run, int i)
{
    const struct verdict *d = &run->verdict[i];
    nudge_status s;
    char reference[32], computed[32], wall[32] = "";
    const int wrong = !(d->error <= d->tolerance);
    s = *nudge_solver_status(run->solver);
    s.seconds += run->other.seconds;
    if (!i) as_duration(s.seconds, wall);
    printf("%-24s %-32s %9s %9s %9.3g%-2s %7.2g%-2s %-5s", i ? "" : c->name, d->what,
           number(d->reference, reference), number(d->computed, computed), d->error, d->unit, d->tolerance,
           d->unit, wrong ? "WRONG" : "ok");
    if (!i) printf(" %7lld  %d %8s  %s", (long long)s.elements, s.order, wall, printable(s.device));
    printf("\n");
    fflush(stdout);
    v->failed += wrong;
    add_json(&v->json, c, d, &s);
    if (v->csv)
        fprintf(v->csv, "\"%s\",\"%s\",%.9g,%.9g,%.9g,%.9g,%s,%lld,%d,%.9g,%lld,%lld,%.9g,%s\n", c->name,
                d->what, d->reference, d->computed, d->error, d->tolerance, d->unit, (long long)s.elements,
                s.order, s.dt, (long long)s.step, (long long)s.step * run->solver->integrator.stages,
                s.seconds, s.device);
}

static int make_folder(char folder[512])
{
    int status = 0;
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, 512, "%.400s/nudge-verify-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) FAIL(NUDGE_EIO, "%s: cannot create: %s", folder, strerror(errno));
done:
    if (status) folder[0] = 0;
    return status;
}

static int run_problem(const struct verify *v, const struct verify_case *c, nudge_problem *problem,
                       nudge_solver **solver)
{
    int status = 0;
    struct progress progress;
    TRY(nd_solver_create(solver, problem, v->args->value[OPT_DEVICE], NULL, v->args->value[OPT_VARIANT]));
    progress_begin(&progress, stdout, c->name, 0);
    status = nudge_solver_run(*solver, progress_show, &progress);
    progress_end(&progress);
done:
    return status;
}

/* Several ranks have one solver at a time, so this one ends here. */
static int run_beside(const struct verify *v, const struct verify_case *c, const char *folder,
                      struct verify_run *run)
{
    int status = 0;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    TRY(read_problem(v, c, c->beside, folder, &problem));
    TRY(run_problem(v, c, problem, &solver));
    run->beside = folder;
    run->other = *nudge_solver_status(solver);
    if (problem->ports.n == 2) {
        TRY(nd_network_init(&run->network, problem));
        TRY(nd_network_add(&run->network, &solver->ports, 1));
    }
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return status;
}

static int run_case(struct verify *v, const struct verify_case *c)
{
    int status = 0;
    char folder[512] = "", beside[512] = "";
    nudge_problem *problem = NULL;
    struct verify_run run = {.folder = folder};
    if (c->beside[0]) {
        TRY(make_folder(beside));
        TRY(run_beside(v, c, beside, &run));
    }
    TRY(make_folder(folder));
    TRY(read_problem(v, c, NULL, folder, &problem));
    TRY(run_problem(v, c, problem, &run.solver));
    run.problem = problem;
    run.picture = v->args->value[OPT_PICTURE];
    TRY(c->judge(&run));
    for (int i = 0; i < run.verdicts; i++) print_verdict(v, c, &run, i);
done:
    if (status && status != NUDGE_ESTOPPED) nd_fail_prefix(status, "%s", c->name);
    free(run.verdict);
    nudge_solver_destroy(run.solver);
    nudge_problem_destroy(problem);
    nd_network_clear(&run.network);
    if (folder[0]) remove_folder(folder);
    if (beside[0]) remove_folder(beside);
    return status;
}

static int begin(struct verify *v)
{
    int status = 0;
    const char *csv = v->args->value[OPT_CSV], *examples = v->args->value[OPT_EXAMPLES];
    STRDUP(v->examples, examples ? examples : "examples");
    if (access(v->examples, R_OK | X_OK))
        FAIL(NUDGE_EIO, "verify: no folder of examples at %s: %s; say where they are by --examples FOLDER",
             v->examples, strerror(errno));
    if (csv && !(v->csv = fopen(csv, "w"))) FAIL(NUDGE_EIO, "%s: cannot create: %s", csv, strerror(errno));
    if (v->csv)
        fprintf(v->csv, "case,what,reference,computed,error,tolerance,unit,elements,order,dt,steps,"
                        "evaluations,seconds,device\n");
    printf("%-24s %-32s %9s %9s %11s %9s %-5s %7s  %s %8s  %s\n", "case", "what", "reference", "computed",
           "error", "allowed", "", "K", "N", "time", "device");
done:
    return status;
}

static int is_wanted(const struct verify *v, const struct verify_case *c)
{
    int wanted = !v->args->noperands && !(v->quick && c->slow);
    for (int i = 0; i < v->args->noperands; i++) wanted |= strstr(c->name, v->args->operand[i]) != NULL;
    return wanted;
}

static int list_cases(const struct verify *v)
{
    printf("%-32s %s\n", "case", "problem");
    for (const struct verify_case *c = verify_cases; c->name; c++)
        if (is_wanted(v, c)) printf("%-32s %s\n", c->name, c->problem);
    return 0;
}

/* Only one case draws, minutes later. */
static int check_picture(const struct verify *v)
{
    const char *path = v->args->value[OPT_PICTURE];
    int status = 0, draws = !path;
    struct nd_atomic_file draft = {0};
    for (const struct verify_case *c = verify_cases; c->name; c++)
        draws |= is_wanted(v, c) && c->judge == judge_layer;
    if (!draws)
        FAIL(NUDGE_EVALUE, "verify: --picture: none of these cases draws one; nudge verify layer does");
    TRY(figure_check(path));
    if (path) TRY(nd_atomic_file_open(&draft, path));
done:
    nd_atomic_file_drop(&draft);
    return status;
}

/* Every name is part of some case's: one that is not would be left out quietly. */
static int check_names(const struct args *args)
{
    int status = 0;
    struct nd_text all = {0};
    for (const struct verify_case *c = verify_cases; c->name; c++)
        nd_text_add(&all, "%s%s", all.n ? "; " : "", c->name); /* names have commas */
    TRY(nd_text_check(&all));
    for (int i = 0; i < args->noperands; i++) {
        const struct verify_case *c = verify_cases;
        while (c->name && !strstr(c->name, args->operand[i])) c++;
        if (!c->name)
            FAIL(NUDGE_EVALUE, "verify: no case has '%s' in its name; there are: %s", args->operand[i],
                 all.s);
    }
done:
    nd_text_clear(&all);
    return status;
}

int cmd_verify(int argc, char **argv)
{
    int status = 0, precision[2];
    struct args args;
    struct verify v = {.args = &args};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = args_variant(&args);
    if (!wrong) wrong = args_precisions(&args, precision);
    if (wrong) goto done;
    if (args.value[OPT_LAW] && args.value[OPT_JSON]) {
        wrong = cli_usage_error("verify: --json does not go with --law");
        goto done;
    }
    nd_threads_enter(); /* --threads holds for everything that the study does */
    stop_catch();
    if (args.value[OPT_LAW]) {
        TRY(verify_law(&args, !precision[0]));
        goto done;
    }
    v.quick = args.value[OPT_QUICK] != NULL;
    TRY(check_names(&args));
    if (args.value[OPT_LIST]) {
        TRY(list_cases(&v));
        goto done;
    }
    TRY(check_picture(&v));
    TRY(begin(&v));
    json_start(&v.json, &args);
    json_array(&v.json, "answers");
    for (const struct verify_case *c = verify_cases; c->name; c++)
        if (is_wanted(&v, c)) TRY(run_case(&v, c));
    TRY(json_finish(&v.json, &args));
    if (v.failed) FAIL(NUDGE_EVALUE, "verify: %d of the answers are not within what is allowed", v.failed);
done:
    json_drop(&v.json);
    if (v.csv) fclose(v.csv);
    free(v.examples);
    args_clear(&args);
    return wrong ? wrong : cli_failed(status);
}
