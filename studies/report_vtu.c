/* Reads the .vtu files that nudge writes: appended raw data in blocks of whole elements, deflated. Every number of the file
 * is checked before it is used. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "report.h"

enum { HEAD_BYTES = 1 << 16, BLOCK_MOST = 1 << 26 };

/* The value of an attribute between at and end. Returns 0 if it is not there. */
static int attribute(const char *at, const char *end, const char *name, char *out, size_t n)
{
    char key[64];
    nd_format(key, sizeof key, " %s=\"", name);
    const char *found = strstr(at, key);
    if (!found || found >= end) return 0;
    found += strlen(key);
    nd_format(out, n, "%.*s", (int)strcspn(found, "\""), found);
    return 1;
}

static double attribute_number(const char *at, const char *end, const char *name)
{
    char text[64], *rest;
    if (!attribute(at, end, name, text, sizeof text)) return NAN;
    const double value = nd_number(text, &rest);
    return *rest || rest == text ? NAN : value;
}

static int read_array(const char *at, const char *end, const char *type, struct report_array *array)
{
    char found[64];
    if (!attribute(at, end, "type", found, sizeof found) || strcmp(found, type)) return 0;
    *array = (struct report_array){.bytes = strcmp(type, "Float64") ? 4 : 8};
    attribute(at, end, "Name", array->name, sizeof array->name);
    const double components = attribute_number(at, end, "NumberOfComponents");
    array->components = components >= 1 && components <= 9 ? (int)components : 1;
    array->offset = attribute_number(at, end, "offset");
    return array->offset >= 0 && array->offset < 1e15;
}

static void read_arrays(struct report_fields *f, const char *head)
{
    const char *at = strstr(head, "<PointData>"), *end = at ? strstr(at, "</PointData>") : NULL;
    while (at && end && (at = strstr(at + 1, "<DataArray")) && at < end && f->narrays < 12) {
        const char *close = strchr(at, '>');
        if (close && read_array(at, close, "Float32", &f->array[f->narrays])) f->narrays++;
    }
    at = strstr(head, "<Points>");
    at = at ? strstr(at, "<DataArray") : NULL;
    const char *close = at ? strchr(at, '>') : NULL;
    if (!close || !read_array(at, close, "Float64", &f->points) || f->points.components != 3) f->narrays = 0;
}

int report_vtu_open(struct report_fields *f, FILE *file, const char *path)
{
    int status = 0;
    char *head = NULL;
    static const char begin[] = "<AppendedData encoding=\"raw\">\n_";
    const char *order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "BigEndian" : "LittleEndian";
    ALLOC(head, HEAD_BYTES + 1);
    head[fread(head, 1, HEAD_BYTES, file)] = 0;
    const char *data = strstr(head, begin), *piece = strstr(head, "<Piece"),
               *time = strstr(head, "TimeValue");
    if (!data || !piece || !strstr(head, order) || !strstr(head, "vtkZLibDataCompressor") ||
        !strstr(head, "UInt64"))
        FAIL(NUDGE_EFORMAT, "%s: not a file of fields that nudge wrote", path);
    f->start = (long)(data - head) + (long)strlen(begin);
    const double points = attribute_number(piece, data, "NumberOfPoints"),
                 K = attribute_number(piece, data, "NumberOfCells");
    for (int N = 1; N <= NUDGE_ORDER_MOST; N++)
        if (points == K * (N + 1) * (N + 2) * (N + 3) / 6)
            f->order = N, f->Np = (N + 1) * (N + 2) * (N + 3) / 6;
    read_arrays(f, head);
    if (!f->order || !(K >= 1 && K < 1 << 30) || !f->narrays)
        FAIL(NUDGE_EFORMAT, "%s: its head is broken, or it has no fields", path);
    f->cells = (int)K;
    time = time ? strchr(time, '>') : NULL;
    f->time = time ? nd_number(time + 1, NULL) : NAN;
done:
    free(head);
    return status;
}

static int take_bytes(FILE *file, void *bytes, size_t n)
{
    return fread(bytes, 1, n, file) == n;
}

int report_vtu_read(const struct report_fields *f, const struct report_array *array, FILE *file,
                    report_vtu_take *take, void *context)
{
    int status = 0;
    uint64_t head[3], *sizes = NULL;
    char *packed = NULL, *plain = NULL;
    const uint64_t width = (uint64_t)f->Np * (uint64_t)array->components * (uint64_t)array->bytes,
                   K = (uint64_t)f->cells;
    static const char broken[] = "the values of %s are broken, or the file ends too early";
    if (fseeko(file, (off_t)(f->start + array->offset), SEEK_SET) || !take_bytes(file, head, sizeof head) ||
        !head[1] || head[1] % width || head[1] > BLOCK_MOST || head[0] != (K * width + head[1] - 1) / head[1])
        FAIL(NUDGE_EFORMAT, broken, array->name);
    ALLOC(sizes, head[0]);
    ALLOC(plain, head[1]);
    ALLOC(packed, compressBound(head[1]));
    if (!take_bytes(file, sizes, head[0] * sizeof *sizes)) FAIL(NUDGE_EFORMAT, broken, array->name);
    for (uint64_t b = 0; b < head[0]; b++) {
        const uint64_t k0 = b * (head[1] / width), k1 = k0 + head[1] / width < K ? k0 + head[1] / width : K;
        uLongf n = head[1];
        if (sizes[b] > compressBound(head[1]) || !take_bytes(file, packed, sizes[b]) ||
            uncompress((Bytef *)plain, &n, (const Bytef *)packed, sizes[b]) != Z_OK || n != (k1 - k0) * width)
            FAIL(NUDGE_EFORMAT, broken, array->name);
        take(context, (nd_idx)k0, (nd_idx)k1, plain);
    }
done:
    free(sizes);
    free(packed);
    free(plain);
    return status;
}
