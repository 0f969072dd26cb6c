/* Who is behind each face.
 *
 * Faces are the book's: face 0 has local vertices 0 1 2, face 1: 0 1 3, face 2: 1 2 3, face 3: 0 2 3 (nd_face_vertex).
 * When element k meets element m = EToE[4k+f] at its face g = EToF[4k+f], EToP tells how the vertices correspond:
 * the i-th vertex of k's face is the nd_permutation[EToP][i]-th vertex of m's face. */
#ifndef ND_CONNECT_H
#define ND_CONNECT_H

#include "mesh/mesh.h"

extern const int nd_face_vertex[4][3];
extern const int nd_permutation[6][3];

struct nd_connect {
    nd_idx *EToE;        /* [K][4]; the element itself at a boundary */
    unsigned char *EToF; /* [K][4]; the face itself at a boundary */
    unsigned char *EToP; /* [K][4]; 0 (identity) at a boundary */
    nd_idx *EToB;        /* [K][4]; -1 inside, else the boundary-name index */
    nd_idx *
        inside; /* [nboundaries] the number of tagged triangles between two elements that are no walls, so transparent */
    nd_idx nsheets; /* faces on walls inside the mesh; each triangle there has two, back to back */
    struct nd_wall_face {
        uint32_t face, back; /* 4 k + f; the face of the other element on the same triangle */
    } * sheet;               /* [nsheets] by rising face */
    nd_idx
        unnamed; /* boundary-name index given to untagged boundary faces (a "" entry), or -1 when there are none */
};

/* Sorting, O(K log K) or better. Fails on a face shared by three tets. Where two elements share a tagged triangle of one of the mesh's
 * walls, each has a boundary face of that name there, and neither sees the other. A wall is refused where it lies on a periodic side,
 * and where its triangles are no faces of elements. Untagged boundary faces get the name "" (added
 * to the mesh when needed). Periodic pairs become interior faces. */
int nd_connect_init(struct nd_connect *connect, struct nd_mesh *mesh);
void nd_connect_clear(struct nd_connect *connect);
/* Symmetric, permutations inverse to each other, every boundary face named. */
int nd_connect_check(const struct nd_connect *connect, const struct nd_mesh *mesh);

/* By face; a part of nd_connect_init. */
void nd_connect_sort_sheets(struct nd_connect *connect);
/* The face at the back of a wall inside the mesh, as 4 k + f; -1 for every other face. */
int64_t nd_connect_back(const struct nd_connect *connect, size_t face);
/* The boundary name of the wall inside the mesh that the point lies on; -1: on none. */
nd_idx nd_connect_sheet_at(const struct nd_connect *connect, const struct nd_mesh *mesh, const double x[3]);

#endif
