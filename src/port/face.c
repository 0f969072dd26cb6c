/* Faces of ports: those of curved elements have the map of the element. */
#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "mesh/geometry.h"
#include "port/plane.h"

static void map_straight(const struct nd_mesh *mesh, const struct nd_port_face *face, const double l[3],
                         double x[3], double along[2][3])
{
    const double *v[3];
    for (int i = 0; i < 3; i++) v[i] = nd_mesh_vertex(mesh, face->v[i]);
    for (int c = 0; c < 3; c++) {
        x[c] = l[0] * v[0][c] + l[1] * v[1][c] + l[2] * v[2][c];
        for (int i = 0; i < 2 && along; i++) along[i][c] = v[i + 1][c] - v[0][c];
    }
}

void nd_port_face_map(const struct nd_mesh *mesh, const struct nd_port_face *face, const double l[3],
                      double x[3], double along[2][3])
{
    const double *shape = nd_curved_shape(mesh, face->element[0]);
    const int *corner = nd_face_vertex[face->face[0]];
    double L[4] = {0}, by[4][3] = {{0}}; /* by[v]: along the edge from vertex 0 to v */
    if (!shape) {
        map_straight(mesh, face, l, x, along);
        return;
    }
    for (int i = 0; i < 3; i++) L[corner[i]] = l[i];
    nd_curved_map(mesh->curved_order, shape, L, x, along ? by + 1 : NULL);
    for (int i = 0; i < 2 && along; i++)
        for (int c = 0; c < 3; c++) along[i][c] = 2 * (by[corner[i + 1]][c] - by[corner[0]][c]);
}

double nd_port_face_area(const struct nd_mesh *mesh, const struct nd_port_face *face, const double l[3])
{
    double x[3], along[2][3], across[3];
    nd_port_face_map(mesh, face, l, x, along);
    nd_port_cross(along[0], along[1], across);
    return sqrt(nd_port_dot(across, across)) / 2;
}

double nd_port_face_off(const struct nd_mesh *mesh, const struct nd_port_face *face, const double normal[3])
{
    const int order = nd_curved_shape(mesh, face->element[0]) ? mesh->curved_order : 1;
    const double *first = nd_mesh_vertex(mesh, face->v[0]);
    double most = 0, edge2 = nd_distance2(nd_mesh_vertex(mesh, face->v[1]), nd_mesh_vertex(mesh, face->v[2]));
    for (int i = 0; i <= order; i++)
        for (int j = 0; i + j <= order; j++) {
            const double l[3] = {(double)(order - i - j) / order, (double)i / order, (double)j / order};
            double x[3], d[3];
            nd_port_face_map(mesh, face, l, x, NULL);
            for (int c = 0; c < 3; c++) d[c] = x[c] - first[c];
            most = fmax(most, fabs(nd_port_dot(d, normal)));
            edge2 = fmax(edge2, nd_port_dot(d, d));
        }
    return most / sqrt(edge2);
}
