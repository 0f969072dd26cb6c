/* Results of nudge sparameters on the page: key values, magnitudes at a few frequencies, pictures and tables. All are
 * computed from the table of the matrix, STEM.csv, as the run's own numbers are printed and not kept. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"

enum { PORTS_SHOWN = 4, FREQUENCIES_SHOWN = 9 };

/* The number of ports of a matrix, whose columns are frequency, then S11_re, S11_im and so on, row by row; 0 for another
 * table. */
static int ports_of(const struct report_table *t)
{
    char name[32];
    const int n = (int)lround(sqrt(fmax(0, t->columns - 1) / 2));
    if (n < 1 || t->columns != 1 + 2 * n * n || strcmp(t->column[0], "frequency") || !t->rows) return 0;
    for (int i = 0; i < n * n; i++) {
        nd_format(name, sizeof name, n < 10 ? "S%d%d_re" : "S%d_%d_re", i / n + 1, i % n + 1);
        if (strcmp(t->column[1 + 2 * i], name)) return 0;
    }
    return n;
}

/* Fills frequency and S. */
static int take_matrix(const struct report_table *t, struct nd_network *w)
{
    int status = 0;
    w->n = ports_of(t);
    w->points = (int)t->rows;
    ALLOC(w->frequency, w->points);
    ALLOC(w->S, t->rows * (size_t)(w->n * w->n));
    for (int k = 0; k < w->points; k++) {
        w->frequency[k] = report_cell(t, (size_t)k, 0);
        for (int i = 0; i < w->n * w->n; i++) {
            const double re = report_cell(t, (size_t)k, 1 + 2 * i), im = report_cell(t, (size_t)k, 2 + 2 * i);
            if (!isfinite(re) || !isfinite(im))
                FAIL(NUDGE_EFORMAT, "row %d has a value that is not a number", k + 1);
            w->S[nd_network_index(w, k, 0, 0) + (size_t)i] = re + im * I;
        }
    }
    TRY(nd_network_judge(w));
done:
    return status;
}

/* Names and impedances of the ports, in the middle of the band; columns NAME_Z and NAME_beta. */
static void add_ports(struct report *r, const char *stem, int ports)
{
    char name[512], port[128];
    struct report_table t;
    nd_format(name, sizeof name, "%s-ports.csv", stem);
    const int failed = report_table_read(r, name, &t);
    for (int i = 0; !failed && t.columns >= 1 + 2 * ports && t.rows && i < ports; i++) {
        const char *column = t.column[1 + 2 * i];
        const int length = report_ends(column, "_Z") ? (int)strlen(column) - 2 : (int)strlen(column);
        nd_format(port, sizeof port, "port %d", i + 1);
        report_fact(r, port, "%.*s, impedance %.5g", length, column, report_cell(&t, t.rows / 2, 1 + 2 * i));
    }
    report_table_clear(&t);
}

static void add_values(struct report *r, const struct nd_network *w, const char *stem)
{
    const char *hertz = report_value(r, "settings.time_unit") ? " Hz" : "";
    report_add(r, "<dl class=\"facts\">\n");
    add_ports(r, stem, w->n);
    report_fact(r, "frequencies", "%d, from %.6g to %.6g%s", w->points, w->frequency[0],
                w->frequency[w->points - 1], hertz);
    report_fact(r, "reciprocity: largest |Sij - Sji|", "%.2e%s", w->reciprocity,
                w->reciprocity <= ND_NETWORK_RECIPROCITY ? "" : ", doubtful");
    report_fact(r, "passivity: largest singular value of S", "%.5f%s", w->passivity,
                w->passivity <= ND_NETWORK_PASSIVITY ? "" : ", doubtful");
    report_fact(r, "power balance: what comes out of what enters at a port", "%.5f to %.5f", w->least,
                w->most);
    report_add(r, "</dl>\n");
}

static void add_magnitudes(struct report *r, const struct nd_network *w)
{
    const int rows = w->points < FREQUENCIES_SHOWN ? w->points : FREQUENCIES_SHOWN,
              n = w->n < PORTS_SHOWN ? w->n : PORTS_SHOWN;
    report_add(r, "<div class=\"wide\"><table><thead><tr><th>frequency</th>");
    for (int i = 0; i < n * n; i++)
        report_add(r, w->n < 10 ? "<th>|S%d%d|</th><th>dB</th>" : "<th>|S%d_%d|</th><th>dB</th>", i / n + 1,
                   i % n + 1);
    report_add(r, "</tr></thead><tbody>\n");
    for (int row = 0; row < rows; row++) {
        const int k = rows > 1 ? (int)((long long)row * (w->points - 1) / (rows - 1)) : 0;
        report_add(r, "<tr><td>%.6g</td>", w->frequency[k]);
        for (int i = 0; i < n * n; i++) {
            const double magnitude = cabs(w->S[nd_network_index(w, k, i / n, i % n)]);
            report_add(r, "<td>%.5f</td><td>%.2f</td>", magnitude, 20 * log10(fmax(magnitude, 1e-10)));
        }
        report_add(r, "</tr>\n");
    }
    report_add(r, "</tbody></table></div>\n");
    if (w->n > n)
        report_add(r, "<p class=\"how\">Of %d ports the first %d are in this table.</p>\n", w->n, n);
}

/* The file STEM and an ending; null if there is none, or if it is on the page or in a note already. */
static struct report_file *file_of(struct report *r, const char *stem, const char *ending)
{
    char name[512];
    nd_format(name, sizeof name, "%s%s", stem, ending);
    struct report_file *file = report_find(r, name);
    return file && !file->tried ? file : NULL;
}

static int add_files(struct report *r, const char *stem)
{
    int status = 0;
    static const char *const pictures[] = {".svg", "-smith.svg", ".png", "-smith.png"}, *const tables[] = {
                                                                                            ".csv", "-z.csv",
                                                                                            "-y.csv",
                                                                                            "-line.csv",
                                                                                            "-ports.csv"};
    struct report_file *file;
    report_add(r, "<div class=\"pictures\">\n");
    for (int i = 0; i < 4; i++)
        if ((file = file_of(r, stem, pictures[i]))) TRY(report_picture(r, file));
    report_add(r, "</div>\n");
    for (int i = 0; i < 5; i++)
        if ((file = file_of(r, stem, tables[i]))) TRY(report_table_show(r, file));
done:
    return status;
}

static int add_network(struct report *r, const char *stem, int *any)
{
    int status = 0;
    char name[512];
    struct report_table t = {0};
    struct nd_network w = {0};
    nd_format(name, sizeof name, "%s.csv", stem);
    if (!report_find(r, name)) goto done;
    /* A table that cannot be read is a matter of report_tables. */
    if (report_table_read(r, name, &t) || !ports_of(&t)) goto done;
    if (take_matrix(&t, &w)) {
        report_note(r, "%s is broken: %s", name, nudge_error());
        goto done;
    }
    if (!(*any)++) report_add(r, "<section id=\"sparameters\">\n<h2>S-parameters</h2>\n");
    add_values(r, &w, stem);
    add_magnitudes(r, &w);
    TRY(add_files(r, stem));
done:
    report_table_clear(&t);
    nd_network_clear(&w);
    return status;
}

int report_sparameters(struct report *r)
{
    int status = 0, any = 0;
    static const char ending[] = "-ports.csv";
    char stem[256];
    for (int i = 0; i < r->nfiles; i++) {
        const char *name = r->file[i].name;
        const size_t n = strlen(name), most = sizeof ending - 1;
        if (!report_ends(name, ending) || strchr(name, '/') || n - most >= sizeof stem) continue;
        nd_format(stem, sizeof stem, "%.*s", (int)(n - most), name);
        TRY(add_network(r, stem, &any));
    }
    if (any) report_add(r, "</section>\n");
done:
    return status;
}
