/* Strengths of 0 or above, and better places. */
#include <math.h>
#include <string.h>
#include "fit.h"

/* The terms at s, 1 + 2 n of them. */
static void terms_at(const struct fit *fit, double complex s, double complex *term)
{
    term[0] = 1;
    for (int i = 0; i < fit->n; i++) {
        const double w2 = fit->place[i].omega0 * fit->place[i].omega0, g = fit->place[i].rate;
        if (w2 > 0) {
            term[1 + 2 * i] = w2 / (w2 + s * g + s * s);
            term[2 + 2 * i] = (w2 + s * g) / (w2 + s * g + s * s);
        } else {
            term[1 + 2 * i] = g / (s + g);
            term[2 + 2 * i] = 1 / (s * (s + g));
        }
    }
}

double complex fit_epsilon(const struct fit *fit, double omega)
{
    double complex term[FIT_TERMS_MOST], sum = 0;
    terms_at(fit, -I * omega, term);
    for (int i = 0; i < 1 + 2 * fit->n; i++) sum += fit->weight[i] * term[i];
    return sum;
}

/* A linear problem in relative terms: a[columns][rows], b[rows]. The constant is 1 and its weight. */
struct linear {
    int rows, columns;
    double *a, *b;
};

static void fill(const struct fit_data *data, const struct fit *fit, struct linear *l)
{
    for (int i = 0; i < data->n; i++) {
        double complex term[FIT_TERMS_MOST];
        const double w = 1 / cabs(data->epsilon[i]);
        terms_at(fit, -I * data->omega[i], term);
        for (int c = 0; c < l->columns; c++) {
            l->a[c * l->rows + 2 * i] = w * creal(term[c]);
            l->a[c * l->rows + 2 * i + 1] = w * cimag(term[c]);
        }
        l->b[2 * i] = w * (creal(data->epsilon[i]) - 1);
        l->b[2 * i + 1] = w * cimag(data->epsilon[i]);
    }
}

/* Least squares over the columns in use. */
static int solve_used(const struct linear *l, const int *used, double *x)
{
    int status = 0, n = 0;
    double *a = NULL, *b = NULL, own[FIT_TERMS_MOST] = {0};
    ALLOC(a, l->rows * l->columns);
    ALLOC(b, l->rows > l->columns ? l->rows : l->columns);
    for (int c = 0; c < l->columns; c++)
        if (used[c]) memcpy(a + n++ * l->rows, l->a + c * l->rows, (size_t)l->rows * sizeof *a);
    memcpy(b, l->b, (size_t)l->rows * sizeof *b);
    if (n) TRY(fit_solve(l->rows, n, a, b, own));
    n = 0;
    for (int c = 0; c < l->columns; c++) x[c] = used[c] ? own[n++] : 0;
done:
    free(a);
    free(b);
    return status;
}

/* The column not in use along which the error falls most, or -1. */
static int find_column(const struct linear *l, const int *used, const double *x)
{
    int best = -1;
    double most = 1e-10;
    for (int c = 0; c < l->columns; c++) {
        double slope = 0, size = 0;
        if (used[c]) continue;
        for (int r = 0; r < l->rows; r++) {
            double left = l->b[r];
            for (int k = 0; k < l->columns; k++) left -= l->a[k * l->rows + r] * x[k];
            slope += l->a[c * l->rows + r] * left;
            size += l->a[c * l->rows + r] * l->a[c * l->rows + r];
        }
        if (slope > most * sqrt(size)) most = slope / sqrt(size), best = c;
    }
    return best;
}

/* Goes from x to y until the first number in use would fall below 0, and leaves that one out. Returns whether one did. */
static int retreat(int n, int *used, double *x, const double *y)
{
    double part = 1;
    int first = -1;
    for (int c = 0; c < n; c++)
        if (used[c] && y[c] <= 0 && x[c] / (x[c] - y[c]) <= part) part = x[c] / (x[c] - y[c]), first = c;
    for (int c = 0; c < n; c++) x[c] += part * (y[c] - x[c]);
    if (first >= 0) used[first] = 0, x[first] = 0;
    return first >= 0;
}

/* Non-negative least squares of Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23). */
static int solve_positive(const struct linear *l, double *x)
{
    int status = 0, used[FIT_TERMS_MOST] = {0}, column;
    double y[FIT_TERMS_MOST];
    memset(x, 0, (size_t)l->columns * sizeof *x);
    for (int i = 0; i < 4 * l->columns && (column = find_column(l, used, x)) >= 0; i++) {
        used[column] = 1;
        do TRY(solve_used(l, used, y));
        while (retreat(l->columns, used, x, y));
    }
done:
    return status;
}

static void measure(const struct fit_data *data, struct fit *fit)
{
    double sum = 0;
    fit->worst = 0;
    for (int i = 0; i < data->n; i++) {
        const double off = cabs(fit_epsilon(fit, data->omega[i]) / data->epsilon[i] - 1);
        sum += off * off;
        if (off >= fit->worst) fit->worst = off, fit->worst_at = data->omega[i];
    }
    fit->mean = sqrt(sum / data->n);
}

int fit_weigh(const struct fit_data *data, struct fit *fit)
{
    int status = 0;
    struct linear l = {.rows = 2 * data->n, .columns = 1 + 2 * fit->n};
    ALLOC(l.a, l.rows * l.columns);
    ALLOC(l.b, l.rows);
    fill(data, fit, &l);
    TRY(solve_positive(&l, fit->weight));
    fit->weight[0] += 1;
    measure(data, fit);
done:
    free(l.a);
    free(l.b);
    return status;
}

/* Places as logarithms, which keeps them positive: parameter 2 i is omega0, or nothing, and 2 i + 1 the rate. */
static void change(const struct fit *from, const double *by, struct fit *to)
{
    *to = *from;
    for (int i = 0; i < from->n; i++) {
        to->place[i].omega0 = from->place[i].omega0 * exp(fmin(fmax(by[2 * i], -1), 1));
        to->place[i].rate = from->place[i].rate * exp(fmin(fmax(by[2 * i + 1], -1), 1));
    }
}

/* A resonance that is narrower than the table's rows are apart would describe one row alone. */
static void widen(const struct fit_data *data, struct fit *fit)
{
    const double low = data->omega[0], high = data->omega[data->n - 1], apart = (high - low) / (data->n - 1);
    for (int i = 0; i < fit->n; i++) {
        struct fit_place *p = &fit->place[i];
        p->rate = fmax(p->rate, p->omega0 > low - apart && p->omega0 < high + apart ? apart : 1e-6);
    }
}

static void residual(const struct fit_data *data, const struct fit *fit, double *r)
{
    for (int i = 0; i < data->n; i++) {
        const double complex off =
            (fit_epsilon(fit, data->omega[i]) - data->epsilon[i]) / cabs(data->epsilon[i]);
        r[2 * i] = creal(off), r[2 * i + 1] = cimag(off);
    }
}

/* Levenberg's step: the slopes with respect to the places, with weights found anew for each. a, b: room for them. */
static int find_step(const struct fit_data *data, const struct fit *fit, double damping, double *a, double *b,
                     double *step)
{
    int status = 0;
    const int n = 2 * fit->n, rows = 2 * data->n + n;
    const double h = 1e-5;
    struct fit near;
    double by[2 * FIT_POLES_MOST];
    for (int p = 0; p < n; p++) {
        double *column = a + p * rows;
        memset(by, 0, sizeof by);
        memset(column, 0, (size_t)rows * sizeof *column);
        by[p] = h;
        change(fit, by, &near);
        TRY(fit_weigh(data, &near));
        residual(data, &near, column);
        residual(data, fit, b);
        for (int r = 0; r < 2 * data->n; r++) column[r] = (column[r] - b[r]) / h;
        column[2 * data->n + p] = damping;
    }
    for (int r = 0; r < rows; r++) b[r] = r < 2 * data->n ? -b[r] : 0;
    TRY(fit_solve(rows, n, a, b, step));
done:
    return status;
}

int fit_improve(const struct fit_data *data, struct fit *fit)
{
    enum { STEPS = 60 };
    int status = 0;
    const int n = 2 * fit->n, rows = 2 * data->n + n;
    double *a = NULL, *b = NULL, step[2 * FIT_POLES_MOST], damping = 0.1;
    struct fit next;
    ALLOC(a, rows * (n + 1));
    ALLOC(b, rows);
    widen(data, fit);
    TRY(fit_weigh(data, fit));
    for (int i = 0; i < STEPS && damping < 1e3 && fit->n; i++) {
        TRY(find_step(data, fit, damping, a, b, step));
        change(fit, step, &next);
        widen(data, &next);
        TRY(fit_weigh(data, &next));
        damping *= next.mean < fit->mean ? 0.4 : 4;
        if (next.mean < fit->mean) *fit = next;
    }
done:
    free(a);
    free(b);
    return status;
}
