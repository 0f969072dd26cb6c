/* Builds a mesh from a file; shared by the mesh readers. A reader calls nd_build_begin, then
 * nd_build_node for all nodes and nd_build_nodes_end, then adds elements, faces and group names,
 * and finally calls nd_build_end. The mesh grows item by item, so that memory follows the size of
 * the file and never the counts it announces. */
#ifndef ND_BUILD_H
#define ND_BUILD_H

#include <stdbool.h>
#include "mesh/mesh.h"

#define ND_NO_GROUP INT32_MIN

/* Maps the file's numbers to indices 0, 1, 2...: by a table if the numbers are dense, else by a
 * sorted list. */
struct nd_lookup {
    int64_t low;
    size_t span;
    nd_idx *table; /* [span], -1: unused number; null when sparse */
    struct nd_numbered {
        int64_t number;
        nd_idx index;
    } * sorted; /* [n] */
    size_t n;
};

/* Returns NUDGE_EFORMAT if a number occurs twice; *twice is then that number. */
int nd_lookup_init(struct nd_lookup *lookup, const int64_t *number, size_t n, int64_t *twice);
void nd_lookup_clear(struct nd_lookup *lookup);
/* Returns the index, or -1 if the number is not in use. */
nd_idx nd_lookup_find(const struct nd_lookup *lookup, int64_t number);

struct nd_build {
    struct nd_mesh *mesh;
    int64_t *node; /* [Nv] the file's node numbers */
    struct nd_lookup nodes;
    struct nd_group {
        int dim;
        int64_t number;
        char *name;
    } * group;
    size_t ngroups;
    int order;     /* of the tetrahedra; 0: none yet */
    nd_idx *point; /* [K][nd_curved_points(order)] shape points (curved.h), if the order is above 1 */
    size_t point_capacity;
    size_t V_capacity, node_capacity, EToV_capacity, region_capacity, label_capacity, BToV_capacity,
        boundary_capacity, group_capacity;
};

/* Empties the mesh and names it. */
int nd_build_begin(struct nd_build *build, struct nd_mesh *mesh, const char *name);
/* Turns group numbers into names. If that fails, or if status is not 0, the mesh is left empty. Returns the
 * status, or the error of nd_build_end itself. */
int nd_build_end(struct nd_build *build, int status);

int nd_build_node(struct nd_build *build, int64_t number, const double x[3]);
/* Called after the last node. where: for the message about a number that occurs twice. */
int nd_build_nodes_end(struct nd_build *build, const char *where);
/* The vertex with the file's number, or -1. */
nd_idx nd_build_vertex(const struct nd_build *build, int64_t number);

/* group: the file's number of a physical group, or ND_NO_GROUP. A face without a group is dropped. */
int nd_build_tet(struct nd_build *build, int64_t label, nd_idx group, const nd_idx v[4]);
/* Shape points of the tetrahedron that nd_build_tet has added, for a mesh of this order. */
int nd_build_points(struct nd_build *build, int order, const nd_idx *point);
int nd_build_face(struct nd_build *build, nd_idx group, const nd_idx v[3]);
/* Names group `number` of dimension 2 or 3. */
int nd_build_name(struct nd_build *build, int dim, int64_t number, const char *name, size_t length);

#endif
