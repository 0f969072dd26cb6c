/* Modes of a signal: sums of decaying sines, found by harmonic inversion (V. Mandelshtam and H. Taylor, J. Chem.
 * Phys. 107, 6756, 1997; S. Johnson's libharminv), and the spectrum of a short signal continued by a Pade
 * approximant (S. Dey and R. Mittra, IEEE Microwave Guided Wave Lett. 8, 415, 1998; LAPACK). Both libraries are
 * opened at their first use. */
#ifndef ND_MODES_H
#define ND_MODES_H

#include <complex.h>
#include <stdbool.h>

/* amplitude cos(2 pi frequency t + phase) exp(-decay t), with t = 0 at the signal's first sample. */
struct nd_mode {
    double frequency;
    double Q; /* pi frequency / decay; INFINITY if it does not decay */
    double decay, amplitude, phase;
    double error; /* of the frequency, relative, as harminv estimates it */
};

/* A signal at equal intervals. */
struct nd_signal {
    const double *value;
    int n;
    double dt;
};

/* Returns NUDGE_EDEVICE with the names of packages if a library is missing. */
int nd_modes_open(void);
/* The modes with frequencies in band, in ascending order; free() *modes. The signal must be finite. */
int nd_modes_find(const struct nd_signal *signal, const double band[2], struct nd_mode **modes, int *count);
/* The integral from the first sample to the last of exp(-2 pi i f t) times the signal, by the trapezoidal rule. */
void nd_signal_spectrum(const struct nd_signal *signal, const double *f, int n, double complex *spectrum);

/* The Pade approximant of a signal, of which at most the first ND_PADE_MOST samples are used. */
enum { ND_PADE_MOST = 800 };
struct nd_pade {
    int M;            /* degree */
    double dt, first; /* first: the first sample */
    double *p, *q;    /* [M] coefficients of P, and of Q after the leading 1 */
};
/* rounding: the signal's relative rounding error. */
int nd_pade_init(struct nd_pade *pade, const struct nd_signal *signal, double rounding);
void nd_pade_clear(struct nd_pade *pade);
/* The integral of exp(-2 pi i f t) times the signal, continued to infinity. */
double complex nd_pade_spectrum(const struct nd_pade *pade, double f);
/* Finds a term amplitude exp(rate t) of the signal from an approximate rate; false if the iteration does not
 * converge. */
bool nd_pade_pole(const struct nd_pade *pade, double complex *rate, double complex *amplitude);

/* refine.c: improves modes by the poles of Pade approximants, and adds those that harmonic inversion missed: the poles
 * near peaks of the continued spectrum. The error of a mode becomes the difference of two approximants, of all
 * samples and of nine tenths of them. highest: the highest frequency that the signal holds, or INFINITY. */
struct nd_refinement {
    const struct nd_signal *signal;
    const double *band;
    double highest, rounding;
};
int nd_modes_refine(const struct nd_refinement *refinement, struct nd_mode **modes, int *count);
/* The samples that approximants use: as few per period as `highest` needs. free() the values. */
int nd_pade_samples(const struct nd_refinement *refinement, struct nd_signal *samples);

#endif
