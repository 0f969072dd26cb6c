#include "mesh/build.h"

#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "mesh/curved.h"

/* A file with more groups than this has a number per element in the wrong column. */
enum { MOST_GROUPS = 10000 };

int nd_build_begin(struct nd_build *build, struct nd_mesh *mesh, const char *name)
{
    int status = 0;
    memset(build, 0, sizeof *build);
    memset(mesh, 0, sizeof *mesh);
    build->mesh = mesh;
    STRDUP(mesh->name, name);
done:
    return status;
}

int nd_build_node(struct nd_build *build, int64_t number, const double x[3])
{
    int status = 0;
    struct nd_mesh *mesh = build->mesh;
    size_t n = (size_t)mesh->Nv;
    if (n == INT32_MAX) FAIL(NUDGE_EFORMAT, "%s: more than %d nodes", mesh->name, INT32_MAX);
    TRY(nd_grow(&mesh->V, &build->V_capacity, n + 1, 3 * sizeof *mesh->V));
    TRY(nd_grow(&build->node, &build->node_capacity, n + 1, sizeof *build->node));
    memcpy(mesh->V + 3 * n, x, 3 * sizeof *x);
    build->node[n] = number;
    mesh->Nv++;
done:
    return status;
}

int nd_build_nodes_end(struct nd_build *build, const char *where)
{
    int64_t twice = 0;
    int status = nd_lookup_init(&build->nodes, build->node, (size_t)build->mesh->Nv, &twice);
    if (status == NUDGE_EFORMAT) FAIL(status, "%s: node %lld is given twice", where, (long long)twice);
done:
    return status;
}

nd_idx nd_build_vertex(const struct nd_build *build, int64_t number)
{
    return nd_lookup_find(&build->nodes, number);
}

int nd_build_tet(struct nd_build *build, int64_t label, nd_idx group, const nd_idx v[4])
{
    int status = 0;
    struct nd_mesh *mesh = build->mesh;
    size_t n = (size_t)mesh->K;
    if (n >= INT32_MAX / 4) FAIL(NUDGE_EFORMAT, "%s: more than %d tetrahedra", mesh->name, INT32_MAX / 4);
    TRY(nd_grow(&mesh->EToV, &build->EToV_capacity, n + 1, 4 * sizeof *mesh->EToV));
    TRY(nd_grow(&mesh->region, &build->region_capacity, n + 1, sizeof *mesh->region));
    TRY(nd_grow(&mesh->label, &build->label_capacity, n + 1, sizeof *mesh->label));
    memcpy(mesh->EToV + 4 * n, v, 4 * sizeof *v);
    mesh->region[n] = group;
    mesh->label[n] = label;
    mesh->K++;
done:
    return status;
}

int nd_build_points(struct nd_build *build, int order, const nd_idx *point)
{
    int status = 0;
    const struct nd_mesh *mesh = build->mesh;
    const size_t points = (size_t)nd_curved_points(order), k = (size_t)mesh->K - 1;
    if (build->order && build->order != order)
        FAIL(NUDGE_EFORMAT,
             "%s: element %lld is of order %d, and others are of order %d: save the mesh with one order",
             mesh->name, (long long)mesh->label[k], order, build->order);
    build->order = order;
    if (order < 2) goto done;
    TRY(nd_grow(&build->point, &build->point_capacity, k + 1, points * sizeof *point));
    memcpy(build->point + k * points, point, points * sizeof *point);
done:
    return status;
}

int nd_build_face(struct nd_build *build, nd_idx group, const nd_idx v[3])
{
    int status = 0;
    struct nd_mesh *mesh = build->mesh;
    size_t n = (size_t)mesh->Nb;
    if (group == ND_NO_GROUP) return 0;
    if (n >= INT32_MAX / 4) FAIL(NUDGE_EFORMAT, "%s: more than %d triangles", mesh->name, INT32_MAX / 4);
    TRY(nd_grow(&mesh->BToV, &build->BToV_capacity, n + 1, 3 * sizeof *mesh->BToV));
    TRY(nd_grow(&mesh->boundary, &build->boundary_capacity, n + 1, sizeof *mesh->boundary));
    memcpy(mesh->BToV + 3 * n, v, 3 * sizeof *v);
    mesh->boundary[n] = group;
    mesh->Nb++;
done:
    return status;
}

int nd_build_name(struct nd_build *build, int dim, int64_t number, const char *name, size_t length)
{
    int status = 0;
    if (build->ngroups == MOST_GROUPS)
        FAIL(NUDGE_EFORMAT, "%s: more than %d named groups", build->mesh->name, MOST_GROUPS);
    TRY(nd_grow(&build->group, &build->group_capacity, build->ngroups + 1, sizeof *build->group));
    struct nd_group *group = &build->group[build->ngroups];
    group->dim = dim;
    group->number = number;
    ALLOC(group->name, length + 1);
    memcpy(group->name, name, length);
    build->ngroups++;
done:
    return status;
}

static int name_of(const struct nd_build *build, int dim, nd_idx number, nd_idx *index)
{
    char digits[24];
    const char *name = digits;
    nd_format(digits, sizeof digits, "%d", number);
    if (number == ND_NO_GROUP) digits[0] = 0;
    for (size_t i = 0; i < build->ngroups; i++)
        if (build->group[i].dim == dim && build->group[i].number == number && *build->group[i].name)
            name = build->group[i].name;
    return dim == 3 ? nd_mesh_region(build->mesh, name, index) : nd_mesh_boundary(build->mesh, name, index);
}

/* Replaces group numbers by indices of names. known[0..n) stays sorted; new numbers are rare. */
static int name_groups(struct nd_build *build, int dim, nd_idx *item, nd_idx count)
{
    int status = 0;
    struct known {
        nd_idx number, index;
    } *known = NULL;
    int n = 0, low = 0;
    ALLOC(known, MOST_GROUPS + 1);
    for (nd_idx i = 0; i < count; i++) {
        if (low >= n || known[low].number != item[i]) {
            int high = n;
            for (low = 0; low < high;) {
                int middle = (low + high) / 2;
                if (known[middle].number < item[i])
                    low = middle + 1;
                else
                    high = middle;
            }
        }
        if (low == n || known[low].number != item[i]) {
            if (n == MOST_GROUPS)
                FAIL(NUDGE_EFORMAT, "%s: more than %d different %s numbers; is there one per element?",
                     build->mesh->name, MOST_GROUPS, dim == 3 ? "region" : "boundary");
            memmove(known + low + 1, known + low, (size_t)(n - low) * sizeof *known);
            known[low].number = item[i];
            TRY(name_of(build, dim, item[i], &known[low].index));
            n++;
        }
        item[i] = known[low].index;
    }
done:
    free(known);
    return status;
}

static bool has_volumes(const struct nd_build *build)
{
    for (size_t i = 0; i < build->ngroups; i++)
        if (build->group[i].dim == 3) return true;
    return false;
}

int nd_build_end(struct nd_build *build, int status)
{
    struct nd_mesh *mesh = build->mesh;
    if (status) goto done;
    if (!mesh->K && mesh->Nb && !has_volumes(build))
        FAIL(NUDGE_EFORMAT,
             "%s: there are no tetrahedra in it, only triangles: it has no Physical Volume. As soon as there "
             "is "
             "one physical group, gmsh saves only what is in a group: add Physical Volume(\"NAME\") = {...}; "
             "to the geometry (or Mesh.SaveAll = 1; elements without a name are then of the region "
             "'default') and mesh with gmsh -3",
             mesh->name);
    if (!mesh->K)
        FAIL(NUDGE_EFORMAT, "%s: there are no tetrahedra in it; was only the surface meshed (gmsh needs -3)?",
             mesh->name);
    TRY(name_groups(build, 3, mesh->region, mesh->K));
    TRY(name_groups(build, 2, mesh->boundary, mesh->Nb));
    if (build->order > 1) TRY(nd_curved_find(mesh, build->order, build->point));
done:
    if (status) nd_mesh_clear(mesh);
    for (size_t i = 0; i < build->ngroups; i++) free(build->group[i].name);
    free(build->group);
    free(build->node);
    free(build->point);
    nd_lookup_clear(&build->nodes);
    return status;
}
