// Coinciding faces without common nodes, hanging nodes, overlaps and holes are found; meshes without faults pass.
#include "cubes.h"
#include "base/time.h"
#include "mesh/geometry.h"
#include "mesh/grow.h"
#include "part/seams.h"
#include "problem/problem.h"

static char heard[4096];
static int warnings;
static void hear(void *context, int level, const char *message)
{
    (void)context;
    if (level != NUDGE_LOG_WARNING) return;
    warnings++;
    snprintf(heard, sizeof heard, "%s", message);
}

static void find(struct nd_seams *seams, struct nd_mesh *mesh, const unsigned char *named)
{
    struct nd_connect connect;
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_seams_find(seams, mesh, &connect, named));
    nd_connect_clear(&connect);
}

/* Nothing is found, and nothing said. */
static void check_clean(struct nd_mesh *mesh, const char *what)
{
    struct nd_seams s;
    warnings = 0;
    find(&s, mesh, NULL);
    if (s.coincident || s.near || s.hanging || s.overlaps || s.holes || s.walls)
        printf("%s: %d coincide, %d nearly, %d hang, %d overlap (%d), %d holes, %d walls\n", what,
               s.coincident, s.near, s.hanging, s.overlapping, s.overlaps, s.holes, s.walls),
            test_failures++;
    CHECK_OK(nd_seams_report(&s, mesh));
    CHECK(warnings == (s.parts > 1)); /* of parts, and of nothing else */
    if (s.parts > 1) CHECK(strstr(heard, "parts that share no face"));
    nd_mesh_clear(mesh);
}

static struct nd_mesh box(int nx, int ny, int nz)
{
    struct nd_mesh mesh;
    cubes_init(&mesh, &(struct cubes){.n = {nx, ny, nz}, .untagged = 1, .seed = 3});
    nd_idx region;
    CHECK_OK(nd_mesh_region(&mesh, "air", &region));
    return mesh;
}

static void move(struct nd_mesh *mesh, double scale, double x, double y, double z)
{
    const double to[3] = {x, y, z};
    for (nd_idx i = 0; i < 3 * mesh->Nv; i++) mesh->V[i] = scale * mesh->V[i] + to[i % 3];
}

/* Both in one file, with nodes of their own. The second is region "glass". */
static struct nd_mesh both(struct nd_mesh a, struct nd_mesh b)
{
    struct nd_mesh m = {.name = nd_strdup("both"), .K = a.K + b.K, .Nv = a.Nv + b.Nv};
    nd_idx glass;
    m.V = nd_alloc((size_t)m.Nv, 3 * sizeof *m.V);
    m.EToV = nd_alloc((size_t)m.K, 4 * sizeof *m.EToV);
    m.region = nd_alloc((size_t)m.K, sizeof *m.region);
    m.label = nd_alloc((size_t)m.K, sizeof *m.label);
    memcpy(m.V, a.V, 3 * (size_t)a.Nv * sizeof *m.V);
    memcpy(m.V + 3 * a.Nv, b.V, 3 * (size_t)b.Nv * sizeof *m.V);
    for (nd_idx i = 0; i < 4 * m.K; i++) m.EToV[i] = i < 4 * a.K ? a.EToV[i] : a.Nv + b.EToV[i - 4 * a.K];
    CHECK_OK(nd_mesh_region(&m, "air", &glass));
    CHECK_OK(nd_mesh_region(&m, "glass", &glass));
    for (nd_idx k = 0; k < m.K; k++) m.label[k] = 1000 + k, m.region[k] = k < a.K ? 0 : glass;
    nd_mesh_clear(&a);
    nd_mesh_clear(&b);
    return m;
}

/* Elements beyond x = 1/2 get nodes of their own on this plane, where y < until, moved at random by
 * `by` edges and by `open` in x. */
static void cut(struct nd_mesh *mesh, double until, double by, double open)
{
    unsigned seed = 5;
    nd_idx *twin = nd_alloc((size_t)mesh->Nv, sizeof *twin);
    const nd_idx Nv = mesh->Nv;
    mesh->V = realloc(mesh->V, 6 * (size_t)Nv * sizeof *mesh->V);
    for (nd_idx v = 0; v < Nv; v++) {
        if (fabs(mesh->V[3 * v] - 0.5) > 1e-9 || mesh->V[3 * v + 1] >= until) continue;
        twin[v] = mesh->Nv++;
        for (int c = 0; c < 3; c++)
            mesh->V[3 * twin[v] + c] =
                mesh->V[3 * v + c] + by * (2 * test_random(&seed) - 1) / 4 + (c ? 0 : open / 4);
    }
    for (nd_idx k = 0; k < mesh->K; k++) {
        double x = 0;
        for (int i = 0; i < 4; i++) x += mesh->V[3 * mesh->EToV[4 * k + i]] / 4;
        for (int i = 0; i < 4 && x > 0.5; i++)
            if (twin[mesh->EToV[4 * k + i]]) mesh->EToV[4 * k + i] = twin[mesh->EToV[4 * k + i]];
    }
    free(twin);
}

/* Every boundary face that lies at x = 1/2, on both sides or on one, is tagged. */
static void tag(struct nd_mesh *mesh, const char *name, int sides)
{
    struct nd_connect connect;
    nd_idx b;
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_mesh_boundary(mesh, name, &b));
    mesh->BToV = realloc(mesh->BToV, 12 * (size_t)mesh->K * sizeof *mesh->BToV);
    mesh->boundary = realloc(mesh->boundary, 4 * (size_t)mesh->K * sizeof *mesh->boundary);
    for (nd_idx i = 0; i < 4 * mesh->K; i++) {
        const nd_idx *v = mesh->EToV + i / 4 * 4;
        double x = 0, off = 0;
        for (int j = 0; j < 4; j++) x += mesh->V[3 * v[j]] / 4;
        for (int j = 0; j < 3; j++) off = fmax(off, fabs(mesh->V[3 * v[nd_face_vertex[i % 4][j]]] - 0.5));
        if (connect.EToB[i] < 0 || off > 1e-3 || (sides == 1 && x > 0.5)) continue;
        for (int j = 0; j < 3; j++) mesh->BToV[3 * mesh->Nb + j] = v[nd_face_vertex[i % 4][j]];
        mesh->boundary[mesh->Nb++] = b;
    }
    nd_connect_clear(&connect);
}

static void check_cut(double by, nd_idx coincident, nd_idx near)
{
    struct nd_mesh mesh = box(4, 4, 4);
    struct nd_seams s;
    cut(&mesh, 2, by, 0);
    find(&s, &mesh, NULL);
    CHECK(s.coincident == coincident && s.near == near && !s.hanging && !s.overlaps && !s.holes);
    warnings = 0;
    CHECK_OK(nd_seams_report(&s, &mesh));
    CHECK(warnings == (coincident > 0) + (near > 0));
    if (coincident) {
        CHECK(strstr(heard, "cubes: 32 pairs of boundary faces coincide without common nodes"));
        CHECK(strstr(heard, "(region 'air'), at (0.5, 0.") && strstr(heard, "BooleanFragments") &&
              strstr(heard, "Coherence Mesh"));
        CHECK(fabs(s.coincides.at[0] - 0.5) < 1e-6 && s.coincides.face[0] != s.coincides.face[1]);
        for (int i = 0; i < 2; i++) { /* the place is that of both elements' faces */
            const nd_idx *v = mesh.EToV + s.coincides.face[i] / 4 * 4;
            for (int c = 1; c < 3; c++) {
                double middle = 0;
                for (int j = 0; j < 3; j++)
                    middle += mesh.V[3 * v[nd_face_vertex[s.coincides.face[i] % 4][j]] + c] / 3;
                CHECK_NEAR(middle, s.coincides.at[c], 1e-5);
            }
        }
    }
    if (near) CHECK(strstr(heard, "32 pairs of boundary faces nearly coincide with a distance of up to "));
    nd_mesh_clear(&mesh);
}

static void check_walls(void)
{
    struct nd_seams s;
    const unsigned char given[2] = {0, 1}, by_default[2] = {0, 0};
    for (int sides = 1; sides < 3; sides++) {
        struct nd_mesh mesh = box(4, 4, 4);
        cut(&mesh, 2, 0, 0);
        tag(&mesh, "plate", sides);
        find(&s, &mesh, given);
        CHECK(s.walls == (sides == 2 ? 32 : 0) && s.coincident == (sides == 2 ? 0 : 32));
        find(&s, &mesh, NULL);
        CHECK(s.walls == (sides == 2 ? 32 : 0));
        find(&s, &mesh, by_default); /* a name that is served by the default only */
        CHECK(s.walls == 0 && s.coincident == 32);
        nd_mesh_clear(&mesh);
    }
}

/* A slit that ends inside. Opened it is a shape, however thin; closed, or with sides inside each
 * other, it is none. */
static void check_slit(void)
{
    static const struct {
        double open;
        nd_idx coincident, near;
    } slit[] = {{0, 16, 0}, {1e-8, 16, 0}, {1e-4, 0, 0}, {9e-4, 0, 0}, {-1e-4, 0, 16}};
    for (size_t i = 0; i < sizeof slit / sizeof *slit; i++) {
        struct nd_mesh mesh = box(4, 4, 4);
        struct nd_seams s;
        cut(&mesh, 0.5, 0, slit[i].open);
        find(&s, &mesh, NULL);
        CHECK(s.coincident == slit[i].coincident && s.near == slit[i].near && !s.hanging && !s.overlaps);
        nd_mesh_clear(&mesh);
    }
}

static void check_hanging(double scale, double gap)
{
    struct nd_mesh right = box(3, 3, 3), mesh;
    struct nd_seams s;
    move(&right, 1, 1 + gap, 0, 0);
    mesh = both(box(2, 2, 2), right);
    move(&mesh, scale, scale, 0, 0);
    find(&s, &mesh, NULL);
    CHECK(!s.coincident && !s.overlaps);
    CHECK(gap > 1e-6 ? !s.hanging && s.near > 8 : s.hanging > 8 && !s.near);
    if (gap > 1e-6)
        CHECK_OK(nd_seams_report(&s, &mesh));
    else
        CHECK_FAILS(nd_seams_report(&s, &mesh), NUDGE_EFORMAT, "coincide in part only (hanging nodes)");
    nd_mesh_clear(&mesh);
}

/* Whether a point lies in the element, by a little at least. */
static int holds(const struct nd_mesh *mesh, nd_idx k, const double x[3])
{
    const double *p[4];
    for (int v = 0; v < 4; v++) p[v] = mesh->V + 3 * mesh->EToV[4 * k + v];
    const double least = 1e-9 * nd_tet_det(p[0], p[1], p[2], p[3]);
    return nd_tet_det(x, p[1], p[2], p[3]) > least && nd_tet_det(p[0], x, p[2], p[3]) > least &&
           nd_tet_det(p[0], p[1], x, p[3]) > least && nd_tet_det(p[0], p[1], p[2], x) > least;
}

static void check_overlap(double size, double x, double y, double z, const char *what)
{
    struct nd_mesh other = box(2, 2, 2), mesh;
    struct nd_seams s;
    move(&other, size, x, y, z);
    mesh = both(box(4, 4, 4), other);
    find(&s, &mesh, NULL);
    if (!s.overlaps) printf("%s: no overlap is found\n", what), test_failures++;
    for (int i = 0; i < 2 && s.overlaps; i++)
        if (!holds(&mesh, (nd_idx)(s.overlap.face[i] / 4), s.overlap.at))
            printf("%s: the place is not inside element %d of the two\n", what, i), test_failures++;
    CHECK_FAILS(nd_seams_report(&s, &mesh), NUDGE_EFORMAT, "space can belong to one element only");
    CHECK(strstr(nudge_error(), "region 'air'") && strstr(nudge_error(), "region 'glass'"));
    nd_mesh_clear(&mesh);
}

static void check_two_boxes(double size, double x, double y, double z, const char *what)
{
    struct nd_mesh other = box(2, 2, 2), mesh;
    move(&other, size, x, y, z);
    mesh = both(box(4, 4, 4), other);
    check_clean(&mesh, what);
}

/* Boxes with space between them; and joined by a period, or by a wall that both sides share. */
static void check_parts(void)
{
    struct nd_mesh other = box(2, 2, 2), mesh;
    struct nd_seams s;
    move(&other, 0.5, 1.002, 0, 0);
    mesh = both(box(4, 4, 4), other);
    find(&s, &mesh, NULL);
    warnings = 0;
    CHECK_OK(nd_seams_report(&s, &mesh));
    CHECK(s.parts == 2 && warnings == 1 && s.part[0].elements == 384 && s.part[1].elements == 48);
    CHECK(strstr(heard,
                 "both: the mesh has 2 parts that share no face: 'air' (384 elements, from (0, 0, 0) to "
                 "(1, 1, 1)); 'glass' (48 elements, from (1.002, 0, 0) to (1.502, 0.5, 0.5)); no wave "
                 "passes between them"));
    nd_mesh_clear(&mesh);
    mesh = box(4, 4, 4);
    cut(&mesh, 2, 0, 0); /* reported as a seam, not also as parts */
    find(&s, &mesh, NULL);
    CHECK(s.parts == 1 && s.coincident == 32);
    nd_mesh_clear(&mesh);
}

/* Flat elements on both sides of a gap that is as thin as they are. */
static void check_thin_gap(void)
{
    struct nd_mesh other = box(3, 3, 2), mesh = box(2, 2, 2);
    for (nd_idx v = 0; v < mesh.Nv; v++) mesh.V[3 * v + 2] *= 1e-4;
    for (nd_idx v = 0; v < other.Nv; v++) other.V[3 * v + 2] = 1.5e-4 + 1e-4 * other.V[3 * v + 2];
    mesh = both(mesh, other);
    check_clean(&mesh, "a thin gap between thin bodies");
}

/* Without the cells in the middle. */
static struct nd_mesh hollow(int n)
{
    struct nd_mesh mesh = box(n, n, n);
    nd_idx K = 0;
    for (nd_idx k = 0; k < mesh.K; k++) {
        double off = 0;
        for (int c = 0; c < 3; c++) {
            double x = 0;
            for (int i = 0; i < 4; i++) x += mesh.V[3 * mesh.EToV[4 * k + i] + c] / 4;
            off = fmax(off, fabs(x - 0.5));
        }
        if (off < 0.5 / n) continue;
        memmove(mesh.EToV + 4 * K, mesh.EToV + 4 * k, 4 * sizeof *mesh.EToV);
        mesh.label[K++] = mesh.label[k];
    }
    mesh.K = K;
    return mesh;
}

static void check_holes(void)
{
    struct nd_mesh mesh = hollow(5), cube = box(1, 1, 1);
    struct nd_seams s;
    find(&s, &mesh, NULL);
    CHECK(s.holes == 1 && s.hole.faces == 12 && !s.coincident && !s.overlaps);
    for (int c = 0; c < 3; c++) CHECK_NEAR(s.hole.low[c], 0.4, 1e-12);
    for (int c = 0; c < 3; c++) CHECK_NEAR(s.hole.high[c], 0.6, 1e-12);
    warnings = 0;
    CHECK_OK(nd_seams_report(&s, &mesh));
    CHECK(warnings == 1 &&
          strstr(heard, "a hole whose surface has no name: 0.2 x 0.2 x 0.2 around (0.5, 0.5, 0.5)"));
    CHECK(strstr(heard, "Physical Volume") && strstr(heard, "conductor"));
    move(&cube, 0.2, 0.4, 0.4, 0.4);
    mesh = both(mesh, cube); /* a body fills it, and shares no nodes */
    find(&s, &mesh, NULL);
    CHECK(!s.holes && s.coincident == 12);
    nd_mesh_clear(&mesh);
    /* Two of them; with names they are what was drawn. */
    cube = hollow(3);
    move(&cube, 1, 2, 0, 0);
    mesh = both(hollow(5), cube);
    find(&s, &mesh, NULL);
    CHECK(s.holes == 2);
    for (int c = 0; c < 3; c++) CHECK_NEAR(s.hole.high[c] - s.hole.low[c], 1. / 3, 1e-12);
    nd_idx b;
    mesh.BToV = nd_alloc(12 * (size_t)mesh.K, sizeof *mesh.BToV);
    mesh.boundary = nd_alloc(4 * (size_t)mesh.K, sizeof *mesh.boundary);
    CHECK_OK(nd_mesh_boundary(&mesh, "body", &b));
    for (nd_idx i = 0; i < 4 * mesh.K; i++, mesh.Nb++)
        for (int j = 0; j < 3; j++)
            mesh.BToV[3 * mesh.Nb + j] = mesh.EToV[i / 4 * 4 + nd_face_vertex[i % 4][j]];
    check_clean(&mesh, "named holes");
}

static void check_meshes(void)
{
    for (int i = 0; i < CUBES_ODD; i++) {
        struct nd_mesh mesh;
        nd_idx r;
        cubes_init(&mesh, &cubes_odd[i]);
        CHECK_OK(nd_mesh_region(&mesh, "air", &r));
        check_clean(&mesh, "cubes");
    }
    for (int thin = 0; thin < 2; thin++) {
        struct nd_mesh mesh = box(5, 4, 3);
        move(&mesh, 1e-9, 1e-9, 0, 0);
        for (nd_idx v = 0; thin && v < mesh.Nv; v++) mesh.V[3 * v + 2] *= 1e-4;
        const struct nd_grow grow = {.layers = 2, .thickness = 3e-10, .side = {1, 1, 1, 1, 1, 1}};
        if (!thin) CHECK_OK(nd_mesh_grow(&mesh, &grow));
        check_clean(&mesh, thin ? "thin" : "grown");
    }
}

/* Faces inside that are walls by name have two sides, which share their nodes. */
static void check_sheet(void)
{
    struct nd_mesh mesh = box(4, 4, 4);
    struct nd_connect connect;
    struct nd_seams s;
    nd_idx b, n = 0;
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_mesh_boundary(&mesh, "plate", &b));
    for (nd_idx i = 0; i < 4 * mesh.K; i++) {
        double off = 0;
        for (int j = 0; j < 3; j++)
            off = fmax(off, fabs(mesh.V[3 * mesh.EToV[i / 4 * 4 + nd_face_vertex[i % 4][j]]] - 0.5));
        if (off > 1e-9) continue;
        connect.EToE[i] = i / 4, connect.EToF[i] = i % 4, connect.EToP[i] = 0, connect.EToB[i] = b;
        n++;
    }
    CHECK(n == 64);
    CHECK_OK(nd_seams_find(&s, &mesh, &connect, NULL));
    CHECK(s.faces == 192 + 64 && !s.coincident && !s.walls && !s.hanging && !s.overlaps && !s.holes &&
          !s.near);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

/* The work per face hardly grows with the mesh, also where every element has nodes of its own. */
static void check_work(void)
{
    double per[2][2];
    for (int large = 0; large < 2; large++)
        for (int apart = 0; apart < 2; apart++) {
            const int n = large ? 14 : 6;
            struct nd_mesh mesh = box(n, n, n);
            struct nd_seams s;
            double *V = nd_alloc(12 * (size_t)mesh.K, sizeof *V);
            for (nd_idx i = 0; apart && i < 4 * mesh.K; i++) {
                memcpy(V + 3 * i, mesh.V + 3 * mesh.EToV[i], 3 * sizeof *V);
                mesh.EToV[i] = i;
            }
            if (apart) free(mesh.V), mesh.V = V, mesh.Nv = 4 * mesh.K;
            if (!apart) free(V);
            find(&s, &mesh, NULL);
            CHECK(s.faces == (apart ? 4 * mesh.K : 12 * n * n));
            CHECK(s.coincident == (apart ? (4 * mesh.K - 12 * n * n) / 2 : 0) && !s.overlaps && !s.hanging);
            per[large][apart] = (double)s.visits / s.faces;
            nd_mesh_clear(&mesh);
        }
    for (int apart = 0; apart < 2; apart++)
        if (!(per[1][apart] < 2 * per[0][apart]))
            printf("boxes looked at per face: %g and %g\n", per[0][apart], per[1][apart]), test_failures++;
}

/* For TEST_SHOW: a million elements. */
static void show(int n)
{
    struct nd_mesh mesh = box(n, n, n);
    struct nd_connect connect;
    struct nd_seams s;
    const double start = nd_seconds_now();
    CHECK_OK(nd_connect_init(&connect, &mesh));
    const double middle = nd_seconds_now();
    CHECK_OK(nd_seams_find(&s, &mesh, &connect, NULL));
    printf("%d elements, %d faces: connect %.3f s, seams %.3f s, %.1f boxes per face\n", mesh.K, s.faces,
           middle - start, nd_seconds_now() - middle, (double)s.visits / s.faces);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    nudge_log_set(hear, NULL);
    check_cut(0, 32, 0);
    check_cut(1e-9, 32, 0);
    check_cut(2e-4, 0, 32);
    check_walls();
    check_slit();
    check_hanging(1, 0);
    check_hanging(1e-9, 1e-9);
    check_hanging(1e6, 1e-5);
    check_parts();
    check_overlap(0.25, 0.3, 0.35, 0.4, "a box inside another");
    check_overlap(0.25, 0.25, 0.5, 0.25, "a box upon cells of another");
    check_overlap(1, 0.5, 0.5, 0.5, "boxes that cross along edges");
    check_overlap(1, 0.9, 0.1, 0.2, "boxes that cross");
    check_overlap(1, 0.95, 0, 0, "boxes that cross and have sides in common");
    check_overlap(1, 0, 0, 0, "a box twice");
    check_two_boxes(1, 1, 1, 0, "boxes with a common edge");
    check_two_boxes(1, 1, 1, 1, "boxes with a common corner");
    check_two_boxes(1, 1.01, 0, 0, "boxes with a gap");
    check_two_boxes(0.5, 3, 4, 5, "boxes far from each other");
    check_thin_gap();
    check_holes();
    check_meshes();
    check_sheet();
    check_work();
    if (getenv("TEST_SHOW"))
        for (int n = 14; n < 60; n *= 2) show(n);
    TEST_END;
}
