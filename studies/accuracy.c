#include "accuracy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "progress.h"
#include "internal.h"

#define STEPS 20 /* between two looks */

/* To the end without outputs, the watchdog looking on. */
static int run_to_end(nudge_solver *solver, const char *label)
{
    int status = 0;
    struct progress progress;
    nudge_status now;
    progress_begin(&progress, stderr, label, 0);
    do {
        TRY(nd_watch_check(&solver->watch, &solver->rhs, solver->step, solver->time));
        now = *nudge_solver_status(solver);
        if (progress_show(&progress, &now)) FAIL(NUDGE_ESTOPPED, "stopped");
        if (now.step == now.steps) break;
        TRY(nudge_solver_step(solver, STEPS));
    } while (1);
done:
    progress_end(&progress);
    return status;
}

/* How fast the initial fields change: the square root of (energy of their rate / their energy), a
 * frequency. 0 when they are zero. Rates in a PML are left out. */
static int frequency(nudge_solver *solver, double *omega)
{
    int status = 0;
    double energy, changing;
    TRY(nudge_solver_energy(solver, &energy));
    TRY(nd_ranks_change(solver, &changing));
    *omega = energy > 0 ? sqrt(changing / energy) : 0;
done:
    return status;
}

/* One run. *lag: the relative error that time stepping alone makes of a wave of the fields' frequency. */
static int run_once(const nudge_problem *problem, const char *device, const char *label, double *error,
                    double *lag, int *order)
{
    int status = 0;
    nudge_solver *solver = NULL;
    double omega = 0;
    TRY(nudge_solver_create(&solver, problem, device));
    TRY(frequency(solver, &omega));
    TRY(run_to_end(solver, label));
    TRY(nudge_solver_error(solver, error));
    *lag = nd_integrator_error(&solver->integrator, omega * solver->schedule.dt) * solver->schedule.end /
           solver->schedule.dt;
    *order = solver->integrator.order;
done:
    nudge_solver_destroy(solver);
    return status;
}

static int set_cfl(nudge_problem *problem, double cfl)
{
    char value[32];
    snprintf(value, sizeof value, "%.17g", cfl);
    return nudge_problem_set(problem, "time.cfl", value);
}

int accuracy_measure(nudge_problem *problem, const char *device, const char *label, struct accuracy *found)
{
    int status = 0, order = 4;
    double lag = 0;
    const double cfl = problem->cfl;
    const int chosen = cfl != 1 || problem->dt > 0 || problem->steps > 0;
    TRY(nudge_problem_set(problem, "output", "{}")); /* not written here; they would change the time steps */
    for (int i = 0; i < 8; i++) {
        TRY(run_once(problem, device, label, &found->error, &lag, &order));
        if (!i) found->in_time = found->error > 0 ? lag / found->error : 0;
        if (chosen || !(lag > 0.1 * found->error)) break;
        TRY(set_cfl(problem,
                    problem->cfl * fmin(0.7, fmax(0.2, pow(0.03 * found->error / lag, 1.0 / order)))));
    }
done:
    if (problem->cfl != cfl && set_cfl(problem, cfl)) status = status ? status : NUDGE_ENOMEM;
    return status;
}

double accuracy_slope(int n, const double *h, const double *error)
{
    double used = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        const double a = log(h[i]), b = log(error[i]);
        if (!isfinite(b)) continue;
        used++, x += a, y += b, xx += a * a, xy += a * b;
    }
    const double spread = used * xx - x * x;
    return used >= 2 && spread > 1e-12 * used * xx ? (used * xy - x * y) / spread : NAN;
}
