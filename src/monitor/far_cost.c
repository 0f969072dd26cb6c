/* Estimates, before the first step, the time and memory that far fields take after the last one. */
#include "monitor/far.h"

#include <math.h>
#include <string.h>
#include "base/threads.h"
#include "base/time.h"

enum { POINTS = 256, DIRECTIONS = 16, ROWS = 64 }; /* sizes of the measured samples */

static double directions(const struct nd_monitor *monitor)
{
    return (double)nd_far_thetas(monitor->spec) * nd_far_phis(monitor->spec);
}

static double points(const struct nd_monitors *m, const struct nd_monitor *monitor)
{
    return (double)monitor->surface.nfaces * (m->elem->N + 1) * (m->elem->N + 1) * m->symmetry.images;
}

double nd_far_bytes(const struct nd_monitors *m, const struct nd_monitor *monitor)
{
    const int parts = m->law->nwave == 3 ? 4 : 2, fields = m->law->fields.n;
    /* The file of arrays, which HDF5 holds in memory until it is complete and extends by 16 MB at a time; the
     * trace. */
    return 8. * (1 + parts) * monitor->spec->frequencies.n * directions(monitor) + 16e6 +
           points(m, monitor) * (2 * 3 * sizeof(double) + (size_t)fields * sizeof(double complex)) +
           4. * (m->elem->N + 1) * (m->elem->N + 1) * m->elem->Np * sizeof(double);
}

/* The radius of a sphere around all elements at the surface. */
static double radius(const struct nd_monitors *m, const struct nd_monitor *monitor)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
    for (nd_idx i = 0; i < 4 * monitor->surface.nelements; i++) {
        const nd_idx k = monitor->surface.element[i / 4];
        const double *x = m->mesh->V + 3 * (size_t)m->mesh->EToV[4 * (size_t)k + (size_t)(i % 4)];
        for (int c = 0; c < 3; c++) low[c] = fmin(low[c], x[c]), high[c] = fmax(high[c], x[c]);
    }
    for (int c = 0; c < 3; c++) sum += (high[c] - low[c]) * (high[c] - low[c]) / 4;
    return sqrt(sum);
}

/* Seconds of one thread per point of the surface and direction: the shortest of a few measurements. */
static int measure_point(const struct nd_monitors *m, const struct nd_monitor *monitor, double *seconds)
{
    int status = 0;
    struct nd_trace t = {.n = POINTS, .fields = m->law->fields.n};
    double complex F[2];
    *seconds = INFINITY;
    ALLOC(t.x, 3 * POINTS);
    ALLOC(t.dS, 3 * POINTS);
    ALLOC(t.u, (size_t)t.fields * POINTS);
    for (int i = 0; i < 3 * POINTS; i++) t.x[i] = 0.01 * i, t.dS[i] = 1;
    for (int i = 0; i < t.fields * POINTS; i++) t.u[i] = 1;
    struct nd_outside outside = monitor->outside;
    outside.k = 1;
    for (int i = 0; i < DIRECTIONS; i++) {
        const struct nd_direction d = nd_direction_at(0.1 * i, 0.2 * i);
        const double start = nd_seconds_now();
        nd_far_field(&t, &outside, &d, F);
        *seconds = fmin(*seconds, (nd_seconds_now() - start) / POINTS);
    }
done:
    nd_trace_clear(&t);
    return status;
}

/* Seconds per row of the table. */
static int measure_row(int columns, double *seconds)
{
    int status = 0;
    struct nd_csv *csv = NULL;
    double row[9];
    TRY(nd_csv_create(&csv, "/dev/null", columns == 9 ? "a,b,c,d,e,f,g,h,i" : "a,b,c,d,e,f,g"));
    const double start = nd_seconds_now();
    for (int i = 0; i < ROWS; i++) {
        for (int c = 0; c < columns; c++) row[c] = sin(i + 9. * c);
        TRY(nd_csv_row(csv, row, columns));
    }
    *seconds = (nd_seconds_now() - start) / ROWS;
done:
    nd_csv_destroy(csv);
    return status;
}

int nd_far_seconds(const struct nd_monitors *m, const struct nd_monitor *monitor, double *seconds)
{
    int status = 0;
    double point, row, all = 0;
    TRY(measure_point(m, monitor, &point));
    TRY(measure_row(m->law->nwave == 3 ? 9 : 7, &row));
    for (int k = 0; k < monitor->spec->frequencies.n; k++) {
        struct nd_outside outside = monitor->outside;
        outside.k *= monitor->spec->frequencies.at[k];
        all += nd_far_power_directions(&outside, radius(m, monitor)) + directions(monitor);
    }
    *seconds = all * points(m, monitor) * point / nd_threads_get().n +
               row * directions(monitor) * monitor->spec->frequencies.n;
done:
    return status;
}
