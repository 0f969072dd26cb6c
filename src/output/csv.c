/* CSV files. Each row is passed to the system at once, so that other programs can read it. The file is synced
 * to disk when it is closed; syncing every row would take milliseconds. */
#include "base/format.h"
#include "output/table.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/text.h"

struct nd_csv {
    char *path;
    int file;
    int columns;
    off_t size;                 /* of the complete lines in the file */
    struct nd_results *results; /* keeps the rows in memory, too; null: no */
    char *header;
    int own; /* 1: a regular file, 0: a pipe, a device or standard output */
};

/* Writes the whole line or nothing: a partial line is cut off again. */
static int write_line(struct nd_csv *csv, const char *line, size_t n)
{
    int status = 0;
    size_t done_bytes = 0;
    while (done_bytes < n) {
        ssize_t got = write(csv->file, line + done_bytes, n - done_bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            int e = errno;
            if (csv->own && ftruncate(csv->file, csv->size) == 0) lseek(csv->file, csv->size, SEEK_SET);
            FAIL(NUDGE_EIO, "%s: cannot write: %s", csv->path, strerror(e));
        }
        done_bytes += (size_t)got;
    }
    csv->size += (off_t)n;
done:
    return status;
}

int nd_csv_create(struct nd_csv **out, const char *path, const char *header)
{
    int status = 0;
    char *folder = nd_path_folder(path);
    struct nd_text line = {0};
    struct nd_csv *csv = NULL;
    ALLOC(csv, 1);
    csv->file = -1;
    csv->columns = 1;
    for (const char *p = header; *p; p++) csv->columns += *p == ',';
    STRDUP(csv->path, path);
    STRDUP(csv->header, header);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_folder_create(folder));
    csv->own = nd_atomic_file_is_file(path);
    TRY(nd_atomic_file_open_growing(path, &csv->file));
    nd_text_add(&line, "%s\n", header);
    TRY(nd_text_check(&line));
    TRY(write_line(csv, line.s, line.n));
    *out = csv;
    csv = NULL;
done:
    free(folder);
    nd_text_clear(&line);
    if (csv) nd_csv_destroy(csv);
    return status;
}

void nd_csv_column(struct nd_text *header, const char *name, const char *unit)
{
    nd_text_add(header, "%s%s", header->n ? "," : "", name);
    if (unit && *unit) nd_text_add(header, " [%s]", unit);
}

int nd_csv_keep(struct nd_csv *csv, struct nd_results *results)
{
    csv->results = results;
    return nd_results_begin_table(results, csv->header);
}

/* Adds the fewest digits that give the same double when read. */
static void add_number(struct nd_text *text, double value)
{
    char digits[32];
    for (int n = 15; n <= 17; n++) {
        nd_format(digits, sizeof digits, "%.*g", n, value);
        if (nd_number(digits, NULL) == value) break;
    }
    nd_text_add(text, "%s", digits);
}

int nd_csv_row(struct nd_csv *csv, const double *values, int n)
{
    int status = 0;
    struct nd_text line = {0};
    if (n != csv->columns)
        FAIL(NUDGE_EINTERNAL, "%s: a row of %d values under a header of %d", csv->path, n, csv->columns);
    for (int i = 0; i < n; i++) {
        if (i) nd_text_add(&line, ",");
        add_number(&line, values[i]);
    }
    nd_text_add(&line, "\n");
    TRY(nd_text_check(&line));
    TRY(write_line(csv, line.s, line.n));
    if (csv->results) TRY(nd_results_add_row(csv->results, values));
done:
    nd_text_clear(&line);
    return status;
}

int nd_csv_text(const struct nd_csv *csv, char **text, size_t *n)
{
    int status = 0;
    size_t got = 0;
    char *bytes = NULL;
    *text = NULL;
    *n = 0;
    if (!csv->own) return 0;
    TRY(nd_file_read(csv->path, SIZE_MAX / 2, &bytes, &got));
    if (got < (size_t)csv->size)
        FAIL(NUDGE_EIO, "%s: %zu bytes were written, and %zu are left: something else changes the file",
             csv->path, (size_t)csv->size, got);
    *text = bytes;
    *n = (size_t)csv->size;
    bytes = NULL;
done:
    free(bytes);
    return status;
}

/* Keeps the rows of a text in memory. */
static int keep_rows(struct nd_csv *csv, const char *text)
{
    int status = 0;
    double *row = NULL;
    ALLOC(row, csv->columns);
    for (const char *line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        char *end = (char *)line;
        for (int i = 0; i < csv->columns; i++) {
            const char *number = end + 1;
            row[i] = nd_number(number, &end);
            if (end == number || *end != (i + 1 < csv->columns ? ',' : '\n'))
                FAIL(NUDGE_EFORMAT, "%s: the rows of the earlier run cannot be read", csv->path);
        }
        TRY(nd_results_add_row(csv->results, row));
    }
done:
    free(row);
    return status;
}

int nd_csv_restore(struct nd_csv *csv, const char *text, size_t n)
{
    int status = 0;
    const size_t head = strlen(csv->header);
    if (!csv->own) return 0;
    if (n <= head || memcmp(text, csv->header, head) || text[head] != '\n' || text[n - 1] != '\n')
        FAIL(NUDGE_EFORMAT, "%s: the table of the earlier run has other columns", csv->path);
    if (ftruncate(csv->file, 0) || lseek(csv->file, 0, SEEK_SET))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", csv->path, strerror(errno));
    csv->size = 0;
    TRY(write_line(csv, text, n));
    if (csv->results) TRY(keep_rows(csv, text));
done:
    return status;
}

int nd_csv_end(struct nd_csv **csv)
{
    struct nd_csv *whole = *csv;
    *csv = NULL;
    return nd_csv_destroy(whole);
}

void nd_csv_abandon(struct nd_csv *csv)
{
    if (csv && csv->own) remove(csv->path); /* never a device */
    nd_csv_destroy(csv);
}

int nd_csv_destroy(struct nd_csv *csv)
{
    int status = 0;
    if (!csv) return 0;
    const int unsynced = csv->file >= 0 && nd_file_sync(csv->file), why = errno;
    if (csv->file >= 0 && close(csv->file))
        FAIL(NUDGE_EIO, "%s: cannot close: %s", csv->path, strerror(errno));
    if (unsynced) FAIL(NUDGE_EIO, "%s: cannot write: %s", csv->path, strerror(why));
done:
    free(csv->path);
    free(csv->header);
    free(csv);
    return status;
}
