/* The amplitude of a column over time at a frequency. */
#include <complex.h>
#include <math.h>
#include "verify.h"

/* Falls from 1 to 0 as x goes from `fade` to 1. */
static double faded(double x, double fade)
{
    return x <= fade ? 1 : pow(cos(M_PI / 2 * (x - fade) / (1 - fade)), 2);
}

double complex sheet_spectrum(const struct sheet *s, int time, int column, double f, double fade)
{
    double complex sum = 0;
    for (int i = 0; i < s->rows; i++) {
        const double *row = s->at + i * s->columns;
        const double before = i ? row[time] - (row - s->columns)[time] : 0,
                     after = i + 1 < s->rows ? (row + s->columns)[time] - row[time] : 0;
        sum += faded((i + 1.0) / s->rows, fade) * cexp(-2 * M_PI * I * f * row[time]) * row[column] *
               (before + after) / 2;
    }
    return sum;
}

/* |integral of a column times exp(-2 pi i f t)| under a window that keeps modes apart. */
static double response(const struct sheet *s, int time, int column, double f)
{
    double complex sum = 0;
    for (int i = 0; i < s->rows; i++) {
        const double *row = s->at + i * s->columns;
        sum += (1 - cos(2 * M_PI * i / s->rows)) * row[column] * cexp(-2 * M_PI * I * f * row[time]);
    }
    return cabs(sum);
}

double sheet_resonance(const struct sheet *s, int time, int column, double f)
{
    enum { STEPS = 100 };
    double at[2 * STEPS + 1], most = 0;
    int best = -1;
    for (int i = 0; i <= 2 * STEPS; i++) {
        at[i] = response(s, time, column, f * (1 + 0.01 * (i - STEPS) / STEPS));
        if (at[i] > most) most = at[best = i];
    }
    if (best < 0) return NAN;
    double between =
        0; /* of a step: where the parabola through the largest and the two beside it is largest */
    if (best > 0 && best < 2 * STEPS)
        between = (at[best - 1] - at[best + 1]) / (2 * (at[best - 1] - 2 * at[best] + at[best + 1]));
    return f * (1 + 0.01 * (best + between - STEPS) / STEPS);
}
