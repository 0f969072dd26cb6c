/* Functions of time for sources. doc/reference/sources.md has the formulas. */
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
    double horizon;       /* later times are never needed */
    double delay, width;  /* pulse, ricker: time of the peak, standard deviation of the Gaussian */
    struct nd_expr *expr; /* null: none */
    double *t, *y, *bend; /* [n] of a table: times, values, second derivatives */
    int n;
};

/* lead: how long before the waveform's own time it acts somewhere (a plane wave upstream of its
 * origin); a pulse without a given delay peaks later by that. horizon: the end of the run in the
 * waveform's time. */
int nd_waveform_init(struct nd_wave *wave, const nudge_problem *problem, const struct nd_waveform *form,
                     double lead, double horizon);
void nd_waveform_clear(struct nd_wave *wave);
/* Returns NUDGE_EVALUE if an expression is not finite. */
int nd_waveform_at(struct nd_wave *wave, double t, double *value);
/* The time after which it is zero; INFINITY: never. */
double nd_waveform_end(const struct nd_wave *wave);
/* waveform_band.c: the frequencies between which its spectrum is above a tenth of its maximum; NaN
 * if unknown. */
int nd_waveform_band(struct nd_wave *wave, double *low, double *high);
/* The same for any fraction, found from values alone: to within 1 / span, and NaN if there are
 * jumps or more than 500 periods. */
int nd_waveform_measure(struct nd_wave *wave, double share, double *low, double *high);
/* The integral of exp(-2 pi i f t) times the waveform up to the horizon. */
int nd_waveform_spectrum(struct nd_wave *wave, double f, double complex *spectrum);

/* waveform_table.c: reads rows "t value" and prepares the natural cubic spline through them. */
int nd_wave_table_read(struct nd_wave *wave, const char *path);
double nd_wave_table_at(const struct nd_wave *wave, double t);

/* -- samples.c: on the device, for kernel_waveform.h -- */
struct nd_samples {
    struct nd_device *device;
    struct nd_buffer buffer;
    int n;
    double peak;  /* the largest magnitude */
    double error; /* of interpolation halfway between samples, relative to the peak */
};
/* Samples the times from `first` to `last` where the waveform is not zero. */
int nd_samples_init(struct nd_samples *samples, struct nd_device *device, size_t real, struct nd_wave *wave,
                    double first, double last);
void nd_samples_clear(struct nd_samples *samples);

#endif
