/* Sets up a monitor from its part of the problem file: finds points, elements and surfaces in the mesh. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/text.h"
#include "monitor/monitor.h"
#include "monitor/resonance.h"
#include "monitor/orders.h"

const char *nd_monitor_where(const nudge_problem *problem, const struct nd_monitor_spec *spec, int line,
                             char out[640])
{
    char where[512];
    nd_format(out, 640, "%s: monitors.%.100s",
              nd_problem_where(problem, line ? line : spec->named.line, where), spec->named.name);
    return out;
}

/* Names in the mesh, and the line of the problem file that refers to one. */
struct known {
    const char *kind; /* "region" or "boundary" */
    char *const *names;
    nd_idx n;
    int line;
};

static int find_name(const struct nd_monitors_setup *setup, const struct nd_monitor_spec *spec,
                     const struct known *known, const char *name, nd_idx *index)
{
    int status = 0;
    char *const *names = known->names;
    const nd_idx n = known->n;
    char where[640], all[512];
    *index = -1;
    for (nd_idx i = 0; i < n; i++)
        if (!strcmp(names[i], name)) *index = i;
    if (*index >= 0) return 0;
    const char *near = nd_text_nearest(name, (const char *const *)names, n);
    nd_names_join(names, n, all, sizeof all);
    FAIL(NUDGE_EVALUE, "%s: %s '%.80s' is not in the mesh%s%.60s%s; the mesh has: %s",
         nd_monitor_where(setup->problem, spec, known->line, where), known->kind, name,
         near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", all);
done:
    return status;
}

int nd_monitor_mark_regions(const struct nd_monitors_setup *setup, const struct nd_monitor_spec *spec,
                            const struct nd_words *words, char *flag)
{
    int status = 0;
    nd_idx r;
    const struct known regions = {"region", setup->mesh->region_name, setup->mesh->nregions, words->line};
    for (int i = 0; i < words->n; i++) {
        TRY(find_name(setup, spec, &regions, words->at[i], &r));
        flag[r] = 1;
    }
done:
    return status;
}

static int set_probe(struct nd_monitors *m, const struct nd_monitors_setup *setup, struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_monitor_spec *spec = monitor->spec;
    char where[640];
    TRY(nd_mesh_locate(setup->mesh, spec->at, &monitor->place));
    if (monitor->place.element < 0)
        FAIL(NUDGE_EVALUE,
             "%s: the point [%.6g, %.6g, %.6g] lies outside of the mesh; the nearest point inside is [%.6g, "
             "%.6g, %.6g], %.3g away",
             nd_monitor_where(setup->problem, spec, spec->at_line, where), spec->at[0], spec->at[1],
             spec->at[2], monitor->place.nearest[0], monitor->place.nearest[1], monitor->place.nearest[2],
             monitor->place.distance);
    const nd_idx b = nd_connect_sheet_at(setup->connect, setup->mesh, spec->at);
    if (b >= 0)
        FAIL(NUDGE_EVALUE,
             "%s: the point [%.6g, %.6g, %.6g] lies on boundary '%s' inside the mesh, at whose sides fields "
             "differ: move it to one of them",
             nd_monitor_where(setup->problem, spec, spec->at_line, where), spec->at[0], spec->at[1],
             spec->at[2], setup->mesh->boundary_name[b]);
    const double steps = rint(spec->every / setup->schedule->dt);
    monitor->stride = steps > 1 ? (int64_t)fmin(steps, 1e15) : 1;
    const double apart = (double)monitor->stride * setup->schedule->dt;
    if (spec->every > setup->schedule->dt && fabs(apart / spec->every - 1) > 0.05)
        nd_warn(
            "%s: rows are %.4g apart, a whole number of steps, and not %.4g; let every be a multiple of the "
            "least of all outputs, or use time.integrator lsrk4, whose steps are short",
            nd_monitor_where(setup->problem, spec, spec->at_line, where), apart, spec->every);
    monitor->column = m->nprobes++;
done:
    return status;
}

/* Checks the frequencies and sets the stride: fields are sampled every stride-th step, at least ten times per
 * period of the highest frequency that they may hold. Frequencies above half the sampling rate would be taken
 * for lower ones. */
static int set_frequencies(struct nd_monitors *m, const struct nd_monitors_setup *setup,
                           struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_monitor_spec *spec = monitor->spec;
    const double dt = setup->schedule->dt;
    double highest = m->incident.highest;
    char where[640];
    nd_monitor_where(setup->problem, spec, spec->frequencies.line, where);
    if (!spec->frequencies.n) FAIL(NUDGE_EVALUE, "%s: frequencies is empty; give at least one", where);
    for (int i = 0; i < spec->frequencies.n; i++) {
        const double f = spec->frequencies.at[i];
        if (!(2 * f * dt < 1))
            FAIL(NUDGE_EVALUE,
                 "%s: the frequency %.6g is above %.6g, the highest that steps of %.4g resolve; lower it, or "
                 "refine the mesh",
                 where, f, 0.5 / dt, dt);
        highest = fmax(highest, f);
    }
    monitor->stride =
        highest > 0 && isfinite(highest) ? (int64_t)fmin(fmax(floor(0.1 / (highest * dt)), 1), 1e9) : 1;
done:
    return status;
}

/* Lists the elements of the named regions. */
static int set_regions(const struct nd_monitors_setup *setup, struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char *flag = NULL, where[640];
    ALLOC(flag, mesh->nregions + 1);
    TRY(nd_monitor_mark_regions(setup, monitor->spec, &monitor->spec->regions, flag));
    for (nd_idx k = 0; k < mesh->K; k++) monitor->count += flag[mesh->region[k]];
    if (!monitor->count)
        FAIL(NUDGE_EVALUE, "%s: there are no elements in these regions; name at least one that has some",
             nd_monitor_where(setup->problem, monitor->spec, monitor->spec->regions.line, where));
    ALLOC(monitor->element, monitor->count);
    for (nd_idx k = 0, n = 0; k < mesh->K; k++)
        if (flag[mesh->region[k]]) monitor->element[n++] = k;
done:
    free(flag);
    return status;
}

/* Lays a grid on the plane, and lists the elements that hold its points. */
static int set_plane(const struct nd_monitors_setup *setup, struct nd_monitor *monitor)
{
    int status = 0;
    enum { MOST = 400 }; /* points along the longer side */
    const struct nd_monitor_spec *spec = monitor->spec;
    struct nd_plane *plane = &monitor->plane;
    double low, high, at = spec->plane_at;
    char where[640];
    nd_plane_range(setup->mesh, spec->plane, &low, &high);
    /* The coordinate of a wall may differ from the given one by rounding. */
    if (fabs(at - low) < 1e-9 * (high - low)) at = low;
    if (fabs(at - high) < 1e-9 * (high - low)) at = high;
    nd_plane_init(plane, setup->mesh, spec->plane, at);
    const double across = plane->high[0] - plane->low[0], up = plane->high[1] - plane->low[1];
    if (!(across > 0 && up > 0))
        FAIL(NUDGE_EVALUE, "%s: the plane %c = %.6g %s the mesh, which lies between %c = %.6g and %.6g",
             nd_monitor_where(setup->problem, spec, spec->plane_line, where), "xyz"[spec->plane], at,
             at < low || at > high ? "misses" : "has no area in", "xyz"[spec->plane], low, high);
    const double step = fmax(across, up) / MOST;
    const int width = (int)fmax(rint(across / step), 1), height = (int)fmax(rint(up / step), 1);
    TRY(nd_slice_init(&monitor->slice, setup->mesh, setup->elem, plane, width, height));
    monitor->count = monitor->slice.elements;
    ALLOC(monitor->element, monitor->count);
    memcpy(monitor->element, monitor->slice.element, (size_t)monitor->count * sizeof *monitor->element);
    for (int i = 0; i < monitor->slice.elements; i++)
        monitor->slice.element[i] = i; /* indices into monitor->element */
done:
    return status;
}

void nd_monitor_mark_open(const struct nd_monitors_setup *setup, char *open)
{
    for (nd_idx b = 0; b < setup->mesh->nboundaries; b++)
        open[b] = (char)nd_assign_open(setup->assign, setup->law, b);
}

int nd_monitor_set_surface(const struct nd_monitors_setup *setup, struct nd_monitor *monitor, int outer)
{
    int status = 0;
    const struct nd_monitor_spec *spec = monitor->spec;
    const struct nd_mesh *mesh = setup->mesh;
    char *flag = NULL, *open = NULL, where[640];
    nd_idx b;
    ALLOC(flag, mesh->nregions + 1);
    ALLOC(open, mesh->nboundaries + 1);
    nd_monitor_mark_open(setup, open);
    nd_surface_clear(&monitor->surface);
    if (spec->boundary) {
        TRY(find_name(setup, spec, &(struct known){"boundary", mesh->boundary_name, mesh->nboundaries, 0},
                      spec->boundary, &b));
        if (nd_symmetry_has(setup->symmetry, b))
            FAIL(NUDGE_EVALUE, "%s: boundary '%.80s' is a plane of symmetry, through which nothing flows",
                 nd_monitor_where(setup->problem, spec, 0, where), spec->boundary);
        TRY(nd_surface_boundary(&monitor->surface, mesh, setup->connect, b));
    } else {
        TRY(nd_monitor_mark_regions(setup, spec, &spec->around, flag));
        TRY(nd_surface_around(&monitor->surface, mesh, setup->connect, flag, open, outer));
    }
    if (!monitor->surface.nfaces && !outer)
        FAIL(NUDGE_EVALUE, "%s: there is no such surface: %s",
             nd_monitor_where(setup->problem, spec, spec->around.line, where),
             spec->boundary
                 ? "this boundary has no face with a condition, neither at the end of the mesh nor inside"
                 : "the regions have no neighbours, or walls on all sides, and reach no open boundary");
done:
    free(flag);
    free(open);
    return status;
}

/* Computes the energy fluxes of the materials at the faces of the surface. */
static int set_flux(const struct nd_monitors_setup *setup, struct nd_monitor *monitor)
{
    int status = 0, n = 0;
    const struct nd_surface *s = &monitor->surface;
    const size_t one = (size_t)(setup->law->fields.n * setup->law->fields.n);
    struct nd_matrices *m = NULL;
    int *number = NULL; /* of each material, from 1 */
    ALLOC(m, 1);
    ALLOC(number, setup->assign->nmaterials + 1);
    ALLOC(monitor->medium, s->nfaces);
    for (nd_idx i = 0; i < s->nfaces; i++) {
        const int material = setup->assign->material[setup->mesh->region[s->element[s->owner[i]]]];
        if (!number[material]) number[material] = ++n;
        monitor->medium[i] = number[material] - 1;
    }
    ALLOC(monitor->flux, 3 * one * (size_t)n);
    for (int i = 0; i < setup->assign->nmaterials; i++) {
        if (!number[i]) continue;
        TRY(nd_matrices_init(m, setup->rhs, i));
        for (size_t k = 0; k < 3; k++)
            memcpy(monitor->flux + (3 * (size_t)(number[i] - 1) + k) * one, m->F[k], one * sizeof *m->F[k]);
    }
done:
    free(m);
    free(number);
    return status;
}

/* Checks the ending of the file name. */
static int check_ending(const struct nd_monitors_setup *setup, const struct nd_monitor_spec *spec)
{
    int status = 0;
    const char *want = spec->fourier ? ".h5" : ".csv";
    const size_t n = spec->file ? strlen(spec->file) : 0, tail = strlen(want);
    char where[640];
    if (n && (n <= tail || strcmp(spec->file + n - tail, want)))
        FAIL(NUDGE_EVALUE, "%s: file '%.200s' must end in %s",
             nd_monitor_where(setup->problem, spec, 0, where), spec->file, want);
done:
    return status;
}

int nd_monitor_init(struct nd_monitors *m, const struct nd_monitors_setup *setup, int i)
{
    int status = 0;
    struct nd_monitor *monitor = &m->at[i];
    const struct nd_monitor_spec *spec = monitor->spec;
    TRY(check_ending(setup, spec));
    if (spec->probe) {
        TRY(set_probe(m, setup, monitor));
        if (spec->resonances) TRY(nd_resonance_init(m, setup, monitor));
        goto done;
    }
    TRY(set_frequencies(m, setup, monitor));
    if (spec->regions.at || nd_monitor_is_plane(spec)) {
        TRY(spec->regions.at ? set_regions(setup, monitor) : set_plane(setup, monitor));
        goto done;
    }
    TRY(spec->far      ? nd_monitor_set_far(m, setup, monitor)
        : spec->orders ? nd_orders_set(setup, monitor)
                       : nd_monitor_set_surface(setup, monitor, 0));
    if (!spec->fourier && !spec->orders) TRY(set_flux(setup, monitor));
    monitor->count = monitor->surface.nelements;
    ALLOC(monitor->element, monitor->count);
    memcpy(monitor->element, monitor->surface.element, (size_t)monitor->count * sizeof *monitor->element);
done:
    return status;
}

void nd_monitor_clear(struct nd_monitor *monitor)
{
    nd_results_clear(&monitor->results);
    nd_results_clear(&monitor->signal);
    nd_fourier_clear(&monitor->fourier);
    nd_surface_clear(&monitor->surface);
    nd_slice_clear(&monitor->slice);
    free(monitor->element);
    free(monitor->flux);
    free(monitor->medium);
    free(monitor->around);
    monitor->element = NULL;
    monitor->flux = NULL;
    monitor->medium = NULL;
    monitor->around = NULL;
}
