#include "port/lumped.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"

static double extent(const struct nd_port_setup *setup, const struct nd_port_plane *plane,
                     const double axis[3])
{
    double low = INFINITY, high = -INFINITY;
    for (nd_idx i = 0; i < plane->n; i++)
        for (int v = 0; v < 3; v++) {
            const double at = nd_port_dot(axis, nd_mesh_vertex(setup->mesh, plane->face[i].v[v]));
            low = fmin(low, at), high = fmax(high, at);
        }
    return high - low;
}

/* A surface with elements on both sides, and without a condition. */
static int check_inside(const struct nd_port_setup *setup, const struct nd_port_spec *spec,
                        const struct nd_port_plane *plane, const char *where)
{
    int status = 0;
    const struct nd_pair *pair = nd_pairs_find(&setup->problem->boundaries, spec->boundary);
    const struct nd_port_face *face = &plane->face[0];
    if (face->element[1] >= 0) goto done;
    if (pair && nd_connect_back(setup->connect, 4 * (size_t)face->element[0] + (size_t)face->face[0]) >= 0)
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s' has the condition %s; remove it from `boundaries`: a lumped circuit needs a "
             "surface without one",
             where, spec->boundary, pair->value);
    FAIL(NUDGE_EVALUE,
         "%s: boundary '%s' is at the end of the mesh; a lumped circuit needs a surface inside it", where,
         spec->boundary);
done:
    return status;
}

static int check_ends(const struct nd_lumped *lumped, const struct nd_port_setup *setup,
                      const struct nd_port_spec *spec, const struct nd_port_plane *plane, const char *where)
{
    int status = 0;
    const int end = nd_lumped_ends(setup, plane, lumped->along, spec->boundary);
    const char *key = spec->load ? "direction" : "lumped.direction";
    if (end)
        FAIL(NUDGE_EVALUE,
             "%s: no conductor (pec or conductors) touches the rectangle at the %s of `%s`; turn `%s`, or "
             "extend the rectangle",
             where, end > 0 ? "end" : "beginning", key, key);
done:
    return status;
}

int nd_lumped_init(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                   const struct nd_port_spec *spec, const struct nd_port_plane *plane)
{
    int status = 0;
    char where[640];
    double across[3];
    const double size = sqrt(nd_port_dot(spec->along, spec->along));
    nd_port_where(setup->problem, spec, where);
    *lumped = (struct nd_lumped){.resistance = spec->resistance};
    if (!(size > 0) || fabs(nd_port_dot(spec->along, plane->normal)) > 1e-6 * size)
        FAIL(NUDGE_EVALUE,
             "%s: %sdirection must lie in the surface, from the negative to the positive conductor", where,
             spec->load ? "" : "lumped.");
    TRY(check_inside(setup, spec, plane, where));
    if (setup->problem->upwind != 1)
        FAIL(NUDGE_EVALUE, "%s: lumped circuits need flux.upwind: 1, and it is %g", where,
             setup->problem->upwind);
    for (int c = 0; c < 3; c++) lumped->along[c] = spec->along[c] / size;
    nd_port_cross(plane->normal, lumped->along, across);
    lumped->length = extent(setup, plane, lumped->along);
    lumped->width = extent(setup, plane, across);
    if (fabs(lumped->length * lumped->width / plane->area - 1) > 1e-6)
        FAIL(NUDGE_EVALUE, "%s: its surface is not a rectangle along %sdirection", where,
             spec->load ? "" : "lumped.");
    TRY(check_ends(lumped, setup, spec, plane, where));
done:
    return status;
}

struct sheet {
    const struct nd_lumped *lumped;
    double epsilon, mu, factor;
};

static int sheet_flux(const void *self, const double l[3], const double n[3], double *flux)
{
    const struct sheet *s = self;
    double across[3];
    (void)l;
    nd_port_cross(n, s->lumped->along, across);
    for (int c = 0; c < 3; c++) {
        flux[c] = s->factor * s->lumped->along[c] / sqrt(s->epsilon * s->mu);
        flux[3 + c] = -s->factor * across[c] / s->mu;
    }
    return 0;
}

int nd_lumped_lift(const struct nd_lumped *lumped, const struct nd_lift *lift,
                   const struct nd_port_face *face, int side, double factor, double *nodal)
{
    struct sheet sheet = {.lumped = lumped, .factor = factor};
    nd_port_media(lift->setup, face->element[side], &sheet.epsilon, &sheet.mu);
    return nd_lift_add(lift, &(struct nd_lift_side){face, side, sheet_flux, &sheet, 6}, nodal);
}

/* The parts of both sides in E between them: Y E + H . (d x n), n into the other side. */
int nd_lumped_weigh(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                    const struct nd_port_plane *plane)
{
    int status = 0;
    ALLOC(lumped->share, plane->n);
    ALLOC(lumped->gains, 12 * (size_t)plane->n);
    for (nd_idx i = 0; i < plane->n; i++) {
        double sum = lumped->length / (lumped->resistance * lumped->width);
        for (int side = 0; side < 2; side++) {
            double epsilon, mu, across[3], *to = lumped->gains + 12 * (size_t)i + 6 * (size_t)side;
            nd_port_media(setup, plane->face[i].element[side], &epsilon, &mu);
            const double Y = sqrt(epsilon / mu), sign = side ? 1 : -1;
            /* plane->normal goes from side 1 to side 0. With n from 1 to 2 = from side 1 to 0, the jump is that of side 0
             * less that of side 1: (n x H) . d = H . (d x n). */
            nd_port_cross(lumped->along, plane->normal, across);
            for (int c = 0; c < 3; c++) to[c] = Y * lumped->along[c], to[3 + c] = -sign * across[c];
            sum += Y;
        }
        lumped->share[i] = 1 / sum;
    }
done:
    return status;
}

void nd_lumped_clear(struct nd_lumped *lumped)
{
    free(lumped->share);
    free(lumped->gains);
    *lumped = (struct nd_lumped){0};
}
