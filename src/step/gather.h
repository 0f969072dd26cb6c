/* Nodal fields in the order of the mesh, in the memory of the device: for programs that go on computing there.
 * Start with a struct of zeros. nd_gather_fill makes the buffers at its first call; nd_gather_clear releases them,
 * before the operator is cleared. */
#ifndef ND_GATHER_H
#define ND_GATHER_H

#include "step/rhs.h"

struct nd_gather {
    struct nd_buffer slot;   /* [K] int */
    struct nd_buffer values; /* [field][element][node] reals */
    struct nd_module *module;
    struct nd_kernel *kernel;
};

/* Fills values with the present fields and waits until they are there. For one rank. */
int nd_gather_fill(struct nd_gather *gather, struct nd_rhs *rhs);
void nd_gather_clear(struct nd_gather *gather, struct nd_device *device);

#endif
