/* Spectra of probes before and behind a slab against the closed form. */
#include <complex.h>
#include <math.h>
#include <string.h>
#include "ref/layers.h"
#include "solver.h"
#include "step/waveform.h"
#include "verify.h"

enum { POINTS = 15 }; /* frequencies of the band that are looked at */

/* Sum of exp(-2 pi i f t) value dt over the rows, which are at equal times. */
static double complex spectrum(const struct sheet *s, int time, int column, double f)
{
    double complex sum = 0;
    for (int i = 0; i < s->rows; i++) {
        const double *row = s->at + i * s->columns;
        const double before = i ? row[time] - (row - s->columns)[time] : 0,
                     after = i + 1 < s->rows ? (row + s->columns)[time] - row[time] : 0;
        sum += cexp(-2 * M_PI * I * f * row[time]) * row[column] * (before + after) / 2;
    }
    return sum;
}

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
        const double got[2] = {cabs(spectrum(&back, time, Ex, f) / incident),
                               cabs(spectrum(&through, time, Ex, f) / incident)};
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
