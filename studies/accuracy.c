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
 * frequency. 0 when they are zero. The fields are put back. */
static int frequency(nudge_solver *solver, double *omega)
{
    int status = 0;
    const int fields = solver->law.fields.n;
    const size_t n = (size_t)solver->mesh.K * (size_t)solver->elem.Np;
    double *q = NULL, *rate = NULL, energy, changing;
    char name[64];
    ALLOC(q, n * (size_t)fields);
    ALLOC(rate, n * (size_t)fields);
    TRY(nudge_solver_energy(solver, &energy));
    for (int f = 0; f < fields; f++) {
        TRY(nudge_solver_get(solver, solver->law.fields.at[f], q + (size_t)f * n));
        snprintf(name, sizeof name, "rate_%s", solver->law.fields.at[f]);
        TRY(nudge_solver_get(solver, name, rate + (size_t)f * n));
    }
    for (int f = 0; f < fields; f++)
        TRY(nudge_solver_set(solver, solver->law.fields.at[f], rate + (size_t)f * n));
    TRY(nudge_solver_energy(solver, &changing));
    for (int f = 0; f < fields; f++)
        TRY(nudge_solver_set(solver, solver->law.fields.at[f], q + (size_t)f * n));
    *omega = energy > 0 ? sqrt(changing / energy) : 0;
done:
    free(q);
    free(rate);
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

int accuracy_measure(nudge_problem *problem, const char *device, const char *label, struct accuracy *found)
{
    int status = 0, order = 4;
    double lag = 0;
    const double cfl = problem->cfl;
    const int chosen = cfl != 1 || problem->dt > 0 || problem->steps > 0;
    free(problem->output.fields_file); /* outputs, which are not written here, bend the time steps */
    problem->output.fields_file = NULL;
    for (int i = 0; i < 8; i++) {
        TRY(run_once(problem, device, label, &found->error, &lag, &order));
        if (!i) found->in_time = found->error > 0 ? lag / found->error : 0;
        if (chosen || !(lag > 0.1 * found->error)) break;
        problem->cfl *= fmin(0.7, fmax(0.2, pow(0.03 * found->error / lag, 1.0 / order)));
    }
done:
    problem->cfl = cfl;
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
