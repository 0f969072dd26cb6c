/* Ports: scattering parameters over the whole band, against closed forms. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include "internal.h"
#include "exact/guide.h"
#include "exact/junction.h"
#include "exact/layers.h"
#include "exact/strip_dipole.h"
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
    const int status =
        nd_coax_step_solve(&(struct nd_coax_step){1e-3, 2e-3, 4e-3}, 2 * M_PI * f / LIGHT, 40, &r, &t);
    s[0] = cabs(r), s[1] = cabs(t);
    return status;
}

static int slots(double f, double s[2])
{
    double complex r, t;
    const int status = nd_slots_solve(1, 0.5, 2 * M_PI * f, &r, &t);
    s[0] = cabs(r), s[1] = cabs(t);
    return status;
}

/* |S12 - S21| from this run and the other, in which the second port is excited. */
static int judge_reciprocity(struct verify_run *run)
{
    int status = 0;
    struct nd_network *network = &run->network;
    double worst = 0;
    TRY(nd_network_add(network, &run->solver->ports, 0));
    TRY(nd_network_solve(network));
    for (int k = 0; k < network->points; k++) {
        const double complex *S = network->S + nd_network_index(network, k, 0, 0);
        worst = verdict_worse(worst, cabs(S[1] - S[2]));
    }
    TRY(verdict_add(run, (struct verdict){"|S12 - S21|, worst", 0, worst, worst, 1e-3, ""}));
done:
    return status;
}

/* The largest errors over the band, each with the values where it is found. allowed: of |S|; power: of the sum, which is not
 * judged if that is 0. */
static int judge(struct verify_run *run, answer known, double allowed, double power)
{
    int status = 0;
    enum { POINTS = 15 };
    const struct nd_ports *ports = &run->solver->ports;
    const double *band = run->problem->sparameters.band.at;
    struct verdict v[3] = {{.what = "|S11|, worst in the band"},
                           {.what = "|S21|, worst in the band"},
                           {.what = "|S11|^2 + |S21|^2, worst", .reference = 1}};
    for (int i = 0; i < 3; i++) v[i].error = -1, v[i].tolerance = i < 2 ? allowed : power, v[i].unit = "";
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
            if (error <= v[i].error || isnan(v[i].error)) continue;
            v[i].reference = want, v[i].computed = found[i], v[i].error = error;
        }
    }
    for (int i = 0; i < (power > 0 ? 3 : 2); i++) TRY(verdict_add(run, v[i]));
    if (run->beside) TRY(judge_reciprocity(run));
done:
    return status;
}

int judge_port_slab(struct verify_run *run)
{
    return judge(run, slab, 0.002, 0.002);
}

int judge_port_iris(struct verify_run *run)
{
    return judge(run, iris, 0.01, 0.002);
}

int judge_port_slots(struct verify_run *run)
{
    return judge(run, slots, 0.002, 0.002);
}

int judge_port_step(struct verify_run *run)
{
    return judge(run, step, 0.002, 0.002);
}

/* TE10 of a guide filled with a material of tan delta = 0.02 at 10 GHz, 10 mm between the reference planes. */
static int lossy(double f, double s[2])
{
    const double k = 2 * M_PI * f / LIGHT, cutoff = nd_guide_cutoff(WIDTH);
    s[0] = 0, s[1] = exp(-0.01 * creal(csqrt(cutoff * cutoff - k * k * (1 - 0.02 * I * 10e9 / f))));
    return 0;
}

int judge_port_lossy(struct verify_run *run)
{
    return judge(run, lossy, 0.002, 0);
}

/* The impedance of the first port at a frequency, and its reactance's first zero above the band's beginning. */
static double complex impedance(const struct nd_ports *ports, double f)
{
    double complex a, b;
    nd_port_waves(ports, 0, f, &a, &b);
    return nd_mode_impedance(&ports->at[0].mode, f) * (a + b) / (a - b);
}

/* The same strip, gap and resistance by the method of moments, extrapolated from two sizes of cells. */
static int solve_strip(double *k, double *R)
{
    int status = 0;
    double at[2][2];
    for (int i = 0; i < 2; i++) {
        const struct nd_strip_dipole strip = {.length = 1,
                                       .width = 0.1,
                                       .gap = 0.04,
                                       .resistance = 0.2,
                                       .across = 6 * (i + 1),
                                       .along = 90 * (i + 1)};
        TRY(nd_strip_dipole_resonance(&strip, &at[i][0], &at[i][1]));
    }
    *k = 2 * at[1][0] - at[0][0], *R = 2 * at[1][1] - at[0][1];
done:
    return status;
}

int judge_port_dipole(struct verify_run *run)
{
    int status = 0;
    const struct nd_ports *ports = &run->solver->ports;
    const double *band = run->problem->sparameters.band.at;
    double low = band[0], high = band[1], k, R;
    TRY(solve_strip(&k, &R));
    for (int i = 0; i < 40; i++) {
        const double f = (low + high) / 2;
        if (cimag(impedance(ports, f)) < 0)
            low = f;
        else
            high = f;
    }
    struct verdict v[2] = {
        {.what = "first resonance, L / wavelength", .reference = k / (2 * M_PI), .computed = low},
        {.what = "resistance there, over Z of vacuum",
         .reference = R,
         .computed = creal(impedance(ports, low))}};
    for (int i = 0; i < 2; i++) {
        v[i].error = 100 * fabs(v[i].computed / v[i].reference - 1), v[i].tolerance = 3, v[i].unit = "%";
        TRY(verdict_add(run, v[i]));
    }
done:
    return status;
}

/* A uniform microstrip line of 3 mm: no reflection, all of the wave arrives, and the effective permittivity under the
 * cover at low frequency. */
int judge_port_microstrip(struct verify_run *run)
{
    int status = 0;
    enum { POINTS = 9 };
    const struct nd_ports *ports = &run->solver->ports;
    const double *band = run->problem->sparameters.band.at;
    double complex a, in, out, none;
    double Z, effective, reflected = 0, sent = 1, power = 1, found = 0;
    nd_microstrip(0.6, 0.635, 9.8, &Z, &effective);
    effective = nd_microstrip_closed(effective, 9.8, 0.635, 1.865);
    for (int k = POINTS - 1; k >= 0; k--) {
        const double f = band[0] + (band[1] - band[0]) * k / (POINTS - 1);
        nd_port_waves(ports, 0, f, &a, &in);
        nd_port_waves(ports, 1, f, &none, &out);
        const double sum = pow(cabs(in / a), 2) + pow(cabs(out / a), 2);
        reflected = verdict_worse(reflected, cabs(in / a));
        if (!(fabs(cabs(out / a) - 1) <= fabs(sent - 1))) sent = cabs(out / a);
        if (!(fabs(sum - 1) <= fabs(power - 1))) power = sum;
        found = pow(-carg(out / a) / 3e-3 * LIGHT / (2 * M_PI * f), 2);
    }
    const struct verdict v[] = {
        {"|S11| of a uniform line, worst", 0, reflected, reflected, 0.002, ""},
        {"|S21| of a uniform line, worst", 1, sent, fabs(sent - 1), 0.002, ""},
        {"|S11|^2 + |S21|^2, worst", 1, power, fabs(power - 1), 0.002, ""},
        {"effective permittivity", effective, found, 100 * fabs(found / effective - 1), 3, "%"}};
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) TRY(verdict_add(run, v[i]));
    if (run->beside) TRY(judge_reciprocity(run));
done:
    return status;
}
