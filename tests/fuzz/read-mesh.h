/* Uses a mesh that was read as the program would. */
#ifndef READ_MESH_H
#define READ_MESH_H

#include "fuzz.h"
#include "mesh/locate.h"
#include "part/connect.h"

static inline void fuzz_mesh_read(const char *path)
{
    struct nd_mesh mesh;
    struct nd_mesh_info info;
    struct nd_connect connect = {0};
    struct nd_place place;
    if (fuzz_read(nd_mesh_read(&mesh, path))) return;
    FUZZ_CHECK(mesh.K >= 1);
    nd_mesh_info(&mesh, &info);
    fuzz_status(nd_mesh_locate(&mesh, (double[3]){0.3, 0.3, 0.3}, &place));
    if (mesh.nboundaries > 1)
        fuzz_status(nd_mesh_make_periodic(&mesh, mesh.boundary_name[0], mesh.boundary_name[1]));
    if (!fuzz_status(nd_connect_init(&connect, &mesh))) FUZZ_CHECK(!nd_connect_check(&connect, &mesh));
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

#endif
