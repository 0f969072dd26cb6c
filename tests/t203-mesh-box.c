// The built-in box: counts, volume, sides, periodic pairs, jitter, limits.
#include "test.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "problem/problem.h"

static void counts(void)
{
    struct nd_mesh mesh;
    struct nd_mesh_info info;
    struct nd_box box = {.size = {1, 2, 3}, .origin = {-1, 0, 5}, .divisions = {2, 3, 4}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK(mesh.K == 6 * 24 && mesh.Nv == 60 && mesh.Nb == 2 * 2 * (6 + 12 + 8) && mesh.reoriented == 0);
    CHECK(mesh.Nperiodic == 0);
    CHECK(mesh.nregions == 1 && !strcmp(mesh.region_name[0], "box"));
    CHECK(mesh.nboundaries == 6 && !strcmp(mesh.boundary_name[0], "xmin") &&
          !strcmp(mesh.boundary_name[5], "zmax"));
    CHECK_OK(nd_mesh_info(&mesh, &info));
    CHECK_NEAR(info.volume, 6, 1e-13);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(info.low[i], box.origin[i], 1e-15);
        CHECK_NEAR(info.high[i], box.origin[i] + box.size[i], 1e-14);
    }
    /* Tags cover the boundary and nothing else: neighbouring bricks fit. */
    CHECK(info.boundary_faces == mesh.Nb && info.untagged_faces == 0 && info.inner_tagged_faces == 0);
    for (nd_idx b = 0; b < mesh.Nb; b++) {
        int side = mesh.boundary[b], axis = side / 2;
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(mesh.V[3 * mesh.BToV[3 * b + i] + axis], side % 2 ? info.high[axis] : info.low[axis],
                       1e-14);
    }
    nd_mesh_clear(&mesh);
}

static void spacing(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 0.3, 0.05}, .h = 0.1};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK(mesh.K == 6 * 10 * 3 * 1);
    nd_mesh_clear(&mesh);
}

static void names(void)
{
    char wall[] = "wall", port[] = "port", air[] = "air";
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1},
                         .divisions = {1, 1, 1},
                         .side = {port, wall, wall, wall, wall, wall},
                         .region = air};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK(mesh.nboundaries == 2 && !strcmp(mesh.boundary_name[1], "wall") &&
          !strcmp(mesh.region_name[0], "air"));
    nd_mesh_clear(&mesh);
}

/* Paired faces are tagged on opposite sides, one box length apart vertex by vertex. */
static void pairs(int nx)
{
    struct nd_mesh mesh;
    struct nd_box box = {
        .size = {1, 2, 3}, .divisions = {nx, 2, 3}, .periodic = {true, false, true}, .jitter = 0.2};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK(mesh.Nperiodic == 2 * (2 * 3 + nx * 2));
    struct nd_face *tagged = calloc((size_t)mesh.Nb, sizeof *tagged);
    for (nd_idx b = 0; b < mesh.Nb; b++) {
        const nd_idx *v = mesh.BToV + 3 * b;
        tagged[b] = nd_face_key(v[0], v[1], v[2], 0);
    }
    qsort(tagged, (size_t)mesh.Nb, sizeof *tagged, nd_face_compare);
    for (nd_idx p = 0; p < mesh.Nperiodic; p++) {
        const nd_idx *a = mesh.periodic + 6 * p, *b = a + 3;
        struct nd_face ka = nd_face_key(a[0], a[1], a[2], 0), kb = nd_face_key(b[0], b[1], b[2], 0);
        CHECK(bsearch(&ka, tagged, (size_t)mesh.Nb, sizeof ka, nd_face_compare));
        CHECK(bsearch(&kb, tagged, (size_t)mesh.Nb, sizeof kb, nd_face_compare));
        int axis = mesh.V[3 * b[0]] - mesh.V[3 * a[0]] > 0.5 ? 0 : 2;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                CHECK_NEAR(mesh.V[3 * b[i] + j] - mesh.V[3 * a[i] + j], j == axis ? box.size[j] : 0, 1e-14);
    }
    free(tagged);
    nd_mesh_clear(&mesh);
}

static void jitter(void)
{
    struct nd_mesh mesh, again, plain;
    struct nd_box box = {.size = {1, 1, 0.2}, .divisions = {12, 11, 10}, .jitter = 0.3};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_mesh_box(&again, &box));
    box.jitter = 0;
    CHECK_OK(nd_mesh_box(&plain, &box));
    CHECK(!memcmp(mesh.V, again.V, 3 * (size_t)mesh.Nv * sizeof *mesh.V));
    CHECK(mesh.reoriented == 0);
    double volume = 0, least = 1, furthest = 0;
    for (nd_idx k = 0; k < mesh.K; k++) {
        const nd_idx *v = mesh.EToV + 4 * k;
        double det = nd_tet_det(mesh.V + 3 * v[0], mesh.V + 3 * v[1], mesh.V + 3 * v[2], mesh.V + 3 * v[3]);
        volume += det / 6;
        least = fmin(least, det);
    }
    CHECK_NEAR(volume, 0.2, 1e-14);
    CHECK(least > 0);
    for (nd_idx b = 0; b < 3 * mesh.Nb; b++)
        for (int j = 0; j < 3; j++) CHECK(mesh.V[3 * mesh.BToV[b] + j] == plain.V[3 * plain.BToV[b] + j]);
    for (nd_idx v = 0; v < mesh.Nv; v++) furthest = fmax(furthest, fabs(mesh.V[3 * v] - plain.V[3 * v]));
    CHECK(furthest > 0.2 / 12 && furthest <= 0.3 / 12);
    nd_mesh_clear(&mesh);
    nd_mesh_clear(&again);
    nd_mesh_clear(&plain);
}

#define REFUSED(text, ...)                                                                                   \
    do {                                                                                                     \
        struct nd_mesh mesh;                                                                                 \
        struct nd_box box = __VA_ARGS__;                                                                     \
        CHECK_FAILS(nd_mesh_box(&mesh, &box), NUDGE_EVALUE, text);                                           \
    } while (0)

static void limits(void)
{
    REFUSED("size", {.size = {1, 0, 1}, .h = 1});
    REFUSED("size", {.size = {1, -1, 1}, .h = 1});
    REFUSED("size", {.size = {1, NAN, 1}, .h = 1});
    REFUSED("size", {.size = {1, 1, INFINITY}, .h = 1});
    REFUSED("origin", {.size = {1, 1, 1}, .origin = {0, NAN, 0}, .h = 1});
    REFUSED("divisions or h", {.size = {1, 1, 1}});
    REFUSED("not both", {.size = {1, 1, 1}, .divisions = {1, 1, 1}, .h = 1});
    REFUSED("divisions must be", {.size = {1, 1, 1}, .divisions = {1, 0, 1}});
    REFUSED("divisions must be", {.size = {1, 1, 1}, .divisions = {1, -2, 1}});
    REFUSED("h must be", {.size = {1, 1, 1}, .h = -1});
    REFUSED("h must be", {.size = {1, 1, 1}, .h = NAN});
    REFUSED("a larger h", {.size = {1, 1, 1}, .h = 1e-9});
    REFUSED("a larger h", {.size = {1, 1, 1}, .h = 1e-300});
    REFUSED("fewer divisions", {.size = {1, 1, 1}, .divisions = {1000, 1000, 1000}});
    REFUSED("fewer divisions", {.size = {1, 1, 1}, .divisions = {2147483647, 1, 1}});
    REFUSED("jitter", {.size = {1, 1, 1}, .h = 1, .jitter = 0.5});
    REFUSED("jitter", {.size = {1, 1, 1}, .h = 1, .jitter = NAN});
    struct nd_mesh mesh;
    struct nd_box far = {.size = {1, 1, 1}, .origin = {1e20, 0, 0}, .h = 1};
    CHECK_FAILS(nd_mesh_box(&mesh, &far), NUDGE_EFORMAT, "box: element 1 is flat");
}

int main(void)
{
    counts();
    spacing();
    names();
    pairs(2);
    pairs(1);
    jitter();
    limits();
    TEST_END;
}
