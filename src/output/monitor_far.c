/* Results of far-field monitors: cross-sections where there is a plane wave, else patterns. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "output/chart.h"
#include "output/monitor.h"

/* Of one monitor, all frequencies. */
struct far {
    struct nd_monitors *m;
    struct nd_look *look;
    struct nd_trace trace;
    int wave; /* cross-sections */
    int ntheta, nphi, directions, n;
    double *theta, *phi; /* degrees */
    double *value, *dB;  /* [n][ntheta][nphi]: cross-section or directivity */
    int parts;           /* numbers of a far field: of a vector theta re, im, phi re, im, else re, im */
    double *E[4];        /* likewise */
    double (*totals)[8]; /* [n] */
};

static const char *const wave_totals[] = {"frequency",   "theta",      "phi",
                                          "backscatter", "scattering", "scattering_sphere",
                                          "extinction"},
                         *const pattern_totals[] = {"frequency",   "theta", "phi",
                                                    "directivity", "power", "power_sphere"};

static int far_angles(struct far *far)
{
    int status = 0;
    const struct nd_numbers *theta = &far->look->ask->theta, *phi = &far->look->ask->phi;
    far->ntheta = theta->n ? theta->n : 181;
    far->nphi = phi->n ? phi->n : 2;
    far->directions = far->ntheta * far->nphi;
    ALLOC(far->theta, far->ntheta);
    ALLOC(far->phi, far->nphi);
    for (int i = 0; i < far->ntheta; i++) far->theta[i] = theta->n ? theta->at[i] : i;
    for (int i = 0; i < far->nphi; i++) far->phi[i] = phi->n ? phi->at[i] : 90 * i;
done:
    return status;
}

static int far_init(struct far *far, struct nd_monitors *m, struct nd_look *look)
{
    int status = 0;
    *far = (struct far){.m = m,
                        .look = look,
                        .wave = m->incident.waves == 1,
                        .n = look->fourier.n,
                        .parts = m->law->nwave == 3 ? 4 : 2};
    TRY(far_angles(far));
    TRY(nd_trace_init(&far->trace, &look->surface, m->mesh, m->elem, m->law->fields.n));
    const size_t all = (size_t)far->n * (size_t)far->directions;
    ALLOC(far->value, all);
    ALLOC(far->dB, all);
    for (int c = 0; c < 4; c++) ALLOC(far->E[c], all);
    ALLOC(far->totals, far->n);
done:
    return status;
}

static void far_clear(struct far *far)
{
    nd_trace_clear(&far->trace);
    free(far->theta);
    free(far->phi);
    free(far->value);
    free(far->dB);
    for (int c = 0; c < 4; c++) free(far->E[c]);
    free(far->totals);
}

/* "E_theta_re", or "p_re". */
static void name_part(const struct far *far, int part, char name[64])
{
    static const char *const of[] = {"_theta_re", "_theta_im", "_phi_re", "_phi_im"};
    const struct nd_law *law = far->m->law;
    const char *field = law->fields.at[law->wave[0]];
    if (far->parts == 4)
        nd_format(name, 64, "%.*s%s", (int)strlen(field) - 1, field, of[part]);
    else
        nd_format(name, 64, "%s%s", field, part ? "_im" : "_re");
}

/* Far fields in all directions, divided by `by`, and 4 pi |F|^2 `scale`. */
static void scan(struct far *far, int k, const struct nd_outside *outside, double complex by, double scale)
{
    const size_t first = (size_t)k * (size_t)far->directions;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < far->directions; i++) {
        const struct nd_direction direction =
            nd_direction_at(far->theta[i / far->nphi] * M_PI / 180, far->phi[i % far->nphi] * M_PI / 180);
        const size_t at = first + (size_t)i;
        double complex F[2];
        nd_far_field(&far->trace, outside, &direction, F);
        F[0] /= by;
        F[1] /= by;
        far->value[at] = 4 * M_PI * scale * nd_far_intensity(outside, F) / outside->intensity;
        far->dB[at] = 10 * log10(far->value[at]);
        for (int c = 0; c < far->parts / 2; c++) {
            far->E[2 * c][at] = creal(F[c]);
            far->E[2 * c + 1][at] = cimag(F[c]);
        }
    }
}

/* By the optical theorem: what the wave loses is what interferes with it behind the body. */
static double extinction(const struct far *far, const struct nd_outside *outside, double complex by)
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

static int cross_sections(struct far *far, int k, const struct nd_outside *outside, double f)
{
    int status = 0;
    struct nd_incident *in = &far->m->incident;
    double complex share, F[2];
    double sphere;
    TRY(nd_incident_spectrum(in, f, outside->k, &share));
    const double complex by = in->plane->amplitude * share;
    const double intensity = cabs(by) * cabs(by) * outside->intensity,
                 power = nd_trace_power(&far->trace, far->look->flux, far->look->medium);
    scan(far, k, outside, by, 1);
    TRY(nd_far_power(&far->trace, outside, &sphere));
    const double *d = in->plane->d;
    /* 0 - 0 is 0, and -0 were an angle of 180 degrees. */
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

static int pattern(struct far *far, int k, const struct nd_outside *outside, double f)
{
    int status = 0, most = 0;
    double sphere;
    const double power = nd_trace_power(&far->trace, far->look->flux, far->look->medium);
    const double *value = far->value + (size_t)k * (size_t)far->directions;
    TRY(nd_far_power(&far->trace, outside, &sphere));
    scan(far, k, outside, 1, outside->intensity / (isfinite(sphere) ? sphere : power));
    for (int i = 1; i < far->directions; i++)
        if (value[i] > value[most]) most = i;
    memcpy(far->totals[k],
           (const double[]){f, far->theta[most / far->nphi], far->phi[most % far->nphi], value[most], power,
                            sphere},
           6 * sizeof(double));
done:
    return status;
}

static int compute(struct far *far)
{
    int status = 0;
    struct nd_look *look = far->look;
    const size_t one = (size_t)look->count * (size_t)(far->m->law->fields.n * far->m->elem->Np);
    double *re = NULL, *im = NULL;
    ALLOC(re, one);
    ALLOC(im, one);
    for (int k = 0; k < far->n; k++) {
        const double f = look->fourier.frequency[k];
        struct nd_outside outside = look->outside;
        outside.k *= f;
        TRY(nd_look_trace(look, k, re, im, &far->trace));
        TRY(far->wave ? cross_sections(far, k, &outside, f) : pattern(far, k, &outside, f));
    }
done:
    free(re);
    free(im);
    return status;
}

static int write_table(const struct far *far, const char *path)
{
    int status = 0;
    struct nd_csv *csv = NULL;
    struct nd_text header = {0};
    char name[64];
    nd_text_add(&header, "frequency,theta,phi,%s,dB", far->wave ? "sigma" : "directivity");
    for (int part = 0; part < far->parts; part++) {
        name_part(far, part, name);
        nd_text_add(&header, ",%s", name);
    }
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&csv, path, header.s));
    for (size_t i = 0; i < (size_t)far->n * (size_t)far->directions; i++) {
        const int d = (int)(i % (size_t)far->directions);
        double row[9] = {far->look->fourier.frequency[i / (size_t)far->directions], far->theta[d / far->nphi],
                         far->phi[d % far->nphi], far->value[i], far->dB[i]};
        for (int part = 0; part < far->parts; part++) row[5 + part] = far->E[part][i];
        TRY(nd_csv_row(csv, row, 5 + far->parts));
    }
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&header);
    return status;
}

static int write_totals(const struct far *far, const char *path)
{
    int status = 0;
    const int n = far->wave ? 7 : 6;
    const char *const *name = far->wave ? wave_totals : pattern_totals;
    struct nd_text header = {0};
    struct nd_csv *csv = NULL;
    for (int i = 0; i < n; i++) nd_text_add(&header, "%s%s", i ? "," : "", name[i]);
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&csv, path, header.s));
    for (int k = 0; k < far->n; k++) TRY(nd_csv_row(csv, far->totals[k], n));
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&header);
    return status;
}

static int write_arrays(const struct far *far, const char *path)
{
    int status = 0;
    struct nd_h5 *h5 = NULL;
    const nd_gid shape[3] = {far->n, far->ntheta, far->nphi};
    double *column = NULL;
    char name[64];
    ALLOC(column, far->n);
    TRY(nd_h5_create(&h5, path));
    TRY(nd_h5_attribute(h5, "transform",
                        "integral of exp(-2 pi i f t) q(t) dt; times exp(-i k r) / r far away"));
    TRY(nd_h5_write_box(h5, "frequencies", 1, shape, far->look->fourier.frequency));
    TRY(nd_h5_write_box(h5, "theta", 1, shape + 1, far->theta));
    TRY(nd_h5_write_box(h5, "phi", 1, shape + 2, far->phi));
    TRY(nd_h5_write_box(h5, far->wave ? "sigma" : "directivity", 3, shape, far->value));
    for (int c = 0; c < far->parts; c++) {
        name_part(far, c, name);
        TRY(nd_h5_write_box(h5, name, 3, shape, far->E[c]));
    }
    for (int i = 1; i < (far->wave ? 7 : 6); i++) {
        for (int k = 0; k < far->n; k++) column[k] = far->totals[k][i];
        nd_format(name, sizeof name, "totals_%s", (far->wave ? wave_totals : pattern_totals)[i]);
        TRY(nd_h5_write_box(h5, name, 1, shape, column));
    }
    struct nd_h5 *whole = h5;
    h5 = NULL;
    TRY(nd_h5_destroy(whole));
done:
    nd_h5_abandon(h5);
    free(column);
    return status;
}

/* The first frequency over theta, a line for each phi. */
static int draw(const struct far *far, const char *path)
{
    int status = 0;
    enum { LINES = 6 };
    const int lines = far->nphi < LINES ? far->nphi : LINES;
    struct nd_series series[LINES];
    struct nd_text out = {0};
    char title[128], name[LINES][32];
    double *dB = NULL;
    ALLOC(dB, lines * far->ntheta);
    for (int j = 0; j < lines; j++) {
        double *own = dB + j * far->ntheta;
        for (int i = 0; i < far->ntheta; i++) own[i] = far->dB[i * far->nphi + j];
        nd_format(name[j], sizeof name[j], "phi = %.4g", far->phi[j]);
        series[j] = (struct nd_series){name[j], far->theta, own, far->ntheta};
    }
    nd_format(title, sizeof title, "%.60s, f = %.4g", far->look->ask->named.name,
              far->look->fourier.frequency[0]);
    const struct nd_chart chart = {.title = title,
                                   .x_label = "theta, degrees",
                                   .y_label =
                                       far->wave ? "cross-section, dB of a unit area" : "directivity, dBi",
                                   .close = 1,
                                   .series = series,
                                   .nseries = lines};
    TRY(nd_chart_svg(&chart, &out));
    TRY(nd_text_check(&out));
    TRY(nd_file_write(path, out.s, out.n));
done:
    nd_text_clear(&out);
    free(dB);
    return status;
}

int nd_look_write_far(struct nd_monitors *m, struct nd_look *look, char *const *paths)
{
    int status = 0;
    struct far far = {0};
    TRY(far_init(&far, m, look));
    TRY(compute(&far));
    TRY(write_table(&far, paths[ND_MONITOR_TABLE]));
    TRY(write_totals(&far, paths[ND_MONITOR_TOTALS]));
    TRY(write_arrays(&far, paths[ND_MONITOR_ARRAYS]));
    TRY(draw(&far, paths[ND_MONITOR_CHART]));
done:
    far_clear(&far);
    return status;
}
