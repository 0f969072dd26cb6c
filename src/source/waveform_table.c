/* Waveforms from files: rows of a time and a value, joined by a natural cubic spline. */
#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/memory.h"
#include "source/waveform.h"

#define FILE_MOST ((size_t)256 << 20)
#define ROWS_MOST 4000000

static const char *skip(const char *p)
{
    return p + strspn(p, " \t\r");
}

/* Reads the two numbers of a row, with a comma or blanks between. Returns 0 if it is no such row. */
static int parse_row(const char *p, double *t, double *y)
{
    char *after;
    *t = nd_number(p, &after);
    if (after == p) return 0;
    p = skip(after);
    if (*p == ',' || *p == ';') p = skip(p + 1);
    *y = nd_number(p, &after);
    if (after == p) return 0;
    p = skip(after);
    return !*p || *p == '\n' || *p == '#';
}

/* Messages give the line number but not the contents: a problem file from a stranger may name any file as its
 * table. */
static int add_row(struct nd_wave *wave, size_t room[2], const char *path, int line, const char *text)
{
    int status = 0;
    double t, y;
    if (!parse_row(text, &t, &y))
        FAIL(NUDGE_EFORMAT,
             "%s:%d: not a row of a table, which is a time and a value: two numbers with a comma or blanks "
             "between",
             path, line);
    if (!isfinite(t) || !isfinite(y))
        FAIL(NUDGE_EFORMAT, "%s:%d: time %g, value %g: both must be finite", path, line, t, y);
    if (wave->n && !(t > wave->t[wave->n - 1]))
        FAIL(NUDGE_EFORMAT, "%s:%d: time %.15g does not follow %.15g: times must increase", path, line, t,
             wave->t[wave->n - 1]);
    if (wave->n == ROWS_MOST)
        FAIL(NUDGE_EFORMAT, "%s:%d: the table has more than %d rows; leave out some", path, line, ROWS_MOST);
    TRY(nd_grow(&wave->t, &room[0], (size_t)wave->n + 1, sizeof *wave->t));
    TRY(nd_grow(&wave->y, &room[1], (size_t)wave->n + 1, sizeof *wave->y));
    wave->t[wave->n] = t;
    wave->y[wave->n++] = y;
done:
    return status;
}

/* Second derivatives of the natural cubic spline: zero at both ends. */
static int make_spline(struct nd_wave *wave)
{
    int status = 0;
    const int n = wave->n;
    const double *t = wave->t, *y = wave->y;
    double *upper = NULL;
    ALLOC(upper, n);
    ALLOC(wave->bend, n);
    double *bend = wave->bend;
    for (int i = 1; i + 1 < n; i++) {
        const double before = t[i] - t[i - 1], after = t[i + 1] - t[i],
                     turn = (y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before,
                     pivot = 2 * (before + after) - before * upper[i - 1];
        upper[i] = after / pivot;
        bend[i] = (6 * turn - before * bend[i - 1]) / pivot;
    }
    for (int i = n - 2; i > 0; i--) bend[i] -= upper[i] * bend[i + 1];
done:
    free(upper);
    return status;
}

/* Whether text begins with word, in capitals or not. */
static int begins_with(const char *text, const char *word)
{
    while (*word && nd_to_lower(*text) == *word) text++, word++;
    return !*word;
}

int nd_wave_table_read(struct nd_wave *wave, const char *path)
{
    int status = 0, line = 0;
    char *text = NULL;
    size_t bytes, room[2] = {0};
    TRY(nd_file_read(path, FILE_MOST, &text, &bytes));
    if (strlen(text) != bytes)
        FAIL(NUDGE_EFORMAT, "%s: not a text file; a waveform table is rows of a time and a value", path);
    for (const char *p = text; p && *p; p = strchr(p, '\n'), p = p ? p + 1 : p) {
        const char *row = skip(p);
        line++;
        if (!*row || *row == '\n' || *row == '#') continue;
        /* A line of words before the first row holds the names of the columns. */
        if (!wave->n && (nd_is_alpha(*row) || *row == '"') && !begins_with(row, "nan") &&
            !begins_with(row, "inf"))
            continue;
        TRY(add_row(wave, room, path, line, row));
    }
    if (wave->n < 2) FAIL(NUDGE_EFORMAT, "%s: %d rows; a waveform needs two or more", path, wave->n);
    wave->begin = wave->t[0];
    wave->end = wave->t[wave->n - 1];
    TRY(make_spline(wave));
done:
    free(text);
    return status;
}

double nd_wave_table_at(const struct nd_wave *wave, double t)
{
    int low = 0, high = wave->n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (wave->t[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    const double h = wave->t[high] - wave->t[low], a = (wave->t[high] - t) / h, b = 1 - a;
    return a * wave->y[low] + b * wave->y[high] +
           ((a * a * a - a) * wave->bend[low] + (b * b * b - b) * wave->bend[high]) * h * h / 6;
}
