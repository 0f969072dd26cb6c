/* What monitors must know of a problem's sources. */
#ifndef ND_INCIDENT_H
#define ND_INCIDENT_H

#include "step/waveform.h"

struct nd_incident {
    int waves;                     /* plane waves; what follows is the first one's */
    double d[3], E0[3], origin[3]; /* the field E0 f(t - d.(x - origin) / c) */
    struct nd_wave wave;           /* f */
    double highest; /* frequency that is looked for in the fields; INFINITY where it cannot be told */
    double end;     /* when all sources are silent; INFINITY: never */
};

/* end: of the run. */
int nd_incident_init(struct nd_incident *incident, const nudge_problem *problem, double end);
void nd_incident_clear(struct nd_incident *incident);
/* The amplitude that the wave has at the origin of coordinates, as a share of E0: the spectrum of f, and the way from there. */
int nd_incident_spectrum(struct nd_incident *incident, double f, double k, double complex *share);
double nd_incident_size(const struct nd_incident *incident); /* |E0| */

#endif
