/* The file of a checkpoint: HDF5 datasets, each with a checksum, and a line after the end of HDF5's data with
 * the size and the checksum of the whole file. Readers check that line before HDF5 sees the file, because HDF5
 * is not safe against damaged files. HDF5 itself ignores the line.
 *
 * Order of calls to write: nd_archive_create, nd_archive_put..., nd_archive_seal, nd_archive_store,
 * nd_archive_destroy. The archive is built in memory; nd_archive_store, which writes it, calls no HDF5 and may
 * run in another thread. To read: nd_archive_open, nd_archive_get..., nd_archive_close. */
#ifndef ND_ARCHIVE_H
#define ND_ARCHIVE_H

#include "base/memory.h"

enum nd_archive_type { ND_ARCHIVE_BYTE, ND_ARCHIVE_WHOLE, ND_ARCHIVE_SINGLE, ND_ARCHIVE_DOUBLE };
/* 1, 8 (int64_t), 4, 8 */
size_t nd_archive_type_bytes(enum nd_archive_type type);

/* A dataset. name: with groups, as "fields/Ex". The first index counts the rows of its checksum. */
struct nd_archive_set {
    const char *name;
    enum nd_archive_type type;
    int rank; /* 1 to 5 */
    int64_t size[5];
};

/* Memory for one archive after the other: new memory takes the system longer to hand out than a copy takes. Begins
 * as zeros, must outlive the archives, and is freed by nd_archive_room_clear. */
struct nd_archive_room {
    char *bytes;
    size_t size;
};
void nd_archive_room_clear(struct nd_archive_room *room);

struct nd_archive;
/* bytes: about the size of the file; a good guess saves copies. room: used by one archive at a time. */
int nd_archive_create(struct nd_archive **archive, struct nd_archive_room *room, double bytes);
int nd_archive_put(struct nd_archive *archive, const struct nd_archive_set *set, const void *values);
int nd_archive_put_text(struct nd_archive *archive, const char *name, const char *text, size_t n);
/* No more datasets from here on. *bytes: size of the file. */
int nd_archive_seal(struct nd_archive *archive, double *bytes);
/* Writes and syncs the file and puts it in place. A file of that name becomes `previous`, when the new one is
 * complete. Returns NUDGE_EIO if writing fails; both files are then as before. */
int nd_archive_store(struct nd_archive *archive, const char *path, const char *previous);
/* Of the file that was stored. */
struct nd_archive_size {
    int64_t bytes;
    uint64_t checksum;
};
struct nd_archive_size nd_archive_stored(const struct nd_archive *archive);
void nd_archive_destroy(struct nd_archive *archive);

struct nd_archive_reader;
/* Returns NUDGE_EIO if the file cannot be read, NUDGE_EFORMAT if it is damaged or something else. */
int nd_archive_check(const char *path, struct nd_archive_size *size);
/* The same, and opens it. */
int nd_archive_open(struct nd_archive_reader **reader, const char *path);
/* Opens a file that nd_archive_check has found right, here or on another rank. */
int nd_archive_open_checked(struct nd_archive_reader **reader, const char *path);
void nd_archive_close(struct nd_archive_reader *reader);
const char *nd_archive_path(const struct nd_archive_reader *reader);
int nd_archive_has(struct nd_archive_reader *reader, const char *name);
/* Sets type, rank and size of the dataset set->name. */
int nd_archive_describe(struct nd_archive_reader *reader, struct nd_archive_set *set);
/* Reads a dataset that must be exactly as `set` says. */
int nd_archive_get(struct nd_archive_reader *reader, const struct nd_archive_set *set, void *values);
/* The same in pieces of some rows: calls take(context, first row, rows, their values) for each, and finds out at the
 * end whether the checksum is right. */
typedef void (*nd_archive_take)(void *context, int64_t first, int64_t n, const char *values);
int nd_archive_walk(struct nd_archive_reader *reader, const struct nd_archive_set *set, nd_archive_take take,
                    void *context);
/* Reads a dataset of bytes and adds a NUL; free() *text. */
int nd_archive_get_text(struct nd_archive_reader *reader, const char *name, char **text, size_t *n);

#endif
