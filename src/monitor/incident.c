#include "monitor/incident.h"

#include <math.h>

int nd_incident_init(struct nd_incident *in, const nudge_problem *problem, const struct nd_sources *sources)
{
    int status = 0;
    *in = (struct nd_incident){.highest = sources->n && !problem->initial.n ? 0 : INFINITY};
    for (int i = 0; i < sources->n; i++) {
        struct nd_emitter *e = &sources->at[i];
        double low, high;
        TRY(nd_waveform_band(&e->wave, &low, &high));
        /* At twice the upper end of the band the spectrum of a pulse is far below the tenth that it has
         * there. */
        in->highest = isfinite(high) ? fmax(in->highest, 2 * high) : INFINITY;
        if (!e->source->plane_wave || in->waves++) continue;
        in->plane = &e->plane;
        in->wave = &e->wave;
    }
done:
    return status;
}

int nd_incident_spectrum(const struct nd_incident *in, double f, double k, double complex *share)
{
    const double *d = in->plane->d, *x = in->plane->origin;
    const int status = nd_waveform_spectrum(in->wave, f, share);
    *share *= cexp(I * k * (d[0] * x[0] + d[1] * x[1] + d[2] * x[2]));
    return status;
}
