#include "output/vtu_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/format.h"
#include "base/text.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "law/law.h"
#include "output/appended.h"
#include "output/fill.h"
#include "output/vtu.h"
#include "base/xml.h"

enum { POINTS, CONNECTIVITY, OFFSETS, TYPES, REGION, ELEMENT, FIELDS };

struct array {
    char *name;
    const char *type;
    int components;
    size_t width;                                                         /* bytes per element */
    void (*fill)(const void *context, nd_idx k0, nd_idx k1, void *bytes); /* of the mesh; null: fields */
    int field;       /* the first of `components` fields */
    uint64_t offset; /* in the appended section */
};

struct nd_vtu_file {
    struct nd_fill_source source;
    double *r; /* [3][nodes] r, s, t of VTK's nodes */
    double *interpolation_T;
    struct array *array;
    int narrays;
    FILE *first;         /* the first file of the series, open to copy the mesh from */
    off_t first_start;   /* where its appended section begins */
    uint64_t mesh_bytes; /* size of the arrays before FIELDS */
};

/* The file that rank 0 writes; on other ranks there is none. */
struct target {
    FILE *file;
    const char *path;
    off_t start; /* where its appended section begins */
};

static int add_array(struct nd_vtu_file *vtu, const char *name, size_t stem, struct array array)
{
    int status = 0;
    STRDUP(array.name, name);
    array.name[stem] = 0;
    vtu->array[vtu->narrays++] = array;
done:
    return status;
}

/* The components of the array that begins with the first of n fields. */
static int count_components(const char *const *fields, int n)
{
    return n > 5 && nd_names_tensor(fields) ? 6 : n > 2 && nd_names_vector(fields) ? 3 : 1;
}

static int add_arrays(struct nd_vtu_file *vtu, const char *const *fields, int nfields)
{
    int status = 0;
    const size_t nodes = (size_t)vtu->source.nodes;
    const struct array mesh[FIELDS] = {
        [POINTS] = {"", "Float64", 3, nodes * 24, nd_fill_points, 0, 0},
        [CONNECTIVITY] = {"connectivity", "Int64", 1, nodes * 8, nd_fill_connectivity, 0, 0},
        [OFFSETS] = {"offsets", "Int64", 1, 8, nd_fill_offsets, 0, 0},
        [TYPES] = {"types", "UInt8", 1, 1, nd_fill_types, 0, 0},
        [REGION] = {"region", "Int32", 1, 4, nd_fill_region, 0, 0},
        [ELEMENT] = {"element", "Int64", 1, 8, nd_fill_element, 0, 0},
    };
    ALLOC(vtu->array, FIELDS + nfields);
    for (int i = 0; i < FIELDS; i++) TRY(add_array(vtu, mesh[i].name, strlen(mesh[i].name), mesh[i]));
    for (int f = 0; f < nfields;) {
        const int n = count_components(fields + f, nfields - f);
        TRY(add_array(vtu, fields[f], strlen(fields[f]) - (size_t)(n / 3),
                      (struct array){NULL, "Float32", n, nodes * 4 * (size_t)n, NULL, f, 0}));
        f += n;
    }
done:
    return status;
}

/* All cells have the same number of nodes, in which both the fields and the shapes of elements are exact. */
static int order_of(const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    return mesh->Ncurved && mesh->curved_order > elem->N ? mesh->curved_order : elem->N;
}

int nd_vtu_file_create(struct nd_vtu_file **out, const struct nd_mesh *mesh, const struct nd_elem *elem,
                       const char *const *fields, int nfields)
{
    int status = 0;
    const int order = order_of(mesh, elem);
    const size_t Np = (size_t)elem->Np, nodes = (size_t)nd_elem_Np(order);
    double *interpolation = NULL;
    struct nd_vtu_file *vtu;
    ALLOC(vtu, 1);
    vtu->source.mesh = mesh;
    vtu->source.elem = elem;
    vtu->source.nodes = (int)nodes;
    ALLOC(vtu->r, 3 * nodes);
    ALLOC(interpolation, nodes * Np);
    ALLOC(vtu->interpolation_T, nodes * Np);
    TRY(nd_vtk_nodes(order, vtu->r, vtu->r + nodes, vtu->r + 2 * nodes));
    TRY(nd_interpolation(elem, (int)nodes, vtu->r, vtu->r + nodes, vtu->r + 2 * nodes, interpolation));
    for (size_t i = 0; i < nodes; i++)
        for (size_t j = 0; j < Np; j++) vtu->interpolation_T[j * nodes + i] = interpolation[i * Np + j];
    vtu->source.r = vtu->r;
    vtu->source.interpolation_T = vtu->interpolation_T;
    TRY(add_arrays(vtu, fields, nfields));
    *out = vtu;
    vtu = NULL;
done:
    free(interpolation);
    nd_vtu_file_destroy(vtu);
    return status;
}

void nd_vtu_file_destroy(struct nd_vtu_file *vtu)
{
    if (!vtu) return;
    for (int i = 0; i < vtu->narrays; i++) free(vtu->array[i].name);
    if (vtu->first) fclose(vtu->first);
    free(vtu->array);
    free(vtu->r);
    free(vtu->interpolation_T);
    free(vtu);
}

/* The head is written twice, at the end with the true offsets. The blanks after an offset keep its length the
 * same. */
static void add_head_array(const struct array *array, struct nd_text *text)
{
    nd_text_add(text, "<DataArray type=\"%s\"", array->type);
    if (*array->name) {
        nd_text_add(text, " Name=\"");
        nd_text_add_xml(text, array->name);
        nd_text_add(text, "\"");
    }
    if (array->components > 1) nd_text_add(text, " NumberOfComponents=\"%d\"", array->components);
    char offset[24];
    nd_format(offset, sizeof offset, "\"%" PRIu64 "\"", array->offset);
    nd_text_add(text, " format=\"appended\" offset=%-22s/>\n", offset);
}

static void add_head(const struct nd_vtu_file *vtu, double time, struct nd_text *text)
{
    const struct nd_fill_source *source = &vtu->source;
    const char *order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "BigEndian" : "LittleEndian";
    nd_text_add(text,
                "<?xml version=\"1.0\"?>\n"
                "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\" "
                "compressor=\"vtkZLibDataCompressor\">\n<UnstructuredGrid>\n",
                order);
    nd_text_add(
        text,
        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">"
        "%.17g</DataArray>\n</FieldData>\n",
        time);
    nd_text_add(text, "<Piece NumberOfPoints=\"%" PRId64 "\" NumberOfCells=\"%" PRId32 "\">\n",
                (nd_gid)source->mesh->K * source->nodes, source->mesh->K);
    nd_text_add(text, "<PointData>\n");
    for (int i = FIELDS; i < vtu->narrays; i++) add_head_array(&vtu->array[i], text);
    nd_text_add(text, "</PointData>\n<CellData>\n");
    for (int i = REGION; i <= ELEMENT; i++) add_head_array(&vtu->array[i], text);
    nd_text_add(text, "</CellData>\n<Points>\n");
    add_head_array(&vtu->array[POINTS], text);
    nd_text_add(text, "</Points>\n<Cells>\n");
    for (int i = CONNECTIVITY; i <= TYPES; i++) add_head_array(&vtu->array[i], text);
    nd_text_add(text, "</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_");
}

static int write_head(const struct nd_vtu_file *vtu, double time, FILE *file, const char *path)
{
    int status = 0;
    struct nd_text text = {0};
    add_head(vtu, time, &text);
    TRY(nd_text_check(&text));
    if (fseeko(file, 0, SEEK_SET) || fwrite(text.s, 1, text.n, file) != text.n)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
done:
    nd_text_clear(&text);
    return status;
}

/* What the functions of an array of fields need. */
struct fields {
    struct nd_fill_source source;
    const struct nd_vtu_fields *from;
    int field;
    double *values; /* [components][elements of a stretch * Np] */
};

static int get_stretch(void *context, nd_idx k0, nd_idx k1, int rank)
{
    struct fields *f = context;
    const struct nd_picked what = {
        .field = f->field, .fields = f->source.components, .from = k0, .n = k1 - k0, .rank = rank};
    if (rank == nd_comm_rank()) f->source.first = k0, f->source.elements = k1 - k0;
    return f->from->get(f->from->context, &what, f->values);
}

static void fill_field(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    const struct fields *f = context;
    nd_fill_field(&f->source, k0, k1, bytes);
}

static int write_appended(struct array *array, const struct nd_appended *appended,
                          const struct target *target)
{
    if (target->file) array->offset = (uint64_t)(ftello(target->file) - target->start);
    return nd_appended_write(appended, target->file, target->path);
}

static int write_mesh_array(struct nd_vtu_file *vtu, int i, const struct target *target)
{
    struct array *array = &vtu->array[i];
    const struct nd_appended appended = {vtu->source.mesh->K, array->width, NULL, array->fill, &vtu->source};
    return write_appended(array, &appended, target);
}

/* Only a stretch of the fields of one array is in memory at a time. */
static int write_field(struct nd_vtu_file *vtu, int i, const struct nd_vtu_fields *from,
                       const struct target *target)
{
    int status = 0;
    struct array *array = &vtu->array[i];
    const nd_idx K = vtu->source.mesh->K, most = nd_appended_stretch(array->width, K);
    const int n = array->components;
    struct fields f = {vtu->source, from, array->field, NULL};
    const struct nd_appended appended = {K, array->width, get_stretch, fill_field, &f};
    f.source.components = n;
    f.values = nd_alloc((size_t)n * (size_t)most, (size_t)vtu->source.elem->Np * sizeof *f.values);
    status = f.values ? from->begin(from->context, n, most)
                      : nd_fail(NUDGE_ENOMEM, __FILE__, __LINE__, "out of memory while writing fields");
    f.source.values = f.values;
    TRY(nd_comm_agree(status));
    TRY(write_appended(array, &appended, target));
done:
    free(f.values);
    return status;
}

static int copy_mesh(struct nd_vtu_file *vtu, FILE *file, const char *path)
{
    int status = 0;
    enum { CHUNK = 1 << 20 };
    char *bytes = NULL;
    ALLOC(bytes, CHUNK);
    if (fseeko(vtu->first, vtu->first_start, SEEK_SET))
        FAIL(NUDGE_EIO, "%s: cannot copy the mesh: %s", path, strerror(errno));
    for (uint64_t left = vtu->mesh_bytes; left;) {
        size_t n = left < CHUNK ? (size_t)left : CHUNK;
        if (fread(bytes, 1, n, vtu->first) != n)
            FAIL(NUDGE_EIO,
                 "%s: the first file of the series, which holds the mesh, was changed or cannot be read",
                 path);
        if (fwrite(bytes, 1, n, file) != n) FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
        left -= n;
    }
done:
    free(bytes);
    return status;
}

/* On rank 0: the file up to the first array that is not copied. *copied: those of the mesh are there. */
static int begin_file(struct nd_vtu_file *vtu, double time, struct nd_atomic_file *draft,
                      struct target *target, int32_t *copied)
{
    int status = 0;
    TRY(nd_atomic_file_open(draft, target->path));
    target->file = draft->file;
    TRY(write_head(vtu, time, target->file, target->path));
    target->start = ftello(target->file);
    *copied = vtu->first != NULL;
    if (vtu->first) TRY(copy_mesh(vtu, target->file, target->path));
done:
    return status;
}

/* On rank 0, after all arrays. */
static int end_file(struct nd_vtu_file *vtu, double time, struct nd_atomic_file *draft,
                    const struct target *target)
{
    int status = 0;
    if (fputs("\n</AppendedData>\n</VTKFile>\n", target->file) < 0)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", target->path, strerror(errno));
    TRY(write_head(vtu, time, target->file, target->path));
    TRY(nd_atomic_file_keep(draft));
    if (!vtu->first) {
        vtu->first = fopen(target->path, "rb");
        vtu->first_start = target->start;
        if (!vtu->first) FAIL(NUDGE_EIO, "%s: cannot be read back: %s", target->path, strerror(errno));
    }
done:
    return status;
}

int nd_vtu_file_write(struct nd_vtu_file *vtu, const char *path, double time,
                      const struct nd_vtu_fields *from)
{
    int status = 0;
    int32_t copied = 0;
    const int leads = !nd_comm_rank();
    struct nd_atomic_file draft = {0};
    struct target target = {.path = path};
    TRY(ND_TASK(.kind = ND_TASK_FIELDS));
    TRY(nd_comm_agree(leads ? begin_file(vtu, time, &draft, &target, &copied) : 0));
    TRY(nd_comm_bcast(&copied, sizeof copied));
    for (int i = 0; i < FIELDS && !copied; i++) TRY(write_mesh_array(vtu, i, &target));
    if (leads && !copied) vtu->mesh_bytes = (uint64_t)(ftello(target.file) - target.start);
    for (int i = FIELDS; i < vtu->narrays; i++) TRY(write_field(vtu, i, from, &target));
    if (leads) TRY(end_file(vtu, time, &draft, &target));
done:
    nd_atomic_file_drop(&draft);
    return status;
}

/* Of a stretch of fields: 4 MB of the file, deflated, and the fields as doubles and as the device has them, which are up to
 * three times as much. */
size_t nd_vtu_file_bytes(nd_idx K, int Np)
{
    const size_t vector = 12 * (size_t)Np, stretch = vector * (size_t)nd_appended_stretch(vector, K);
    return 5 * stretch;
}
