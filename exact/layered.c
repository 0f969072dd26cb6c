#include "exact/layered.h"

#include <math.h>
#include "base/memory.h"
#include "elem/elem.h"

enum { POINTS = 12, MOST_PANELS = 200000 };

struct rule {
    double x[POINTS], w[POINTS];
};

/* The data that are the same for all wavenumbers. */
struct scene {
    const struct nd_layered *ground;
    const struct nd_layered_source *source;
    double complex omega;
    double r, theta; /* position of the receiver */
    /* The parts of the source that vary with m = 0, 1, 2 times the azimuth: those along the ray move the
     * receiver along the ray and vertically, those across move it across. */
    double along[3][3], across[3][3];
};

/* z points down here, which reverses the sign of everything with one index z. */
static void fill_parts(struct scene *s)
{
    const double *F = s->source->force, *M = s->source->moment;
    for (int m = 0; m < 3; m++)
        for (int side = 0; side < 2; side++) {
            const double c = side ? -sin(m * s->theta) : cos(m * s->theta);
            const double d = side ? cos(m * s->theta) : sin(m * s->theta);
            double *part = side ? s->across[m] : s->along[m];
            if (m == 0 && !side) part[0] = -F[2], part[1] = M[2], part[2] = (M[0] + M[1]) / 2;
            if (m == 1) part[0] = c * F[0] + d * F[1], part[1] = -(c * M[4] + d * M[3]);
            if (m == 2) part[0] = c * (M[0] - M[1]) / 2 + d * M[5];
        }
}

/* The jumps across the plane of the source, for a unit of one part. */
static void jumps(const struct scene *s, int m, int part, double k, double complex psv[4],
                  double complex sh[2])
{
    const struct nd_solid *at = &s->ground->solid[s->source->depth > s->ground->thickness];
    const double mu = at->rho * at->vs * at->vs, stiff = at->rho * at->vp * at->vp;
    for (int i = 0; i < 4; i++) psv[i] = 0;
    sh[0] = sh[1] = 0;
    if (m == 0 && part == 0) psv[3] = -1;
    if (m == 0 && part == 1) psv[1] = 1 / stiff, psv[2] = -k * (1 - 2 * mu / stiff);
    if (m == 0 && part == 2) psv[2] = k;
    if (m == 1 && part == 0) psv[2] = I, sh[1] = -1;
    if (m == 1 && part == 1) psv[0] = -I / mu, sh[0] = 1 / mu;
    if (m == 2) psv[2] = k, sh[1] = I * k;
}

/* Adds weight times the integrand of one part at wavenumber k: u along r, across, down. */
static void add_part(const struct scene *s, int m, int part, double k, double weight, double complex u[3])
{
    static const double complex power[3] = {-I, 1, I}; /* i^(m - 1) */
    const double x = k * s->r, before = m ? jn(m - 1, x) : -j1(x), after = jn(m + 1, x);
    const double slope = (before - after) / 2, ratio = m ? (before + after) / 2 : 0; /* J', m J / x */
    const double complex along = weight * s->along[m][part] * power[m],
                         across = weight * s->across[m][part] * power[m];
    double complex psv[4], sh[2], UW[2], V[1];
    jumps(s, m, part, k, psv, sh);
    const struct nd_layered_wave psv_wave = {ND_LAYERED_PSV, k, s->omega},
                                 sh_wave = {ND_LAYERED_SH, k, s->omega};
    nd_layered_plane(s->ground, s->source->depth, &psv_wave, psv, UW);
    nd_layered_plane(s->ground, s->source->depth, &sh_wave, sh, V);
    u[0] += along * (I * UW[0] * slope + V[0] * ratio);
    u[1] += across * (I * UW[0] * ratio + V[0] * slope);
    u[2] += along * I * UW[1] * jn(m, x);
}

static void add_wavenumber(const struct scene *s, double k, double weight, double complex u[3])
{
    for (int m = 0; m < 3; m++)
        for (int part = 0; part < 3; part++)
            if (s->along[m][part] != 0 || s->across[m][part] != 0)
                add_part(s, m, part, k, weight * k / (2 * M_PI), u);
}

/* Poles and branch points lie at omega over speeds between those of the fastest P wave and the slowest
 * surface wave. The integral ends where the decay on the way up is e^-22 of the largest value that the
 * imaginary part of omega leaves. */
static int integrate(const struct scene *s, const struct rule *rule, double complex u[3])
{
    int status = 0;
    const struct nd_solid *solid = s->ground->solid;
    const double refine = s->ground->refine > 0 ? s->ground->refine : 1, depth = s->source->depth;
    const double slow = 0.8 * fmin(solid[0].vs, solid[1].vs), fast = fmax(solid[0].vp, solid[1].vp);
    const double last = fabs(creal(s->omega)) / slow, off = cimag(s->omega) / fast;
    const double end = hypot(last, sqrt(22 * (22 + 2 * depth * cimag(s->omega) / slow)) / depth);
    const double longest = 4 / hypot(s->r, depth) / refine;
    if (!(last / fmin(2 * off / refine, longest) + end / longest < MOST_PANELS))
        FAIL(NUDGE_EVALUE,
             "a layer over a half-space: %g m is too shallow for a distance of %g m, or frequency %g + %gi "
             "is too near the real axis",
             depth, s->r, creal(s->omega), cimag(s->omega));
    for (double k = 0, width; k < end; k += width) {
        width = fmin(2 * hypot(fmax(0, k - last), off) / refine, longest);
        for (int i = 0; i < POINTS; i++)
            add_wavenumber(s, k + width * (1 + rule->x[i]) / 2, width * rule->w[i] / 2, u);
    }
done:
    return status;
}

static int check(const struct nd_layered *ground, const struct nd_layered_source *source,
                 double complex omega)
{
    int status = 0;
    for (int i = 0; i < 2; i++) {
        const struct nd_solid *a = &ground->solid[i];
        if (!(a->vs > 0 && a->rho > 0 && a->vs < a->vp * sqrt(0.75) && isfinite(a->vp * a->rho)))
            FAIL(NUDGE_EVALUE, "a layer over a half-space: no solid has vp = %g, vs = %g, rho = %g", a->vp,
                 a->vs, a->rho);
    }
    if (!(ground->thickness > 0 && isfinite(ground->thickness)))
        FAIL(NUDGE_EVALUE, "a layer over a half-space: the layer is %g thick", ground->thickness);
    if (!(source->depth > 0 && isfinite(source->depth)))
        FAIL(NUDGE_EVALUE, "a layer over a half-space: the source must be below the surface, not %g deep",
             source->depth);
    if (!(cimag(omega) > 0 && isfinite(cabs(omega))))
        FAIL(NUDGE_EVALUE, "a layer over a half-space: frequency %g + %gi, must be above the real axis",
             creal(omega), cimag(omega));
done:
    return status;
}

int nd_layered_response(const struct nd_layered *ground, const struct nd_layered_source *source,
                        const double at[2], double complex omega, double complex u[3])
{
    int status = 0;
    struct scene scene = {ground, source, omega, hypot(at[0], at[1]), atan2(at[1], at[0]), {{0}}, {{0}}};
    const double c = cos(scene.theta), s = sin(scene.theta);
    double complex sum[3] = {0, 0, 0};
    struct rule rule;
    TRY(check(ground, source, omega));
    TRY(nd_jacobi_gauss(0, 0, POINTS, rule.x, rule.w));
    fill_parts(&scene);
    TRY(integrate(&scene, &rule, sum));
    u[0] = c * sum[0] - s * sum[1];
    u[1] = s * sum[0] + c * sum[1];
    u[2] = -sum[2];
done:
    return status;
}

int nd_layered_trace_init(struct nd_layered_trace *trace, const struct nd_layered *ground,
                          const struct nd_layered_source *source, const double at[2],
                          const struct nd_layered_pulse *pulse)
{
    int status = 0;
    const double window = pulse->window, band = pulse->band;
    *trace = (struct nd_layered_trace){.step = 2 * M_PI / window, .damping = log(1e4) / window};
    if (!(window > 0 && band > 0 && band * window < 1e5))
        FAIL(NUDGE_EVALUE, "a layer over a half-space: a trace of %g s with frequencies up to %g Hz", window,
             band);
    trace->n = 1 + (int)ceil(band * window);
    ALLOC(trace->u, trace->n);
    for (int i = 0; i < trace->n; i++) {
        const double complex omega = i * trace->step + I * trace->damping;
        const double complex size =
            (i ? 1 : 0.5) * trace->step / M_PI * pulse->spectrum(omega, pulse->context);
        TRY(nd_layered_response(ground, source, at, omega, trace->u[i]));
        for (int k = 0; k < 3; k++) trace->u[i][k] *= size;
    }
done:
    if (status) nd_layered_trace_clear(trace);
    return status;
}

void nd_layered_trace_clear(struct nd_layered_trace *trace)
{
    free(trace->u);
    *trace = (struct nd_layered_trace){0};
}

void nd_layered_trace_at(const struct nd_layered_trace *trace, double t, double u[3])
{
    for (int k = 0; k < 3; k++) u[k] = 0;
    for (int i = 0; i < trace->n; i++)
        for (int k = 0; k < 3; k++) u[k] += creal(trace->u[i][k] * cexp(-I * (i * trace->step * t)));
    for (int k = 0; k < 3; k++) u[k] *= exp(trace->damping * t);
}
