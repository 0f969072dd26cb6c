/* Sheets: spectra of probes before and behind one, the power that it absorbs, and cross-sections of plates. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "exact/sheet.h"
#include "internal.h"
#include "verify.h"

enum { POINTS = 9 }; /* frequencies of the band that are looked at */

/* The value of the condition of a boundary, "sheet 0.5". */
static double value_of(const nudge_problem *problem, const char *boundary)
{
    const struct nd_pair *pair = nd_pairs_find(&problem->boundaries, boundary);
    const char *number = strchr(pair->value, ' ');
    return number ? strtod(number, NULL) : 0;
}

/* The amplitude of a probe over that of the wave, worst over the band. */
static int judge_probe(struct verify_run *run, const char *file, const char *field, const char *what,
                       double known)
{
    int status = 0, time, column;
    struct sheet s = {0};
    const struct nd_waveform *w = &nd_problem_source(run->problem, 0)->waveform;
    struct nd_wave wave = {0};
    struct verdict v = {.reference = known, .tolerance = 0.002, .unit = ""};
    nd_format(v.what, sizeof v.what, "%s", what);
    TRY(nd_waveform_init(&wave, run->problem, w, 0, run->solver->schedule.end));
    TRY(verify_sheet(run, file, &s));
    TRY(sheet_column(&s, "time", &time));
    TRY(sheet_column(&s, field, &column));
    for (int i = 0; i < POINTS; i++) {
        const double f = w->pulse_frequency + w->pulse_bandwidth * (i - POINTS / 2) / (POINTS - 1);
        double complex incident;
        TRY(nd_waveform_spectrum(&wave, f, &incident));
        const double got = cabs(sheet_spectrum(&s, time, column, f, 1) / incident);
        if (!(fabs(got - known) <= v.error)) v.computed = got;
        v.error = verdict_worse(v.error, fabs(got - known));
    }
    TRY(verdict_add(run, v));
done:
    nd_waveform_clear(&wave);
    sheet_clear(&s);
    return status;
}

/* The absorbed power over that of the wave on the area of the film, worst over the frequencies. */
static int judge_absorbed(struct verify_run *run, double area, double known)
{
    int status = 0, column;
    struct sheet s = {0};
    struct verdict v = {"absorbed power, of what arrives", known, NAN, 0, 0.002, ""};
    TRY(verify_sheet(run, "absorbed.csv", &s));
    TRY(sheet_column(&s, "cross_section", &column));
    for (int i = 0; i < s.rows; i++) {
        const double got = s.at[i * s.columns + column] / area;
        if (!(fabs(got - known) <= v.error)) v.computed = got;
        v.error = verdict_worse(v.error, fabs(got - known));
    }
    TRY(verdict_add(run, v));
done:
    sheet_clear(&s);
    return status;
}

static int judge(struct verify_run *run, const char *field, struct nd_sheet_answer known)
{
    int status = 0;
    TRY(judge_probe(run, "reflected.csv", field, "|r| where it is worst", fabs(known.r)));
    TRY(judge_probe(run, "transmitted.csv", field, "|t| where it is worst", known.t));
    TRY(judge_absorbed(run, 0.36, known.A));
done:
    return status;
}

int judge_film(struct verify_run *run)
{
    return judge(run, "Ex", nd_sheet_resistive(1, 1, value_of(run->problem, "film")));
}

int judge_screen(struct verify_run *run)
{
    return judge(run, "p", nd_sheet_porous(1, 1, value_of(run->problem, "film")));
}

/* Back to the source, theta 180, against physical optics. */
int judge_plate(struct verify_run *run)
{
    int status = 0, frequency, theta, sigma;
    struct sheet s = {0};
    const double R = value_of(run->problem, "plate");
    struct verdict v = {"cross-section where it is worst", NAN, NAN, 0, 0.7, "dB"};
    TRY(verify_sheet(run, "rcs.csv", &s));
    TRY(sheet_column(&s, "frequency", &frequency));
    TRY(sheet_column(&s, "theta", &theta));
    TRY(sheet_column(&s, "sigma", &sigma));
    for (int i = 0; i < s.rows; i++) {
        const double *row = s.at + i * s.columns;
        if (row[theta] != 180) continue;
        const double known = nd_sheet_rcs(4, 1 / row[frequency], R > 0 ? nd_sheet_resistive(1, 1, R).R : 1),
                     off = fabs(10 * log10(row[sigma] / known));
        if (!(off <= v.error)) v.reference = known, v.computed = row[sigma];
        v.error = verdict_worse(v.error, off);
    }
    TRY(verdict_add(run, v));
done:
    sheet_clear(&s);
    return status;
}
