/* The facts about a problem's sources that monitors need: the plane wave for cross-sections, the highest
 * frequency. */
#ifndef ND_INCIDENT_H
#define ND_INCIDENT_H

#include "source/source.h"

struct nd_incident {
    int waves;                         /* number of plane waves; the next two are of the first */
    const struct nd_plane_wave *plane; /* null: none */
    struct nd_wave *wave;
    double highest; /* the highest frequency expected in the fields; INFINITY: unknown */
};

/* The sources must outlive it. */
int nd_incident_init(struct nd_incident *incident, const nudge_problem *problem,
                     const struct nd_sources *sources);
/* share: the complex amplitude of the wave at the origin of coordinates, relative to its own amplitude: the
 * spectrum of its waveform, with the phase from the wave's origin. k: wavenumber. */
int nd_incident_spectrum(const struct nd_incident *incident, double f, double k, double complex *share);

#endif
