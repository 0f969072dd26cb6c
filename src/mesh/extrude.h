/* Faces of a plane drawn outwards: a prism on each face and layer, three tetrahedra each. */
#ifndef ND_MESH_EXTRUDE_H
#define ND_MESH_EXTRUDE_H

#include "mesh/geometry.h"

struct nd_extrude {
    int axis, layers;
    double at, thickness; /* the plane's coordinate; of all layers, negative towards smaller coordinates */
    size_t nfaces, nedges;
    struct nd_face *face; /* [nfaces] by rising vertices; owner: the element behind it */
    /* [nedges] where a tagged boundary face meets the rim of these faces, or a wall inside the mesh meets two of them, and its
     * boundary. */
    struct nd_edge {
        nd_idx v[2], boundary;
        int sheet; /* of a wall inside the mesh */
    } * edge;
};

/* Refuses too many elements before memory is taken. Orientation of the new elements is left to
 * nd_mesh_check_shapes. */
int nd_mesh_extrude(struct nd_mesh *mesh, const struct nd_extrude *extrude);

#endif
