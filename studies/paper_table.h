/* The tables that `nudge paper` measures: CSV files that are whole after every row, so that a run that was
 * interrupted loses nothing, and a later one asks which rows are there and measures the others. */
#ifndef PAPER_TABLE_H
#define PAPER_TABLE_H

#include <stddef.h>
#include <sys/types.h>

struct paper_table {
    char *path;
    int columns, rows;
    char **cell; /* [1 + rows][columns]; the header is row 0 here only */
    size_t capacity;
    int file; /* to append to; -1: only read */
    off_t size;
};

/* Opens the file for more rows, or creates it and its folder. header: "N,device,seconds". A last line that
 * was not finished is dropped. */
int paper_table_open(struct paper_table *table, const char *path, const char *header);
/* The rows there are so far, the file left as it is; a file that is missing has none. Tables that are all
 * zeros, or that failed to open, may be closed too. */
int paper_table_read(struct paper_table *table, const char *path, const char *header);
int paper_table_close(struct paper_table *table); /* returns the failure of the close */

/* Adds one row, which is on disk when this returns. Its values are formatted with '|' between them:
 * "%d|%s|%.6g". */
int paper_table_add(struct paper_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first row at or after `from` whose named columns hold these texts, or -1:
 * paper_table_find(t, 0, "N,device", "%d|%s", 4, "gpu"). */
int paper_table_find(const struct paper_table *table, int from, const char *columns, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Whether there is such a row. */
#define paper_table_has(table, columns, ...) (paper_table_find(table, 0, columns, __VA_ARGS__) >= 0)

int paper_table_column(const struct paper_table *table, const char *name); /* -1: there is none */
/* "" for a column there is not; NaN for what is not a number. */
const char *paper_table_text(const struct paper_table *table, int row, const char *column);
double paper_table_number(const struct paper_table *table, int row, const char *column);

#endif
