/* Lamb's problem: a vertical point force on the free surface of a homogeneous elastic half-space, seen on
 * that surface.
 *
 * The response to a step of force is an integral over horizontal slownesses (Cagniard and de Hoop), evaluated
 * by quadrature for any Poisson ratio; the response to any other force is a convolution with it.
 * Displacements are along r, away from the force, and along the force, which points into the solid; a force
 * that pulls reverses both signs. */
#ifndef ND_EXACT_LAMB_H
#define ND_EXACT_LAMB_H

#include "base/error.h"

struct nd_lamb {
    double vp, vs, rho;
    double rayleigh; /* the speed of the Rayleigh wave */
};
int nd_lamb_init(struct nd_lamb *lamb, double vp, double vs, double rho);

/* The speed of Rayleigh waves, below vs; NaN unless 0 < vs < vp. */
double nd_rayleigh_speed(double vp, double vs);

/* Displacements u[0] along r and u[1] along the force, at distance r > 0 and time t, after a step of one unit
 * of force at time 0. They are infinite at the arrival of the Rayleigh wave, but may be integrated over. */
int nd_lamb_step(const struct nd_lamb *lamb, double r, double t, double u[2]);

/* The response to a step at quadrature times, for convolutions. */
struct nd_lamb_trace {
    double *time;   /* [n], in rising order */
    double (*u)[2]; /* [n] times the quadrature weight */
    int n;
};
/* For distance r and times up to `end`; resolution: a time over which the force hardly changes. */
int nd_lamb_trace_init(struct nd_lamb_trace *trace, const struct nd_lamb *lamb, double r, double end,
                       double resolution);
void nd_lamb_trace_clear(struct nd_lamb_trace *trace);
/* The integral over s from 0 to t of u(s) f(t - s): displacements if f is the first derivative of the force,
 * velocities if it is the second. f and its derivatives must be zero before time 0. */
void nd_lamb_trace_at(const struct nd_lamb_trace *trace, double t, double (*f)(double t, const void *context),
                      const void *context, double u[2]);

#endif
