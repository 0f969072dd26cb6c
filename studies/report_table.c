/* Tables of a run (.csv) on the page: a chart for each kind of column, and some of the rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"

enum { COLUMNS_MOST = 200, SERIES_MOST = 7, CHARTS_MOST = 6, ROWS_SHOWN = 40, BUCKETS = 200 };

struct table {
    char *text; /* cells point into it */
    const char *column[COLUMNS_MOST];
    int columns;
    const char **cell; /* [rows][columns] */
    size_t rows, capacity;
};

/* Cuts the line at its commas. Returns the number of cells. */
static int cut(char *line, const char **cell)
{
    int n = 0;
    for (char *at = line; at && n < COLUMNS_MOST; n++) {
        char *comma = strchr(at, ',');
        cell[n] = at;
        if (comma) *comma++ = 0;
        at = comma;
    }
    return n;
}

/* Fails if a row has another number of cells than the first; the rows before it stay. */
static int parse(struct table *t)
{
    int status = 0;
    const char *cell[COLUMNS_MOST];
    long number = 0;
    for (char *line = t->text, *next; line && *line; line = next) {
        if ((next = strchr(line, '\n'))) *next++ = 0;
        line[strcspn(line, "\r")] = 0;
        number++;
        if (!*line) continue;
        const int n = cut(line, cell);
        if (!t->columns) {
            memcpy(t->column, cell, (size_t)n * sizeof *cell);
            t->columns = n;
            continue;
        }
        if (n != t->columns) FAIL(NUDGE_EFORMAT, "line %ld has another number of cells than line 1", number);
        TRY(nd_grow(&t->cell, &t->capacity, (t->rows + 1) * (size_t)n, sizeof *t->cell));
        memcpy(t->cell + t->rows++ * (size_t)n, cell, (size_t)n * sizeof *cell);
    }
    if (!t->columns) FAIL(NUDGE_EFORMAT, "it is empty");
done:
    return status;
}

static double number_at(const struct table *t, size_t row, int column)
{
    char *end;
    const char *cell = t->cell[row * (size_t)t->columns + (size_t)column];
    const double value = nd_number(cell, &end);
    return end == cell || *end ? NAN : value;
}

/* A curve needs some rows, the first column of which rises. */
static int is_curve(const struct table *t)
{
    if (t->rows < 5 || t->columns < 2) return 0;
    for (size_t i = 0; i < t->rows; i++)
        if (!isfinite(number_at(t, i, 0)) || (i && number_at(t, i, 0) <= number_at(t, i - 1, 0))) return 0;
    return 1;
}

/* Columns of one kind share a chart: those with the same letter (Ex, Ey) or the same last word (one_V, two_V). */
static int kind_of(const char *name)
{
    char stem[128];
    nd_format(stem, sizeof stem, "%.*s", (int)strcspn(name, " ["), name);
    const char *last = strrchr(stem, '_');
    if (!last || !strcmp(last, "_re") || !strcmp(last, "_im") || !last[1]) return (unsigned char)*stem;
    return 256 + (unsigned char)last[1];
}

/* Of many rows the least and the largest of each bucket stay, in their order, so that no peak is lost. */
static int thin(const struct table *t, int column, double *x, double *y)
{
    const size_t each = t->rows / BUCKETS + 1;
    int n = 0;
    for (size_t i = 0; i < t->rows; i += each) {
        size_t low = i, high = i;
        for (size_t j = i; j < t->rows && j < i + each; j++) {
            if (number_at(t, j, column) < number_at(t, low, column)) low = j;
            if (number_at(t, j, column) > number_at(t, high, column)) high = j;
        }
        for (int k = 0; k < (low == high ? 1 : 2); k++) {
            const size_t row = (low < high) == !k ? low : high;
            x[n] = number_at(t, row, 0), y[n++] = number_at(t, row, column);
        }
    }
    return n;
}

static int add_chart(struct report *r, const struct table *t, const int *column, int n)
{
    int status = 0;
    double *xy = NULL;
    struct nd_series series[SERIES_MOST];
    struct nd_chart chart = {.title = t->column[column[0]],
                             .x_label = t->column[0],
                             .y_label = "",
                             .series = series,
                             .nseries = n};
    char title[256];
    ALLOC(xy, n * 4 * (BUCKETS + 2));
    for (int i = 0; i < n; i++) {
        double *x = xy + (size_t)i * 4 * (BUCKETS + 2), *y = x + 2 * (BUCKETS + 2);
        series[i] = (struct nd_series){t->column[column[i]], x, y, thin(t, column[i], x, y)};
    }
    nd_format(title, sizeof title, n > 1 ? "%s … %s" : "%s", t->column[column[0]], t->column[column[n - 1]]);
    chart.title = title;
    report_add(r, "<figure class=\"chart%s\">\n", t->rows > 40 ? " many" : "");
    TRY(figure_add(&r->page, &chart));
    report_add(r, "</figure>\n");
done:
    free(xy);
    return status;
}

static int add_charts(struct report *r, const struct table *t, const char *name)
{
    int status = 0, charts = 0, left = 0;
    char taken[COLUMNS_MOST] = {1};
    if (!is_curve(t)) goto done;
    report_add(r, "<div class=\"charts\">\n");
    for (int c = 1; c < t->columns; c++) {
        int column[SERIES_MOST], n = 0;
        if (taken[c]) continue;
        for (int d = c; d < t->columns && n < SERIES_MOST; d++)
            if (!taken[d] && kind_of(t->column[d]) == kind_of(t->column[c])) column[n++] = d, taken[d] = 1;
        if (charts == CHARTS_MOST || !report_room(r, 200000)) {
            left += n;
            continue;
        }
        charts++;
        TRY(add_chart(r, t, column, n));
    }
    report_add(r, "</div>\n");
    if (left) report_note(r, "%s: %d of its columns have no curve, only numbers.", name, left);
done:
    return status;
}

static void add_rows(struct report *r, const struct table *t)
{
    const size_t shown = t->rows < ROWS_SHOWN ? t->rows : ROWS_SHOWN;
    const int folded = t->rows > 12;
    if (folded) report_add(r, "<details><summary>numbers: %zu of %zu rows</summary>\n", shown, t->rows);
    report_add(r, "<div class=\"wide\"><table><thead><tr>");
    for (int c = 0; c < t->columns; c++) {
        report_add(r, "<th>");
        report_escape(&r->page, t->column[c]);
        report_add(r, "</th>");
    }
    report_add(r, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < shown; i++) {
        const size_t row = shown > 1 ? i * (t->rows - 1) / (shown - 1) : 0;
        report_add(r, "<tr>");
        for (int c = 0; c < t->columns; c++) {
            const double value = number_at(t, row, c);
            report_add(r, "<td>");
            if (isfinite(value))
                report_add(r, "%.6g", value);
            else
                report_escape(&r->page, t->cell[row * (size_t)t->columns + (size_t)c]);
            report_add(r, "</td>");
        }
        report_add(r, "</tr>\n");
    }
    report_add(r, "</tbody></table></div>%s\n", folded ? "</details>" : "");
}

static const char *describe(const struct table *t, const char *name)
{
    const char *one = t->column[0], *two = t->columns > 1 ? t->column[1] : "";
    if (strstr(name, "resonance")) return "resonances";
    if (!strncmp(two, "S11", 3) || strstr(name, "sparameters")) return "S-parameters";
    if (!strcmp(nd_path_name(name), "ports.csv")) return "ports: voltage, current and power over time";
    if (!strncmp(two, "energy", 6)) return "energy over time";
    if (!strncmp(one, "time", 4)) return "probe: fields over time";
    if (strstr(name, "-totals") || !strncmp(two, "theta", 5)) return "far field";
    if (!strncmp(two, "power", 5)) return "power through a surface";
    return !strncmp(one, "frequency", 9) ? "spectrum" : "table";
}

static int is_energy(const struct table *t)
{
    return t->columns == 2 && !strncmp(t->column[0], "time", 4) && !strncmp(t->column[1], "energy", 6);
}

static void add_drift(struct report *r, const struct table *t)
{
    const double first = number_at(t, 0, 1), last = number_at(t, t->rows - 1, 1);
    if (first > 0 && isfinite(last))
        report_add(r, "<p>From %.6g at the beginning to %.6g at the end: %+.3g %%.</p>\n", first, last,
                   100 * (last / first - 1));
}

static int add_table(struct report *r, struct report_file *file, const struct table *t, int energy)
{
    int status = 0;
    if (!report_room(r, 400000 + 40.0 * t->columns * ROWS_SHOWN)) {
        report_note(r, "%s is left out: the page would be larger than 10 MB.", file->name);
        goto done;
    }
    file->shown = 1;
    report_add(r, "<article><h3>");
    report_escape(&r->page, file->name);
    report_add(r, " <small>%s</small></h3>\n", describe(t, file->name));
    if (!t->rows) report_add(r, "<p>It has no rows yet.</p>\n");
    if (energy && t->rows) add_drift(r, t);
    TRY(add_charts(r, t, file->name));
    if (t->rows) add_rows(r, t);
    report_add(r, "</article>\n");
done:
    return status;
}

static int show_file(struct report *r, struct report_file *file, int energy, int *any)
{
    int status = 0;
    size_t n = 0;
    struct table t = {0};
    char *path = report_path(r, file->name);
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    if (nd_file_read(path, REPORT_FILE_BYTES, &t.text, &n)) {
        if (energy) report_note(r, "%s is left out: %s", file->name, nudge_error());
        goto done;
    }
    if (strlen(t.text) != n) {
        if (energy) report_note(r, "%s is broken: it is not text.", file->name);
        goto done;
    }
    const int broken = parse(&t);
    if (broken && energy == !!is_energy(&t)) report_note(r, "%s is broken: %s", file->name, nudge_error());
    if (!t.columns || energy != is_energy(&t)) goto done;
    if (!(*any)++)
        report_add(r, energy ? "<section id=\"energy\">\n<h2>Energy</h2>\n"
                             : "<section id=\"monitors\">\n<h2>Monitors</h2>\n");
    TRY(add_table(r, file, &t, energy));
done:
    free(path);
    free(t.text);
    free(t.cell);
    return status;
}

int report_tables(struct report *r, int energy)
{
    int status = 0, any = 0;
    for (int i = 0; i < r->nfiles; i++)
        if (report_ends(r->file[i].name, ".csv")) TRY(show_file(r, &r->file[i], energy, &any));
    if (any) report_add(r, "</section>\n");
    if (!any && energy)
        report_note(
            r,
            "There is no table of the energy; output.energy: {file: energy.csv} in the problem writes one.");
done:
    return status;
}
