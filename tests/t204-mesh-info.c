// nd_mesh_info on tetrahedra whose measures are known, and the meshes that nd_mesh_check rejects.
#include "test.h"
#include "mesh/mesh.h"

/* A mesh over the caller's arrays; free_hand gives back what it owns. */
static struct nd_mesh by_hand(double *V, nd_idx Nv, nd_idx *EToV, nd_idx K, nd_idx *zeros, nd_gid *label)
{
    static char name[] = "hand", *names[] = {name};
    return (struct nd_mesh){.name = name,
                            .K = K,
                            .Nv = Nv,
                            .V = V,
                            .EToV = EToV,
                            .region = zeros,
                            .label = label,
                            .boundary = zeros,
                            .region_name = names,
                            .boundary_name = names,
                            .nregions = 1,
                            .nboundaries = 1};
}

static void regular(void)
{
    double V[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    nd_idx EToV[] = {0, 1, 2, 3}, BToV[] = {2, 0, 1}, zeros[4] = {0};
    nd_gid label[] = {17};
    struct nd_mesh mesh = by_hand(V, 4, EToV, 1, zeros, label);
    mesh.BToV = BToV;
    mesh.Nb = 1;
    struct nd_mesh_info info;
    CHECK_OK(nd_mesh_check(&mesh));
    CHECK_OK(nd_mesh_info(&mesh, &info));
    double edge = sqrt(8);
    CHECK_NEAR(info.volume, 8.0 / 3, 1e-14);
    CHECK_NEAR(info.edge_min, edge, 1e-14);
    CHECK_NEAR(info.edge_max, edge, 1e-14);
    CHECK_NEAR(info.inradius_min, edge / sqrt(24), 1e-14);
    CHECK_NEAR(info.inradius_median, edge / sqrt(24), 1e-14);
    CHECK_NEAR(nd_mesh_inradius(&mesh, 0), edge / sqrt(24), 1e-14);
    CHECK_NEAR(info.quality_min, 1, 1e-14);
    CHECK_NEAR(info.quality_median, 1, 1e-14);
    CHECK(info.histogram[9] == 1 && info.histogram[0] == 0);
    CHECK(info.smallest[0] == 0 && info.smallest[1] == -1 && info.smallest[4] == -1);
    CHECK(info.boundary_faces == 4 && info.untagged_faces == 3 && info.inner_tagged_faces == 0);
    for (int i = 0; i < 3; i++) CHECK(info.low[i] == -1 && info.high[i] == 1);
}

/* The corner of a cube and the tet behind its skew face: an inner face, which is tagged. */
static void two(void)
{
    double V[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    nd_idx EToV[] = {0, 1, 2, 3, 1, 2, 3, 4}, BToV[] = {3, 2, 1}, zeros[4] = {0};
    nd_gid label[] = {1, 2};
    struct nd_mesh mesh = by_hand(V, 5, EToV, 2, zeros, label);
    mesh.BToV = BToV;
    mesh.Nb = 1;
    struct nd_mesh_info info;
    CHECK_OK(nd_mesh_check(&mesh));
    CHECK_OK(nd_mesh_info(&mesh, &info));
    double corner = 1 / (3 + sqrt(3));
    CHECK_NEAR(info.volume, 0.5, 1e-15);
    CHECK_NEAR(info.inradius_min, corner, 1e-15);
    /* The other is regular with edge sqrt(2). */
    CHECK_NEAR(info.inradius_median, 0.5 * (corner + sqrt(2.0 / 24)), 1e-15);
    CHECK_NEAR(info.quality_min, 3 * corner / (sqrt(3) / 2), 1e-14);
    CHECK(info.smallest[0] == 0 && info.smallest[1] == 1 && info.smallest[2] == -1);
    CHECK(info.boundary_faces == 6 && info.untagged_faces == 6 && info.inner_tagged_faces == 1);
}

static void checked(void)
{
    double V[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    const double plain[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    nd_idx EToV[] = {0, 1, 2, 3, 1, 2, 3, 4}, zeros[4] = {0};
    nd_gid label[] = {31, 32};
    struct nd_mesh mesh = by_hand(V, 5, EToV, 2, zeros, label);
    EToV[0] = 1, EToV[1] = 0;
    CHECK_OK(nd_mesh_check(&mesh));
    CHECK(mesh.reoriented == 1);
    CHECK_OK(nd_mesh_check(&mesh));
    CHECK(mesh.reoriented == 0);
    EToV[7] = 5;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "hand: element 32 uses vertex 5");
    EToV[7] = -1;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "hand: element 32 uses vertex -1");
    EToV[7] = 3;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "hand: element 32 is flat");
    EToV[7] = 0;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "hand: elements 31 and 32 are duplicates");
    EToV[7] = 4;
    V[14] = -1 + 1e-13;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "(1, 1, -1)");
    /* Flatness does not depend on the unit of length. */
    V[14] = -0.9;
    for (int i = 0; i < 15; i++) V[i] *= 1e-9;
    CHECK_OK(nd_mesh_check(&mesh));
    memcpy(V, plain, sizeof V);
    V[4] = NAN;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "vertex 1 has a coordinate that is not finite");
    mesh.K = 0;
    CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "no tetrahedra");
}

int main(void)
{
    regular();
    two();
    checked();
    TEST_END;
}
