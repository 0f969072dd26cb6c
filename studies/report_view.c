/* The view in space: faces on boundaries, and the fields of the last .vtu file there, packed for report.js. Faces are
 * triangles with a lattice of points, `parts` along each edge; point (i, j) lies at weights parts - i - j, i, j of the corners. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"

enum { FACES_MOST = 100000 };

struct view {
    struct report *r;
    struct nd_mesh mesh; /* arrays of r->mesh, and names of its own */
    struct nd_connect connect;
    struct report_face *face; /* [faces] by group: 2 boundary, + 1 inside the mesh */
    int *by_element;          /* [faces] indices of faces, by ascending element */
    int faces, parts, curved;
    int node[10][10][10]; /* VTK's node by the weights of vertices 1 to 3 */
    double *corner;       /* [faces][3 or points][3] */
    struct report_fields fields;
    const char *file;
    char *path;
};

static int points_of(int parts)
{
    return (parts + 1) * (parts + 2) / 2;
}

static int by_group(const void *left, const void *right)
{
    const struct report_face *a = left, *b = right;
    return a->group != b->group ? (a->group > b->group) - (a->group < b->group)
                                : (a->face > b->face) - (a->face < b->face);
}

static int by_key(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The local vertices of a face, counterclockwise as seen from outside of its element. */
static void outward(uint32_t face, int v[3])
{
    const int *order = nd_face_vertex[face & 3], turned = (face & 3) == 0 || (face & 3) == 3;
    v[0] = order[0], v[1] = order[turned ? 2 : 1], v[2] = order[turned ? 1 : 2];
}

/* Neighbours are searched for once more, with all named triangles inside the mesh as walls and without periodic pairs: faces
 * of both kinds are then faces on boundaries. */
static int connect(struct view *v)
{
    int status = 0;
    const nudge_mesh_info *info = nudge_mesh_describe(v->r->mesh);
    v->mesh = (struct nd_mesh){.name = (char *)info->name,
                               .K = (nd_idx)info->elements,
                               .Nv = (nd_idx)info->vertices,
                               .V = (double *)nudge_mesh_vertices(v->r->mesh),
                               .EToV = (nd_idx *)nudge_mesh_elements(v->r->mesh),
                               .Nb = (nd_idx)info->faces,
                               .BToV = (nd_idx *)nudge_mesh_faces(v->r->mesh),
                               .boundary = (nd_idx *)nudge_mesh_boundaries(v->r->mesh)};
    ALLOC(v->mesh.label, v->mesh.K);
    ALLOC(v->mesh.wall, info->boundaries);
    for (nd_idx k = 0; k < v->mesh.K; k++) v->mesh.label[k] = k + 1;
    for (int b = 0; b < info->boundaries; b++) {
        nd_idx index;
        const char *name = nudge_mesh_get_boundary(v->r->mesh, b)->name;
        TRY(nd_mesh_boundary(&v->mesh, name, &index));
        if (*name) v->mesh.wall[v->mesh.nwalls++] = index;
    }
    if (nd_connect_init(&v->connect, &v->mesh)) { /* some named triangles are not faces of elements */
        nd_connect_clear(&v->connect);
        v->connect = (struct nd_connect){0};
        v->mesh.nwalls = 0;
        TRY(nd_connect_init(&v->connect, &v->mesh));
    }
done:
    return status;
}

static int is_shown(const struct view *v, size_t face)
{
    if (v->connect.EToB[face] < 0) return 0;
    const int64_t back = nd_connect_back(&v->connect, face);
    return back < 0 || (int64_t)face < back;
}

static int find_faces(struct view *v)
{
    int status = 0;
    const size_t n = 4 * (size_t)v->mesh.K;
    size_t all = 0, seen = 0;
    int64_t *key = NULL;
    for (size_t i = 0; i < n; i++) all += (size_t)is_shown(v, i);
    const size_t stride = all / FACES_MOST + (all % FACES_MOST != 0);
    if (!all) FAIL(NUDGE_EVALUE, "the mesh has no boundary");
    ALLOC(v->face, all / stride + 1);
    for (size_t i = 0; i < n; i++)
        if (is_shown(v, i) && seen++ % stride == 0)
            v->face[v->faces++] = (struct report_face){
                (uint32_t)i, 2 * (int)v->connect.EToB[i] + (nd_connect_back(&v->connect, i) >= 0)};
    if (stride > 1)
        report_note(v->r, "The view in space shows %d of %zu faces, so it has holes.", v->faces, all);
    qsort(v->face, (size_t)v->faces, sizeof *v->face, by_group);
    ALLOC(key, v->faces);
    ALLOC(v->by_element, v->faces);
    for (int i = 0; i < v->faces; i++) key[i] = (int64_t)v->face[i].face << 32 | i;
    qsort(key, (size_t)v->faces, sizeof *key, by_key);
    for (int i = 0; i < v->faces; i++) v->by_element[i] = (int)(key[i] & 0xffffffff);
done:
    free(key);
    return status;
}

static void set_corners(struct view *v)
{
    for (int i = 0; i < v->faces; i++) {
        int local[3];
        outward(v->face[i].face, local);
        const int order[3] = {local[0], local[2], local[1]}; /* of points (0, 0), (0, 1), (1, 0) */
        for (int c = 0; c < 3; c++) {
            const nd_idx vertex = v->mesh.EToV[(v->face[i].face & ~3u) + (uint32_t)order[c]];
            memcpy(v->corner + 9 * (size_t)i + 3 * c, v->mesh.V + 3 * (size_t)vertex, 3 * sizeof(double));
        }
    }
}

/* What is gathered from one array of the file. */
struct gather {
    const struct view *v;
    const struct report_array *array;
    int next;      /* in by_element */
    double *value; /* [faces][points][components] */
};

static int node_of(const struct view *v, const int local[3], int i, int j)
{
    int w[4] = {0};
    const int each = v->fields.order / v->parts;
    w[local[0]] = (v->parts - i - j) * each, w[local[1]] = i * each, w[local[2]] = j * each;
    return v->node[w[1]][w[2]][w[3]];
}

static void take(void *context, nd_idx k0, nd_idx k1, const char *bytes)
{
    struct gather *g = context;
    const struct view *v = g->v;
    const int C = g->array->components;
    for (; g->next < v->faces; g->next++) {
        const int index = v->by_element[g->next];
        const nd_idx k = (nd_idx)(v->face[index].face / 4);
        int local[3], at = 0;
        if (k >= k1) return;
        outward(v->face[index].face, local);
        double *out = g->value + (size_t)index * (size_t)points_of(v->parts) * (size_t)C;
        for (int i = 0; i <= v->parts; i++)
            for (int j = 0; i + j <= v->parts; j++)
                for (int c = 0; c < C; c++) {
                    const size_t from =
                        ((size_t)(k - k0) * (size_t)v->fields.Np + (size_t)node_of(v, local, i, j)) *
                            (size_t)C +
                        (size_t)c;
                    float small;
                    double large;
                    if (g->array->bytes == 4)
                        memcpy(&small, bytes + 4 * from, 4), out[at++] = small;
                    else
                        memcpy(&large, bytes + 8 * from, 8), out[at++] = large;
                }
    }
}

static int gather(const struct view *v, const struct report_array *array, FILE *file, double **value)
{
    int status = 0;
    struct gather g = {v, array, 0, NULL};
    ALLOC(*value, (size_t)v->faces * (size_t)points_of(v->parts) * (size_t)array->components);
    g.value = *value;
    TRY(report_vtu_read(&v->fields, array, file, take, &g));
done:
    return status;
}

/* The corners of faces in the file are those of the mesh, or it is the file of another mesh. */
static int check_points(struct view *v, FILE *file)
{
    int status = 0;
    double *point = NULL;
    const nudge_mesh_info *info = nudge_mesh_describe(v->r->mesh);
    const double near =
        1e-5 * (info->high[0] - info->low[0] + info->high[1] - info->low[1] + info->high[2] - info->low[2]);
    const int n = points_of(v->parts), corner[3] = {0, v->parts, n - 1};
    TRY(gather(v, &v->fields.points, file, &point));
    for (int i = 0; i < v->faces; i++)
        for (int c = 0; c < 9; c++)
            if (!(fabs(point[3 * ((size_t)i * (size_t)n + (size_t)corner[c / 3]) + (size_t)(c % 3)] -
                       v->corner[9 * (size_t)i + (size_t)c]) <= near))
                FAIL(NUDGE_EFORMAT, "it belongs to another mesh than that of the problem file");
    if (info->curved) {
        free(v->corner);
        v->corner = point, v->curved = 1;
        point = NULL;
    }
done:
    free(point);
    return status;
}

static void set_nodes(struct view *v)
{
    double r[220], s[220], t[220];
    const int N = v->fields.order;
    if (nd_vtk_nodes(N, r, s, t)) return;
    for (int i = 0; i < v->fields.Np; i++)
        v->node[lround((r[i] + 1) / 2 * N)][lround((s[i] + 1) / 2 * N)][lround((t[i] + 1) / 2 * N)] = i;
}

/* The finest lattice whose values fit into the page; 0: not even the corners. */
static int choose_parts(const struct view *v)
{
    int components = 0;
    for (int a = 0; a < v->fields.narrays; a++) components += v->fields.array[a].components;
    for (int parts = v->fields.order; parts > 0; parts--)
        if (v->fields.order % parts == 0 &&
            2.0 * v->faces * (points_of(parts) * (components + 3.0) + 9) < REPORT_VIEW_BYTES)
            return parts;
    return 0;
}

static int quantize(const struct view *v, struct report_array *array, FILE *file)
{
    int status = 0;
    double *value = NULL;
    const size_t C = (size_t)array->components, n = (size_t)v->faces * (size_t)points_of(v->parts);
    TRY(gather(v, array, file, &value));
    ALLOC(array->value, C * n);
    for (size_t i = 0; i < C * n; i++)
        if (isfinite(value[i]) && fabs(value[i]) > array->scale) array->scale = fabs(value[i]);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < C; c++) {
            const double x = value[i * C + c];
            array->value[c * n + i] = !isfinite(x)       ? -32768
                                      : array->scale > 0 ? (short)lround(32767 * x / array->scale)
                                                         : 0;
        }
done:
    free(value);
    return status;
}

static int read_fields(struct view *v)
{
    int status = 0;
    FILE *file = NULL;
    TRY(nd_file_open(v->path, &file));
    TRY(report_vtu_open(&v->fields, file, v->file));
    if (v->fields.cells != v->mesh.K)
        FAIL(NUDGE_EFORMAT, "it has %d elements, the mesh of the problem file has %d", v->fields.cells,
             (int)v->mesh.K);
    const int all = v->fields.narrays;
    while (!(v->parts = choose_parts(v)) && v->fields.narrays > 0) v->fields.narrays--;
    if (!v->parts || !v->fields.narrays) FAIL(NUDGE_EVALUE, "its values do not fit into the page");
    if (v->fields.narrays < all)
        report_note(v->r,
                    "The view in space has the first %d of %d fields of %s; more do not fit into the page.",
                    v->fields.narrays, all, v->file);
    set_nodes(v);
    TRY(check_points(v, file));
    for (int a = 0; a < v->fields.narrays; a++) TRY(quantize(v, &v->fields.array[a], file));
done:
    if (file) fclose(file);
    return status;
}

/* Whether a file of a later name is also later in a series: f_9999.vtu comes before f_10000.vtu. */
static int is_later(const char *name, const char *than)
{
    const char *a = strrchr(name, '_'), *b = strrchr(than, '_');
    const int one_series = a && b && a - name == b - than && !strncmp(name, than, (size_t)(a - name));
    return !one_series || strlen(name) >= strlen(than);
}

/* The last file of the last series. Without one, or with a broken one, the view shows boundaries alone. */
static void find_fields(struct view *v)
{
    struct report_file *file = NULL;
    for (int i = 0; i < v->r->nfiles; i++)
        if (report_ends(v->r->file[i].name, ".vtu") && (!file || is_later(v->r->file[i].name, file->name)))
            file = &v->r->file[i];
    if (!file || !(v->path = report_path(v->r, file->name))) return;
    v->file = file->name;
    if (!read_fields(v)) {
        file->shown = 1;
        if (v->parts < v->fields.order)
            report_note(v->r, "The view in space shows fields with %d of %d pieces of each edge.", v->parts,
                        v->fields.order);
        return;
    }
    report_note(v->r, "%s is not shown in space: %s", v->file, nudge_error());
    v->fields.narrays = 0;
    if (!v->curved) v->parts = 1;
}

static void add_shorts(struct nd_text *out, const short *value, size_t n)
{
    unsigned char pair[3 * 512]; /* little-endian; a multiple of 3 keeps base64 in one piece */
    size_t used = 0;
    nd_text_add(out, "\"");
    for (size_t i = 0; i < n; i++) {
        pair[used++] = (unsigned char)((unsigned short)value[i] & 255);
        pair[used++] = (unsigned char)((unsigned short)value[i] >> 8);
        if (used == sizeof pair) figure_base64(out, pair, used), used = 0;
    }
    figure_base64(out, pair, used);
    nd_text_add(out, "\"");
}

static int add_points(struct view *v)
{
    int status = 0;
    short *packed = NULL;
    const size_t n = (size_t)v->faces * (size_t)(v->curved ? points_of(v->parts) : 3);
    double low[3], high[3], size = 0;
    for (int c = 0; c < 3; c++) {
        low[c] = high[c] = v->corner[c];
        for (size_t i = 0; i < n; i++)
            low[c] = fmin(low[c], v->corner[3 * i + (size_t)c]),
            high[c] = fmax(high[c], v->corner[3 * i + (size_t)c]);
        size = fmax(size, high[c] - low[c]);
    }
    ALLOC(packed, 3 * n);
    for (size_t i = 0; i < 3 * n; i++)
        packed[i] = (short)(unsigned short)lround(65535 * (v->corner[i] - low[i % 3]) / size);
    report_add(v->r, "\"low\":[%.9g,%.9g,%.9g],\"high\":[%.9g,%.9g,%.9g],\"size\":%.9g,\n\"points\":", low[0],
               low[1], low[2], high[0], high[1], high[2], size);
    add_shorts(&v->r->page, packed, 3 * n);
done:
    free(packed);
    return status;
}

static void add_groups(struct view *v)
{
    struct nd_text *out = &v->r->page;
    nd_text_add(out, ",\n\"groups\":[");
    for (int i = 0, end; i < v->faces; i = end) {
        for (end = i; end < v->faces && v->face[end].group == v->face[i].group;) end++;
        const char *name = v->mesh.boundary_name[v->face[i].group / 2];
        nd_text_add(out, "%s{\"name\":", i ? "," : "");
        report_json_string(out, *name ? name : "(no name)");
        nd_text_add(out, ",\"inside\":%d,\"first\":%d,\"count\":%d}", v->face[i].group & 1, i, end - i);
    }
    nd_text_add(out, "]");
}

static void add_fields(struct view *v)
{
    struct nd_text *out = &v->r->page;
    nd_text_add(out, ",\n\"fields\":[");
    for (int a = 0; a < v->fields.narrays; a++) {
        const struct report_array *array = &v->fields.array[a];
        nd_text_add(out, "%s{\"name\":", a ? ",\n" : "");
        report_json_string(out, array->name);
        nd_text_add(out, ",\"components\":%d,\"scale\":%.9g,\"values\":", array->components, array->scale);
        add_shorts(out, array->value,
                   (size_t)array->components * (size_t)v->faces * (size_t)points_of(v->parts));
        nd_text_add(out, "}");
    }
    nd_text_add(out, "]");
}

static int write_view(struct view *v)
{
    int status = 0;
    struct report *r = v->r;
    char time[64] = "";
    report_add(r, "<section id=\"view\">\n<h2>Boundaries in space</h2>\n<div class=\"view\"><canvas "
                  "id=\"space\" tabindex=\"0\" "
                  "aria-label=\"the boundaries of the mesh in space\"></canvas>\n<div "
                  "id=\"panel\"></div></div>\n<p class=\"how\">Drag to turn, "
                  "wheel to zoom, shift and drag to move, double click to begin again.");
    if (v->fields.narrays) {
        if (isfinite(v->fields.time)) nd_format(time, sizeof time, ", t = %.6g", v->fields.time);
        report_add(r, " Fields are those of ");
        report_escape(&r->page, v->file);
        report_add(r, "%s.", time);
    }
    if (!v->curved && nudge_mesh_describe(r->mesh)->curved)
        report_add(r, " Curved faces are drawn straight.");
    report_add(r,
               "</p>\n<noscript><p>The view needs JavaScript.</p></noscript>\n"
               "<script type=\"application/json\" id=\"view-data\">{\"faces\":%d,\"parts\":%d,\"curved\":%d,",
               v->faces, v->parts, v->curved);
    TRY(add_points(v));
    add_groups(v);
    add_fields(v);
    report_add(r, "}</script>\n<script>\n%s</script>\n</section>\n", report_texts[1].text);
done:
    return status;
}

int report_view(struct report *r)
{
    int status = 0, failed;
    struct view v = {.r = r, .parts = 1};
    if (!r->mesh) goto done;
    failed = connect(&v);
    if (!failed) failed = find_faces(&v);
    if (failed) {
        report_note(r, "The boundaries are not shown in space: %s", nudge_error());
        goto done;
    }
    ALLOC(v.corner, 9 * (size_t)v.faces);
    set_corners(&v);
    find_fields(&v);
    if (!report_room(r, 1.34 * REPORT_VIEW_BYTES)) {
        report_note(r, "The boundaries are not shown in space: the page would be larger than 10 MB.");
        goto done;
    }
    TRY(write_view(&v));
done:
    for (int a = 0; a < 12; a++) free(v.fields.array[a].value);
    nd_connect_clear(&v.connect);
    for (nd_idx b = 0; b < v.mesh.nboundaries; b++) free(v.mesh.boundary_name[b]);
    free(v.mesh.boundary_name);
    free(v.mesh.label);
    free(v.mesh.wall);
    free(v.face);
    free(v.by_element);
    free(v.corner);
    free(v.path);
    return status;
}
