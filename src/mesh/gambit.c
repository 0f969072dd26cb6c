/* Gambit neutral files (.neu): text in sections that end with ENDOFSECTION. */
#include "mesh/build.h"
#include "mesh/scan.h"

#include <string.h>

enum { BRICK = 4, WEDGE = 5, TETRAHEDRON = 6, PYRAMID = 7 };

struct gambit {
    struct nd_scan scan;
    struct nd_build build;
    int64_t NUMNP, NELEM, NGRPS, NBSETS;
    struct nd_lookup elements;
    bool header, nodes, cells;
    nd_idx groups, sets; /* read so far, which are also the next group numbers */
};

static int end_section(struct nd_scan *scan, const char *announced, int64_t n)
{
    int status = 0;
    TRY(nd_scan_record(scan, "ENDOFSECTION"));
    if (!nd_scan_word(scan, "ENDOFSECTION"))
        BAD(scan, "'%s' where ENDOFSECTION should be after %lld %s; is a count wrong?", nd_scan_token(scan),
            (long long)n, announced);
    nd_scan_line_skip(scan);
done:
    return status;
}

/* Free text, then the line NUMNP NELEM NGRPS NBSETS NDFCD NDFVL and the numbers below it. */
static int read_header(struct gambit *g)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    int64_t NDFCD;
    for (;;) {
        TRY(nd_scan_record(scan, "NUMNP"));
        if (nd_scan_word(scan, "NUMNP")) break;
        if (nd_scan_word(scan, "ENDOFSECTION"))
            BAD(scan, "CONTROL INFO ends without the line of counts (NUMNP NELEM ...)");
        nd_scan_line_skip(scan);
    }
    nd_scan_line_skip(scan);
    TRY(nd_scan_record(scan, "the number of nodes"));
    TRY(nd_scan_size(scan, "NUMNP", &g->NUMNP));
    TRY(nd_scan_size(scan, "NELEM", &g->NELEM));
    TRY(nd_scan_size(scan, "NGRPS", &g->NGRPS));
    TRY(nd_scan_size(scan, "NBSETS", &g->NBSETS));
    TRY(nd_scan_size(scan, "NDFCD", &NDFCD));
    if (NDFCD != 3) BAD(scan, "a mesh of dimension %lld (NDFCD); 3 is wanted", (long long)NDFCD);
    nd_scan_line_skip(scan);
    TRY(end_section(scan, "header numbers", 6));
    g->header = true;
done:
    return status;
}

static int read_nodes(struct gambit *g)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    if (g->nodes) BAD(scan, "a second NODAL COORDINATES section");
    for (int64_t i = 0, number; i < g->NUMNP; i++) {
        double x[3];
        TRY(nd_scan_record(scan, "a node"));
        TRY(nd_scan_int(scan, "a node number", &number));
        for (int j = 0; j < 3; j++) TRY(nd_scan_real(scan, "a coordinate", &x[j]));
        TRY(nd_scan_line_end(scan));
        TRY(nd_build_node(&g->build, number, x));
    }
    TRY(end_section(scan, "nodes", g->NUMNP));
    TRY(nd_build_nodes_end(&g->build, scan->path));
    g->nodes = true;
done:
    return status;
}

static int read_cell(struct gambit *g)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    int64_t label, type, n, number;
    nd_idx v[4];
    TRY(nd_scan_record(scan, "an element"));
    TRY(nd_scan_int(scan, "an element number", &label));
    TRY(nd_scan_int(scan, "an element type", &type));
    TRY(nd_scan_int(scan, "a number of nodes", &n));
    if (type == TETRAHEDRON && n == 10)
        BAD(scan,
            "element %lld is a second-order tetrahedron (10 nodes); elements must be straight: export 4-node "
            "tetrahedra",
            (long long)label);
    if (type != TETRAHEDRON || n != 4)
        BAD(scan, "element %lld is %s (type %lld, %lld nodes); only 4-node tetrahedra (type 6) are supported",
            (long long)label,
            type == BRICK     ? "a brick"
            : type == WEDGE   ? "a wedge"
            : type == PYRAMID ? "a pyramid"
                              : "no tetrahedron",
            (long long)type, (long long)n);
    for (int i = 0; i < 4; i++) {
        TRY(nd_scan_int(scan, "a node number", &number));
        v[i] = nd_build_vertex(&g->build, number);
        if (v[i] < 0)
            BAD(scan, "element %lld uses node %lld, which is not in NODAL COORDINATES", (long long)label,
                (long long)number);
    }
    TRY(nd_scan_line_end(scan));
    TRY(nd_build_tet(&g->build, label, ND_NO_GROUP, v));
done:
    return status;
}

static int read_cells(struct gambit *g)
{
    int status = 0;
    int64_t twice;
    if (g->cells) BAD(&g->scan, "a second ELEMENTS/CELLS section");
    for (int64_t i = 0; i < g->NELEM; i++) TRY(read_cell(g));
    TRY(end_section(&g->scan, "elements", g->NELEM));
    status = nd_lookup_init(&g->elements, g->build.mesh->label, (size_t)g->build.mesh->K, &twice);
    if (status == NUDGE_EFORMAT)
        FAIL(status, "%s: element %lld is given twice", g->scan.path, (long long)twice);
    g->cells = true;
done:
    return status;
}

static int find_element(struct gambit *g, nd_idx *k)
{
    int status = 0;
    int64_t label;
    TRY(nd_scan_int(&g->scan, "an element number", &label));
    *k = nd_lookup_find(&g->elements, label);
    if (*k < 0) BAD(&g->scan, "element %lld is not in ELEMENTS/CELLS", (long long)label);
done:
    return status;
}

/* A name may have several words; a boundary's ends at the first number, a group's at the end of the line. */
static int read_name(struct gambit *g, int dim, nd_idx number)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    TRY(nd_scan_record(scan, "a name"));
    const char *name = scan->at, *end = name;
    while (nd_scan_line_more(scan)) {
        const char *after = nd_scan_token_end(scan);
        if (dim == 2 && end > name && scan->at + strspn(scan->at, "0123456789") == after) break;
        scan->at = end = after;
    }
    TRY(nd_build_name(&g->build, dim, number, name, (size_t)(end - name)));
done:
    return status;
}

/* GROUP: n ELEMENTS: n MATERIAL: n NFLAGS: n, a line with the name, the flags, the element numbers over many
 * lines. */
static int read_group(struct gambit *g)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    static const char *const word[] = {"GROUP:", "ELEMENTS:", "MATERIAL:", "NFLAGS:"};
    int64_t number[4], flag;
    TRY(nd_scan_record(scan, "GROUP:"));
    for (int i = 0; i < 4; i++) {
        if (!nd_scan_word(scan, word[i])) BAD(scan, "'%s' where %s should be", nd_scan_token(scan), word[i]);
        TRY(nd_scan_int(scan, word[i], &number[i]));
    }
    TRY(nd_scan_line_end(scan));
    TRY(read_name(g, 3, ++g->groups));
    nd_scan_line_skip(scan);
    for (int64_t i = 0; i < number[3]; i++) {
        TRY(nd_scan_record(scan, "a flag"));
        TRY(nd_scan_int(scan, "a flag", &flag));
    }
    for (int64_t i = 0; i < number[1]; i++) {
        nd_idx k;
        TRY(nd_scan_record(scan, "an element number"));
        TRY(find_element(g, &k));
        nd_idx *region = &g->build.mesh->region[k];
        if (*region != ND_NO_GROUP)
            BAD(scan, "element %lld is in an earlier group already", (long long)g->build.mesh->label[k]);
        *region = g->groups;
    }
    TRY(end_section(scan, "elements of a group", number[1]));
done:
    return status;
}

/* The name, 1 for element and face records (0: nodes), their number; then element, type, face. */
static int read_boundary(struct gambit *g)
{
    int status = 0;
    static const int face_node[4][3] = {{1, 0, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    struct nd_scan *scan = &g->scan;
    int64_t kind, n, type, face;
    TRY(read_name(g, 2, ++g->sets));
    TRY(nd_scan_int(scan, "0 (nodes) or 1 (elements)", &kind));
    if (kind != 1) BAD(scan, "a boundary given by nodes; export it by element faces");
    TRY(nd_scan_size(scan, "the number of faces", &n));
    nd_scan_line_skip(scan);
    for (int64_t i = 0; i < n; i++) {
        nd_idx k, v[3];
        TRY(nd_scan_record(scan, "a face"));
        TRY(find_element(g, &k));
        TRY(nd_scan_int(scan, "an element type", &type));
        TRY(nd_scan_int(scan, "a face number", &face));
        if (face < 1 || face > 4) BAD(scan, "face %lld; a tetrahedron has faces 1 to 4", (long long)face);
        for (int j = 0; j < 3; j++)
            v[j] = g->build.mesh->EToV[4 * (size_t)k + (size_t)face_node[face - 1][j]];
        TRY(nd_build_face(&g->build, g->sets, v));
        nd_scan_line_skip(scan);
    }
    TRY(end_section(scan, "faces of a boundary", n));
done:
    return status;
}

/* Reads one section; unknown ones are skipped. */
static int read_section(struct gambit *g)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    long line = scan->line;
    if (nd_scan_word(scan, "ENDOFSECTION")) { /* Gmsh writes some more than once. */
        nd_scan_line_skip(scan);
        return 0;
    }
    const char *title = scan->at;
    size_t length = strcspn(title, "\r\n");
    nd_scan_line_skip(scan);
#define IS(text) (length >= strlen(text) && !memcmp(title, text, strlen(text)))
    scan->known |= IS("CONTROL INFO");
    if (IS("CONTROL INFO")) return read_header(g);
    if (!g->header) BAD(scan, "a Gambit file starts with CONTROL INFO");
    if (IS("NODAL COORDINATES")) return read_nodes(g);
    if (IS("ELEMENTS/CELLS")) return read_cells(g);
    if (IS("ELEMENT GROUP")) return read_group(g);
    if (IS("BOUNDARY CONDITIONS")) return read_boundary(g);
#undef IS
    while (nd_scan_more(scan)) {
        bool last = nd_scan_word(scan, "ENDOFSECTION");
        nd_scan_line_skip(scan);
        if (last) return 0;
    }
    BAD(scan, "the section of line %ld has no ENDOFSECTION; is the file cut short?", line);
done:
    return status;
}

static int read_sections(struct gambit *g)
{
    int status = 0;
    struct nd_scan *scan = &g->scan;
    while (nd_scan_more(scan)) TRY(read_section(g));
    if (!g->header) BAD(scan, "the file is empty; a Gambit file starts with CONTROL INFO");
    if (!g->nodes) BAD(scan, "there is no NODAL COORDINATES section; is the file cut short?");
    if (!g->cells) BAD(scan, "there is no ELEMENTS/CELLS section; is the file cut short?");
    if (g->groups != g->NGRPS)
        BAD(scan, "%d ELEMENT GROUP sections where %lld were announced (NGRPS); is the file cut short?",
            g->groups, (long long)g->NGRPS);
    if (g->sets != g->NBSETS)
        BAD(scan,
            "%d BOUNDARY CONDITIONS sections where %lld were announced (NBSETS); is the file cut short?",
            g->sets, (long long)g->NBSETS);
done:
    return status;
}

int nd_mesh_read_gambit(struct nd_mesh *mesh, const char *path)
{
    int status = 0;
    struct gambit g = {0};
    TRY(nd_build_begin(&g.build, mesh, path));
    TRY(nd_scan_open(&g.scan, path));
    TRY(read_sections(&g));
done:
    nd_scan_close(&g.scan);
    nd_lookup_clear(&g.elements);
    return nd_build_end(&g.build, status);
}
