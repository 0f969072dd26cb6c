/* Waveforms: the functions of time that drive sources. doc/reference/sources.md has the formulas.
 *
 * nd_waveform_init prepares one from the problem file; the other functions evaluate it. nd_samples_init puts
 * samples of it on the device. Each struct owns its memory and is released by its _clear function. */
#ifndef ND_WAVEFORM_H
#define ND_WAVEFORM_H

#include <complex.h>
#include "layout/transfer.h"
#include "problem/problem.h"

struct nd_expr;

/* A waveform ready to be evaluated. */
struct nd_wave {
    const struct nd_waveform *form;
    double begin, end;    /* it is zero before and after; end may be INFINITY */
    double horizon;       /* later times do not matter */
    double delay, width;  /* pulse, ricker: time of the peak, standard deviation of the Gaussian */
    struct nd_expr *expr; /* null: none */
    double *t, *y, *bend; /* [n] of a table: times, values, second derivatives */
    int n;
};

/* lead: how long before its own time the waveform is needed somewhere (a plane wave upstream of its origin).
 * A pulse without a given delay peaks that much later. horizon: the end of the run, in the waveform's time.
 * problem and form must outlive the wave. Returns NUDGE_EVALUE, NUDGE_EFORMAT or NUDGE_EIO for a bad
 * specification or table. */
int nd_waveform_init(struct nd_wave *wave, const nudge_problem *problem, const struct nd_waveform *form,
                     double lead, double horizon);
void nd_waveform_clear(struct nd_wave *wave);
/* Fails if an expression is not finite there. */
int nd_waveform_at(struct nd_wave *wave, double t, double *value);
/* The time after which it is zero; INFINITY: never. */
double nd_waveform_end(const struct nd_wave *wave);
/* waveform_band.c: the band in which the spectrum is above a tenth of its largest value; NaN: unknown. */
int nd_waveform_band(struct nd_wave *wave, double *low, double *high);
/* The same for any share of the largest value, from samples: to within 1 / (duration); NaN if the waveform
 * has jumps or more than 500 periods. */
int nd_waveform_measure(struct nd_wave *wave, double share, double *low, double *high);
/* The integral of exp(-2 pi i f t) times the waveform over all times up to the horizon. */
int nd_waveform_spectrum(struct nd_wave *wave, double f, double complex *spectrum);

/* waveform_table.c: reads rows "t value" and prepares the natural cubic spline through them. */
int nd_wave_table_read(struct nd_wave *wave, const char *path);
double nd_wave_table_at(const struct nd_wave *wave, double t);

/* -- samples.c: samples on the device, as kernel_waveform.h reads them -- */
struct nd_samples {
    struct nd_device *device;
    struct nd_buffer buffer;
    int n;
    double peak;  /* the largest magnitude */
    double error; /* of interpolation, relative to the peak, measured halfway between samples */
};
/* Samples the waveform from time `first` to `last`; times at which it is zero by definition are left out.
 * Returns NUDGE_EVALUE if it is too rough to be sampled. */
int nd_samples_init(struct nd_samples *samples, struct nd_device *device, size_t real, struct nd_wave *wave,
                    double first, double last);
void nd_samples_clear(struct nd_samples *samples);

#endif
