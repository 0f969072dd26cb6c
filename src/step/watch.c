#include "step/watch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"

#define RARE 32 /* intervals between two checks in the long run; a power of two */

int nd_watch_due(int64_t step, int interval)
{
    int64_t next = interval;
    while (next < step && next < RARE * interval) next *= 2;
    return step > 0 && step % next == 0;
}

/* The element to blame: the first that is not finite, else the one with the most energy. */
static nd_idx culprit(const double *energy, nd_idx K)
{
    nd_idx worst = 0;
    for (nd_idx k = 0; k < K; k++) {
        if (!isfinite(energy[k])) return k;
        if (energy[k] > energy[worst]) worst = k;
    }
    return worst;
}

static void explain(const struct nd_watch *w, nd_idx k, int64_t step, char *out, size_t n)
{
    const double own = nd_dt_element(&w->of, k), r = nd_mesh_inradius(w->of.mesh, k);
    if (step == 0)
        nd_format(out, n, "check the values under initial, or those set from outside%s",
                  w->problem->precision == ND_SINGLE ? "; precision: double reaches further" : "");
    else if (w->dt > w->stable * 1.0001)
        nd_format(out, n,
                  "the time step %.6g is %.3g times the stable one (%.6g): remove time.dt or time.steps, or "
                  "lower time.cfl",
                  w->dt, w->dt / w->stable, w->stable);
    else if (w->dt > 0.8 * own)
        nd_format(out, n,
                  "the element is among the smallest (inradius %.3g), which set the time step: try time.cfl: "
                  "0.5, or improve the mesh there",
                  r);
    else
        nd_format(
            out, n,
            "the time step is well below this element's limit: check its material, and the initial fields");
    if (step > 0 && w->greatest > 0 && (w->problem->sources.n || w->problem->ports.n)) {
        const size_t at = strlen(out);
        nd_format(out + at, n - at,
                  "; or the sources make fields that are too large for %s precision, above %.3g",
                  w->problem->precision == ND_SINGLE ? "single" : "double", w->greatest);
    }
}

/* Whether the energy has grown without a source, beyond rounding errors. */
static int has_grown(const struct nd_watch *w, const struct nd_rhs *rhs, double energy)
{
    const double least = rhs->real == 4 ? FLT_MIN / FLT_EPSILON : DBL_MIN / DBL_EPSILON;
    return energy > w->most * w->room && rhs->largest > least && energy > DBL_MIN / DBL_EPSILON;
}

int nd_watch_judge(const struct nd_watch *w, double peak)
{
    int status = 0;
    const int large = w->greatest > 0 && peak > w->greatest;
    const char *precision = w->problem->precision == ND_SINGLE ? "single" : "double";
    if (large || (peak > 0 && peak < w->least))
        FAIL(NUDGE_EVALUE,
             "fields %s %.3g, and in this problem %s precision supports fields %s %.3g: %smultiply all "
             "sources and "
             "initial values by the same number, which multiplies all fields by it",
             large ? "reach" : "are at most", peak, precision, large ? "up to" : "that reach",
             large ? w->greatest : w->least,
             w->problem->precision == ND_SINGLE ? "use precision: double, or " : "");
done:
    return status;
}

/* Once all sources are silent, fields have reached their largest values. */
static int check_amplitude(struct nd_watch *w, const struct nd_rhs *rhs, double time)
{
    w->peak = fmax(w->peak, rhs->largest);
    return time >= w->quiet || rhs->largest > w->greatest ? nd_watch_judge(w, w->peak) : 0;
}

int nd_watch_check(struct nd_watch *watch, struct nd_rhs *rhs, int64_t step, double time)
{
    int status = 0;
    double *element = NULL, energy, c[3];
    char cause[512];
    TRY(nd_rhs_energy(rhs, &energy, NULL));
    watch->step = step;
    /* Sources may have added energy since the last check. */
    if (!watch->started || watch->seen < watch->quiet) watch->most = energy;
    watch->started = 1;
    watch->seen = time;
    watch->energy = energy;
    if (step == 0 || isnan(watch->initial)) watch->initial = energy;
    if (isfinite(energy) && !has_grown(watch, rhs, energy)) {
        TRY(check_amplitude(watch, rhs, time));
        goto done;
    }
    ALLOC(element, watch->of.mesh->K);
    TRY(nd_rhs_energy(rhs, &energy, element));
    const nd_idx k = culprit(element, watch->of.mesh->K);
    nd_geometry_centroid(watch->of.mesh, k, c);
    explain(watch, k, step, cause, sizeof cause);
    const char *region = watch->of.mesh->region_name[watch->of.mesh->region[k]];
    FAIL(NUDGE_EUNSTABLE,
         "at step %lld, time %.6g, %s in element %lld (region '%s', near %.4g %.4g %.4g): %s%s",
         (long long)step, time,
         isfinite(energy) ? "energy grew without a source, most of it"
         : step == 0      ? "the initial fields are not finite in this precision"
                          : "the fields are no longer finite",
         (long long)watch->of.mesh->label[k], region[0] ? region : "(unnamed)", c[0], c[1], c[2], cause,
         step > 0 && nd_law_own(rhs->recipe.law)
             ? "; or the law is not right: doc/reference/law.md explains how to check one"
             : "");
done:
    free(element);
    return status;
}
