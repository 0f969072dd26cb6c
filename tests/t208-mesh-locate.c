// Location of points: the element and barycentric coordinates, points on faces, edges and vertices,
// and the nearest point of the mesh for points outside.
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

/* The cube sheared and stretched: no boundary face is across an axis, and the bounding boxes of
 * elements reach far outside. */
static void slant(struct nd_mesh *mesh)
{
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        double *p = mesh->V + 3 * v;
        const double x = p[0], y = p[1], z = p[2];
        p[0] = 2 * x + 0.7 * y - 0.4 * z;
        p[1] = 0.5 * x + 1.5 * y + 0.6 * z;
        p[2] = -0.3 * x + 0.4 * y + z;
    }
}

/* The middle of a boundary face and its normal outwards. */
static void face_of(const struct nd_mesh *mesh, nd_idx b, double middle[3], double n[3])
{
    double u[3], v[3], from_centre = 0, size = 0, centre[3] = {0};
    for (nd_idx i = 0; i < 3 * mesh->Nv; i++) centre[i % 3] += mesh->V[i] / mesh->Nv;
    for (int c = 0; c < 3; c++) {
        const double a = mesh->V[3 * mesh->BToV[3 * b] + c];
        u[c] = mesh->V[3 * mesh->BToV[3 * b + 1] + c] - a;
        v[c] = mesh->V[3 * mesh->BToV[3 * b + 2] + c] - a;
        middle[c] = a + (u[c] + v[c]) / 3;
    }
    for (int c = 0; c < 3; c++) n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
    for (int c = 0; c < 3; c++) from_centre += n[c] * (middle[c] - centre[c]), size += n[c] * n[c];
    for (int c = 0; c < 3; c++) n[c] /= copysign(sqrt(size), from_centre);
}

/* Just inside of each boundary face a point is found, just outside it is not, and the nearest point
 * is that of the face. On the face itself, and off it by rounding, it counts as inside. */
static void check_slanted(void)
{
    static const struct cubes cubes = {.n = {2, 2, 2}, .jitter = 0.1, .seed = 3};
    static const double off[] = {-0.01, -1e-6, -1e-9, 0, 1e-12, 1e-9, 1e-6, 0.01, 0.1};
    struct nd_mesh mesh;
    cubes_init(&mesh, &cubes);
    slant(&mesh);
    for (nd_idx b = 0; b < mesh.Nb; b++) {
        double middle[3], n[3], x[3];
        struct nd_place p;
        face_of(&mesh, b, middle, n);
        for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
            for (int c = 0; c < 3; c++) x[c] = middle[c] + off[i] * n[c];
            CHECK_OK(nd_mesh_locate(&mesh, x, &p));
            CHECK((p.element >= 0) == (off[i] < 1e-11));
            if (p.element >= 0) {
                check_place(&mesh, x, &p);
                continue;
            }
            CHECK_NEAR(p.distance, off[i], 1e-13);
            for (int c = 0; c < 3; c++) CHECK_NEAR(p.nearest[c], middle[c], 1e-12);
        }
    }
    nd_mesh_clear(&mesh);
}

/* Outside of an edge or a vertex of the slanted boundary, that is the nearest. */
static void check_corner(void)
{
    static const struct cubes cubes = {.n = {1, 1, 1}};
    struct nd_mesh mesh;
    struct nd_place p;
    cubes_init(&mesh, &cubes);
    slant(&mesh);
    /* The corner (1, 1, 1) of the cube is at (2.3, 2.6, 1.1), the edge from there to (1, 1, 0)
     * along (-0.4, 0.6, 1). */
    const double corner[3] = {2.3, 2.6, 1.1};
    CHECK_OK(nd_mesh_locate(&mesh, (double[3]){2.3 + 1e-3, 2.6 + 1e-3, 1.1 + 2e-3}, &p));
    CHECK(p.element == -1);
    for (int c = 0; c < 3; c++) CHECK_NEAR(p.nearest[c], corner[c], 1e-12);
    const double middle[3] = {2.5, 2.3, 0.6}, out[3] = {0.3, 0.2, 0}; /* out is across the edge */
    CHECK_OK(
        nd_mesh_locate(&mesh, (double[3]){middle[0] + out[0], middle[1] + out[1], middle[2] + out[2]}, &p));
    CHECK(p.element == -1);
    CHECK_NEAR(p.distance, sqrt(0.13), 1e-12);
    for (int c = 0; c < 3; c++) CHECK_NEAR(p.nearest[c], middle[c], 1e-12);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    static const struct cubes cubes = {.n = {3, 2, 3}, .jitter = 0.2, .seed = 11};
    struct nd_mesh mesh;
    struct nd_place p;
    cubes_init(&mesh, &cubes);
    check_inside(&mesh);
    check_outside(&mesh);
    check_slanted();
    check_corner();
    CHECK_FAILS(nd_mesh_locate(&mesh, (double[3]){NAN, 0, 0}, &p), NUDGE_EVALUE, "cannot be found");
    nd_mesh_clear(&mesh);
    TEST_END;
}
