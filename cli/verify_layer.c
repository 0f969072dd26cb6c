/* First arrivals in a layer over a half-space. */
#include <math.h>
#include <stdio.h>
#include "problem/problem.h"
#include "ref/ray.h"
#include "verify.h"

/* Of LOH.1: thickness of the layer, and vp, vs above and below. */
#define THICKNESS 1000.
static const double speed[2][2] = {{4000, 6000}, {2000, 3464}};

/* The first time at which the motion along `direction` is half of the largest until `end`. A front that the mesh has smoothed is
 * half as high when it arrives. */
static double onset(const struct sheet *s, const int column[4], const double direction[3], double end)
{
    double largest = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->rows && s->at[i * s->columns + column[0]] <= end; i++) {
            const double *row = s->at + i * s->columns;
            double v = 0;
            for (int k = 0; k < 3; k++) v += direction[k] * row[column[1 + k]];
            if (!pass) largest = fmax(largest, fabs(v));
            if (pass && fabs(v) >= largest / 2) return row[column[0]];
        }
    return NAN;
}

/* P waves by the vertical motion, S waves by that across the ray. */
int judge_layer(struct verify_run *run)
{
    static const char *const names[4] = {"time", "vx", "vy", "vz"};
    int status = 0, column[4];
    struct sheet s = {0};
    const double *from = nd_problem_source(run->problem, 0)->at,
                 *to = nd_problem_monitor(run->problem, 0)->at;
    const double x = to[0] - from[0], y = to[1] - from[1], r = hypot(x, y);
    const double direction[2][3] = {{0, 0, 1}, {-y / r, x / r, 0}};
    TRY(verify_sheet(run, "station.csv", &s));
    for (int i = 0; i < 4; i++) TRY(sheet_column(&s, names[i], &column[i]));
    for (int wave = 0; wave < 2; wave++) {
        struct verdict v = {.tolerance = 0.1, .unit = "s"};
        v.reference = nd_ray_time(THICKNESS, speed[wave][0], speed[wave][1], to[2] - from[2], r);
        v.computed = onset(&s, column, direction[wave], v.reference + 0.4);
        v.error = fabs(v.computed - v.reference);
        snprintf(v.what, sizeof v.what, "arrival of the %c wave, s", wave ? 'S' : 'P');
        TRY(verdict_add(run, v));
    }
done:
    sheet_clear(&s);
    return status;
}
