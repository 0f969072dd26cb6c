// Face nodes matched by the permutation tables coincide, whatever the order of vertices, also
// across periodic sides.
#include "cubes.h"
#include "elem/geometry.h"
#include "part/connect.h"

struct setting {
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    double *x[3];
};

static void setting_init(struct setting *at, const struct cubes *cubes, int N)
{
    cubes_init(&at->mesh, cubes);
    CHECK_OK(nd_connect_init(&at->connect, &at->mesh));
    CHECK_OK(nd_elem_init(&at->elem, N));
    int Np = at->elem.Np;
    for (int i = 0; i < 3; i++) at->x[i] = nd_alloc((size_t)(at->mesh.K * Np), sizeof(double));
    for (nd_idx k = 0; k < at->mesh.K; k++)
        nd_geometry_nodes(&at->mesh, &at->elem, k, at->x[0] + k * Np, at->x[1] + k * Np, at->x[2] + k * Np);
}

static void setting_clear(struct setting *at)
{
    for (int i = 0; i < 3; i++) free(at->x[i]);
    nd_elem_clear(&at->elem);
    nd_connect_clear(&at->connect);
    nd_mesh_clear(&at->mesh);
}

/* The unit box: periodic images differ by 0, 1 or -1 along each axis. Collects the permutations seen. */
static int check_matching(const struct cubes *cubes, int N)
{
    struct setting at;
    int seen = 0;
    setting_init(&at, cubes, N);
    int Np = at.elem.Np, Nfp = at.elem.Nfp;
    double worst = 0;
    for (nd_idx face = 0; face < 4 * at.mesh.K; face++) {
        nd_idx k = face / 4, m = at.connect.EToE[face];
        int g = at.connect.EToF[face], p = at.connect.EToP[face];
        double shift[3];
        seen |= 1 << p;
        for (int n = 0; n < Nfp; n++) {
            nd_idx here = k * Np + at.elem.Fmask[(face % 4) * Nfp + n];
            nd_idx there = m * Np + at.elem.Fmask[g * Nfp + at.elem.permuted[p * Nfp + n]];
            for (int i = 0; i < 3; i++) {
                double difference = at.x[i][there] - at.x[i][here];
                if (n == 0) shift[i] = cubes->periodic[i] ? round(difference) : 0;
                worst = fmax(worst, fabs(difference - shift[i]));
            }
        }
    }
    CHECK_NEAR(worst, 0, 1e-12);
    setting_clear(&at);
    return seen;
}

int main(void)
{
    for (int N = 1; N <= 9; N++) {
        int seen = check_matching(&(struct cubes){.n = {3, 2, 3}, .jitter = 0.2, .seed = 11}, N);
        CHECK(seen == 63); /* a mesh that does not show all six permutations proves little */
        check_matching(&(struct cubes){.n = {2, 3, 2}, .jitter = 0.2, .seed = 2, .periodic = {1, 1, 1}}, N);
        check_matching(&(struct cubes){.n = {1, 1, 1}, .seed = 3, .periodic = {1, 1, 1}}, N);
        check_matching(&(struct cubes){.n = {1, 4, 2}, .seed = 3, .periodic = {1, 0, 1}}, N);
    }
    TEST_END;
}
