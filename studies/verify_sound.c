/* Sound: a rigid sphere against partial waves, a room against its eigenfrequencies. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include "internal.h"
#include "exact/sound.h"
#include "verify.h"

static int judge_sphere_at(struct verify_run *run, const struct sheet *totals, const struct nd_sound *sound,
                           int row)
{
    int status = 0, scattering, backscatter;
    TRY(sheet_column(totals, "scattering", &scattering));
    TRY(sheet_column(totals, "backscatter", &backscatter));
    const double *at = totals->at + row * totals->columns, f = cabs(nd_sound_far(sound, M_PI));
    struct verdict v = {
        .reference = nd_sound_Q_sca(sound), .computed = at[scattering] / M_PI, .tolerance = 1, .unit = "%"};
    v.error = 100 * fabs(v.computed / v.reference - 1);
    snprintf(v.what, sizeof v.what, "ka = %.3g: Q_sca", sound->x);
    TRY(verdict_add(run, v));
    v = (struct verdict){
        .reference = 4 * f * f, .computed = at[backscatter] / M_PI, .tolerance = 2, .unit = "%"};
    v.error = 100 * fabs(v.computed / v.reference - 1);
    snprintf(v.what, sizeof v.what, "ka = %.3g: backscatter/pi a^2", sound->x);
    TRY(verdict_add(run, v));
done:
    return status;
}

/* The radius is 1, in air with 343 m/s. */
int judge_rigid_sphere(struct verify_run *run)
{
    int status = 0;
    struct sheet totals = {0};
    struct nd_sound sound;
    const struct nd_numbers *f = &nd_problem_monitor(run->problem, 0)->frequencies;
    TRY(verify_sheet(run, "scattered-totals.csv", &totals));
    if (totals.rows != f->n)
        FAIL(NUDGE_EFORMAT, "scattered-totals.csv has %d rows for %d frequencies", totals.rows, f->n);
    for (int i = 0; i < f->n; i++) {
        TRY(nd_sound_init(&sound, 2 * M_PI * f->at[i] / 343, ND_SOUND_RIGID));
        TRY(judge_sphere_at(run, &totals, &sound, i));
    }
done:
    sheet_clear(&totals);
    return status;
}

/* Its first modes along the edges, in which no other is within 2 Hz. */
int judge_room(struct verify_run *run)
{
    static const int modes[][3] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
    int status = 0, time, p;
    struct sheet s = {0};
    TRY(verify_sheet(run, "corner.csv", &s));
    TRY(sheet_column(&s, "time", &time));
    TRY(sheet_column(&s, "p", &p));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const int *n = modes[i];
        struct verdict v = {.tolerance = 0.3, .unit = "%"};
        v.reference = nd_room_frequency(343, run->problem->box.size, n);
        v.computed = sheet_resonance(&s, time, p, v.reference);
        v.error = 100 * fabs(v.computed / v.reference - 1);
        snprintf(v.what, sizeof v.what, "mode (%d, %d, %d), Hz", n[0], n[1], n[2]);
        TRY(verdict_add(run, v));
    }
done:
    sheet_clear(&s);
    return status;
}
