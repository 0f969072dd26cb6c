/* The one place that converts between nodal fields in the mesh's element order, double, and the device's
 * arrays. */
#ifndef ND_TRANSFER_H
#define ND_TRANSFER_H

#include "device/device.h"
#include "layout/layout.h"

struct nd_transfer {
    struct nd_device *device;
    const struct nd_layout *layout;
    const nd_idx *slot; /* [K] elements in no slot, or in that of a ghost, are left out */
    nd_idx K;
    size_t real; /* 4 or 8: bytes of a real on the device */
};

#define ND_TRANSFER_PIECE ((int64_t)16 << 20) /* bytes moved at once */

/* values[k * Np + n]; moved in pieces of 16 MB, so that little memory is needed beside the array. */
int nd_transfer_write(const struct nd_transfer *transfer, struct nd_buffer *to, int field,
                      const double *values);
int nd_transfer_read(const struct nd_transfer *transfer, const struct nd_buffer *from, int field,
                     double *values);
/* The same for elements that have a slot of their own only: theirs one after the other, in ascending order. */
int nd_transfer_write_own(const struct nd_transfer *transfer, struct nd_buffer *to, int field,
                          const double *values);
int nd_transfer_read_own(const struct nd_transfer *transfer, const struct nd_buffer *from, int field,
                         double *values);

/* Values of one field at the nodes of element k. Called from several threads. */
typedef void (*nd_element_maker)(const void *context, nd_idx k, int field, double *values);
/* All fields of all elements from a function, without an array of them all and in one sweep over
 * the device's memory; all else there becomes zero. */
int nd_transfer_make(const struct nd_transfer *transfer, struct nd_buffer *to, nd_element_maker make,
                     const void *context);

/* A host array of doubles as a new buffer of reals. */
int nd_transfer_reals(struct nd_device *device, size_t real, struct nd_buffer *buffer, const double *values,
                      size_t n);

#endif
