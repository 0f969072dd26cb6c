/* Far fields in all directions, computed and written in blocks: only one block is held in memory, and the
 * file of arrays until it is complete. */
#include "monitor/far.h"

#include <math.h>
#include "base/format.h"
#include "base/text.h"
#include "base/work.h"

static int create_table(struct nd_far *far, const char *path)
{
    int status = 0;
    struct nd_text header = {0};
    char name[64], unit[32] = "";
    const struct nd_law *law = far->m->law;
    const bool si = nd_problem_si(far->m->problem);
    const char *field = nd_law_unit(law, law->wave[0]);
    nd_csv_column(&header, "frequency", si ? "Hz" : NULL);
    nd_csv_column(&header, "theta", si ? "deg" : NULL);
    nd_csv_column(&header, "phi", si ? "deg" : NULL);
    nd_csv_column(&header, far->wave ? "sigma" : "directivity", si && far->wave ? "m2" : NULL);
    nd_csv_column(&header, "dB", NULL);
    /* Field times distance: as a spectrum, or relative to the plane wave. */
    if (*field) nd_format(unit, sizeof unit, "(%s) m/Hz", field);
    for (int part = 0; part < far->parts; part++) {
        nd_far_part_name(far, part, name);
        nd_csv_column(&header, name, !si ? NULL : far->wave ? "m" : unit);
    }
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&far->table, path, header.s));
done:
    nd_text_clear(&header);
    return status;
}

int nd_far_stream_open(struct nd_far *far, char *const *paths)
{
    int status = 0;
    far->block = nd_far_block(&far->trace);
    ALLOC(far->value, far->block);
    ALLOC(far->dB, far->block);
    for (int c = 0; c < far->parts; c++) ALLOC(far->E[c], far->block);
    TRY(create_table(far, paths[ND_MONITOR_TABLE]));
    TRY(nd_h5_create(&far->arrays, paths[ND_MONITOR_ARRAYS]));
    if (far->m->keep) nd_h5_keep(far->arrays, &far->monitor->results);
done:
    return status;
}

int nd_far_stream_close(struct nd_far *far)
{
    return nd_csv_end(&far->table);
}

void nd_far_stream_drop(struct nd_far *far)
{
    nd_csv_abandon(far->table);
    nd_h5_abandon(far->arrays);
    free(far->value);
    free(far->dB);
    for (int c = 0; c < 4; c++) free(far->E[c]);
}

/* A rectangle of directions: rows of theta, columns of phi. */
struct patch {
    int row, column, rows, columns;
};

static double theta_of(const struct nd_far *far, const struct patch *p, int i)
{
    return far->theta[p->row + i / p->columns];
}
static double phi_of(const struct nd_far *far, const struct patch *p, int i)
{
    return far->phi[p->column + i % p->columns];
}

static void compute(struct nd_far *far, const struct patch *p, const struct nd_outside *outside,
                    double complex by, double scale)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < p->rows * p->columns; i++) {
        const struct nd_direction direction =
            nd_direction_at(theta_of(far, p, i) * M_PI / 180, phi_of(far, p, i) * M_PI / 180);
        double complex F[2];
        nd_far_field(&far->trace, outside, &direction, F);
        F[0] /= by;
        F[1] /= by;
        far->value[i] = 4 * M_PI * scale * nd_far_intensity(outside, F) / outside->intensity;
        far->dB[i] = 10 * log10(far->value[i]);
        for (int c = 0; c < far->parts / 2; c++) {
            far->E[2 * c][i] = creal(F[c]);
            far->E[2 * c + 1][i] = cimag(F[c]);
        }
    }
}

static int write_rows(struct nd_far *far, int k, const struct patch *p)
{
    int status = 0;
    for (int i = 0; i < p->rows * p->columns; i++) {
        double row[9] = {far->monitor->fourier.frequency[k], theta_of(far, p, i), phi_of(far, p, i),
                         far->value[i], far->dB[i]};
        for (int part = 0; part < far->parts; part++) row[5 + part] = far->E[part][i];
        TRY(nd_csv_row(far->table, row, 5 + far->parts));
    }
done:
    return status;
}

static int write_arrays(struct nd_far *far, int k, const struct patch *p)
{
    int status = 0;
    const nd_gid size[3] = {far->n, far->ntheta, far->nphi}, first[3] = {k, p->row, p->column},
                 count[3] = {1, p->rows, p->columns};
    const struct nd_h5_part part = {3, size, first, count};
    char name[64];
    TRY(nd_h5_write_part(far->arrays, far->wave ? "sigma" : "directivity", &part, far->value));
    for (int c = 0; c < far->parts; c++) {
        nd_far_part_name(far, c, name);
        TRY(nd_h5_write_part(far->arrays, name, &part, far->E[c]));
    }
done:
    return status;
}

/* Updates the largest value (the first among equal ones) and the lines of the chart. */
static void note(struct nd_far *far, int k, const struct patch *p)
{
    for (int i = 0; i < p->rows * p->columns; i++) {
        const int column = p->column + i % p->columns;
        if (k == 0 && column < far->lines)
            far->chart[(size_t)column * (size_t)far->ntheta + (size_t)(p->row + i / p->columns)] = far->dB[i];
        const int first = !p->row && !p->column && !i;
        if (!first && !(far->value[i] > far->most)) continue;
        far->most = far->value[i];
        far->most_theta = theta_of(far, p, i);
        far->most_phi = phi_of(far, p, i);
    }
}

int nd_far_stream(struct nd_far *far, int k, const struct nd_outside *outside, double complex by,
                  double scale)
{
    int status = 0;
    const int columns = far->nphi < far->block ? far->nphi : far->block, rows = far->block / columns;
    for (int row = 0; row < far->ntheta; row += rows)
        for (int column = 0; column < far->nphi; column += columns) {
            const struct patch patch = {row, column, far->ntheta - row < rows ? far->ntheta - row : rows,
                                        far->nphi - column < columns ? far->nphi - column : columns};
            const double share = (row + (double)column / far->nphi) / far->ntheta;
            TRY(nd_work(far->what, (k + 0.2 + 0.8 * share) / far->n));
            compute(far, &patch, outside, by, scale);
            TRY(write_rows(far, k, &patch));
            TRY(write_arrays(far, k, &patch));
            note(far, k, &patch);
        }
done:
    return status;
}
