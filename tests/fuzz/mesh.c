/* Mesh files of one part: Gmsh 2.2 and 4.1, text and binary, and Gambit, selected by a word of the input. */
#define _GNU_SOURCE
#include "read-mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    fuzz_mesh_read(fuzz_file(memmem(bytes, n, "ENDOFSECTION", 12) ? "m.neu" : "m.msh", bytes, n));
    return 0;
}
