/* Loading OpenCL takes address space for its drivers, and some, such as PoCL with its LLVM, end the
 * process if they get none. So `auto` loads it only if it may find a GPU. */
#define _GNU_SOURCE
#include "device/opencl_likely.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "base/memory.h"

#define ROOM_LEAST 2e9 /* bytes of address space that GPU drivers need at least */

static int matches(const char *folder, const char *name, glob_t *found)
{
    char pattern[1100];
    nd_format(pattern, sizeof pattern, "%s/%s", folder, name);
    return glob(pattern, GLOB_NOSORT, NULL, found) == 0;
}

/* Device nodes of Linux drivers: any GPU (DRM), AMD, NVIDIA and Tegra, Mali, Adreno, Vivante, and WSL's. */
static int has_node(const char *devices)
{
    static const char *const names[] = {"dri/renderD*", "dri/card*", "kfd",     "nvidia[0-9]*", "nvhost-gpu",
                                        "mali*",        "kgsl-3d*",  "galcore", "dxg"};
    int there = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && !there; i++) {
        glob_t found = {0};
        there = matches(devices, names[i], &found);
        globfree(&found);
    }
    return there;
}

/* Whether a vendor's .icd file names another driver than PoCL. */
static int is_other(const char *path)
{
    char line[512] = "";
    FILE *file = fopen(path, "re");
    const int read = file && fgets(line, sizeof line, file);
    if (file) fclose(file);
    return read && !strcasestr(line, "pocl");
}

static int has_driver(const char *vendors)
{
    int other = 0;
    const size_t n = strlen(vendors);
    glob_t found = {0};
    if (n > 4 && !strcmp(vendors + n - 4, ".icd")) return is_other(vendors);
    if (matches(vendors, "*.icd", &found))
        for (size_t i = 0; i < found.gl_pathc; i++) other |= is_other(found.gl_pathv[i]);
    globfree(&found);
    return other;
}

int nd_opencl_likely_in(const char *devices, const char *vendors)
{
    return nd_address_limit() >= ROOM_LEAST && (has_node(devices) || has_driver(vendors));
}

int nd_opencl_likely(void)
{
    const char *own = getenv("OCL_ICD_VENDORS"), *files = getenv("OCL_ICD_FILENAMES");
    if (files && *files && nd_address_limit() >= ROOM_LEAST && !strcasestr(files, "pocl")) return 1;
    return nd_opencl_likely_in("/dev", own && *own ? own : "/etc/OpenCL/vendors");
}
