#include "mesh/extrude.h"

#include <string.h>

/* The state of an extrusion: the old counts, and the new vertices above each old one. */
struct work {
    struct nd_mesh *mesh;
    const struct nd_extrude *extrude;
    nd_idx K, Nv, Nb, Nperiodic;
    nd_idx *column; /* [Nv] the vertex's index within a layer, -1: not copied */
    nd_idx width;   /* new vertices per layer */
};

static int set_columns(struct work *work)
{
    int status = 0;
    ALLOC(work->column, work->Nv);
    memset(work->column, 0xff, (size_t)work->Nv * sizeof *work->column);
    for (size_t f = 0; f < work->extrude->nfaces; f++)
        for (int i = 0; i < 3; i++) work->column[work->extrude->face[f].v[i]] = 0;
    for (nd_idx v = 0; v < work->Nv; v++)
        if (!work->column[v]) work->column[v] = work->width++;
done:
    return status;
}

/* The copy of a vertex in a layer; layer 0 is the plane itself. */
static nd_idx copy_of(const struct work *work, nd_idx v, int layer)
{
    return layer ? work->Nv + (layer - 1) * work->width + work->column[v] : v;
}

/* The order of two vertices decides how the side of a prism is cut. Positions along a skew direction make
 * it the same on periodic sides, whatever the vertices' numbers. */
static int leads(const struct work *work, nd_idx a, nd_idx b)
{
    const double p = nd_place(nd_mesh_vertex(work->mesh, a)), q = nd_place(nd_mesh_vertex(work->mesh, b));
    return p != q ? p < q : a < b;
}

static void put_first(const struct work *work, nd_idx *a, nd_idx *b)
{
    if (leads(work, *a, *b)) return;
    const nd_idx swap = *a;
    *a = *b;
    *b = swap;
}

/* The two triangles over an edge in a layer (from 1), cut from the first vertex below to the second above. */
static void cut(const struct work *work, const nd_idx edge[2], int layer, nd_idx triangle[2][3])
{
    nd_idx a = edge[0], b = edge[1];
    put_first(work, &a, &b);
    const nd_idx below[2] = {copy_of(work, a, layer - 1), copy_of(work, b, layer - 1)};
    const nd_idx above[2] = {copy_of(work, a, layer), copy_of(work, b, layer)};
    memcpy(triangle[0], (nd_idx[]){below[0], below[1], above[1]}, sizeof triangle[0]);
    memcpy(triangle[1], (nd_idx[]){below[0], above[1], above[0]}, sizeof triangle[1]);
}

static double height_of(const struct work *work, int layer)
{
    return work->extrude->at + work->extrude->thickness * layer / work->extrude->layers;
}

static void add_vertices(const struct work *work)
{
    const struct nd_extrude *e = work->extrude;
    for (int layer = 1; layer <= e->layers; layer++)
        for (nd_idx v = 0; v < work->Nv; v++) {
            if (work->column[v] < 0) continue;
            double *x = work->mesh->V + 3 * (size_t)copy_of(work, v, layer);
            memcpy(x, nd_mesh_vertex(work->mesh, v), 3 * sizeof *x);
            x[e->axis] = height_of(work, layer);
        }
    work->mesh->Nv += e->layers * work->width;
}

/* The six vertices, ordered from the first below to the last above; each tetrahedron takes four in a row. */
static struct nd_prism add_prism(const struct work *work, const struct nd_face *face, int layer,
                                 nd_idx tet[3][4])
{
    nd_idx v[3] = {face->v[0], face->v[1], face->v[2]};
    put_first(work, &v[0], &v[1]);
    put_first(work, &v[1], &v[2]);
    put_first(work, &v[0], &v[1]);
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < 4; i++) {
            /* Vertices below up to the tetrahedron's own corner, above from there on. */
            const int corner = 2 - t;
            tet[t][i] = i <= corner ? copy_of(work, v[i], layer - 1) : copy_of(work, v[i - 1], layer);
        }
    return (struct nd_prism){.first = work->mesh->K,
                             .owner = face->owner,
                             .v = {v[0], v[1], v[2]},
                             .axis = work->extrude->axis,
                             .lowest = layer == 1,
                             .below = height_of(work, layer - 1),
                             .above = height_of(work, layer)};
}

/* The region "NAME.pml" of a region NAME; added when new. */
static int find_region(struct nd_mesh *mesh, nd_idx region, nd_idx *found)
{
    int status = 0;
    static const char ending[] = ".pml";
    const char *from = mesh->region_name[region];
    const size_t n = strlen(from), more = strlen(ending);
    char *name = NULL;
    *found = region;
    if (n >= more && !strcmp(from + n - more, ending)) return 0;
    ALLOC(name, n + more + 1);
    memcpy(name, from, n);
    memcpy(name + n, ending, more);
    TRY(nd_mesh_region(mesh, name, found));
done:
    free(name);
    return status;
}

static int add_elements(const struct work *work)
{
    int status = 0;
    struct nd_mesh *mesh = work->mesh;
    const struct nd_extrude *e = work->extrude;
    const nd_idx nregions = mesh->nregions;
    nd_idx *region = NULL; /* 1 + the PML region of each region, 0: not looked up yet */
    nd_gid largest = 0;
    size_t capacity[2] = {(size_t)mesh->Ncurved, (size_t)mesh->Ncurved};
    ALLOC(region, nregions);
    for (nd_idx k = 0; k < work->K; k++)
        if (mesh->label[k] > largest) largest = mesh->label[k];
    for (int layer = 1; layer <= e->layers; layer++)
        for (size_t f = 0; f < e->nfaces; f++) {
            const nd_idx k = mesh->K, from = mesh->region[e->face[f].owner];
            if (!region[from]) {
                TRY(find_region(mesh, from, &region[from]));
                region[from]++;
            }
            const struct nd_prism prism =
                add_prism(work, &e->face[f], layer, (nd_idx(*)[4])(mesh->EToV + 4 * (size_t)k));
            TRY(nd_prism_bend(mesh, &prism, capacity));
            for (nd_idx i = k; i < k + 3; i++) {
                mesh->region[i] = region[from] - 1;
                /* The file may use the largest possible number: wrap around without undefined behaviour. */
                mesh->label[i] = (nd_gid)((uint64_t)largest + (uint64_t)(i - work->K) + 1);
            }
            mesh->K += 3;
        }
done:
    free(region);
    return status;
}

static int by_vertices(const void *a, const void *b)
{
    struct nd_face f = *(const struct nd_face *)a, g = *(const struct nd_face *)b;
    f.owner = g.owner = 0;
    return nd_face_compare(&f, &g);
}

/* Tags of the extruded faces move to the outermost layer. */
static void move_tags(const struct work *work)
{
    const struct nd_extrude *e = work->extrude;
    for (nd_idx b = 0; b < work->Nb; b++) {
        nd_idx *v = work->mesh->BToV + 3 * (size_t)b;
        const struct nd_face key = nd_face_key(v[0], v[1], v[2], 0);
        if (work->column[v[0]] < 0 || !bsearch(&key, e->face, e->nfaces, sizeof key, by_vertices)) continue;
        for (int i = 0; i < 3; i++) v[i] = copy_of(work, v[i], e->layers);
    }
}

static void add_tags(const struct work *work)
{
    struct nd_mesh *mesh = work->mesh;
    for (size_t i = 0; i < work->extrude->nedges; i++)
        for (int layer = 1; layer <= work->extrude->layers; layer++) {
            const struct nd_edge *edge = &work->extrude->edge[i];
            cut(work, edge->v, layer, (nd_idx(*)[3])(mesh->BToV + 3 * (size_t)mesh->Nb));
            for (int half = 0; half < 2; half++) mesh->boundary[mesh->Nb++] = edge->boundary;
        }
}

/* *extruded: whether the edge from corner i of a periodic pair is extruded; it must be so in both
 * or in none. */
static int is_extruded(const struct work *work, const nd_idx pair[6], int i, int *extruded)
{
    int status = 0;
    const int j = (i + 1) % 3;
    const int here = work->column[pair[i]] >= 0 && work->column[pair[j]] >= 0;
    const int there = work->column[pair[3 + i]] >= 0 && work->column[pair[3 + j]] >= 0;
    *extruded = here;
    if (here == there && (!here || leads(work, pair[i], pair[j]) == leads(work, pair[3 + i], pair[3 + j])))
        return 0;
    const double *p = nd_mesh_vertex(work->mesh, pair[i]), *q = nd_mesh_vertex(work->mesh, pair[3 + i]);
    FAIL(NUDGE_EVALUE,
         "%s: periodic sides cannot go on along the PML from (%g, %g, %g) and (%g, %g, %g): they are not "
         "alike there",
         work->mesh->name, p[0], p[1], p[2], q[0], q[1], q[2]);
done:
    return status;
}

static int count_pairs(const struct work *work, int64_t *pairs)
{
    int status = 0, extruded;
    *pairs = 0;
    for (nd_idx p = 0; p < work->Nperiodic; p++)
        for (int i = 0; i < 3; i++) {
            TRY(is_extruded(work, work->mesh->periodic + 6 * (size_t)p, i, &extruded));
            *pairs += extruded ? 2 * work->extrude->layers : 0;
        }
done:
    return status;
}

static void add_pair(const struct work *work, const nd_idx from[2], const nd_idx to[2])
{
    struct nd_mesh *mesh = work->mesh;
    for (int layer = 1; layer <= work->extrude->layers; layer++) {
        nd_idx a[2][3], b[2][3];
        cut(work, from, layer, a);
        cut(work, to, layer, b);
        for (int half = 0; half < 2; half++) {
            nd_idx *pair = mesh->periodic + 6 * (size_t)mesh->Nperiodic++;
            memcpy(pair, a[half], sizeof a[half]);
            memcpy(pair + 3, b[half], sizeof b[half]);
        }
    }
}

static void add_pairs(const struct work *work)
{
    for (nd_idx p = 0; p < work->Nperiodic; p++) {
        const nd_idx *v = work->mesh->periodic + 6 * (size_t)p, *w = v + 3;
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3;
            if (work->column[v[i]] < 0 || work->column[v[j]] < 0) continue;
            add_pair(work, (nd_idx[2]){v[i], v[j]}, (nd_idx[2]){w[i], w[j]});
        }
    }
}

static int lengthen(void *array_address, size_t n, size_t more, size_t size)
{
    int status = 0;
    void **array = array_address, *longer = nd_alloc(n + more, size);
    if (!longer)
        FAIL(NUDGE_ENOMEM, "out of memory: %.3g MB wanted for the mesh and its PML",
             (double)(n + more) * (double)size * 1e-6);
    if (n) memcpy(longer, *array, n * size);
    free(*array);
    *array = longer;
done:
    return status;
}

static int make_room(const struct work *work)
{
    int status = 0;
    struct nd_mesh *mesh = work->mesh;
    const int64_t layers = work->extrude->layers, K = 3 * layers * (int64_t)work->extrude->nfaces,
                  Nv = layers * work->width, Nb = 2 * layers * (int64_t)work->extrude->nedges;
    int64_t pairs;
    if (K > INT32_MAX / 4 - mesh->K || Nv > INT32_MAX - mesh->Nv || Nb > INT32_MAX - mesh->Nb)
        FAIL(NUDGE_EVALUE, "%s: with its PML the mesh would have more than %d elements; take fewer layers",
             mesh->name, INT32_MAX / 4);
    TRY(count_pairs(work, &pairs));
    if (pairs > INT32_MAX - mesh->Nperiodic)
        FAIL(NUDGE_EVALUE, "%s: the PML has too many periodic faces; take fewer layers", mesh->name);
    TRY(lengthen(&mesh->V, 3 * (size_t)mesh->Nv, 3 * (size_t)Nv, sizeof *mesh->V));
    TRY(lengthen(&mesh->EToV, 4 * (size_t)mesh->K, 4 * (size_t)K, sizeof *mesh->EToV));
    TRY(lengthen(&mesh->region, (size_t)mesh->K, (size_t)K, sizeof *mesh->region));
    TRY(lengthen(&mesh->label, (size_t)mesh->K, (size_t)K, sizeof *mesh->label));
    TRY(lengthen(&mesh->BToV, 3 * (size_t)mesh->Nb, 3 * (size_t)Nb, sizeof *mesh->BToV));
    TRY(lengthen(&mesh->boundary, (size_t)mesh->Nb, (size_t)Nb, sizeof *mesh->boundary));
    TRY(lengthen(&mesh->periodic, 6 * (size_t)mesh->Nperiodic, 6 * (size_t)pairs, sizeof *mesh->periodic));
done:
    return status;
}

int nd_mesh_extrude(struct nd_mesh *mesh, const struct nd_extrude *extrude)
{
    int status = 0;
    struct work work = {mesh, extrude, mesh->K, mesh->Nv, mesh->Nb, mesh->Nperiodic, NULL, 0};
    TRY(set_columns(&work));
    TRY(make_room(&work));
    add_vertices(&work);
    TRY(add_elements(&work));
    move_tags(&work);
    add_tags(&work);
    add_pairs(&work);
done:
    free(work.column);
    return status;
}
