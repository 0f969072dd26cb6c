/* Writes the results of monitors: fields at frequencies as HDF5, powers as CSV. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "monitor/monitor.h"
#include "plot/film_strip.h"

/* Amplitudes at all frequencies: [frequency][count][fields][Np]. */
struct amplitudes {
    double *re, *im;
    size_t one; /* reals of one frequency */
};

static int read_all(struct nd_monitors *m, struct nd_monitor *monitor, struct amplitudes *a)
{
    int status = 0;
    const int n = monitor->fourier.n;
    a->one = (size_t)monitor->count * (size_t)(m->law->fields.n * m->elem->Np);
    ALLOC(a->re, a->one * (size_t)n);
    ALLOC(a->im, a->one * (size_t)n);
    for (int k = 0; k < n; k++)
        TRY(nd_fourier_get(&monitor->fourier, k, a->re + (size_t)k * a->one, a->im + (size_t)k * a->one));
done:
    return status;
}

/* Copies one field of one frequency: to[count][Np]. */
static void pick(const struct nd_monitors *m, const struct nd_monitor *monitor, const double *values,
                 int field, double *to)
{
    const size_t Np = (size_t)m->elem->Np, fields = (size_t)m->law->fields.n;
    for (size_t i = 0; i < (size_t)monitor->count; i++)
        memcpy(to + i * Np, values + (i * fields + (size_t)field) * Np, Np * sizeof *to);
}

static int write_heading(struct nd_monitors *m, struct nd_monitor *monitor, struct nd_h5 *h5)
{
    int status = 0;
    char time[64];
    nd_format(time, sizeof time, "%.17g", monitor->before);
    TRY(nd_h5_attribute(h5, "law", m->law->name));
    TRY(nd_h5_attribute(h5, "units", nd_problem_si(m->problem) ? "si" : "natural"));
    TRY(nd_h5_attribute(h5, "device", m->rhs->device->backend->name));
    TRY(nd_h5_attribute(h5, "transform", "integral of exp(-2 pi i f t) q(t) dt"));
    TRY(nd_h5_attribute(h5, "until", time));
    TRY(nd_h5_write_box(h5, "frequencies", 1, (const nd_gid[]){monitor->fourier.n},
                        monitor->fourier.frequency));
done:
    return status;
}

static int write_nodes(struct nd_monitors *m, struct nd_monitor *monitor, struct nd_h5 *h5)
{
    int status = 0;
    static const char *const axes[] = {"x", "y", "z"};
    const size_t Np = (size_t)m->elem->Np, all = (size_t)monitor->count * Np;
    double *x = NULL, *label = NULL;
    ALLOC(x, 3 * all);
    ALLOC(label, monitor->count);
    for (nd_idx i = 0; i < monitor->count; i++) {
        double *at = x + (size_t)i * Np;
        nd_geometry_nodes(m->mesh, m->elem, monitor->element[i], at, at + all, at + 2 * all);
        label[i] = (double)m->mesh->label[monitor->element[i]];
    }
    for (int c = 0; c < 3; c++)
        TRY(nd_h5_write(h5, axes[c], monitor->count, m->elem->Np, x + (size_t)c * all));
    TRY(nd_h5_write_box(h5, "element", 1, (const nd_gid[]){monitor->count}, label));
done:
    free(x);
    free(label);
    return status;
}

/* Copies values at the nodes of the listed elements to the nodes of the surface's faces. */
static void to_faces(const struct nd_elem *elem, const struct nd_surface *s, const double *nodal, double *to)
{
    for (size_t i = 0; i < (size_t)s->nfaces; i++) {
        const double *own = nodal + (size_t)s->owner[i] * (size_t)elem->Np;
        for (int n = 0; n < elem->Nfp; n++)
            to[i * (size_t)elem->Nfp + (size_t)n] = own[elem->Fmask[s->face[i] * elem->Nfp + n]];
    }
}

/* Writes nodes, outward normals and elements of the surface's faces. */
static int write_faces(struct nd_monitors *m, struct nd_monitor *monitor, struct nd_h5 *h5)
{
    int status = 0;
    static const char *const axes[] = {"x", "y", "z"}, *const normals[] = {"nx", "ny", "nz"};
    const struct nd_surface *s = &monitor->surface;
    const size_t Np = (size_t)m->elem->Np, all = (size_t)monitor->count * Np, faces = (size_t)s->nfaces;
    double *x = NULL, *on = NULL, *normal = NULL, *label = NULL;
    ALLOC(x, 3 * all);
    ALLOC(on, faces * (size_t)m->elem->Nfp);
    ALLOC(normal, 3 * faces);
    ALLOC(label, faces);
    for (nd_idx i = 0; i < monitor->count; i++) {
        double *at = x + (size_t)i * Np;
        nd_geometry_nodes(m->mesh, m->elem, monitor->element[i], at, at + all, at + 2 * all);
    }
    for (size_t i = 0; i < faces; i++) {
        double G[9], J, n[4][3], Fscale[4];
        const nd_idx k = monitor->element[s->owner[i]];
        nd_geometry_metric(m->mesh, k, G, &J);
        nd_geometry_faces(G, n, Fscale);
        for (int c = 0; c < 3; c++) normal[(size_t)c * faces + i] = s->sign * n[s->face[i]][c];
        label[i] = (double)m->mesh->label[k];
    }
    for (int c = 0; c < 3; c++) {
        to_faces(m->elem, s, x + (size_t)c * all, on);
        TRY(nd_h5_write(h5, axes[c], s->nfaces, m->elem->Nfp, on));
        TRY(nd_h5_write_box(h5, normals[c], 1, (const nd_gid[]){s->nfaces}, normal + (size_t)c * faces));
    }
    TRY(nd_h5_write_box(h5, "element", 1, (const nd_gid[]){s->nfaces}, label));
done:
    free(x);
    free(on);
    free(normal);
    free(label);
    return status;
}

/* The real or the imaginary parts of the fields at all frequencies. */
struct part {
    const char *name;     /* "re" or "im" */
    const double *values; /* [frequencies][size] */
    size_t size;          /* reals of one frequency */
};

/* Writes one field at the nodes of elements or faces, or on the grid of the plane with rows from the
 * bottom. */
static int write_field(struct nd_monitors *m, struct nd_monitor *monitor, struct nd_h5 *h5, int field,
                       const struct part *part)
{
    int status = 0;
    const struct nd_slice *s = &monitor->slice;
    const int grid = nd_monitor_is_plane(monitor->spec), faces = !grid && !monitor->spec->regions.at;
    const nd_gid shape[3] = {monitor->fourier.n,
                             grid    ? s->height
                             : faces ? monitor->surface.nfaces
                                     : monitor->count,
                             grid    ? s->width
                             : faces ? m->elem->Nfp
                                     : m->elem->Np};
    const size_t nodal = (size_t)monitor->count * (size_t)m->elem->Np, size = (size_t)(shape[1] * shape[2]);
    char name[64];
    double *own = NULL, *out = NULL, *from_top = NULL;
    ALLOC(own, nodal);
    ALLOC(out, size * (size_t)monitor->fourier.n);
    ALLOC(from_top, size);
    for (int k = 0; k < monitor->fourier.n; k++) {
        double *to = out + (size_t)k * size;
        pick(m, monitor, part->values + (size_t)k * part->size, field, grid || faces ? own : to);
        if (faces) to_faces(m->elem, &monitor->surface, own, to);
        if (!grid) continue;
        nd_slice_sample(s, own, from_top);
        for (int j = 0; j < s->height; j++)
            memcpy(to + (size_t)j * (size_t)s->width,
                   from_top + (size_t)(s->height - 1 - j) * (size_t)s->width, (size_t)s->width * sizeof *to);
    }
    nd_format(name, sizeof name, "%.50s_%s", m->law->fields.at[field], part->name);
    TRY(nd_h5_write_box(h5, name, 3, shape, out));
done:
    free(own);
    free(out);
    free(from_top);
    return status;
}

/* Writes the coordinates of the grid's columns and rows, and the position of the plane. */
static int write_grid(struct nd_monitor *monitor, struct nd_h5 *h5)
{
    int status = 0;
    static const char *const axes[] = {"x", "y", "z"};
    const struct nd_plane *p = &monitor->plane;
    const int n[2] = {monitor->slice.width, monitor->slice.height}, axis[2] = {p->right, p->up};
    double *x = NULL;
    ALLOC(x, n[0] > n[1] ? n[0] : n[1]);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < n[side]; i++)
            x[i] = p->low[side] + (i + 0.5) / n[side] * (p->high[side] - p->low[side]);
        TRY(nd_h5_write_box(h5, axes[axis[side]], 1, (const nd_gid[]){n[side]}, x));
    }
    TRY(nd_h5_write_box(h5, axes[p->axis], 1, (const nd_gid[]){1}, &p->at));
done:
    free(x);
    return status;
}

/* out: the magnitude of the law's first vector, or first field, on the grid at frequency k. */
static int magnitude(struct nd_monitors *m, struct nd_monitor *monitor, const struct amplitudes *a, int k,
                     double *out)
{
    int status = 0;
    const size_t pixels = (size_t)monitor->slice.width * (size_t)monitor->slice.height;
    double *own = NULL, *part = NULL;
    ALLOC(own, (size_t)monitor->count * (size_t)m->elem->Np);
    ALLOC(part, pixels);
    memset(out, 0, pixels * sizeof *out);
    for (int c = 0; c < (m->vector ? 3 : 1); c++)
        for (int im = 0; im < 2; im++) {
            pick(m, monitor, (im ? a->im : a->re) + (size_t)k * a->one, c, own);
            nd_slice_sample(&monitor->slice, own, part);
            for (size_t i = 0; i < pixels; i++) out[i] += part[i] * part[i];
        }
    for (size_t i = 0; i < pixels; i++) out[i] = sqrt(out[i]);
done:
    free(own);
    free(part);
    return status;
}

/* Resamples the grid to the size of a panel by its nearest points. */
static void shrink(const struct nd_slice *from, const double *values, const struct nd_film_strip *strip,
                   double *to)
{
    for (int j = 0; j < strip->height; j++)
        for (int i = 0; i < strip->width; i++)
            to[j * strip->width + i] =
                values[(size_t)(j * from->height / strip->height) * (size_t)from->width +
                       (size_t)(i * from->width / strip->width)];
}

static int draw_plane(struct nd_monitors *m, struct nd_monitor *monitor, const struct amplitudes *a,
                      const char *path)
{
    int status = 0;
    const struct nd_plane *p = &monitor->plane;
    const int n = monitor->fourier.n < 12 ? monitor->fourier.n : 12;
    char title[128], subtitle[256], name[64], at[32], unit[48] = "";
    double *grid = NULL;
    struct nd_film_strip strip = {.title = title,
                                  .subtitle = subtitle,
                                  .name = name,
                                  .symbol = "f",
                                  .dim = ND_DIM_FREQUENCY,
                                  .unit = unit,
                                  .si = nd_problem_si(m->problem),
                                  .positive = 1,
                                  .plane = *p,
                                  .time = monitor->fourier.frequency,
                                  .panels = n};
    const char *first = m->law->fields.at[0];
    nd_format(name, sizeof name, "|%.*s|", (int)strlen(first) - m->vector, first);
    nd_format(title, sizeof title, "%.60s: %s at frequencies", monitor->spec->named.name, strip.name);
    nd_format(subtitle, sizeof subtitle, "%s on the plane %c = %s", name, "xyz"[p->axis],
              nd_quantity_text(p->at, ND_DIM_LENGTH, strip.si, at));
    if (strip.si && *nd_law_unit(m->law, 0)) nd_format(unit, sizeof unit, "%.30s s", nd_law_unit(m->law, 0));
    TRY(nd_outline_find(&strip.outline, m->mesh, p));
    nd_film_strip_arrange(&strip, n, p->high[0] - p->low[0], p->high[1] - p->low[1]);
    ALLOC(grid, (size_t)monitor->slice.width * (size_t)monitor->slice.height);
    ALLOC(strip.limit, n);
    ALLOC(strip.values, (size_t)n * (size_t)strip.width * (size_t)strip.height);
    for (int k = 0; k < n; k++) {
        TRY(magnitude(m, monitor, a, k, grid));
        shrink(&monitor->slice, grid, &strip,
               strip.values + (size_t)k * (size_t)strip.width * (size_t)strip.height);
        TRY(nd_film_strip_measure(&strip, k));
    }
    TRY(nd_film_strip_write(&strip, path));
done:
    nd_outline_clear(&strip.outline);
    free(strip.values);
    free(strip.limit);
    free(grid);
    return status;
}

int nd_monitor_write_fourier(struct nd_monitors *m, struct nd_monitor *monitor, char *const *paths)
{
    int status = 0;
    struct amplitudes a = {0};
    char advice[512];
    struct nd_h5 *h5 = NULL;
    TRY(read_all(m, monitor, &a));
    TRY(nd_h5_create(&h5, paths[ND_MONITOR_ARRAYS]));
    if (m->keep) nd_h5_keep(h5, &monitor->results);
    TRY(write_heading(m, monitor, h5));
    TRY(monitor->spec->regions.at            ? write_nodes(m, monitor, h5)
        : nd_monitor_is_plane(monitor->spec) ? write_grid(monitor, h5)
                                             : write_faces(m, monitor, h5));
    for (int f = 0; f < m->law->fields.n; f++) {
        TRY(write_field(m, monitor, h5, f, &(struct part){"re", a.re, a.one}));
        TRY(write_field(m, monitor, h5, f, &(struct part){"im", a.im, a.one}));
    }
    struct nd_h5 *whole = h5;
    h5 = NULL;
    TRY(nd_h5_destroy(whole));
    if (paths[ND_MONITOR_CHART] && nd_canvas_ready(advice))
        TRY(draw_plane(m, monitor, &a, paths[ND_MONITOR_CHART]));
done:
    nd_h5_abandon(h5);
    free(a.re);
    free(a.im);
    return status;
}

/* The power is that of spectra: an energy per frequency. */
static int power_head(const struct nd_monitors *m, int wave, struct nd_text *head)
{
    const bool si = nd_problem_si(m->problem);
    char unit[32] = "";
    const char *energy = nd_law_unit(m->law, m->law->fields.n);
    if (*energy) nd_format(unit, sizeof unit, "%s/Hz", energy);
    nd_csv_column(head, "frequency", si ? "Hz" : NULL);
    nd_csv_column(head, "power", si ? unit : NULL);
    if (wave) nd_csv_column(head, "cross_section", si ? "m2" : NULL);
    return nd_text_check(head);
}

int nd_monitor_write_power(struct nd_monitors *m, struct nd_monitor *monitor, char *const *paths)
{
    int status = 0;
    const size_t one = (size_t)monitor->count * (size_t)(m->law->fields.n * m->elem->Np);
    const int wave = m->incident.waves == 1;
    struct nd_trace trace = {0};
    struct nd_csv *csv = NULL;
    struct nd_text head = {0};
    double *re = NULL, *im = NULL;
    ALLOC(re, one);
    ALLOC(im, one);
    TRY(nd_monitor_trace_init(m, monitor, &trace));
    TRY(power_head(m, wave, &head));
    TRY(nd_csv_create(&csv, paths[ND_MONITOR_TABLE], head.s));
    if (m->keep) TRY(nd_csv_keep(csv, &monitor->results));
    for (int k = 0; k < monitor->fourier.n; k++) {
        const double f = monitor->fourier.frequency[k];
        double complex share = NAN;
        TRY(nd_monitor_trace(monitor, k, re, im, &trace));
        if (wave) TRY(nd_incident_spectrum(&m->incident, f, 0, &share));
        const double power = nd_trace_power(&trace, monitor->flux, monitor->medium),
                     intensity = wave ? m->incident.plane->intensity * pow(cabs(share), 2) : NAN;
        TRY(nd_csv_row(csv, (const double[]){f, power, power / intensity}, wave ? 3 : 2));
    }
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&head);
    nd_trace_clear(&trace);
    free(re);
    free(im);
    return status;
}
