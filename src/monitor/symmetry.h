/* Planes of symmetry, on which the mesh ends: the problem is one part of a larger one, whose fields in the other parts are
 * mirror images. Surfaces of monitors are completed by these images. */
#ifndef ND_SYMMETRY_H
#define ND_SYMMETRY_H

#include "law/assign.h"
#include "mesh/mesh.h"
#include "part/connect.h"
#include "step/matrices.h"

struct nd_symmetry {
    int planes, images; /* images: 2 to the power of planes; the mesh itself is the first */
    nd_idx boundary[3];
    int axis[3];   /* of each plane's normal */
    double at[3];  /* its coordinate */
    double within; /* distances below count as none */
    /* The fields of the image in a plane: sign[plane][field] times those of the mesh; known: whether the law has such
     * signs. */
    double sign[3][ND_FIELDS_MOST];
    bool known;
};

/* What nd_symmetry_init needs, a part of struct nd_monitors_setup. */
struct nd_symmetry_setup {
    const nudge_problem *problem;
    struct nd_rhs *rhs;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_law *law;
};
/* Returns NUDGE_EVALUE for boundaries that are not planes across x, y or z, for two across one direction, and for plane
 * waves that do not have the symmetry. */
int nd_symmetry_init(struct nd_symmetry *symmetry, const struct nd_symmetry_setup *setup);
bool nd_symmetry_has(const struct nd_symmetry *symmetry, nd_idx boundary);
/* A bit for each plane that the point lies on. */
int nd_symmetry_planes_at(const struct nd_symmetry *symmetry, const double x[3]);
/* Image i of a point, of a vector at it, and of n fields. */
void nd_symmetry_image(const struct nd_symmetry *symmetry, int i, const double x[3], double image[3]);
void nd_symmetry_turn(const struct nd_symmetry *symmetry, int i, const double v[3], double image[3]);
double nd_symmetry_sign(const struct nd_symmetry *symmetry, int i, int field);

#endif
