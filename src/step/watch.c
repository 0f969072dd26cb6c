#include "step/watch.h"

#include <math.h>
#include <stdio.h>

/* The element where it went wrong: the first that is not finite, else the one with most energy. */
static nd_idx culprit(const double *energy, nd_idx K)
{
    nd_idx worst = 0;
    for (nd_idx k = 0; k < K; k++) {
        if (!isfinite(energy[k])) return k;
        if (energy[k] > energy[worst]) worst = k;
    }
    return worst;
}

static void explain(const struct nd_watch *w, nd_idx k, char *out, size_t n)
{
    const double own = nd_dt_element(w->mesh, k, w->N, w->speed[w->mesh->region[k]]),
                 r = nd_mesh_inradius(w->mesh, k);
    if (w->dt > w->stable * 1.0001)
        snprintf(out, n,
                 "the time step %.6g is %.3g times the stable one (%.6g): remove time.dt or time.steps, or "
                 "lower time.cfl",
                 w->dt, w->dt / w->stable, w->stable);
    else if (w->dt > 0.8 * own)
        snprintf(out, n,
                 "the element is among the smallest (inradius %.3g), which set the time step: try time.cfl: "
                 "0.5, or mend the mesh there",
                 r);
    else
        snprintf(
            out, n,
            "the time step is well below this element's limit: check its material, and the initial fields");
}

int nd_watch_check(struct nd_watch *watch, struct nd_rhs *rhs, int64_t step, double time)
{
    int status = 0;
    double *element = NULL, energy, c[3];
    char cause[512];
    TRY(nd_rhs_energy(rhs, &energy, NULL));
    watch->step = step;
    if (!watch->started) watch->most = energy;
    watch->started = 1;
    watch->energy = energy;
    if (isfinite(energy) && energy <= watch->most * 1.01) goto done;
    ALLOC(element, watch->mesh->K);
    TRY(nd_rhs_energy(rhs, &energy, element));
    const nd_idx k = culprit(element, watch->mesh->K);
    nd_geometry_centroid(watch->mesh, k, c);
    explain(watch, k, cause, sizeof cause);
    const char *region = watch->mesh->region_name[watch->mesh->region[k]];
    FAIL(NUDGE_EUNSTABLE,
         "at step %lld, time %.6g, %s in element %lld (region '%s', near %.4g %.4g %.4g): %s",
         (long long)step, time,
         !isfinite(energy) ? "the fields are no longer finite" : "energy grew without a source, most of it",
         (long long)watch->mesh->label[k], region[0] ? region : "(unnamed)", c[0], c[1], c[2], cause);
done:
    free(element);
    return status;
}
