/* nudge run, and nudge check, which stops before the first step and reports all that is known by then. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "json.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"
#include "saving.h"

/* A monitor's other files have the same name with other endings. */
static void print_companions(nudge_solver *s, const nudge_output *output)
{
    const char *chart = output->chart ? strrchr(output->chart, '.') : NULL;
    if (output->kind == NUDGE_OUTPUT_FIELDS) printf(" and its .vtu files");
    if (output->kind != NUDGE_OUTPUT_MONITOR) return;
    const int kind = nudge_solver_get_monitor(s, output->monitor)->kind;
    if (kind == NUDGE_RESONANCES || kind == NUDGE_FAR)
        printf(", -%s.csv%s .h5", kind == NUDGE_FAR ? "totals" : "signal", chart ? "," : " and");
    if (chart) printf(" and %s", chart);
}

/* How a run came to its end; status: of nudge_solver_run. */
static const char *ending(const nudge_status *now, int status)
{
    if (status == NUDGE_EWALLTIME) return "stopped before the end of the wall time";
    if (status != NUDGE_ESTOPPED)
        return now->decayed ? "finished, because the fields have decayed," : "finished";
    if (now->step < now->steps && !now->decayed) return "stopped";
    return now->unfinished ? "stopped while computing far fields, after the last step,"
                           : "stopped after the last step,";
}

/* The table of modes of each monitor of resonances. */
static void print_resonances(nudge_solver *s)
{
    const nudge_monitor *m;
    for (int i = 0; (m = nudge_solver_get_monitor(s, i)); i++) {
        const nudge_array *column[6];
        int n = 0;
        if (m->kind != NUDGE_RESONANCES) continue;
        while (n < 6 && (column[n] = nudge_solver_get_array(s, i, n))) n++;
        if (n < 6) continue; /* another rank, or the run was stopped before */
        printf("%s: %lld mode%s\n", printable(m->name), (long long)column[0]->shape[0],
               column[0]->shape[0] == 1 ? "" : "s");
        if (column[0]->shape[0]) printf("     frequency            Q    amplitude      error\n");
        for (int64_t k = 0; k < column[0]->shape[0]; k++)
            printf("  %12.7g %12.6g %12.5g %10.1e\n", column[0]->values[k], column[1]->values[k],
                   column[3]->values[k], column[5]->values[k]);
    }
}

static void print_end(nudge_solver *s, int status, double seconds)
{
    const nudge_status now = *nudge_solver_status(s);
    const nudge_output *output;
    char rate[32], wall[32], setup[32];
    if (isfinite(now.error))
        printf("%s L2 error %.3e\n", now.error_absolute ? "absolute" : "relative", now.error);
    print_resonances(s);
    printf("%s at t = %.6g in %s (set-up %s), %s\n", ending(&now, status), now.time,
           as_duration(seconds, wall), as_duration(now.setup_seconds, setup),
           with_prefix(now.dofs_per_second, "DOF/s", rate));
    for (int i = 0; (output = nudge_solver_get_output(s, i)); i++)
        if (output->written) {
            printf("wrote %s", printable(output->path));
            print_companions(s, output);
            printf("\n");
        }
}

/* Before the set-up, which may take long. */
static int look_for_checkpoint(const nudge_problem *problem, const struct saving *saving)
{
    int status = 0;
    char *path = NULL;
    if (!saving->resume) return 0;
    TRY(nudge_checkpoint_find(problem, &path));
    if (!path && saving->resume == NUDGE_RESUME)
        CLI_FAIL(NUDGE_EIO, "--resume: there is no nudge-checkpoint.h5 in the output folder; start without "
                            "--resume, or with --resume auto");
    if (!path) printf("there is no checkpoint; the run starts at t = 0\n");
done:
    nudge_free(path);
    return status;
}

/* A shorter run for a look may have been meant for another folder, or --resume forgotten. */
static int announce_replaced(const nudge_problem *problem, const struct saving *saving)
{
    int status = 0;
    char *report = NULL, *checkpoint = NULL;
    if (saving->resume) return 0;
    TRY(nudge_report_find(problem, &report));
    TRY(nudge_checkpoint_find(problem, &checkpoint));
    char *path = report ? report : checkpoint, *name = path ? strrchr(path, '/') : NULL;
    if (checkpoint)
        printf("checkpoint is not used: --resume would continue the earlier run from %s\n", printable(checkpoint));
    if (name) name[1] = 0;
    if (path)
        printf("output     replaces the results of an earlier run in %s\n",
               name ? printable(path) : "this folder");
    fflush(stdout);
done:
    nudge_free(report);
    nudge_free(checkpoint);
    return status;
}

/* A nudge_progress_hook. */
static int show(void *context, const nudge_status *now)
{
    struct progress *progress = context;
    if (now->resumed && !progress->resumed)
        printf("resumed from the checkpoint of step %lld of %lld\n", (long long)now->resumed,
               (long long)now->steps);
    progress->resumed = now->resumed != 0;
    return progress_show(context, now);
}

static int run(nudge_solver *solver, const struct saving *saving)
{
    struct progress progress;
    progress_begin(&progress, stdout, "", 1);
    const nudge_run_options options = {.size = sizeof options,
                                       .hook = show,
                                       .context = &progress,
                                       .checkpoint_every = saving->every,
                                       .walltime = saving_left(saving),
                                       .resume = saving->resume};
    stop_gently(1);
    const int status = nudge_solver_run_with(solver, &options);
    stop_gently(0);
    progress_end(&progress);
    if (status == 0 || status == NUDGE_ESTOPPED || status == NUDGE_EWALLTIME)
        print_end(solver, status, cli_seconds() - progress.start);
    return status;
}

/* Runs, and ends what --json writes. A run that was stopped has results, too. */
static int run_and_keep(nudge_solver *solver, const struct saving *saving, const struct args *args,
                        struct json *json)
{
    int status = run(solver, saving);
    uint64_t sum;
    char digits[32];
    if (status && status != NUDGE_ESTOPPED && status != NUDGE_EWALLTIME) return status;
    const int ended = status;
    run_json(json, "run", solver, status);
    if (!ended && args->value[OPT_CHECKSUM]) {
        TRY(nudge_solver_checksum(solver, &sum));
        snprintf(digits, sizeof digits, "%016llx", (unsigned long long)sum);
        printf("checksum %s\n", digits);
        json_text(json, "checksum", digits);
    }
    TRY(json_finish(json, args));
    status = ended;
done:
    return status;
}

/* Adds the output of nudge check; before the judgement, so that scripts see what was wrong. */
static int keep_check(struct json *json, const struct args *args, const nudge_problem *problem,
                      nudge_solver *solver, const nudge_preflight *preflight)
{
    json_start(json, args);
    preflight_json(json, problem, solver, preflight);
    json_truth(json, "resolved", !nudge_preflight_check(preflight));
    return args->command->run == cmd_check ? json_finish(json, args) : 0;
}

static int prepare(int argc, char **argv, int and_run)
{
    int status = 0;
    struct args args;
    struct saving saving;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    nudge_preflight *preflight = NULL;
    struct json json = {0};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = args_variant(&args);
    if (!wrong) wrong = saving_read(&args, &saving);
    if (wrong) {
        args_clear(&args);
        return wrong;
    }
    const nudge_solver_options options = {.size = sizeof options,
                                          .device = args.value[OPT_DEVICE],
                                          .variant = args.value[OPT_VARIANT],
                                          .begin_run = and_run};
    stop_catch();
    TRY(args_problem_to_run(&args, &problem));
    preamble_announce(problem);
    TRY(look_for_checkpoint(problem, &saving));
    if (and_run) TRY(announce_replaced(problem, &saving));
    TRY(nudge_solver_create_with(&solver, problem, &options));
    TRY(nudge_preflight_create(&preflight, solver, and_run ? 0.02 : 0.2));
    preamble_print(problem, preflight);
    preflight_print(problem, solver, preflight);
    TRY(keep_check(&json, &args, problem, solver, preflight));
    TRY(preflight_judge(preflight, and_run));
    if (and_run) TRY(run_and_keep(solver, &saving, &args, &json));
done:
    if (status) nudge_solver_cancel(solver, status); /* does nothing to a run that came to its steps */
    json_drop(&json);
    nudge_preflight_destroy(preflight);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    args_clear(&args);
    return cli_failed(status);
}

int args_run(const struct args *args, nudge_problem *problem, nudge_solver **solver)
{
    int status = 0;
    const struct saving saving = {.start = cli_seconds()};
    const nudge_solver_options options = {.size = sizeof options,
                                          .device = args->value[OPT_DEVICE],
                                          .variant = args->value[OPT_VARIANT],
                                          .begin_run = 1};
    nudge_preflight *preflight = NULL;
    preamble_announce(problem);
    TRY(nudge_solver_create_with(solver, problem, &options));
    TRY(nudge_preflight_create(&preflight, *solver, 0.02));
    preamble_print(problem, preflight);
    TRY(preflight_judge(preflight, 1));
    TRY(run(*solver, &saving));
done:
    if (status) nudge_solver_cancel(*solver, status);
    nudge_preflight_destroy(preflight);
    return status;
}

int cmd_run(int argc, char **argv)
{
    return prepare(argc, argv, 1);
}

int cmd_check(int argc, char **argv)
{
    return prepare(argc, argv, 0);
}
