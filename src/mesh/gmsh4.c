/* MSH 4.1: nodes and elements in blocks, one per geometric entity, which has the physical groups. */
#include "mesh/gmsh.h"

static int by_tag(const void *a, const void *b)
{
    const struct nd_gmsh_entity *p = a, *q = b;
    return (p->tag > q->tag) - (p->tag < q->tag);
}

/* One point (dim 0), curve, surface or volume. */
static int read_entity(struct nd_gmsh *gmsh, int dim, struct nd_gmsh_entity *entity)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t n, number;
    double x;
    *entity = (struct nd_gmsh_entity){0, ND_NO_GROUP, ND_NO_GROUP};
    TRY(nd_scan_record(scan, "an entity"));
    TRY(nd_scan_int(scan, "an entity tag", &entity->tag));
    for (int i = 0; i < (dim ? 6 : 3); i++) TRY(nd_scan_real(scan, "a coordinate", &x));
    TRY(nd_scan_size(scan, "the number of physical groups", &n));
    for (int64_t i = 0; i < n; i++) {
        TRY(nd_scan_int(scan, "a physical group", &number));
        if (i == 0) entity->group = nd_gmsh_group(number);
        if (i == 1) entity->second = nd_gmsh_group(number);
    }
    if (dim) {
        TRY(nd_scan_size(scan, "the number of bounding entities", &n));
        for (int64_t i = 0; i < n; i++) TRY(nd_scan_int(scan, "a bounding entity", &number));
    }
    TRY(nd_scan_line_end(scan));
done:
    return status;
}

int nd_gmsh4_entities(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t count[4];
    size_t capacity[2] = {0, 0};
    if (!nd_gmsh_enter(gmsh, ND_GMSH_ENTITIES)) return 0;
    TRY(nd_scan_record(scan, "the numbers of entities"));
    for (int dim = 0; dim < 4; dim++) TRY(nd_scan_size(scan, "a number of entities", &count[dim]));
    TRY(nd_scan_line_end(scan));
    for (int dim = 0; dim < 4; dim++)
        for (int64_t i = 0; i < count[dim]; i++) {
            struct nd_gmsh_entity entity;
            TRY(read_entity(gmsh, dim, &entity));
            if (dim < 2) continue;
            size_t *n = &gmsh->nentities[dim - 2];
            TRY(nd_grow(&gmsh->entity[dim - 2], &capacity[dim - 2], *n + 1, sizeof entity));
            gmsh->entity[dim - 2][(*n)++] = entity;
        }
    TRY(nd_scan_section_end(scan, "volumes", count[3]));
    for (int i = 0; i < 2; i++)
        if (gmsh->nentities[i]) qsort(gmsh->entity[i], gmsh->nentities[i], sizeof *gmsh->entity[i], by_tag);
done:
    return status;
}

/* The physical group to which the elements of an entity belong; there may be only one. */
static int find_group(struct nd_gmsh *gmsh, int64_t dim, int64_t tag, nd_idx *group)
{
    int status = 0;
    *group = ND_NO_GROUP;
    if (dim != 2 && dim != 3) return 0;
    size_t n = gmsh->nentities[dim - 2];
    struct nd_gmsh_entity key = {.tag = tag}, *entity = NULL;
    if (n) entity = bsearch(&key, gmsh->entity[dim - 2], n, sizeof key, by_tag);
    if (!entity && gmsh->section[ND_GMSH_PARTITIONED].begin)
        BAD(&gmsh->scan, "a partitioned mesh is not read; save it without partitions");
    if (!entity) return 0;
    if (entity->second != ND_NO_GROUP)
        BAD(&gmsh->scan, "%s %lld is in the physical groups %d and %d; it can belong to one %s only",
            dim == 3 ? "volume" : "surface", (long long)tag, entity->group, entity->second,
            dim == 3 ? "region" : "boundary");
    *group = entity->group;
done:
    return status;
}

/* The line that starts $Nodes and $Elements: blocks, items, lowest and highest number. */
static int read_head(struct nd_scan *scan, const char *what, int64_t *blocks, int64_t *n)
{
    int status = 0;
    int64_t unused;
    TRY(nd_scan_record(scan, what));
    TRY(nd_scan_size(scan, "the number of blocks", blocks));
    TRY(nd_scan_size(scan, what, n));
    TRY(nd_scan_size(scan, "the lowest number", &unused));
    TRY(nd_scan_size(scan, "the highest number", &unused));
    TRY(nd_scan_line_end(scan));
done:
    return status;
}

/* The first line of a block, up to its end. third: `parametric` for nodes, the type for elements. */
static int read_block_head(struct nd_scan *scan, int64_t *dim, int64_t *tag, int64_t *third, int64_t *n,
                           int64_t left)
{
    int status = 0;
    TRY(nd_scan_record(scan, "a block"));
    TRY(nd_scan_int(scan, "an entity's dimension", dim));
    TRY(nd_scan_int(scan, "an entity's tag", tag));
    TRY(nd_scan_int(scan, "the third number of a block", third));
    TRY(nd_scan_size(scan, "the length of a block", n));
    if (*dim < 0 || *dim > 3) BAD(scan, "an entity of dimension %lld", (long long)*dim);
    if (*n > left)
        BAD(scan, "a block of %lld where only %lld are left of the number announced for %s", (long long)*n,
            (long long)left, scan->section);
done:
    return status;
}

static int read_node_block(struct nd_gmsh *gmsh, int64_t *left)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    struct nd_build *build = &gmsh->build;
    int64_t dim, tag, parametric, n, number;
    TRY(read_block_head(scan, &dim, &tag, &parametric, &n, *left));
    TRY(nd_scan_line_end(scan));
    size_t first = (size_t)build->mesh->Nv;
    const double nowhere[3] = {0, 0, 0};
    for (int64_t i = 0; i < n; i++) {
        TRY(nd_scan_record(scan, "a node number"));
        TRY(nd_scan_size(scan, "a node number", &number));
        TRY(nd_scan_line_end(scan));
        TRY(nd_build_node(build, number, nowhere));
    }
    for (int64_t i = 0; i < n; i++) {
        double parameter;
        TRY(nd_scan_record(scan, "a node's coordinates"));
        for (size_t j = 0; j < 3; j++)
            TRY(nd_scan_real(scan, "a coordinate", &build->mesh->V[3 * (first + (size_t)i) + j]));
        if (parametric)
            for (int64_t j = 0; j < dim; j++) TRY(nd_scan_real(scan, "a parametric coordinate", &parameter));
        TRY(nd_scan_line_end(scan));
    }
    *left -= n;
done:
    return status;
}

int nd_gmsh4_nodes(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t blocks, n;
    TRY(read_head(scan, "the number of nodes", &blocks, &n));
    int64_t left = n;
    for (int64_t i = 0; i < blocks; i++) TRY(read_node_block(gmsh, &left));
    if (left)
        BAD(scan, "%lld nodes were announced, but the blocks have %lld", (long long)n, (long long)(n - left));
    TRY(nd_scan_section_end(scan, "nodes", n));
done:
    return status;
}

static int read_element_block(struct nd_gmsh *gmsh, int64_t *left)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t dim, tag, type, n, label;
    struct nd_gmsh_kind kind;
    nd_idx group;
    TRY(read_block_head(scan, &dim, &tag, &type, &n, *left));
    TRY(nd_gmsh_type(gmsh, type, -1, &kind));
    TRY(find_group(gmsh, dim, tag, &group));
    if (kind.dim > 1 && dim != kind.dim)
        BAD(scan, "elements of type %lld in an entity of dimension %lld", (long long)type, (long long)dim);
    TRY(nd_scan_line_end(scan));
    for (int64_t i = 0; i < n; i++) {
        TRY(nd_scan_record(scan, "an element"));
        TRY(nd_scan_size(scan, "an element number", &label));
        TRY(nd_gmsh_element(gmsh, label, &kind, group));
    }
    *left -= n;
done:
    return status;
}

int nd_gmsh4_elements(struct nd_gmsh *gmsh)
{
    int status = 0;
    struct nd_scan *scan = &gmsh->scan;
    int64_t blocks, n;
    TRY(read_head(scan, "the number of elements", &blocks, &n));
    int64_t left = n;
    for (int64_t i = 0; i < blocks; i++) TRY(read_element_block(gmsh, &left));
    if (left)
        BAD(scan, "%lld elements were announced, but the blocks have %lld", (long long)n,
            (long long)(n - left));
    TRY(nd_scan_section_end(scan, "elements", n));
done:
    return status;
}
