/* Tables of a run (.csv) on the page: a chart for each kind of column, and some of the rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"

enum {
    SERIES_MOST = 7,
    CHARTS_MOST = 6,
    CHART_BYTES = 200000,
    ROWS_SHOWN = 40,
    COLUMNS_SHOWN = 200,
    BUCKETS = 200
};

/* Cuts the line at its commas. Returns the number of cells, of which the first `most` are in cell. */
static int cut(char *line, const char **cell, int most)
{
    int n = 0;
    for (char *at = line; at; n++) {
        char *comma = strchr(at, ',');
        if (n < most) cell[n] = at;
        if (comma) *comma++ = 0;
        at = comma;
    }
    return n;
}

static int take_names(struct report_table *t, char *line)
{
    int status = 0, n = 1;
    for (const char *at = line; (at = strchr(at, ',')); at++) n++;
    if (n > REPORT_COLUMNS)
        FAIL(NUDGE_EVALUE, "it has %d columns; a table on the page can have %d", n, REPORT_COLUMNS);
    ALLOC(t->column, n);
    t->columns = cut(line, t->column, n);
done:
    return status;
}

/* Fails if a row has another number of cells than the first; the rows before it stay. */
static int parse(struct report_table *t)
{
    int status = 0;
    long number = 0;
    for (char *line = t->text, *next; line && *line; line = next) {
        if ((next = strchr(line, '\n'))) *next++ = 0;
        line[strcspn(line, "\r")] = 0;
        number++;
        if (!*line) continue;
        if (!t->columns) {
            TRY(take_names(t, line));
            continue;
        }
        const size_t n = (size_t)t->columns;
        TRY(nd_grow(&t->cell, &t->capacity, (t->rows + 1) * n, sizeof *t->cell));
        if (cut(line, t->cell + t->rows * n, t->columns) != t->columns)
            FAIL(NUDGE_EFORMAT, "line %ld has another number of cells than line 1", number);
        t->rows++;
    }
    if (!t->columns) FAIL(NUDGE_EFORMAT, "it is empty");
done:
    return status;
}

double report_cell(const struct report_table *t, size_t row, int column)
{
    char *end;
    const char *cell = t->cell[row * (size_t)t->columns + (size_t)column];
    const double value = nd_number(cell, &end);
    return end == cell || *end ? NAN : value;
}

/* A curve needs some rows, the first column of which rises. */
static int is_curve(const struct report_table *t)
{
    if (t->rows < 5 || t->columns < 2) return 0;
    for (size_t i = 0; i < t->rows; i++)
        if (!isfinite(report_cell(t, i, 0)) || (i && report_cell(t, i, 0) <= report_cell(t, i - 1, 0)))
            return 0;
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
static int thin(const struct report_table *t, int column, double *x, double *y)
{
    const size_t each = t->rows / BUCKETS + 1;
    int n = 0;
    for (size_t i = 0; i < t->rows; i += each) {
        size_t low = i, high = i;
        for (size_t j = i; j < t->rows && j < i + each; j++) {
            if (report_cell(t, j, column) < report_cell(t, low, column)) low = j;
            if (report_cell(t, j, column) > report_cell(t, high, column)) high = j;
        }
        for (int k = 0; k < (low == high ? 1 : 2); k++) {
            const size_t row = (low < high) == !k ? low : high;
            x[n] = report_cell(t, row, 0), y[n++] = report_cell(t, row, column);
        }
    }
    return n;
}

static int add_chart(struct report *r, const struct report_table *t, const int *column, int n)
{
    int status = 0;
    double *xy = NULL;
    struct nd_series series[SERIES_MOST];
    struct nd_chart chart = {.title = t->column[column[0]],
                             .x_label = t->column[0],
                             .y_label = "",
                             .plain = t->rows > 40,
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
    report_add(r, "<figure class=\"chart\">\n");
    TRY(figure_add(&r->page, &chart));
    report_add(r, "</figure>\n");
done:
    free(xy);
    return status;
}

static int columns_shown(const struct report_table *t)
{
    return t->columns < COLUMNS_SHOWN ? t->columns : COLUMNS_SHOWN;
}

/* later: bytes that must stay free for the rows */
static int add_charts(struct report *r, const struct report_table *t, const char *name, double later)
{
    int status = 0, charts = 0, left = 0;
    const int columns = columns_shown(t);
    char taken[COLUMNS_SHOWN] = {1};
    if (!is_curve(t)) goto done;
    report_add(r, "<div class=\"charts\">\n");
    for (int c = 1; c < columns; c++) {
        int column[SERIES_MOST], n = 0;
        if (taken[c]) continue;
        for (int d = c; d < columns && n < SERIES_MOST; d++)
            if (!taken[d] && kind_of(t->column[d]) == kind_of(t->column[c])) column[n++] = d, taken[d] = 1;
        if (charts == CHARTS_MOST || !report_room(r, CHART_BYTES + later)) {
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

static size_t rows_shown(const struct report_table *t)
{
    return t->rows < ROWS_SHOWN ? t->rows : ROWS_SHOWN;
}

/* Row i of those shown: the first, the last, and some between them. */
static size_t row_of(const struct report_table *t, size_t i)
{
    const size_t shown = rows_shown(t);
    return shown > 1 ? i * (t->rows - 1) / (shown - 1) : 0;
}

/* The most that add_rows writes. An escape takes up to six bytes for one. */
static double bytes_of_rows(const struct report_table *t)
{
    double bytes = 1000;
    for (int c = 0; c < columns_shown(t); c++) {
        bytes += 10 + 6.0 * (double)strlen(t->column[c]);
        for (size_t i = 0; i < rows_shown(t); i++) {
            const size_t row = row_of(t, i);
            if (isfinite(report_cell(t, row, c)))
                bytes += 40;
            else
                bytes += 10 + 6.0 * (double)strlen(t->cell[row * (size_t)t->columns + (size_t)c]);
        }
    }
    return bytes;
}

static void add_rows(struct report *r, const struct report_table *t)
{
    const size_t shown = rows_shown(t);
    const int columns = columns_shown(t), folded = t->rows > 12;
    if (folded) report_add(r, "<details><summary>numbers: %zu of %zu rows</summary>\n", shown, t->rows);
    report_add(r, "<div class=\"wide\"><table><thead><tr>");
    for (int c = 0; c < columns; c++) {
        report_add(r, "<th>");
        report_escape(&r->page, t->column[c]);
        report_add(r, "</th>");
    }
    report_add(r, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < shown; i++) {
        const size_t row = row_of(t, i);
        report_add(r, "<tr>");
        for (int c = 0; c < columns; c++) {
            const double value = report_cell(t, row, c);
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

static const char *describe(const struct report_table *t, const char *name)
{
    const char *one = t->column[0], *two = t->columns > 1 ? t->column[1] : "";
    if (strstr(name, "resonance")) return "resonances";
    if (!strncmp(two, "S11", 3) || !strncmp(two, "S1_1_", 5) || strstr(name, "sparameters"))
        return "S-parameters";
    if (!strcmp(nd_path_name(name), "ports.csv")) return "ports: voltage, current and power over time";
    if (!strncmp(two, "energy", 6)) return "energy over time";
    if (!strncmp(one, "time", 4)) return "probe: fields over time";
    if (strstr(name, "-totals") || !strncmp(two, "theta", 5)) return "far field";
    if (!strncmp(two, "power", 5)) return "power through a surface";
    return !strncmp(one, "frequency", 9) ? "spectrum" : "table";
}

static int is_energy(const struct report_table *t)
{
    return t->columns == 2 && !strncmp(t->column[0], "time", 4) && !strncmp(t->column[1], "energy", 6);
}

static void add_drift(struct report *r, const struct report_table *t)
{
    const double first = report_cell(t, 0, 1), last = report_cell(t, t->rows - 1, 1);
    if (first > 0 && isfinite(last))
        report_add(r, "<p>From %.6g at the beginning to %.6g at the end: %+.3g %%.</p>\n", first, last,
                   100 * (last / first - 1));
}

static int add_table(struct report *r, struct report_file *file, const struct report_table *t, int energy)
{
    int status = 0;
    const double rows = bytes_of_rows(t);
    if (!report_room(r, 2 * CHART_BYTES + rows)) {
        report_note(r, "%s is left out: the page would be larger than 10 MB.", file->name);
        goto done;
    }
    file->shown = 1;
    report_add(r, "<article><h3>");
    report_escape(&r->page, file->name);
    report_add(r, " <small>%s</small></h3>\n", describe(t, file->name));
    if (!t->rows) report_add(r, "<p>It has no rows yet.</p>\n");
    if (energy && t->rows) add_drift(r, t);
    TRY(add_charts(r, t, file->name, rows));
    if (t->rows) add_rows(r, t);
    report_add(r, "</article>\n");
    if (t->columns > COLUMNS_SHOWN)
        report_note(r, "%s: the first %d of its %d columns are on the page.", file->name, COLUMNS_SHOWN,
                    t->columns);
done:
    return status;
}

int report_table_read(const struct report *r, const char *name, struct report_table *t)
{
    int status = 0;
    size_t n = 0;
    char *path = report_path(r, name);
    *t = (struct report_table){0};
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    if ((status = nd_file_read(path, REPORT_FILE_BYTES, &t->text, &n))) {
        nd_fail_prefix(status, "%s is left out", name);
        goto done;
    }
    if (strlen(t->text) != n) FAIL(NUDGE_EFORMAT, "%s is broken: it is not text.", name);
    if ((status = parse(t)))
        nd_fail_prefix(status, status == NUDGE_EVALUE ? "%s is left out" : "%s is broken", name);
done:
    free(path);
    return status;
}

void report_table_clear(struct report_table *t)
{
    free(t->text);
    free(t->column);
    free(t->cell);
    *t = (struct report_table){0};
}

/* A broken file is named once: in the pass that would show it, or in the first if it has no columns. */
static int show_file(struct report *r, struct report_file *file, int energy, int *any)
{
    int status = 0;
    struct report_table t;
    const int broken = report_table_read(r, file->name, &t);
    if (broken == NUDGE_ENOMEM) FAIL(NUDGE_ENOMEM, "out of memory");
    if (t.columns && energy != is_energy(&t)) goto done;
    file->tried = 1;
    if (broken) report_note(r, "%s", nudge_error());
    if (!t.columns) goto done;
    if (!(*any)++)
        report_add(r, energy ? "<section id=\"energy\">\n<h2>Energy</h2>\n"
                             : "<section id=\"monitors\">\n<h2>Monitors</h2>\n");
    TRY(add_table(r, file, &t, energy));
done:
    report_table_clear(&t);
    return status;
}

int report_table_show(struct report *r, struct report_file *file)
{
    int status = 0;
    struct report_table t;
    file->tried = 1;
    if (report_table_read(r, file->name, &t)) report_note(r, "%s", nudge_error());
    if (t.columns) TRY(add_table(r, file, &t, 0));
done:
    report_table_clear(&t);
    return status;
}

int report_tables(struct report *r, int energy)
{
    int status = 0, any = 0;
    for (int i = 0; i < r->nfiles; i++)
        if (report_ends(r->file[i].name, ".csv") && !r->file[i].tried)
            TRY(show_file(r, &r->file[i], energy, &any));
    if (any) report_add(r, "</section>\n");
    if (!any && energy)
        report_note(
            r,
            "There is no table of the energy; output.energy: {file: energy.csv} in the problem writes one.");
done:
    return status;
}
