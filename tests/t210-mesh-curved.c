// Curved tetrahedra: orders 2 to 4 of MSH 2.2 and 4.1, in gmsh's numbering of nodes; only bent elements are listed, of
// inverted ones too; volumes, points inside, and folded elements.
#include <string.h>
#include "elem/curved_element.h"
#include "mesh/curved.h"
#include "mesh/geometry.h"
#include "mesh/locate.h"
#include "test.h"
#include "rig.h"

/* Gmsh's order of nodes, as gmsh's own API tells it (getElementProperties), times the order: r, s, t of each. */
static const char *const gmsh_nodes[] = {
    [2] = "000 200 020 002 100 110 010 001 011 101",
    [3] = "000 300 030 003 100 200 210 120 020 010 002 001 012 021 102 201 110 101 011 111",
    [4] = "000 400 040 004 100 200 300 310 220 130 030 020 010 003 002 001 013 022 031 103 202 301 110 120 210 101 201 "
          "102 011 012 021 112 211 121 111"};

/* A map that bends all edges. */
static void bend(double amount, const double r[3], double x[3])
{
    for (int c = 0; c < 3; c++)
        x[c] = r[c] + amount * (r[(c + 1) % 3] * r[(c + 2) % 3] + 0.5 * r[(c + 1) % 3] * (1 - r[(c + 1) % 3]));
}

/* A file with one bent tetrahedron and a straight one that shares only its first vertex; turned: nodes 1 and 2, and
 * what belongs to them, exchanged. */
static void write_mesh(const char *path, int order, double amount, int v4, int turned)
{
    FILE *file = fopen(path, "w");
    const int points = nd_curved_points(order), type = order == 2 ? 11 : order == 3 ? 29 : 30;
    fprintf(file, v4 ? "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 %d 1 %d\n3 1 0 %d\n"
                     : "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n%d\n",
            2 * points, 2 * points, 2 * points);
    for (int i = 1; i <= 2 * points && v4; i++) fprintf(file, "%d\n", i);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < points; i++) {
            const char *at = gmsh_nodes[order] + 4 * i;
            const int first = turned ? 1 : 0;
            const double r[3] = {(double)(at[first] - '0') / order, (double)(at[1 - first] - '0') / order,
                                 (double)(at[2] - '0') / order};
            double x[3];
            bend(k ? 0 : amount, r, x);
            if (!v4) fprintf(file, "%d ", k * points + i + 1);
            fprintf(file, "%.17g %.17g %.17g\n", x[0] + 5 * k, x[1], x[2]);
        }
    fprintf(file, v4 ? "$EndNodes\n$Elements\n1 2 1 2\n3 1 %d 2\n" : "$EndNodes\n$Elements\n2\n", type);
    for (int k = 0; k < 2; k++) {
        fprintf(file, v4 ? "%d" : "%d %d 2 1 1", k + 7, type);
        for (int i = 0; i < points; i++) fprintf(file, " %d", k * points + i + 1);
        fprintf(file, "\n");
    }
    fprintf(file, "$EndElements\n");
    fclose(file);
}

/* The volume of the bent tetrahedron by many small parts. */
static double volume_of(int order, const double *shape)
{
    enum { n = 24 };
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                const double a = (i + 0.5) / n, b = (j + 0.5) / n, c = (k + 0.5) / n, L3 = c, L2 = b * (1 - c),
                             L1 = a * (1 - L2 - L3), L[4] = {1 - L1 - L2 - L3, L1, L2, L3};
                double x[3], d[3][3];
                nd_curved_map(order, shape, L, x, d);
                const double J = d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) -
                                 d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
                                 d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
                sum += 8 * J * (1 - c) * (1 - L2 - L3) / (n * n * n); /* r = 2 L - 1 */
            }
    return sum;
}

static void check_file(const char *path, int order, int v4, int turned)
{
    struct nd_mesh mesh;
    struct nd_mesh_info info;
    write_mesh(path, order, 0.2, v4, turned);
    CHECK_OK(nd_mesh_read(&mesh, path));
    CHECK(mesh.K == 2 && mesh.Nv == 8 && mesh.curved_order == order && mesh.Ncurved == 1);
    CHECK(mesh.curved[0] == 0 && mesh.reoriented == (turned ? 2 : 0));
    CHECK(nd_curved_shape(&mesh, 0) == mesh.shape && !nd_curved_shape(&mesh, 1));
    const double middle[4] = {0.25, 0.25, 0.25, 0.25}, r[3] = {0.25, 0.25, 0.25};
    double want[3], got[3];
    bend(0.2, r, want);
    nd_curved_map(order, mesh.shape, middle, got, NULL);
    for (int c = 0; c < 3; c++) CHECK_NEAR(got[c], want[c], 1e-14);
    CHECK_NEAR(nd_curved_volume(&mesh, 0) / volume_of(order, mesh.shape), 1, 1e-3);
    CHECK_NEAR(nd_curved_volume(&mesh, 1), 1.0 / 6, 1e-14);
    CHECK_OK(nd_mesh_info(&mesh, &info));
    CHECK_NEAR(info.volume, nd_curved_volume(&mesh, 0) + 1.0 / 6, 1e-14);
    CHECK(info.bend > 0.02 && info.bend < 0.2);
    CHECK_OK(nd_mesh_scale(&mesh, 2));
    CHECK_NEAR(nd_curved_volume(&mesh, 1), 8.0 / 6, 1e-13);
    nd_mesh_clear(&mesh);
}

/* A point outside the straight element and inside the curved one, and the other way round. */
static void check_points(const char *path)
{
    struct nd_mesh mesh;
    struct nd_place place;
    write_mesh(path, 3, 0.2, 1, 0);
    CHECK_OK(nd_mesh_read(&mesh, path));
    const double L[4] = {0.001, 0.3, 0.3, 0.399}, inner[4] = {0.3, 0.2, 0.1, 0.4};
    double x[3];
    nd_curved_map(3, mesh.shape, L, x, NULL);
    CHECK(x[0] + x[1] + x[2] > 1);
    CHECK_OK(nd_mesh_locate(&mesh, x, &place));
    CHECK(place.element == 0);
    for (int v = 0; v < 4; v++) CHECK_NEAR(place.L[v], L[v], 1e-11);
    nd_curved_map(3, mesh.shape, inner, x, NULL);
    CHECK_OK(nd_mesh_locate(&mesh, x, &place));
    CHECK(place.element == 0);
    for (int v = 0; v < 4; v++) CHECK_NEAR(place.L[v], inner[v], 1e-11);
    CHECK_OK(nd_mesh_locate(&mesh, (const double[]){0.5, 1e-4, 1e-4}, &place));
    CHECK(place.element < 0 && place.distance > 0);
    CHECK_OK(nd_mesh_locate(&mesh, (const double[]){5.2, 0.2, 0.2}, &place));
    CHECK(place.element == 1);
    nd_mesh_clear(&mesh);
}

static void check_folded(const char *path)
{
    struct nd_mesh mesh;
    for (int order = 2; order <= 4; order++) {
        write_mesh(path, order, -1.5, 1, 0);
        CHECK_FAILS(nd_mesh_read(&mesh, path), NUDGE_EFORMAT, "1 curved elements are folded");
        CHECK(strstr(nudge_error(), "element 7;"));
    }
}

/* Its Bernstein coefficients are not all positive, its Jacobian is: only parts of the element show it. */
static void check_almost_folded(const char *path)
{
    struct nd_mesh mesh;
    int valid = 0, last = 1;
    for (int i = 0; i < 60; i++) {
        write_mesh(path, 2, -0.02 * i, 1, 0);
        const int now = !nd_mesh_read(&mesh, path);
        CHECK(now <= last); /* from some bend on all are folded */
        valid += now;
        last = now;
        if (now) nd_mesh_clear(&mesh);
    }
    CHECK(valid > 10 && valid < 50);
}

int main(void)
{
    char folder[256];
    test_folder(folder);
    const char *path = test_path(folder, "bent.msh");
    for (int order = 2; order <= 4; order++)
        for (int v4 = 0; v4 < 2; v4++)
            for (int turned = 0; turned < 2; turned++) check_file(path, order, v4, turned);
    check_points(path);
    check_folded(path);
    check_almost_folded(path);
    test_folder_remove(folder);
    TEST_END;
}
