/* Good conductors as boundaries: the surface impedance sqrt(s mu / sigma), s = i omega, by a sum with real poles.
 *
 *     Z(s) = R0 + sum over k of c_k s / (s + p_k)
 *
 * Each part is a resistance beside an inductance. With R0, c_k and p_k not negative the surface is passive at
 * all frequencies, however well it fits. Each pole is a vector of auxiliary variables x_k of a face node:
 *     E = (R0 + sum c_k) h - sum c_k x_k,   dx_k/dt = p_k (h - x_k),   h = -n x H. */
#ifndef ND_CONDUCTOR_H
#define ND_CONDUCTOR_H

#define ND_POLES_MOST 8

struct nd_conductor_fit {
    int poles;
    double R0, c[ND_POLES_MOST], p[ND_POLES_MOST];
    double error; /* the largest relative error of Z in the band */
};

/* Fits sqrt(s) times `scale` between two angular frequencies, 0 < low < high, with as few poles as it takes for an
 * error of 0.5 %. */
struct nd_conductor_fit nd_conductor_fit(double scale, double low, double high);
/* The relative error of a fit of the same scale at an angular frequency, which may be outside its band. */
double nd_conductor_error(const struct nd_conductor_fit *fit, double scale, double w);

#endif
