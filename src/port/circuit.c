#include "port/circuit.h"

#include <math.h>

/* A sheet of L w / l and C l / w per square; G: conductance of R, or 0; all beside each other. */
static struct nd_circuit_terms parallel(double G, double L, double C, double Y)
{
    struct nd_circuit_terms t = {.states = (C > 0) + (L > 0)};
    if (C > 0) { /* E itself, then the current of L */
        t.from[0] = 1;
        t.into[0] = 1 / C;
        t.rate[0][0] = -(Y + G) / C;
        t.stored[0] = C;
        if (L > 0) t.rate[0][1] = -1 / C, t.rate[1][0] = 1 / L, t.stored[1] = L;
        return t;
    }
    t.direct = 1 / (Y + G);
    if (L > 0) { /* its current */
        t.from[0] = -t.direct;
        t.into[0] = t.direct / L;
        t.rate[0][0] = -t.direct / L;
        t.stored[0] = L;
    }
    return t;
}

static struct nd_circuit_terms series(double R, double L, double C, double Y)
{
    struct nd_circuit_terms t = {.states = (C > 0) + (L > 0)};
    if (L > 0) { /* the current, then the voltage of C */
        t.direct = 1 / Y;
        t.from[0] = -1 / Y;
        t.into[0] = 1 / (Y * L);
        t.rate[0][0] = -(1 / Y + R) / L;
        t.stored[0] = L;
        if (C > 0) t.rate[0][1] = -1 / L, t.rate[1][0] = 1 / C, t.stored[1] = C;
        return t;
    }
    const double G = 1 / R;
    t.direct = 1 / (Y + G);
    if (C > 0) { /* its voltage */
        t.from[0] = G * t.direct;
        t.into[0] = G * t.direct / C;
        t.rate[0][0] = -G * Y * t.direct / C;
        t.stored[0] = C;
    }
    return t;
}

struct nd_circuit_terms nd_circuit_terms(const struct nd_circuit *c, double squares, double admittance)
{
    const double R = c->R / squares, L = c->L / squares, C = c->C * squares;
    const int together = c->series && (R > 0 || L > 0); /* C alone is beside the line either way */
    struct nd_circuit_terms t =
        together ? series(R, L, C, admittance) : parallel(R > 0 ? 1 / R : 0, L, C, admittance);
    t.decay = fabs(t.rate[0][0]);
    t.swing = sqrt(fabs(t.rate[0][1] * t.rate[1][0]));
    return t;
}

double complex nd_circuit_impedance(const struct nd_circuit *c, double frequency)
{
    const double complex s = 2 * M_PI * I * frequency;
    if (c->series) return c->R + s * c->L + (c->C > 0 ? 1 / (s * c->C) : 0);
    return 1 / ((c->R > 0 ? 1 / c->R : 0) + (c->L > 0 ? 1 / (s * c->L) : 0) + s * c->C);
}
