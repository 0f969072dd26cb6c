/* Arrays and index types. */
#ifndef ND_MEMORY_H
#define ND_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "base/error.h"

typedef int32_t nd_idx; /* counts things on this rank */
typedef int64_t nd_gid; /* counts things of the whole problem */

/* Returns zeroed, 64-byte aligned memory, to be freed with free(). Returns null when n * size overflows
 * or memory is out, never for n = 0. */
void *nd_alloc(size_t n, size_t size);
/* Grows *array to hold at least `need` items, doubling; keeps contents. Returns 0 or NUDGE_ENOMEM. */
int nd_grow(void *array_address, size_t *capacity, size_t need, size_t size);
/* Duplicates a string (null stays null); null when memory is out. */
char *nd_strdup(const char *s);

/* pointer = new zeroed array of n, or FAIL. */
#define ALLOC(pointer, n)                                                                                    \
    do {                                                                                                     \
        (pointer) = nd_alloc((size_t)(n), sizeof *(pointer));                                                \
        if (!(pointer))                                                                                      \
            FAIL(NUDGE_ENOMEM, "out of memory: %.3g MB wanted for %s", (double)(n) * sizeof *(pointer)*1e-6, \
                 #pointer);                                                                                  \
    } while (0)

#define STRDUP(pointer, s)                                                                                   \
    do {                                                                                                     \
        (pointer) = nd_strdup(s);                                                                            \
        if (!(pointer)) FAIL(NUDGE_ENOMEM, "out of memory");                                                 \
    } while (0)

/* Bytes of address space that this process may use (ulimit -v), or INFINITY. */
double nd_address_limit(void);
/* Bytes of memory that the machine has. */
double nd_host_memory(void);

#endif
