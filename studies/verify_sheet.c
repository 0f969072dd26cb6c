/* Reads back the CSV files that a run has written. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "verify.h"

/* Cuts the line at its commas; the pieces are counted, and kept where there is room. */
static int cut(char *line, char **piece)
{
    int n = 0;
    for (char *p = line; p; n++) {
        char *next = strchr(p, ',');
        if (next) *next++ = 0;
        if (piece) piece[n] = p;
        p = next;
    }
    return n;
}

static int read_head(struct sheet *s, char *line)
{
    int status = 0;
    int columns = 1;
    for (const char *p = line; *p; p++) columns += *p == ',';
    ALLOC(s->name, columns);
    s->columns = cut(line, s->name);
    for (int c = 0; c < columns; c++) { /* "time [s]": without the unit */
        char *unit = strstr(s->name[c], " [");
        if (unit) *unit = 0;
    }
done:
    return status;
}

static int read_row(struct sheet *s, char *line, const char *path, size_t *capacity)
{
    int status = 0;
    TRY(nd_grow(&s->at, capacity, (size_t)(s->rows + 1) * (size_t)s->columns, sizeof *s->at));
    double *row = s->at + (size_t)s->rows++ * (size_t)s->columns;
    for (int c = 0; c < s->columns; c++) {
        char *end;
        row[c] = strncmp(line, "nan", 3) ? nd_number_parse(line, &end) : (end = line + 3, NAN);
        if (end == line || *end != (c + 1 < s->columns ? ',' : 0))
            FAIL(NUDGE_EFORMAT, "%s:%d: %d numbers are wanted, found '%.80s'", path, s->rows + 1, s->columns,
                 line);
        line = end + 1;
    }
done:
    return status;
}

int sheet_read(struct sheet *s, const char *path)
{
    int status = 0;
    size_t n, capacity = 0;
    memset(s, 0, sizeof *s);
    TRY(nd_file_read(path, (size_t)1 << 30, &s->text, &n));
    char *line = s->text;
    for (int i = 0; line && *line; i++) {
        char *end = strchr(line, '\n');
        if (end) *end++ = 0;
        TRY(i ? read_row(s, line, path, &capacity) : read_head(s, line));
        line = end;
    }
    if (!s->columns) FAIL(NUDGE_EFORMAT, "%s: the file is empty", path);
done:
    if (status) sheet_clear(s);
    return status;
}

void sheet_clear(struct sheet *s)
{
    free(s->text);
    free(s->name);
    free(s->at);
    memset(s, 0, sizeof *s);
}

int sheet_column(const struct sheet *s, const char *name, int *column)
{
    int status = 0;
    for (*column = 0; *column < s->columns; ++*column)
        if (!strcmp(s->name[*column], name)) return 0;
    FAIL(NUDGE_EFORMAT, "no column '%s' among the %d of the run's output", name, s->columns);
done:
    return status;
}
