/* Far fields of spheres against Mie's series. */
#include <math.h>
#include <stdio.h>
#include "internal.h"
#include "exact/mie.h"
#include "verify.h"

/* Below this share of the peak a pattern's nulls say nothing. */
#define FLOOR_DB -20.

static double dB(double ratio)
{
    return 10 * log10(ratio);
}

static double peak(const struct nd_mie *mie)
{
    double most = 0;
    for (int i = 0; i <= 180; i++)
        for (int j = 0; j < 2; j++) most = fmax(most, nd_mie_rcs(mie, i * M_PI / 180, j * M_PI / 2));
    return most;
}

/* The name of a frequency, and what is allowed. */
struct limits {
    const char *name;
    double back, worst; /* %, dB */
};

/* The largest distance in dB over the rows of a frequency, and the row at theta = 180, where the wave came
 * from. */
static int judge_frequency(struct verify_run *run, const struct sheet *s, const struct nd_mie *mie, double f,
                           const struct limits *limits)
{
    int status = 0, frequency, theta, phi, sigma, angles = 0;
    double worst = 0, back = NAN, most = peak(mie);
    const char *name = limits->name;
    char what[64];
    TRY(sheet_column(s, "frequency", &frequency));
    TRY(sheet_column(s, "theta", &theta));
    TRY(sheet_column(s, "phi", &phi));
    TRY(sheet_column(s, "sigma", &sigma));
    for (int i = 0; i < s->rows; i++) {
        const double *row = s->at + i * s->columns;
        if (fabs(row[frequency] - f) > 1e-9 * f) continue;
        const double known = nd_mie_rcs(mie, row[theta] * M_PI / 180, row[phi] * M_PI / 180),
                     got = row[sigma] / M_PI;
        if (row[theta] == 180) back = got;
        if (dB(known / most) > FLOOR_DB) {
            worst = verdict_worse(worst, fabs(dB(got / known)));
            angles++;
        }
    }
    if (!angles) FAIL(NUDGE_EFORMAT, "rcs.csv has no row at frequency %g that could be compared", f);
    snprintf(what, sizeof what, "%s backscatter/pi a^2", name);
    const double Q = nd_mie_Q_back(mie);
    struct verdict v = {.reference = Q,
                        .computed = back,
                        .error = 100 * fabs(back / Q - 1),
                        .tolerance = limits->back,
                        .unit = "%"};
    snprintf(v.what, sizeof v.what, "%s", what);
    TRY(verdict_add(run, v));
    v = (struct verdict){
        .reference = NAN, .computed = NAN, .error = worst, .tolerance = limits->worst, .unit = "dB"};
    snprintf(v.what, sizeof v.what, "%s bistatic, worst angle", name);
    TRY(verdict_add(run, v));
done:
    return status;
}

static int judge_totals(struct verify_run *run, const struct sheet *s, const struct nd_mie *mie, int row,
                        const char *name)
{
    int status = 0, scattering;
    TRY(sheet_column(s, "scattering", &scattering));
    const double Q = nd_mie_Q_sca(mie), got = s->at[row * s->columns + scattering] / M_PI;
    struct verdict v = {
        .reference = Q, .computed = got, .error = 100 * fabs(got / Q - 1), .tolerance = 1, .unit = "%"};
    snprintf(v.what, sizeof v.what, "%s Q_sca", name);
    TRY(verdict_add(run, v));
done:
    return status;
}

static int judge_sphere(struct verify_run *run, double epsilon, struct limits limits)
{
    int status = 0;
    struct sheet pattern = {0}, totals = {0};
    const struct nd_numbers *f = &nd_problem_monitor(run->problem, 0)->frequencies;
    TRY(verify_sheet(run, "rcs.csv", &pattern));
    TRY(verify_sheet(run, "rcs-totals.csv", &totals));
    if (totals.rows != f->n)
        FAIL(NUDGE_EFORMAT, "rcs-totals.csv has %d rows for %d frequencies", totals.rows, f->n);
    for (int i = 0; i < f->n; i++) {
        struct nd_mie mie;
        char name[32];
        const double ka = 2 * M_PI * f->at[i];
        TRY(epsilon > 0 ? nd_mie_init(&mie, ka, epsilon, 1) : nd_mie_init_pec(&mie, ka));
        snprintf(name, sizeof name, "ka = %.3g:", ka);
        limits.name = name;
        TRY(judge_frequency(run, &pattern, &mie, f->at[i], &limits));
        TRY(judge_totals(run, &totals, &mie, i, name));
    }
done:
    sheet_clear(&pattern);
    sheet_clear(&totals);
    return status;
}

int judge_pec_sphere(struct verify_run *run)
{
    return judge_sphere(run, 0, (struct limits){.back = 2, .worst = 0.2});
}

int judge_curved_sphere(struct verify_run *run)
{
    return judge_sphere(run, 0, (struct limits){.back = 0.5, .worst = 0.02});
}

int judge_glass_sphere(struct verify_run *run)
{
    return judge_sphere(run, 4, (struct limits){.back = 2, .worst = 0.2});
}

int judge_curved_glass(struct verify_run *run)
{
    return judge_sphere(run, 4, (struct limits){.back = 0.5, .worst = 0.02});
}
