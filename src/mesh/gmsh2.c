/* MSH 2.2: a list of nodes and a list of elements; in binary files, elements of one type form runs. */
#include "mesh/gmsh.h"

int nd_gmsh2_nodes(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t n, number;
    TRY(nd_gmsh_count(gmsh, "the number of nodes", &n));
    for (int64_t i = 0; i < n; i++) {
        double x[3];
        TRY(nd_scan_record(scan, "a node"));
        TRY(nd_scan_int(scan, "a node number", &number));
        for (int j = 0; j < 3; j++) TRY(nd_scan_real(scan, "a coordinate", &x[j]));
        TRY(nd_scan_line_end(scan));
        TRY(nd_build_node(&gmsh->build, number, x));
    }
    TRY(nd_scan_section_end(scan, "nodes", n));
done:
    return status;
}

/* Reads the part after an element's number, type and number of tags: physical group, entity, partitions,
 * then the nodes. */
static int read_rest(struct nd_gmsh *gmsh, int64_t label, const struct nd_gmsh_kind *kind, int64_t tags)
{
    int status = 0;
    nd_idx group = ND_NO_GROUP;
    if (tags < 0) BAD(&gmsh->scan, "element %lld has %lld tags", (long long)label, (long long)tags);
    for (int64_t i = 0, tag; i < tags; i++) {
        TRY(nd_scan_int(&gmsh->scan, "a tag", &tag));
        if (i == 0) group = nd_gmsh_group(tag);
    }
    TRY(nd_gmsh_element(gmsh, label, kind, group));
done:
    return status;
}

static int read_text_element(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t label, type, tags;
    struct nd_gmsh_kind kind;
    TRY(nd_scan_record(scan, "an element"));
    TRY(nd_scan_int(scan, "an element number", &label));
    TRY(nd_scan_int(scan, "an element type", &type));
    TRY(nd_gmsh_type(gmsh, type, label, &kind));
    TRY(nd_scan_int(scan, "the number of tags", &tags));
    TRY(read_rest(gmsh, label, &kind, tags));
done:
    return status;
}

/* Reads one run and adds its length to *read. */
static int read_run(struct nd_gmsh *gmsh, int64_t *read, int64_t total)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t type, run, tags, label;
    struct nd_gmsh_kind kind;
    TRY(nd_scan_int(scan, "an element type", &type));
    TRY(nd_gmsh_type(gmsh, type, -1, &kind));
    TRY(nd_scan_int(scan, "the length of a run of elements", &run));
    if (run < 1 || run > total - *read)
        BAD(scan, "a run of %lld elements after %lld of %lld", (long long)run, (long long)*read,
            (long long)total);
    TRY(nd_scan_int(scan, "the number of tags", &tags));
    for (int64_t i = 0; i < run; i++) {
        TRY(nd_scan_int(scan, "an element number", &label));
        TRY(read_rest(gmsh, label, &kind, tags));
    }
    *read += run;
done:
    return status;
}

int nd_gmsh2_elements(struct nd_gmsh *gmsh)
{
    int status = 0;
    int64_t n, read = 0;
    TRY(nd_gmsh_count(gmsh, "the number of elements", &n));
    while (read < n) {
        if (gmsh->binary) {
            TRY(read_run(gmsh, &read, n));
        } else {
            TRY(read_text_element(gmsh));
            read++;
        }
    }
    TRY(nd_scan_section_end(&gmsh->scan, "elements", n));
done:
    return status;
}
