// A PML region has the material of the region it surrounds unless it is listed; missing constants
// give a warning.
#include "test.h"
#include "law/assign.h"
#include "mesh/grow.h"

/* The material of region glass.pml. */
static const char *pml_material(const char *regions)
{
    static char name[32];
    char text[512], region[] = "glass";
    nudge_problem *problem = NULL;
    struct nd_mesh mesh;
    struct nd_law law;
    struct nd_connect connect;
    struct nd_assign assign;
    const struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 1, 1}, .region = region};
    snprintf(text, sizeof text,
             "mesh: {file: a}\norder: 1\ntime: {end: 1}\nmaterials: {air: {}, glas: {}, foam: {}}\n"
             "regions: %s\nboundaries: {default: pec}\n",
             regions);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 1, .thickness = 1}));
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(nd_connect_init(&connect, &mesh));
    const int status = nd_assign_init(&assign, problem, &law, &mesh, &connect);
    snprintf(name, sizeof name, "%s", status ? "none" : problem->material[assign.material[1]].name);
    nd_assign_clear(&assign);
    nd_connect_clear(&connect);
    nd_law_clear(&law);
    nd_mesh_clear(&mesh);
    nudge_problem_destroy(problem);
    return name;
}

static void hear(void *context, int level, const char *message)
{
    int *heard = context;
    if (level == NUDGE_LOG_WARNING) *heard += strstr(message, "is not given, so it is 1") ? 1 : 100;
}

/* How many constants are warned of. */
static int left_out(const char *units, const char *name, const char *constants)
{
    char text[512], region[] = "box";
    int heard = 0;
    nudge_problem *problem = NULL;
    struct nd_mesh mesh;
    struct nd_law law;
    struct nd_connect connect;
    struct nd_assign assign;
    const struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 1, 1}, .region = region};
    snprintf(text, sizeof text,
             "law: %s\nunits: %s\nmesh: {file: a}\norder: 1\ntime: {end: 1}\nmaterials: {m: %s}\n"
             "boundaries: {default: absorbing}\n",
             name, units, constants);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_law_init(&law, name, ""));
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nudge_log_set(hear, &heard);
    CHECK_OK(nd_assign_init(&assign, problem, &law, &mesh, &connect));
    nudge_log_set(NULL, NULL);
    nd_assign_clear(&assign);
    nd_connect_clear(&connect);
    nd_law_clear(&law);
    nd_mesh_clear(&mesh);
    nudge_problem_destroy(problem);
    return heard;
}

int main(void)
{
    CHECK(left_out("si", "elastic", "{vp: 6000, vs: 3464}") == 1);
    CHECK(left_out("si", "elastic", "{rho: 2700, vp: 6000, vs: 3464}") == 0);
    CHECK(left_out("natural", "elastic", "{vp: 6000, vs: 3464}") == 0);
    CHECK(left_out("si", "elastic", "{}") == 0);
    CHECK(left_out("si", "acoustic", "{c: 343}") == 1);
    CHECK(left_out("si", "maxwell", "{epsilon: 4}") == 0);
    CHECK(!strcmp(pml_material("{glass: glas}"), "glas"));
    CHECK(!strcmp(pml_material("{default: air, glass: glas}"), "glas"));
    CHECK(!strcmp(pml_material("{default: air}"), "air"));
    CHECK(!strcmp(pml_material("{default: air, glass: glas, glass.pml: foam}"), "foam"));
    CHECK(!strcmp(pml_material("{glass.pml: glas, default: foam}"), "glas"));
    CHECK(!strcmp(pml_material("{glass.pml: glas}"), "none"));
    CHECK(strstr(nudge_error(), "region 'glass' of the mesh has no material"));
    TEST_END;
}
