// Points in a mesh: the element that holds one and its barycentric coordinates, points on faces, edges and vertices, and for those
// outside the nearest point of the mesh.
#include "cubes.h"
#include "mesh/locate.h"

static double rebuilt(const struct nd_mesh *mesh, nd_idx k, const double L[4], int c)
{
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += L[i] * mesh->V[3 * mesh->EToV[4 * k + i] + c];
    return sum;
}

static void check_place(const struct nd_mesh *mesh, const double x[3], const struct nd_place *p)
{
    CHECK(p->element >= 0 && p->element < mesh->K);
    CHECK(p->distance == 0);
    if (p->element < 0) return;
    CHECK_NEAR(p->L[0] + p->L[1] + p->L[2] + p->L[3], 1, 1e-12);
    for (int i = 0; i < 4; i++) CHECK(p->L[i] >= -1e-10);
    for (int c = 0; c < 3; c++) CHECK_NEAR(rebuilt(mesh, p->element, p->L, c), x[c], 1e-12);
}

static void check_inside(const struct nd_mesh *mesh)
{
    unsigned seed = 5;
    struct nd_place p;
    for (int i = 0; i < 200; i++) {
        const double x[3] = {test_random(&seed), test_random(&seed), test_random(&seed)};
        CHECK_OK(nd_mesh_locate(mesh, x, &p));
        check_place(mesh, x, &p);
    }
    for (nd_idx k = 0; k < mesh->K; k++) /* of each element the middle, then of a face, an edge, a vertex */
        for (int n = 4; n > 0; n--) {
            double x[3] = {0};
            for (int i = 0; i < n; i++)
                for (int c = 0; c < 3; c++) x[c] += mesh->V[3 * mesh->EToV[4 * k + i] + c] / n;
            CHECK_OK(nd_mesh_locate(mesh, x, &p));
            check_place(mesh, x, &p);
            if (n == 4) CHECK(p.element == k);
        }
}

static void check_outside(const struct nd_mesh *mesh)
{
    unsigned seed = 9;
    for (int i = 0; i < 300; i++) {
        double x[3], want[3], distance = 0;
        struct nd_place p;
        for (int c = 0; c < 3; c++) {
            x[c] = 4 * test_random(&seed) - 1.5;
            want[c] = fmin(1, fmax(0, x[c]));
            distance += (x[c] - want[c]) * (x[c] - want[c]);
        }
        CHECK_OK(nd_mesh_locate(mesh, x, &p));
        if (distance == 0) {
            check_place(mesh, x, &p);
            continue;
        }
        CHECK(p.element == -1);
        CHECK_NEAR(p.distance, sqrt(distance), 1e-12);
        for (int c = 0; c < 3; c++) CHECK_NEAR(p.nearest[c], want[c], 1e-12);
    }
}

int main(void)
{
    static const struct cubes cubes = {.n = {3, 2, 3}, .jitter = 0.2, .seed = 11};
    struct nd_mesh mesh;
    struct nd_place p;
    cubes_init(&mesh, &cubes);
    check_inside(&mesh);
    check_outside(&mesh);
    CHECK_FAILS(nd_mesh_locate(&mesh, (double[3]){NAN, 0, 0}, &p), NUDGE_EVALUE, "cannot be found");
    nd_mesh_clear(&mesh);
    TEST_END;
}
