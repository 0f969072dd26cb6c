/* Writes archives. */
#include "checkpoint/archive.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/format.h"
#include "checkpoint/archive_h5.h"

enum { INCREMENT = 1 << 24 }; /* bytes by which the image grows at least */

struct nd_archive {
    hid_t file;
    const char *image; /* after nd_archive_seal */
    size_t size;
    uint64_t checksum; /* after nd_archive_store */
};

size_t nd_archive_type_bytes(enum nd_archive_type type)
{
    return type == ND_ARCHIVE_BYTE ? 1 : type == ND_ARCHIVE_SINGLE ? 4 : 8;
}

hid_t nd_archive_h5_type(enum nd_archive_type type)
{
    return type == ND_ARCHIVE_BYTE     ? H5T_NATIVE_UINT8
           : type == ND_ARCHIVE_WHOLE  ? H5T_NATIVE_INT64
           : type == ND_ARCHIVE_SINGLE ? H5T_NATIVE_FLOAT
                                       : H5T_NATIVE_DOUBLE;
}

static hid_t file_type(enum nd_archive_type type)
{
    return type == ND_ARCHIVE_BYTE     ? H5T_STD_U8LE
           : type == ND_ARCHIVE_WHOLE  ? H5T_STD_I64LE
           : type == ND_ARCHIVE_SINGLE ? H5T_IEEE_F32LE
                                       : H5T_IEEE_F64LE;
}

size_t nd_archive_row_bytes(const struct nd_archive_set *set)
{
    size_t bytes = nd_archive_type_bytes(set->type);
    for (int i = 1; i < set->rank; i++) bytes *= (size_t)set->size[i];
    return bytes;
}

void nd_archive_room_clear(struct nd_archive_room *room)
{
    free(room->bytes);
    *room = (struct nd_archive_room){0};
}

/* New pages are zeroed by the system when they are first touched, which several threads do faster. */
static void touch(char *bytes, size_t from, size_t to)
{
    enum { PAGE = 4096 };
#pragma omp parallel for schedule(static) if (to - from > INCREMENT)
    for (size_t i = from; i < to; i += PAGE) bytes[i] = 0;
}

/* Callbacks of HDF5, whose image lies in a room. */
static void *room_grow(void *image, size_t size, H5FD_file_image_op_t op, void *context)
{
    struct nd_archive_room *room = context;
    (void)image;
    (void)op;
    if (size <= room->size) return room->bytes;
    char *bytes = realloc(room->bytes, size);
    if (!bytes) return NULL;
    touch(bytes, room->size, size);
    room->bytes = bytes;
    room->size = size;
    return bytes;
}

static void *room_take(size_t size, H5FD_file_image_op_t op, void *context)
{
    return room_grow(NULL, size, op, context);
}

static void *room_copy(void *to, const void *from, size_t n, H5FD_file_image_op_t op, void *context)
{
    (void)op;
    (void)context;
    return memcpy(to, from, n);
}

static herr_t room_return(void *image, H5FD_file_image_op_t op, void *context)
{
    (void)image;
    (void)op;
    (void)context;
    return 0;
}

static void *same_room(void *context)
{
    return context;
}

static herr_t leave_room(void *context)
{
    (void)context;
    return 0;
}

static hid_t create_in_room(struct nd_archive_room *room, size_t step)
{
    H5FD_file_image_callbacks_t calls = {.image_malloc = room_take,
                                         .image_memcpy = room_copy,
                                         .image_realloc = room_grow,
                                         .image_free = room_return,
                                         .udata_copy = same_room,
                                         .udata_free = leave_room,
                                         .udata = room};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    char name[64];
    nd_format(name, sizeof name, "checkpoint %p", (void *)room); /* HDF5 opens no name twice */
    if (H5Pset_fapl_core(access, step, 0) >= 0 && H5Pset_file_image_callbacks(access, &calls) >= 0)
        file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    return file;
}

int nd_archive_create(struct nd_archive **out, struct nd_archive_room *room, double bytes)
{
    int status = 0;
    const size_t step = bytes > INCREMENT ? (size_t)bytes : INCREMENT;
    struct nd_archive *a = NULL;
    ALLOC(a, 1);
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        a->file = create_in_room(room, step);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (a->file < 0) FAIL(NUDGE_EIO, "HDF5 cannot create a checkpoint in memory");
    *out = a;
    a = NULL;
done:
    free(a);
    return status;
}

static herr_t add_checksum(hid_t set, uint64_t checksum)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t at = H5Acreate2(set, ND_ARCHIVE_CHECKSUM, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    herr_t bad = H5Awrite(at, H5T_NATIVE_UINT64, &checksum);
    if (at >= 0) bad |= H5Aclose(at);
    if (space >= 0) bad |= H5Sclose(space);
    return bad;
}

static herr_t put(hid_t file, const struct nd_archive_set *s, uint64_t checksum, const void *values)
{
    hsize_t size[5] = {0};
    for (int i = 0; i < s->rank; i++) size[i] = (hsize_t)s->size[i];
    hid_t links = H5Pcreate(H5P_LINK_CREATE), space = H5Screate_simple(s->rank, size, NULL);
    herr_t bad = H5Pset_create_intermediate_group(links, 1);
    hid_t set = H5Dcreate2(file, s->name, file_type(s->type), space, links, H5P_DEFAULT, H5P_DEFAULT);
    bad |= H5Dwrite(set, nd_archive_h5_type(s->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    bad |= add_checksum(set, checksum);
    if (set >= 0) bad |= H5Dclose(set);
    if (space >= 0) bad |= H5Sclose(space);
    bad |= H5Pclose(links);
    return bad;
}

int nd_archive_put(struct nd_archive *a, const struct nd_archive_set *set, const void *values)
{
    int status = 0;
    const uint64_t checksum = nd_checksum(values, 0, set->size[0], nd_archive_row_bytes(set));
    herr_t bad = -1;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        bad = put(a->file, set, checksum, values);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (bad) FAIL(NUDGE_ENOMEM, "HDF5 cannot add %s to a checkpoint; memory may be exhausted", set->name);
done:
    return status;
}

int nd_archive_put_text(struct nd_archive *a, const char *name, const char *text, size_t n)
{
    const struct nd_archive_set set = {name, ND_ARCHIVE_BYTE, 1, {(int64_t)n}};
    return nd_archive_put(a, &set, n ? text : "");
}

int nd_archive_seal(struct nd_archive *a, double *bytes)
{
    int status = 0;
    void **image = NULL;
    ssize_t size = -1;
    herr_t bad = -1;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        bad = H5Fflush(a->file, H5F_SCOPE_GLOBAL) | H5Fget_vfd_handle(a->file, H5P_DEFAULT, (void **)&image);
        size = H5Fget_file_image(a->file, NULL, 0);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (bad || !image || size < 0)
        FAIL(NUDGE_EIO, "HDF5 cannot finish a checkpoint; memory may be exhausted");
    a->image = *image;
    a->size = (size_t)size;
    *bytes = (double)size + ND_ARCHIVE_LINE;
done:
    return status;
}

/* The last block is shorter than the others. */
uint64_t nd_archive_block_checksum(const void *block, int64_t index, size_t bytes)
{
    return nd_checksum(block, index, 1, bytes);
}

static int write_image(struct nd_archive *a, FILE *file, const char *path)
{
    int status = 0;
    uint64_t sum = 0;
    char line[ND_ARCHIVE_LINE + 1];
    for (size_t at = 0; at < a->size; at += ND_ARCHIVE_BLOCK) {
        const size_t n = a->size - at < ND_ARCHIVE_BLOCK ? a->size - at : ND_ARCHIVE_BLOCK;
        sum += nd_archive_block_checksum(a->image + at, (int64_t)(at / ND_ARCHIVE_BLOCK), n);
        if (fwrite(a->image + at, 1, n, file) != n)
            FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
    }
    a->checksum = sum;
    nd_format(line, sizeof line, ND_ARCHIVE_FORMAT, ND_ARCHIVE_VERSION, (unsigned long long)a->size,
              (unsigned long long)sum);
    if (fwrite(line, 1, ND_ARCHIVE_LINE, file) != ND_ARCHIVE_LINE)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
done:
    return status;
}

/* The older file is renamed when the new one is on the disk under its temporary name. If the process is killed
 * between the two renames, the older one remains. */
int nd_archive_store(struct nd_archive *a, const char *path, const char *previous)
{
    int status = 0;
    struct nd_atomic_file target = {0};
    TRY(nd_atomic_file_open(&target, path));
    TRY(write_image(a, target.file, path));
    if (fflush(target.file) || nd_file_sync(fileno(target.file)))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
    if (previous && target.aside && rename(target.target, previous) && errno != ENOENT)
        FAIL(NUDGE_EIO, "%s: cannot become %s: %s", path, previous, strerror(errno));
    TRY(nd_atomic_file_keep(&target));
done:
    nd_atomic_file_drop(&target);
    return status;
}

struct nd_archive_size nd_archive_stored(const struct nd_archive *a)
{
    return (struct nd_archive_size){(int64_t)a->size + ND_ARCHIVE_LINE, a->checksum};
}

void nd_archive_destroy(struct nd_archive *a)
{
    if (!a) return;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        H5Fclose(a->file);
    }
    H5E_END_TRY
    nd_h5_unlock();
    free(a);
}
