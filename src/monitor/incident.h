/* Properties of a problem's sources that monitors need. */
#ifndef ND_INCIDENT_H
#define ND_INCIDENT_H

#include "source/source.h"

struct nd_incident {
    int waves;                         /* plane waves; what follows is the first one's */
    const struct nd_plane_wave *plane; /* null: there is none */
    struct nd_wave *wave;
    double highest; /* frequency expected in the fields; INFINITY if unknown */
};

/* The sources must outlive it. */
int nd_incident_init(struct nd_incident *incident, const nudge_problem *problem,
                     const struct nd_sources *sources);
/* The amplitude that the wave has at the origin of coordinates, as a share of its own: the spectrum
 * of its waveform, and the way from where that is heard. */
int nd_incident_spectrum(const struct nd_incident *incident, double f, double k, double complex *share);

#endif
