/* Face tables for kernels: the slot and the nodes behind each face.
 *
 * EToL is a list number below 24, 6 * face + permutation of the neighbour (lists[24][Nfp] holds its
 * volume nodes in the order of our face nodes), or 24 + the number of the boundary condition. */
#ifndef ND_FACES_H
#define ND_FACES_H

#include "elem/elem.h"
#include "layout/layout.h"
#include "part/connect.h"

#define ND_FACE_LISTS 24

struct nd_faces {
    int32_t *EToE;       /* [slots][4] slot behind each face; the slot itself at a boundary */
    unsigned char *EToL; /* [slots][4] */
    int32_t *lists;      /* [24][Nfp] */
};

/* slot[K]: each element's slot. condition[b]: boundary condition number of boundary name b. Slots without an
 * element face themselves, so that zero fields stay zero there. */
int nd_faces_init(struct nd_faces *faces, const struct nd_connect *connect, nd_idx K,
                  const struct nd_elem *elem, const struct nd_layout *layout, const nd_idx *slot,
                  const int *condition);
void nd_faces_clear(struct nd_faces *faces);

#endif
