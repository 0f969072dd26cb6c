/* One array in the appended section of a VTK file: raw data in blocks, each of them deflated.
 *
 * Several ranks make an array together, and rank 0 writes it. Blocks are of consecutive elements whoever has them, so that
 * the file does not depend on the number of ranks: a stretch of blocks belongs to rank 0, the next one to rank 1, and so
 * on. Each rank makes and deflates its own, and rank 0 writes them in their order. */
#ifndef ND_APPENDED_H
#define ND_APPENDED_H

#include <stdio.h>
#include "base/memory.h"

/* An array of `width` bytes per element, for K elements. */
struct nd_appended {
    nd_idx K;
    size_t width;
    /* Prepares rank `rank` to fill elements k0 ... k1 - 1, a stretch. All ranks call it in the same order. A rank that
     * fails must have done all that others wait for. Null: there is nothing to prepare. */
    int (*prepare)(void *context, nd_idx k0, nd_idx k1, int rank);
    /* Makes the bytes of elements k0 ... k1 - 1, a part of the stretch. Called from several threads at once. */
    void (*fill)(const void *context, nd_idx k0, nd_idx k1, void *bytes);
    void *context;
};

/* The most elements of a stretch. */
nd_idx nd_appended_stretch(size_t width, nd_idx K);
/* Writes the array at the end of the file, which must be the current position; null on ranks other than 0. path: for
 * messages. Takes a few MB of memory whatever K is. Returns NUDGE_EIO if writing fails. Collective; what fails on one
 * rank fails on all. */
int nd_appended_write(const struct nd_appended *array, FILE *file, const char *path);

#endif
