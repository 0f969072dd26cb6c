/* A layer over a half-space with a point source inside: the complete motion of the free surface, by integrals
 * over frequencies and horizontal wavenumbers. doc/explanation/layered.md derives it. Axes are those of
 * problem files: z is up, the surface at z = 0. The time factor is e^{-i omega t}. */
#ifndef ND_EXACT_LAYERED_H
#define ND_EXACT_LAYERED_H

#include <complex.h>

struct nd_solid {
    double vp, vs, rho;
};

struct nd_layered {
    struct nd_solid solid[2]; /* the layer, the half-space below */
    double thickness;
    double refine; /* factor on the number of wavenumbers; 0 means 1 */
};

struct nd_layered_source {
    double depth;
    double force[3], moment[6]; /* x y z; xx yy zz yz xz xy */
};

/* Waves of one wavenumber k, e^{ikx}, with z down: P and SV waves (U, W) with displacements u_x = iU and u_z
 * = W, or SH waves V with u_y = V. */
enum nd_layered_family { ND_LAYERED_SH = 1, ND_LAYERED_PSV = 2 }; /* number of kinds of waves in it */
struct nd_layered_wave {
    enum nd_layered_family family;
    double k;
    double complex omega;
};
/* out[family]: the motion of the surface if displacements and stresses jump, downwards, across the plane at
 * `depth`: by U, W, T, S with sigma_xz = iT and sigma_zz = S, or by V, t with sigma_yz = t. */
void nd_layered_plane(const struct nd_layered *ground, double depth, const struct nd_layered_wave *wave,
                      const double complex *jump, double complex *out);

/* Displacements at the surface, at horizontal position `at` relative to the source, per unit of its time
 * factor. Im omega > 0. */
int nd_layered_response(const struct nd_layered *ground, const struct nd_layered_source *source,
                        const double at[2], double complex omega, double complex u[3]);

/* The same over time. */
struct nd_layered_trace {
    double complex (*u)[3]; /* [n] at frequencies i * step + I * damping */
    int n;
    double step, damping; /* rad/s */
};
/* The source's function of time f, by its transform: the integral of f(t) e^{i omega t}. */
struct nd_layered_pulse {
    double complex (*spectrum)(double complex omega, const void *context);
    const void *context;
    double band;   /* Hz: the spectrum is negligible above it */
    double window; /* s: the trace is valid until then; later arrivals appear 1e-4 times as large */
};
/* Displacements if f is the force or the moment, velocities if it is their rate. */
int nd_layered_trace_init(struct nd_layered_trace *trace, const struct nd_layered *ground,
                          const struct nd_layered_source *source, const double at[2],
                          const struct nd_layered_pulse *pulse);
void nd_layered_trace_clear(struct nd_layered_trace *trace);
void nd_layered_trace_at(const struct nd_layered_trace *trace, double t, double u[3]);

#endif
