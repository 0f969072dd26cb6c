/* How far a scheme is stable and accurate in the left half-plane. */
#include <complex.h>
#include <math.h>
#include "step/integrator.h"

/* The factor by which one step multiplies the solution of dq/dt = z q, with a step of length 1. */
static double complex factor_of(const struct nd_integrator *g, double complex z)
{
    double complex q = 1, res = 0;
    for (int i = 0; i < g->polynomial.factors && g->linear; i++)
        q *= 1 + z * (g->polynomial.factor[i].b + g->polynomial.factor[i].c * z);
    for (int s = 0; s < g->stages && !g->linear; s++) {
        res = g->a[s] * res + z * q;
        q += g->b[s] * res;
    }
    return q;
}

/* The factors of the tables are rounded: along the imaginary axis they may exceed 1 by about 1e-12. */
#define ROUNDING 1e-10
#define ERROR    1e-5 /* of one step, relative: a pole's frequency must be right, not only stable */
#define SAFETY   0.95 /* between the points of the grid, and where this region is joined with that of waves */

double nd_integrator_disc(const struct nd_integrator *integrator)
{
    enum { ANGLES = 60 };
    const double step = 0.02, most = 100;
    double r = step;
    for (; r < most; r += step)
        for (int i = 0; i <= ANGLES; i++) {
            const double complex z = r * cexp(I * M_PI / 2 * (1 + (double)i / ANGLES)),
                                 factor = factor_of(integrator, z);
            if (cabs(factor) > 1 + ROUNDING || cabs(factor - cexp(z)) > ERROR) return SAFETY * (r - step);
        }
    return SAFETY * r;
}
