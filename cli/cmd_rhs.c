/* nudge rhs: evaluates the operator once, for other programs to compare with. */
#include <stdio.h>
#include "options.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"

int cmd_rhs(int argc, char **argv)
{
    int status = 0;
    struct args args;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    int wrong = args_read(&args, argc, argv);
    if (!wrong && !args.value[OPT_OUTPUT])
        wrong = cli_usage_error("rhs: where to? usage: nudge rhs problem.yaml --output FILE.h5");
    if (wrong) {
        args_clear(&args);
        return wrong;
    }
    stop_catch();
    TRY(args_problem(&args, &problem));
    preamble_announce(problem);
    TRY(nudge_solver_create(&solver, problem, args.value[OPT_DEVICE]));
    TRY(nudge_solver_write_rates(solver, args.value[OPT_OUTPUT]));
    const nudge_status *s = nudge_solver_status(solver);
    printf("wrote %s: %lld elements, %d nodes each, %d fields and their rates\n",
           printable(args.value[OPT_OUTPUT]), (long long)s->elements, s->nodes, s->fields);
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    args_clear(&args);
    return cli_failed(status);
}
