/* The table of nudge fit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fit.h"
#include "verify.h"

#define LIGHT  299792458.
#define PLANCK 4.135667696e-15 /* eV s */

/* A column that gives frequencies: Hz = factor times the value, or over it. */
static const struct axis {
    const char *name;
    double factor;
    int inverse;
} axes[] = {{"wavelength", LIGHT * 1e6, 1},
            {"wavelength_um", LIGHT * 1e6, 1},
            {"wl", LIGHT * 1e6, 1},
            {"wavelength_nm", LIGHT * 1e9, 1},
            {"frequency", 1, 0},
            {"frequency_THz", 1e12, 0},
            {"energy_eV", 1 / PLANCK, 0}};

static int find(const struct sheet *s, const char *name)
{
    for (int i = 0; i < s->columns; i++)
        if (!strcmp(s->name[i], name)) return i;
    return -1;
}

static int find_axis(const struct sheet *s, const char *path, const struct axis **axis, int *column)
{
    int status = 0;
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        *column = find(s, axes[i].name);
        *axis = &axes[i];
        if (*column >= 0) return 0;
    }
    FAIL(NUDGE_EFORMAT,
         "%s:1: no column gives frequencies; name one wavelength (in micrometres), wavelength_nm, frequency "
         "(in Hz), "
         "frequency_THz or energy_eV",
         path);
done:
    return status;
}

static int by_frequency(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

/* rows[n][3]: frequency, n, k; ascending. */
static int fill(struct fit_data *data, double (*row)[3], int n, const char *path)
{
    int status = 0;
    qsort(row, (size_t)n, sizeof *row, by_frequency);
    data->unit = 2 * M_PI * sqrt(row[0][0] * row[n - 1][0]);
    ALLOC(data->omega, n);
    ALLOC(data->epsilon, n);
    for (int i = 0; i < n; i++) {
        const double complex index = row[i][1] + I * row[i][2];
        if (i && row[i][0] == row[i - 1][0])
            FAIL(NUDGE_EFORMAT, "%s: the frequency %.6g Hz occurs twice; leave one row out", path, row[i][0]);
        data->omega[i] = 2 * M_PI * row[i][0] / data->unit;
        data->epsilon[i] = index * index;
    }
    data->n = n;
done:
    return status;
}

int fit_data_read(struct fit_data *data, const char *path)
{
    int status = 0, column;
    struct sheet s = {0};
    const struct axis *axis = NULL;
    double(*row)[3] = NULL;
    *data = (struct fit_data){0};
    TRY(sheet_read(&s, path));
    TRY(find_axis(&s, path, &axis, &column));
    const int n = find(&s, "n"), k = find(&s, "k");
    if (n < 0) FAIL(NUDGE_EFORMAT, "%s:1: there is no column n, the refractive index; k is optional", path);
    if (s.rows < 4) FAIL(NUDGE_EFORMAT, "%s: %d rows; a fit needs 4 or more", path, s.rows);
    ALLOC(row, s.rows);
    for (int i = 0; i < s.rows; i++) {
        const double *at = s.at + i * s.columns, x = at[column], loss = k < 0 ? 0 : at[k];
        if (!(x > 0) || !isfinite(x) || !(at[n] >= 0) || !isfinite(at[n]) || !(loss >= 0) || !isfinite(loss))
            FAIL(NUDGE_EVALUE,
                 "%s:%d: %s must be above 0, n and k 0 or above (k is positive where waves decay); found %g, "
                 "%g, %g",
                 path, i + 2, axis->name, x, at[n], loss);
        row[i][0] = axis->inverse ? axis->factor / x : axis->factor * x;
        row[i][1] = at[n];
        row[i][2] = loss;
    }
    TRY(fill(data, row, s.rows, path));
done:
    sheet_clear(&s);
    free(row);
    if (status) fit_data_clear(data);
    return status;
}

void fit_data_clear(struct fit_data *data)
{
    free(data->omega);
    free(data->epsilon);
    *data = (struct fit_data){0};
}
