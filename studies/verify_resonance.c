/* Modes that harmonic inversion finds, against closed forms. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include "internal.h"
#include "exact/guide.h"
#include "exact/resonance.h"
#include "verify.h"

#define LIGHT     299792458.
#define IMPEDANCE 376.730313668 /* of the vacuum, ohm */

/* The row of the mode nearest to a frequency. */
static int nearest(const struct sheet *s, int frequency, double f, int *row)
{
    int status = 0;
    if (!s->rows) FAIL(NUDGE_EFORMAT, "modes.csv has no rows: no mode was found");
    for (int i = *row = 0; i < s->rows; i++)
        if (fabs(s->at[i * s->columns + frequency] - f) < fabs(s->at[*row * s->columns + frequency] - f))
            *row = i;
done:
    return status;
}

/* omega: in units of 2 pi times that of the file; unit: of the frequencies printed. */
static int judge_mode(struct verify_run *run, const char *name, double complex omega, double unit)
{
    int status = 0, frequency, Q, row = 0;
    struct sheet s = {0};
    const double f = creal(omega) / (2 * M_PI);
    struct verdict one = {.reference = f / unit, .tolerance = 0.1, .unit = "%"},
                   two = {.reference = nd_resonance_Q(omega), .tolerance = 2, .unit = "%"};
    TRY(verify_sheet(run, "modes.csv", &s));
    TRY(sheet_column(&s, "frequency", &frequency));
    TRY(sheet_column(&s, "Q", &Q));
    TRY(nearest(&s, frequency, f, &row));
    one.computed = s.at[row * s.columns + frequency] / unit;
    two.computed = s.at[row * s.columns + Q];
    one.error = 100 * fabs(one.computed / one.reference - 1);
    two.error = 100 * fabs(two.computed / two.reference - 1);
    snprintf(one.what, sizeof one.what, "%s: f%s", name, unit > 1 ? ", GHz" : "");
    snprintf(two.what, sizeof two.what, "%s: Q", name);
    TRY(verdict_add(run, one));
    TRY(verdict_add(run, two));
done:
    sheet_clear(&s);
    return status;
}

/* 40 x 30 x 20 mm of epsilon = 9 and 0.01 S/m. In natural units of length 1 m, sigma is times Z0. */
int judge_filled_cavity(struct verify_run *run)
{
    int status = 0;
    const double size[3] = {0.04, 0.03, 0.02};
    static const int mode[2][3] = {{1, 1, 0}, {2, 1, 0}};
    for (int i = 0; i < 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "mode %d%d%d", mode[i][0], mode[i][1], mode[i][2]);
        TRY(judge_mode(run, name, LIGHT * nd_filled_box_omega(size, mode[i], 9, 0.01 * IMPEDANCE), 1e9));
    }
done:
    return status;
}

int judge_open_sphere(struct verify_run *run)
{
    return judge_mode(run, "TE1", nd_open_sphere_omega(ND_SPHERE_TE, 1, 6, 0.5 - 0.01 * I), 1);
}
int judge_open_sphere_TM(struct verify_run *run)
{
    return judge_mode(run, "TM1", nd_open_sphere_omega(ND_SPHERE_TM, 1, 6, 0.72 - 0.01 * I), 1);
}

/* The frequency of the mode nearest to f in the file of a run. */
static int find_mode(int (*read)(const struct verify_run *, const char *, struct sheet *),
                     const struct verify_run *run, double f, double *found)
{
    int status = 0, frequency, row;
    struct sheet s = {0};
    TRY(read(run, "modes.csv", &s));
    TRY(sheet_column(&s, "frequency", &frequency));
    TRY(nearest(&s, frequency, f, &row));
    *found = s.at[row * s.columns + frequency];
done:
    sheet_clear(&s);
    return status;
}

/* A hollow ball of radius 1 in its lowest mode. Alone: its frequency; with a coarser mesh beside it: the order at which the error
 * falls, which quadratic elements approach from below, because volumes do. */
int judge_hollow_sphere(struct verify_run *run)
{
    int status = 0;
    const double f = nd_sphere_root(ND_SPHERE_TM, 1, 1) / (2 * M_PI);
    double coarse, fine;
    TRY(find_mode(verify_sheet, run, f, &fine));
    if (run->beside) {
        TRY(find_mode(verify_sheet_beside, run, f, &coarse));
        TRY(verdict_order(run, (double[]){fabs(coarse / f - 1), fabs(fine / f - 1)}, 4, 0.05));
    } else {
        TRY(verdict_add(run, (struct verdict){"TM1: f", f, fine, fabs(fine / f - 1), 1e-6, ""}));
    }
done:
    return status;
}

/* The same with quartic elements, and how much less its error is than with cubic ones. */
int judge_quartic_sphere(struct verify_run *run)
{
    int status = 0;
    const double f = nd_sphere_root(ND_SPHERE_TM, 1, 1) / (2 * M_PI);
    double cubic, quartic;
    TRY(find_mode(verify_sheet, run, f, &quartic));
    TRY(find_mode(verify_sheet_beside, run, f, &cubic));
    const double off = fabs(quartic / f - 1);
    TRY(verdict_add(run, (struct verdict){"TM1: f", f, quartic, off, 1e-6, ""}));
    TRY(verdict_add(run, (struct verdict){"TM1: error over that of cubic elements", NAN, NAN,
                                          off / fabs(cubic / f - 1), 0.1, ""}));
done:
    return status;
}
