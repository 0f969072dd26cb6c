/* Reads archives. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "base/checksum.h"
#include "base/file.h"
#include "base/format.h"
#include "base/work.h"
#include "checkpoint/archive_h5.h"

#define PIECE ((size_t)16 << 20) /* bytes read at once by nd_archive_walk */

struct nd_archive_reader {
    char *path;
    hid_t file;
};

const char *nd_archive_path(const struct nd_archive_reader *r)
{
    return r->path;
}

/* The line at the end of the file: the size and the checksum of what is before it. */
static int read_line(FILE *file, const char *path, int64_t bytes, unsigned long long *sum)
{
    int status = 0, version = 0;
    char line[ND_ARCHIVE_LINE + 1] = "", again[ND_ARCHIVE_LINE + 1];
    const int64_t size = bytes - ND_ARCHIVE_LINE;
    if (size < 0 || fseeko(file, size, SEEK_SET) || fread(line, 1, ND_ARCHIVE_LINE, file) != ND_ARCHIVE_LINE)
        FAIL(NUDGE_EFORMAT, "%s: too short for a checkpoint", path);
    if (strncmp(line, ND_ARCHIVE_FORMAT, 18))
        FAIL(NUDGE_EFORMAT, "%s: cut short, or not a checkpoint of nudge", path);
    if (nd_is_digit(line[18]) && nd_is_digit(line[19])) version = 10 * (line[18] - '0') + line[19] - '0';
    if (version && version != ND_ARCHIVE_VERSION)
        FAIL(NUDGE_EFORMAT, "%s: a checkpoint of format %d, and this program reads format %d", path, version,
             ND_ARCHIVE_VERSION);
    *sum = strtoull(line + 21 + 17, NULL, 16);
    nd_format(again, sizeof again, ND_ARCHIVE_FORMAT, ND_ARCHIVE_VERSION, (unsigned long long)size, *sum);
    if (strcmp(line, again))
        FAIL(NUDGE_EFORMAT, "%s: damaged: its last line is not that of a checkpoint", path);
done:
    return status;
}

int nd_archive_check(const char *path, struct nd_archive_size *out)
{
    int status = 0;
    FILE *file = NULL;
    struct stat info;
    char *block = NULL;
    unsigned long long wanted = 0;
    uint64_t sum = 0;
    TRY(nd_file_open(path, &file));
    if (fstat(fileno(file), &info)) FAIL(NUDGE_EIO, "%s: cannot be read: %s", path, strerror(errno));
    TRY(read_line(file, path, info.st_size, &wanted));
    ALLOC(block, ND_ARCHIVE_BLOCK);
    rewind(file);
    const int64_t size = info.st_size - ND_ARCHIVE_LINE;
    for (int64_t at = 0; at < size; at += (int64_t)ND_ARCHIVE_BLOCK) {
        const size_t n = size - at < (int64_t)ND_ARCHIVE_BLOCK ? (size_t)(size - at) : ND_ARCHIVE_BLOCK;
        TRY(nd_work("reading the checkpoint", (double)at / (double)size));
        if (fread(block, 1, n, file) != n)
            FAIL(NUDGE_EIO, "%s: cannot be read: %s", path,
                 ferror(file) ? strerror(errno) : "it became shorter");
        sum += nd_archive_block_checksum(block, at / (int64_t)ND_ARCHIVE_BLOCK, n);
    }
    if (sum != wanted) FAIL(NUDGE_EFORMAT, "%s: damaged: its checksum is wrong", path);
    *out = (struct nd_archive_size){info.st_size, sum};
done:
    if (file) fclose(file);
    free(block);
    return status;
}

static hid_t open_file(const char *path)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7) && !(H5_VERS_MAJOR == 1 && H5_VERS_MINOR == 12 && H5_VERS_RELEASE == 0)
    H5Pset_file_locking(access, 0, 1); /* some network file systems have no locks */
#endif
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return file;
}

int nd_archive_open(struct nd_archive_reader **out, const char *path)
{
    struct nd_archive_size size;
    const int status = nd_archive_check(path, &size);
    return status ? status : nd_archive_open_checked(out, path);
}

int nd_archive_open_checked(struct nd_archive_reader **out, const char *path)
{
    int status = 0;
    struct nd_archive_reader *r = NULL;
    ALLOC(r, 1);
    r->file = -1;
    STRDUP(r->path, path);
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        r->file = open_file(path);
    }
    H5E_END_TRY
    nd_h5_unlock();
    if (r->file < 0) FAIL(NUDGE_EFORMAT, "%s: HDF5 cannot open it", path);
    *out = r;
    r = NULL;
done:
    nd_archive_close(r);
    return status;
}

void nd_archive_close(struct nd_archive_reader *r)
{
    if (!r) return;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        if (r->file >= 0) H5Fclose(r->file);
    }
    H5E_END_TRY
    nd_h5_unlock();
    free(r->path);
    free(r);
}

/* HDF5 looks up one name at a time: each group of the path must exist. */
static int exists(hid_t file, const char *name)
{
    char part[256];
    for (const char *slash = strchr(name, '/');; slash = strchr(slash + 1, '/')) {
        nd_format(part, sizeof part, "%.*s", slash ? (int)(slash - name) : (int)strlen(name), name);
        if (H5Lexists(file, part, H5P_DEFAULT) <= 0) return 0;
        if (!slash) return 1;
    }
}

int nd_archive_has(struct nd_archive_reader *r, const char *name)
{
    int there = 0;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        there = exists(r->file, name);
    }
    H5E_END_TRY
    nd_h5_unlock();
    return there;
}

/* The type of a dataset; 0 if it is none that archives have. */
static int find_type(hid_t set, enum nd_archive_type *type)
{
    hid_t own = H5Dget_type(set);
    int found = 0;
    for (int i = 0; i < 4 && !found; i++) {
        hid_t native = H5Tget_native_type(own, H5T_DIR_ASCEND);
        found = H5Tequal(native, nd_archive_h5_type((enum nd_archive_type)i)) > 0;
        if (found) *type = (enum nd_archive_type)i;
        H5Tclose(native);
    }
    H5Tclose(own);
    return found;
}

static int describe(hid_t set, struct nd_archive_set *to)
{
    hid_t space = H5Dget_space(set);
    hsize_t size[H5S_MAX_RANK] = {0};
    const int rank = H5Sget_simple_extent_dims(space, size, NULL);
    if (space >= 0) H5Sclose(space);
    to->rank = rank;
    if (rank < 1 || rank > 5 || !find_type(set, &to->type)) return 0;
    double bytes = (double)nd_archive_type_bytes(to->type);
    for (int i = 0; i < rank; i++) bytes *= (double)(to->size[i] = (int64_t)size[i]);
    return bytes <= (double)H5Dget_storage_size(set);
}

static int read_checksum(hid_t set, uint64_t *checksum)
{
    hid_t at = H5Aopen(set, ND_ARCHIVE_CHECKSUM, H5P_DEFAULT);
    const herr_t bad = at < 0 ? -1 : H5Aread(at, H5T_NATIVE_UINT64, checksum);
    if (at >= 0) H5Aclose(at);
    return bad >= 0;
}

/* Some rows of a dataset. */
struct rows {
    int64_t first, n;
    void *values;
};

static int read_rows(hid_t own, const struct nd_archive_set *set, const struct rows *rows)
{
    hsize_t size[5], start[5] = {(hsize_t)rows->first};
    for (int i = 0; i < set->rank; i++) size[i] = (hsize_t)set->size[i];
    size[0] = (hsize_t)rows->n;
    hid_t all = H5Dget_space(own), some = H5Screate_simple(set->rank, size, NULL);
    int fine = H5Sselect_hyperslab(all, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
               H5Dread(own, nd_archive_h5_type(set->type), some, all, H5P_DEFAULT, rows->values) >= 0;
    if (some >= 0) H5Sclose(some);
    if (all >= 0) H5Sclose(all);
    return fine;
}

/* rows: may be null: only describes. */
static int read_set(hid_t file, struct nd_archive_set *set, const struct rows *rows, uint64_t *checksum)
{
    hid_t own = exists(file, set->name) ? H5Dopen2(file, set->name, H5P_DEFAULT) : -1;
    int fine = own >= 0 && describe(own, set) && read_checksum(own, checksum);
    if (fine && rows && rows->n) fine = read_rows(own, set, rows);
    if (own >= 0) H5Dclose(own);
    return fine;
}

static int locked_read(struct nd_archive_reader *r, struct nd_archive_set *set, const struct rows *rows,
                       uint64_t *sum)
{
    int fine = 0;
    nd_h5_lock();
    H5E_BEGIN_TRY
    {
        fine = read_set(r->file, set, rows, sum);
    }
    H5E_END_TRY
    nd_h5_unlock();
    return fine;
}

int nd_archive_describe(struct nd_archive_reader *r, struct nd_archive_set *set)
{
    int status = 0;
    uint64_t sum;
    if (!locked_read(r, set, NULL, &sum))
        FAIL(NUDGE_EFORMAT, "%s: dataset %s is missing", r->path, set->name);
done:
    return status;
}

/* Fails unless the dataset is as `set` says. */
static int expect(struct nd_archive_reader *r, const struct nd_archive_set *set)
{
    int status = 0;
    struct nd_archive_set own = {.name = set->name};
    TRY(nd_archive_describe(r, &own));
    int same = own.type == set->type && own.rank == set->rank;
    for (int i = 0; i < set->rank && same; i++) same = own.size[i] == set->size[i];
    if (!same)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s has another type or size than this run needs", r->path,
             set->name);
done:
    return status;
}

/* Reads some rows of a dataset that is as `set` says, and adds their checksum to *found. wanted: that of all. */
static int get_rows(struct nd_archive_reader *r, const struct nd_archive_set *set, const struct rows *rows,
                    uint64_t *found, uint64_t *wanted)
{
    int status = 0;
    struct nd_archive_set own = *set;
    TRY(nd_work("reading the checkpoint", 1));
    if (!locked_read(r, &own, rows, wanted))
        FAIL(NUDGE_EFORMAT, "%s: dataset %s cannot be read", r->path, set->name);
    *found += nd_checksum(rows->values, rows->first, rows->n, nd_archive_row_bytes(set));
done:
    return status;
}

static int check_sum(struct nd_archive_reader *r, const char *name, uint64_t found, uint64_t wanted)
{
    int status = 0;
    if (found != wanted)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s is damaged: its checksum is wrong", r->path, name);
done:
    return status;
}

int nd_archive_get(struct nd_archive_reader *r, const struct nd_archive_set *set, void *values)
{
    int status = 0;
    uint64_t found = 0, wanted = 0;
    TRY(expect(r, set));
    TRY(get_rows(r, set, &(struct rows){0, set->size[0], values}, &found, &wanted));
    TRY(check_sum(r, set->name, found, wanted));
done:
    return status;
}

int nd_archive_walk(struct nd_archive_reader *r, const struct nd_archive_set *set, nd_archive_take take,
                    void *context)
{
    int status = 0;
    uint64_t found = 0, wanted = 0;
    const size_t bytes = nd_archive_row_bytes(set);
    const int64_t all = set->size[0], most = (int64_t)(PIECE / (bytes ? bytes : 1)) + 1,
                  step = most < all ? most : all;
    char *values = NULL;
    TRY(expect(r, set));
    ALLOC(values, (size_t)step * bytes);
    for (int64_t first = 0; first < all; first += step) {
        const struct rows rows = {first, all - first < step ? all - first : step, values};
        TRY(get_rows(r, set, &rows, &found, &wanted));
        take(context, first, rows.n, values);
    }
    if (all) TRY(check_sum(r, set->name, found, wanted));
done:
    free(values);
    return status;
}

int nd_archive_get_text(struct nd_archive_reader *r, const char *name, char **text, size_t *n)
{
    int status = 0;
    struct nd_archive_set set = {.name = name};
    char *bytes = NULL;
    TRY(nd_archive_describe(r, &set));
    if (set.type != ND_ARCHIVE_BYTE || set.rank != 1)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s is not a text", r->path, name);
    ALLOC(bytes, set.size[0] + 1);
    TRY(nd_archive_get(r, &set, bytes));
    *n = (size_t)set.size[0];
    *text = bytes;
    bytes = NULL;
done:
    free(bytes);
    return status;
}
