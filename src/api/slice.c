/* Functions of nudge.h that evaluate fields: all rates at once, and values on a plane. */
#include <math.h>
#include <string.h>
#include "api/api.h"
#include "base/memory.h"
#include "base/threads.h"
#include "comm/task.h"
#include "plot/slice.h"
#include "solver/ranks.h"
#include "solver/solver.h"

enum { PIXELS = 400, PIXELS_MOST = 20000 }; /* along the longer side; along any side */

int nudge_solver_rates(nudge_solver *s, double *values)
{
    GIVEN(s, "solver");
    GIVEN(values, "values");
    int status = 0;
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    const int before = nd_threads_enter();
    TRY(ND_TASK(.kind = ND_TASK_RATE));
    TRY(nd_rhs_rate(&s->rhs));
    for (int f = 0; f < s->law.fields.n; f++) TRY(nd_rhs_get(&s->rhs, 1, f, values + (size_t)f * n));
done:
    nd_threads_leave(before);
    return status;
}

int nudge_solver_rates_of(nudge_solver *s, const double *fields, double *values)
{
    GIVEN(s, "solver");
    GIVEN(fields, "fields");
    GIVEN(values, "values");
    int status = 0;
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    const int before = nd_threads_enter();
    for (int f = 0; f < s->law.fields.n; f++) TRY(nd_rhs_set(&s->rhs, f, fields + (size_t)f * n));
    TRY(nudge_solver_rates(s, values));
done:
    nd_threads_leave(before);
    return status;
}

int nudge_solver_check_linear(const nudge_solver *s)
{
    GIVEN(s, "solver");
    int status = 0;
    const char *why = NULL;
    if (s->sources.n)
        why = "sources: with them the time derivatives are not linear in the fields; leave them out";
    else if (s->ports.n && s->ports.excited >= 0)
        why = "sparameters.excite: a port is excited, and the time derivatives are not linear in the fields; "
              "leave it out";
    else if (s->pml.n)
        why = "pml: its memory is a part of the state that fields do not show; use an absorbing boundary";
    else if (s->poles.n)
        why = "materials: those with poles have a polarization that fields do not show; use constants in "
              "their place";
    else if (s->surfaces.conductors.aux)
        why =
            "conductors: currents in them are a part of the state that fields do not show; use an ideal wall";
    else if (s->loads.term.aux)
        why = "loads: currents of L and voltages of C are a part of the state that fields do not show; use a "
              "resistance";
    if (why) FAIL(NUDGE_EVALUE, "%s", why);
done:
    return status;
}

/* A coordinate of the plane may differ from that of a wall by rounding. */
static double snap(double at, double low, double high)
{
    const double near = 1e-9 * (high - low);
    return fabs(at - low) < near ? low : fabs(at - high) < near ? high : at;
}

/* The cross-section of the mesh, and how many points show it. */
static int place(const nudge_solver *s, nudge_plane *p, struct nd_plane *plane)
{
    int status = 0;
    double low, high;
    if (p->axis < 0 || p->axis > 2) FAIL(NUDGE_EVALUE, "nudge_plane.axis is %d; give 0, 1 or 2", p->axis);
    if (p->columns < 0 || p->rows < 0 || p->columns > PIXELS_MOST || p->rows > PIXELS_MOST)
        FAIL(NUDGE_EVALUE, "a plane of %d by %d points: give 1 to %d along each side", p->columns, p->rows,
             PIXELS_MOST);
    nd_plane_range(&s->mesh, p->axis, &low, &high);
    nd_plane_init(plane, &s->mesh, p->axis, snap(p->at, low, high));
    if (!(plane->low[0] < plane->high[0]) || !(plane->low[1] < plane->high[1]))
        FAIL(NUDGE_EVALUE, "the plane %c = %.6g %s the mesh, which lies between %c = %.6g and %.6g",
             "xyz"[p->axis], p -> at, p -> at >= low && p -> at <= high ? "has no area in" : "misses",
             "xyz"[p->axis], low, high);
    const double width = plane->high[0] - plane->low[0], height = plane->high[1] - plane->low[1],
                 pixel = fmax(width, height) / PIXELS;
    if (!p->columns) p->columns = (int)fmax(1, rint(width / pixel));
    if (!p->rows) p->rows = (int)fmax(1, rint(height / pixel));
    memcpy(p->low, plane->low, sizeof p->low);
    memcpy(p->high, plane->high, sizeof p->high);
done:
    return status;
}

/* Nodal values: of a field, or the index of each element's region. */
static int nodal_values(nudge_solver *s, const char *field, double *values)
{
    const size_t Np = (size_t)s->elem.Np;
    if (strcmp(field, "region")) return nudge_solver_get(s, field, values);
    for (size_t i = 0; i < (size_t)s->mesh.K * Np; i++) values[i] = s->mesh.region[i / Np];
    return 0;
}

/* An index that was interpolated is off by rounding. */
static void round_all(double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) values[i] = rint(values[i]);
}

/* Pictures have their first row on top, arrays of numbers the smallest coordinate first. */
static void turn(double *values, size_t columns, size_t rows)
{
    for (size_t i = 0; i < rows / 2; i++)
        for (size_t j = 0; j < columns; j++) {
            double *a = values + i * columns + j, *b = values + (rows - 1 - i) * columns + j, held = *a;
            *a = *b;
            *b = held;
        }
}

int nudge_solver_slice(nudge_solver *s, const char *field, nudge_plane *plane, double *values)
{
    GIVEN(s, "solver");
    GIVEN(field, "field");
    GIVEN(plane, "plane");
    int status = 0;
    const int before = nd_threads_enter();
    struct nd_plane own;
    struct nd_slice slice = {0};
    double *nodal = NULL;
    if (plane->size < sizeof *plane)
        FAIL(NUDGE_EVALUE, "nudge_plane.size is %zu; set it to sizeof(nudge_plane)", plane->size);
    TRY(place(s, plane, &own));
    if (!values) goto done;
    ALLOC(nodal, (size_t)s->mesh.K * (size_t)s->elem.Np);
    TRY(nodal_values(s, field, nodal));
    TRY(nd_slice_init(&slice, &s->mesh, &s->elem, &own, plane->columns, plane->rows));
    nd_slice_sample(&slice, nodal, values);
    if (!strcmp(field, "region")) round_all(values, (size_t)plane->columns * (size_t)plane->rows);
    turn(values, (size_t)plane->columns, (size_t)plane->rows);
done:
    free(nodal);
    nd_slice_clear(&slice);
    nd_threads_leave(before);
    return status;
}
