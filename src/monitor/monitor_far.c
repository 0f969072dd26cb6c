/* The results of far-field monitors: cross-sections if there is a plane wave, else radiation patterns. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "plot/chart.h"
#include "monitor/far.h"

static const char *const wave_totals[] = {"frequency",   "theta",      "phi",
                                          "backscatter", "scattering", "scattering_sphere",
                                          "extinction"},
                         *const pattern_totals[] = {"frequency",   "theta", "phi",
                                                    "directivity", "power", "power_sphere",
                                                    "power_fed",   "gain",  "realized_gain"};

/* Columns of the totals; the last three of patterns are those of a port. */
static int count_totals(const struct nd_far *far)
{
    return far->wave ? 7 : far->m->fed.at ? 9 : 6;
}

int nd_far_thetas(const struct nd_monitor_spec *spec)
{
    return spec->theta.n ? spec->theta.n : 181;
}

int nd_far_phis(const struct nd_monitor_spec *spec)
{
    return spec->phi.n ? spec->phi.n : 2;
}

static int far_angles(struct nd_far *far)
{
    int status = 0;
    const struct nd_numbers *theta = &far->monitor->spec->theta, *phi = &far->monitor->spec->phi;
    far->ntheta = nd_far_thetas(far->monitor->spec);
    far->nphi = nd_far_phis(far->monitor->spec);
    ALLOC(far->theta, far->ntheta);
    ALLOC(far->phi, far->nphi);
    for (int i = 0; i < far->ntheta; i++) far->theta[i] = theta->n ? theta->at[i] : i;
    for (int i = 0; i < far->nphi; i++) far->phi[i] = phi->n ? phi->at[i] : 90 * i;
done:
    return status;
}

static int far_init(struct nd_far *far, struct nd_monitors *m, struct nd_monitor *monitor)
{
    int status = 0;
    *far = (struct nd_far){.m = m,
                           .monitor = monitor,
                           .wave = m->incident.waves == 1,
                           .n = monitor->fourier.n,
                           .parts = m->law->nwave == 3 ? 4 : 2};
    nd_format(far->what, sizeof far->what, "computing the far field of '%.60s'", monitor->spec->named.name);
    TRY(far_angles(far));
    far->lines = far->nphi < ND_FAR_LINES ? far->nphi : ND_FAR_LINES;
    TRY(nd_monitor_trace_init(m, monitor, &far->trace));
    ALLOC(far->totals, far->n);
    ALLOC(far->chart, (size_t)far->lines * (size_t)far->ntheta);
done:
    return status;
}

static void far_clear(struct nd_far *far)
{
    nd_far_stream_drop(far);
    nd_trace_clear(&far->trace);
    free(far->theta);
    free(far->phi);
    free(far->totals);
    free(far->chart);
}

void nd_far_part_name(const struct nd_far *far, int part, char name[64])
{
    static const char *const of[] = {"_theta_re", "_theta_im", "_phi_re", "_phi_im"};
    const struct nd_law *law = far->m->law;
    const char *field = law->fields.at[law->wave[0]];
    if (far->parts == 4)
        nd_format(name, 64, "%.*s%s", (int)strlen(field) - 1, field, of[part]);
    else
        nd_format(name, 64, "%s%s", field, part ? "_im" : "_re");
}

/* Takes a fifth of the work of a frequency; the directions follow. */
static int sphere_power(const struct nd_far *far, int k, const struct nd_outside *outside, double *power)
{
    const struct nd_far_part part = {far->what, (double)k / far->n, (k + 0.2) / far->n};
    return nd_far_power(&far->trace, outside, &part, power);
}

/* The extinction cross-section by the optical theorem, from the far field in the forward direction. */
static double extinction(const struct nd_far *far, const struct nd_outside *outside, double complex by)
{
    const struct nd_incident *in = &far->m->incident;
    const double *d = in->plane->d;
    const struct nd_direction forward = nd_direction_at(atan2(hypot(d[0], d[1]), d[2]), atan2(d[1], d[0]));
    double complex F[2], along = 0;
    nd_far_field(&far->trace, outside, &forward, F);
    for (int c = 0; c < 3; c++)
        along += (F[0] * forward.theta[c] + F[1] * forward.phi[c]) * in->plane->along[c];
    if (far->parts == 2) along = F[0];
    return -4 * M_PI / outside->k * cimag(along / by);
}

static int cross_sections(struct nd_far *far, int k, const struct nd_outside *outside, double f)
{
    int status = 0;
    struct nd_incident *in = &far->m->incident;
    double complex share, F[2];
    double sphere;
    TRY(nd_incident_spectrum(in, f, outside->k, &share));
    const double complex by = in->plane->amplitude * share;
    const double intensity = cabs(by) * cabs(by) * outside->intensity,
                 power = nd_trace_power(&far->trace, far->monitor->flux, far->monitor->medium);
    TRY(sphere_power(far, k, outside, &sphere));
    TRY(nd_far_stream(far, k, outside, by, 1));
    const double *d = in->plane->d;
    /* 0 - d, not -d: the angle of -0 would be 180 degrees. */
    const double theta = atan2(hypot(d[0], d[1]), 0 - d[2]), phi = atan2(0 - d[1], 0 - d[0]);
    const struct nd_direction back = nd_direction_at(theta, phi);
    nd_far_field(&far->trace, outside, &back, F);
    memcpy(far->totals[k],
           (const double[]){f, theta * 180 / M_PI, phi * 180 / M_PI,
                            4 * M_PI * nd_far_intensity(outside, F) / intensity, power / intensity,
                            sphere / intensity, extinction(far, outside, by)},
           7 * sizeof(double));
done:
    return status;
}

static int pattern(struct nd_far *far, int k, const struct nd_outside *outside, double f)
{
    int status = 0;
    double sphere;
    const double power = nd_trace_power(&far->trace, far->monitor->flux, far->monitor->medium);
    TRY(sphere_power(far, k, outside, &sphere));
    TRY(nd_far_stream(far, k, outside, 1, outside->intensity / (isfinite(sphere) ? sphere : power)));
    const double total = isfinite(sphere) ? sphere : power,
                 images = far->m->symmetry.planes ? far->m->symmetry.images : 1;
    double fed[2] = {NAN, NAN};
    if (far->m->fed.at) far->m->fed.at(far->m->fed.port, f, fed);
    memcpy(far->totals[k],
           (const double[]){f, far->most_theta, far->most_phi, far->most, power, sphere, fed[0] * images,
                            far->most * total / (fed[0] * images), far->most * total / (fed[1] * images)},
           9 * sizeof(double));
done:
    return status;
}

static int compute(struct nd_far *far)
{
    int status = 0;
    struct nd_monitor *monitor = far->monitor;
    const size_t one = (size_t)monitor->count * (size_t)(far->m->law->fields.n * far->m->elem->Np);
    double *re = NULL, *im = NULL;
    ALLOC(re, one);
    ALLOC(im, one);
    for (int k = 0; k < far->n; k++) {
        const double f = monitor->fourier.frequency[k];
        struct nd_outside outside = monitor->outside;
        outside.k *= f;
        TRY(nd_monitor_trace(monitor, k, re, im, &far->trace));
        TRY(far->wave ? cross_sections(far, k, &outside, f) : pattern(far, k, &outside, f));
    }
done:
    free(re);
    free(im);
    return status;
}

/* Totals are the frequency, two angles, then areas of a wave, or the directivity, three powers and gains. */
static const char *total_unit(const struct nd_far *far, int i, const char *power)
{
    if (!nd_problem_si(far->m->problem)) return NULL;
    if (i < 3) return i ? "deg" : "Hz";
    return far->wave ? "m2" : i > 3 && i < 7 ? power : NULL;
}

static int write_totals(const struct nd_far *far, const char *path)
{
    int status = 0;
    const int n = count_totals(far);
    const char *const *name = far->wave ? wave_totals : pattern_totals;
    const char *energy = nd_law_unit(far->m->law, far->m->law->fields.n);
    char power[32] = "";
    struct nd_text header = {0};
    struct nd_csv *csv = NULL;
    if (*energy) nd_format(power, sizeof power, "%s/Hz", energy);
    for (int i = 0; i < n; i++) nd_csv_column(&header, name[i], total_unit(far, i, power));
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&csv, path, header.s));
    for (int k = 0; k < far->n; k++) TRY(nd_csv_row(csv, far->totals[k], n));
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&header);
    return status;
}

/* Adds frequencies, angles and totals to the file of arrays, and closes it. */
static int finish_arrays(struct nd_far *far)
{
    int status = 0;
    struct nd_h5 *h5 = far->arrays;
    const nd_gid shape[3] = {far->n, far->ntheta, far->nphi};
    double *column = NULL;
    char name[64];
    ALLOC(column, far->n);
    TRY(nd_h5_attribute(h5, "units", nd_problem_si(far->m->problem) ? "si" : "natural"));
    TRY(nd_h5_attribute(h5, "transform",
                        "integral of exp(-2 pi i f t) q(t) dt; times exp(-i k r) / r far away"));
    TRY(nd_h5_write_box(h5, "frequencies", 1, shape, far->monitor->fourier.frequency));
    TRY(nd_h5_write_box(h5, "theta", 1, shape + 1, far->theta));
    TRY(nd_h5_write_box(h5, "phi", 1, shape + 2, far->phi));
    for (int i = 1; i < count_totals(far); i++) {
        for (int k = 0; k < far->n; k++) column[k] = far->totals[k][i];
        nd_format(name, sizeof name, "totals_%s", (far->wave ? wave_totals : pattern_totals)[i]);
        TRY(nd_h5_write_box(h5, name, 1, shape, column));
    }
    far->arrays = NULL;
    TRY(nd_h5_destroy(h5));
done:
    free(column);
    return status;
}

/* Draws the first frequency over theta, one line per phi. */
static int draw(const struct nd_far *far, const char *path)
{
    int status = 0;
    struct nd_series series[ND_FAR_LINES];
    char title[128], frequency[32], name[ND_FAR_LINES][32], advice[512];
    for (int j = 0; j < far->lines; j++) {
        nd_format(name[j], sizeof name[j], "φ = %.4g°", far->phi[j]);
        series[j] = (struct nd_series){name[j], far->theta, far->chart + (size_t)j * (size_t)far->ntheta,
                                       far->ntheta};
    }
    const bool si = nd_problem_si(far->m->problem);
    nd_format(title, sizeof title, "%.60s, f = %s", far->monitor->spec->named.name,
              nd_quantity_text(far->monitor->fourier.frequency[0], ND_DIM_FREQUENCY, si, frequency));
    const struct nd_chart chart = {.title = title,
                                   .x_label = "θ [°]",
                                   .y_label = !far->wave ? "directivity [dBi]"
                                              : si       ? "cross-section [dB re 1 m²]"
                                                         : "cross-section [dB re 1 (unit area)]",
                                   .close = 1,
                                   .series = series,
                                   .nseries = far->lines};
    if (nd_canvas_ready(advice)) TRY(nd_chart_write(&chart, path));
done:
    return status;
}

int nd_monitor_write_far(struct nd_monitors *m, struct nd_monitor *monitor, char *const *paths)
{
    int status = 0;
    struct nd_far far = {0};
    TRY(far_init(&far, m, monitor));
    TRY(nd_far_stream_open(&far, paths));
    TRY(compute(&far));
    TRY(nd_far_stream_close(&far));
    TRY(write_totals(&far, paths[ND_MONITOR_TOTALS]));
    TRY(finish_arrays(&far));
    TRY(draw(&far, paths[ND_MONITOR_CHART]));
done:
    far_clear(&far);
    return status;
}
