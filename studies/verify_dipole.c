/* The field of a dipole over time and its pattern, against the closed forms. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "exact/dipole.h"
#include "internal.h"
#include "verify.h"

/* The waveform is the current, the first derivative of the moment. */
static void moment_of(double t, const void *context, double moment[3])
{
    struct nd_wave *wave = *(struct nd_wave *const *)context;
    enum { PIECES = 1000 };
    const double h = t / PIECES, d = 1e-4 * wave->width;
    double value, before = 0, after = 0, sum = 0;
    for (int i = 0; i <= PIECES && t > 0; i++) { /* Simpson's rule */
        nd_waveform_at(wave, i * h, &value);
        sum += (i == 0 || i == PIECES ? 1 : i % 2 ? 4 : 2) * value * h / 3;
    }
    nd_waveform_at(wave, t - d, &before);
    nd_waveform_at(wave, t + d, &after);
    nd_waveform_at(wave, t, &moment[1]);
    moment[0] = sum;
    moment[2] = (after - before) / (2 * d);
}

/* Root of the sum of squared differences over that of the squares, all fields, and all times or a few hundred of them. */
static int judge_probe(struct verify_run *run, const char *file, const double at[3], struct nd_wave *wave)
{
    int status = 0, column[7];
    static const char *const names[7] = {"time", "Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    struct sheet s = {0};
    const struct nd_source *source = nd_problem_source(run->problem, 0);
    struct nd_dipole dipole = {.kind = ND_DIPOLE_ELECTRIC};
    double difference = 0, size = 0, u[6];
    memcpy(dipole.at, source->at, sizeof dipole.at);
    memcpy(dipole.direction, source->value, sizeof dipole.direction);
    TRY(verify_sheet(run, file, &s));
    for (int i = 0; i < 7; i++) TRY(sheet_column(&s, names[i], &column[i]));
    for (int i = 0; i < s.rows; i += 1 + s.rows / 400) {
        const double *row = s.at + i * s.columns;
        nd_dipole_field(&dipole, moment_of, &wave, at, row[column[0]], u);
        for (int f = 0; f < 6; f++) difference += pow(row[column[1 + f]] - u[f], 2), size += u[f] * u[f];
    }
    const double off = 100 * sqrt(difference / size);
    TRY(verdict_add(run, (struct verdict){"fields over time at a point", NAN, NAN, off, 1, "%"}));
done:
    sheet_clear(&s);
    return status;
}

static int judge_pattern(struct verify_run *run, const char *file)
{
    int status = 0, frequency, theta, directivity, found = 0;
    const int wanted = nd_problem_monitor(run->problem, 1)->frequencies.n;
    struct sheet s = {0};
    TRY(verify_sheet(run, file, &s));
    TRY(sheet_column(&s, "frequency", &frequency));
    TRY(sheet_column(&s, "theta", &theta));
    TRY(sheet_column(&s, "directivity", &directivity));
    for (int i = 0; i < s.rows; i++) {
        const double *row = s.at + i * s.columns;
        if (row[theta] != 90 ||
            (i && row[frequency] == (row - s.columns)[frequency] && (row - s.columns)[theta] == 90))
            continue;
        struct verdict v = {.reference = 1.5,
                            .computed = row[directivity],
                            .error = 100 * fabs(row[directivity] / 1.5 - 1),
                            .tolerance = 1,
                            .unit = "%"};
        snprintf(v.what, sizeof v.what, "directivity, f = %.3g", row[frequency]);
        TRY(verdict_add(run, v));
        found++;
    }
    if (found != wanted)
        FAIL(NUDGE_EFORMAT, "%s has %d frequencies at theta = 90, %d are wanted", file, found, wanted);
done:
    sheet_clear(&s);
    return status;
}

int judge_dipole(struct verify_run *run)
{
    int status = 0;
    struct nd_wave wave = {0};
    TRY(nd_waveform_init(&wave, run->problem, &nd_problem_source(run->problem, 0)->waveform, 0,
                         run->solver->schedule.end));
    TRY(judge_probe(run, "side.csv", nd_problem_monitor(run->problem, 0)->at, &wave));
    TRY(judge_pattern(run, "pattern.csv"));
done:
    nd_waveform_clear(&wave);
    return status;
}

/* The pattern of a thin wire of half a wavelength, at its largest and where it differs most. */
int judge_half_wave(struct verify_run *run)
{
    int status = 0, theta, directivity;
    struct sheet s = {0};
    struct verdict most = {.what = "largest directivity", .tolerance = 1, .unit = "%"};
    struct verdict worst = {.what = "directivity where it is worst", .tolerance = 0.02, .unit = ""};
    TRY(verify_sheet(run, "pattern.csv", &s));
    TRY(sheet_column(&s, "theta", &theta));
    TRY(sheet_column(&s, "directivity", &directivity));
    most.reference = nd_half_wave_directivity(M_PI / 2);
    for (int i = 0; i < s.rows; i++) {
        const double *row = s.at + i * s.columns, known = nd_half_wave_directivity(row[theta] * M_PI / 180),
                     off = fabs(row[directivity] - known);
        if (!(off <= worst.error)) worst.reference = known, worst.computed = row[directivity];
        worst.error = verdict_worse(worst.error, off);
        most.computed = verdict_worse(most.computed, row[directivity]);
    }
    most.error = 100 * fabs(most.computed / most.reference - 1);
    TRY(verdict_add(run, most));
    TRY(verdict_add(run, worst));
done:
    sheet_clear(&s);
    return status;
}
