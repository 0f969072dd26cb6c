#include "step/dt.h"

#include <math.h>

/* If waves travel back and forth between two faces that are much larger than the others, the sum of all
 * Fscale, which is inversely proportional to the inradius, is too small, as layers of flat elements show
 * (tests/t510-step-stable.c). Both measures of flat elements make no difference in cubes cut into six, for which
 * polynomials are made. */
#define FLAT        1.35
#define FLAT_LINEAR 2.613 /* tools/step_polynomials.py */
#define SAFETY      0.95  /* of polynomials: their limits are exact on cubes cut into six */

struct nd_dt_limit nd_dt_limit(const struct nd_integrator *integrator, int N, double upwind)
{
    const int known = ND_LIMITS - 1;
    if (integrator->linear)
        return (struct nd_dt_limit){SAFETY * integrator->polynomial.limit, FLAT_LINEAR, 1};
    /* Beyond the table the step is taken to fall as 1/N^2, as in theory. */
    const double limit =
        N <= known ? integrator->limit[N] : integrator->limit[known] * known * known / ((double)N * N);
    return (struct nd_dt_limit){limit * (integrator->central + (1 - integrator->central) * upwind * upwind),
                                FLAT, 0};
}

static double two_largest(const double Fscale[4])
{
    double two = 0;
    for (int f = 0; f < 4; f++)
        for (int g = 0; g < f; g++) two = fmax(two, Fscale[f] + Fscale[g]);
    return two;
}

/* The root of the largest eigenvalue of the sum of Fscale^2 n n^T, by the trigonometric solution of its
 * characteristic equation. */
static double largest_singular(const double Fscale[4], double n[4][3])
{
    double A[3][3] = {{0}}, p = 0, scale = 0; /* powers of Fscale itself may be out of range */
    for (int f = 0; f < 4; f++) scale = fmax(scale, Fscale[f]);
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                A[i][j] += Fscale[f] / scale * (Fscale[f] / scale) * n[f][i] * n[f][j];
    const double mean = (A[0][0] + A[1][1] + A[2][2]) / 3;
    for (int i = 0; i < 3; i++) A[i][i] -= mean;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) p += A[i][j] * A[i][j] / 6;
    if (!(p > 0)) return scale * sqrt(mean);
    p = sqrt(p);
    const double det = A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
                       A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
                       A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
    const double r = fmin(fmax(det / (2 * p * p * p), -1), 1);
    return scale * sqrt(mean + 2 * p * cos(acos(r) / 3));
}

/* The stage is stable for eigenvalues in a convex region. The eigenvalues of each term alone lie in it at
 * that term's own largest step. Their sum, as a weighted mean of the two, lies in it at the step whose
 * inverse is the sum of the inverses. */
double nd_dt_damped(double dt, double damping, double reach)
{
    return dt / (1 + dt * damping / reach);
}

double nd_dt_added(const struct nd_dt_case *c, nd_idx k)
{
    return (c->damping ? c->damping[k] / c->reach : 0) + (c->swing ? c->swing[k] / c->disc : 0);
}

/* Fscale is 2 / height. */
double nd_dt_element(const struct nd_dt_case *c, nd_idx k)
{
    double G[9], J, n[4][3], Fscale[4];
    nd_geometry_metric(c->mesh, k, G, &J);
    nd_geometry_faces(G, n, Fscale);
    const double sum = Fscale[0] + Fscale[1] + Fscale[2] + Fscale[3],
                 flat = c->limit.flat * (c->limit.linear ? largest_singular(Fscale, n) : two_largest(Fscale)),
                 dt = c->limit.limit /
                      (c->speed[c->mesh->region[k]] * fmax(sum, flat) * (c->bent ? c->bent[k] : 1));
    return nd_dt_damped(dt, nd_dt_added(c, k), 1);
}

/* The number of steps of at most dt that cover a length; rounding must not add one. */
static int64_t count(double length, double dt)
{
    const double n = ceil(length / dt * (1 - 1e-12));
    return n < 1 ? 1 : (int64_t)n;
}

int nd_schedule_init(struct nd_schedule *schedule, const nudge_problem *problem, double stable, double every)
{
    int status = 0;
    char where[512];
    struct nd_schedule s = {.end = problem->time_end};
    nd_problem_where(problem, problem->time_line, where);
    if (problem->dt > 0 && problem->steps > 0) s.end = problem->dt * (double)problem->steps;
    double dt = problem->dt > 0      ? problem->dt
                : problem->steps > 0 ? s.end / (double)problem->steps
                                     : stable * problem->cfl;
    if (problem->steps <= 0 && dt > s.end) dt = s.end; /* a single step to the end */
    s.fixed = problem->dt > 0 || problem->steps > 0;
    if (!(dt > 0) || !(s.end > 0) || !isfinite(s.end))
        FAIL(NUDGE_EVALUE, "%s: there is no time step: end is %g and dt %g; both must be above 0 and finite",
             where, s.end, dt);
    if (s.end / dt > 1e15)
        FAIL(NUDGE_EVALUE, "%s: %.3g steps of %g to reach %g are too many; check units and time.end", where,
             s.end / dt, dt, s.end);
    s.stretch = !s.fixed && every > 0 && every < s.end ? every : s.end;
    if (s.stretch < dt) s.stretch = s.end;
    if (s.fixed) {
        s.dt = dt;
        s.steps = problem->steps > 0 ? problem->steps : count(s.end, dt);
    } else {
        s.per_stretch = count(s.stretch, dt);
        s.dt = s.stretch / (double)s.per_stretch;
        s.full = (int64_t)floor(s.end / s.stretch * (1 + 1e-12));
        const double rest = s.end - (double)s.full * s.stretch;
        const int64_t more = rest > 1e-9 * s.stretch ? count(rest, dt) : 0;
        s.rest_dt = more ? rest / (double)more : 0;
        s.steps = s.full * s.per_stretch + more;
    }
    *schedule = s;
done:
    return status;
}

/* The first step of a schedule that ends at this time or later. */
static int64_t find_step(const struct nd_schedule *s, double time)
{
    int64_t low = 0, high = s->steps;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (nd_schedule_time(s, middle) >= time - 1e-9 * s->dt)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Steps that differ little from those of the schedule suit sums over time better than one that is much shorter. */
int64_t nd_schedule_join(struct nd_schedule *s, double time)
{
    s->lead.to = 0;
    const int64_t next = find_step(s, time), each = s->fixed ? 1 : s->per_stretch;
    if (fabs(nd_schedule_time(s, next) - time) <= 1e-9 * s->dt) return next;
    int64_t to = (next + each - 1) / each * each;
    if (!s->fixed && to > s->full * s->per_stretch) to = s->steps;
    if (to > s->steps) to = s->steps;
    const double length = nd_schedule_time(s, to) - time;
    const int64_t n = count(length, to == s->steps && s->rest_dt > 0 ? s->rest_dt : s->dt);
    s->lead.start = time;
    s->lead.dt = length / (double)n;
    s->lead.from = to - n;
    s->lead.to = to;
    return s->lead.from;
}

double nd_schedule_time(const struct nd_schedule *s, int64_t step)
{
    if (step >= s->steps) return s->end;
    if (step >= s->lead.from && step < s->lead.to)
        return s->lead.start + (double)(step - s->lead.from) * s->lead.dt;
    if (s->fixed) return (double)step * s->dt;
    const int64_t covered = s->full * s->per_stretch;
    if (step > covered) return (double)s->full * s->stretch + (double)(step - covered) * s->rest_dt;
    return (double)(step / s->per_stretch) * s->stretch + (double)(step % s->per_stretch) * s->dt;
}

double nd_schedule_dt(const struct nd_schedule *s, int64_t step)
{
    const double dt = step >= s->lead.from && step < s->lead.to     ? s->lead.dt
                      : s->fixed || step < s->full * s->per_stretch ? s->dt
                                                                    : s->rest_dt;
    const double exactly = nd_schedule_time(s, step + 1) - nd_schedule_time(s, step);
    return fabs(exactly - dt) > 1e-9 * dt + 1e-15 * s->end ? exactly : dt;
}
