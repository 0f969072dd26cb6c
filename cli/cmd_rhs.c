/* nudge rhs: the operator once, for other programs to compare with. */
#include <stdio.h>
#include <stdlib.h>
#include "options.h"
#include "output/table.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"
#include "solver/solver.h"

static int write_one(nudge_solver *s, struct nd_h5 *h5, const char *name, double *values)
{
    int status = 0;
    if (stop_wanted()) FAIL(NUDGE_ESTOPPED, "stopped");
    TRY(nudge_solver_get(s, name, values));
    TRY(nd_h5_write(h5, name, s->mesh.K, s->elem.Np, values));
done:
    return status;
}

static int write_all(nudge_solver *s, const char *path)
{
    int status = 0;
    struct nd_h5 *h5 = NULL;
    double *values = NULL;
    char rate[128];
    static const char *const axes[] = {"x", "y", "z"};
    ALLOC(values, (size_t)s->mesh.K * (size_t)s->elem.Np);
    TRY(nd_h5_create(&h5, path));
    TRY(nd_h5_attribute(h5, "law", s->law.name));
    TRY(nd_h5_attribute(h5, "device", s->device->backend->name));
    for (int i = 0; i < 3; i++) TRY(write_one(s, h5, axes[i], values));
    for (int f = 0; f < s->law.fields.n; f++) TRY(write_one(s, h5, s->law.fields.at[f], values));
    for (int f = 0; f < s->law.fields.n; f++) {
        snprintf(rate, sizeof rate, "rate_%s", s->law.fields.at[f]);
        TRY(write_one(s, h5, rate, values));
    }
    struct nd_h5 *mine = h5;
    h5 = NULL;
    TRY(nd_h5_destroy(mine));
    printf("wrote %s: %d elements, %d nodes each, %d fields and their rates\n", printable(path),
           (int)s->mesh.K, s->elem.Np, s->law.fields.n);
done:
    nd_h5_abandon(h5);
    free(values);
    return status;
}

int cmd_rhs(int argc, char **argv)
{
    int status = 0;
    struct args args;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    int wrong = args_read(&args, argc, argv);
    if (!wrong && !args.value[OPT_OUT])
        wrong = cli_usage_error("rhs: where to? usage: nudge rhs problem.yaml --out FILE.h5");
    if (wrong) {
        args_clear(&args);
        return wrong;
    }
    stop_catch();
    TRY(args_problem(&args, &problem));
    preamble_announce(problem);
    TRY(nudge_solver_create(&solver, problem, args.value[OPT_DEVICE]));
    TRY(write_all(solver, args.value[OPT_OUT]));
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    args_clear(&args);
    return cli_failed(status);
}
