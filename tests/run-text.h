/* Runs a problem given as text (the file p.yaml of a folder) to its end on the cpu. */
#ifndef RUN_TEXT_H
#define RUN_TEXT_H

#include <string.h>
#include "base/file.h"
#include "solver/solver.h"

static inline int run_text(const char *folder, const char *text, nudge_progress_hook hook, void *context)
{
    int status = 0;
    char *path = nd_path_join(folder, "p.yaml");
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    TRY(nd_file_write(path, text, strlen(text)));
    TRY(nudge_problem_read(&problem, path));
    TRY(nudge_problem_trust(problem, NUDGE_TRUST_PATHS)); /* the folder is absolute */
    TRY(nudge_solver_create(&solver, problem, "cpu"));
    TRY(nudge_solver_run(solver, hook, context));
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    free(path);
    return status;
}

#endif
