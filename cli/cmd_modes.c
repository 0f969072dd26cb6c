/* nudge modes: finds resonances by one run, and their fields by a second one at the frequencies found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "progress.h"

enum { MODES_MOST = 32 };

/* Adds ", NAME-x: {fourier: {plane: x, at: ..., frequencies: [...]}}" for the three planes through the point of a
 * monitor. */
static int add_planes(char *text, size_t size, const nudge_monitor *m, double start,
                      const nudge_array *frequency)
{
    char list[MODES_MOST * 28] = "";
    size_t n = 0, at = strlen(text);
    for (int64_t k = 0; k < frequency->shape[0] && k < MODES_MOST; k++)
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%.17g", k ? ", " : "", frequency->values[k]);
    for (int axis = 0; axis < 3; axis++) {
        const int more =
            snprintf(text + at, size - at,
                     "%s\"%s-%c\": {fourier: {plane: %c, at: %.17g, after: %.17g, frequencies: [%s]}}",
                     at > 1 ? ", " : "", m->name, "xyz"[axis], "xyz"[axis], m -> at[axis], start, list);
        if (more < 0 || (size_t)more >= size - at)
            return cli_fail(NUDGE_EVALUE, "too many modes for one run");
        at += (size_t)more;
    }
    return 0;
}

/* The monitors of the second run as YAML. */
static int choose_monitors(nudge_solver *solver, char *text, size_t size)
{
    int status = 0;
    const nudge_monitor *m;
    strcpy(text, "{");
    for (int i = 0; (m = nudge_solver_get_monitor(solver, i)); i++) {
        if (m->kind != NUDGE_RESONANCES) continue;
        const nudge_monitor own = *m;
        const nudge_array *frequency = nudge_solver_find_array(solver, own.name, "frequency");
        if (!frequency || !frequency->shape[0]) continue;
        if (strpbrk(own.name, "\"\\"))
            CLI_FAIL(NUDGE_EVALUE, "modes: a monitor's name has a quote or a backslash; rename it");
        TRY(add_planes(text, size, &own, *nudge_solver_find_array(solver, own.name, "start")->values,
                       frequency));
    }
    if (!text[1]) CLI_FAIL(NUDGE_EVALUE, "modes: no mode was found, so that there are no fields to compute");
    strcat(text, "}");
done:
    return status;
}

/* Before the first run, which may take long. */
static int find_monitor(const nudge_problem *problem)
{
    int status = 0;
    if (!nudge_problem_describe(problem)->resonances)
        CLI_FAIL(NUDGE_EVALUE, "modes: the problem has no monitor of resonances; add one, as monitors: {q: "
                               "{resonances: {probe: [x, y, z], band: [f1, f2]}}}");
done:
    return status;
}

int cmd_modes(int argc, char **argv)
{
    int status = 0;
    struct args args;
    static char monitors[1 << 16];
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct json json = {0};
    if (args_read(&args, argc, argv) || args_variant(&args)) {
        args_clear(&args);
        return CLI_USAGE;
    }
    stop_catch();
    TRY(args_problem_to_run(&args, &problem));
    TRY(find_monitor(problem));
    TRY(args_run(&args, problem, &solver));
    json_start(&json, &args);
    run_json(&json, "run", solver, 0);
    TRY(choose_monitors(solver, monitors, sizeof monitors - 2));
    nudge_solver_destroy(solver);
    solver = NULL;
    printf("\nagain, for the fields of these modes\n\n");
    TRY(nudge_problem_set(problem, "monitors", monitors));
    TRY(args_run(&args, problem, &solver));
    run_json(&json, "fields", solver, 0);
    TRY(json_finish(&json, &args));
done:
    json_drop(&json);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    args_clear(&args);
    return cli_failed(status);
}
