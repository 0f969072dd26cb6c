/* Small outputs: histories as CSV, arrays as HDF5. */
#ifndef ND_TABLE_H
#define ND_TABLE_H

#include <stdio.h>
#include "base/memory.h"
#include "output/results.h"

/* A CSV that is on disk, whole lines only, after every row. */
struct nd_csv;
int nd_csv_create(struct nd_csv **csv, const char *path, const char *header);
/* From here on rows are also kept in memory. Called right after nd_csv_create; results must outlive
 * the table. */
int nd_csv_keep(struct nd_csv *csv, struct nd_results *results);
int nd_csv_row(struct nd_csv *csv, const double *values, int n);
int nd_csv_destroy(struct nd_csv *csv);  /* returns the error of a failed close */
int nd_csv_end(struct nd_csv **csv);     /* the same, and makes it null */
void nd_csv_abandon(struct nd_csv *csv); /* and removes it */

/* HDF5 file of double datasets. */
struct nd_h5;
int nd_h5_create(struct nd_h5 **h5, const char *path);
/* From here on datasets are also kept in memory. The results must outlive the file. */
void nd_h5_keep(struct nd_h5 *h5, struct nd_results *results);
int nd_h5_write(struct nd_h5 *h5, const char *name, nd_gid rows, nd_gid columns, const double *values);
/* Up to four dimensions. */
int nd_h5_write_box(struct nd_h5 *h5, const char *name, int rank, const nd_gid *size, const double *values);
/* A part of such a dataset. */
struct nd_h5_part {
    int rank;
    const nd_gid *size;          /* [rank] of the whole dataset */
    const nd_gid *first, *count; /* [rank] the part's first corner, and its extent */
};
/* The first part creates the dataset. values[count[0]][...] */
int nd_h5_write_part(struct nd_h5 *h5, const char *name, const struct nd_h5_part *part, const double *values);
int nd_h5_attribute(struct nd_h5 *h5, const char *name, const char *value);
int nd_h5_destroy(struct nd_h5 *h5);  /* writes it, whole or not at all; returns the error */
void nd_h5_abandon(struct nd_h5 *h5); /* what was there before stays */

#endif
