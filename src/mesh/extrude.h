/* Extrudes faces of a plane outwards: one prism per face and layer, cut into three tetrahedra. */
#ifndef ND_MESH_EXTRUDE_H
#define ND_MESH_EXTRUDE_H

#include "mesh/geometry.h"

struct nd_extrude {
    int axis, layers;
    double at, thickness; /* coordinate of the plane; thickness of all layers, negative: downwards */
    size_t nfaces, nedges;
    struct nd_face *face; /* [nfaces] vertices ascending; owner: the adjacent element */
    /* [nedges] where a tagged boundary face meets the rim of these faces, or a wall inside the mesh meets
     * two of them. */
    struct nd_edge {
        nd_idx v[2], boundary;
        int sheet; /* 1: of a wall inside the mesh */
    } * edge;
};

/* Returns NUDGE_EVALUE, before it takes memory, if there would be too many elements. The caller orients the
 * new elements by nd_mesh_check_shapes. */
int nd_mesh_extrude(struct nd_mesh *mesh, const struct nd_extrude *extrude);

#endif
