/* Reflection from the end of the space between two plates, by comparison with a run in which hardly
 * anything comes back. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "verify.h"

/* A field that only one of the waves has in the middle between the plates. */
struct open_wave {
    const char *law, *field, *name;
    int slanting; /* at an angle between the plates; else at normal incidence */
};
static const struct open_wave waves[] = {
    {"maxwell", "Ey", "normal incidence", 0}, {"maxwell", "Ez", "E along plates", 1},
    {"maxwell", "Ex", "H along plates", 1},   {"acoustic", "p", "normal incidence", 0},
    {"acoustic", "vy", "between plates", 1},
};
enum { WAVES = sizeof waves / sizeof *waves };

struct open_sheets {
    struct sheet here, beside;
};

static void clear_sheets(struct open_sheets *s)
{
    sheet_clear(&s->here);
    sheet_clear(&s->beside);
}

static int read_sheets(const struct verify_run *run, struct open_sheets *s)
{
    int status = 0;
    TRY(verify_sheet(run, "middle.csv", &s->here));
    TRY(verify_sheet_beside(run, "middle.csv", &s->beside));
done:
    return status;
}

/* The reflected wave is the difference of the two runs, the incident one that of the other run. The second
 * half of the time fades out: waves that hardly move along the plates never leave, and would be cut off. */
static int find_reflection(const struct open_sheets *s, const char *field, double f, double *share)
{
    const double fade = 0.5;
    int status = 0, time, column;
    TRY(sheet_column(&s->here, "time", &time));
    TRY(sheet_column(&s->here, field, &column));
    const double complex all = sheet_spectrum(&s->beside, time, column, f, fade);
    *share = cabs((sheet_spectrum(&s->here, time, column, f, fade) - all) / all);
done:
    return status;
}

/* Waves of speed 1 between plates are plane ones at this angle where half a wavelength across fits. */
static double frequency_at(const struct verify_run *run, double degrees)
{
    return 1 / (2 * run->problem->box.size[1] * sin(degrees * M_PI / 180));
}

/* In dB; at normal incidence the worst of the band. */
static int judge_dB(struct verify_run *run, const struct open_sheets *s, const struct open_wave *wave)
{
    int status = 0;
    double worst = 0, share;
    struct verdict v = {
        .reference = NAN, .computed = NAN, .tolerance = wave->slanting ? -40 : -60, .unit = "dB"};
    for (int i = 1; i <= (wave->slanting ? 1 : 4); i++) {
        TRY(find_reflection(s, wave->field, wave->slanting ? frequency_at(run, 60) : 0.1 * i, &share));
        worst = verdict_worse(worst, share);
    }
    v.error = 20 * log10(worst);
    snprintf(v.what, sizeof v.what, wave->slanting ? "at 60 degrees, %s" : "%s", wave->name);
    TRY(verdict_add(run, v));
done:
    return status;
}

int judge_pml(struct verify_run *run)
{
    int status = 0;
    struct open_sheets s = {0};
    TRY(read_sheets(run, &s));
    for (int i = 0; i < WAVES; i++)
        if (!strcmp(waves[i].law, run->problem->law)) TRY(judge_dB(run, &s, &waves[i]));
done:
    clear_sheets(&s);
    return status;
}

static int judge_angle(struct verify_run *run, const struct open_sheets *s, const struct open_wave *wave,
                       double degrees)
{
    int status = 0;
    const double cosine = cos(degrees * M_PI / 180);
    struct verdict v = {.reference = (1 - cosine) / (1 + cosine), .tolerance = 2, .unit = "%"};
    TRY(find_reflection(s, wave->field, frequency_at(run, degrees), &v.computed));
    v.error = 100 * fabs(v.computed / v.reference - 1);
    snprintf(v.what, sizeof v.what, "|r| at %g degrees, %s", degrees, wave->name);
    TRY(verdict_add(run, v));
done:
    return status;
}

/* The characteristic condition absorbs waves at normal incidence and reflects (1 - cos) / (1 + cos) of those at
 * an angle. The other run ends in a PML, which reflects a thousandth itself. */
int judge_open_boundary(struct verify_run *run)
{
    int status = 0;
    struct open_sheets s = {0};
    TRY(read_sheets(run, &s));
    for (int i = 0; i < WAVES; i++) {
        if (strcmp(waves[i].law, run->problem->law)) continue;
        if (!waves[i].slanting) TRY(judge_dB(run, &s, &waves[i]));
        for (int angle = 45; angle <= 60 && waves[i].slanting; angle += 15)
            TRY(judge_angle(run, &s, &waves[i], angle));
    }
done:
    clear_sheets(&s);
    return status;
}
