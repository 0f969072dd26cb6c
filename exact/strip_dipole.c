#include "exact/strip_dipole.h"

#include <math.h>
#include <stdlib.h>
#include "exact/gauss.h"

#define CELLS_MOST 4000

/* The strip is divided into across x along equal cells. Jz is known at the edges between two cells along z, Jx at those along x.
 * By symmetry a quarter is computed: Jz is even in x and z, Jx odd in both. */
struct grid {
    const struct nd_strip_dipole *strip;
    double k, dx, dz;
    int nx, nz;                 /* cells of a half along each axis */
    int unknowns, longitudinal; /* Jz come first */
    double complex *psi; /* [2 nx][2 nz] integral of the kernel over a cell, by the distance in cells */
};

/* The integral of 1 / R over the rectangle from (0, 0) to (u, v), seen from (0, 0); odd in u and in v. */
static double corner(double u, double v)
{
    double sum = 0;
    if (u != 0) sum += u * asinh(v / fabs(u));
    if (v != 0) sum += v * asinh(u / fabs(v));
    return sum;
}

/* The integral of exp(-i k R) / (4 pi R) over a cell at a distance: 1 / R in closed form, the rest, which is smooth, by Gauss's
 * rule. */
static double complex kernel(const struct grid *g, double x, double z)
{
    static const double at[4] = {-0.861136311594053, -0.339981043584856, 0.339981043584856,
                                 0.861136311594053},
                        weight[4] = {0.347854845137454, 0.652145154862546, 0.652145154862546,
                                     0.347854845137454};
    const double a = g->dx / 2, b = g->dz / 2;
    double complex sum =
        corner(x + a, z + b) - corner(x - a, z + b) - corner(x + a, z - b) + corner(x - a, z - b);
    for (int i = 0; i < 16; i++) {
        const double R = hypot(x + a * at[i % 4], z + b * at[i / 4]);
        sum += a * b * weight[i % 4] * weight[i / 4] * (cexp(-I * g->k * R) - 1) / R;
    }
    return sum / (4 * M_PI);
}

static double complex psi_at(const struct grid *g, int i, int m)
{
    return g->psi[abs(i) * 2 * g->nz + abs(m)];
}

/* The number of an unknown at edge i, m of the whole strip and the sign with which it counts there; -1: none, or zero by
 * symmetry. Edges of Jz are between cells m - 1 and m, of Jx between cells i - 1 and i. */
static int unknown_z(const struct grid *g, int i, int m)
{
    if (m < 1 || m > 2 * g->nz - 1) return -1;
    const int row = i < g->nx ? i : 2 * g->nx - 1 - i, column = m <= g->nz ? m : 2 * g->nz - m;
    return row * g->nz + column - 1;
}

static int unknown_x(const struct grid *g, int i, int m, double *sign)
{
    if (i < 1 || i > 2 * g->nx - 1 || i == g->nx) return -1;
    *sign = (i < g->nx ? 1 : -1) * (m < g->nz ? 1 : -1);
    const int row = i < g->nx ? i : 2 * g->nx - i, column = m < g->nz ? m : 2 * g->nz - 1 - m;
    return g->longitudinal + (row - 1) * g->nz + column;
}

/* Adds to a row: factor times the potential at the middle of cell (i, m). Charge is -div J / (i k). */
static void add_potential(const struct grid *g, int i, int m, double complex factor, double complex *row)
{
    for (int p = 0; p < 2 * g->nx; p++)
        for (int q = 0; q < 2 * g->nz; q++) {
            const double complex charge = factor * psi_at(g, p - i, q - m) / (-I * g->k);
            for (int end = 0; end < 2; end++) {
                double sign = 1;
                const int z = unknown_z(g, p, q + end), x = unknown_x(g, p + end, q, &sign);
                if (z >= 0) row[z] += charge * (end ? 1 : -1) / g->dz;
                if (x >= 0) row[x] += charge * (end ? 1 : -1) * sign / g->dx;
            }
        }
}

/* The part of the line of a test, from the middle of one cell to that of the next along z, that lies in the gap. */
static double in_gap(const struct grid *g, int m)
{
    const double z = (m - g->nz) * g->dz, low = fmax(z - g->dz / 2, -g->strip->gap / 2),
                 high = fmin(z + g->dz / 2, g->strip->gap / 2);
    return fmax(high - low, 0);
}

/* -E of the currents, and the sheet's own voltage, along the line of a test at edge (i, m) of Jz; b: the source's. */
static void test_z(const struct grid *g, int i, int m, double complex *row, double complex *b)
{
    const double sheet = g->strip->resistance * g->strip->width / g->strip->gap;
    for (int p = 0; p < 2 * g->nx; p++)
        for (int q = 1; q < 2 * g->nz; q++)
            row[unknown_z(g, p, q)] += I * g->k * g->dz * psi_at(g, p - i, q - m);
    add_potential(g, i, m, 1, row);
    add_potential(g, i, m - 1, -1, row);
    row[unknown_z(g, i, m)] += sheet * in_gap(g, m);
    *b = in_gap(g, m) / g->strip->gap;
}

static void test_x(const struct grid *g, int i, int m, double complex *row)
{
    double sign = 1;
    for (int p = 1; p < 2 * g->nx; p++)
        for (int q = 0; q < 2 * g->nz; q++) {
            const int x = unknown_x(g, p, q, &sign);
            if (x >= 0) row[x] += I * g->k * g->dx * sign * psi_at(g, p - i, q - m);
        }
    add_potential(g, i, m, 1, row);
    add_potential(g, i - 1, m, -1, row);
}

/* The mean over the gap of the current through the whole width. */
static double complex current(const struct grid *g, const double complex *J)
{
    double complex sum = 0;
    for (int i = 0; i < 2 * g->nx; i++)
        for (int m = 1; m < 2 * g->nz; m++)
            sum += in_gap(g, m) / g->strip->gap * g->dx * J[unknown_z(g, i, m)];
    return sum;
}

int nd_strip_dipole_impedance(const struct nd_strip_dipole *s, double k, double complex *Z)
{
    int status = -1;
    struct grid g = {.strip = s, .k = k, .nx = s->across / 2, .nz = s->along / 2};
    if (s->across < 2 || s->along < 4 || s->across % 2 || s->along % 2 || s->across > CELLS_MOST / s->along ||
        !(s->gap > 0 && s->length > s->gap && s->width > 0 && k > 0))
        return -1;
    g.dx = s->width / s->across, g.dz = s->length / s->along;
    g.longitudinal = g.nx * g.nz;
    g.unknowns = g.longitudinal + (g.nx - 1) * g.nz;
    const size_t n = (size_t)g.unknowns;
    double complex *A = calloc(n * n, sizeof *A), *b = calloc(n, sizeof *b);
    g.psi = calloc((size_t)(4 * g.nx * g.nz), sizeof *g.psi);
    if (!A || !b || !g.psi) goto done;
    for (int i = 0; i < 2 * g.nx; i++)
        for (int m = 0; m < 2 * g.nz; m++) g.psi[i * 2 * g.nz + m] = kernel(&g, i * g.dx, m * g.dz);
    for (int i = 0; i < g.nx; i++)
        for (int m = 1; m <= g.nz; m++) {
            const size_t at = (size_t)unknown_z(&g, i, m);
            test_z(&g, i, m, A + at * n, b + at);
        }
    for (int i = 1; i < g.nx; i++)
        for (int m = 0; m < g.nz; m++) {
            double sign;
            test_x(&g, i, m, A + (size_t)unknown_x(&g, i, m, &sign) * n);
        }
    nd_gauss_solve(g.unknowns, A, b);
    *Z = 1 / current(&g, b) - s->resistance;
    status = 0;
done:
    free(A), free(b), free(g.psi);
    return status;
}

/* By the secant rule, from two guesses. */
int nd_strip_dipole_resonance(const struct nd_strip_dipole *s, double *k, double *R)
{
    double complex Z[2];
    double at[2] = {0.9 * M_PI / s->length, 0.94 * M_PI / s->length};
    if (nd_strip_dipole_impedance(s, at[0], &Z[0])) return -1;
    for (int i = 0; i < 12; i++) {
        if (nd_strip_dipole_impedance(s, at[1], &Z[1])) return -1;
        if (fabs(cimag(Z[1])) < 1e-7) break;
        const double next = at[1] - cimag(Z[1]) * (at[1] - at[0]) / (cimag(Z[1]) - cimag(Z[0]));
        at[0] = at[1], Z[0] = Z[1], at[1] = next;
    }
    *k = at[1], *R = creal(Z[1]);
    return 0;
}
