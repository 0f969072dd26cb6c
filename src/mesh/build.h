/* What the mesh readers share: a mesh grows item by item, so that memory follows the file and never its
 * counts, and the file's numbers for nodes, elements and groups become indices and names. */
#ifndef ND_BUILD_H
#define ND_BUILD_H

#include <stdbool.h>
#include "mesh/mesh.h"

#define ND_NO_GROUP INT32_MIN

/* From the file's numbers to 0, 1, 2...: a table where the numbers are dense, a sorted list where they are
 * sparse. */
struct nd_lookup {
    int64_t low;
    size_t span;
    nd_idx *table; /* [span], -1 where there is none; null when sparse */
    struct nd_numbered {
        int64_t number;
        nd_idx index;
    } * sorted; /* [n] */
    size_t n;
};

/* twice: a number that stands for two things when there is one (the lookup then fails with NUDGE_EFORMAT). */
int nd_lookup_init(struct nd_lookup *lookup, const int64_t *number, size_t n, int64_t *twice);
void nd_lookup_clear(struct nd_lookup *lookup);
/* -1: there is none. */
nd_idx nd_lookup_find(const struct nd_lookup *lookup, int64_t number);

struct nd_build {
    struct nd_mesh *mesh;
    int64_t *node; /* [Nv] the file's numbers */
    struct nd_lookup nodes;
    struct nd_group {
        int dim;
        int64_t number;
        char *name;
    } * group;
    size_t ngroups;
    size_t V_capacity, node_capacity, EToV_capacity, region_capacity, label_capacity, BToV_capacity,
        boundary_capacity, group_capacity;
};

/* Empties the mesh and names it. */
int nd_build_begin(struct nd_build *build, struct nd_mesh *mesh, const char *name);
/* Numbers groups into names. On failure, or for status != 0, the mesh is left empty. Returns the worse
 * status. */
int nd_build_end(struct nd_build *build, int status);

int nd_build_node(struct nd_build *build, int64_t number, const double x[3]);
/* After the last node. where: for the message about a number given twice. */
int nd_build_nodes_end(struct nd_build *build, const char *where);
/* The vertex with the file's number, or -1. */
nd_idx nd_build_vertex(const struct nd_build *build, int64_t number);

/* group: the file's number of a physical group, or ND_NO_GROUP. A face without a group is not kept. */
int nd_build_tet(struct nd_build *build, int64_t label, nd_idx group, const nd_idx v[4]);
int nd_build_face(struct nd_build *build, nd_idx group, const nd_idx v[3]);
/* Names group `number` of dimension 2 or 3. */
int nd_build_name(struct nd_build *build, int dim, int64_t number, const char *name, size_t length);

#endif
