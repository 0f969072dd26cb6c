#include "monitor/monitor.h"

#include <math.h>
#include <string.h>
#include "comm/comm.h"
#include "comm/task.h"
#include "base/format.h"
#include "base/text.h"
#include "base/work.h"
#include "monitor/far.h"
#include "monitor/resonance.h"
#include "monitor/orders.h"

int nd_monitors_init(struct nd_monitors *m, const struct nd_monitors_setup *given)
{
    int status = 0;
    struct nd_monitors_setup own = *given, *setup = &own;
    *m = (struct nd_monitors){.problem = setup->problem,
                              .mesh = setup->mesh,
                              .elem = setup->elem,
                              .law = setup->law,
                              .schedule = setup->schedule,
                              .rhs = setup->rhs,
                              .n = setup->problem->monitors.n};
    m->vector = setup->law->fields.n >= 3 && nd_names_vector((const char *const *)setup->law->fields.at);
    TRY(nd_incident_init(&m->incident, setup->problem, setup->sources));
    setup->symmetry = &m->symmetry;
    TRY(nd_symmetry_init(&m->symmetry, &(struct nd_symmetry_setup){setup->problem, setup->rhs, setup->mesh,
                                                                   setup->connect, setup->law}));
    TRY(nd_monitors_find_walls(m, setup));
    ALLOC(m->at, m->n);
    for (int i = 0; i < m->n; i++) {
        m->at[i].spec = nd_problem_monitor(setup->problem, i);
        TRY(nd_monitor_init(m, setup, i));
    }
done:
    if (status) nd_monitors_clear(m);
    return status;
}

void nd_monitors_clear(struct nd_monitors *m)
{
    nd_monitors_stop(m);
    for (int i = 0; i < m->n && m->at; i++) nd_monitor_clear(&m->at[i]);
    free(m->at);
    free(m->wall);
    *m = (struct nd_monitors){0};
}

/* "time,Ex,Ey,...", in SI units "time [s],Ex [V/m],..." */
static int create_table(const struct nd_monitors *m, struct nd_monitor *monitor, const char *path)
{
    int status = 0;
    struct nd_text header = {0};
    const bool si = nd_problem_si(m->problem);
    nd_csv_column(&header, "time", si ? "s" : NULL);
    for (int f = 0; f < m->law->fields.n; f++)
        nd_csv_column(&header, m->law->fields.at[f], si ? nd_law_unit(m->law, f) : NULL);
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&monitor->csv, path, header.s));
    if (monitor->spec->resonances)
        TRY(nd_csv_keep(monitor->csv, &monitor->signal));
    else if (m->keep)
        TRY(nd_csv_keep(monitor->csv, &monitor->results));
done:
    nd_text_clear(&header);
    return status;
}

/* Numbers per sample of all probes, and how many samples the table on the device holds. */
static size_t probe_row(const struct nd_monitors *m)
{
    return (size_t)m->nprobes * (size_t)m->law->fields.n;
}
static int probe_rows(const struct nd_monitors *m)
{
    return (int)fmax(fmin((double)(1 << 22) / (double)probe_row(m), 2048), 16);
}

double nd_monitors_signal_bytes(const struct nd_monitors *m)
{
    double bytes = 0;
    for (int i = 0; i < m->n; i++)
        if (m->at[i].spec->resonances)
            bytes += (double)m->schedule->steps * (1 + m->law->fields.n) * sizeof(double);
    return bytes;
}

size_t nd_monitors_bytes(const struct nd_monitors *m, size_t *host)
{
    const size_t row = probe_row(m), rows = row ? (size_t)probe_rows(m) : 0;
    size_t device = row ? nd_probes_bytes(m->rhs, m->nprobes, (int)rows) : 0, most = 0;
    for (int i = 0; i < m->n; i++) {
        const struct nd_monitor *monitor = &m->at[i];
        const int n = monitor->spec->probe ? 0 : monitor->spec->frequencies.n;
        if (!n) continue;
        device += nd_fourier_bytes(m->rhs, monitor->count, n);
        /* Amplitudes of one frequency or of all at once, a copy of one field of them, and a buffer for the
         * transfer. */
        const size_t one = (size_t)monitor->count * (size_t)m->elem->Np * sizeof(double),
                     fields = (size_t)m->law->fields.n,
                     own = one *
                           (monitor->spec->fourier ? (size_t)n * (2 * fields + 1) + 2 * fields : 4 * fields);
        const size_t far = monitor->spec->far ? (size_t)fmin(nd_far_bytes(m, monitor), 1e18) : 0;
        most = own + far > most ? own + far : most;
    }
    *host = rows * (row + 2) * sizeof(double) + most + (size_t)fmin(nd_monitors_signal_bytes(m), 1e18);
    return device;
}

int nd_monitors_seconds(const struct nd_monitors *m, double *seconds)
{
    int status = 0;
    double own;
    *seconds = 0;
    for (int i = 0; i < m->n; i++) {
        if (!m->at[i].spec->far) continue;
        TRY(nd_far_seconds(m, &m->at[i], &own));
        *seconds += own;
    }
done:
    return status;
}

static int start_probes(struct nd_monitors *m)
{
    int status = 0;
    const size_t row = probe_row(m);
    const int rows = probe_rows(m);
    nd_idx *element = NULL;
    double(*L)[4] = NULL;
    ALLOC(element, m->nprobes);
    ALLOC(L, m->nprobes);
    for (int i = 0; i < m->n; i++) {
        const struct nd_monitor *monitor = &m->at[i];
        if (!monitor->spec->probe) continue;
        element[monitor->column] = monitor->place.element;
        memcpy(L[monitor->column], monitor->place.L, sizeof *L);
    }
    ALLOC(m->row_step, rows);
    ALLOC(m->row_time, rows);
    ALLOC(m->row, (size_t)rows * row);
    TRY(nd_probes_init(&m->probes, m->rhs, m->elem,
                       &(struct nd_points){m->nprobes, element, (const double(*)[4])L}, rows));
done:
    free(element);
    free(L);
    return status;
}

int nd_monitors_open(struct nd_monitors *m, int64_t step, double time)
{
    int status = 0;
    struct nd_output_paths paths = {0};
    if (!m->n) return 0;
    TRY(ND_TASK(.kind = ND_TASK_OPEN, .step = step, .real = time));
    TRY(nd_monitors_stop(m));
    m->started = 1;
    m->first = step;
    TRY(nd_output_paths_init(&paths, m->problem));
    if (m->nprobes) TRY(start_probes(m));
    for (int i = 0; i < m->n; i++) {
        struct nd_monitor *monitor = &m->at[i];
        monitor->before = monitor->after = time;
        monitor->done = monitor->stopped = 0;
        nd_results_clear(&monitor->results);
        nd_results_clear(&monitor->signal);
        if (monitor->spec->probe) { /* rank 0 writes */
            const int file = monitor->spec->resonances ? ND_MONITOR_TOTALS : ND_MONITOR_TABLE;
            if (!nd_comm_rank()) TRY(create_table(m, monitor, paths.at[nd_output_monitor(i) + file]));
        } else {
            TRY(nd_fourier_init(&monitor->fourier, m->rhs, monitor->element, monitor->count,
                                monitor->spec->frequencies.at, monitor->spec->frequencies.n));
            monitor->fourier.monitor = i;
        }
    }
done:
    nd_output_paths_clear(&paths);
    if (status) nd_monitors_stop(m);
    return status;
}

int nd_monitors_start(struct nd_monitors *m, int64_t step, double time)
{
    int status = 0;
    TRY(nd_monitors_open(m, step, time));
    TRY(nd_monitors_sample(m, step, time, 0));
done:
    if (status) nd_monitors_stop(m);
    return status;
}

static int is_due(const struct nd_monitors *m, const struct nd_monitor *monitor, int64_t step, int last)
{
    return last || (step - m->first) % monitor->stride == 0;
}

/* The trapezoidal rule: the weight is half the time from the previous sample to the next one. */
static int add_sums(struct nd_monitors *m, struct nd_monitor *monitor, int64_t step, double time, int last)
{
    const int64_t next =
        step + monitor->stride < m->schedule->steps ? step + monitor->stride : m->schedule->steps;
    const double to = last ? time : nd_schedule_time(m->schedule, next),
                 weight = (to - (monitor->before < monitor->spec->sums_after ? time : monitor->before)) / 2;
    monitor->before = time;
    monitor->after = to;
    if (time < monitor->spec->sums_after) return 0;
    return nd_fourier_add(&monitor->fourier, time, weight);
}

/* The previous sample has the weight half for the interval until `after`, and the next one is now due at `next`.
 * Of the weights of the fields at `time` and at `next`, the rule for linear functions leaves one choice. */
static int join_sums(struct nd_monitors *m, struct nd_monitor *monitor, int64_t step, double time)
{
    const int64_t behind = (step - m->first) % monitor->stride, due = step + monitor->stride - behind;
    const double next = nd_schedule_time(m->schedule, due < m->schedule->steps ? due : m->schedule->steps);
    const double length = next - monitor->before, done = time - monitor->before;
    if (next == monitor->after || !(length > done) || monitor->before < monitor->spec->sums_after) return 0;
    const double half = (monitor->after - monitor->before) / 2,
                 here = (length / 2 - half) * length / (length - done),
                 there = length / 2 - here * done / length;
    monitor->before = next - 2 * there;
    monitor->after = next;
    return nd_fourier_add(&monitor->fourier, time, here);
}

int nd_monitors_join(struct nd_monitors *m, int64_t step, double time)
{
    int status = 0;
    for (int i = 0; i < m->n; i++)
        if (!m->at[i].spec->probe) TRY(join_sums(m, &m->at[i], step, time));
done:
    return status;
}

static int write_rows(struct nd_monitors *m)
{
    int status = 0;
    const int fields = m->law ? m->law->fields.n : 0, rows = m->probes.row;
    double line[1 + ND_FIELDS_MOST];
    if (!rows) return 0;
    TRY(nd_probes_read(&m->probes, m->row));
    for (int r = 0; r < rows && !nd_comm_rank(); r++)
        for (int i = 0; i < m->n; i++) {
            const struct nd_monitor *monitor = &m->at[i];
            if (!monitor->spec->probe || !is_due(m, monitor, m->row_step[r], m->row_step[r] < 0)) continue;
            line[0] = m->row_time[r];
            memcpy(line + 1,
                   m->row + ((size_t)r * (size_t)m->nprobes + (size_t)monitor->column) * (size_t)fields,
                   (size_t)fields * sizeof *line);
            TRY(nd_csv_row(monitor->csv, line, 1 + fields));
        }
done:
    return status;
}

int nd_monitors_sample(struct nd_monitors *m, int64_t step, double time, int last)
{
    int status = 0, probes = 0;
    if (!m->started) return 0;
    TRY(ND_TASK(.kind = ND_TASK_SAMPLE, .step = step, .real = time, .which = last));
    for (int i = 0; i < m->n; i++) {
        struct nd_monitor *monitor = &m->at[i];
        if (!is_due(m, monitor, step, last)) continue;
        if (monitor->spec->probe)
            probes = 1;
        else
            TRY(add_sums(m, monitor, step, time, last));
    }
    if (!probes) goto done;
    if (m->probes.row == m->probes.rows) TRY(write_rows(m)); /* at the same step on all ranks */
    m->row_step[m->probes.row] = last ? -1 : step;           /* -1: due for all */
    m->row_time[m->probes.row] = time;
    TRY(nd_probes_sample(&m->probes));
done:
    return status;
}

int nd_monitors_flush(struct nd_monitors *m)
{
    int status = 0;
    if (!m->probes.row) return 0;
    TRY(ND_TASK(.kind = ND_TASK_PROBES));
    TRY(write_rows(m));
done:
    return status;
}

int nd_monitor_trace_init(const struct nd_monitors *m, const struct nd_monitor *monitor,
                          struct nd_trace *trace)
{
    return nd_trace_init(
        trace, &(struct nd_trace_setup){&monitor->surface, m->mesh, m->elem, m->law->fields.n, &m->symmetry});
}

int nd_monitor_trace(struct nd_monitor *monitor, int k, double *re, double *im, struct nd_trace *trace)
{
    int status = 0;
    TRY(nd_fourier_get(&monitor->fourier, k, re, im));
    nd_trace_evaluate(trace, re, im);
done:
    return status;
}

static int write_result(struct nd_monitors *m, struct nd_monitor *monitor, char *const *paths)
{
    if (monitor->spec->resonances) return nd_resonance_write(m, monitor, paths);
    if (monitor->spec->fourier) return nd_monitor_write_fourier(m, monitor, paths);
    if (monitor->spec->orders) return nd_orders_write(m, monitor, paths);
    if (monitor->spec->power) return nd_monitor_write_power(m, monitor, paths);
    return monitor->spec->far ? nd_monitor_write_far(m, monitor, paths) : 0;
}

/* Writes the results of far-field monitors, or of all others. Monitors that nd_work stops are skipped; why:
 * the reason of the first one, and the files of all of them. */
static int write_results(struct nd_monitors *m, bool far, const struct nd_output_paths *paths,
                         struct nd_text *why)
{
    int status = 0;
    for (int i = 0; i < m->n; i++) {
        struct nd_monitor *monitor = &m->at[i];
        char *const *own = paths->at + nd_output_monitor(i);
        if (monitor->done || monitor->spec->far != far) continue;
        monitor->done = 1;
        const int failed = write_result(m, monitor, own);
        monitor->stopped = failed == NUDGE_ESTOPPED;
        if (failed && !monitor->stopped) TRY(failed);
        if (!monitor->stopped) continue;
        const int first = !why->n;
        if (first) nd_text_add(why, "%s; not written: ", nudge_error());
        for (int k = 0; k < ND_MONITOR_FILES; k++)
            if (own[k]) nd_text_add(why, "%s%s", first && !k ? "" : ", ", own[k]);
    }
done:
    return status;
}

int nd_monitors_finish(struct nd_monitors *m, double hurry)
{
    int status = 0;
    struct nd_text why = {0};
    struct nd_output_paths paths = {0};
    if (!m->started) return 0;
    nd_work_hurry(INFINITY);
    TRY(nd_monitors_flush(m));
    TRY(nd_output_paths_init(&paths, m->problem));
    TRY(write_results(m, false, &paths, &why));
    nd_work_hurry(hurry);
    TRY(write_results(m, true, &paths, &why));
    TRY(nd_text_check(&why));
    if (why.n) FAIL(NUDGE_ESTOPPED, "%s", why.s);
    TRY(nd_monitors_stop(m));
done:
    nd_work_hurry(0);
    nd_output_paths_clear(&paths);
    nd_text_clear(&why);
    return status;
}

int nd_monitors_stop(struct nd_monitors *m)
{
    int status = 0;
    for (int i = 0; i < m->n && m->at; i++) {
        const int closed = nd_csv_destroy(m->at[i].csv);
        m->at[i].csv = NULL;
        nd_fourier_clear(&m->at[i].fourier);
        status = status ? status : closed;
    }
    nd_probes_clear(&m->probes);
    free(m->row_step);
    free(m->row_time);
    free(m->row);
    m->row_step = NULL;
    m->row_time = m->row = NULL;
    m->started = 0;
    return status;
}
