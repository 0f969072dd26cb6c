/* A quake below a layer: the whole motion against integrals over wavenumbers, the first arrivals against
 * rays. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "exact/layered.h"
#include "exact/ray.h"
#include "verify.h"

/* LOH.1, whose moment rate is t/T^2 exp(-t/T). */
#define DURATION 0.1
static const struct nd_layered ground = {{{4000, 2000, 2600}, {6000, 3464, 2700}}, 1000, 0};

/* Both motions are smoothed by a Gaussian of this spread, in s, which leaves 1 in 2 of 1.25 Hz and 1 in
 * 1000 of 4 Hz: the mesh does not follow what is above. */
#define SPREAD 0.15
#define STEP   0.02

/* At times i * STEP: what was computed, and what is known. */
struct motion {
    double *time, *v[3], *known[3];
    int n;
};

static int motion_alloc(struct motion *m, int n)
{
    int status = 0;
    m->n = n;
    ALLOC(m->time, n);
    for (int k = 0; k < 3; k++) {
        ALLOC(m->v[k], n);
        ALLOC(m->known[k], n);
    }
done:
    return status;
}

static void motion_clear(struct motion *m)
{
    free(m->time);
    for (int k = 0; k < 3; k++) free(m->v[k]), free(m->known[k]);
}

/* Column c at time t, smoothed; the rows hold steps of about the same length. */
static double smooth(const struct sheet *s, int time, int c, double t)
{
    double sum = 0;
    for (int i = 0; i + 1 < s->rows; i++) {
        const double *row = s->at + i * s->columns, *next = row + s->columns;
        const double x = ((row[time] + next[time]) / 2 - t) / SPREAD;
        if (fabs(x) < 8) sum += (next[time] - row[time]) * (row[c] + next[c]) / 2 * exp(-x * x / 2);
    }
    return sum / (SPREAD * sqrt(2 * M_PI));
}

static double complex spectrum(double complex omega, const void *context)
{
    (void)context;
    const double complex brune = 1 - I * omega * DURATION;
    return cexp(-omega * omega * SPREAD * SPREAD / 2) / (brune * brune);
}

/* Until what comes after the end is no longer missed. */
static int motion_init(struct motion *m, const struct verify_run *run, int monitor)
{
    int status = 0, column[4];
    const struct nd_source *quake = nd_problem_source(run->problem, 0);
    const double *to = nd_problem_monitor(run->problem, monitor)->at, end = run->solver->schedule.end;
    const double at[2] = {to[0] - quake->at[0], to[1] - quake->at[1]};
    struct nd_layered_source source = {.depth = -quake->at[2]};
    const struct nd_layered_pulse pulse = {spectrum, NULL, .band = 0.85 / SPREAD, .window = 2 * end};
    struct nd_layered_trace trace = {0};
    struct sheet s = {0};
    memcpy(source.moment, quake->value, sizeof source.moment);
    TRY(motion_alloc(m, 1 + (int)fmax(0, (end - 4 * SPREAD) / STEP)));
    TRY(verify_receiver(run, monitor, &s, column));
    TRY(nd_layered_trace_init(&trace, &ground, &source, at, &pulse));
    for (int i = 0; i < m->n; i++) {
        double u[3];
        m->time[i] = i * STEP;
        nd_layered_trace_at(&trace, m->time[i], u);
        for (int k = 0; k < 3; k++) {
            m->known[k][i] = u[k];
            m->v[k][i] = smooth(&s, column[0], column[1 + k], m->time[i]);
        }
    }
done:
    nd_layered_trace_clear(&trace);
    sheet_clear(&s);
    return status;
}

/* Three charts, one per component: the known motion as one line, the computed motion as points. */
static int draw(const struct motion *m, const double at[3], const char *path)
{
    enum { EVERY = 5 };
    static const char *const names[3] = {"vx", "vy", "vz"};
    int status = 0;
    const int n = (m->n + EVERY - 1) / EVERY;
    double *thin[4] = {0};
    struct nd_chart charts[3];
    struct nd_series series[3], known[3];
    struct nd_atomic_file draft = {0};
    struct nd_text out = {0};
    char title[96];
    snprintf(title, sizeof title, "The surface at (%g, %g) km", at[0] / 1000, at[1] / 1000);
    for (int k = 0; k < 4; k++) {
        ALLOC(thin[k], n);
        for (int i = 0; i < n; i++) thin[k][i] = (k < 3 ? m->v[k] : m->time)[i * EVERY];
    }
    for (int k = 0; k < 3; k++) {
        series[k] = (struct nd_series){"nudge", thin[3], thin[k], n};
        known[k] = (struct nd_series){"wavenumber integrals", m->time, m->known[k], m->n};
        charts[k] = (struct nd_chart){.title = names[k],
                                      .x_label = "time [s]",
                                      .y_label = "velocity [m/s]",
                                      .series = &series[k],
                                      .nseries = 1,
                                      .bounds = &known[k],
                                      .nbounds = 1};
    }
    TRY(nd_atomic_file_open(&draft, path));
    TRY(nd_chart_page_encode(
        &(struct nd_chart_page){title, "Both smoothed by a Gaussian of 0.15 s.", charts, 3},
        nd_picture_format(path), &out));
    fwrite(out.s, 1, out.n, draft.file);
    TRY(nd_atomic_file_keep(&draft));
done:
    nd_atomic_file_drop(&draft);
    nd_text_clear(&out);
    for (int k = 0; k < 4; k++) free(thin[k]);
    return status;
}

/* Root of the sum of squared differences over that of the squares, all components, all times. */
static int judge_motion(struct verify_run *run, int monitor)
{
    int status = 0;
    struct motion m = {0};
    const double *from = nd_problem_source(run->problem, 0)->at,
                 *to = nd_problem_monitor(run->problem, monitor)->at;
    double difference = 0, size = 0;
    struct verdict v = {.reference = NAN, .computed = NAN, .tolerance = 5, .unit = "%"};
    TRY(motion_init(&m, run, monitor));
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < m.n; i++) {
            difference += pow(m.v[k][i] - m.known[k][i], 2);
            size += pow(m.known[k][i], 2);
        }
    v.error = 100 * sqrt(difference / size);
    snprintf(v.what, sizeof v.what, "velocities over time, %g km",
             hypot(to[0] - from[0], to[1] - from[1]) / 1000);
    TRY(verdict_add(run, v));
    if (run->picture && monitor == 0) TRY(draw(&m, to, run->picture));
done:
    motion_clear(&m);
    return status;
}

/* The first time at which the motion along `direction` is half of the largest until `end`. A front that the
 * mesh has smoothed is half as high when it arrives. */
static double onset(const struct sheet *s, const int column[4], const double direction[3], double end)
{
    double largest = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->rows && s->at[i * s->columns + column[0]] <= end; i++) {
            const double *row = s->at + i * s->columns;
            double v = 0;
            for (int k = 0; k < 3; k++) v += direction[k] * row[column[1 + k]];
            if (!pass) largest = fmax(largest, fabs(v));
            if (pass && fabs(v) >= largest / 2) return row[column[0]];
        }
    return NAN;
}

/* P waves by the vertical motion, S waves by that across the ray. */
static int judge_arrivals(struct verify_run *run)
{
    int status = 0, column[4];
    struct sheet s = {0};
    const double *from = nd_problem_source(run->problem, 0)->at,
                 *to = nd_problem_monitor(run->problem, 0)->at;
    const double x = to[0] - from[0], y = to[1] - from[1], r = hypot(x, y);
    const double direction[2][3] = {{0, 0, 1}, {-y / r, x / r, 0}};
    const struct nd_solid *solid = ground.solid;
    TRY(verify_receiver(run, 0, &s, column));
    for (int wave = 0; wave < 2; wave++) {
        const double above = wave ? solid[0].vs : solid[0].vp, below = wave ? solid[1].vs : solid[1].vp;
        struct verdict v = {.tolerance = 0.1, .unit = "s"};
        v.reference = nd_ray_time(ground.thickness, above, below, to[2] - from[2], r);
        v.computed = onset(&s, column, direction[wave], v.reference + 0.4);
        v.error = fabs(v.computed - v.reference);
        snprintf(v.what, sizeof v.what, "arrival of the %c wave, s", wave ? 'S' : 'P');
        TRY(verdict_add(run, v));
    }
done:
    sheet_clear(&s);
    return status;
}

int judge_layer(struct verify_run *run)
{
    int status = 0;
    TRY(judge_arrivals(run));
    for (int i = 0; i < 2; i++) TRY(judge_motion(run, i));
done:
    return status;
}
