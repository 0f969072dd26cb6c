/* Materials with poles: a slab of water against Fresnel's formulas, and spheres against Mie's series with complex epsilon. The
 * poles are written here once more, from the comments of the examples. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include "exact/dispersion.h"
#include "exact/layers.h"
#include "exact/mie.h"
#include "internal.h"
#include "verify.h"

#define LIGHT 299792458.

/* The largest relative error over a spectrum. */
static void compare(struct verdict *v, double known, double got)
{
    const double off = 100 * fabs(got / known - 1);
    if (!(off <= v->error)) v->reference = known, v->computed = got;
    v->error = verdict_worse(v->error, off);
}

static int open_probe(const struct verify_run *run, const char *file, struct sheet *sheet, int column[2])
{
    int status = 0;
    TRY(verify_sheet(run, file, sheet));
    TRY(sheet_column(sheet, "time", &column[0]));
    TRY(sheet_column(sheet, "Ex", &column[1]));
done:
    return status;
}

/* A slab with a wave at normal incidence, against Fresnel's formulas at frequencies of the pulse's band. c: speed of light. */
struct slab {
    const struct nd_dispersion *material;
    double thickness, c;
};

static int judge_spectra(struct verify_run *run, const struct slab *slab, const char *band)
{
    enum { POINTS = 15 };
    int status = 0, column[2];
    struct sheet back = {0}, through = {0};
    const struct nd_waveform *w = &nd_problem_source(run->problem, 0)->waveform;
    struct nd_wave wave = {0};
    struct verdict r = {.tolerance = 1, .unit = "%"}, t = {.tolerance = 1, .unit = "%"};
    nd_format(r.what, sizeof r.what, "|r|, %s, worst", band);
    nd_format(t.what, sizeof t.what, "|t|, %s, worst", band);
    TRY(nd_waveform_init(&wave, run->problem, w, 0, run->solver->schedule.end));
    TRY(open_probe(run, "reflected.csv", &back, column));
    TRY(open_probe(run, "transmitted.csv", &through, column));
    for (int i = 0; i < POINTS; i++) {
        const double f = w->pulse_frequency + w->pulse_bandwidth * (i - POINTS / 2) / (POINTS - 1),
                     k = 2 * M_PI * f / slab->c;
        const struct nd_layer layers[3] = {{.epsilon = 1, .mu = 1},
                                           {.epsilon = nd_dispersion_epsilon(slab->material, -I * k),
                                            .mu = 1,
                                            .thickness = slab->thickness},
                                           {.epsilon = 1, .mu = 1}};
        struct nd_layers_answer answer;
        double complex incident;
        TRY(nd_layers_solve(layers, 3, k, 0, ND_LAYERS_TE, &answer));
        TRY(nd_waveform_spectrum(&wave, f, &incident));
        compare(&r, cabs(answer.r), cabs(sheet_spectrum(&back, column[0], column[1], f, 1) / incident));
        compare(&t, cabs(answer.t), cabs(sheet_spectrum(&through, column[0], column[1], f, 1) / incident));
    }
    TRY(verdict_add(run, r));
    TRY(verdict_add(run, t));
done:
    nd_waveform_clear(&wave);
    sheet_clear(&back);
    sheet_clear(&through);
    return status;
}

int judge_water_slab(struct verify_run *run)
{
    static const struct nd_dispersion water = {
        .epsilon = 5.2, .n = 1, .at = {{.strength = 73.2, .time = 8.27e-12 * LIGHT}}};
    return judge_spectra(run, &(struct slab){&water, 0.3e-3, LIGHT}, "20 to 100 GHz");
}

/* Lines at 0.1, 0.14 ... 0.46. */
int judge_ten_poles(struct verify_run *run)
{
    static const double strength[10] = {0.320, 0.163, 0.099, 0.066, 0.047,
                                        0.035, 0.028, 0.022, 0.018, 0.015};
    struct nd_dispersion comb = {.epsilon = 2, .n = 10};
    for (int i = 0; i < 10; i++)
        comb.at[i] = (struct nd_resonance){
            .strength = strength[i], .omega0 = 2 * M_PI * (0.1 + 0.04 * i), .damping = 0.06};
    return judge_spectra(run, &(struct slab){&comb, 1, 1}, "0.08 to 0.48");
}

/* Cross-sections of a sphere of radius 1 at the monitor's frequencies. */
static int judge_spectrum(struct verify_run *run, const struct nd_dispersion *inside)
{
    int status = 0, scattering, extinction;
    struct sheet s = {0};
    const struct nd_numbers *f = &nd_problem_monitor(run->problem, 0)->frequencies;
    struct verdict Q_sca = {.tolerance = 1, .unit = "%"}, Q_ext = {.tolerance = 1, .unit = "%"};
    TRY(verify_sheet(run, "rcs-totals.csv", &s));
    TRY(sheet_column(&s, "scattering", &scattering));
    TRY(sheet_column(&s, "extinction", &extinction));
    if (s.rows != f->n) FAIL(NUDGE_EFORMAT, "rcs-totals.csv has %d rows for %d frequencies", s.rows, f->n);
    for (int i = 0; i < f->n; i++) {
        struct nd_mie mie;
        const double ka = 2 * M_PI * f->at[i], *row = s.at + i * s.columns;
        TRY(nd_mie_init(&mie, ka, nd_dispersion_epsilon(inside, -I * ka), 1));
        compare(&Q_sca, nd_mie_Q_sca(&mie), row[scattering] / M_PI);
        compare(&Q_ext, nd_mie_Q_ext(&mie), row[extinction] / M_PI);
    }
    snprintf(Q_sca.what, sizeof Q_sca.what, "Q_sca at %d frequencies, worst", f->n);
    snprintf(Q_ext.what, sizeof Q_ext.what, "Q_ext at %d frequencies, worst", f->n);
    TRY(verdict_add(run, Q_sca));
    TRY(verdict_add(run, Q_ext));
done:
    sheet_clear(&s);
    return status;
}

int judge_drude_sphere(struct verify_run *run)
{
    static const struct nd_dispersion metal = {
        .epsilon = 1, .n = 1, .at = {{.strength = 4 * M_PI * M_PI * 0.36, .damping = 0.4}}};
    return judge_spectrum(run, &metal);
}

int judge_lorentz_sphere(struct verify_run *run)
{
    static const struct nd_dispersion glass = {
        .epsilon = 2, .n = 1, .at = {{.strength = 2, .omega0 = 2 * M_PI * 0.25, .damping = 0.4}}};
    return judge_spectrum(run, &glass);
}
