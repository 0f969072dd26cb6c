/* TetGen's three files, with "@@" between them. The last one, of faces, may be missing. */
#define _GNU_SOURCE
#include "read-mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char *const name[3] = {"m.node", "m.ele", "m.face"};
    const uint8_t *end = bytes + n;
    for (int i = 0; i < 3; i++) {
        const uint8_t *next = memmem(bytes, (size_t)(end - bytes), "@@", 2);
        const uint8_t *stop = next ? next : end;
        const char *path = fuzz_file(name[i], bytes, (size_t)(stop - bytes));
        if (i == 2 && bytes == end) unlink(path);
        bytes = next ? next + 2 : end;
    }
    char path[320];
    snprintf(path, sizeof path, "%s/m.node", fuzz_folder());
    fuzz_mesh_read(path);
    return 0;
}
