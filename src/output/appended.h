/* One array in the appended section of a VTK file: raw data in blocks, each of them deflated. */
#ifndef ND_APPENDED_H
#define ND_APPENDED_H

#include <stdio.h>
#include "base/memory.h"

/* An array of `width` bytes per element, for K elements. fill() makes the bytes of elements k0 ... k1 - 1 on
 * demand; it is called from several threads at once. */
struct nd_appended {
    nd_idx K;
    size_t width;
    void (*fill)(const void *context, nd_idx k0, nd_idx k1, void *bytes);
    const void *context;
};

/* Writes the array at the end of the file, which must be the current position. path: for messages. Takes a
 * few MB of memory whatever K is. Returns NUDGE_EIO if writing fails. */
int nd_appended_write(const struct nd_appended *array, FILE *file, const char *path);

#endif
