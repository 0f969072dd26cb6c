#include "monitor/resonance.h"

#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "monitor/modes.h"
#include "plot/chart.h"

enum { POINTS = 801, LINES_MOST = 8 }; /* of the spectrum; modes marked in the chart */

static int choose_field(struct nd_monitors *m, struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_monitor_spec *spec = monitor->spec;
    char where[640], all[512];
    monitor->field = spec->field ? nd_names_find(&m->law->fields, spec->field) : -1;
    if (!spec->field || monitor->field >= 0) return 0;
    nd_names_list(&m->law->fields, all, sizeof all);
    FAIL(NUDGE_EVALUE, "%s: there is no field '%.40s'; the law has %s",
         nd_monitor_where(m->problem, spec, 0, where), spec->field, all);
done:
    return status;
}

int nd_resonance_init(struct nd_monitors *m, const struct nd_monitors_setup *setup,
                      struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_monitor_spec *spec = monitor->spec;
    const double *band = spec->frequencies.at, width = band[1] - band[0], dt = setup->schedule->dt,
                 ended = setup->sources->n ? nd_sources_end(setup->sources) : 0;
    const bool si = nd_problem_si(m->problem);
    char where[640], number[3][32];
    nd_monitor_where(setup->problem, spec, spec->frequencies.line, where);
    monitor->stride = 1;
    monitor->from = isnan(spec->after) ? fmax(ended, 0) : spec->after;
    TRY(choose_field(m, monitor));
    if (!isfinite(monitor->from))
        FAIL(NUDGE_EVALUE,
             "%s: a source never ends, so that modes do not ring freely: take a pulse, or give 'after'",
             where);
    if (!(2 * band[1] * dt < 1))
        FAIL(NUDGE_EVALUE,
             "%s: the band ends at %s, above %s, the highest frequency that steps of %s resolve", where,
             nd_quantity_text(band[1], ND_DIM_FREQUENCY, si, number[0]),
             nd_quantity_text(0.5 / dt, ND_DIM_FREQUENCY, si, number[1]),
             nd_quantity_text(dt, ND_DIM_TIME, si, number[2]));
    if (!((setup->schedule->end - monitor->from) * width > 1))
        FAIL(NUDGE_EVALUE,
             "%s: it records from t = %s, %s, and the run ends at %s; modes are found after 1 / the width of "
             "the band, %s: let time.end be later",
             where, nd_quantity_text(monitor->from, ND_DIM_TIME, si, number[0]),
             isnan(spec->after) ? "where the sources have ended" : "the value of 'after'",
             nd_quantity_text(setup->schedule->end, ND_DIM_TIME, si, number[1]),
             nd_quantity_text(1 / width, ND_DIM_TIME, si, number[2]));
    TRY(nd_modes_open());
done:
    return status;
}

/* The largest field in the rows from `first` on, by its mean square. */
static int largest_field(const struct nd_results *signal, size_t first, size_t rows)
{
    int best = 0;
    double most = -1;
    for (size_t f = 1; f < signal->n; f++) {
        double sum = 0;
        for (size_t i = first; i < rows; i++) sum += signal->at[f].values[i] * signal->at[f].values[i];
        if (sum > most) best = (int)f - 1, most = sum;
    }
    return best;
}

/* Whether three rows are equally far from each other. */
static bool is_even(const double *t, size_t i)
{
    const double a = t[i + 1] - t[i], b = t[i + 2] - t[i + 1];
    return fabs(a - b) <= 1e-6 * fabs(b);
}

/* The rows from `from` on that are at equal intervals. The step may change when a run is resumed, and the last one
 * may be shorter. Sets the field if the user gave none. */
static void cut_signal(struct nd_monitor *monitor, struct nd_signal *cut, double *start)
{
    const struct nd_results *signal = &monitor->signal;
    size_t rows = signal->n ? (size_t)signal->at[0].shape[0] : 0, first = 0;
    *cut = (struct nd_signal){0};
    if (rows < 3) return;
    const double *t = signal->at[0].values;
    if (!is_even(t, rows - 3)) rows--;
    while (first < rows && t[first] < monitor->from) first++;
    size_t even = rows - 2;
    while (even > first && is_even(t, even - 1)) even--;
    if (first + 3 > rows) return;
    if (monitor->field < 0) monitor->field = largest_field(signal, even, rows);
    *start = t[even];
    *cut = (struct nd_signal){signal->at[1 + monitor->field].values + even,
                              (int)fmin((double)(rows - even), 1e8),
                              (t[rows - 1] - t[even]) / (double)(rows - 1 - even)};
}

/* Leaves out modes with large errors, then weak ones. */
static void choose_modes(const struct nd_monitor_spec *spec, struct nd_mode *mode, int *count)
{
    int n = 0;
    double most = 0;
    for (int k = 0; k < *count; k++) {
        if (!(mode[k].error <= spec->error)) continue;
        mode[n++] = mode[k];
        most = fmax(most, mode[n - 1].amplitude);
    }
    *count = 0;
    for (int k = 0; k < n; k++)
        if (mode[k].amplitude >= spec->weakest * most) mode[(*count)++] = mode[k];
}

/* All that is written about one monitor. */
struct analysis {
    struct nd_monitors *m;
    struct nd_monitor *monitor;
    struct nd_signal signal;
    double start; /* time of its first sample */
    struct nd_mode *mode;
    int modes;
    double f[POINTS];
    double complex fourier[POINTS], pade[POINTS];
};

static bool is_silent(const struct nd_signal *s)
{
    bool any = false;
    for (int i = 0; i < s->n; i++) {
        if (!isfinite(s->value[i])) return true;
        any |= s->value[i] != 0;
    }
    return !any;
}

static int continue_spectrum(struct analysis *a, const struct nd_refinement *r)
{
    int status = 0;
    struct nd_signal samples = {0};
    struct nd_pade pade = {0};
    TRY(nd_pade_samples(r, &samples));
    TRY(nd_pade_init(&pade, &samples, r->rounding));
    for (int i = 0; i < POINTS; i++) a->pade[i] = nd_pade_spectrum(&pade, a->f[i]);
done:
    free((void *)samples.value);
    nd_pade_clear(&pade);
    return status;
}

static int find_modes(struct analysis *a, const double *band)
{
    int status = 0;
    const struct nd_refinement r = {&a->signal, band, a->m->incident.highest,
                                    a->m->problem->precision == ND_SINGLE ? 1e-7 : 1e-13};
    nd_signal_spectrum(&a->signal, a->f, POINTS, a->fourier);
    TRY(continue_spectrum(a, &r));
    TRY(nd_modes_find(&a->signal, band, &a->mode, &a->modes));
    TRY(nd_modes_refine(&r, &a->mode, &a->modes));
    choose_modes(a->monitor->spec, a->mode, &a->modes);
done:
    return status;
}

static int analyse(struct analysis *a)
{
    int status = 0;
    const struct nd_monitor_spec *spec = a->monitor->spec;
    const double *band = spec->frequencies.at;
    char where[640];
    nd_monitor_where(a->m->problem, spec, 0, where);
    cut_signal(a->monitor, &a->signal, &a->start);
    for (int i = 0; i < POINTS; i++) {
        a->f[i] = band[0] + (band[1] - band[0]) * i / (POINTS - 1);
        a->fourier[i] = a->pade[i] = NAN;
    }
    const bool too_short = !(a->signal.n * a->signal.dt * (band[1] - band[0]) > 1);
    if (too_short || is_silent(&a->signal)) {
        nd_warn("%s: no modes: %s", where,
                too_short ? "the run ended too soon after the sources"
                          : "the field at the point is zero or infinite");
        goto done;
    }
    TRY(find_modes(a, band));
    if (!a->modes)
        nd_warn(
            "%s: no modes were found in the band: let the run be longer, move the point to where modes are "
            "strong, or raise 'error'",
            where);
done:
    return status;
}

static int write_modes(struct analysis *a, const char *path)
{
    int status = 0;
    const bool si = nd_problem_si(a->m->problem);
    static const nd_gid one[] = {1}, zero[] = {0};
    struct nd_text head = {0};
    struct nd_csv *csv = NULL;
    nd_csv_column(&head, "frequency", si ? "Hz" : NULL);
    nd_csv_column(&head, "Q", NULL);
    nd_csv_column(&head, "decay", si ? "1/s" : NULL);
    nd_csv_column(&head, "amplitude",
                  si ? nd_law_unit(a->m->law, a->monitor->field < 0 ? 0 : a->monitor->field) : NULL);
    nd_csv_column(&head, "phase", si ? "rad" : NULL);
    nd_csv_column(&head, "error", NULL);
    TRY(nd_text_check(&head));
    TRY(nd_csv_create(&csv, path, head.s));
    TRY(nd_csv_keep(csv, &a->monitor->results)); /* always: the table is small, and programs print it */
    for (int k = 0; k < a->modes; k++) {
        const struct nd_mode *o = &a->mode[k];
        TRY(nd_csv_row(csv, (const double[]){o->frequency, o->Q, o->decay, o->amplitude, o->phase, o->error},
                       6));
    }
    TRY(nd_csv_end(&csv));
    TRY(nd_results_add_part(&a->monitor->results, "start", &(struct nd_h5_part){1, one, zero, one},
                            &a->start));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&head);
    return status;
}

static int write_column(struct nd_h5 *h5, const char *name, const double complex *value, int part)
{
    double column[POINTS];
    for (int i = 0; i < POINTS; i++) column[i] = part ? cimag(value[i]) : creal(value[i]);
    return nd_h5_write_box(h5, name, 1, (const nd_gid[]){POINTS}, column);
}

static int write_mode_columns(struct analysis *a, struct nd_h5 *h5)
{
    int status = 0;
    static const char *const name[] = {"frequency", "Q", "decay", "amplitude", "phase", "error"};
    double *column = NULL;
    ALLOC(column, a->modes + 1);
    for (int c = 0; c < 6 && a->modes; c++) {
        for (int k = 0; k < a->modes; k++) {
            const struct nd_mode *o = &a->mode[k];
            column[k] = ((const double[]){o->frequency, o->Q, o->decay, o->amplitude, o->phase, o->error})[c];
        }
        TRY(nd_h5_write_box(h5, name[c], 1, (const nd_gid[]){a->modes}, column));
    }
done:
    free(column);
    return status;
}

static int write_arrays(struct analysis *a, const char *path)
{
    int status = 0;
    struct nd_h5 *h5 = NULL;
    char time[32];
    nd_format(time, sizeof time, "%.17g", a->start);
    TRY(nd_h5_create(&h5, path));
    TRY(nd_h5_attribute(h5, "law", a->m->law->name));
    TRY(nd_h5_attribute(h5, "units", nd_problem_si(a->m->problem) ? "si" : "natural"));
    TRY(nd_h5_attribute(h5, "field", a->m->law->fields.at[a->monitor->field < 0 ? 0 : a->monitor->field]));
    TRY(nd_h5_attribute(h5, "start", time));
    TRY(nd_h5_attribute(h5, "transform", "integral from start of exp(-2 pi i f (t - start)) q(t) dt"));
    TRY(write_mode_columns(a, h5));
    TRY(nd_h5_write_box(h5, "spectrum_frequency", 1, (const nd_gid[]){POINTS}, a->f));
    for (int part = 0; part < 2; part++) {
        TRY(write_column(h5, part ? "fourier_im" : "fourier_re", a->fourier, part));
        TRY(write_column(h5, part ? "pade_im" : "pade_re", a->pade, part));
    }
    struct nd_h5 *whole = h5;
    h5 = NULL;
    TRY(nd_h5_destroy(whole));
done:
    nd_h5_abandon(h5);
    return status;
}

/* Spectra relative to the largest value of the continued one, in dB; modes are vertical lines. */
static int draw(struct analysis *a, const char *path)
{
    int status = 0;
    double dB[2][POINTS], most = 0, x[LINES_MOST][2], y[2] = {-60, 0};
    struct nd_series line[LINES_MOST];
    char advice[512], label[32], hertz[16], title[160], name[LINES_MOST][64], f[32];
    const bool si = nd_problem_si(a->m->problem);
    const int lines = a->modes < LINES_MOST ? a->modes : LINES_MOST;
    for (int i = 0; i < POINTS; i++) most = fmax(most, cabs(a->pade[i]));
    for (int i = 0; i < POINTS; i++) {
        dB[0][i] = fmax(20 * log10(cabs(a->pade[i]) / most), y[0]);
        dB[1][i] = fmax(20 * log10(cabs(a->fourier[i]) / most), y[0]);
    }
    for (int k = 0; k < lines; k++) {
        x[k][0] = x[k][1] = a->mode[k].frequency;
        nd_quantity_text(a->mode[k].frequency, ND_DIM_FREQUENCY, si, f);
        nd_format(name[k], sizeof name[k], "f = %s, Q = %.4g", f, a->mode[k].Q);
        line[k] = (struct nd_series){name[k], x[k], y, 2};
    }
    const struct nd_series series[2] = {{"continued (Padé)", a->f, dB[0], POINTS},
                                        {"of the run alone", a->f, dB[1], POINTS}};
    nd_format(title, sizeof title, "%.60s: spectrum of %s", a->monitor->spec->named.name,
              a->m->law->fields.at[a->monitor->field < 0 ? 0 : a->monitor->field]);
    const double unit = nd_quantity_unit(a->f[POINTS - 1], ND_DIM_FREQUENCY, si, hertz);
    nd_format(label, sizeof label, *hertz ? "frequency [%s]" : "frequency", hertz);
    const struct nd_chart chart = {.title = title,
                                   .x_label = label,
                                   .x_unit = unit,
                                   .y_label = "spectrum [dB of the largest]",
                                   .close = 1,
                                   .plain = 1,
                                   .series = series,
                                   .nseries = most > 0 ? 2 : 0,
                                   .bounds = line,
                                   .nbounds = lines,
                                   .y_low = y[0],
                                   .y_high = y[1]};
    if (nd_canvas_ready(advice)) TRY(nd_chart_write(&chart, path));
done:
    return status;
}

int nd_resonance_write(struct nd_monitors *m, struct nd_monitor *monitor, char *const *paths)
{
    int status = 0;
    struct analysis *a = NULL;
    if (!monitor->csv) return 0;
    ALLOC(a, 1);
    a->m = m;
    a->monitor = monitor;
    TRY(analyse(a));
    TRY(write_modes(a, paths[ND_MONITOR_TABLE]));
    TRY(write_arrays(a, paths[ND_MONITOR_ARRAYS]));
    TRY(draw(a, paths[ND_MONITOR_CHART]));
done:
    if (a) free(a->mode);
    free(a);
    return status;
}
