// Reordered elements: points of faces coincide node by node with those of the neighbour, edges and nodes are the
// reordered element's, boundaries have their conditions, empty slots are their own neighbours.
#include "cubes.h"
#include "elem/geometry.h"
#include "layout/ordered.h"
#include "part/blocks.h"
#include "part/order.h"

static const int condition[7] = {2, 0, 1, 2, 7, 1, 511};

struct bench {
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    struct nd_layout layout;
    struct nd_ordered ordered;
    nd_idx *slot, *element; /* element[slots] or -1 */
    int32_t *material;
    struct nd_placed placed;
};

static void bench_init(struct bench *at, const struct cubes *cubes, int N, int batch)
{
    int64_t blocks;
    memset(at, 0, sizeof *at);
    cubes_init(&at->mesh, cubes);
    CHECK_OK(nd_connect_init(&at->connect, &at->mesh));
    CHECK_OK(nd_elem_init(&at->elem, N));
    at->slot = nd_alloc((size_t)at->mesh.K, sizeof *at->slot);
    CHECK_OK(nd_blocks_place(&at->connect, &at->mesh, &(struct nd_blocks_limits){.elements = batch}, at->slot,
                             &blocks));
    nd_layout_fused(&at->layout, blocks * batch, at->elem.Np, 6, at->elem.Np);
    at->element = nd_alloc((size_t)at->layout.slots, sizeof *at->element);
    at->material = nd_alloc((size_t)at->layout.slots, sizeof *at->material);
    for (int64_t s = 0; s < at->layout.slots; s++)
        at->element[s] = -1, at->material[s] = (int32_t)(s * 7 % 3);
    for (nd_idx k = 0; k < at->mesh.K; k++) at->element[at->slot[k]] = k;
    at->placed = (struct nd_placed){.mesh = &at->mesh,
                                    .connect = &at->connect,
                                    .elem = &at->elem,
                                    .layout = &at->layout,
                                    .slot = at->slot,
                                    .material = at->material,
                                    .condition = condition};
    CHECK_OK(nd_ordered_init(&at->ordered, &at->placed));
}

static void bench_clear(struct bench *at)
{
    nd_ordered_clear(&at->ordered);
    CHECK(!at->ordered.order && !at->ordered.nodes && !at->ordered.neighbour && !at->ordered.edges);
    nd_elem_clear(&at->elem);
    nd_connect_clear(&at->connect);
    nd_mesh_clear(&at->mesh);
    free(at->slot), free(at->element), free(at->material);
}

/* Node n of slot s's reordered element. */
static void point(const struct bench *at, int64_t s, int n, double x[3])
{
    const nd_idx k = at->element[s];
    const int node = at->ordered.nodes[at->ordered.order[s] * at->elem.Np + n];
    double all[3][220];
    nd_geometry_nodes(&at->mesh, &at->elem, k, all[0], all[1], all[2]);
    for (int c = 0; c < 3; c++) x[c] = all[c][node];
}

/* The reordered element is the map of its first vertex and half its edges. */
static void check_element(const struct bench *at, int64_t s, const unsigned char *order)
{
    const struct nd_elem *e = &at->elem;
    const nd_idx k = at->element[s];
    const double *edge = at->ordered.edges + 9 * s,
                 *first = at->mesh.V + 3 * at->mesh.EToV[4 * k + nd_orders[order[k]][0]];
    CHECK(at->ordered.order[s] == order[k]);
    for (int n = 0; n < e->Np; n++) {
        double x[3];
        point(at, s, n, x);
        for (int c = 0; c < 3; c++)
            CHECK_NEAR(first[c] + (1 + e->r[n]) * edge[c] + (1 + e->s[n]) * edge[3 + c] +
                           (1 + e->t[n]) * edge[6 + c],
                       x[c], 1e-14);
    }
}

/* Each order names every node once. */
static void check_nodes(const struct bench *at)
{
    const int Np = at->elem.Np;
    for (int o = 0; o < 24; o++) {
        int seen[220] = {0};
        for (int n = 0; n < Np; n++) {
            const int node = at->ordered.nodes[o * Np + n];
            CHECK(node < Np && !seen[node]++);
            CHECK(o || node == n);
        }
    }
}

/* The element's own face that has the nodes of the reordered one's face f. */
static int own_face(const struct bench *at, int64_t s, int f)
{
    const struct nd_elem *e = &at->elem;
    int found = -1;
    for (int face = 0; face < 4; face++) {
        int common = 0;
        for (int n = 0; n < e->Nfp; n++)
            for (int m = 0; m < e->Nfp; m++)
                common += at->ordered.nodes[at->ordered.order[s] * e->Np + e->Fmask[f * e->Nfp + n]] ==
                          e->Fmask[face * e->Nfp + m];
        if (common == e->Nfp) found = face;
    }
    CHECK(found >= 0);
    return found < 0 ? 0 : found;
}

/* Points of a periodic box of size 1 that are one. */
static double apart(const struct cubes *cubes, const double x[3], const double y[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        double d = fabs(x[c] - y[c]);
        if (cubes->periodic[c]) d = fmin(d, fabs(1 - d));
        sum += d;
    }
    return sum;
}

static void check_face(const struct bench *at, const struct cubes *cubes, int64_t s, int f)
{
    const struct nd_elem *e = &at->elem;
    const uint32_t d = at->ordered.neighbour[4 * s + f];
    const nd_idx where = 4 * at->element[s] + own_face(at, s, f);
    if (at->connect.EToB[where] >= 0) {
        CHECK(d == ND_NEIGHBOUR_BOUNDARY + (uint32_t)condition[at->connect.EToB[where]]);
        return;
    }
    const int64_t next = d >> 3;
    const uint32_t other = d & 4, g = d & 3;
    CHECK(d < ND_NEIGHBOUR_BOUNDARY && next < at->layout.slots);
    if (d >= ND_NEIGHBOUR_BOUNDARY || next >= at->layout.slots) return;
    CHECK(at->element[next] == at->connect.EToE[where] &&
          own_face(at, next, (int)g) == at->connect.EToF[where]);
    CHECK(at->ordered.neighbour[4 * next + g] == ((uint32_t)s << 3 | other | (uint32_t)f));
    CHECK((other != 0) == (at->material[s] != at->material[next]));
    double worst = 0;
    for (int n = 0; n < e->Nfp; n++) {
        double x[3], y[3];
        point(at, s, e->Fmask[f * e->Nfp + n], x);
        point(at, next, e->Fmask[(int)g * e->Nfp + n], y);
        worst = fmax(worst, apart(cubes, x, y));
    }
    CHECK_NEAR(worst, 0, 1e-13);
}

/* The reference element, its own neighbour at every face. */
static void check_empty(const struct bench *at, int64_t s)
{
    CHECK(at->ordered.order[s] == 0);
    for (int i = 0; i < 9; i++) CHECK(at->ordered.edges[9 * s + i] == (i % 4 == 0));
    for (int f = 0; f < 4; f++) CHECK(at->ordered.neighbour[4 * s + f] == ((uint32_t)s << 3 | (uint32_t)f));
}

static void check_ordered(const struct cubes *cubes, int N, int batch)
{
    struct bench at;
    int64_t empty = 0;
    bench_init(&at, cubes, N, batch);
    unsigned char *order = nd_alloc((size_t)at.mesh.K, 1);
    CHECK_OK(nd_order_vertices(&at.mesh, order));
    check_nodes(&at);
    for (int64_t s = 0; s < at.layout.slots && !test_failures; s++) {
        if (at.element[s] < 0) {
            check_empty(&at, s);
            empty++;
            continue;
        }
        check_element(&at, s, order);
        for (int f = 0; f < 4; f++) check_face(&at, cubes, s, f);
    }
    CHECK(empty == at.layout.slots - at.mesh.K);
    if (test_failures)
        printf("%d %d %d cubes, N = %d, batches of %d\n", cubes->n[0], cubes->n[1], cubes->n[2], N, batch);
    free(order);
    bench_clear(&at);
}

/* More elements than fit the words of neighbours are refused before any memory is taken. */
static void check_refused(void)
{
    struct bench at;
    struct nd_ordered ordered;
    bench_init(&at, &(struct cubes){.n = {1, 1, 1}}, 1, 4);
    at.layout.slots = ND_NEIGHBOUR_BOUNDARY >> 3;
    CHECK_FAILS(nd_ordered_init(&ordered, &at.placed), NUDGE_EVALUE,
                "536870848 elements: more than these kernels count");
    CHECK(!ordered.order && !ordered.nodes && !ordered.neighbour && !ordered.edges);
    bench_clear(&at);
}

int main(void)
{
    static const int batch[] = {1, 4, 16, 32};
    for (size_t i = 0; i < CUBES_ODD; i++)
        for (size_t j = 0; j < sizeof batch / sizeof *batch; j++) check_ordered(&cubes_odd[i], 3, batch[j]);
    for (int N = 1; N <= ND_ORDER_MOST; N++) check_ordered(&cubes_odd[3], N, 8);
    check_refused();
    TEST_END;
}
