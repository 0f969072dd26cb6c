/* Slices: every pixel of a box has its element, pixels outside have none, and samples are those of
 * the polynomial of degree N at the pixel's centre, for every plane and order, on faces and on
 * walls. */
#include "cubes.h"
#include "plot/outline.h"
#include "plot/slice.h"

/* A polynomial of degree N that is different in all directions. */
static double polynomial(int N, const double x[3])
{
    double value = 0.3;
    for (int n = 1; n <= N; n++) value += pow(x[0], n) - 0.7 * pow(x[1], n - 1) * x[2] + 0.4 * pow(x[2], n);
    return value;
}

static double *nodal_values(const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    const size_t Np = (size_t)elem->Np;
    double *values = malloc(sizeof(double) * Np * (size_t)mesh->K), *x = malloc(3 * sizeof(double) * Np);
    for (nd_idx k = 0; k < mesh->K; k++) {
        nd_geometry_nodes(mesh, elem, k, x, x + Np, x + 2 * Np);
        for (size_t n = 0; n < Np; n++)
            values[(size_t)k * Np + n] = polynomial(elem->N, (double[]){x[n], x[Np + n], x[2 * Np + n]});
    }
    free(x);
    return values;
}

/* inside: whether a point must be covered; null: all must. */
static void check_slice(const struct nd_mesh *mesh, const struct nd_elem *elem, const double *values,
                        int axis, double at, int (*inside)(const double x[3]))
{
    enum { WIDTH = 58, HEIGHT = 40 };
    struct nd_plane plane;
    struct nd_slice slice;
    double out[WIDTH * HEIGHT], worst = 0, x[3];
    int wrong = 0;
    nd_plane_init(&plane, mesh, axis, at);
    CHECK(plane.low[0] < plane.high[0] && plane.low[1] < plane.high[1]);
    CHECK_OK(nd_slice_init(&slice, mesh, elem, &plane, WIDTH, HEIGHT));
    nd_slice_sample(&slice, values, out);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        x[plane.axis] = at;
        x[plane.right] = plane.low[0] + (i % WIDTH + 0.5) / WIDTH * (plane.high[0] - plane.low[0]);
        x[plane.up] = plane.high[1] - (i / WIDTH + 0.5) / HEIGHT * (plane.high[1] - plane.low[1]);
        wrong += isnan(out[i]) == (!inside || inside(x));
        if (!isnan(out[i])) worst = fmax(worst, fabs(out[i] - polynomial(elem->N, x)));
    }
    if (wrong)
        printf("plane %c = %g, N = %d: %d pixels not as they should be\n", "xyz"[axis], at, elem -> N, wrong);
    CHECK(!wrong);
    CHECK(slice.first[slice.elements] == slice.pixels);
    CHECK_NEAR(worst, 0, 1e-10 * pow(2, elem->N));
    nd_slice_clear(&slice);
}

static void check_box(int N, const struct cubes *c, double from, double to)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    cubes_init(&mesh, c);
    for (nd_idx i = 0; i < 3 * mesh.Nv; i++) mesh.V[i] = from + (to - from) * mesh.V[i];
    CHECK_OK(nd_elem_init(&elem, N));
    double *values = nodal_values(&mesh, &elem);
    const double share[] = {0, 0.37, 0.5, 1};
    for (int axis = 0; axis < 3; axis++) {
        double low, high;
        nd_plane_range(&mesh, axis, &low, &high);
        CHECK_NEAR(low, from, 1e-12);
        for (int i = 0; i < 4; i++)
            check_slice(&mesh, &elem, values, axis, share[i] < 1 ? low + share[i] * (high - low) : high,
                        NULL);
    }
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

/* A plane in faces of elements, at whose sides fields jump, shows the lower one; at the lower end
 * of the mesh, what there is. */
static void check_jump(void)
{
    enum { WIDTH = 31 };
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_plane plane;
    struct nd_slice slice;
    double out[WIDTH * WIDTH], c[3];
    cubes_init(&mesh, &(struct cubes){.n = {4, 4, 4}, .seed = 5});
    CHECK_OK(nd_elem_init(&elem, 2));
    const size_t Np = (size_t)elem.Np;
    double *values = nd_alloc((size_t)mesh.K * Np, sizeof *values);
    for (nd_idx k = 0; k < mesh.K; k += 2) /* the upper ones are not the last */
        for (int i = 0; i < 4; i++) {
            nd_idx *a = mesh.EToV + 4 * k + i, *b = mesh.EToV + 4 * (mesh.K - 1 - k) + i;
            const nd_idx swap = *a;
            *a = *b;
            *b = swap;
        }
    for (size_t i = 0; i < (size_t)mesh.K * Np; i++) {
        nd_geometry_centroid(&mesh, (nd_idx)(i / Np), c);
        values[i] = c[2] < 0.5 ? -1 : 1;
    }
    for (int at = 0; at < 2; at++) {
        int wrong = 0;
        nd_plane_init(&plane, &mesh, 2, at ? 0.5 : 0);
        CHECK_OK(nd_slice_init(&slice, &mesh, &elem, &plane, WIDTH, WIDTH));
        nd_slice_sample(&slice, values, out);
        for (int i = 0; i < WIDTH * WIDTH; i++) wrong += !(fabs(out[i] + 1) < 1e-12);
        CHECK(!wrong);
        nd_slice_clear(&slice);
    }
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static int inside_bracket(const double x[3])
{
    return x[0] < 0.5 || x[1] < 0.5;
}

/* A box without a quarter: that quarter is empty, and a plane above it sees a smaller box. */
static void check_bracket(void)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_plane plane;
    nd_idx kept = 0;
    cubes_init(&mesh, &(struct cubes){.n = {4, 4, 2}, .untagged = 1, .seed = 3});
    for (nd_idx k = 0; k < mesh.K; k++) {
        double c[3];
        nd_geometry_centroid(&mesh, k, c);
        if (!inside_bracket(c)) continue;
        memmove(mesh.EToV + 4 * kept, mesh.EToV + 4 * k, 4 * sizeof *mesh.EToV);
        kept++;
    }
    mesh.K = kept;
    CHECK_OK(nd_elem_init(&elem, 2));
    double *values = nodal_values(&mesh, &elem);
    check_slice(&mesh, &elem, values, 2, 0.3, inside_bracket);
    check_slice(&mesh, &elem, values, 2, 0.5, inside_bracket);
    nd_plane_init(&plane, &mesh, 0, 0.75);
    CHECK_NEAR(plane.high[0], 0.5, 1e-14);
    CHECK_NEAR(plane.high[1], 1, 1e-14);
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static void check_files(void)
{
    struct nd_mesh mesh = {0};
    struct nd_elem elem;
    CHECK_OK(nd_mesh_read(&mesh, "tests/meshes/paper_box_K475.msh"));
    CHECK_OK(nd_elem_init(&elem, 5));
    double *values = nodal_values(&mesh, &elem);
    for (int axis = 0; axis < 3; axis++) check_slice(&mesh, &elem, values, axis, 0.41, NULL);
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

/* Planes that miss the only tet, or touch it at a vertex or along an edge, have no box. */
static void check_misses(void)
{
    double V[12] = {0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1};
    nd_idx EToV[4] = {0, 1, 2, 3};
    const struct nd_mesh mesh = {.K = 1, .Nv = 4, .V = V, .EToV = EToV};
    const struct {
        int axis;
        double at;
        int empty;
    } cases[] = {{0, -0.1, 1}, {0, 1.5, 1}, {0, 1, 1}, {2, 1, 1}, {0, 0, 0}, {1, 0, 0}, {2, 0.5, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nd_plane plane;
        nd_plane_init(&plane, &mesh, cases[i].axis, cases[i].at);
        CHECK(cases[i].empty == (!(plane.low[0] < plane.high[0]) || !(plane.low[1] < plane.high[1])));
    }
}

/* The total length of the outline on the plane across axis z at this height. */
static double outline_length(const struct nd_mesh *mesh, double at)
{
    struct nd_plane plane;
    struct nd_outline outline;
    double sum = 0;
    nd_plane_init(&plane, mesh, 2, at);
    CHECK_OK(nd_outline_find(&outline, mesh, &plane));
    for (int i = 0; i < outline.n; i++)
        sum += hypot(outline.at[i][2] - outline.at[i][0], outline.at[i][3] - outline.at[i][1]);
    nd_outline_clear(&outline);
    return sum;
}

/* The outline of a box is its rim, wherever the plane lies; a second region adds the line between both. */
static void check_outline(void)
{
    struct nd_mesh mesh;
    double low, high, rim, size[2];
    cubes_init(&mesh, &(struct cubes){.n = {2, 2, 2}});
    for (int i = 0; i < 2; i++) {
        nd_plane_range(&mesh, i, &low, &high);
        size[i] = high - low;
    }
    nd_plane_range(&mesh, 2, &low, &high);
    rim = 2 * (size[0] + size[1]);
    const double heights[] = {low, low + 0.3 * (high - low), (low + high) / 2, high};
    for (int i = 0; i < 4; i++) CHECK_NEAR(outline_length(&mesh, heights[i]), rim, 1e-9 * rim);
    for (nd_idx k = 0; k < mesh.K; k++) {
        double c[3];
        nd_geometry_centroid(&mesh, k, c);
        mesh.region[k] = c[0] > size[0] / 2;
    }
    for (int i = 0; i < 4; i++) CHECK_NEAR(outline_length(&mesh, heights[i]), rim + size[1], 1e-9 * rim);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_outline();
    check_jump();
    for (int N = 1; N <= 9; N++)
        check_box(N, &(struct cubes){.n = {2, 3, 2}, .jitter = 0.2, .seed = (unsigned)N}, -1, 1);
    check_box(3, &(struct cubes){.n = {12, 9, 14}, .jitter = 0.25, .seed = 5}, -0.7, -0.2);
    check_box(2, &(struct cubes){.n = {1, 1, 1}, .seed = 6}, 0, 1);
    check_bracket();
    check_files();
    check_misses();
    TEST_END;
}
