/* Extrudes faces of a plane outwards: one prism per face and layer, cut into three tetrahedra. */
#ifndef ND_MESH_EXTRUDE_H
#define ND_MESH_EXTRUDE_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

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

/* A prism over a face in one layer, whose tetrahedra are three elements from `first` on. Tetrahedron t has the vertices
 * below up to number 2 - t, and those above from there on. */
struct nd_prism {
    nd_idx first, owner; /* owner: the element below the first layer */
    nd_idx v[3];         /* of the face in the plane, in the prism's order */
    int axis, lowest;    /* lowest: 1 in the first layer */
    double below, above; /* coordinates along the axis; in the first layer the faces lie below */
};

/* extrude_curved.c: continues the bent edges of the owner's face, if there are any; capacity: see nd_curved_add. */
int nd_prism_bend(struct nd_mesh *mesh, const struct nd_prism *prism, size_t capacity[2]);

/* Returns NUDGE_EVALUE, before it takes memory, if there would be too many elements. The caller orients the
 * new elements by nd_mesh_check_shapes. */
int nd_mesh_extrude(struct nd_mesh *mesh, const struct nd_extrude *extrude);

#endif
