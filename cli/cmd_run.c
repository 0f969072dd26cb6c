/* nudge run, and nudge check, which stops short of the first step and tells all that is known by then. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/file.h"
#include "options.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"

static void print_file(const nudge_problem *p, const char *file, const char *more)
{
    char *folder = nd_path_join(p->folder, p->output.folder ? p->output.folder : "");
    char *path = folder ? nd_path_join(folder, file) : NULL;
    printf("wrote %s%s\n", printable(path ? path : file), more);
    free(folder);
    free(path);
}

/* Each one's own file; others have the same name with other endings. */
static void print_monitors(const nudge_solver *s)
{
    const nudge_problem *p = s->problem;
    struct nd_output_paths paths;
    if (nd_output_paths_init(&paths, p)) return;
    for (int i = 0; i < p->monitors.n; i++) {
        const struct nd_monitor_spec *m = nd_problem_monitor(p, i);
        if (s->monitors.at[i].stopped) continue;
        printf(
            "wrote %s%s\n",
            printable(paths.at[nd_output_monitor(i) + (m->fourier ? ND_MONITOR_ARRAYS : ND_MONITOR_TABLE)]),
            m->far                   ? ", -totals.csv, .h5 and .svg"
            : nd_monitor_is_plane(m) ? " and .png"
                                     : "");
    }
    nd_output_paths_clear(&paths);
}

/* How a run came to its end; status: of nudge_solver_run. */
static const char *ending(const nudge_solver *s, int status)
{
    nudge_status now;
    nudge_solver_status(s, &now);
    if (status != NUDGE_ESTOPPED) return s->decayed ? "finished, for the fields have decayed," : "finished";
    if (now.step < now.steps && !s->decayed) return "stopped";
    for (int i = 0; i < s->problem->monitors.n; i++)
        if (s->monitors.at[i].stopped) return "stopped while computing far fields, after the last step,";
    return "stopped after the last step,";
}

static void print_end(const nudge_solver *s, int status, double seconds)
{
    const struct nd_output *output = &s->problem->output;
    nudge_status now;
    char rate[32], wall[32], setup[32];
    nudge_solver_status(s, &now);
    if (isfinite(s->error))
        printf("%s L2 error %.3e\n", s->error_absolute ? "absolute" : "relative", s->error);
    printf("%s at t = %.6g in %s (set-up %s), %s\n", ending(s, status), now.time, as_duration(seconds, wall),
           as_duration(s->setup_seconds, setup), with_prefix(now.dofs_per_second, "DOF/s", rate));
    if (output->fields_file) print_file(s->problem, output->fields_file, " and its .vtu files");
    if (output->energy_file) print_file(s->problem, output->energy_file, "");
    if (output->picture_file) print_file(s->problem, output->picture_file, "");
    if (output->scene_file) print_file(s->problem, output->scene_file, "");
    print_monitors(s);
    print_file(s->problem, output->report_file ? output->report_file : "run.json", "");
}

static int run(nudge_solver *solver)
{
    struct progress progress;
    progress_begin(&progress, stdout, "", 1);
    stop_gently(1);
    const int status = nudge_solver_run(solver, progress_show, &progress);
    stop_gently(0);
    progress_end(&progress);
    if (status == 0 || status == NUDGE_ESTOPPED) print_end(solver, status, nd_seconds_now() - progress.start);
    return status;
}

static int prepare(int argc, char **argv, int and_run)
{
    int status = 0;
    struct args args;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_preflight preflight = {0};
    struct nd_record record = {0};
    if (args_read(&args, argc, argv) || args_variant(&args)) {
        args_clear(&args);
        return CLI_USAGE;
    }
    stop_catch();
    TRY(args_problem(&args, &problem));
    preamble_announce(problem);
    if (and_run) TRY(nd_record_begin(&record, problem)); /* before the set-up, which may take long */
    TRY(nd_solver_create(&solver, problem, args.value[OPT_DEVICE], NULL, args.value[OPT_VARIANT]));
    solver->record = and_run ? &record : NULL;
    TRY(nd_outputs_check(problem, &solver->law, &solver->mesh));
    TRY(nd_preflight_make(&preflight, solver, and_run ? 0.02 : 0.2));
    preamble_print(&preflight);
    preflight_print(&preflight);
    TRY(preflight_judge(&preflight));
    if (and_run) TRY(run(solver));
done:
    nd_record_cancel(&record, status); /* does nothing to a run that came to its steps */
    nd_preflight_clear(&preflight);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    args_clear(&args);
    return cli_failed(status);
}

int cmd_run(int argc, char **argv)
{
    return prepare(argc, argv, 1);
}

int cmd_check(int argc, char **argv)
{
    return prepare(argc, argv, 0);
}
