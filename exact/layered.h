/* A layer over a half-space with a point source inside, seen on the free surface: the whole motion, by integrals over
 * frequencies and horizontal wavenumbers. doc/explanation/layered.md derives it. Axes are those of problem files, z up, the surface at
 * z = 0; the time factor is e^{-i omega t}. */
#ifndef ND_EXACT_LAYERED_H
#define ND_EXACT_LAYERED_H

#include <complex.h>

struct nd_solid {
    double vp, vs, rho;
};

struct nd_layered {
    struct nd_solid solid[2]; /* the layer, the half-space below */
    double thickness;
    double refine; /* 0 is 1; 2 takes twice as many wavenumbers */
};

struct nd_layered_source {
    double depth;
    double force[3], moment[6]; /* x y z; xx yy zz yz xz xy */
};

/* One wavenumber k, the motion along it e^{ikx}: (U, W), P and SV waves, of displacements u_x = iU and u_z = W, z down, or V,
 * SH waves, of u_y = V. */
enum nd_layered_family { ND_LAYERED_SH = 1, ND_LAYERED_PSV = 2 }; /* kinds of waves in it */
struct nd_layered_wave {
    enum nd_layered_family family;
    double k;
    double complex omega;
};
/* The motion of the surface, out[family], when displacements and stresses jump across the plane at `depth`, downwards: by
 * U, W, T, S of sigma_xz = iT and sigma_zz = S, or by V, t of sigma_yz = t. */
void nd_layered_plane(const struct nd_layered *ground, double depth, const struct nd_layered_wave *wave,
                      const double complex *jump, double complex *out);

/* Displacements at the surface, `at` from the point above the source, per unit of the source's time factor. Im omega > 0. */
int nd_layered_response(const struct nd_layered *ground, const struct nd_layered_source *source,
                        const double at[2], double complex omega, double complex u[3]);

/* The same over time. */
struct nd_layered_trace {
    double complex (*u)[3]; /* [n], at frequencies i * step + I * damping */
    int n;
    double step, damping; /* rad/s */
};
/* The source's function of time f, by its transform, the integral of f(t) e^{i omega t}. */
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
