// PML layers grown around box-shaped meshes: volumes, conformity, tags, regions, periodic sides,
// and refusals.
#include "test.h"
#include "mesh/geometry.h"
#include "mesh/grow.h"
#include "part/connect.h"
#include "pierce.h"
#include "problem/problem.h"

static double volume_of(const struct nd_mesh *mesh, const char *region)
{
    double volume = 0;
    for (nd_idx k = 0; k < mesh->K; k++) {
        const nd_idx *v = mesh->EToV + 4 * k;
        const double det =
            nd_tet_det(mesh->V + 3 * v[0], mesh->V + 3 * v[1], mesh->V + 3 * v[2], mesh->V + 3 * v[3]);
        CHECK(det > 0);
        if (!region || !strcmp(mesh->region_name[mesh->region[k]], region)) volume += det / 6;
    }
    return volume;
}

/* The mesh fills its bounding box, neighbours fit, each boundary face (tagged: all of them) is in a
 * side's plane. */
static void check_box(struct nd_mesh *mesh, const double low[3], const double high[3], int tagged)
{
    struct nd_connect connect;
    struct nd_mesh_info info;
    double size[3], area[6] = {0};
    CHECK_OK(nd_mesh_info(mesh, &info));
    for (int a = 0; a < 3; a++) {
        size[a] = high[a] - low[a];
        CHECK_NEAR(info.low[a], low[a], 1e-7);
        CHECK_NEAR(info.high[a], high[a], 1e-7);
    }
    CHECK_NEAR(info.volume, size[0] * size[1] * size[2], 1e-6);
    CHECK_NEAR(volume_of(mesh, NULL), info.volume, 1e-11);
    CHECK(info.quality_min > 0.05);
    if (tagged)
        CHECK(info.untagged_faces == 0 && info.inner_tagged_faces == 0 && info.boundary_faces == mesh->Nb);
    const nd_idx pairs = mesh->Nperiodic;
    mesh->Nperiodic = 0; /* all of the hull */
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_connect_check(&connect, mesh));
    for (nd_idx at = 0; at < 4 * mesh->K; at++) {
        const double *p[3];
        if (connect.EToB[at] < 0) continue;
        for (int i = 0; i < 3; i++) p[i] = mesh->V + 3 * mesh->EToV[at / 4 * 4 + nd_face_vertex[at % 4][i]];
        for (int side = 0; side < 6; side++) {
            const int a = side / 2;
            const double x = side % 2 ? high[a] : low[a];
            if (fabs(p[0][a] - x) < 1e-7 && fabs(p[1][a] - x) < 1e-7 && fabs(p[2][a] - x) < 1e-7)
                area[side] += nd_triangle_area(p[0], p[1], p[2]);
        }
    }
    for (int side = 0; side < 6; side++)
        CHECK_NEAR(area[side], size[(side / 2 + 1) % 3] * size[(side / 2 + 2) % 3], 1e-6);
    nd_connect_clear(&connect);
    mesh->Nperiodic = pairs;
    CHECK_OK(nd_mesh_check(mesh));
}

/* Tags named as the built-in box names its sides lie there. */
static void check_sides(const struct nd_mesh *mesh, const double low[3], const double high[3])
{
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        const int side = mesh->boundary[b], a = side / 2;
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(mesh->V[3 * mesh->BToV[3 * b + i] + a], side % 2 ? high[a] : low[a], 1e-7);
    }
}

static struct nd_box plain(void)
{
    return (struct nd_box){.size = {1, 2, 1.5}, .origin = {-3, 0, 7}, .divisions = {2, 3, 4}, .jitter = 0.2};
}

/* Vertices in another order, and off by a little, as from a file. */
static void scramble(struct nd_mesh *mesh)
{
    nd_idx *to = nd_alloc((size_t)mesh->Nv, sizeof *to), step = 7919;
    double *V = nd_alloc(3 * (size_t)mesh->Nv, sizeof *V);
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        to[v] = (nd_idx)((int64_t)v * step % mesh->Nv);
        for (int j = 0; j < 3; j++) V[3 * to[v] + j] = mesh->V[3 * v + j] + 1e-9 * ((v * 31 + j) % 11 - 5);
    }
    for (nd_idx i = 0; i < 4 * mesh->K; i++) mesh->EToV[i] = to[mesh->EToV[i]];
    for (nd_idx i = 0; i < 3 * mesh->Nb; i++) mesh->BToV[i] = to[mesh->BToV[i]];
    for (nd_idx i = 0; i < 6 * mesh->Nperiodic; i++) mesh->periodic[i] = to[mesh->periodic[i]];
    free(mesh->V);
    mesh->V = V;
    free(to);
}

static void check_all_sides(int scrambled)
{
    struct nd_mesh mesh;
    struct nd_box box = plain();
    struct nd_grow grow = {.layers = 3, .thickness = 0.5};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    if (scrambled) scramble(&mesh);
    mesh.reoriented = 5;
    mesh.label[17] = 1000;
    const nd_idx K = mesh.K;
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK(mesh.K == 6 * 8 * 9 * 10 && mesh.Nv == 9 * 10 * 11 && mesh.Nb == 4 * (72 + 80 + 90));
    CHECK(mesh.reoriented == 5 && mesh.Nperiodic == 0);
    CHECK(mesh.nregions == 2 && !strcmp(mesh.region_name[1], "box.pml") && mesh.nboundaries == 6);
    const double low[3] = {-3.5, -0.5, 6.5}, high[3] = {-1.5, 2.5, 9};
    check_box(&mesh, low, high, 1);
    check_sides(&mesh, low, high);
    CHECK_NEAR(volume_of(&mesh, "box"), 3, 1e-6);
    for (nd_idx k = 0; k < mesh.K; k++)
        CHECK(mesh.region[k] == (k >= K) && mesh.label[k] == (k >= K    ? 1001 + k - K
                                                              : k == 17 ? 1000
                                                                        : k + 1));
    nd_mesh_clear(&mesh);
}

static void check_one_side(void)
{
    for (int side = 0; side < 6; side++) {
        struct nd_mesh mesh;
        struct nd_box box = plain();
        struct nd_grow grow = {.layers = 2, .thickness = 0.25};
        double low[3], high[3];
        grow.side[side] = true;
        CHECK_OK(nd_mesh_box(&mesh, &box));
        CHECK_OK(nd_mesh_grow(&mesh, &grow));
        for (int a = 0; a < 3; a++) {
            low[a] = box.origin[a] - (side == 2 * a ? 0.25 : 0);
            high[a] = box.origin[a] + box.size[a] + (side == 2 * a + 1 ? 0.25 : 0);
        }
        box.divisions[side / 2] += 2;
        CHECK(mesh.K == 6 * box.divisions[0] * box.divisions[1] * box.divisions[2]);
        check_box(&mesh, low, high, 1);
        check_sides(&mesh, low, high);
        nd_mesh_clear(&mesh);
    }
}

/* Pairs are one period apart and leave no other boundary than the grown sides. */
static void check_pairs(struct nd_mesh *mesh, nd_idx faces)
{
    struct nd_connect connect;
    nd_idx outside = 0;
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_connect_check(&connect, mesh));
    for (nd_idx at = 0; at < 4 * mesh->K; at++) {
        outside += connect.EToB[at] >= 0;
        CHECK(connect.EToB[at] < 2);
    }
    CHECK(outside == 2 * faces);
    for (nd_idx i = 0; i < 3 * mesh->Nperiodic; i++) {
        const double *p = mesh->V + 3 * mesh->periodic[i / 3 * 6 + i % 3],
                     *q = mesh->V + 3 * mesh->periodic[i / 3 * 6 + 3 + i % 3];
        const double y = fabs(p[1] - q[1]), z = fabs(p[2] - q[2]);
        CHECK_NEAR(p[0], q[0], 1e-7);
        CHECK(y < 1e-7 ? fabs(z - 1.5) < 1e-7 : fabs(y - 2) < 1e-7 && z < 1e-7);
    }
    nd_connect_clear(&connect);
}

/* Pairs from the start, or made by name afterwards: the same. ny: down to one brick a period. */
static void check_periodic(int ny, int later, int scrambled)
{
    struct nd_mesh mesh;
    struct nd_box box = plain();
    struct nd_grow grow = {.layers = 3, .thickness = 0.3};
    box.divisions[1] = ny;
    if (later)
        grow.side[0] = grow.side[1] = true;
    else
        box.periodic[1] = box.periodic[2] = true; /* of all sides the others are left */
    CHECK_OK(nd_mesh_box(&mesh, &box));
    if (scrambled) scramble(&mesh);
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    if (later) {
        CHECK(mesh.Nperiodic == 0);
        CHECK_OK(nd_mesh_make_periodic(&mesh, "ymin", "ymax"));
        CHECK_OK(nd_mesh_make_periodic(&mesh, "zmin", "zmax"));
    }
    CHECK(mesh.K == 6 * 8 * ny * 4 && mesh.Nperiodic == 2 * 8 * (ny + 4));
    const double low[3] = {-3.3, 0, 7}, high[3] = {-1.7, 2, 8.5};
    check_box(&mesh, low, high, 1);
    check_sides(&mesh, low, high);
    check_pairs(&mesh, 2 * ny * 4);
    nd_mesh_clear(&mesh);
}

/* Periodic in z, growing in x and y: pairs go on into the corners. */
static void check_corners(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_box box = plain();
    struct nd_grow grow = {.layers = 2, .thickness = 1};
    box.periodic[2] = true;
    CHECK_OK(nd_mesh_box(&mesh, &box));
    scramble(&mesh);
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK(mesh.K == 6 * 6 * 7 * 4 && mesh.Nperiodic == 2 * 6 * 7);
    check_box(&mesh, (double[]){-4, -1, 7}, (double[]){-1, 3, 8.5}, 1);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_connect_check(&connect, &mesh));
    for (nd_idx at = 0; at < 4 * mesh.K; at++) CHECK(connect.EToB[at] < 4);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

/* The PML around each region is a region of its own, also around one that is a PML already. */
static void check_regions(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {4, 2, 2}, .region = (char[]){"air"}};
    struct nd_grow grow = {.layers = 2, .thickness = 0.5, .side = {true, false, true, true}};
    nd_idx glass;
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_mesh_region(&mesh, "glass", &glass));
    for (nd_idx k = 0; k < mesh.K; k++) /* a quarter is glass, and touches xmax but not xmin */
        if (k / 6 % 4 == 3) mesh.region[k] = glass;
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK(mesh.nregions == 4);
    CHECK_NEAR(volume_of(&mesh, "air"), 0.75, 1e-12);
    CHECK_NEAR(volume_of(&mesh, "air.pml"), 1.25 * 2 - 0.75, 1e-12);
    CHECK_NEAR(volume_of(&mesh, "glass"), 0.25, 1e-12);
    CHECK_NEAR(volume_of(&mesh, "glass.pml"), 0.25, 1e-12);
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK(mesh.nregions == 4);
    CHECK_NEAR(volume_of(&mesh, "air.pml"), 1.75 * 3 - 0.75, 1e-12);
    nd_mesh_clear(&mesh);
}

/* Tags inside stay where they are; faces without a tag stay without one; vertices that nothing uses
 * do not count. */
static void check_tags(void)
{
    struct nd_mesh mesh;
    struct nd_mesh_info info;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {2, 2, 2}};
    struct nd_grow grow = {.layers = 2, .thickness = 0.5};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    double *V = nd_alloc(3 * (size_t)mesh.Nv + 3, sizeof *V);
    memcpy(V, mesh.V, 3 * (size_t)mesh.Nv * sizeof *V);
    V[3 * mesh.Nv] = 50;
    free(mesh.V);
    mesh.V = V;
    mesh.Nv++;
    /* Only ymin, and the plane x = 1/2 inside, which meets it in an edge of the outer rim nowhere. */
    nd_idx n = 0;
    for (nd_idx b = 0; b < mesh.Nb; b++) {
        if (mesh.boundary[b] != 0 && mesh.boundary[b] != 2) continue;
        for (int i = 0; i < 3; i++) mesh.BToV[3 * n + i] = mesh.BToV[3 * b + i] + (mesh.boundary[b] == 0);
        mesh.boundary[n++] = mesh.boundary[b];
    }
    CHECK(n == 16);
    mesh.Nb = n;
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK(mesh.Nb == 8 + 2 * 6 * 6);
    CHECK_OK(nd_mesh_info(&mesh, &info));
    CHECK(info.inner_tagged_faces == 8 && info.boundary_faces == 6 * 72 && info.untagged_faces == 5 * 72);
    check_box(&mesh, (double[]){-0.5, -0.5, -0.5}, (double[]){1.5, 1.5, 1.5}, 0);
    for (nd_idx b = 0; b < mesh.Nb; b++)
        for (int i = 0; i < 3; i++)
            CHECK(mesh.boundary[b] ? mesh.V[3 * mesh.BToV[3 * b + i] + 1] == -0.5
                                   : mesh.V[3 * mesh.BToV[3 * b + i]] == 0.5);
    nd_mesh_clear(&mesh);
}

/* Only faces of the hull go on along the layers, and only at the rim. */
static void check_rim(void)
{
    struct nd_mesh mesh;
    struct nd_mesh_info info;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {2, 2, 2}};
    struct nd_grow grow = {.layers = 2, .thickness = 0.5, .side = {[4] = true}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    /* Tagged as xmin: a face inside that ends in the edge of ymin and zmin. */
    const nd_idx row = 3, layer = 9;
    memcpy(mesh.BToV + 3 * (mesh.Nb - 1), (nd_idx[]){0, 1, 1 + row + layer}, 3 * sizeof *mesh.BToV);
    mesh.boundary[mesh.Nb - 1] = 0;
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK_OK(nd_mesh_info(&mesh, &info));
    CHECK(info.inner_tagged_faces == 1 && info.untagged_faces == 1);
    for (nd_idx i = 3 * 48; i < 3 * mesh.Nb; i++)
        CHECK(mesh.boundary[i / 3] || mesh.V[3 * mesh.BToV[i]] == 0);
    nd_mesh_clear(&mesh);

    /* Tagged as xmin: a hole that touches zmin in an edge only. */
    CHECK_OK(nd_mesh_box(&mesh, &box));
    mesh.K--;
    const nd_idx *hole = mesh.EToV + 4 * (2 * 6 + 3);
    CHECK(hole[0] == row && hole[2] == row + 1 && hole[1] == row + 1 + layer);
    mesh.BToV = realloc(mesh.BToV, 3 * (size_t)(mesh.Nb + 4) * sizeof *mesh.BToV);
    mesh.boundary = realloc(mesh.boundary, (size_t)(mesh.Nb + 4) * sizeof *mesh.boundary);
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < 3; i++) mesh.BToV[3 * mesh.Nb + i] = hole[nd_face_vertex[f][i]];
        mesh.boundary[mesh.Nb++] = 0;
    }
    memcpy(mesh.EToV + 4 * (2 * 6 + 3), mesh.EToV + 4 * mesh.K, 4 * sizeof *mesh.EToV);
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK_OK(nd_mesh_info(&mesh, &info));
    CHECK(info.inner_tagged_faces == 0);
    CHECK_NEAR(volume_of(&mesh, "box.pml"), 0.5, 1e-12);
    nd_mesh_clear(&mesh);
}

static void check_file(const char *path)
{
    struct nd_mesh mesh;
    struct nd_grow grow = {.layers = 4, .thickness = 0.5};
    CHECK_OK(nd_mesh_read(&mesh, path));
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    CHECK(mesh.nboundaries == 1 && mesh.nregions == 2 && !strcmp(mesh.region_name[1], "vacuum.pml"));
    check_box(&mesh, (double[]){-0.5, -0.5, -0.5}, (double[]){1.5, 1.5, 1.5}, 1);
    CHECK_NEAR(volume_of(&mesh, "vacuum"), 1, 1e-9);
    nd_mesh_clear(&mesh);
}

#define REFUSED(text, ...)                                                                                   \
    do {                                                                                                     \
        struct nd_grow grow_ = __VA_ARGS__;                                                                  \
        CHECK_FAILS(nd_mesh_grow(&mesh, &grow_), NUDGE_EVALUE, text);                                        \
    } while (0)

static void check_numbers(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {4, 4, 4}, .periodic = {false, true, true}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    REFUSED("at least one layer", {.layers = 0, .thickness = 1});
    REFUSED("positive number", {.layers = 1, .thickness = 0});
    REFUSED("positive number", {.layers = 1, .thickness = -1});
    REFUSED("positive number", {.layers = 1, .thickness = NAN});
    REFUSED("positive number", {.layers = 1, .thickness = INFINITY});
    REFUSED("take a larger thickness", {.layers = 4, .thickness = 1e-6});
    REFUSED("take a larger thickness", {.layers = 4, .thickness = 1e-300});
    REFUSED("more than 536870911 elements", {.layers = 10000000, .thickness = 1e9});
    REFUSED("more than 536870911 elements", {.layers = INT32_MAX, .thickness = 1e9});
    REFUSED("ymax, which is periodic", {.layers = 1, .thickness = 1, .side = {[1] = true, [3] = true}});
    CHECK(mesh.K == 6 * 64 && mesh.Nperiodic == 64);
    CHECK_FAILS(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 1, .thickness = 1e200}), NUDGE_EVALUE,
                "lengths from 1e-60 to 1e+60");
    nd_mesh_clear(&mesh);
    box.periodic[0] = true;
    CHECK_OK(nd_mesh_box(&mesh, &box));
    REFUSED("all sides are periodic", {.layers = 1, .thickness = 1});
    mesh.K = 0;
    REFUSED("nothing that could grow", {.layers = 1, .thickness = 1});
    nd_mesh_clear(&mesh);
    /* Pairs that are no translates of each other. */
    CHECK_OK(nd_mesh_box(&mesh, &(struct nd_box){.size = {1, 1, 1}, .h = 0.5, .periodic = {[1] = true}}));
    memcpy(mesh.periodic + 3, mesh.periodic + 6 * (mesh.Nperiodic - 1) + 3, 3 * sizeof *mesh.periodic);
    REFUSED("they are not alike there", {.layers = 1, .thickness = 1});
    nd_mesh_clear(&mesh);
}

/* A rod through both sides in x, and a block that fills an edge of the box from ymin to ymax. */
static int is_rod(const double c[3])
{
    return fabs(c[1] - 2.5) < 0.5 && fabs(c[2] - 1.5) < 0.5;
}
static int is_block(const double c[3])
{
    return c[0] > 2 && c[2] > 3;
}
static int is_both(const double c[3])
{
    return is_rod(c) || is_block(c);
}

/* Every boundary face is tagged, by "wire" if it is in no side of the box around. */
static void check_hull(struct nd_mesh *mesh, const double low[3], const double high[3])
{
    struct nd_mesh_info info;
    struct nd_connect connect;
    CHECK_OK(nd_mesh_check(mesh));
    CHECK_OK(nd_mesh_info(mesh, &info));
    CHECK(info.untagged_faces == 0 && info.inner_tagged_faces == 0 && info.boundary_faces == mesh->Nb);
    for (int a = 0; a < 3; a++) CHECK(info.low[a] == low[a] && info.high[a] == high[a]);
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_connect_check(&connect, mesh));
    nd_connect_clear(&connect);
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        int side = 6;
        for (int s = 0; s < 6; s++) {
            int all = 1;
            for (int i = 0; i < 3; i++)
                all &= mesh->V[3 * mesh->BToV[3 * b + i] + s / 2] == (s % 2 ? high : low)[s / 2];
            if (all) side = s;
        }
        CHECK(mesh->boundary[b] ==
              side); /* that is how the built-in box numbers its sides; "wire" comes after */
    }
}

static void check_pierced(int (*hole)(const double c[3]), double inside, double grown)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {3, 4, 4}, .divisions = {3, 4, 4}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(pierce(&mesh, hole));
    check_hull(&mesh, (double[]){0, 0, 0}, (double[]){3, 4, 4});
    CHECK_NEAR(volume_of(&mesh, NULL), inside, 1e-11);
    CHECK_OK(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 2, .thickness = 1}));
    check_hull(&mesh, (double[]){-1, -1, -1}, (double[]){4, 5, 5});
    CHECK_NEAR(volume_of(&mesh, NULL), grown, 1e-11);
    nd_mesh_clear(&mesh);
}

/* A sheet of no thickness, as gmsh's plugin Crack makes it: the vertices inside it are there twice.
 * It reaches through xmax. */
static void check_sheet(void)
{
    struct nd_mesh mesh;
    struct nd_mesh_info info;
    struct nd_box box = {.size = {4, 4, 2}, .divisions = {4, 4, 2}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    mesh.V = realloc(mesh.V, 6 * (size_t)mesh.Nv * sizeof *mesh.V);
    const nd_idx Nv = mesh.Nv;
    for (nd_idx v = 0; v < Nv; v++) {
        const double *x = mesh.V + 3 * v;
        if (!(x[2] == 1 && x[0] > 2 && x[1] > 1 && x[1] < 3)) continue;
        memcpy(mesh.V + 3 * mesh.Nv, x, 3 * sizeof *x);
        for (nd_idx k = 0; k < mesh.K; k++)
            for (int i = 0; i < 4; i++)
                if (mesh.EToV[4 * k + i] == v && k >= mesh.K / 2) mesh.EToV[4 * k + i] = mesh.Nv;
        for (nd_idx b = 0; b < mesh.Nb; b++)
            for (int i = 0, above = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) above |= mesh.V[3 * mesh.BToV[3 * b + j] + 2] > 1;
                if (mesh.BToV[3 * b + i] == v && above) mesh.BToV[3 * b + i] = mesh.Nv;
            }
        mesh.Nv++;
    }
    CHECK(mesh.Nv == Nv + 2);
    CHECK_OK(pierce_tag(&mesh));
    const nd_idx Nb = mesh.Nb;
    CHECK_OK(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 3, .thickness = 1, .side = {[1] = true}}));
    CHECK_OK(nd_mesh_check(&mesh));
    CHECK_OK(nd_mesh_info(&mesh, &info));
    CHECK(info.untagged_faces == 0 && info.inner_tagged_faces == 0 && info.boundary_faces == mesh.Nb);
    CHECK(mesh.Nb == Nb + 3 * 2 * (4 + 4 + 2 + 2) + 3 * 2 * 2 * 2); /* four sides, and the sheet's two */
    CHECK_NEAR(volume_of(&mesh, NULL), 40, 1e-11);
    nd_mesh_clear(&mesh);
}

static void check_shapes(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {2, 2, 2}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    for (nd_idx v = 0; v < mesh.Nv; v++) /* ymax bulges */
        if (mesh.V[3 * v + 1] == 1)
            mesh.V[3 * v + 1] += 0.1 - 0.1 * fabs(mesh.V[3 * v] - 0.5) - 0.1 * fabs(mesh.V[3 * v + 2] - 0.5);
    REFUSED("box: no PML can grow on ymax, which is not flat: no boundary face lies in the bounding box's "
            "side at "
            "y = 1.1",
            {.layers = 2, .thickness = 1, .side = {[3] = true}});
    nd_mesh_clear(&mesh);
    CHECK_OK(nd_mesh_box(&mesh, &box));
    for (nd_idx v = 0; v < mesh.Nv; v++) /* half of xmin is set back */
        if (mesh.V[3 * v] == 0 && mesh.V[3 * v + 1] == 0) mesh.V[3 * v] = 0.2;
    REFUSED("the boundary slopes away from the plane x = 0; ", {.layers = 2, .thickness = 1});
    nd_mesh_clear(&mesh);
    box.divisions[2] = 1;
    CHECK_OK(nd_mesh_box(&mesh, &box));
    for (nd_idx v = 0; v < mesh.Nv; v++) /* a frustum, such as a horn's: steep enough */
        if (mesh.V[3 * v + 2] == 1)
            for (int j = 0; j < 2; j++) mesh.V[3 * v + j] = 0.25 + mesh.V[3 * v + j] / 2;
    CHECK_OK(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 2, .thickness = 1, .side = {[4] = true}}));
    CHECK_NEAR(volume_of(&mesh, "box.pml"), 1, 1e-12);
    CHECK_OK(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 2, .thickness = 1, .side = {[5] = true}}));
    CHECK_NEAR(volume_of(&mesh, "box.pml"), 1.25, 1e-12);
    nd_mesh_clear(&mesh);
}

/* Time grows like n log n: some 700 000 new elements are a matter of seconds, not of hours. */
static void check_large(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 200, 200}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_mesh_grow(&mesh, &(struct nd_grow){.layers = 1, .thickness = 0.005}));
    CHECK(mesh.K == 6 * 3 * 202 * 202);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_all_sides(0);
    check_all_sides(1);
    check_one_side();
    for (int i = 0; i < 4; i++) {
        check_periodic(3, i / 2, i % 2);
        check_periodic(1, i / 2, i % 2);
    }
    check_corners();
    check_regions();
    check_tags();
    check_rim();
    check_file("tests/meshes/paper_box_K475.msh");
    check_file("tests/meshes/paper_box_K1844.msh");
    check_numbers();
    check_pierced(is_rod, 48 - 3, 5 * 6 * 6 - 5);
    check_pierced(is_block, 48 - 4, 5 * 6 * 6 - 2 * 6 * 2);
    check_pierced(is_both, 48 - 3 - 4, 5 * 6 * 6 - 5 - 2 * 6 * 2);
    check_sheet();
    check_shapes();
    check_large();
    TEST_END;
}
