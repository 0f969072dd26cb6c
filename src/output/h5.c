/* HDF5 files. HDF5 builds the file in memory, and this file writes it, whole or not at all: if HDF5 itself
 * cannot close a file because the disk is full, it crashes the process at exit. */
#include "output/table.h"

#include <errno.h>
#include <hdf5.h>
#include <pthread.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/work.h"

enum { INCREMENT = 1 << 24 }; /* bytes by which the image grows */

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void nd_h5_lock(void)
{
    pthread_mutex_lock(&turn);
}

void nd_h5_unlock(void)
{
    pthread_mutex_unlock(&turn);
}

struct nd_h5 {
    char *path;
    hid_t file;
    struct nd_atomic_file target; /* opened first, so that an unwritable file is reported before the work */
    struct nd_results *results;   /* keeps the datasets in memory, too; null: no */
    int incomplete;               /* something failed: the file must not be kept */
};

static hid_t create_in_memory(const char *path)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file =
        H5Pset_fapl_core(access, INCREMENT, 0) < 0 ? -1 : H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    return file;
}

static int make_folder(const char *path)
{
    int status = 0;
    char *folder = nd_path_folder(path);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_folder_create(folder));
done:
    free(folder);
    return status;
}

int nd_h5_create(struct nd_h5 **out, const char *path)
{
    int status = 0;
    struct nd_h5 *h5 = NULL;
    ALLOC(h5, 1);
    h5->file = -1;
    STRDUP(h5->path, path);
    TRY(make_folder(path));
    TRY(nd_atomic_file_open(&h5->target, path));
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        h5->file = create_in_memory(path);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (h5->file < 0) FAIL(NUDGE_EIO, "%s: HDF5 cannot create a file in memory", path);
    *out = h5;
    h5 = NULL;
done:
    nd_h5_abandon(h5);
    return status;
}

/* Without the time of day, so that the same results are the same bytes. */
static hid_t create_dataset(hid_t file, const char *name, hid_t space)
{
    hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(how, 0);
    hid_t set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    H5Pclose(how);
    return set;
}

static herr_t write_dataset(hid_t file, const char *name, int rank, const hsize_t *size, const double *values)
{
    hid_t space = H5Screate_simple(rank, size, NULL);
    hid_t set = create_dataset(file, name, space);
    herr_t bad = H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    if (set >= 0) bad |= H5Dclose(set);
    if (space >= 0) bad |= H5Sclose(space);
    return bad;
}

/* box: the size of the whole dataset, the first corner of the part, and its extent. */
static herr_t write_part(hid_t file, const char *name, int rank, hsize_t box[3][4], const double *values)
{
    const hsize_t *size = box[0], *first = box[1], *count = box[2];
    const htri_t there = H5Lexists(file, name, H5P_DEFAULT);
    hid_t space = H5Screate_simple(rank, size, NULL), part = H5Screate_simple(rank, count, NULL);
    hid_t set = there > 0 ? H5Dopen2(file, name, H5P_DEFAULT) : create_dataset(file, name, space);
    herr_t bad = H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, count, NULL);
    bad |= H5Dwrite(set, H5T_NATIVE_DOUBLE, part, space, H5P_DEFAULT, values);
    if (set >= 0) bad |= H5Dclose(set);
    if (part >= 0) bad |= H5Sclose(part);
    if (space >= 0) bad |= H5Sclose(space);
    return bad;
}

void nd_h5_keep(struct nd_h5 *h5, struct nd_results *results)
{
    h5->results = results;
}

int nd_h5_write_part(struct nd_h5 *h5, const char *name, const struct nd_h5_part *part, const double *values)
{
    int status = 0;
    const int rank = part->rank;
    const nd_gid *size = part->size, *first = part->first, *count = part->count;
    herr_t bad = -1;
    hsize_t box[3][4] = {0};
    for (int i = 0; i < rank && i < 4; i++) {
        if (size[i] < 0 || first[i] < 0 || count[i] < 0 || first[i] + count[i] > size[i])
            FAIL(NUDGE_EINTERNAL, "%s: a part of dataset %s lies outside of it", h5->path, name);
        box[0][i] = (hsize_t)size[i];
        box[1][i] = (hsize_t)first[i];
        box[2][i] = (hsize_t)count[i];
    }
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        bad = write_part(h5->file, name, rank, box, values);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (bad) FAIL(NUDGE_EIO, "%s: HDF5 cannot add to dataset %s: out of memory", h5->path, name);
    if (h5->results) TRY(nd_results_add_part(h5->results, name, part, values));
done:
    h5->incomplete |= status != 0;
    return status;
}

int nd_h5_write_box(struct nd_h5 *h5, const char *name, int rank, const nd_gid *size, const double *values)
{
    int status = 0;
    herr_t bad = -1;
    hsize_t sizes[4] = {0};
    double bytes = sizeof *values;
    for (int i = 0; i < rank && i < 4; i++) {
        if (size[i] < 0) FAIL(NUDGE_EINTERNAL, "%s: dataset %s has a negative size", h5->path, name);
        sizes[i] = (hsize_t)size[i];
        bytes *= (double)size[i];
    }
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        bad = write_dataset(h5->file, name, rank, sizes, values);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (bad)
        FAIL(NUDGE_EIO, "%s: HDF5 cannot add dataset %s (%.3g MB): its name is taken, or memory is exhausted",
             h5->path, name, bytes * 1e-6);
    if (h5->results)
        TRY(nd_results_add_part(h5->results, name,
                                &(struct nd_h5_part){rank, size, (const nd_gid[4]){0}, size}, values));
done:
    h5->incomplete |= status != 0;
    return status;
}

int nd_h5_write(struct nd_h5 *h5, const char *name, nd_gid rows, nd_gid columns, const double *values)
{
    return nd_h5_write_box(h5, name, 2, (const nd_gid[]){rows, columns}, values);
}

static herr_t write_attribute(hid_t file, const char *name, const char *value)
{
    hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    herr_t bad = H5Tset_size(type, strlen(value) + 1);
    hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bad |= H5Awrite(attribute, type, value);
    if (attribute >= 0) bad |= H5Aclose(attribute);
    if (type >= 0) bad |= H5Tclose(type);
    if (space >= 0) bad |= H5Sclose(space);
    return bad;
}

int nd_h5_attribute(struct nd_h5 *h5, const char *name, const char *value)
{
    int status = 0;
    herr_t bad = -1;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        bad = write_attribute(h5->file, name, value);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (bad)
        FAIL(NUDGE_EIO,
             "%s: HDF5 cannot add attribute %s: its name is taken, its value is longer than 64 kB, or memory "
             "is "
             "exhausted",
             h5->path, name);
done:
    h5->incomplete |= status != 0;
    return status;
}

static int write_image(struct nd_h5 *h5, const char *image, size_t n)
{
    int status = 0;
    for (size_t at = 0; at < n; at += INCREMENT) {
        const size_t piece = n - at < INCREMENT ? n - at : INCREMENT;
        TRY(nd_work("writing HDF5 files", (double)at / (double)n));
        if (fwrite(image + at, 1, piece, h5->target.file) != piece)
            FAIL(NUDGE_EIO, "%s: cannot write: %s", h5->path, strerror(errno));
    }
done:
    return status;
}

int nd_h5_destroy(struct nd_h5 *h5)
{
    int status = 0;
    void **image = NULL;
    ssize_t size = -1;
    herr_t bad = -1;
    if (!h5) return 0;
    if (h5->incomplete) goto done;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        bad =
            H5Fflush(h5->file, H5F_SCOPE_GLOBAL) | H5Fget_vfd_handle(h5->file, H5P_DEFAULT, (void **)&image);
        /* The size of the image; its memory ends at a multiple of INCREMENT. */
        size = H5Fget_file_image(h5->file, NULL, 0);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (bad || !image || size < 0)
        FAIL(NUDGE_EIO, "%s: HDF5 cannot finish the file; memory may be exhausted", h5->path);
    TRY(write_image(h5, *image, (size_t)size));
    TRY(nd_atomic_file_keep(&h5->target));
done:
    if (h5->file >= 0) {
        nd_h5_lock();
        H5E_BEGIN_TRY
        {
            H5Fclose(h5->file);
        }
        H5E_END_TRY
        nd_h5_unlock();
    }
    nd_atomic_file_drop(&h5->target);
    free(h5->path);
    free(h5);
    return status;
}

void nd_h5_abandon(struct nd_h5 *h5)
{
    if (!h5) return;
    h5->incomplete = 1;
    nd_h5_destroy(h5);
}
