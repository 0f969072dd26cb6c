// Meshes from geometries in the library: settings are checked, the mesh is written whole or not at all, and gmsh's state does not
// survive a failure.
// NOSANITIZE: libgmsh keeps memory of its own until the program ends
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

static int64_t count(const char *path)
{
    nudge_mesh *mesh = NULL;
    CHECK_OK(nudge_mesh_read(&mesh, path));
    const int64_t n = mesh ? nudge_mesh_describe(mesh)->elements : 0;
    nudge_mesh_destroy(mesh);
    return n;
}

int main(void)
{
    char folder[] = "/tmp/nudge-make-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder)) return 1;
    write_text("ball.geo",
               "SetFactory(\"OpenCASCADE\");\nSphere(1) = {0, 0, 0, 1};\nPhysical Volume(\"ball\") = {1};\n"
               "Physical Surface(\"skin\") = {1};\n");
    write_text("bad.geo", "Sphere(1) = {0, 0;\n");
    nudge_mesh_make_options options = {.size = sizeof options, .edge = 1};
    CHECK_FAILS(nudge_mesh_make("bad.geo", "bad.msh", &options), NUDGE_EFORMAT,
                "bad.geo: gmsh cannot read it");
    CHECK(access("bad.msh", F_OK));
    CHECK_OK(nudge_mesh_make("ball.geo", "coarse.msh", &options));
    options.curvature = 24;
    CHECK_OK(nudge_mesh_make("ball.geo", "round.msh", &options));
    const char *region[] = {"ball"};
    const double index[] = {2};
    options = (nudge_mesh_make_options){
        .size = sizeof options, .edge = 1, .regions = 1, .region = region, .index = index};
    CHECK_OK(nudge_mesh_make("ball.geo", "fine.msh", &options));
    CHECK(count("round.msh") > 2 * count("coarse.msh") && count("fine.msh") > 2 * count("coarse.msh"));
    const char *misspelt[] = {"bal"};
    options.region = misspelt;
    CHECK_FAILS(
        nudge_mesh_make("ball.geo", "a.msh", &options), NUDGE_EVALUE,
        "ball.geo: an index is given for region 'bal', which is not there (did you mean 'ball'?); the "
        "geometry has: ball");
    CHECK(access("a.msh", F_OK));
    options.region = region;
    options.edges = 2;
    CHECK_FAILS(nudge_mesh_make("ball.geo", "a.msh", &options), NUDGE_EVALUE, "edges is above 1");
    options.edges = 0;
    options.size = 3;
    CHECK_FAILS(nudge_mesh_make("ball.geo", "a.msh", &options), NUDGE_EVALUE, "options.size is 3");
    options.size = sizeof options;
    CHECK_FAILS(nudge_mesh_make("ball.geo", "none/a.msh", &options), NUDGE_EFORMAT,
                "gmsh cannot write the mesh");
    CHECK_FAILS(nudge_mesh_make(NULL, "a.msh", &options), NUDGE_EVALUE, "geometry");
    static const char *const files[] = {"ball.geo", "bad.geo", "coarse.msh", "round.msh", "fine.msh"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) CHECK(!remove(files[i]));
    CHECK(!rmdir(folder));
    TEST_END;
}
