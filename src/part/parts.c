#include "part/parts.h"

#include <math.h>
#include <string.h>
#include "base/format.h"
#include "mesh/geometry.h"

/* Halves the path on its way, which keeps later searches short. */
static nd_idx find_root(nd_idx *parent, nd_idx k)
{
    while (parent[k] != k) {
        parent[k] = parent[parent[k]];
        k = parent[k];
    }
    return k;
}

/* The root is the first element of its tree, whatever the order in which trees are joined. */
void nd_parts_join(nd_idx *parent, nd_idx one, nd_idx two)
{
    one = find_root(parent, one);
    two = find_root(parent, two);
    if (one < two)
        parent[two] = one;
    else
        parent[one] = two;
}

void nd_parts_init(nd_idx *parent, const struct nd_connect *connect, nd_idx K)
{
    for (nd_idx k = 0; k < K; k++) parent[k] = k;
    for (nd_idx k = 0; k < K; k++)
        for (size_t f = 0; f < 4; f++) {
            const nd_idx m = connect->EToE[4 * (size_t)k + f];
            if (m < k) nd_parts_join(parent, k, m);
        }
    for (nd_idx i = 0; i < connect->nsheets; i++)
        nd_parts_join(parent, (nd_idx)(connect->sheet[i].face / 4), (nd_idx)(connect->sheet[i].back / 4));
}

/* Lists the names of the marked regions as far as there is room. */
static void name_regions(const struct nd_mesh *mesh, const char *has, struct nd_part *part)
{
    size_t n = 0;
    for (nd_idx r = 0; r < mesh->nregions && n + 80 < sizeof part->regions; r++) {
        if (!has[r]) continue;
        const char *name = mesh->region_name[r];
        nd_format(part->regions + n, sizeof part->regions - n, *name ? "%s'%.60s'" : "%s(no region)%.0s",
                  n ? ", " : "", name);
        n += strlen(part->regions + n);
    }
}

static void describe(const struct nd_mesh *mesh, nd_idx *parent, nd_idx root, char *has, struct nd_part *part)
{
    memset(has, 0, (size_t)mesh->nregions);
    for (int c = 0; c < 3; c++) {
        part->low[c] = INFINITY;
        part->high[c] = -INFINITY;
    }
    for (nd_idx k = 0; k < mesh->K; k++) {
        if (find_root(parent, k) != root) continue;
        has[mesh->region[k]] = 1;
        for (size_t v = 0; v < 4; v++)
            for (int c = 0; c < 3; c++) {
                const double x = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + v])[c];
                part->low[c] = fmin(part->low[c], x);
                part->high[c] = fmax(part->high[c], x);
            }
    }
    name_regions(mesh, has, part);
}

int nd_parts_find(struct nd_seams *seams, const struct nd_mesh *mesh, nd_idx *parent)
{
    int status = 0;
    nd_idx *elements = NULL;
    char *has = NULL;
    for (nd_idx k = 0; k < mesh->K; k++) seams->parts += parent[k] == k;
    if (seams->parts < 2) return 0;
    ALLOC(elements, mesh->K);
    ALLOC(has, mesh->nregions + 1);
    for (nd_idx k = 0; k < mesh->K; k++) elements[find_root(parent, k)]++;
    for (nd_idx i = 0; i < seams->parts && i < ND_PARTS_LISTED; i++) {
        nd_idx largest = 0;
        for (nd_idx k = 1; k < mesh->K; k++)
            if (elements[k] > elements[largest]) largest = k;
        seams->part[i].elements = elements[largest];
        elements[largest] = 0;
        describe(mesh, parent, largest, has, &seams->part[i]);
    }
done:
    free(elements);
    free(has);
    return status;
}
