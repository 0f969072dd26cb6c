// Connectivity against brute force, names of boundaries, periodic sides, and refusals.
#include "cubes.h"
#include "part/connect.h"

static nd_idx corner(const struct nd_mesh *mesh, nd_idx k, int f, int i)
{
    return mesh->EToV[4 * k + nd_face_vertex[f][i]];
}

/* Whether the faces have the same vertices, by looking at all. */
static int same(const struct nd_mesh *mesh, nd_idx k, int f, nd_idx m, int g)
{
    int found = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) found += corner(mesh, k, f, i) == corner(mesh, m, g, j);
    return found == 3;
}

static void check_brute(unsigned seed)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    nd_idx outside = 0;
    cubes_init(&mesh, &(struct cubes){.n = {3, 2, 4}, .jitter = 0.2, .seed = seed});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_connect_check(&connect, &mesh));
    CHECK(connect.unnamed == -1);
    for (nd_idx k = 0; k < mesh.K; k++) {
        for (int f = 0; f < 4; f++) {
            nd_idx neighbour = k;
            int face = f, at = 4 * k + f;
            for (nd_idx m = 0; m < mesh.K; m++)
                for (int g = 0; g < 4; g++)
                    if (m != k && same(&mesh, k, f, m, g)) neighbour = m, face = g;
            CHECK(connect.EToE[at] == neighbour && connect.EToF[at] == face);
            CHECK((connect.EToB[at] == -1) == (neighbour != k));
            for (int i = 0; i < 3; i++)
                CHECK(corner(&mesh, k, f, i) ==
                      corner(&mesh, neighbour, face, nd_permutation[connect.EToP[at]][i]));
            outside += neighbour == k;
        }
    }
    CHECK(outside == 4 * (3 * 2 + 2 * 4 + 4 * 3));
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

/* The name given to a boundary face is that of the side it lies on. */
static void check_names(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    static const char *const name[6] = {"x-", "x+", "y-", "y+", "z-", "z+"};
    cubes_init(&mesh, &(struct cubes){.n = {2, 3, 2}, .seed = 9});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    for (nd_idx at = 0; at < 4 * mesh.K; at++) {
        nd_idx b = connect.EToB[at];
        if (b < 0) continue;
        for (int side = 0; side < 6; side++) {
            int on = 0;
            for (int i = 0; i < 3; i++)
                on += mesh.V[3 * corner(&mesh, at / 4, at % 4, i) + side / 2] == side % 2;
            if (on == 3) CHECK(!strcmp(mesh.boundary_name[b], name[side]));
        }
    }
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);

    cubes_init(&mesh, &(struct cubes){.n = {2, 1, 1}, .seed = 9, .untagged = 1});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_connect_check(&connect, &mesh));
    CHECK(connect.unnamed == 0 && mesh.nboundaries == 1 && !strcmp(mesh.boundary_name[0], ""));
    CHECK(connect.EToB[0] == 0 || connect.EToB[0] == -1);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

/* All sides periodic: no boundary is left, not even in a single cell. */
static void check_periodic(int nx, int ny, int nz)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    cubes_init(&mesh, &(struct cubes){.n = {nx, ny, nz}, .seed = 4, .periodic = {1, 1, 1}});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_connect_check(&connect, &mesh));
    for (nd_idx at = 0; at < 4 * mesh.K; at++) {
        CHECK(connect.EToB[at] == -1);
        CHECK(4 * connect.EToE[at] + connect.EToF[at] != at);
    }
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

static char warned[256];
static int warnings;
static void hear(void *context, int level, const char *message)
{
    (void)context;
    if (level == NUDGE_LOG_WARNING) warnings++;
    snprintf(warned, sizeof warned, "%s", message);
}

/* Two tets on the triangle 0 1 2, one above and one below, with room for a third. */
static void two_tets(struct nd_mesh *mesh)
{
    static const double V[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {0.3, 0.3, 2}};
    static const nd_idx EToV[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}, {2, 0, 1, 5}};
    *mesh = (struct nd_mesh){.name = nd_strdup("two"), .K = 2, .Nv = 6};
    mesh->V = nd_alloc(18, sizeof *mesh->V);
    mesh->EToV = nd_alloc(12, sizeof *mesh->EToV);
    mesh->label = nd_alloc(3, sizeof *mesh->label);
    mesh->BToV = nd_alloc(3 * 4, sizeof *mesh->BToV);
    mesh->boundary = nd_alloc(4, sizeof *mesh->boundary);
    mesh->periodic = nd_alloc(6 * 2, sizeof *mesh->periodic);
    memcpy(mesh->V, V, sizeof V);
    memcpy(mesh->EToV, EToV, sizeof EToV);
    for (int k = 0; k < 3; k++) mesh->label[k] = 71 + k;
}

static void tag(struct nd_mesh *mesh, nd_idx a, nd_idx b, nd_idx c, const char *name)
{
    nd_idx *v = mesh->BToV + 3 * mesh->Nb;
    v[0] = a, v[1] = b, v[2] = c;
    CHECK_OK(nd_mesh_boundary(mesh, name, &mesh->boundary[mesh->Nb]));
    mesh->Nb++;
}

static void check_refused(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    two_tets(&mesh);
    mesh.K = 3;
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT,
                "two: elements 71, 72 and 73 share one face");
    mesh.K = 2;
    mesh.EToV[4] = 1, mesh.EToV[5] = 2, mesh.EToV[6] = 0, mesh.EToV[7] = 5; /* now both lie above */
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT, "elements 71 and 72 overlap");
    mesh.EToV[4] = 0, mesh.EToV[5] = 2, mesh.EToV[6] = 1, mesh.EToV[7] = 6;
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT, "element 72 refers to a vertex");
    mesh.EToV[7] = 4;
    mesh.K = 0;
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT, "0 elements");
    mesh.K = 2;
    tag(&mesh, 3, 1, 0, "wall");
    tag(&mesh, 0, 1, 3, "wall");
    CHECK_OK(nd_connect_init(&connect, &mesh)); /* twice the same name is no harm */
    CHECK(connect.EToB[1] == 0 && connect.EToB[2] == connect.unnamed && connect.unnamed == 1);
    nd_connect_clear(&connect);
    tag(&mesh, 1, 0, 3, "port");
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT,
                "element 71 belongs to boundary 'wall' and to boundary 'port'");
    nd_mesh_clear(&mesh);
}

/* Tags inside the domain have no effect here; triangles that are not faces give one warning. */
static void check_stray(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    two_tets(&mesh);
    tag(&mesh, 2, 0, 1, "inner");
    tag(&mesh, 0, 1, 5, "stray");
    tag(&mesh, 3, 4, 0, "stray");
    nudge_log_set(hear, NULL);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nudge_log_set(NULL, NULL);
    CHECK(warnings == 1 && strstr(warned, "2 of 3 tagged triangles"));
    CHECK(connect.EToB[0] == -1 && connect.EToE[0] == 1);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

static void pair(struct nd_mesh *mesh, nd_idx a, nd_idx b, nd_idx c, nd_idx d, nd_idx e, nd_idx f)
{
    const nd_idx v[6] = {a, b, c, d, e, f};
    memcpy(mesh->periodic + 6 * mesh->Nperiodic++, v, sizeof v);
}

static void check_pairs(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    two_tets(&mesh);
    pair(&mesh, 0, 1, 3, 0, 2, 3); /* two faces of element 71, its own neighbour then */
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_connect_check(&connect, &mesh));
    CHECK(connect.EToE[1] == 0 && connect.EToF[1] == 3 && connect.EToP[1] == 0 && connect.EToB[1] == -1);
    CHECK(connect.EToE[3] == 0 && connect.EToF[3] == 1);
    nd_connect_clear(&connect);
    pair(&mesh, 0, 1, 3, 0, 1, 4);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT, "element 71 is in two periodic pairs");
    mesh.Nperiodic = 0;
    pair(&mesh, 0, 1, 2, 0, 1, 4);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT,
                "periodic pair 1 joins triangles that are not");
    mesh.Nperiodic = 0;
    pair(&mesh, 0, 1, 3, 1, 0, 3);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT,
                "periodic pair 1 joins triangles that are not");
    mesh.Nperiodic = 0;
    pair(&mesh, 0, 1, 3, 0, 1, 9);
    CHECK_FAILS(nd_connect_init(&connect, &mesh), NUDGE_EFORMAT, "periodic pair 0 refers to a vertex");
    nd_mesh_clear(&mesh);
}

/* As many names as there are numbers, all the same here, and one more. */
static void check_most(void)
{
    struct nd_mesh mesh = {.name = nd_strdup("many"), .nboundaries = ND_BOUNDARIES_MOST - 1};
    nd_idx index;
    mesh.boundary_name = malloc((ND_BOUNDARIES_MOST + 1) * sizeof *mesh.boundary_name);
    for (nd_idx i = 0; i < mesh.nboundaries; i++) mesh.boundary_name[i] = nd_strdup("x");
    CHECK_OK(nd_mesh_boundary(&mesh, "last", &index));
    CHECK(index == ND_BOUNDARIES_MOST - 1 && (nd_idx)(int16_t)index == index);
    CHECK_OK(nd_mesh_boundary(&mesh, "x", &index));
    CHECK_FAILS(nd_mesh_boundary(&mesh, "more", &index), NUDGE_EFORMAT, "many: more than 32767 boundaries");
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_most();
    for (unsigned seed = 0; seed < 10; seed++) check_brute(seed);
    check_names();
    check_periodic(1, 1, 1);
    check_periodic(1, 2, 3);
    check_periodic(3, 2, 1);
    check_refused();
    check_stray();
    check_pairs();
    TEST_END;
}
