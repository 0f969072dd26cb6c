// Walls inside the mesh separate elements there and nowhere else, both sides know each other; and refusals.
#include "sheets.h"
#include "part/connect.h"

static int upper(const double x[3])
{
    return x[1] > 0.4;
}

static const struct sheet_box box = {.size = {1, 1, 1}, .divisions = {4, 3, 2}};

/* The boundaries called so become walls. */
static void set_walls(struct nd_mesh *mesh, const char *one, const char *two)
{
    char name[2][32];
    struct nd_pair at[2] = {{.name = name[0]}, {.name = name[1]}};
    snprintf(name[0], sizeof name[0], "%s", one);
    snprintf(name[1], sizeof name[1], "%s", two ? two : "default");
    CHECK_OK(nd_mesh_set_walls(mesh, &(struct nd_pairs){.at = at, .n = 2}));
}

static nd_idx boundary_of(const struct nd_mesh *mesh, const char *name)
{
    nd_idx b = 0;
    while (b < mesh->nboundaries && strcmp(mesh->boundary_name[b], name)) b++;
    return b;
}

/* Whether all of the face's vertices are in the plane and one is chosen. */
static int is_on(const struct nd_mesh *mesh, const struct sheet *s, size_t face)
{
    int in = 0, chosen = 0;
    for (int i = 0; i < 3; i++) {
        const nd_idx v = mesh->EToV[face / 4 * 4 + (size_t)nd_face_vertex[face % 4][i]];
        in += fabs(mesh->V[3 * v + s->axis] - s->at) < 1e-9;
        chosen += sheet_holds(mesh, s, v);
    }
    return in == 3 && chosen;
}

static void compare(const struct nd_mesh *mesh, const struct nd_connect *whole,
                    const struct nd_connect *parted, const struct sheet *s, nd_idx wall)
{
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        const int64_t back = nd_connect_back(parted, i);
        const int on = is_on(mesh, s, i);
        CHECK(on == (back >= 0) && nd_connect_back(whole, i) < 0);
        CHECK(parted->EToE[i] == (on ? (nd_idx)(i / 4) : whole->EToE[i]));
        CHECK(parted->EToF[i] == (on ? (int)(i % 4) : whole->EToF[i]));
        CHECK(parted->EToP[i] == (on ? 0 : whole->EToP[i]));
        CHECK(parted->EToB[i] == (on ? wall : whole->EToB[i]));
        if (on) CHECK(back == 4 * (int64_t)whole->EToE[i] + whole->EToF[i]);
        if (on && back >= 0) CHECK(nd_connect_back(parted, (size_t)back) == (int64_t)i);
    }
}

/* name: of the wall; that of a side too, which then lies both inside and at the end of the mesh. */
static void check_parted(const char *name)
{
    struct nd_mesh mesh;
    struct nd_connect whole, parted;
    const struct sheet s = {name, 0, 0.5, upper};
    sheet_mesh(&mesh, &box);
    const int n = sheet_tag(&mesh, &s);
    const nd_idx wall = boundary_of(&mesh, name);
    CHECK(n > 4);
    CHECK_OK(nd_connect_init(&whole, &mesh)); /* no walls: transparent */
    CHECK(whole.nsheets == 0 && whole.inside[wall] == n);
    set_walls(&mesh, name, "no such name");
    CHECK(mesh.nwalls == 1 && nd_mesh_is_wall(&mesh, wall) && !nd_mesh_is_wall(&mesh, wall + 1));
    CHECK_OK(nd_connect_init(&parted, &mesh));
    CHECK_OK(nd_connect_check(&parted, &mesh));
    CHECK(parted.nsheets == 2 * n && parted.inside[wall] == 0);
    compare(&mesh, &whole, &parted, &s, wall);
    CHECK(nd_connect_sheet_at(&parted, &mesh, (double[]){0.5, 0.7, 0.3}) == wall);
    CHECK(nd_connect_sheet_at(&parted, &mesh, (double[]){0.5, 2. / 3, 0.5}) == wall);
    CHECK(nd_connect_sheet_at(&parted, &mesh, (double[]){0.5 + 1e-7, 0.7, 0.3}) < 0);
    CHECK(nd_connect_sheet_at(&parted, &mesh, (double[]){0.5, 0.1, 0.3}) < 0);
    CHECK(nd_connect_sheet_at(&whole, &mesh, (double[]){0.5, 0.7, 0.3}) < 0);
    nd_connect_clear(&whole);
    nd_connect_clear(&parted);
    nd_mesh_clear(&mesh);
}

/* A triangle tagged twice by one name, or by a wall and by a name that is none, is a wall; two
 * walls on it are refused. */
static void check_names(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    sheet_mesh(&mesh, &box);
    const int n = sheet_tag(&mesh, &(struct sheet){"plate", 0, 0.5, NULL});
    sheet_tag(&mesh, &(struct sheet){"plate", 0, 0.5, upper});
    const int seen = sheet_tag(&mesh, &(struct sheet){"seen", 0, 0.5, upper});
    set_walls(&mesh, "plate", NULL);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_connect_check(&connect, &mesh));
    CHECK(connect.nsheets == 2 * n && connect.inside[boundary_of(&mesh, "seen")] == seen);
    nd_connect_clear(&connect);
    set_walls(&mesh, "plate", "seen");
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT,
                "belongs to boundary 'plate' and to boundary 'seen'");
    nd_mesh_clear(&mesh);
}

static int warnings;
static void hear(void *context, int level, const char *message)
{
    (void)context;
    warnings += level == NUDGE_LOG_WARNING && strstr(message, "1 of 105 tagged triangles are no face");
}

/* A condition that would do nothing. */
static void check_refused(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    nd_idx plate;
    sheet_mesh(&mesh, &box);
    CHECK_OK(nd_mesh_boundary(&mesh, "plate", &plate));
    sheet_add(&mesh, plate, (nd_idx[]){0, 1, mesh.Nv - 1});
    nudge_log_set(hear, NULL);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nudge_log_set(NULL, NULL);
    CHECK(warnings == 1);
    nd_connect_clear(&connect);
    set_walls(&mesh, "plate", NULL);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT,
                "boundary 'plate' has a condition, and 1 of its triangles are no face of any tetrahedron");
    mesh.Nb--;
    CHECK_OK(nd_mesh_make_periodic(&mesh, "xmin", "xmax"));
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nd_connect_clear(&connect);
    sheet_add(&mesh, plate, mesh.periodic);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EVALUE,
                "boundary 'plate' has a condition, and lies on a periodic side");
    mesh.Nb--;
    set_walls(&mesh, "xmax", NULL);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EVALUE,
                "boundary 'xmax' has a condition, and lies on a periodic side");
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_parted("plate");
    check_parted("xmin");
    check_names();
    check_refused();
    TEST_END;
}
