/* A slab across a waveguide: from the spectra of four probes along it, at the middle of the pulse's band. */
#include <complex.h>
#include <math.h>
#include "internal.h"
#include "exact/guide.h"
#include "exact/layers.h"
#include "verify.h"

#define LIGHT 299792458.
#define WIDTH 22.86e-3

/* That of Ey at a probe. */
static int spectrum(const struct verify_run *run, const char *file, double f, double complex *sum)
{
    int status = 0, time, Ey;
    struct sheet s = {0};
    TRY(verify_sheet(run, file, &s));
    TRY(sheet_column(&s, "time", &time));
    TRY(sheet_column(&s, "Ey", &Ey));
    *sum = sheet_spectrum(&s, time, Ey, f, 1);
done:
    sheet_clear(&s);
    return status;
}

static int add(struct verify_run *run, struct verdict v, double allowed)
{
    v.error = 100 * fabs(v.computed / v.reference - 1), v.tolerance = allowed, v.unit = "%";
    return verdict_add(run, v);
}

/* The energy of a wave that travels round and round falls as e^{-2 alpha z}, z being the way of the group. Its first
 * third is left out, in which the currents in the walls build up. The other run has perfect walls. */
int judge_copper(struct verify_run *run)
{
    int status = 0;
    struct sheet s = {0}, perfect = {0};
    const struct nd_conductor_spec *c = nd_problem_conductor(run->problem, 0);
    const double a = run->problem->box.size[0], b = run->problem->box.size[1],
                 beta = 2 * M_PI / run->problem->box.size[2], k = hypot(beta, M_PI / a),
                 mu = 1.25663706212e-6, walls = sqrt(k * LIGHT * mu / (2 * c->conductivity)) / (mu * LIGHT);
    TRY(verify_sheet(run, "energy.csv", &s));
    TRY(verify_sheet_beside(run, "energy.csv", &perfect));
    if (s.rows < 6 || s.rows != perfect.rows) FAIL(NUDGE_EFORMAT, "energy.csv has %d rows", s.rows);
    const double *first = s.at + s.rows / 3 * 2, *last = s.at + (s.rows - 1) * 2;
    const double lost = log(first[1] / last[1]),
                 numerical = log(perfect.at[s.rows / 3 * 2 + 1] / perfect.at[(s.rows - 1) * 2 + 1]);
    TRY(add(run,
            (struct verdict){.what = "TE10: attenuation, 1/m",
                             .reference = nd_guide_attenuation(a, b, k, walls),
                             .computed = (lost - numerical) / (2 * LIGHT * beta / k * (last[0] - first[0]))},
            3));
done:
    sheet_clear(&s);
    sheet_clear(&perfect);
    return status;
}

/* Probes 0 and 1 are before the slab and see waves both ways, E = a e^{-i beta z} + b e^{i beta z}; 2 and 3
 * behind it one. */
int judge_waveguide(struct verify_run *run)
{
    static const char *const file[4] = {"before.csv", "closer.csv", "behind.csv", "beyond.csv"};
    int status = 0;
    const double f = nd_problem_source(run->problem, 0)->waveform.pulse_frequency, k = 2 * M_PI * f / LIGHT;
    const double known = nd_guide_beta(WIDTH, k);
    const struct nd_layer layers[3] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 4, .mu = 1, .thickness = 0.01}, {.epsilon = 1, .mu = 1}};
    struct nd_layers_answer answer;
    double z[4];
    double complex E[4];
    for (int i = 0; i < 4; i++) {
        z[i] = nd_problem_monitor(run->problem, i)->at[2];
        TRY(spectrum(run, file[i], f, &E[i]));
    }
    TRY(nd_layers_solve(layers, 3, k, nd_guide_cutoff(WIDTH), ND_LAYERS_TE, &answer));
    const double beta = -carg(E[3] / E[2]) / (z[3] - z[2]);
    const double complex step = cexp(I * known * (z[1] - z[0])), both = 1 / step - step;
    const double complex a = (E[1] - E[0] * step) / both, b = (E[0] / step - E[1]) / both; /* at probe 0 */
    TRY(add(run, (struct verdict){.what = "TE10: beta, rad/m", .reference = known, .computed = beta}, 0.3));
    TRY(add(run,
            (struct verdict){.what = "slab: |S11|", .reference = cabs(answer.r), .computed = cabs(b / a)},
            1));
    TRY(add(run,
            (struct verdict){.what = "slab: |S21|", .reference = cabs(answer.t), .computed = cabs(E[2] / a)},
            1));
done:
    return status;
}
