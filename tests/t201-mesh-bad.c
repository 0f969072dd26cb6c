// Every kind of bad mesh file gets one clear message that names the place.
#include "test.h"
#include "mesh-write.h"
#include "problem/problem.h"

static const char *folder;

static int read_bytes(const char *name, const void *bytes, size_t n)
{
    char path[600];
    struct nd_mesh mesh;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) return printf("cannot write %s\n", path), exit(1), 0;
    int status = nd_mesh_read(&mesh, path);
    /* A failed read leaves nothing behind; clearing it again must do no harm. */
    nd_mesh_clear(&mesh);
    return status;
}

static int read_text(const char *name, const char *text)
{
    return read_bytes(name, text, strlen(text));
}

/* A text with the first `from` replaced by `to`. */
static int read_changed(const char *name, const char *text, const char *from, const char *to)
{
    struct nd_text t = {0};
    const char *at = strstr(text, from);
    if (!at) return printf("no \"%s\" to be replaced\n", from), exit(1), 0;
    nd_text_add(&t, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    int status = read_bytes(name, t.s, t.n);
    nd_text_clear(&t);
    return status;
}

/* Two tets, lines numbered for the messages below. */
static const char *const gmsh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"                              /* 1-3 */
    "$PhysicalNames\n2\n2 1 \"wall\"\n3 2 \"air\"\n$EndPhysicalNames\n"   /* 4-8 */
    "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n" /* 9-16 */
    "$Elements\n4\n1 15 2 0 1 1\n2 2 2 1 1 1 2 3\n"                       /* 17-20 */
    "3 4 2 2 1 1 2 3 4\n4 4 2 2 1 2 3 4 5\n$EndElements\n";               /* 21-23 */

static const char *const gmsh4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"                                               /* 1-3 */
    "$Entities\n0 0 1 1\n1 0 0 0 1 1 1 1 1 0\n1 0 0 0 1 1 1 1 2 0\n$EndEntities\n"         /* 4-8 */
    "$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n"                                            /* 9-16 */
    "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n"                                       /* 17-22 */
    "$Elements\n2 3 1 3\n2 1 2 1\n2 1 2 3\n3 1 4 2\n3 1 2 3 4\n4 2 3 4 5\n$EndElements\n"; /* 23-30 */

static const char *const gambit =
    "        CONTROL INFO 2.4.6\n** GAMBIT NEUTRAL FILE\nx\nPROGRAM: Gambit VERSION: 2.4.6\ntoday\n" /* 1-5 */
    " NUMNP NELEM NGRPS NBSETS NDFCD NDFVL\n 5 2 1 1 3 3\nENDOFSECTION\n"                            /* 6-8 */
    "   NODAL COORDINATES 2.4.6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\nENDOFSECTION\n" /* 9-15 */
    "   ELEMENTS/CELLS 2.4.6\n1 6 4 1 2 3 4\n2 6 4 2 3 4 5\nENDOFSECTION\n"                   /* 16-19 */
    "   ELEMENT GROUP 2.4.6\nGROUP: 1 ELEMENTS: 2 MATERIAL: 2 NFLAGS: 1\nair\n0\n1 2\nENDOFSECTION\n" /* 20-25
                                                                                                       */
    "   BOUNDARY CONDITIONS 2.4.6\nwall 1 1 0 6\n1 6 1\nENDOFSECTION\n"; /* 26-29 */

#define BAD_GMSH2(from, to, text)  CHECK_FAILS(read_changed("a.msh", gmsh2, from, to), NUDGE_EFORMAT, text)
#define BAD_GMSH4(from, to, text)  CHECK_FAILS(read_changed("a.msh", gmsh4, from, to), NUDGE_EFORMAT, text)
#define BAD_GAMBIT(from, to, text) CHECK_FAILS(read_changed("f.neu", gambit, from, to), NUDGE_EFORMAT, text)

static void bad_gmsh(void)
{
    CHECK_OK(read_text("a.msh", gmsh2));
    CHECK_OK(read_text("a.msh", gmsh4));
    CHECK_FAILS(read_text("a.msh", ""), NUDGE_EFORMAT, "a.msh:1: the file is empty");
    CHECK_FAILS(read_text("a.msh", "$NOD\n0\n$ENDNOD\n"), NUDGE_EFORMAT, "MSH format 1 is not read");
    BAD_GMSH2("2.2 0 8", "4.0 0 8", "a.msh:2: MSH format 4.0 is not read");
    BAD_GMSH2("2.2 0 8", "4.0 0 8", "-format msh41");
    BAD_GMSH2("2.2 0 8", "2.2 0 4", "a.msh:2: a data size of 4");
    BAD_GMSH2("2.2 0 8", "x 0 8", "a.msh:2: 'x' where");
    BAD_GMSH2("$MeshFormat", "MeshFormat", "a.msh:1: a Gmsh file starts with $MeshFormat");
    BAD_GMSH2("$EndNodes\n", "", "a.msh:9: $Nodes has no $EndNodes");
    BAD_GMSH2("$EndElements\n", "", "a.msh:17: $Elements has no $EndElements");
    BAD_GMSH2("4\n1 15", "5\n1 15", "a.msh:23: $Elements ends where an element should be");
    BAD_GMSH2("4\n1 15", "3\n1 15", "a.msh:22: more follows than the 3 elements");
    BAD_GMSH2("5\n1 0 0 0", "6\n1 0 0 0", "a.msh:16: $Nodes ends where a node should be");
    BAD_GMSH2("5\n1 0 0 0", "99999999999\n1 0 0 0", "a.msh:16: $Nodes ends where a node should be");
    BAD_GMSH2("5\n1 0 0 0", "-5\n1 0 0 0", "a.msh:10: -5 is impossible");
    BAD_GMSH2("2 1 0 0", "2 1 abc 0", "a.msh:12: 'abc' where a finite number should be");
    BAD_GMSH2("2 1 0 0", "2 nan 0 0", "a.msh:12: 'nan'");
    BAD_GMSH2("2 1 0 0", "2 -inf 0 0", "a.msh:12: '-inf'");
    BAD_GMSH2("2 1 0 0", "2 1e999 0 0", "a.msh:12: '1e999' is too large");
    BAD_GMSH2("2 1 0 0", "2 1 0", "a.msh:12: the line ends where a coordinate should be");
    BAD_GMSH2("2 1 0 0", "2 1 0 0 0", "a.msh:12: '0' at the end of the line is too much");
    BAD_GMSH2("2 1 0 0", "1 1 0 0", "node 1 is given twice");
    BAD_GMSH2("1 2 3 4\n", "1 2 3 7\n", "a.msh:21: element 3 uses node 7, which is not in $Nodes");
    BAD_GMSH2("1 2 3 4\n", "1 2 3 4 5 6\n", "a.msh:21:");
    BAD_GMSH2("3 4 2 2", "3 4 -2 2", "a.msh:21: element 3 has -2 tags");
    BAD_GMSH2("3 4 2 2 1", "3 31 2 2 1", "a.msh:21: element 3 is a high-order tetrahedron");
    BAD_GMSH2("3 4 2 2 1", "3 11 2 2 1", "a.msh:21: ");
    BAD_GMSH2("2 2 2 1 1", "2 20 2 1 1", "a.msh:20: element 2 is a high-order triangle");
    BAD_GMSH2("2 2 2 1 1", "2 3 2 1 1", "a.msh:20: element 2 is a quadrangle (type 3); only tetrahedra");
    BAD_GMSH2("3 4 2 2 1", "3 5 2 2 1", "a.msh:21: element 3 is a hexahedron (type 5); only tetrahedra");
    BAD_GMSH2("3 4 2 2 1", "3 99 2 2 1", "a.msh:21: element 3 has the unknown type 99");
    BAD_GMSH2("2 3 4 5\n$End", "4 2 1 3\n$End", "elements 3 and 4 are duplicates");
    BAD_GMSH2("5 1 1 1", "5 1 1 -1", "element 4 is flat");
    BAD_GMSH2("2 2 2 1 1", "2 15 2 1 1", "a.msh:20:");
    BAD_GMSH2("3 2 \"air\"", "3 2 \"air", "a.msh:7: the group's name has no closing quote");
    BAD_GMSH2("$Nodes", "$Knots", "a.msh:9: $Knots has no $EndKnots");
    CHECK_FAILS(read_text("a.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n"),
                NUDGE_EFORMAT, "there is no $Elements section");
    CHECK_FAILS(
        read_text("a.msh",
                  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 15 0 "
                  "1\n$EndElements\n"),
        NUDGE_EFORMAT, "there are no tetrahedra");
    BAD_GMSH4("1 5 1 5", "1 6 1 5", "a.msh:22: 6 nodes were announced, but the blocks have 5");
    BAD_GMSH4("1 5 1 5", "1 4 1 5", "a.msh:11: a block of 5 where only 4 are left");
    BAD_GMSH4("3 1 0 5", "3 1 0 4", "a.msh:16: the line ends");
    BAD_GMSH4("3 1 4 2", "3 1 31 2", "a.msh:27: the next element is a high-order tetrahedron");
    BAD_GMSH4("3 1 4 2", "3 1 4 1", "a.msh:29: 3 elements were announced, but the blocks have");
    BAD_GMSH4("3 1 2 3 4", "3 1 2 3 9", "a.msh:28: element 3 uses node 9");
    BAD_GMSH4("3 1 2 3 4", "3 1 2 x 4", "a.msh:28: 'x' where a whole number should be");
    BAD_GMSH4("1 0 0 0 1 1 1 1 2 0", "1 0 0 0 1 1 1 2 2 3 0",
              "a.msh:27: volume 1 is in the physical groups 2 and 3");
    BAD_GMSH4("2 3 1 3", "3 3 1 3", "a.msh:30: $Elements ends where a block should be");
}

static void bad_gambit(void)
{
    CHECK_OK(read_text("f.neu", gambit));
    BAD_GAMBIT("CONTROL INFO", "CONTROL", "a Gambit file starts with CONTROL INFO");
    BAD_GAMBIT("NUMNP", "NUMBERS", "f.neu:8: CONTROL INFO ends without");
    BAD_GAMBIT("5 2 1 1 3 3", "5 2 1 1 2 2", "f.neu:7: a mesh of dimension 2");
    BAD_GAMBIT("5 2 1 1 3 3", "6 2 1 1 3 3", "f.neu:15: 'ENDOFSECTION' where a whole number");
    BAD_GAMBIT("5 2 1 1 3 3", "4 2 1 1 3 3", "f.neu:14: '5' where ENDOFSECTION should be after 4 nodes");
    BAD_GAMBIT("5 2 1 1 3 3", "5 2 2 1 3 3", "1 ELEMENT GROUP sections where 2 were announced");
    BAD_GAMBIT("1 6 4 1 2 3 4", "1 6 10 1 2 3 4", "f.neu:17: element 1 is a second-order tetrahedron");
    BAD_GAMBIT("1 6 4 1 2 3 4", "1 4 8 1 2 3 4", "f.neu:17: element 1 is a brick");
    BAD_GAMBIT("1 6 4 1 2 3 4", "1 6 4 1 2 3 8", "f.neu:17: element 1 uses node 8");
    BAD_GAMBIT("0\n1 2\n", "0\n1 3\n", "f.neu:24: element 3 is not in ELEMENTS/CELLS");
    BAD_GAMBIT("0\n1 2\n", "0\n1 1\n", "f.neu:24: element 1 is in an earlier group");
    BAD_GAMBIT("1 6 1\n", "1 6 5\n", "f.neu:28: face 5");
    BAD_GAMBIT("wall 1 1", "wall 0 1", "f.neu:27: a boundary given by nodes");
    BAD_GAMBIT("2 6 4 2 3 4 5", "1 6 4 2 3 4 5", "element 1 is given twice");
}

static int read_tetgen(const char *node, const char *ele, const char *face)
{
    struct nd_text t[3] = {{.s = (char *)node, .n = strlen(node)},
                           {.s = (char *)ele, .n = strlen(ele)},
                           {.s = (char *)face, .n = strlen(face)}};
    char path[600];
    struct nd_mesh mesh;
    write_files(folder, TETGEN, t, path);
    int status = nd_mesh_read(&mesh, path);
    nd_mesh_clear(&mesh);
    return status;
}

static void bad_tetgen(void)
{
    const char *node = "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n", *ele = "1 4 0\n0 0 1 2 3\n",
               *face = "1 1\n0 0 1 2 4\n";
    CHECK_OK(read_tetgen(node, ele, face));
    CHECK_FAILS(read_tetgen("", ele, face), NUDGE_EFORMAT, ".node:1: the file ends");
    CHECK_FAILS(read_tetgen("5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n", ele, face), NUDGE_EFORMAT,
                ".node:6: the file ends");
    CHECK_FAILS(read_tetgen("4 2 0 0\n", ele, face), NUDGE_EFORMAT, ".node:1: points of dimension 2");
    CHECK_FAILS(read_tetgen(node, "1 10 0\n", face), NUDGE_EFORMAT, ".ele:1: second-order");
    CHECK_FAILS(read_tetgen(node, "1 4 0\n0 0 1 2 4\n", face), NUDGE_EFORMAT,
                ".ele:2: tetrahedron 0 uses point 4");
    CHECK_FAILS(read_tetgen(node, "1 4 1\n0 0 1 2 3 0.5\n", face), NUDGE_EFORMAT,
                ".ele:2: the region attribute 0.5");
    CHECK_FAILS(read_tetgen(node, "2 4 0\n0 0 1 2 3\n1 3 2 1 0\n", face), NUDGE_EFORMAT, "duplicates");
    CHECK_FAILS(read_tetgen(node, ele, "1 1\n0 0 1 9 4\n"), NUDGE_EFORMAT, ".face:2: face 0 uses point 9");
    CHECK_FAILS(read_tetgen(node, ele, "2 1\n0 0 1 2 4\n1 0 1 2 5\n"), NUDGE_EFORMAT,
                "belongs to boundary \"4\" and to boundary \"5\"");
    char path[600];
    snprintf(path, sizeof path, "%s/e.1.ele", folder);
    remove(path);
    struct nd_mesh mesh;
    snprintf(path, sizeof path, "%s/e.1.node", folder);
    CHECK_FAILS(nd_mesh_read(&mesh, path), NUDGE_EIO, "e.1.ele: cannot open");
}

/* Binary files: the section and byte, or the element, instead of the line. */
static void bad_binary(void)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 1, 1}};
    CHECK_OK(nd_mesh_box(&mesh, &box));
    for (int format = GMSH2_BINARY; format <= GMSH4_BINARY; format += 2) {
        struct nd_text t[3];
        write_mesh(t, &mesh, format, &write_plainly);
        CHECK_OK(read_bytes("b.msh", t[0].s, t[0].n));
        CHECK_FAILS(read_bytes("b.msh", t[0].s, t[0].n - 100), NUDGE_EFORMAT,
                    "$Elements has no $EndElements");
        char *mark = strstr(t[0].s, "1 8\n") + 4;
        mark[0] = 0, mark[3] = 1;
        CHECK_FAILS(read_bytes("b.msh", t[0].s, t[0].n), NUDGE_EFORMAT, "other byte order");
        mark[0] = 5, mark[3] = 0;
        CHECK_FAILS(read_bytes("b.msh", t[0].s, t[0].n), NUDGE_EFORMAT, "byte order mark is 5");
        mark[0] = 1;
        /* The last number before "\n$EndElements\n" belongs to the last tetrahedron, with the label
         * 1 + Nb + K. */
        char *last = t[0].s + t[0].n - strlen("\n$EndElements\n") - (format == GMSH2_BINARY ? 4 : 8);
        last[0] = 99;
        CHECK_FAILS(read_bytes("b.msh", t[0].s, t[0].n), NUDGE_EFORMAT, "$Elements, byte ");
        CHECK_FAILS(read_bytes("b.msh", t[0].s, t[0].n), NUDGE_EFORMAT, "element 19 uses node 99");
        nd_text_clear(&t[0]);
    }
    nd_mesh_clear(&mesh);
}

static void bad_names(void)
{
    struct nd_mesh mesh;
    CHECK_FAILS(nd_mesh_read(&mesh, "/nowhere/at/all.msh"), NUDGE_EIO, "/nowhere/at/all.msh: cannot open");
    CHECK_FAILS(nd_mesh_read(&mesh, folder), NUDGE_EIO, "is a folder, a mesh file is wanted");
    /* A file that is no mesh is not printed. */
    static const char *const names[] = {"k.msh", "k.neu", "k.node"};
    for (int i = 0; i < 3; i++) {
        CHECK(read_text(names[i], "secret:$6$hash 12\n$secret x\n") == NUDGE_EFORMAT);
        CHECK(!strstr(nudge_error(), "secret") && !strstr(nudge_error(), "hash"));
        CHECK(read_text(names[i], "$secret x\n") == NUDGE_EFORMAT && !strstr(nudge_error(), "secret"));
    }
    CHECK_FAILS(nd_mesh_read(&mesh, "/dev/zero"), NUDGE_EIO, "not a regular file");
    CHECK_FAILS(nd_mesh_read_gmsh(&mesh, "/dev/zero"), NUDGE_EIO, "not a regular file");
    CHECK_FAILS(read_text("a.msh", "(0 \"Fluent\")\n"), NUDGE_EFORMAT, "a.msh:1:");
}

/* A tetrahedron is refused whose volume is below 1e-12 of its longest edge cubed; sizes do not
 * matter. Here the edge is sqrt(2), and the limit of the height 6e-12 sqrt(8). */
static void check_flat(double size)
{
    static const int inverted[4] = {0, 1, 3, 2};
    for (int turned = 0; turned < 2; turned++)
        for (int flat = 0; flat < 2; flat++) {
            const double height = size * 6e-12 * sqrt(8) * (flat ? 0.97 : 1.03);
            double V[12] = {0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, height};
            nd_idx EToV[4] = {0, 1, 2, 3}, region = 0;
            nd_gid label = 7;
            char name[] = "one", *names[1] = {name};
            struct nd_mesh mesh = {.name = name,
                                   .Nv = 4,
                                   .V = V,
                                   .K = 1,
                                   .EToV = EToV,
                                   .region = &region,
                                   .label = &label,
                                   .region_name = names,
                                   .nregions = 1};
            for (int i = 0; i < 4 && turned; i++) EToV[i] = inverted[i];
            if (flat)
                CHECK_FAILS(nd_mesh_check(&mesh), NUDGE_EFORMAT, "one: element 7 is flat");
            else
                CHECK_OK(nd_mesh_check(&mesh));
            if (!flat) CHECK(mesh.reoriented == turned && EToV[2] == 2 && EToV[3] == 3);
        }
}

int main(void)
{
    folder = folder_create();
    bad_gmsh();
    bad_gambit();
    bad_tetgen();
    bad_binary();
    bad_names();
    check_flat(1);
    check_flat(1e-9);
    check_flat(1e9);
    folder_remove(folder);
    TEST_END;
}
