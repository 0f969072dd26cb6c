// The order of vertices: both sides of every face see its vertices in the same order, whatever the mesh.
#include "cubes.h"
#include "part/connect.h"
#include "part/order.h"
#include "problem/problem.h"

/* Every permutation once, and the first leaves vertices where they are. */
static void check_orders(void)
{
    int seen[256] = {0};
    for (int o = 0; o < 24; o++) {
        int all = 0, code = 0;
        for (int i = 0; i < 4; i++) all |= 1 << nd_orders[o][i], code = 4 * code + nd_orders[o][i];
        CHECK(all == 15 && !seen[code]++);
    }
    CHECK(seen[0 * 64 + 1 * 16 + 2 * 4 + 3] == 1 && nd_orders[0][1] == 1 && nd_orders[0][2] == 2);
}

/* Where the i-th vertex of the element's face f comes among those of the face. */
static int rank(int order, int f, int i)
{
    int before = 0;
    for (int at = 0; nd_orders[order][at] != nd_face_vertex[f][i]; at++)
        for (int j = 0; j < 3; j++) before += nd_orders[order][at] == nd_face_vertex[f][j];
    return before;
}

/* Returns the number of faces between elements. */
static nd_idx check_mesh(struct nd_mesh *mesh, const char *what)
{
    struct nd_connect connect;
    nd_idx faces = 0, wrong = 0;
    unsigned char *order = nd_alloc((size_t)mesh->K, 1);
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_order_vertices(mesh, order));
    for (nd_idx k = 0; k < mesh->K; k++) {
        CHECK(order[k] < 24);
        for (int f = 0; f < 4; f++) {
            const nd_idx at = 4 * k + f, m = connect.EToE[at];
            if (connect.EToB[at] >= 0) continue;
            faces++;
            for (int i = 0; i < 3; i++)
                wrong += rank(order[k], f, i) !=
                         rank(order[m], connect.EToF[at], nd_permutation[connect.EToP[at]][i]);
        }
    }
    if (wrong) printf("%s: %d vertices of %d faces out of order\n", what, wrong, faces), test_failures++;
    nd_connect_clear(&connect);
    free(order);
    return faces;
}

static void check_cubes(void)
{
    static const int n[][3] = {{1, 1, 1}, {2, 2, 2}, {3, 1, 2}, {1, 4, 1}};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        for (int periodic = 0; periodic < 8; periodic++)
            for (unsigned seed = 0; seed < 5; seed++) {
                struct nd_mesh mesh;
                char what[64];
                struct cubes cubes = {.jitter = 0.2, .seed = seed};
                for (int c = 0; c < 3; c++) cubes.n[c] = n[i][c], cubes.periodic[c] = periodic >> c & 1;
                snprintf(what, sizeof what, "cubes %d %d %d, periodic %d, seed %u", n[i][0], n[i][1], n[i][2],
                         periodic, seed);
                cubes_init(&mesh, &cubes);
                const nd_idx faces = check_mesh(&mesh, what);
                CHECK(periodic != 7 || faces == 4 * mesh.K);
                nd_mesh_clear(&mesh);
            }
}

/* The numbers of vertices are another's: any order of them must do. */
static void check_renumbered(void)
{
    unsigned seed = 3;
    struct nd_mesh mesh;
    cubes_init(&mesh, &(struct cubes){.n = {2, 1, 3}, .seed = 2, .periodic = {1, 1, 0}});
    nd_idx *to = nd_alloc((size_t)mesh.Nv, sizeof *to);
    double *V = nd_alloc((size_t)mesh.Nv, 3 * sizeof *V);
    for (nd_idx v = 0; v < mesh.Nv; v++) to[v] = v;
    for (nd_idx v = mesh.Nv - 1; v > 0; v--) {
        const nd_idx other = (nd_idx)(test_random(&seed) * (v + 1)), old = to[v];
        to[v] = to[other], to[other] = old;
    }
    for (nd_idx v = 0; v < mesh.Nv; v++) memcpy(V + 3 * to[v], mesh.V + 3 * v, 3 * sizeof *V);
    memcpy(mesh.V, V, 3 * (size_t)mesh.Nv * sizeof *V);
    for (nd_idx i = 0; i < 4 * mesh.K; i++) mesh.EToV[i] = to[mesh.EToV[i]];
    for (nd_idx i = 0; i < 3 * mesh.Nb; i++) mesh.BToV[i] = to[mesh.BToV[i]];
    for (nd_idx i = 0; i < 6 * mesh.Nperiodic; i++) mesh.periodic[i] = to[mesh.periodic[i]];
    CHECK(check_mesh(&mesh, "renumbered") > 0);
    free(to), free(V);
    nd_mesh_clear(&mesh);
}

/* An element that is its own neighbour: vertices 1 and 2 coincide, and only their positions differ. */
static void check_own(void)
{
    static const double V[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const nd_idx EToV[4] = {0, 1, 2, 3}, periodic[6] = {0, 1, 3, 0, 2, 3};
    struct nd_mesh mesh = {.name = nd_strdup("own"), .K = 1, .Nv = 4, .Nperiodic = 1};
    unsigned char order;
    mesh.V = nd_alloc(12, sizeof *mesh.V);
    mesh.EToV = nd_alloc(4, sizeof *mesh.EToV);
    mesh.label = nd_alloc(1, sizeof *mesh.label);
    mesh.periodic = nd_alloc(6, sizeof *mesh.periodic);
    memcpy(mesh.V, V, sizeof V);
    memcpy(mesh.EToV, EToV, sizeof EToV);
    memcpy(mesh.periodic, periodic, sizeof periodic);
    CHECK_OK(nd_order_vertices(&mesh, &order));
    CHECK(order == 2); /* 0 2 1 3: of the two that are one, (0, 1, 0) has the smaller x */
    CHECK(check_mesh(&mesh, "own") == 2);
    nd_mesh_clear(&mesh);
}

static void check_box(void)
{
    for (int periodic = 0; periodic < 8; periodic++) {
        struct nd_mesh mesh;
        struct nd_box box = {
            .size = {1, 2, 0.3}, .origin = {-1, 0, 5}, .divisions = {3, 2, 1}, .jitter = 0.2};
        for (int c = 0; c < 3; c++) box.periodic[c] = periodic >> c & 1;
        CHECK_OK(nd_mesh_box(&mesh, &box));
        CHECK(check_mesh(&mesh, "box") > 0);
        nd_mesh_clear(&mesh);
    }
}

static void check_file(const char *path)
{
    struct nd_mesh mesh;
    CHECK_OK(nd_mesh_read(&mesh, path));
    CHECK(check_mesh(&mesh, path) > 2 * mesh.K);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_orders();
    check_cubes();
    check_renumbered();
    check_own();
    check_box();
    check_file("tests/meshes/paper_box_K475.msh");
    check_file("tests/meshes/paper_box_K1844.msh");
    TEST_END;
}
