/* The surface of a half-space under a vertical force. */
#include <math.h>
#include <stdio.h>
#include "exact/lamb.h"
#include "internal.h"
#include "verify.h"

/* The waveform's second derivative. */
static double bend(double t, const void *context)
{
    struct nd_wave *wave = *(struct nd_wave *const *)context;
    const double h = 5e-4 / wave->form->ricker_frequency;
    double before = 0, here = 0, after = 0;
    nd_waveform_at(wave, t - h, &before);
    nd_waveform_at(wave, t, &here);
    nd_waveform_at(wave, t + h, &after);
    return (before - 2 * here + after) / (h * h);
}

/* When a column is largest in size, from the parabola through three rows. */
static double peak_time(const struct sheet *s, int time, int column)
{
    int best = 1;
    const double *at = s->at + column;
    for (int i = 1; i + 1 < s->rows; i++)
        if (fabs(at[i * s->columns]) > fabs(at[best * s->columns])) best = i;
    if (s->rows < 3) return NAN;
    const double a = at[(best - 1) * s->columns], b = at[best * s->columns], c = at[(best + 1) * s->columns];
    const double *row = s->at + best * s->columns;
    return row[time] + (row[time] - (row - s->columns)[time]) * (a - c) / (2 * (a - 2 * b + c));
}

/* Root of the sum of squared differences over that of the squares, both components, all times. */
static int judge_trace(struct verify_run *run, const struct nd_lamb *lamb, struct nd_wave *wave, int monitor,
                       double *peak)
{
    int status = 0, column[4];
    struct sheet s = {0};
    struct nd_lamb_trace trace = {0};
    const double force =
        -nd_problem_source(run->problem, 0)->value[2]; /* into the solid, which z points out of */
    const double r = nd_problem_monitor(run->problem, monitor)->at[0], end = run->solver->schedule.end;
    double difference = 0, size = 0, u[2];
    struct verdict v = {.reference = NAN, .computed = NAN, .tolerance = 2, .unit = "%"};
    TRY(verify_receiver(run, monitor, &s, column));
    TRY(nd_lamb_trace_init(&trace, lamb, r, end, 0.1 / wave->form->ricker_frequency));
    for (int i = 0; i < s.rows; i++) {
        const double *row = s.at + i * s.columns;
        nd_lamb_trace_at(&trace, row[column[0]], bend, &wave, u);
        const double vx = force * u[0], vz = -force * u[1];
        difference += pow(row[column[1]] - vx, 2) + pow(row[column[3]] - vz, 2);
        size += vx * vx + vz * vz;
    }
    v.error = 100 * sqrt(difference / size);
    snprintf(v.what, sizeof v.what, "velocities over time, r = %g m", r);
    TRY(verdict_add(run, v));
    *peak = peak_time(&s, column[0], column[3]);
done:
    nd_lamb_trace_clear(&trace);
    sheet_clear(&s);
    return status;
}

int judge_lamb(struct verify_run *run)
{
    int status = 0;
    struct nd_lamb lamb;
    struct nd_wave wave = {0};
    double peak[2];
    TRY(nd_lamb_init(&lamb, 500, 300, 1800));
    TRY(nd_waveform_init(&wave, run->problem, &nd_problem_source(run->problem, 0)->waveform, 0,
                         run->solver->schedule.end));
    for (int i = 0; i < 2; i++) TRY(judge_trace(run, &lamb, &wave, i, &peak[i]));
    const double way =
        nd_problem_monitor(run->problem, 1)->at[0] - nd_problem_monitor(run->problem, 0)->at[0];
    const double speed = way / (peak[1] - peak[0]);
    TRY(verdict_add(run, (struct verdict){"speed between them, m/s", lamb.rayleigh, speed,
                                          100 * fabs(speed / lamb.rayleigh - 1), 0.3, "%"}));
done:
    nd_waveform_clear(&wave);
    return status;
}
