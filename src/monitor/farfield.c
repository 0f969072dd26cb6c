#include "monitor/farfield.h"

#include <math.h>
#include <omp.h>
#include "base/work.h"

struct nd_direction nd_direction_at(double theta, double phi)
{
    const double st = sin(theta), ct = cos(theta), sp = sin(phi), cp = cos(phi);
    return (struct nd_direction){{st * cp, st * sp, ct}, {ct * cp, ct * sp, -st}, {-sp, cp, 0}};
}

/* w: the fields of the wave along r with amplitude 1, of `polarization` or of its one field. Returns its
 * speed, or NaN. */
static double make_wave(const struct nd_outside *o, const double r[3], const double polarization[3],
                        double *w)
{
    double c;
    const double one = 1;
    const struct nd_polarization wanted = {o->field, o->count, o->count == 3 ? polarization : &one};
    const int speeds = nd_matrices_wave(o->matrices, r, &wanted, w, &c);
    return speeds == 1 ? c : NAN;
}

double nd_outside_init(struct nd_outside *o, const struct nd_matrices *matrices, const int *field, int count)
{
    double w[ND_FIELDS_MOST], speed = NAN;
    *o = (struct nd_outside){.matrices = matrices, .count = count};
    if (!count) return NAN;
    for (int i = 0; i < count; i++) o->field[i] = field[i];
    for (int i = 0; i < 12; i++) {
        const struct nd_direction d = nd_direction_at(0.3 + 0.8 * (i % 4), 1.1 * i);
        const double c = make_wave(o, d.r, i % 2 ? d.theta : d.phi, w);
        if (i && !(fabs(c - speed) < 1e-4 * speed)) return NAN;
        speed = c;
        o->intensity = nd_matrices_flux(matrices, d.r, w) / 2;
    }
    return speed;
}

/* rows[3][n]: w.F_k times the factor that turns the integral into a far field. */
static void make_rows(const struct nd_outside *o, const double r[3], const double polarization[3],
                      double *rows)
{
    const struct nd_matrices *m = o->matrices;
    const int n = m->n;
    double w[ND_FIELDS_MOST];
    make_wave(o, r, polarization, w);
    const double scale = 1 / nd_matrices_flux(m, r, w);
    for (int i = 0; i < 3 * n; i++) {
        rows[i] = 0;
        for (int j = 0; j < n; j++) rows[i] += scale * w[j] * m->F[i / n][j * n + i % n];
    }
}

void nd_far_field(const struct nd_trace *t, const struct nd_outside *outside,
                  const struct nd_direction *direction, double complex F[2])
{
    const int n = t->fields, parts = outside->count == 3 ? 2 : 1;
    double rows[2][3 * ND_FIELDS_MOST];
    make_rows(outside, direction->r, direction->theta, rows[0]);
    if (parts == 2) make_rows(outside, direction->r, direction->phi, rows[1]);
    F[0] = F[1] = 0;
    for (size_t i = 0; i < t->n; i++) {
        const double *x = t->x + 3 * i, *dS = t->dS + 3 * i;
        const double complex *u = t->u + (size_t)n * i;
        const double path =
            outside->k * (x[0] * direction->r[0] + x[1] * direction->r[1] + x[2] * direction->r[2]);
        const double complex wave = cos(path) + I * sin(path);
        for (int part = 0; part < parts; part++) {
            const double *row = rows[part];
            double complex sum = 0;
            for (int c = 0; c < n; c++)
                sum += (dS[0] * row[c] + dS[1] * row[n + c] + dS[2] * row[2 * n + c]) * u[c];
            F[part] += sum * wave;
        }
    }
    for (int part = 0; part < parts; part++) F[part] *= I * outside->k / (4 * M_PI);
}

double nd_far_intensity(const struct nd_outside *outside, const double complex F[2])
{
    const double a = cabs(F[0]), b = cabs(F[1]);
    return (a * a + b * b) * outside->intensity;
}

/* The radius of a sphere around the surface, about the centre of its bounding box. */
static double radius(const struct nd_trace *t)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
    for (size_t i = 0; i < 3 * t->n; i++) {
        low[i % 3] = fmin(low[i % 3], t->x[i]);
        high[i % 3] = fmax(high[i % 3], t->x[i]);
    }
    for (int c = 0; c < 3; c++) sum += (high[c] - low[c]) * (high[c] - low[c]) / 4;
    return t->n ? sqrt(sum) : 0;
}

/* Surface points times directions: in one block, and at most for the integral over all directions. */
#define BLOCK_WORK  4e6
#define SPHERE_WORK 1e10

int nd_far_block(const struct nd_trace *t)
{
    const double n = BLOCK_WORK / (double)(t->n + 1);
    const int threads = omp_get_max_threads();
    return n > 8192 ? 8192 : n < threads ? threads : (int)n;
}

/* A body of radius a radiates spherical harmonics up to a degree little above k a; intensities have twice
 * that degree. */
static double degree(const struct nd_outside *outside, double a)
{
    const double size = outside->k * a;
    return ceil(size + 3 * cbrt(size) + 6);
}

double nd_far_power_directions(const struct nd_outside *outside, double a)
{
    const double d = degree(outside, a);
    return (d + 1) * (2 * d + 1);
}

/* The quadrature is exact for those harmonics: Gauss points in cos theta, equal steps in phi. */
int nd_far_power(const struct nd_trace *t, const struct nd_outside *outside, const struct nd_far_part *part,
                 double *power)
{
    int status = 0;
    double *z = NULL, *share = NULL, total = 0;
    const double most = degree(outside, radius(t));
    *power = NAN;
    if (2 * most * most * (double)t->n > SPHERE_WORK) goto done;
    const int n = (int)most + 1, turns = 2 * (int)most + 1, block = nd_far_block(t);
    ALLOC(z, 2 * n);
    ALLOC(share, block);
    double *w = z + n;
    TRY(nd_jacobi_gauss(0, 0, n, z, w));
    for (int first = 0; first < n * turns; first += block) {
        const int end = n * turns - first < block ? n * turns : first + block;
        TRY(nd_work(part->what, part->from + (part->to - part->from) * first / (n * turns)));
#pragma omp parallel for schedule(dynamic)
        for (int i = first; i < end; i++) {
            double complex F[2];
            const struct nd_direction direction =
                nd_direction_at(acos(z[i / turns]), 2 * M_PI * (i % turns) / turns);
            nd_far_field(t, outside, &direction, F);
            share[i - first] = w[i / turns] * (2 * M_PI / turns) * nd_far_intensity(outside, F);
        }
        for (int i = first; i < end; i++) total += share[i - first]; /* in order, whatever the threads */
    }
    *power = total;
done:
    free(z);
    free(share);
    return status;
}
