/* Small outputs: histories as CSV, arrays as HDF5. A file is open from _create to _destroy, which reports
 * errors, or _abandon, which removes it. All functions return NUDGE_EIO if writing fails. */
#ifndef ND_TABLE_H
#define ND_TABLE_H

#include <stdio.h>
#include "base/memory.h"
#include "base/text.h"
#include "output/results.h"

/* A CSV file that holds complete lines only, at any time. */
struct nd_csv;
int nd_csv_create(struct nd_csv **csv, const char *path, const char *header);
/* Adds ",name" to a header, without the comma if it is the first, and " [unit]" if unit is neither null nor "". */
void nd_csv_column(struct nd_text *header, const char *name, const char *unit);
/* From here on rows are also kept in memory. Called right after nd_csv_create; results must outlive the
 * table. */
int nd_csv_keep(struct nd_csv *csv, struct nd_results *results);
int nd_csv_row(struct nd_csv *csv, const double *values, int n);
/* The lines written so far, with the header, read from the file; free() *text. Null if the file is a pipe or a
 * device. */
int nd_csv_text(const struct nd_csv *csv, char **text, size_t *n);
/* Replaces all lines by those of an earlier run's nd_csv_text. Returns NUDGE_EFORMAT if its header is another
 * one. Does nothing to a pipe or a device. */
int nd_csv_restore(struct nd_csv *csv, const char *text, size_t n);
int nd_csv_destroy(struct nd_csv *csv);  /* syncs and closes */
int nd_csv_end(struct nd_csv **csv);     /* the same, and sets *csv to null */
void nd_csv_abandon(struct nd_csv *csv); /* closes and removes the file */

/* HDF5 as built by distributions is not thread-safe: whoever calls it holds this lock meanwhile. */
void nd_h5_lock(void);
void nd_h5_unlock(void);

/* An HDF5 file of datasets of doubles. */
struct nd_h5;
int nd_h5_create(struct nd_h5 **h5, const char *path);
/* From here on datasets are also kept in memory. The results must outlive the file. */
void nd_h5_keep(struct nd_h5 *h5, struct nd_results *results);
int nd_h5_write(struct nd_h5 *h5, const char *name, nd_gid rows, nd_gid columns, const double *values);
/* A dataset of up to four dimensions. */
int nd_h5_write_box(struct nd_h5 *h5, const char *name, int rank, const nd_gid *size, const double *values);
/* A rectangular part of such a dataset. */
struct nd_h5_part {
    int rank;
    const nd_gid *size;          /* [rank] of the whole dataset */
    const nd_gid *first, *count; /* [rank] first corner and extent of the part */
};
/* The first part creates the dataset. values: [count[0]][...]. */
int nd_h5_write_part(struct nd_h5 *h5, const char *name, const struct nd_h5_part *part, const double *values);
int nd_h5_attribute(struct nd_h5 *h5, const char *name, const char *value);
int nd_h5_destroy(struct nd_h5 *h5);  /* writes the file, whole or not at all */
void nd_h5_abandon(struct nd_h5 *h5); /* writes nothing; an older file stays */

#endif
