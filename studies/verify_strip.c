/* A thin strip of metal inside the mesh against an integral equation. */
#include <math.h>
#include <stdio.h>
#include "exact/strip.h"
#include "internal.h"
#include "verify.h"

#define DEPTH 0.25 /* of the layer of elements; the strip is 1 wide */

static int judge(struct verify_run *run, enum nd_strip_wave wave, double tolerance)
{
    int status = 0, frequency, section;
    struct sheet s = {0};
    struct nd_strip strip;
    TRY(verify_sheet(run, "scattered.csv", &s));
    TRY(sheet_column(&s, "frequency", &frequency));
    TRY(sheet_column(&s, "cross_section", &section));
    if (!s.rows) FAIL(NUDGE_EFORMAT, "scattered.csv has no rows");
    for (int i = 0; i < s.rows; i++) {
        const double *row = s.at + i * s.columns, ka = M_PI * row[frequency];
        if (nd_strip_init(&strip, wave, ka)) FAIL(NUDGE_EVALUE, "no reference at ka = %g", ka);
        struct verdict v = {.reference = nd_strip_scattering(&strip),
                            .computed = row[section] / DEPTH,
                            .tolerance = tolerance,
                            .unit = "%"};
        v.error = 100 * fabs(v.computed / v.reference - 1);
        snprintf(v.what, sizeof v.what, "ka = %.3g: scattering width", ka);
        TRY(verdict_add(run, v));
    }
done:
    sheet_clear(&s);
    return status;
}

int judge_strip_TM(struct verify_run *run)
{
    return judge(run, ND_STRIP_TM, 1);
}

/* A narrow strip is a dipole: errors at its edges, where E is infinite, count four times. */
int judge_strip_TE(struct verify_run *run)
{
    return judge(run, ND_STRIP_TE, 2.5);
}
