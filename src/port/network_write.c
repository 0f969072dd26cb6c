/* The files of a network: CSV, HDF5, Touchstone and pictures. */
#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "output/table.h"
#include "plot/chart.h"
#include "plot/smith.h"
#include "port/network.h"

static int path_of(const char *stem, const char *ending, char **path)
{
    int status = 0;
    const size_t n = strlen(stem) + strlen(ending) + 1;
    ALLOC(*path, n);
    nd_format(*path, n, "%s%s", stem, ending);
done:
    return status;
}

/* One matrix as a table: frequency, then real and imaginary parts row by row. */
static int write_matrix(const struct nd_network *w, const char *stem, const char *ending, const char *letter,
                        const double complex *matrix)
{
    int status = 0;
    struct nd_text header = {0};
    struct nd_csv *csv = NULL;
    char *path = NULL;
    double *row = NULL;
    const int n = w->n, columns = 1 + 2 * n * n;
    ALLOC(row, columns);
    TRY(path_of(stem, ending, &path));
    nd_text_add(&header, "frequency");
    for (int i = 0; i < n * n; i++)
        for (int part = 0; part < 2; part++)
            nd_text_add(&header, n < 10 ? ",%s%d%d_%s" : ",%s%d_%d_%s", letter, i / n + 1, i % n + 1,
                        part ? "im" : "re");
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&csv, path, header.s));
    for (int k = 0; k < w->points; k++) {
        row[0] = w->frequency[k];
        for (int i = 0; i < n * n; i++) {
            const double complex x = matrix[nd_network_index(w, k, 0, 0) + (size_t)i];
            row[1 + 2 * i] = creal(x), row[2 + 2 * i] = cimag(x);
        }
        TRY(nd_csv_row(csv, row, columns));
    }
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&header);
    free(path);
    free(row);
    return status;
}

/* Real part of the impedance and phase constant of the ports' modes, then what losses add to them. */
static int write_ports(const struct nd_network *w, const char *stem)
{
    int status = 0;
    struct nd_text header = {0};
    struct nd_csv *csv = NULL;
    char *path = NULL;
    double *row = NULL;
    const int columns = 1 + 4 * w->n;
    ALLOC(row, columns);
    TRY(path_of(stem, "-ports.csv", &path));
    nd_text_add(&header, "frequency");
    for (int i = 0; i < w->n; i++) nd_text_add(&header, ",%s_Z,%s_beta", w->name[i], w->name[i]);
    for (int i = 0; i < w->n; i++) nd_text_add(&header, ",%s_alpha", w->name[i]);
    for (int i = 0; i < w->n; i++) nd_text_add(&header, ",%s_Z_im", w->name[i]);
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&csv, path, header.s));
    for (int k = 0; k < w->points; k++) {
        row[0] = w->frequency[k];
        for (int i = 0; i < w->n; i++) {
            row[1 + 2 * i] = creal(w->Z0[k * w->n + i]), row[2 + 2 * i] = cimag(w->gamma[k * w->n + i]);
            row[1 + 2 * w->n + i] = creal(w->gamma[k * w->n + i]);
            row[1 + 3 * w->n + i] = cimag(w->Z0[k * w->n + i]);
        }
        TRY(nd_csv_row(csv, row, columns));
    }
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_text_clear(&header);
    free(path);
    free(row);
    return status;
}

/* The phase by which a line delays, of which the imaginary part of acosh has two signs and a multiple of 2 pi to choose
 * from: that closest to the delay of S21, which is continuous over the band. *delay: at the frequency before. Delays
 * rise with frequency; mismatch may make them fall by a little. */
static double line_phase(const struct nd_network *w, int k, double complex length, double *delay)
{
    const double back = 0.5, S21 = carg(w->S[nd_network_index(w, k, 1, 0)]), more = -S21 - *delay + (k ? back : 0);
    double best = INFINITY, phase = 0;
    *delay += more - 2 * M_PI * floor(more / (2 * M_PI)) - (k ? back : 0);
    for (int sign = -1; sign < 2; sign += 2) {
        const double p = sign * cimag(length), closest = p + 2 * M_PI * round((*delay - p) / (2 * M_PI));
        if (fabs(closest - *delay) < best) best = fabs(closest - *delay), phase = closest;
    }
    return phase;
}

/* Two ports as a line: attenuation in nepers, phase in radians, made continuous, and impedance. */
static int write_line(const struct nd_network *w, const char *stem)
{
    int status = 0;
    struct nd_csv *csv = NULL;
    char *path = NULL;
    double delay = 0;
    if (w->n != 2) return 0;
    TRY(path_of(stem, "-line.csv", &path));
    TRY(nd_csv_create(&csv, path, "frequency,attenuation,phase,Z_re,Z_im"));
    for (int k = 0; k < w->points; k++) {
        double complex length, Z;
        nd_network_line(w, k, &length, &Z);
        const double phase = line_phase(w, k, length, &delay);
        TRY(nd_csv_row(csv, (const double[]){w->frequency[k], fabs(creal(length)), phase, creal(Z), cimag(Z)},
                       5));
    }
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    free(path);
    return status;
}

/* The real or the imaginary part of a number for each port and frequency: of Z0 or of gamma. */
static int write_part(const struct nd_network *w, struct nd_h5 *h5, const char *name, const double complex *from,
                      int imaginary)
{
    int status = 0;
    const size_t all = (size_t)w->points * (size_t)w->n;
    const nd_gid size[2] = {w->points, w->n};
    double *part = NULL;
    ALLOC(part, all);
    for (size_t i = 0; i < all; i++) part[i] = imaginary ? cimag(from[i]) : creal(from[i]);
    TRY(nd_h5_write_box(h5, name, 2, size, part));
done:
    free(part);
    return status;
}

static int write_arrays(const struct nd_network *w, const char *stem)
{
    int status = 0;
    struct nd_h5 *h5 = NULL;
    char *path = NULL, name[8];
    double *part = NULL;
    const size_t all = (size_t)w->points * (size_t)(w->n * w->n);
    const nd_gid size[3] = {w->points, w->n, w->n};
    const double complex *const matrix[3] = {w->S, w->Z, w->Y};
    ALLOC(part, all);
    TRY(path_of(stem, ".h5", &path));
    TRY(nd_h5_create(&h5, path));
    TRY(nd_h5_write_box(h5, "frequency", 1, size, w->frequency));
    for (int m = 0; m < 6; m++) {
        for (size_t i = 0; i < all; i++) part[i] = m % 2 ? cimag(matrix[m / 2][i]) : creal(matrix[m / 2][i]);
        nd_format(name, sizeof name, "%c_%s", "SZY"[m / 2], m % 2 ? "im" : "re");
        TRY(nd_h5_write_box(h5, name, 3, size, part));
    }
    TRY(write_part(w, h5, "port_Z", w->Z0, 0));
    TRY(write_part(w, h5, "port_beta", w->gamma, 1));
    TRY(write_part(w, h5, "port_alpha", w->gamma, 0));
    TRY(write_part(w, h5, "port_Z_im", w->Z0, 1));
    struct nd_h5 *whole = h5;
    h5 = NULL;
    TRY(nd_h5_destroy(whole));
done:
    nd_h5_abandon(h5);
    free(path);
    free(part);
    return status;
}

/* Touchstone, version 1: two ports have S21 before S12; more ports have rows of at most four pairs. */
static int write_touchstone(const struct nd_network *w, const char *stem)
{
    int status = 0;
    struct nd_text out = {0};
    char *path = NULL, ending[16];
    const int n = w->n;
    double reference = w->tem ? creal(w->Z0[0]) : 50;
    for (int i = 0; i < n; i++)
        if (cabs(w->Z0[i] / reference - 1) > 1e-6) reference = 50;
    nd_format(ending, sizeof ending, ".s%dp", n);
    TRY(path_of(stem, ending, &path));
    nd_text_add(&out, "! nudge %s\n", nudge_version());
    for (int i = 0; i < n; i++)
        nd_text_add(&out, "! port %d: %s, normalised to its own impedance, %.6g%+.6gi at %.6g Hz\n",
                    i + 1, w->name[i], creal(w->Z0[(w->points / 2) * n + i]),
                    cimag(w->Z0[(w->points / 2) * n + i]), w->frequency[w->points / 2]);
    nd_text_add(&out, "# Hz S RI R %.9g\n", reference);
    for (int k = 0; k < w->points; k++) {
        nd_text_add(&out, "%.9g", w->frequency[k]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double complex x =
                    w->S[n == 2 ? nd_network_index(w, k, j, i) : nd_network_index(w, k, i, j)];
                if (n > 2 && j % 4 == 0 && (i || j)) nd_text_add(&out, "\n");
                nd_text_add(&out, " %.12g %.12g", creal(x), cimag(x));
            }
        nd_text_add(&out, "\n");
    }
    TRY(nd_text_check(&out));
    TRY(nd_file_write(path, out.s, out.n));
done:
    nd_text_clear(&out);
    free(path);
    return status;
}

/* The largest number of curves in a picture. */
enum { CURVES_MOST = 8 };

static int write_decibels(const struct nd_network *w, const char *stem, const nudge_problem *problem)
{
    int status = 0;
    const int n = w->n, curves = n * n < CURVES_MOST ? n * n : n < CURVES_MOST ? n : CURVES_MOST;
    struct nd_series series[CURVES_MOST];
    char name[CURVES_MOST][16], *path = NULL;
    double *y = NULL;
    ALLOC(y, (size_t)curves * (size_t)w->points);
    for (int c = 0; c < curves; c++) {
        const int i = n * n < CURVES_MOST ? c / n : c, j = n * n < CURVES_MOST ? c % n : 0;
        nd_format(name[c], sizeof name[c], n < 10 ? "S%d%d" : "S%d_%d", i + 1, j + 1);
        for (int k = 0; k < w->points; k++)
            y[(size_t)c * (size_t)w->points + (size_t)k] =
                fmax(-80, 20 * log10(cabs(w->S[nd_network_index(w, k, i, j)])));
        series[c] = (struct nd_series){name[c], w->frequency, y + (size_t)c * (size_t)w->points, w->points};
    }
    char label[32] = "frequency", hertz[16];
    const double unit =
        nd_quantity_unit(w->frequency[w->points - 1], ND_DIM_FREQUENCY, nd_problem_si(problem), hertz);
    if (*hertz) nd_format(label, sizeof label, "frequency [%s]", hertz);
    const struct nd_chart chart = {.title = "Scattering parameters",
                                   .x_label = label,
                                   .x_unit = unit,
                                   .y_label = "magnitude [dB]",
                                   .close = 1,
                                   .series = series,
                                   .nseries = curves};
    TRY(path_of(stem, nd_problem_chart_ending(problem, ".svg"), &path));
    TRY(nd_chart_write(&chart, path));
done:
    free(path);
    free(y);
    return status;
}

/* The reflections of all ports. */
static int write_smith(const struct nd_network *w, const char *stem, const nudge_problem *problem)
{
    int status = 0;
    const int curves = w->n < CURVES_MOST ? w->n : CURVES_MOST;
    struct nd_series series[CURVES_MOST];
    char name[CURVES_MOST][16], smith[16], *path = NULL;
    double *xy = NULL;
    const size_t points = (size_t)w->points;
    ALLOC(xy, 2 * (size_t)curves * points);
    for (int c = 0; c < curves; c++) {
        double *x = xy + 2 * (size_t)c * points, *y = x + points;
        for (int k = 0; k < w->points; k++) {
            x[k] = creal(w->S[nd_network_index(w, k, c, c)]);
            y[k] = cimag(w->S[nd_network_index(w, k, c, c)]);
        }
        nd_format(name[c], sizeof name[c], w->n < 10 ? "S%d%d" : "S%d_%d", c + 1, c + 1);
        series[c] = (struct nd_series){name[c], x, y, w->points};
    }
    nd_format(smith, sizeof smith, "-smith%s", nd_problem_chart_ending(problem, ".svg"));
    TRY(path_of(stem, smith, &path));
    TRY(nd_smith_write("Reflections", series, curves, path));
done:
    free(path);
    free(xy);
    return status;
}

int nd_network_write(const struct nd_network *w, const char *stem, const nudge_problem *problem)
{
    int status = 0;
    char advice[512];
    TRY(write_matrix(w, stem, ".csv", "S", w->S));
    TRY(write_matrix(w, stem, "-z.csv", "Z", w->Z));
    TRY(write_matrix(w, stem, "-y.csv", "Y", w->Y));
    TRY(write_ports(w, stem));
    TRY(write_line(w, stem));
    TRY(write_arrays(w, stem));
    TRY(write_touchstone(w, stem));
    if (!nd_canvas_ready(advice)) goto done;
    TRY(write_decibels(w, stem, problem));
    TRY(write_smith(w, stem, problem));
done:
    return status;
}
