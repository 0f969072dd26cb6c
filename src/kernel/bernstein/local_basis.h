/* Fields in the local basis of each element, as laws/<law>.h or laws/plain.h has them. */
#ifndef ND_LOCAL_BASIS_H
#define ND_LOCAL_BASIS_H

#include "law/law.h"

struct nd_local_basis {
    int parts;     /* 2 where the rates of each half of the fields come from the other half, else 1 */
    int vgeo;      /* geometric factors of an element, material included */
    int sgeo;      /* geometric factors of a face */
    int fluxes;    /* numbers that are lifted, at each face node */
    int neighbour; /* whether sgeo needs vgeo of the neighbour */
    int bases;   /* 2, 3: in which form the fields that are read at a face node are found; 0: all are read */
    int rereads; /* whether the sums of derivatives need no factors */
    int cartesian; /* whether fields stay along x, y, z */
};

struct nd_local_basis nd_local_basis(const struct nd_law *law);

#endif
