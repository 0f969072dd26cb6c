#include <math.h>
#include "mesh/geometry.h"
#include "solver/solver.h"

nudge_element nd_element_describe(const struct nd_mesh *mesh, nd_idx k)
{
    nudge_element e = {.number = mesh->label[k],
                       .inradius = nd_mesh_inradius(mesh, k),
                       .stable_step = NAN,
                       .region = mesh->region_name[mesh->region[k]]};
    for (int v = 0; v < 4; v++)
        for (int j = 0; j < 3; j++)
            e.centroid[j] += 0.25 * nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)v])[j];
    return e;
}
