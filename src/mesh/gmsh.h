/* Shared by the readers of the Gmsh formats 2.2 and 4.1. */
#ifndef ND_GMSH_H
#define ND_GMSH_H

#include "mesh/build.h"
#include "mesh/scan.h"

enum nd_gmsh_section {
    ND_GMSH_NAMES,
    ND_GMSH_ENTITIES,
    ND_GMSH_PARTITIONED,
    ND_GMSH_NODES,
    ND_GMSH_ELEMENTS,
    ND_GMSH_SECTIONS
};

struct nd_gmsh {
    struct nd_scan scan;
    struct nd_build build;
    bool v4, binary;
    struct {
        const char *begin, *end; /* between $Name and $EndName; null: not in the file */
        long line;               /* of begin */
    } section[ND_GMSH_SECTIONS];
    /* MSH 4.1: the physical groups of surfaces [0] and volumes [1], sorted by tag. */
    struct nd_gmsh_entity {
        int64_t tag;
        nd_idx group, second; /* ND_NO_GROUP: none */
    } * entity[2];
    size_t nentities[2];
};

/* Moves the scan to a section; false if the file has none. */
bool nd_gmsh_enter(struct nd_gmsh *gmsh, enum nd_gmsh_section section);
/* Reads a count on a line of its own, which is text also in binary files. */
int nd_gmsh_count(struct nd_gmsh *gmsh, const char *what, int64_t *n);
/* A type of elements: dimension 3 (tetrahedron), 2 (triangle), 1 or 0 (line, point: to be skipped). */
struct nd_gmsh_kind {
    int dim, order, nodes;
};
/* Other types than the above, of orders 1 to 4, are errors. label < 0: not known yet. */
int nd_gmsh_type(struct nd_gmsh *gmsh, int64_t type, int64_t label, struct nd_gmsh_kind *kind);
/* The group's number without its sign, which is an orientation; ND_NO_GROUP for 0. */
nd_idx nd_gmsh_group(int64_t number);
/* Reads the node numbers of one element and adds it to the mesh if it is a triangle or a tetrahedron. */
int nd_gmsh_element(struct nd_gmsh *gmsh, int64_t label, const struct nd_gmsh_kind *kind, nd_idx group);

/* gmsh2.c, gmsh4.c */
int nd_gmsh2_nodes(struct nd_gmsh *gmsh);
int nd_gmsh2_elements(struct nd_gmsh *gmsh);
int nd_gmsh4_entities(struct nd_gmsh *gmsh);
int nd_gmsh4_nodes(struct nd_gmsh *gmsh);
int nd_gmsh4_elements(struct nd_gmsh *gmsh);

#endif
