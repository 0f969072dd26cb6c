/* Face tables for kernels: the slot and the nodes behind each face.
 *
 * EToL is a list number below 24, 6 * face + permutation of the neighbour (lists[24][Nfp] holds its
 * volume nodes in the order of our face nodes), or 24 + the number of the boundary condition. */
#ifndef ND_FACES_H
#define ND_FACES_H

#include "layout/placed.h"

#define ND_FACE_LISTS 24

struct nd_faces {
    int32_t *EToE;       /* [slots][4] slot behind each face; the slot itself at a boundary */
    unsigned char *EToL; /* [slots][4] */
    int32_t *lists;      /* [24][Nfp] */
};

/* Empty slots are their own neighbours, so that zero fields stay zero there. */
int nd_faces_init(struct nd_faces *faces, const struct nd_placed *placed);
void nd_faces_clear(struct nd_faces *faces);

#endif
