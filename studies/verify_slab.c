/* Spectra of probes before and behind a slab against the closed form. */
#include <complex.h>
#include <math.h>
#include <string.h>
#include "exact/layers.h"
#include "internal.h"
#include "verify.h"

enum { POINTS = 15 }; /* frequencies of the band that are looked at */

static int open_probe(const struct verify_run *run, const char *file, const char *field, struct sheet *sheet,
                      int *time, int *column)
{
    int status = 0;
    TRY(verify_sheet(run, file, sheet));
    TRY(sheet_column(sheet, "time", time));
    TRY(sheet_column(sheet, field, column));
done:
    return status;
}

/* The largest difference of reflection and transmission from the closed form over the band. */
int judge_slab(struct verify_run *run)
{
    int status = 0, time, Ex;
    struct sheet back = {0}, through = {0};
    const struct nd_waveform *w = &nd_problem_source(run->problem, 0)->waveform;
    struct nd_wave wave = {0};
    const struct nd_layer layers[3] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1, .thickness = 1}, {.epsilon = 1, .mu = 1}};
    double worst[2] = {0, 0}, reference[2] = {0, 0}, computed[2] = {0, 0};
    TRY(nd_waveform_init(&wave, run->problem, w, 0, run->solver->schedule.end));
    TRY(open_probe(run, "reflected.csv", "Ex", &back, &time, &Ex));
    TRY(open_probe(run, "transmitted.csv", "Ex", &through, &time, &Ex));
    for (int i = 0; i < POINTS; i++) {
        const double f = w->pulse_frequency + w->pulse_bandwidth * (i - POINTS / 2) / (POINTS - 1);
        struct nd_layers_answer answer;
        TRY(nd_layers_solve(layers, 3, 2 * M_PI * f, 0, ND_LAYERS_TE, &answer));
        double complex incident;
        TRY(nd_waveform_spectrum(&wave, f, &incident));
        const double got[2] = {cabs(sheet_spectrum(&back, time, Ex, f, 1) / incident),
                               cabs(sheet_spectrum(&through, time, Ex, f, 1) / incident)};
        const double known[2] = {cabs(answer.r), cabs(answer.t)};
        for (int j = 0; j < 2; j++) {
            const double off = fabs(got[j] - known[j]);
            if (!(off <= worst[j])) reference[j] = known[j], computed[j] = got[j];
            worst[j] = verdict_worse(worst[j], off);
        }
    }
    TRY(verdict_add(
        run, (struct verdict){"|r| where it is worst", reference[0], computed[0], worst[0], 0.005, ""}));
    TRY(verdict_add(
        run, (struct verdict){"|t| where it is worst", reference[1], computed[1], worst[1], 0.005, ""}));
done:
    nd_waveform_clear(&wave);
    sheet_clear(&back);
    sheet_clear(&through);
    return status;
}

/* A complex column, NAME_re and NAME_im, of a row. */
static int complex_at(const struct sheet *s, int row, const char *name, double complex *value)
{
    int status = 0, re, im;
    char full[64];
    nd_format(full, sizeof full, "%s_re", name);
    TRY(sheet_column(s, full, &re));
    nd_format(full, sizeof full, "%s_im", name);
    TRY(sheet_column(s, full, &im));
    *value = s->at[row * s->columns + re] + I * s->at[row * s->columns + im];
done:
    return status;
}

/* Waves at an angle, by diffraction orders: of the polarization whose source is along y (TE) or x (TM). */
int judge_oblique(struct verify_run *run)
{
    int status = 0;
    struct sheet front = {0}, back = {0};
    const int TM = nd_problem_source(run->problem, 0)->density[0] != NULL;
    const double kt = run->problem->floquet.k[0];
    const struct nd_layer layers[3] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1, .thickness = 1}, {.epsilon = 1, .mu = 1}};
    struct verdict v[2] = {{.what = "|r| where it is worst", .tolerance = 0.005, .unit = ""},
                           {.what = "|t| where it is worst", .tolerance = 0.005, .unit = ""}};
    TRY(verify_sheet(run, "front.csv", &front));
    TRY(verify_sheet(run, "back.csv", &back));
    if (!front.rows || front.rows != back.rows) FAIL(NUDGE_EFORMAT, "front.csv has %d rows", front.rows);
    for (int i = 0; i < front.rows; i++) {
        struct nd_layers_answer answer;
        double complex in, out, through;
        TRY(nd_layers_solve(layers, 3, 2 * M_PI * front.at[i * front.columns], kt,
                            TM ? ND_LAYERS_TM : ND_LAYERS_TE, &answer));
        TRY(complex_at(&front, i, TM ? "forward_p" : "forward_s", &in));
        TRY(complex_at(&front, i, TM ? "backward_p" : "backward_s", &out));
        TRY(complex_at(&back, i, TM ? "forward_p" : "forward_s", &through));
        const double got[2] = {cabs(out / in), cabs(through / in)},
                     known[2] = {cabs(answer.r), cabs(answer.t)};
        for (int j = 0; j < 2; j++) {
            const double off = fabs(got[j] - known[j]);
            if (!i || !(off <= v[j].error)) v[j].reference = known[j], v[j].computed = got[j];
            v[j].error = verdict_worse(v[j].error, off);
        }
    }
    for (int j = 0; j < 2; j++) TRY(verdict_add(run, v[j]));
done:
    sheet_clear(&front);
    sheet_clear(&back);
    return status;
}

/* The pulse begins as exp(-((z - z0) / 0.3)^2), and its energy goes as the square of that; a reflected part
 * passes the probe. */
int judge_half_space(struct verify_run *run)
{
    int status = 0, time, Ex;
    struct sheet s = {0};
    struct verdict v = {
        .what = "R, of the pulse's energy", .reference = 1.0 / 9, .tolerance = 0.5, .unit = "%"};
    TRY(open_probe(run, "reflected.csv", "Ex", &s, &time, &Ex));
    for (int i = 1; i < s.rows; i++) {
        const double *row = s.at + i * s.columns, *before = row - s.columns;
        v.computed += (row[time] - before[time]) * (row[Ex] * row[Ex] + before[Ex] * before[Ex]) / 2;
    }
    v.computed /= 0.3 * sqrt(M_PI / 2);
    v.error = 100 * fabs(v.computed / v.reference - 1);
    TRY(verdict_add(run, v));
done:
    sheet_clear(&s);
    return status;
}
