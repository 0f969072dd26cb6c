#include "part/holes.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"

#define FLAT 1e-9 /* fraction of the extent cubed: a surface that encloses less is not that of a body */

/* One connected boundary. Its normals point out of the mesh, so that the enclosed volume is positive for an
 * outer boundary, negative for a hole, and zero for the two sides of a sheet. */
struct shape {
    double volume, low[3], high[3];
    nd_idx faces, unnamed, touched, periodic;
    uint32_t first;
};

static void add_face(struct shape *shape, const struct nd_hull *hull, nd_idx i)
{
    const double *p[3], *origin;
    const uint32_t face = hull->face[i].face;
    nd_hull_corners(hull, i, p);
    if (!shape->faces++) {
        shape->first = face;
        memcpy(shape->low, p[0], sizeof shape->low);
        memcpy(shape->high, p[0], sizeof shape->high);
    }
    for (int j = 0; j < 3; j++)
        for (int c = 0; c < 3; c++) {
            shape->low[c] = fmin(shape->low[c], p[j][c]);
            shape->high[c] = fmax(shape->high[c], p[j][c]);
        }
    /* Any origin would do; one on the surface keeps rounding errors small. */
    const nd_idx *v = hull->mesh->EToV + shape->first / 4 * 4;
    origin = nd_mesh_vertex(hull->mesh, v[nd_face_vertex[shape->first % 4][0]]);
    shape->volume += nd_tet_det(origin, p[0], p[1], p[2]) / 6;
    shape->periodic += nd_hull_periodic(hull, i);
    shape->unnamed += hull->connect->EToB[face] == hull->connect->unnamed;
}

static double extent(const struct shape *shape)
{
    double most = 0;
    for (int c = 0; c < 3; c++) most = fmax(most, shape->high[c] - shape->low[c]);
    return most;
}

static int is_hole(const struct shape *shape)
{
    const double size = extent(shape);
    return shape->volume < -FLAT * size * size * size && shape->unnamed && !shape->periodic &&
           2 * shape->touched < shape->faces;
}

int nd_holes_find(struct nd_seams *seams, const struct nd_hull *hull, const unsigned char *touched)
{
    int status = 0;
    struct shape *shape = NULL;
    double largest = 0;
    ALLOC(shape, hull->ncomponents);
    for (nd_idx i = 0; i < hull->n; i++) {
        add_face(&shape[hull->component[i]], hull, i);
        shape[hull->component[i]].touched += touched[i];
    }
    for (nd_idx i = 0; i < hull->ncomponents; i++) {
        if (!is_hole(&shape[i])) continue;
        seams->holes++;
        if (!(-shape[i].volume > largest)) continue;
        largest = -shape[i].volume;
        seams->hole = (struct nd_hole){.faces = shape[i].faces, .face = shape[i].first};
        memcpy(seams->hole.low, shape[i].low, sizeof shape[i].low);
        memcpy(seams->hole.high, shape[i].high, sizeof shape[i].high);
    }
done:
    free(shape);
    return status;
}
