/* Gmsh MSH files: sections, format line, physical names. All sections are located first and then read in
 * the order in which they are needed, so that their order in the file does not matter and no section can
 * run into the next. */
#define _GNU_SOURCE /* memmem */
#include "mesh/gmsh.h"

#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "mesh/curved.h"

#define EXPORT_AGAIN "export it again with: gmsh FILE -0 -format msh41 -o NEW.msh"

static const char *const section_name[ND_GMSH_SECTIONS] = {"$PhysicalNames", "$Entities",
                                                           "$PartitionedEntities", "$Nodes", "$Elements"};

bool nd_gmsh_enter(struct nd_gmsh *gmsh, enum nd_gmsh_section section)
{
    struct nd_scan *scan = &gmsh->scan;
    if (!gmsh->section[section].begin) return false;
    scan->section = section_name[section];
    scan->at = gmsh->section[section].begin;
    scan->end = gmsh->section[section].end;
    scan->line = gmsh->section[section].line;
    scan->binary = gmsh->binary;
    return true;
}

int nd_gmsh_count(struct nd_gmsh *gmsh, const char *what, int64_t *n)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    scan->binary = false;
    TRY(nd_scan_record(scan, what));
    TRY(nd_scan_size(scan, what, n));
    TRY(nd_scan_line_end(scan));
done:
    scan->binary = gmsh->binary;
    return status;
}

nd_idx nd_gmsh_group(int64_t number)
{
    if (!number || number < -INT32_MAX || number > INT32_MAX) return ND_NO_GROUP;
    return (nd_idx)(number < 0 ? -number : number);
}

/* Describes a type, for example "a second-order tetrahedron"; null if unknown. */
static const char *describe(int64_t type)
{
    switch (type) {
    case 3: return "a quadrangle";
    case 5: return "a hexahedron";
    case 6: return "a prism";
    case 7: return "a pyramid";
    case 8: return "a second-order line";
    case 9: return "a second-order triangle";
    case 10: return "a second-order quadrangle";
    case 11: return "a second-order tetrahedron";
    case 12: return "a second-order hexahedron";
    case 13: return "a second-order prism";
    case 14: return "a second-order pyramid";
    case 20 ... 25: return "a high-order triangle";
    case 26 ... 28: return "a high-order line";
    case 29 ... 31: return "a high-order tetrahedron";
    case 42 ... 46: return "a high-order triangle";
    case 62 ... 66: return "a high-order line";
    case 71 ... 75: return "a high-order tetrahedron";
    default: return NULL;
    }
}

int nd_gmsh_type(struct nd_gmsh *gmsh, int64_t type, int64_t label, struct nd_gmsh_kind *kind)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    static const struct nd_gmsh_kind known[] = {
        [1] = {1, 1, 2},   [2] = {2, 1, 3},   [4] = {3, 1, 4},   [8] = {1, 2, 3},   [9] = {2, 2, 6},
        [11] = {3, 2, 10}, [15] = {0, 1, 1},  [21] = {2, 3, 10}, [23] = {2, 4, 15}, [26] = {1, 3, 4},
        [27] = {1, 4, 5},  [29] = {3, 3, 20}, [30] = {3, 4, 35}};
    *kind = (struct nd_gmsh_kind){0};
    if (type >= 0 && type < (int64_t)(sizeof known / sizeof *known)) *kind = known[type];
    if (kind->nodes) return 0;
    char which[40] = "the next element";
    if (label >= 0) nd_format(which, sizeof which, "element %lld", (long long)label);
    const char *what = describe(type);
    if (!what) BAD(scan, "%s has the unknown type %lld", which, (long long)type);
    if (strstr(what, "order"))
        BAD(scan,
            "%s is %s (type %lld); tetrahedra of orders 1 to 4 are read, with all their nodes: mesh with "
            "-order 4 "
            "or less, and Mesh.SecondOrderIncomplete = 0",
            which, what, (long long)type);
    BAD(scan, "%s is %s (type %lld); only tetrahedra are supported: mesh without recombination", which, what,
        (long long)type);
done:
    return status;
}

/* Lattice points of gmsh's nodes, in their order: vertices, then inner points of edges, of faces and of the
 * tetrahedron, each as a simplex of its own. Only the order 4 has a point inside the tetrahedron. */
static void number_nodes(int p, int (*at)[4])
{
    static const int edge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 2}, {3, 1}},
                     face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}};
    int n = 0;
    memset(at, 0, ND_CURVED_POINTS_MOST * sizeof *at);
    for (int v = 0; v < 4; v++) at[n++][v] = p;
    for (int e = 0; e < 6; e++)
        for (int m = 1; m < p; m++, n++) at[n][edge[e][0]] = p - m, at[n][edge[e][1]] = m;
    for (int f = 0; f < 4 && p > 2; f++)
        for (int i = 0; i < (p == 3 ? 1 : 3); i++, n++)
            for (int v = 0; v < 3; v++) at[n][face[f][v]] = p == 4 && v == i ? 2 : 1;
    for (int v = 0; v < 4 && p == 4; v++) at[n][v] = 1;
}

/* Shape points of a tetrahedron from gmsh's order of nodes. */
static int add_points(struct nd_gmsh *gmsh, int order, const nd_idx *node)
{
    int at[ND_CURVED_POINTS_MOST][4], lattice[ND_CURVED_POINTS_MOST][4];
    nd_idx point[ND_CURVED_POINTS_MOST] = {0};
    const int points = nd_curved_points(order);
    number_nodes(order, at);
    nd_curved_lattice(order, lattice);
    for (int n = 0; n < points; n++)
        for (int m = 0; m < points; m++)
            if (!memcmp(at[m], lattice[n], sizeof *at)) point[n] = node[m];
    return nd_build_points(&gmsh->build, order, point);
}

int nd_gmsh_element(struct nd_gmsh *gmsh, int64_t label, const struct nd_gmsh_kind *kind, nd_idx group)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    nd_idx v[ND_CURVED_POINTS_MOST];
    for (int i = 0; i < kind->nodes; i++) {
        int64_t number;
        if (gmsh->v4)
            TRY(nd_scan_size(scan, "a node number", &number));
        else
            TRY(nd_scan_int(scan, "a node number", &number));
        if (kind->dim < 2) continue;
        v[i] = nd_build_vertex(&gmsh->build, number);
        if (v[i] < 0)
            BAD(scan, "element %lld uses node %lld, which is not in $Nodes", (long long)label,
                (long long)number);
    }
    TRY(nd_scan_line_end(scan));
    if (kind->dim == 3) TRY(nd_build_tet(&gmsh->build, label, group, v));
    if (kind->dim == 3) TRY(add_points(gmsh, kind->order, v));
    if (kind->dim == 2) TRY(nd_build_face(&gmsh->build, group, v));
done:
    return status;
}

/* The scan is after "$MeshFormat" and its line. */
static int read_format(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    double version;
    int64_t type, size;
    TRY(nd_scan_record(scan, "the format version"));
    const char *token = nd_scan_token(scan);
    TRY(nd_scan_real(scan, "the format version", &version));
    if (version != 2.2 && version != 4.1)
        BAD(scan, "MSH format %s is not read, only 2.2 and 4.1; " EXPORT_AGAIN, token);
    gmsh->v4 = version == 4.1;
    TRY(nd_scan_int(scan, "the file type", &type));
    if (type != 0 && type != 1)
        BAD(scan, "file type %lld is neither 0 (text) nor 1 (binary)", (long long)type);
    TRY(nd_scan_int(scan, "the data size", &size));
    if (size != 8) BAD(scan, "a data size of %lld is not read, only 8; " EXPORT_AGAIN, (long long)size);
    TRY(nd_scan_line_end(scan));
    if (!type) return 0;
    int64_t one;
    gmsh->binary = scan->binary = scan->offsets = true;
    scan->section = "$MeshFormat";
    TRY(nd_scan_int(scan, "the byte order mark", &one));
    if (one == 0x01000000)
        BAD(scan, "written on a machine of the other byte order; export it as text (without -bin)");
    if (one != 1) BAD(scan, "the byte order mark is %lld instead of 1; is the file damaged?", (long long)one);
done:
    scan->binary = false;
    scan->section = "";
    return status;
}

/* Finds "$EndName", in text files at the start of a line; null: missing. */
static const char *find_end(const struct nd_gmsh *gmsh, const char *name, size_t length)
{
    const struct nd_scan *scan = &gmsh->scan;
    char mark[80];
    size_t n = (size_t)nd_format(mark, sizeof mark, "$End%.*s", (int)length - 1, name + 1);
    for (const char *p = scan->at; (p = memmem(p, (size_t)(scan->end - p), mark, n)); p++)
        if ((gmsh->binary || p[-1] == '\n') && (p + n == scan->end || strchr(" \t\r\n", p[n]))) return p;
    return NULL;
}

static long count_lines(const char *p, const char *end)
{
    long n = 0;
    while ((p = memchr(p, '\n', (size_t)(end - p)))) n++, p++;
    return n;
}

/* Records the position of one section and skips it. */
static int find_section(struct nd_gmsh *gmsh, bool first)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    const char *name = scan->at;
    size_t length = strcspn(name, " \t\r\n");
    if (first && *name != '$') BAD(scan, "a Gmsh file starts with $MeshFormat");
    if (*name != '$') BAD(scan, "'%s' stands outside of any section", nd_scan_token(scan));
    if (length > 64 || length < 2) BAD(scan, "'%s' is no section name", nd_scan_token(scan));
    if (first && !strncmp(name, "$NOD", 4))
        BAD(scan, "MSH format 1 is not read, only 2.2 and 4.1; " EXPORT_AGAIN);
    bool format = length == 11 && !memcmp(name, "$MeshFormat", 11);
    if (first != format)
        BAD(scan, "%s",
            first ? "a Gmsh file starts with $MeshFormat" : "a second $MeshFormat; are these two files?");
    long line = scan->line;
    scan->known = true;
    nd_scan_line_skip(scan);
    const char *begin = scan->at, *whole = scan->end;
    if (format) TRY(read_format(gmsh));
    const char *end = find_end(gmsh, name, length);
    if (!end) {
        scan->line = line;
        BAD(scan, "%.*s has no $End%.*s; is the file cut short?", (int)length, name, (int)length - 1,
            name + 1);
    }
    for (int i = 0; i < ND_GMSH_SECTIONS; i++) {
        if (strlen(section_name[i]) != length || memcmp(section_name[i], name, length)) continue;
        if (gmsh->section[i].begin) BAD(scan, "a second %s section", section_name[i]);
        gmsh->section[i].begin = begin;
        gmsh->section[i].end = end;
        gmsh->section[i].line = scan->line;
    }
    scan->line += count_lines(scan->at, end);
    scan->at = end;
    scan->end = whole;
    nd_scan_line_skip(scan);
done:
    return status;
}

/* Lines: dimension number "name". */
static int read_names(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t n, dim, number;
    if (!nd_gmsh_enter(gmsh, ND_GMSH_NAMES)) return 0;
    TRY(nd_gmsh_count(gmsh, "the number of physical names", &n));
    scan->binary = false;
    for (int64_t i = 0; i < n; i++) {
        TRY(nd_scan_record(scan, "a physical name"));
        TRY(nd_scan_int(scan, "a dimension", &dim));
        TRY(nd_scan_int(scan, "a group number", &number));
        if (!nd_scan_line_more(scan) || *scan->at != '"')
            BAD(scan, "a group's name in quotes should follow its number");
        const char *name = scan->at + 1, *end = memchr(name, '\n', (size_t)(scan->end - name));
        for (end = end ? end : scan->end; end > name && end[-1] != '"';) end--;
        if (end == name) BAD(scan, "the group's name has no closing quote");
        if (dim == 2 || dim == 3)
            TRY(nd_build_name(&gmsh->build, (int)dim, number, name, (size_t)(end - 1 - name)));
        nd_scan_line_skip(scan);
    }
    TRY(nd_scan_section_end(scan, "physical names", n));
done:
    return status;
}

static int read_sections(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    if (!nd_scan_more(scan)) BAD(scan, "the file is empty; a Gmsh file starts with $MeshFormat");
    for (bool first = true; nd_scan_more(scan); first = false) TRY(find_section(gmsh, first));
    TRY(read_names(gmsh));
    if (gmsh->v4) TRY(nd_gmsh4_entities(gmsh));
    if (!nd_gmsh_enter(gmsh, ND_GMSH_NODES)) BAD(scan, "there is no $Nodes section");
    TRY(gmsh->v4 ? nd_gmsh4_nodes(gmsh) : nd_gmsh2_nodes(gmsh));
    nd_gmsh_enter(gmsh, ND_GMSH_NODES);
    TRY(nd_build_nodes_end(&gmsh->build, nd_scan_where(scan)));
    if (!nd_gmsh_enter(gmsh, ND_GMSH_ELEMENTS)) BAD(scan, "there is no $Elements section");
    TRY(gmsh->v4 ? nd_gmsh4_elements(gmsh) : nd_gmsh2_elements(gmsh));
done:
    return status;
}

int nd_mesh_read_gmsh(struct nd_mesh *mesh, const char *path)
{
    int status = 0;
    struct nd_gmsh gmsh = {0};
    TRY(nd_build_begin(&gmsh.build, mesh, path));
    TRY(nd_scan_open(&gmsh.scan, path));
    TRY(read_sections(&gmsh));
done:
    for (int i = 0; i < 2; i++) free(gmsh.entity[i]);
    nd_scan_close(&gmsh.scan);
    return nd_build_end(&gmsh.build, status);
}
