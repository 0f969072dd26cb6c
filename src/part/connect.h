/* Connectivity: the neighbour behind each face.
 *
 * Faces are numbered as in the book: face 0 has local vertices 0 1 2, face 1: 0 1 3, face 2: 1 2 3,
 * face 3: 0 2 3 (nd_face_vertex). Where element k meets element m = EToE[4k+f] at its face g =
 * EToF[4k+f], EToP gives the correspondence of vertices: the i-th vertex of k's face is the
 * nd_permutation[EToP][i]-th of m's face. */
#ifndef ND_CONNECT_H
#define ND_CONNECT_H

#include "mesh/mesh.h"

extern const int nd_face_vertex[4][3];
extern const int nd_permutation[6][3];

struct nd_connect {
    nd_idx *EToE;        /* [K][4]; the element itself at a boundary */
    unsigned char *EToF; /* [K][4]; the face itself at a boundary */
    unsigned char *EToP; /* [K][4]; 0 (identity) at a boundary */
    int16_t *EToB;       /* [K][4]; -1 inside, else the boundary-name index */
    nd_idx *inside; /* [nboundaries] tagged triangles between two elements that are not walls: transparent */
    nd_idx nsheets; /* faces on walls inside the mesh; each triangle has two, back to back */
    struct nd_wall_face {
        uint32_t face, back; /* 4 k + f; the other element's face on the same triangle */
    } * sheet;               /* [nsheets] by ascending face */
    unsigned char
        *coupled;          /* [nboundaries] 1: terms of such walls read the other side's fields; null: none */
    unsigned char *phased; /* [K][4] 1: a term of the face reads the neighbour's copy, too; null: none */
    nd_idx real;           /* elements of the first copy, if there is a second one (nd_mesh.real) */
    nd_idx unnamed;        /* index of the boundary name "" for untagged boundary faces; -1: none */
};

/* Finds neighbours by sorting, O(K log K) or better. Periodic pairs become interior faces. Where two elements
 * share a triangle of one of the mesh's walls, each gets a boundary face of that name and no neighbour there.
 * Untagged boundary faces get the name "", which is added to the mesh.
 * Returns NUDGE_EFORMAT if three tetrahedra share a face, if a wall lies on a periodic side, or if a wall's
 * triangles are not faces of elements. */
int nd_connect_init(struct nd_connect *connect, struct nd_mesh *mesh);
/* The same on several ranks, which have the same mesh: rank 0 finds neighbours, and the others receive them. Collective. */
int nd_connect_init_ranks(struct nd_connect *connect, struct nd_mesh *mesh);
void nd_connect_clear(struct nd_connect *connect);
/* Checks that neighbours are mutual, permutations inverse to each other, and all boundary faces named. */
int nd_connect_check(const struct nd_connect *connect, const struct nd_mesh *mesh);

/* Sorts by face; a part of nd_connect_init. */
void nd_connect_sort_sheets(struct nd_connect *connect);
/* The face on the other side of a wall inside the mesh, as 4 k + f; -1 for every other face. */
int64_t nd_connect_back(const struct nd_connect *connect, size_t face);
/* The face whose fields element k needs at its face `face` = 4 k + f: its neighbour's, or that on the other side
 * of a wall that couples its sides; else the face itself. */
size_t nd_connect_neighbour(const struct nd_connect *connect, size_t face);
/* The same face of the neighbour's copy, for faces whose terms read it; else the face itself. */
size_t nd_connect_copy(const struct nd_connect *connect, size_t face);
/* The boundary name of the wall inside the mesh that contains the point; -1: none. */
nd_idx nd_connect_sheet_at(const struct nd_connect *connect, const struct nd_mesh *mesh, const double x[3]);

#endif
