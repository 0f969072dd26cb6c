/* Prisms over faces with bent edges. A point of a prism lies straight above a point of the face, so that the map of each
 * tetrahedron has the degree of the face's. Both sides of a cut have the same map. */
#include "mesh/curved.h"
#include "mesh/extrude.h"

/* The point above that of the face with barycentric coordinates l, at a height from 0 below to 1 above. */
static void map(const struct nd_mesh *mesh, const struct nd_prism *prism, const double l[3], double height,
                double x[3])
{
    const nd_idx *v = mesh->EToV + 4 * (size_t)prism->owner;
    double L[4] = {0};
    for (int i = 0; i < 3; i++)
        for (int w = 0; w < 4; w++)
            if (v[w] == prism->v[i]) L[w] = l[i];
    nd_curved_map(mesh->curved_order, nd_curved_shape(mesh, prism->owner), L, x, NULL);
    const double below = prism->lowest ? x[prism->axis] : prism->below;
    x[prism->axis] = below + height * (prism->above - below);
}

int nd_prism_bend(struct nd_mesh *mesh, const struct nd_prism *prism, size_t capacity[2])
{
    int status = 0, lattice[ND_CURVED_POINTS_MOST][4];
    const int order = mesh->curved_order;
    double shape[3 * ND_CURVED_POINTS_MOST];
    if (!nd_curved_shape(mesh, prism->owner)) return 0;
    nd_curved_lattice(order, lattice);
    for (int t = 0; t < 3; t++) {
        for (int n = 0; n < nd_curved_points(order); n++) {
            double l[3] = {0}, height = 0;
            for (int i = 0; i < 4; i++) {
                const int above = i > 2 - t;
                l[i - above] += (double)lattice[n][i] / order;
                height += above ? (double)lattice[n][i] / order : 0;
            }
            map(mesh, prism, l, height, shape + 3 * n);
        }
        TRY(nd_curved_add(mesh, prism->first + t, shape, capacity));
    }
done:
    return status;
}
