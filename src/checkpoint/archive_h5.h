/* Shared by archive.c, which writes, and archive_read.c. */
#ifndef ND_ARCHIVE_H5_H
#define ND_ARCHIVE_H5_H

#include <hdf5.h>
#include "checkpoint/archive.h"
#include "output/table.h"

#define ND_ARCHIVE_CHECKSUM "checksum" /* the attribute of a dataset */
#define ND_ARCHIVE_VERSION  1          /* of the format */
/* The line after HDF5's data: version, size of these data and their checksum, whose rows are blocks. */
#define ND_ARCHIVE_FORMAT "\nnudge checkpoint %02d %016llx %016llx\n"
#define ND_ARCHIVE_LINE   (1 + 20 + 16 + 1 + 16 + 1)
#define ND_ARCHIVE_BLOCK  ((size_t)1 << 20)

hid_t nd_archive_h5_type(enum nd_archive_type type);
size_t nd_archive_row_bytes(const struct nd_archive_set *set);
uint64_t nd_archive_block_checksum(const void *block, int64_t index, size_t bytes);

#endif
