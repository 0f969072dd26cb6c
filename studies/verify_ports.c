/* Ports: scattering parameters from one excited port, over the whole band, against closed forms. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include "internal.h"
#include "exact/guide.h"
#include "exact/junction.h"
#include "exact/layers.h"
#include "verify.h"

#define LIGHT 299792458.
#define WIDTH 22.86e-3

/* The magnitudes of S11 and S21 at a frequency. */
typedef int (*answer)(double f, double s[2]);

static int slab(double f, double s[2])
{
    int status = 0;
    const struct nd_layer layers[3] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1, .thickness = 0.01}, {.epsilon = 1, .mu = 1}};
    struct nd_layers_answer a;
    TRY(nd_layers_solve(layers, 3, 2 * M_PI * f / LIGHT, nd_guide_cutoff(WIDTH), ND_LAYERS_TE, &a));
    s[0] = cabs(a.r), s[1] = cabs(a.t);
done:
    return status;
}

static int iris(double f, double s[2])
{
    double complex r, t;
    const int status = nd_iris_solve(WIDTH, 0.012, 2 * M_PI * f / LIGHT, &r, &t);
    s[0] = cabs(r), s[1] = cabs(t);
    return status;
}

static int step(double f, double s[2])
{
    double complex r, t;
    const int status = nd_coax_step_solve(1e-3, 2e-3, 4e-3, 2 * M_PI * f / LIGHT, 40, &r, &t);
    s[0] = cabs(r), s[1] = cabs(t);
    return status;
}

/* The largest errors over the band, each with the values where it is found. */
static int judge(struct verify_run *run, answer known, double allowed)
{
    int status = 0;
    enum { POINTS = 15 };
    const struct nd_ports *ports = &run->solver->ports;
    const double *band = run->problem->sparameters.band.at;
    struct verdict v[3] = {{.what = "|S11|, worst in the band"},
                           {.what = "|S21|, worst in the band"},
                           {.what = "|S11|^2 + |S21|^2, worst", .reference = 1}};
    for (int i = 0; i < 3; i++) v[i].error = -1, v[i].tolerance = allowed, v[i].unit = "";
    for (int k = 0; k < POINTS; k++) {
        const double f = band[0] + (band[1] - band[0]) * k / (POINTS - 1);
        double complex a, in, out, none;
        double s[2];
        TRY(known(f, s));
        nd_port_waves(ports, 0, f, &a, &in);
        nd_port_waves(ports, 1, f, &none, &out);
        const double found[3] = {cabs(in / a), cabs(out / a), pow(cabs(in / a), 2) + pow(cabs(out / a), 2)};
        for (int i = 0; i < 3; i++) {
            const double want = i < 2 ? s[i] : 1, error = fabs(found[i] - want);
            if (error <= v[i].error) continue;
            v[i].reference = want, v[i].computed = found[i], v[i].error = error;
        }
    }
    for (int i = 0; i < 3; i++) TRY(verdict_add(run, v[i]));
done:
    return status;
}

int judge_port_slab(struct verify_run *run)
{
    return judge(run, slab, 0.002);
}

int judge_port_iris(struct verify_run *run)
{
    return judge(run, iris, 0.01);
}

int judge_port_step(struct verify_run *run)
{
    return judge(run, step, 0.002);
}
