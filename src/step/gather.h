/* Nodal fields in the order of the mesh, or of a list of elements, in the memory of the device: for programs that go on
 * computing there, and for outputs (pick.h). Start with a struct of zeros. nd_gather_fill makes the buffers at its first
 * call, nd_gather_init makes those of nd_gather_list; nd_gather_clear releases them, before the operator is cleared. */
#ifndef ND_GATHER_H
#define ND_GATHER_H

#include "step/rhs.h"

struct nd_gather {
    struct nd_buffer slot;   /* [elements] int */
    struct nd_buffer values; /* [field][element][node] reals */
};

/* Fills values with the present fields of all elements and waits until they are there. For one rank. */
int nd_gather_fill(struct nd_gather *gather, struct nd_rhs *rhs);
/* Room for so many elements and reals of each, in all of their fields. */
int nd_gather_init(struct nd_gather *gather, struct nd_rhs *rhs, nd_idx elements, size_t reals);
/* Fills values with `count` fields, from `first` on, of the elements in n slots. Does not wait. */
int nd_gather_list(struct nd_gather *gather, struct nd_rhs *rhs, const int *slot, int n, int first,
                   int count);
void nd_gather_clear(struct nd_gather *gather, struct nd_device *device);

#endif
