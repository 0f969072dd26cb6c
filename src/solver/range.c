/* Checks that the numbers of a problem fit its precision. Lengths always do: kernels see them in units of the
 * mesh's own (step/rhs_setup.c). Materials, time steps and amplitudes are refused if products with them would
 * overflow, or underflow and lose digits. */
#include <float.h>
#include <math.h>
#include "solver/solver.h"

static int is_single(const nudge_solver *s)
{
    return s->problem->precision == ND_SINGLE;
}

/* The least and the largest, over the rows of A in all directions, of the largest entry of each row. */
static void find_rows(const struct nd_matrices *m, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (int i = 0; i < m->n; i++) {
        double row = 0;
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < m->n; j++) row = fmax(row, fabs(m->A[k][i * m->n + j]));
        if (row > 0) *least = fmin(*least, row);
        *most = fmax(*most, row);
    }
}

int nd_range_add(nudge_solver *s, int material, const struct nd_matrices *m)
{
    int status = 0;
    struct nd_range *r = &s->range;
    const struct nd_material *own = &s->problem->material[material];
    /* Laws multiply fields by up to two of these. */
    const double reach = is_single(s) ? 1e18 : 1e140, speed = s->rhs.speed[material];
    double least, most;
    char where[512];
    find_rows(m, &least, &most);
    if (most > 0 && !(least >= 1 / reach && most <= reach))
        FAIL(NUDGE_EVALUE,
             "%s: material '%s': its equations hold numbers from %.3g to %.3g, and %s precision supports "
             "those from %g to %g; check its constants and units%s",
             nd_problem_where(s->problem, own->line, where), own->name, least, most,
             is_single(s) ? "single" : "double", 1 / reach, reach,
             is_single(s) ? ", or use precision: double" : "");
    if (!(r->speed_most > 0)) *r = (struct nd_range){INFINITY, 0, INFINITY, 0};
    for (int i = 0; i < m->n; i++) {
        const double H = m->H[i * m->n + i];
        if (!(H > 0)) continue;
        r->H_least = fmin(r->H_least, H);
        r->H_most = fmax(r->H_most, H);
    }
    r->speed_least = fmin(r->speed_least, speed);
    r->speed_most = fmax(r->speed_most, speed);
done:
    return status;
}

static int has_fourier(const nudge_problem *p)
{
    int any = 0;
    for (int i = 0; i < p->monitors.n; i++) any |= !nd_problem_monitor(p, i)->probe;
    return any;
}

/* Limits amplitudes so that energies, which are doubles, of the smallest element and of the whole mesh stay
 * in range. */
static void bound_energy(const nudge_solver *s, double *least, double *most)
{
    double J_least = INFINITY, volume = 0;
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        J_least = fmin(J_least, s->rhs.J[k]);
        volume += s->rhs.J[k];
    }
    *least = fmax(*least, 1e-145 / sqrt(J_least * s->range.H_least));
    *most = fmin(*most, 1e145 / sqrt(volume * s->range.H_most));
}

/* Finds the amplitudes that the watchdog accepts. In a wave, energy densities of fields are about equal, so
 * that fields differ by up to sqrt(H_most / H_least); rates are a speed times fields. With `margin` for the
 * matrices of an element, all numbers of a stage are in range if the largest field is within the limits. */
static void find_amplitudes(nudge_solver *s)
{
    const struct nd_range *r = &s->range;
    const double margin = 100, tiny = is_single(s) ? FLT_MIN / FLT_EPSILON : DBL_MIN / DBL_EPSILON,
                 huge = is_single(s) ? FLT_MAX : DBL_MAX, dt = s->schedule.dt;
    if (!(r->H_most > 0)) return; /* the law has no energy */
    double least = margin * tiny / (sqrt(r->H_least / r->H_most) * fmin(1, r->speed_least)),
           most = huge / (margin * margin * fmax(1, r->speed_most));
    bound_energy(s, &least, &most);
    /* Terms of sums over time are dt times fields. */
    if (is_single(s) && has_fourier(s->problem)) {
        least = fmax(least, 1e3 * FLT_MIN / dt);
        most = fmin(most, FLT_MAX / (1e3 * s->schedule.end));
    }
    s->watch.least = least;
    s->watch.greatest = most;
}

/* Checks the amplitudes of plane waves, whose waveforms reach about 1. */
static int check_waves(const nudge_solver *s)
{
    int status = 0;
    char where[512];
    for (int i = 0; i < s->problem->sources.n; i++) {
        const struct nd_source *source = nd_problem_source(s->problem, i);
        const struct nd_waveform *w = &source->waveform;
        if (!source->plane_wave || !(w->pulse || w->ricker || w->sine)) continue;
        status = nd_watch_judge(&s->watch, fabs(source->amplitude));
        if (status)
            nd_fail_prefix(status, "%s: source '%s'", nd_problem_where(s->problem, source->named.line, where),
                           source->named.name);
        if (status) goto done;
    }
done:
    return status;
}

int nd_range_finish(nudge_solver *s)
{
    int status = 0;
    const double dt = s->schedule.dt;
    /* Sources, losses and the PML multiply by the time step itself. */
    if (is_single(s) && s->rhs.nterms && !(dt >= 1e-30 && s->schedule.end <= 1e30))
        FAIL(NUDGE_EVALUE,
             "time steps of %.3g to t = %.3g: with sources, losses or a PML, single precision supports times "
             "from "
             "1e-30 to 1e30; use precision: double, or other units",
             dt, s->schedule.end);
    find_amplitudes(s);
    TRY(check_waves(s));
done:
    return status;
}
