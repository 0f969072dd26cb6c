/* TetGen files: STEM.node, STEM.ele and, optionally, STEM.face. */
#include "mesh/build.h"
#include "mesh/scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"

static int open_part(struct nd_scan *scan, char *path, size_t stem, const char *ending)
{
    strcpy(path + stem, ending);
    int status = nd_scan_open(scan, path);
    scan->comment = '#';
    return status;
}

/* Reads n integers on the first line; the last `optional` of them may be missing and are then 0. */
static int read_head(struct nd_scan *scan, int64_t *number, int n, int optional)
{
    int status = 0;
    TRY(nd_scan_record(scan, "the line of counts"));
    for (int i = 0; i < n; i++) {
        number[i] = 0;
        if (i < n - optional || nd_scan_line_more(scan)) TRY(nd_scan_size(scan, "a count", &number[i]));
    }
    scan->known = true;
done:
    return status;
}

static int skip_reals(struct nd_scan *scan, int64_t n)
{
    int status = 0;
    double unused;
    for (int64_t i = 0; i < n; i++) TRY(nd_scan_real(scan, "an attribute", &unused));
done:
    return status;
}

/* Header: points, dimension, attributes, whether there are markers. */
static int read_nodes(struct nd_scan *scan, struct nd_build *build)
{
    int status = 0;
    int64_t head[4], number;
    TRY(read_head(scan, head, 4, 2));
    if (head[1] != 3) BAD(scan, "points of dimension %lld; 3 is wanted", (long long)head[1]);
    TRY(nd_scan_line_end(scan));
    for (int64_t i = 0; i < head[0]; i++) {
        double x[3];
        TRY(nd_scan_record(scan, "a point"));
        TRY(nd_scan_int(scan, "a point's number", &number));
        for (int j = 0; j < 3; j++) TRY(nd_scan_real(scan, "a coordinate", &x[j]));
        TRY(skip_reals(scan, head[2]));
        if (head[3]) TRY(skip_reals(scan, 1));
        TRY(nd_scan_line_end(scan));
        TRY(nd_build_node(build, number, x));
    }
    TRY(nd_scan_section_end(scan, "points", head[0]));
    TRY(nd_build_nodes_end(build, scan->path));
done:
    return status;
}

static int read_vertices(struct nd_scan *scan, const struct nd_build *build, const char *what, int64_t label,
                         nd_idx *v, int n)
{
    int status = 0;
    for (int i = 0; i < n; i++) {
        int64_t number;
        TRY(nd_scan_int(scan, "a point's number", &number));
        v[i] = nd_build_vertex(build, number);
        if (v[i] < 0)
            BAD(scan, "%s %lld uses point %lld, which is not in the .node file", what, (long long)label,
                (long long)number);
    }
done:
    return status;
}

/* Header: tetrahedra, nodes per tetrahedron, attributes; the first attribute is the region. */
static int read_elements(struct nd_scan *scan, struct nd_build *build)
{
    int status = 0;
    int64_t head[3], label;
    TRY(read_head(scan, head, 3, 1));
    if (head[1] == 10)
        BAD(scan, "second-order tetrahedra of 10 nodes; elements must be straight: run tetgen without -o2");
    if (head[1] != 4) BAD(scan, "tetrahedra of %lld nodes; 4 are wanted", (long long)head[1]);
    TRY(nd_scan_line_end(scan));
    for (int64_t i = 0; i < head[0]; i++) {
        nd_idx v[4];
        double region = ND_NO_GROUP;
        TRY(nd_scan_record(scan, "a tetrahedron"));
        TRY(nd_scan_int(scan, "a tetrahedron's number", &label));
        TRY(read_vertices(scan, build, "tetrahedron", label, v, 4));
        if (head[2]) TRY(nd_scan_real(scan, "a region", &region));
        if (head[2] && (region != floor(region) || fabs(region) > INT32_MAX))
            BAD(scan, "the region attribute %g is not a whole number", region);
        TRY(skip_reals(scan, head[2] - 1));
        TRY(nd_scan_line_end(scan));
        TRY(nd_build_tet(build, label, (nd_idx)region, v));
    }
    TRY(nd_scan_section_end(scan, "tetrahedra", head[0]));
done:
    return status;
}

/* Header: faces, whether there are markers. Neighbours may follow the marker (-nn). */
static int read_faces(struct nd_scan *scan, struct nd_build *build)
{
    int status = 0;
    int64_t head[2], label, marker;
    TRY(read_head(scan, head, 2, 1));
    TRY(nd_scan_line_end(scan));
    for (int64_t i = 0; head[1] && i < head[0]; i++) {
        nd_idx v[3];
        TRY(nd_scan_record(scan, "a face"));
        TRY(nd_scan_int(scan, "a face's number", &label));
        TRY(read_vertices(scan, build, "face", label, v, 3));
        TRY(nd_scan_int(scan, "a marker", &marker));
        if (marker < -INT32_MAX || marker > INT32_MAX)
            BAD(scan, "the marker %lld is too large", (long long)marker);
        nd_scan_line_skip(scan);
        TRY(nd_build_face(build, marker ? (nd_idx)marker : ND_NO_GROUP, v));
    }
    if (head[1]) TRY(nd_scan_section_end(scan, "faces", head[0]));
done:
    return status;
}

static size_t stem_length(const char *path)
{
    static const char *const ending[] = {".node", ".ele", ".face"};
    size_t n = strlen(path);
    for (int i = 0; i < 3; i++) {
        size_t m = strlen(ending[i]);
        if (n > m && !strcmp(path + n - m, ending[i])) return n - m;
    }
    return n;
}

int nd_mesh_read_tetgen(struct nd_mesh *mesh, const char *path)
{
    int status = 0;
    struct nd_scan scan = {0};
    struct nd_build build;
    char *part = NULL;
    size_t stem = stem_length(path);
    TRY(nd_build_begin(&build, mesh, path));
    ALLOC(part, stem + sizeof ".node");
    memcpy(part, path, stem);
    TRY(open_part(&scan, part, stem, ".node"));
    TRY(read_nodes(&scan, &build));
    nd_scan_close(&scan);
    TRY(open_part(&scan, part, stem, ".ele"));
    TRY(read_elements(&scan, &build));
    nd_scan_close(&scan);
    strcpy(part + stem, ".face");
    if (nd_file_exists(part)) {
        TRY(open_part(&scan, part, stem, ".face"));
        TRY(read_faces(&scan, &build));
    }
done:
    nd_scan_close(&scan);
    free(part);
    return nd_build_end(&build, status);
}
