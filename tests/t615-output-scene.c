/* Scenes: the surface and the lattice reproduce fields to their order; a run writes its scene once,
 * and mistakes are reported before the first step. */
#include "cubes.h"
#include "plot/lattice.h"
#include "output/scene.h"
#include "plot/boundary_triangles.h"
#include "png-read.h"
#include "run-text.h"

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double polynomial(int N, const double x[3])
{
    double sum = 1;
    for (int n = 1; n <= N; n++) sum += pow(x[0] - 0.5 * x[1], n) / n + pow(x[2] - 0.3 * x[1], n);
    return sum;
}

static double *nodal(const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    double *values = malloc((size_t)mesh->K * (size_t)elem->Np * sizeof *values),
           *x = malloc(3 * (size_t)elem->Np * sizeof *x);
    for (nd_idx k = 0; k < mesh->K; k++) {
        nd_geometry_nodes(mesh, elem, k, x, x + elem->Np, x + 2 * elem->Np);
        for (int n = 0; n < elem->Np; n++)
            values[(size_t)k * (size_t)elem->Np + (size_t)n] =
                polynomial(elem->N, (const double[3]){x[n], x[elem->Np + n], x[2 * elem->Np + n]});
    }
    free(x);
    return values;
}

/* Two sides of a box: area, orientation, normals into the box, values of the order's polynomials. */
static void check_surface(int N)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_boundary_triangles s;
    const double view[3] = {-1, -0.6, 0.5};
    cubes_init(&mesh, &(struct cubes){.n = {3, 2, 2}, .jitter = 0.15, .seed = 5});
    CHECK_OK(nd_elem_init(&elem, N));
    unsigned char *wanted = calloc((size_t)mesh.nboundaries + 1, 1);
    CHECK_OK(nd_boundary_triangles_init(&s, &mesh, &elem, wanted, view, ND_SIDE_INSIDE));
    CHECK(s.faces == 0 && s.points == 0);
    nd_boundary_triangles_clear(&s);
    for (nd_idx b = 0; b < mesh.nboundaries; b++)
        wanted[b] = !strcmp(mesh.boundary_name[b], "x-") || !strcmp(mesh.boundary_name[b], "z+");
    CHECK_OK(nd_boundary_triangles_init(&s, &mesh, &elem, wanted, view, ND_SIDE_INSIDE));
    CHECK(s.faces == 2 * (4 + 6) && s.parts >= N);
    double *values = nodal(&mesh, &elem), *out = malloc((size_t)s.points * sizeof *out), area = 0;
    nd_boundary_triangles_sample(&s, values, out);
    for (int p = 0; p < s.points; p++) {
        const double *n = s.normal + 3 * p, *x = s.point + 3 * p;
        CHECK_NEAR(out[p], polynomial(N, x), 1e-10 * (1 + fabs(out[p])));
        CHECK(fabs(n[0] - 1) < 1e-9 || fabs(n[2] + 1) < 1e-9);
    }
    for (int t = 0; t < s.triangles; t++) {
        const int *v = s.triangle + 3 * t;
        const double *a = s.point + 3 * v[0], *b = s.point + 3 * v[1], *c = s.point + 3 * v[2],
                     *n = s.normal + 3 * v[0];
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            area += 0.5 * n[i] * ((b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]));
        }
    }
    double size[3];
    for (int i = 0; i < 3; i++) size[i] = s.high[i] - s.low[i];
    CHECK_NEAR(area, size[1] * (size[0] + size[2]), 1e-9);
    CHECK_NEAR(s.centre[1], (s.low[1] + s.high[1]) / 2, 1e-9);
    free(out);
    free(values);
    free(wanted);
    nd_boundary_triangles_clear(&s);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

/* Which way the two sides x- and z+, or all six, are turned: whether every normal points out of the box. */
static int is_outside(const unsigned char *wanted, const struct nd_mesh *mesh, const struct nd_elem *elem,
                      const double view[3], enum nd_scene_side side)
{
    struct nd_boundary_triangles s;
    int outward = 0;
    CHECK_OK(nd_boundary_triangles_init(&s, mesh, elem, wanted, view, side));
    for (int p = 0; p < s.points; p++) {
        const double *n = s.normal + 3 * (size_t)p, *x = s.point + 3 * (size_t)p;
        double out = 0;
        for (int c = 0; c < 3; c++) out += n[c] * (x[c] - 0.5);
        outward += out > 0;
    }
    CHECK(s.points && (outward == 0 || outward == s.points) && s.outside == (outward > 0));
    /* Triangles are counterclockwise as seen from the shown side. */
    for (int t = 0; t < s.triangles; t++) {
        const int *v = s.triangle + 3 * (size_t)t;
        const double *a = s.point + 3 * v[0], *b = s.point + 3 * v[1], *c = s.point + 3 * v[2];
        double volume = 0;
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            volume +=
                s.normal[3 * v[0] + i] * ((b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]));
        }
        CHECK(volume > 0);
    }
    nd_boundary_triangles_clear(&s);
    return outward > 0;
}

static void check_sides(void)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    const double over[3] = {-1, -0.6, 0.5}, under[3] = {1, 0.6, -0.5};
    cubes_init(&mesh, &(struct cubes){.n = {1, 1, 1}});
    CHECK_OK(nd_elem_init(&elem, 2));
    unsigned char *wanted = calloc((size_t)mesh.nboundaries + 1, 1);
    for (nd_idx b = 0; b < mesh.nboundaries; b++)
        wanted[b] = !strcmp(mesh.boundary_name[b], "x-") || !strcmp(mesh.boundary_name[b], "z+");
    CHECK(is_outside(wanted, &mesh, &elem, over, ND_SIDE_FACING));
    CHECK(!is_outside(wanted, &mesh, &elem, under, ND_SIDE_FACING));
    CHECK(!is_outside(wanted, &mesh, &elem, over, ND_SIDE_INSIDE));
    CHECK(is_outside(wanted, &mesh, &elem, under, ND_SIDE_OUTSIDE));
    memset(wanted, 1, (size_t)mesh.nboundaries);
    CHECK(!is_outside(wanted, &mesh, &elem, over, ND_SIDE_FACING));
    free(wanted);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

/* A face with elements on both sides is seen from the viewer's side. */
static void check_inner(void)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_boundary_triangles s[2];
    const unsigned char wanted[1] = {1};
    cubes_init(&mesh, &(struct cubes){.n = {1, 1, 1}});
    CHECK_OK(nd_elem_init(&elem, 1));
    /* The first four elements' faces: one that another element has too. */
    const nd_idx Nb = mesh.Nb;
    mesh.Nb = 1;
    mesh.boundary[0] = 0;
    int seen = 0;
    for (int i = 0; i < 4; i++) {
        for (int c = 0; c < 3; c++) mesh.BToV[c] = mesh.EToV[(i + 1 + c) % 4];
        const double from[2][3] = {{0.3, 0.5, 0.9}, {-0.3, -0.5, -0.9}};
        for (int j = 0; j < 2; j++) {
            CHECK_OK(nd_boundary_triangles_init(&s[j], &mesh, &elem, wanted, from[j],
                                                j ? ND_SIDE_OUTSIDE : ND_SIDE_FACING));
            CHECK(s[j].faces == 1);
        }
        if (s[0].element[0] != s[1].element[0]) {
            seen++;
            CHECK(dot(s[0].normal, from[0]) > 0 && dot(s[1].normal, from[1]) > 0);
        }
        for (int j = 0; j < 2; j++) nd_boundary_triangles_clear(&s[j]);
    }
    CHECK(seen == 2); /* the other two lie on the cube's sides */
    mesh.Nb = Nb;
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

/* In a plane of faces, the elements of the side that is wanted give all values. */
static void check_plane_of_faces(void)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_lattice l;
    cubes_init(&mesh, &(struct cubes){.n = {3, 3, 2}});
    CHECK_OK(nd_elem_init(&elem, 1));
    double *values = malloc((size_t)mesh.K * 4 * sizeof *values), out[200];
    double high[3] = {0};
    for (nd_idx v = 0; v < 3 * mesh.Nv; v++) high[v % 3] = fmax(high[v % 3], mesh.V[v]);
    const double at = high[2] / 2;
    for (nd_idx i = 0; i < 4 * mesh.K; i++) {
        double z = 0;
        for (int v = 0; v < 4; v++) z += mesh.V[3 * mesh.EToV[i / 4 * 4 + v] + 2] / 4;
        values[i] = z > at ? 1 : -1;
    }
    for (int side = -1; side <= 1; side += 2) {
        struct nd_patch patch = {.axis = 2, .at = at, .high = {high[0], high[1]}, .side = side};
        CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, 100));
        CHECK(l.points > 50 && l.points <= 200);
        nd_lattice_sample(&l, values, out, 1);
        for (int p = 0; p < l.points; p++) CHECK_NEAR(out[p], side, 1e-12);
        nd_lattice_clear(&l);
    }
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static void check_lattice(int N, int axis, int count)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_lattice l;
    cubes_init(&mesh, &(struct cubes){.n = {3, 2, 2}, .jitter = 0.15, .seed = 5});
    CHECK_OK(nd_elem_init(&elem, N));
    /* Half of the patch lies beyond the mesh. */
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (nd_idx v = 0; v < 3 * mesh.Nv; v++) {
        low[v % 3] = fmin(low[v % 3], mesh.V[v]);
        high[v % 3] = fmax(high[v % 3], mesh.V[v]);
    }
    struct nd_patch patch = {.axis = axis, .at = low[axis] + 0.4 * (high[axis] - low[axis])};
    memcpy(patch.low, low, sizeof low);
    memcpy(patch.high, high, sizeof high);
    const int other = (axis + 1) % 3;
    patch.high[other] += high[other] - low[other];
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, count));
    CHECK(l.points > 0.3 * count && l.points < 0.6 * count);
    double *values = nodal(&mesh, &elem), *out = malloc(3 * ((size_t)l.points + 1) * sizeof *out),
           nearest = INFINITY;
    nd_lattice_sample(&l, values, out + 1, 3);
    for (int p = 0; p < l.points; p++) {
        const double *x = l.point + 3 * p;
        CHECK_NEAR(out[3 * p + 1], polynomial(N, x), 1e-10 * (1 + fabs(out[3 * p + 1])));
        CHECK(x[axis] == patch.at && x[other] <= high[other] + 1e-9 && x[other] > low[other]);
        for (int q = 0; q < p; q++) {
            const double *y = l.point + 3 * q;
            nearest = fmin(nearest, hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]));
        }
    }
    CHECK_NEAR(nearest, l.spacing, 1e-9);
    nd_lattice_clear(&l);
    patch.high[other] = high[other];
    patch.round = 1;
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, count));
    CHECK(l.points > 0.5 * count && l.points < 0.95 * count);
    for (int p = 0; p < l.points; p++) {
        const int third = 3 - axis - other;
        const double *x = l.point + 3 * p,
                     mean[2] = {(low[other] + high[other]) / 2, (low[third] + high[third]) / 2};
        CHECK(fabs(x[other] - mean[0]) / (high[other] - low[other]) +
                  fabs(x[third] - mean[1]) / (high[third] - low[third]) <
              0.8);
    }
    nd_lattice_clear(&l);
    /* A patch without height has one row of points, at most `count`; a patch outside the mesh has none. */
    patch.high[other] = patch.low[other];
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, count));
    CHECK(l.points <= count);
    nd_lattice_clear(&l);
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, 0));
    CHECK(l.points == 0);
    nd_lattice_clear(&l);
    free(out);
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static const char text[] = "mesh: {box: {size: [2, 2, 1], divisions: [2, 2, 1]}}\n"
                           "order: 2\n"
                           "boundaries: {default: pec}\n"
                           "initial: {Ez: sin(pi*x)*sin(pi*y)}\n"
                           "time: {end: 4, steps: 20}\n"
                           "output:\n"
                           "  folder: %s\n"
                           "  scene:\n"
                           "    file: a/scene.png\n"
                           "    %s\n";

struct run {
    char folder[256], png[300];
    long steps, changes; /* seen by the hook; how often the picture changed */
    char *before;
    size_t n;
};

static int watch(void *context, const nudge_status *now)
{
    struct run *run = context;
    char *bytes = NULL;
    size_t n = 0;
    (void)now;
    CHECK_OK(nd_file_read(run->png, 1 << 24, &bytes, &n));
    run->changes += run->before && (n != run->n || memcmp(bytes, run->before, n));
    free(run->before);
    run->before = bytes;
    run->n = n;
    run->steps++;
    return 0;
}

static int go(struct run *run, const char *more)
{
    char all[2000];
    snprintf(all, sizeof all, text, run->folder, more);
    free(run->before);
    run->before = NULL;
    run->steps = run->changes = 0;
    return run_text(run->folder, all, watch, run);
}

static void check_mistakes(struct run *run)
{
    const struct {
        const char *more, *message;
    } cases[] = {
        {"surface: [xmin, zmaxx]",
         "p.yaml:10: output.scene.surface: the mesh box has no boundary 'zmaxx', did you mean 'zmax'?"},
        {"surface: [hull]", "no boundary 'hull'; its boundaries are xmin, xmax, ymin, ymax, zmin, zmax"},
        {"surface: []", "p.yaml:10: output.scene.surface is empty; list the boundaries to show"},
        {"colour: Ez", "output.scene.surface is missing"},
        {"surface: zmin", "p.yaml:10: output.scene.surface must be"},
        {"surface: [zmin]\n    colour: Ezz",
         "p.yaml:11: output.scene.colour: the law maxwell has no field 'Ezz', did you mean 'Ez'?"},
        {"surface: [zmin]\n    colour: pressure",
         "no field 'pressure'; there are magnitude, incident and its fields Ex, Ey, Ez, Hx, Hy, Hz"},
        {"surface: [zmin]\n    colour: incident", "incident needs a plane wave among the sources"},
        {"surface: [zmin]\n    arrows: velocity",
         "p.yaml:11: output.scene.arrows: the law maxwell has no vector "
         "'velocity'; its vectors are E, H"},
        {"surface: [zmin]\n    view: [0, 0, 0]",
         "p.yaml:11: output.scene.view is [0, 0, 0]; give the direction to the eye"},
        {"surface: [zmin]\n    at: 4.1", "p.yaml:11: output.scene.at: the run ends at 4, before 4.1"},
        {"surface: [zmin]\n    at: -1", "p.yaml:11: output.scene.at must be"},
        {"surface: [zmin]\n    count: -1",
         "p.yaml:11: output.scene.count must be a whole number from 0 to 10000"},
        {"surface: [zmin]\n    side: above",
         "p.yaml:11: output.scene.side must be facing, inside or outside, not 'above'"},
        {"surface: [zmin]\n    view: [1, 0]", "p.yaml:11: output.scene.view must be"},
        {"surface: [zmin]\n  picture: {file: a/scene.png}",
         "output.scene.file and output.picture.file are one file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int code = go(run, cases[i].more);
        if (!code || !strstr(nudge_error(), cases[i].message))
            printf("%s: got \"%s\"\n", cases[i].more, code ? nudge_error() : "no mistake"), test_failures++;
        CHECK(run->steps == 0);
    }
    nudge_problem *problem = NULL;
    CHECK_FAILS(
        nudge_problem_parse(&problem,
                            "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\noutput: {scene: {file: a.gif, "
                            "surface: [a]}}",
                            ""),
        NUDGE_EVALUE, ":4: output.scene.file is 'a.gif', a name ending in .png, .svg or .pdf is wanted");
}

/* Red and blue pixels of the picture. */
static void count_colours(const char *path, long *red, long *blue)
{
    struct png png = png_read(path);
    *red = *blue = 0;
    const size_t scene = 1852; /* columns, without the bar */
    CHECK(png.width > scene);
    for (size_t i = 0; png.rgb && i < scene * png.height; i++) {
        const unsigned char *c = png.rgb + 3 * (i / scene * png.width + i % scene);
        *red += c[0] > c[2] + 60;
        *blue += c[2] > c[0] + 60;
    }
    png_free(&png);
}

static void check_runs(struct run *run)
{
    long red, blue;
    /* At the beginning Ez has two hills and two dales on the floor. */
    CHECK_OK(go(run, "surface: [zmin]\n    colour: Ez\n    count: 0\n    at: 0"));
    CHECK(run->steps > 2 && run->changes == 0);
    count_colours(run->png, &red, &blue);
    CHECK(red > 10000 && blue > 10000 && fabs((double)red / (double)blue - 1) < 0.3);
    /* From below as well, where it is seen from outside; and nothing of it from its inner side. */
    CHECK_OK(go(run, "surface: [zmin]\n    colour: Ez\n    count: 0\n    at: 0\n    view: [-1, -0.6, -0.5]"));
    count_colours(run->png, &red, &blue);
    CHECK(red > 10000 && blue > 10000);
    CHECK_OK(go(run, "surface: [zmin]\n    colour: Ez\n    count: 0\n    at: 0\n    view: [-1, -0.6, -0.5]\n "
                     "   side: inside"));
    count_colours(run->png, &red, &blue);
    CHECK(red == 0 && blue == 0);
    /* The magnitude has hills only; half-way is written once, between the steps before and after;
     * and twice the same. */
    char *first = NULL, *again = NULL;
    size_t n = 0, m = 0;
    CHECK_OK(go(run, "surface: [zmin, ymax, xmax]\n    at: 2"));
    CHECK(run->changes == 1);
    count_colours(run->png, &red, &blue);
    CHECK(red > 20000 && blue == 0);
    CHECK_OK(nd_file_read(run->png, 1 << 24, &first, &n));
    CHECK_OK(go(run, "surface: [zmin, ymax, xmax]\n    at: 2"));
    CHECK_OK(nd_file_read(run->png, 1 << 24, &again, &m));
    CHECK(n == m && !memcmp(first, again, n));
    free(first);
    free(again);
    free(run->before);
}

int main(void)
{
    check_plane_of_faces();
    struct run run = {0};
    char command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(run.folder, sizeof run.folder, "%s/nudge-scene-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(run.folder) != NULL);
    snprintf(run.png, sizeof run.png, "%s/a/scene.png", run.folder);
    for (int N = 1; N <= 9; N += 4) check_surface(N);
    check_inner();
    check_sides();
    check_lattice(1, 0, 50);
    check_lattice(4, 1, 300);
    check_lattice(7, 2, 100);
    check_mistakes(&run);
    check_runs(&run);
    snprintf(command, sizeof command, "rm -rf '%s'", run.folder);
    CHECK(system(command) == 0);
    TEST_END;
}
