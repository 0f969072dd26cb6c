// Walls inside the mesh that reach a growing side continue through the PML, edges and corners
// included; others do not change; and the cases that are refused.
#include "sheets.h"
#include "mesh/geometry.h"
#include "mesh/grow.h"

static const struct sheet_box box = {.size = {1, 1, 1}, .divisions = {4, 4, 4}};
static const struct nd_grow grow = {.layers = 3, .thickness = 0.5};

static void set_walls(struct nd_mesh *mesh, const char *one, const char *two)
{
    char name[2][32];
    struct nd_pair at[2] = {{.name = name[0]}, {.name = name[1]}};
    snprintf(name[0], sizeof name[0], "%s", one);
    snprintf(name[1], sizeof name[1], "%s", two ? two : "default");
    CHECK_OK(nd_mesh_set_walls(mesh, &(struct nd_pairs){.at = at, .n = 2}));
}

/* The area of all triangles of a name that two elements share. */
static double area_inside(struct nd_mesh *mesh, const char *name)
{
    struct nd_connect connect;
    double area = 0;
    CHECK_OK(nd_connect_init(&connect, mesh));
    CHECK_OK(nd_connect_check(&connect, mesh));
    for (nd_idx i = 0; i < connect.nsheets; i++) {
        const size_t face = connect.sheet[i].face;
        const nd_idx *v = mesh->EToV + face / 4 * 4;
        const int *c = nd_face_vertex[face % 4];
        if (strcmp(mesh->boundary_name[connect.EToB[face]], name)) continue;
        area += nd_triangle_area(mesh->V + 3 * v[c[0]], mesh->V + 3 * v[c[1]], mesh->V + 3 * v[c[2]]) / 2;
    }
    nd_connect_clear(&connect);
    return area;
}

static int low(const double x[3])
{
    return x[1] < 0.6;
}

static int centre(const double x[3])
{
    return hypot(x[0] - 0.5, x[1] - 0.5) < 0.1;
}

static double grown_area(const struct sheet *s, const struct nd_grow *how)
{
    struct nd_mesh mesh;
    sheet_mesh(&mesh, &box);
    sheet_tag(&mesh, s);
    set_walls(&mesh, s->name, NULL);
    CHECK_OK(nd_mesh_grow(&mesh, how));
    const double area = area_inside(&mesh, s->name);
    nd_mesh_clear(&mesh);
    return area;
}

static void check_area(void)
{
    const struct nd_grow one = {.layers = 2, .thickness = 0.5, .side = {[3] = true}};
    const struct sheet whole = {"plate", 0, 0.5, NULL}, half = {"plate", 0, 0.5, low},
                       small = {"plate", 2, 0.5, centre};
    CHECK_NEAR(grown_area(&whole, &grow), 4, 1e-9); /* 2 by 2: through edges too */
    CHECK_NEAR(grown_area(&whole, &one), 1.5, 1e-9);
    CHECK_NEAR(grown_area(&half, &one), 0.75, 1e-9); /* ends at y = 3/4, before the side that grows */
    CHECK_NEAR(grown_area(&half, &grow), 2.5, 1e-9); /* 1.25 by 2 */
    CHECK_NEAR(grown_area(&small, &grow), 6. / 32, 1e-9);
}

/* Not a wall: as before, and nothing is made of it. */
static void check_transparent(void)
{
    struct nd_mesh mesh;
    sheet_mesh(&mesh, &box);
    const int n = sheet_tag(&mesh, &(struct sheet){"seen", 0, 0.5, NULL});
    nd_idx seen, found = 0;
    CHECK_OK(nd_mesh_boundary(&mesh, "seen", &seen));
    CHECK_OK(nd_mesh_grow(&mesh, &grow));
    for (nd_idx b = 0; b < mesh.Nb; b++) found += mesh.boundary[b] == seen;
    CHECK(found == n && area_inside(&mesh, "seen") == 0);
    nd_mesh_clear(&mesh);
}

/* Faces that have the edge and no third vertex in z = 0: the first is tagged so, the second so. */
static void tag_edge(struct nd_mesh *mesh, const double a[3], const double b[3], const char *one,
                     const char *two)
{
    const char *name[2] = {one, two};
    nd_idx last = -1, boundary;
    int n = 0;
    for (nd_idx i = 0; i < 4 * mesh->K && n < 2 && name[n]; i++) {
        nd_idx v[3], third = -1;
        int met = 0;
        for (int j = 0; j < 3; j++) {
            v[j] = mesh->EToV[i / 4 * 4 + nd_face_vertex[i % 4][j]];
            const double *x = mesh->V + 3 * v[j];
            const int on = nd_distance2(x, a) < 1e-12 || nd_distance2(x, b) < 1e-12;
            met += on;
            if (!on) third = v[j];
        }
        if (met < 2 || mesh->V[3 * third + 2] == 0 || mesh->V[3 * third + 1] == 0 || third == last) continue;
        CHECK_OK(nd_mesh_boundary(mesh, name[n++], &boundary));
        sheet_add(mesh, boundary, v);
        last = third;
    }
    CHECK(n == 1 + (two != NULL));
}

static void check_refused(void)
{
    const struct nd_grow down = {.layers = 1, .thickness = 0.5, .side = {[4] = true}};
    struct nd_mesh mesh;
    sheet_mesh(&mesh, &box);
    tag_edge(&mesh, (double[]){0.25, 0, 0}, (double[]){0.5, 0, 0}, "plate", NULL);
    set_walls(&mesh, "plate", NULL);
    CHECK_FAILS(nd_mesh_grow(&mesh, &down), NUDGE_EVALUE,
                "boundary 'plate', a wall inside the mesh, cannot go on through the PML on zmin: at (");
    nd_mesh_clear(&mesh);
    sheet_mesh(&mesh, &box);
    tag_edge(&mesh, (double[]){0.25, 0.5, 0}, (double[]){0.5, 0.5, 0}, "plate", "fin");
    set_walls(&mesh, "plate", "fin");
    CHECK_FAILS(nd_mesh_grow(&mesh, &down), NUDGE_EVALUE,
                "boundaries 'plate' and 'fin', walls inside the mesh, reach zmin in the same edge at (");
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_area();
    check_transparent();
    check_refused();
    TEST_END;
}
