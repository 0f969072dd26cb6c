/* One array of a VTK file's appended section: raw, in blocks, each block deflated. */
#ifndef ND_APPENDED_H
#define ND_APPENDED_H

#include <stdio.h>
#include "base/memory.h"

/* The content of an array: `width` bytes for each of K elements, produced on demand by fill() for elements
 * k0 ... k1 - 1. fill() is called from several threads at once. */
struct nd_appended {
    nd_idx K;
    size_t width;
    void (*fill)(const void *context, nd_idx k0, nd_idx k1, void *bytes);
    const void *context;
};

/* Writes it where the file stands, which must be the file's end. path: for messages. Takes a few MB whatever
 * K is. */
int nd_appended_write(const struct nd_appended *array, FILE *file, const char *path);

#endif
