/* Cavities that ring, against the frequencies of their modes; energy where nothing takes it. */
#include <math.h>
#include <stdio.h>
#include "internal.h"
#include "exact/guide.h"
#include "verify.h"

#define LIGHT 299792458.

/* The frequency that a column of a probe's file has most of, near the known one; told in `unit`. */
static int judge_mode(struct verify_run *run, const char *file, const char *column, struct verdict v,
                      double unit)
{
    int status = 0, time, field;
    struct sheet s = {0};
    TRY(verify_sheet(run, file, &s));
    TRY(sheet_column(&s, "time", &time));
    TRY(sheet_column(&s, column, &field));
    v.computed = sheet_resonance(&s, time, field, v.reference);
    v.error = 100 * fabs(v.computed / v.reference - 1), v.unit = "%";
    v.reference /= unit, v.computed /= unit;
    TRY(verdict_add(run, v));
done:
    sheet_clear(&s);
    return status;
}

/* The radius is 1. The initial field of E about the axis is of TE modes alone, that of H of TM modes. */
int judge_ball(struct verify_run *run)
{
    int status = 0;
    struct verdict TM = {.what = "TM1: f", .tolerance = 0.5}, TE = {.what = "TE1: f", .tolerance = 0.5};
    TM.reference = nd_sphere_root(ND_SPHERE_TM, 1, 1) / (2 * M_PI);
    TE.reference = nd_sphere_root(ND_SPHERE_TE, 1, 1) / (2 * M_PI);
    TRY(judge_mode(run, "inside.csv", "Hy", TM, 1));
    TRY(judge_mode(run, "inside.csv", "Ey", TE, 1));
done:
    return status;
}

/* 100 mm of air and 50 mm of a medium of epsilon = 2. */
int judge_half_filled(struct verify_run *run)
{
    struct verdict v = {.what = "lowest mode, GHz", .tolerance = 0.05};
    v.reference = LIGHT * nd_half_filled_root(0.15, 0.1, sqrt(2)) / (2 * M_PI);
    return judge_mode(run, "inside.csv", "Ey", v, 1e9);
}

/* With a central flux only the Runge-Kutta scheme takes energy. */
int judge_energy(struct verify_run *run)
{
    int status = 0, energy;
    struct sheet s = {0};
    struct verdict v = {.what = "energy, last of first", .reference = 1, .tolerance = 1e-4, .unit = ""};
    TRY(verify_sheet(run, "energy.csv", &s));
    TRY(sheet_column(&s, "energy", &energy));
    if (s.rows < 2) FAIL(NUDGE_EFORMAT, "energy.csv has %d rows", s.rows);
    v.computed = s.at[(s.rows - 1) * s.columns + energy] / s.at[energy];
    v.error = fabs(v.computed - 1);
    TRY(verdict_add(run, v));
done:
    sheet_clear(&s);
    return status;
}
