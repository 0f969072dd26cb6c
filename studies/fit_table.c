/* Reads the table of nudge fit: one block with n and k, or one with each, as refractiveindex.info writes them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "fit.h"
#include "fit_table.h"

/* The fit squares these numbers. They must neither overflow nor vanish. */
#define FREQUENCY_LEAST 1e-12
#define FREQUENCY_MOST  1e24
#define INDEX_LEAST     1e-15
#define INDEX_MOST      1e15
#define APART           1e-12 /* relative: frequencies that are closer are the same */

struct row {
    double value, frequency, n, k; /* value: as in the table; n and k: NaN if the block has no such column */
    int line;
};
struct rows {
    struct row *at;
    int n, has_n, has_k;
};

static int find_column(const struct fit_block *b, const char *name)
{
    for (int c = 0; c < b->columns; c++)
        if (nd_to_lower(b->name[c][0]) == *name && !b->name[c][1]) return c;
    return -1;
}

static int find_axis(const struct fit_block *b, const char *path, struct fit_axis *axis, int *column)
{
    int status = 0;
    for (*column = 0; *column < b->columns; ++*column)
        if (fit_axis_of(b->name[*column], axis)) return 0;
    FAIL(NUDGE_EFORMAT,
         "%s:%d: no column gives frequencies, and this line must name the columns; name one wavelength (in "
         "micrometres), "
         "wavelength (nm), frequency (in Hz), frequency (THz) or energy (eV); found '%.60s%s'",
         path, b->line, b->name[0], b->columns > 1 ? " ..." : "");
done:
    return status;
}

/* column -1: there is none, and the value is NaN. positive: 0 is wrong, too. */
static int read_cell(const struct fit_text *text, const struct fit_block *b, int row, int column,
                     int positive, double *value)
{
    int status = 0;
    *value = NAN;
    if (column < 0) return 0;
    char *cell = b->cell[(size_t)row * (size_t)b->columns + (size_t)column];
    if (!fit_text_number(text, cell, value) || !isfinite(*value) || *value < 0 || (positive && *value == 0))
        FAIL(NUDGE_EFORMAT, "%s:%d: %s must be a number%s, not '%.60s'", text->path, b->row_line[row],
             b->name[column], positive ? " above 0" : ", 0 or above (k is positive where waves decay)", cell);
done:
    return status;
}

static int by_frequency(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return (x->frequency > y->frequency) - (x->frequency < y->frequency);
}

/* A unit that nobody has stated may be another one. */
static void doubt(const struct fit_axis *axis, const char *name, double least, double most, const char *path)
{
    if (axis->assumed && (most < axis->low || most > axis->top || least > axis->high))
        cli_warn("%s: %s from %g to %g is taken in %s, for its column names no unit; if it is another one, "
                 "name it, as %s",
                 path, name, least, most, axis->assumed, axis->usual);
}

/* column: those of the axis, of n and of k. */
static int read_row(const struct fit_text *text, const struct fit_block *b, const struct fit_axis *axis,
                    const int column[3], int index, struct row *row)
{
    int status = 0;
    TRY(read_cell(text, b, index, column[0], 1, &row->value));
    TRY(read_cell(text, b, index, column[1], 0, &row->n));
    TRY(read_cell(text, b, index, column[2], 0, &row->k));
    row->frequency = axis->inverse ? axis->factor / row->value : axis->factor * row->value;
    row->line = b->row_line[index];
    if (!(row->frequency >= FREQUENCY_LEAST && row->frequency <= FREQUENCY_MOST))
        FAIL(NUDGE_EFORMAT,
             "%s:%d: %s %g is a frequency of %.3g Hz, and those of a table are from %g to %g Hz; correct the "
             "row, or the unit in line %d",
             text->path, row->line, b->name[column[0]], row->value, row->frequency, FREQUENCY_LEAST,
             FREQUENCY_MOST, b->line);
done:
    return status;
}

static int check_apart(const struct rows *rows, const char *path)
{
    int status = 0;
    for (int i = 1; i < rows->n; i++)
        if (rows->at[i].frequency <= rows->at[i - 1].frequency * (1 + APART))
            FAIL(NUDGE_EFORMAT,
                 "%s:%d: the frequency %.6g Hz occurs twice, also in line %d; leave one row out", path,
                 rows->at[i].line, rows->at[i].frequency, rows->at[i - 1].line);
done:
    return status;
}

/* In ascending order. */
static int read_block(const struct fit_text *text, const struct fit_block *b, const char *path,
                      struct rows *rows)
{
    int status = 0, column[3];
    double least = INFINITY, most = 0;
    struct fit_axis axis;
    TRY(find_axis(b, path, &axis, column));
    column[1] = find_column(b, "n");
    column[2] = find_column(b, "k");
    rows->has_n = column[1] >= 0;
    rows->has_k = column[2] >= 0;
    ALLOC(rows->at, b->rows + 1);
    for (int i = 0; i < b->rows; i++) {
        struct row *row = &rows->at[rows->n++];
        TRY(read_row(text, b, &axis, column, i, row));
        least = fmin(least, row->value);
        most = fmax(most, row->value);
    }
    qsort(rows->at, (size_t)rows->n, sizeof *rows->at, by_frequency);
    TRY(check_apart(rows, path));
    if (rows->n) doubt(&axis, b->name[*column], least, most, path);
done:
    return status;
}

/* k at a frequency between those of its own rows, linearly; NaN outside of them. */
static double between(const struct rows *k, double frequency)
{
    int i = 0, end = k->n;
    while (i < end) {
        const int middle = i + (end - i) / 2;
        if (k->at[middle].frequency < frequency)
            i = middle + 1;
        else
            end = middle;
    }
    if (i == k->n) return NAN;
    if (k->at[i].frequency == frequency) return k->at[i].k;
    if (!i) return NAN;
    const struct row *a = &k->at[i - 1], *b = &k->at[i];
    return a->k + (b->k - a->k) * (frequency - a->frequency) / (b->frequency - a->frequency);
}

/* Gives the rows of n the k of the other block. Those that it does not reach are left out. */
static void join(struct rows *n, const struct rows *k, const char *path)
{
    int kept = 0;
    for (int i = 0; i < n->n; i++) {
        n->at[kept] = n->at[i];
        n->at[kept].k = between(k, n->at[i].frequency);
        kept += !isnan(n->at[kept].k);
    }
    if (kept < n->n)
        cli_warn("%s: %d of the %d rows of n are outside of the frequencies of k, and are left out", path,
                 n->n - kept, n->n);
    n->n = kept;
}

static int fill(struct fit_data *data, const struct rows *rows, const char *path)
{
    int status = 0;
    const int n = rows->n;
    if (n < 4) FAIL(NUDGE_EFORMAT, "%s: %d rows; a fit needs 4 or more", path, n);
    data->unit = 2 * M_PI * sqrt(rows->at[0].frequency * rows->at[n - 1].frequency);
    ALLOC(data->omega, n);
    ALLOC(data->epsilon, n);
    for (int i = 0; i < n; i++) {
        const double complex index = rows->at[i].n + I * (rows->has_k ? rows->at[i].k : 0);
        if (!(cabs(index) >= INDEX_LEAST && cabs(index) <= INDEX_MOST))
            FAIL(
                NUDGE_EFORMAT,
                "%s:%d: n and k are %g and %g, and the larger one must be from %g to %g; correct the row, or "
                "leave it out",
                path, rows->at[i].line, creal(index), cimag(index), INDEX_LEAST, INDEX_MOST);
        data->omega[i] = 2 * M_PI * rows->at[i].frequency / data->unit;
        data->epsilon[i] = index * index;
    }
    data->n = n;
done:
    return status;
}

int fit_data_read(struct fit_data *data, const char *path)
{
    int status = 0;
    struct fit_text text;
    struct rows rows[2] = {0};
    *data = (struct fit_data){0};
    TRY(fit_text_read(&text, path));
    const struct fit_block *block = text.block;
    for (int i = 0; i < text.blocks && i < 2; i++) TRY(read_block(&text, &block[i], path, &rows[i]));
    const int other = rows[1].has_n; /* k comes first */
    if (!rows[0].has_n && !rows[1].has_n)
        FAIL(NUDGE_EFORMAT, "%s:%d: there is no column n, the refractive index; k is optional", path,
             block->line);
    if (text.blocks > 1 && (text.blocks > 2 || rows[0].has_n + rows[0].has_k != 1 ||
                            rows[1].has_n == rows[0].has_n || rows[1].has_k == rows[0].has_k))
        FAIL(NUDGE_EFORMAT,
             "%s:%d: another table begins here; there may be one table with n and k, or one with n and one "
             "with k",
             path, block[text.blocks > 2 ? 2 : 1].line);
    if (text.blocks > 1) {
        join(&rows[other], &rows[!other], path);
        rows[other].has_k = 1;
    }
    TRY(fill(data, &rows[other], path));
done:
    fit_text_clear(&text);
    for (int i = 0; i < 2; i++) free(rows[i].at);
    if (status) fit_data_clear(data);
    return status;
}

void fit_data_clear(struct fit_data *data)
{
    free(data->omega);
    free(data->epsilon);
    *data = (struct fit_data){0};
}
