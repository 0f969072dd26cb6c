/* Grows layers of PML elements around a box-shaped mesh. */
#ifndef ND_MESH_GROW_H
#define ND_MESH_GROW_H

#include <stdbool.h>
#include "mesh/mesh.h"

struct nd_grow {
    int layers;       /* of elements, at least 1 */
    double thickness; /* of all layers together, > 0 */
    bool side[6];     /* x-, x+, y-, y+, z-, z+: sides that grow; none: all that are not periodic */
};

/* Each side that grows must be covered by flat boundary faces. New elements belong to the region "NAME.pml"
 * of the element from which they grew. Tags of the covered faces move outwards; tags and periodic pairs of
 * the adjacent sides continue along the layers, and so do walls inside the mesh (mesh->wall) that reach the
 * side. After a failure the mesh may have grown in part. */
int nd_mesh_grow(struct nd_mesh *mesh, const struct nd_grow *grow);

#endif
