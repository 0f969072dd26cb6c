/* Checksums of arrays. The checksum of an array is the sum, modulo 2^64, of the checksums of its rows, each of
 * which depends on the row's index. So parts of an array, on several threads or processes, add up to the whole
 * in any order. It finds errors, not forgeries. */
#ifndef ND_CHECKSUM_H
#define ND_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of rows first ... first + rows - 1, `bytes` each. */
uint64_t nd_checksum(const void *array, int64_t first, int64_t rows, size_t bytes);

#endif
