/* Modes of ports: transverse fields, cut-off, impedance and propagation constant.
 *
 * At a port E = V e and H = I h in its plane, with the mode's patterns e and h, scaled so that the integral of
 * e x h . n over the port is 1: V I is the power that enters the device. e of TEM modes is the field of conductors
 * that differ by 1 volt, so that V and I are volts and amperes and their ratio is the impedance of the line. Other
 * modes have patterns whose square has the integral 1, and the impedance of their waves.
 *
 * nd_mode_init makes a mode of a port's plane, by its closed form or from the triangles of the plane. The plane
 * must outlive it, and so must the problem.
 *
 * Patterns are those without losses. In a filling that is the same everywhere they are also those with losses, and
 * impedance and propagation constant are exact. Else both have the first order in the losses, by the energy in each
 * material, and patterns have none. */
#ifndef ND_PORT_MODE_H
#define ND_PORT_MODE_H

#include <complex.h>
#include "elem/elem.h"
#include "port/plane.h"

#define ND_MODE_KNOWN 5 /* frequencies: odd */

enum nd_mode_kind { ND_MODE_TEM, ND_MODE_TE, ND_MODE_TM, ND_MODE_HYBRID, ND_MODE_LUMPED };

/* A hybrid mode at a frequency, at which its patterns differ from those of the middle of the band, by which V and I are
 * recorded. */
struct nd_mode_known {
    double frequency, epsilon; /* the effective one */
    double ratio;              /* V / I over the impedance of a wave of this epsilon */
    double power;              /* V I over the power */
    double sigma;              /* the effective conductivity */
};

struct nd_mode;
/* The pattern at a point of face i, with barycentric coordinates l, not yet scaled. which: 0 that of E; 1 that of E
 * in the empty cross-section, where it differs. */
typedef int (*nd_mode_field)(const struct nd_mode *mode, nd_idx i, const double l[3], int which, double e[3]);

struct nd_mode {
    const struct nd_port_plane *plane;
    const struct nd_mesh *mesh;
    enum nd_mode_kind kind;
    int m, n;           /* as in TEmn; of a section, m counts from 1 */
    double kc;          /* cut-off wavenumber */
    double next;        /* of TE and TM of a section: that of the next one */
    double cutoff;      /* as a frequency: with the real filling at the beginning of the band */
    double epsilon, mu; /* of the filling, without poles; of quasi-TEM modes the effective ones */
    double sigma, sigma_m;           /* its conductivities, which do not change the patterns */
    const struct nd_material *poles; /* of the filling; null: none */
    double unit[2];                  /* epsilon and mu of vacuum, to which poles are relative */
    int mixed;                       /* 1: the filling is not the same everywhere */
    double resistance;  /* of a lumped port, which has no pattern */
    int hybrid;         /* 1: computed at the middle of the band, not at 0 */
    double filling;     /* of hybrid modes: epsilon of the first face, to which others are relative */
    struct nd_mode_known known[ND_MODE_KNOWN]; /* of hybrid modes, over the band */
    double square;      /* integral of e . e, or of e and the pattern of the empty cross-section */
    int split;          /* 1: h comes from another pattern than e */
    double scale;       /* factor on e */
    nd_mode_field field;
    double at[3], x[3], y[3]; /* closed forms: corner or centre, and axes */
    double a, b;              /* sides; inner and outer radius */
    double mix;               /* coaxial TE and TM: weight of the Bessel function of the second kind */
    struct nd_elem elem; /* sections: of the elements, and modal coefficients [2][faces][Np] of potentials */
    double *potential;
    struct nd_elem flat; /* hybrid modes: of their nodes, and vectors [2][faces][Nfp][3] of the patterns there */
    double *vector;
};

int nd_mode_init(struct nd_mode *mode, const struct nd_port_setup *setup, const struct nd_port_spec *spec,
                 const struct nd_port_plane *plane);
void nd_mode_clear(struct nd_mode *mode);
/* The patterns, scaled. */
int nd_mode_at(const struct nd_mode *mode, nd_idx face, const double l[3], double e[3], double h[3]);
/* Impedance V / I of a wave into the device, and its propagation constant: it goes as exp(-gamma z). */
double complex nd_mode_impedance(const struct nd_mode *mode, double frequency);
double complex nd_mode_gamma(const struct nd_mode *mode, double frequency);
/* V I over the power, of a mode whose patterns change over frequency; else 1. */
double nd_mode_power(const struct nd_mode *mode, double frequency);
double nd_mode_cutoff(const struct nd_mode *mode); /* as a frequency */
/* others.c: the mode of lowest cut-off of the same cross-section that none of the n modes `taken`, of the same surface
 * and kind of port, is; as a frequency, and its name. INFINITY: none is known, as of TEM and hybrid modes in sections.
 * Of sections, only the one after `mode` is looked at. frequency: at which the filling is taken. */
double nd_mode_other(const struct nd_mode *mode, double frequency, const struct nd_port_spec *spec,
                     const struct nd_mode *const *taken, int n, char name[8]);
/* The tangent of the angle of losses of the filling as the mode meets it. */
double nd_mode_loss(const struct nd_mode *mode, double frequency);

/* -- between the files of this folder -- */
/* epsilon and mu of the filling at a frequency, with negative imaginary parts for losses. */
void nd_mode_media(const struct nd_mode *mode, double frequency, double complex at[2]);
/* filling.c: sets the filling, with losses. several: 1: its patterns may be those of several materials. */
int nd_mode_filling(struct nd_mode *mode, const struct nd_port_setup *setup, int several, const char *where);
/* The point of a face. */
void nd_mode_point(const struct nd_mode *mode, nd_idx face, const double l[3], double x[3]);
/* rectangular.c, coaxial.c, section.c: set field and what it needs; kind, m and n are set. where: for messages. */
int nd_mode_rectangular(struct nd_mode *mode, const char *where);
int nd_mode_coaxial(struct nd_mode *mode, const char *where);
/* coaxial.c: sets kc and mix by a, b, kind, m and n. Returns whether a cut-off below this wavenumber is found. */
int nd_mode_coaxial_cutoff(struct nd_mode *mode, double most);
int nd_mode_section(struct nd_mode *mode, const struct nd_port_setup *setup, const char *where);
/* section.c: the integral of the product of two of a mode's patterns, over the plane. */
int nd_mode_product(const struct nd_mode *mode, int first, int second, double *product);

#endif
