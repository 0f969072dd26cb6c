// Boundaries joined by name give the same pairs as the box has by construction; and the cases that
// are refused.
#include "test.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "problem/problem.h"

static struct nd_box plain(void)
{
    return (struct nd_box){.size = {1, 2, 0.5}, .origin = {3, 0, -7}, .divisions = {3, 4, 2}};
}

static void matched(void)
{
    struct nd_mesh mesh;
    struct nd_box box = plain();
    CHECK_OK(nd_mesh_box(&mesh, &box));
    /* Faces in another order and turned about: partners are found by place. */
    for (nd_idx b = 0; b + 1 < mesh.Nb; b++) {
        nd_idx *v = mesh.BToV + 3 * b, *w = mesh.BToV + 3 * ((b * 7 + 3) % mesh.Nb);
        nd_idx swap[3] = {v[1], v[2], v[0]}, side = mesh.boundary[b];
        memcpy(v, w, sizeof swap);
        memcpy(w, swap, sizeof swap);
        mesh.boundary[b] = mesh.boundary[(b * 7 + 3) % mesh.Nb];
        mesh.boundary[(b * 7 + 3) % mesh.Nb] = side;
    }
    /* A little noise, as from a file with few digits. */
    for (nd_idx v = 0; v < 3 * mesh.Nv; v++) mesh.V[v] += 1e-9 * (v * 7919 % 11 - 5);
    CHECK_OK(nd_mesh_make_periodic(&mesh, "ymax", "ymin"));
    CHECK(mesh.Nperiodic == 2 * 3 * 2);
    CHECK_OK(nd_mesh_make_periodic(&mesh, "xmin", "xmax"));
    CHECK(mesh.Nperiodic == 2 * (3 * 2 + 4 * 2));
    for (nd_idx p = 0; p < mesh.Nperiodic; p++) {
        const nd_idx *a = mesh.periodic + 6 * p;
        int x = p >= 12;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double step = j == !x ? (x ? 1 : -2) : 0;
                CHECK_NEAR(mesh.V[3 * a[3 + i] + j] - mesh.V[3 * a[i] + j], step, 1e-7);
            }
    }
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmax", "xmin"), NUDGE_EVALUE,
                "\"xmax\" is made periodic twice");
    CHECK(mesh.Nperiodic == 2 * (3 * 2 + 4 * 2));
    nd_mesh_clear(&mesh);
}

/* Two vertices within the tolerance of each other: each is paired with the one right across, not
 * with its neighbour. */
static void nearest(void)
{
    const double at[4] = {0, 0.5, 0.5 + 4e-7, 1};
    for (int other = 0; other < 2; other++) {
        struct nd_mesh mesh;
        struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 3, 1}};
        CHECK_OK(nd_mesh_box(&mesh, &box));
        for (nd_idx v = 0; v < mesh.Nv; v++) mesh.V[3 * v + 1] = at[(int)lround(3 * mesh.V[3 * v + 1])];
        CHECK_OK(nd_mesh_make_periodic(&mesh, other ? "xmax" : "xmin", other ? "xmin" : "xmax"));
        CHECK(mesh.Nperiodic == 6);
        for (nd_idx p = 0; p < 3 * mesh.Nperiodic; p++) {
            const nd_idx *a = mesh.periodic + 6 * (p / 3) + p % 3;
            CHECK(mesh.V[3 * a[3] + 1] == mesh.V[3 * a[0] + 1]);
            CHECK(mesh.V[3 * a[3] + 2] == mesh.V[3 * a[0] + 2]);
        }
        nd_mesh_clear(&mesh);
    }
}

/* Sides match within a millionth of their extent. */
static void tolerated(void)
{
    for (int far = 0; far < 2; far++) {
        struct nd_mesh mesh;
        struct nd_box box = {.size = {1, 4, 4}, .divisions = {1, 4, 4}};
        CHECK_OK(nd_mesh_box(&mesh, &box));
        for (nd_idx v = 0; v < mesh.Nv; v++) /* one vertex inside the side */
            if (mesh.V[3 * v] == 1 && mesh.V[3 * v + 1] == 2 && mesh.V[3 * v + 2] == 2)
                mesh.V[3 * v + 1] += far ? 5e-6 : 3e-6;
        if (far)
            CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmin", "xmax"), NUDGE_EVALUE, "has no partner");
        else
            CHECK_OK(nd_mesh_make_periodic(&mesh, "xmin", "xmax"));
        nd_mesh_clear(&mesh);
    }
}

static void refused(void)
{
    struct nd_mesh mesh;
    struct nd_box box = plain();
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmin", "xmx"), NUDGE_EVALUE,
                "no boundary \"xmx\" to be periodic; did you mean \"xmax\"");
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmxa", "xmin"), NUDGE_EVALUE, "did you mean \"xmax\"");
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "completely else", "xmax"), NUDGE_EVALUE,
                "no boundary \"completely else\"");
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmin", "xmin"), NUDGE_EVALUE, "with itself");
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmin", "ymin"), NUDGE_EVALUE,
                "\"xmin\" has 16 faces and \"ymin\" has 12");
    nd_mesh_clear(&mesh);
    box.divisions[0] = 4; /* Now x and y sides have as many faces, but lie across. */
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmin", "ymin"), NUDGE_EVALUE, "has no partner in \"ymin\"");
    /* One vertex of xmax out of place. */
    for (nd_idx v = 0; v < mesh.Nv; v++)
        if (mesh.V[3 * v] == 4 && mesh.V[3 * v + 1] == 1 && mesh.V[3 * v + 2] == -6.75)
            mesh.V[3 * v + 1] += 1e-3;
    CHECK_FAILS(nd_mesh_make_periodic(&mesh, "xmin", "xmax"), NUDGE_EVALUE,
                "the face of boundary \"xmin\" at (3, ");
    CHECK(mesh.Nperiodic == 0);
    nd_mesh_clear(&mesh);
}

/* Time grows like n log n: 80 000 faces a side take no time. */
static void large(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 200, 200}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_mesh_make_periodic(&mesh, "xmin", "xmax"));
    CHECK(mesh.Nperiodic == 80000);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    matched();
    nearest();
    tolerated();
    refused();
    large();
    TEST_END;
}
