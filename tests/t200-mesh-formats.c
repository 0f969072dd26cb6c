// A mesh survives being written and read in every format.
#include "test.h"
#include "mesh-write.h"
#include "problem/problem.h"

static const char *folder;

/* Two regions, six named sides, one of them with no name; some tets inverted. */
static void make(struct nd_mesh *mesh)
{
    char side[6][12] = {"left", "right", "front", "back", "under side", ""};
    struct nd_box box = {
        .size = {1, 2, 1.5}, .origin = {-0.1, 1e-3, 1e3}, .divisions = {2, 3, 2}, .jitter = 0.1};
    for (int i = 0; i < 6; i++) box.side[i] = side[i];
    CHECK_OK(nd_mesh_box(mesh, &box));
    nd_idx glass;
    CHECK_OK(nd_mesh_region(mesh, "glass", &glass));
    for (nd_idx k = mesh->K / 3; k < mesh->K; k++) mesh->region[k] = glass;
}

static void invert_some(struct nd_mesh *mesh)
{
    for (nd_idx k = 0; k < mesh->K; k += 5) {
        nd_idx swap = mesh->EToV[4 * k];
        mesh->EToV[4 * k] = mesh->EToV[4 * k + 1];
        mesh->EToV[4 * k + 1] = swap;
    }
}

/* The name that should be read back: by number where names are not written. */
static const char *expected(const char *name, int number, bool names)
{
    static char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    return !*name ? "" : names ? name : digits;
}

static void compare(const struct nd_mesh *a, const struct nd_mesh *b, enum write_format format, bool names,
                    bool inverted)
{
    bool regions = format != TETGEN || names; /* TetGen's attribute column is left out with the names. */
    if (format == GAMBIT) names = true;
    if (format == TETGEN) names = false;
    CHECK(a->K == b->K && a->Nv == b->Nv);
    CHECK(b->reoriented == (inverted ? (a->K + 4) / 5 : 0));
    if (a->K != b->K || a->Nv != b->Nv) return;
    CHECK(!memcmp(a->V, b->V, 3 * (size_t)a->Nv * sizeof *a->V));
    for (nd_idx k = 0; k < a->K; k++) {
        nd_idx sum = 0, read = 0;
        for (int i = 0; i < 4; i++) sum += a->EToV[4 * k + i], read += b->EToV[4 * k + i];
        CHECK(inverted ? sum == read : !memcmp(a->EToV + 4 * k, b->EToV + 4 * k, 4 * sizeof *a->EToV));
        CHECK(b->label[k] == 2 + a->Nb + k);
        const char *name = expected(a->region_name[a->region[k]], 101 + a->region[k], names);
        CHECK(!strcmp(b->region_name[b->region[k]], regions ? name : ""));
    }
    /* Faces without a group are not kept; Gambit's come boundary by boundary and in the order of the tet's
     * nodes. */
    nd_idx kept = 0;
    for (nd_idx f = 0; f < a->Nb; f++) {
        const char *name = expected(a->boundary_name[a->boundary[f]], 1 + a->boundary[f], names);
        if (!*name) continue;
        if (kept < b->Nb && format != GAMBIT) {
            CHECK(!strcmp(b->boundary_name[b->boundary[kept]], name));
            CHECK(!memcmp(a->BToV + 3 * f, b->BToV + 3 * kept, 3 * sizeof *a->BToV));
        }
        kept++;
    }
    CHECK(kept == b->Nb);
}

/* Every tagged face read back has the same tag in the original. */
static void compare_tags(const struct nd_mesh *a, const struct nd_mesh *b)
{
    for (nd_idx f = 0; f < b->Nb; f++) {
        int found = 0;
        for (nd_idx g = 0; g < a->Nb; g++) {
            int same = 0;
            for (int i = 0; i < 9; i++) same += b->BToV[3 * f + i / 3] == a->BToV[3 * g + i % 3];
            found += same == 3 && !strcmp(a->boundary_name[a->boundary[g]], b->boundary_name[b->boundary[f]]);
        }
        CHECK(found == 1);
    }
}

static void round_trip(const struct nd_mesh *mesh, enum write_format format,
                       const struct write_options *options, bool inverted)
{
    struct nd_mesh back;
    struct nd_text t[3];
    char path[600];
    write_mesh(t, mesh, format, options);
    write_files(folder, format, t, path);
    CHECK_OK(nd_mesh_read(&back, path));
    compare(mesh, &back, format, options->names, inverted);
    if (format == GAMBIT) compare_tags(mesh, &back);
    nd_mesh_clear(&back);
    for (int i = 0; i < 3; i++) nd_text_clear(&t[i]);
}

static void no_groups(struct nd_mesh *mesh)
{
    for (nd_idx i = 0; i < mesh->nregions; i++) mesh->region_name[i][0] = 0;
    for (nd_idx i = 0; i < mesh->nboundaries; i++) mesh->boundary_name[i][0] = 0;
}

/* Any of TetGen's three names selects the set, and without .face nothing is tagged. */
static void tetgen_names(const struct nd_mesh *mesh)
{
    static const char *const ending[] = {"", ".node", ".ele", ".face"};
    struct nd_text t[3];
    char path[600], part[640];
    write_mesh(t, mesh, TETGEN, &write_plainly);
    write_files(folder, TETGEN, t, path);
    for (int i = 0; i < 4; i++) {
        struct nd_mesh back;
        snprintf(part, sizeof part, "%s%s", path, ending[i]);
        CHECK_OK(nd_mesh_read(&back, part));
        CHECK(back.K == mesh->K && back.Nb > 0);
        nd_mesh_clear(&back);
    }
    remove(part);
    struct nd_mesh back;
    CHECK_OK(nd_mesh_read(&back, path));
    CHECK(back.K == mesh->K && back.Nb == 0);
    nd_mesh_clear(&back);
    for (int i = 0; i < 3; i++) nd_text_clear(&t[i]);
}

int main(void)
{
    struct nd_mesh mesh;
    struct write_options sparse = {.names = true, .node_stride = -1000003, .node_first = 2000000000};
    struct write_options unnamed = {.names = false, .node_stride = 1, .node_first = 0};
    struct write_options other = {
        .names = true, .node_stride = 3, .node_first = 5, .parametric = true, .names_last = true};
    folder = folder_create();
    make(&mesh);
    for (int format = 0; format < WRITE_FORMATS; format++) {
        round_trip(&mesh, format, &write_plainly, false);
        round_trip(&mesh, format, &sparse, false);
        round_trip(&mesh, format, &unnamed, false);
        round_trip(&mesh, format, &other, false);
    }
    tetgen_names(&mesh);
    invert_some(&mesh);
    for (int format = 0; format < WRITE_FORMATS; format++) round_trip(&mesh, format, &write_plainly, true);
    no_groups(&mesh);
    for (int format = 0; format < WRITE_FORMATS; format++)
        if (format != TETGEN) round_trip(&mesh, format, &write_plainly, true);
    nd_mesh_clear(&mesh);
    folder_remove(folder);
    TEST_END;
}
