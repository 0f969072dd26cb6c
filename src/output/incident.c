#include "output/incident.h"

#include <math.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Of the polarisation only what is across the direction counts. */
static void take_wave(struct nd_incident *in, const struct nd_source *source)
{
    const double length = sqrt(dot(source->direction, source->direction));
    for (int c = 0; c < 3; c++) in->d[c] = source->direction[c] / length;
    const double along = dot(in->d, source->polarization);
    for (int c = 0; c < 3; c++) in->E0[c] = source->polarization[c] - along * in->d[c];
    const double across = sqrt(dot(in->E0, in->E0));
    for (int c = 0; c < 3; c++) in->E0[c] *= source->amplitude / across;
    memcpy(in->origin, source->origin, sizeof in->origin);
}

int nd_incident_init(struct nd_incident *in, const nudge_problem *problem, double end)
{
    int status = 0;
    struct nd_wave wave = {0};
    *in = (struct nd_incident){.highest = problem->sources.n && !problem->initial.n ? 0 : INFINITY,
                               .end = -INFINITY};
    for (int i = 0; i < problem->sources.n; i++) {
        const struct nd_source *source = nd_problem_source(problem, i);
        double low, high;
        TRY(nd_waveform_init(&wave, problem, &source->waveform, 0, end));
        TRY(nd_waveform_band(&wave, &low, &high));
        /* Twice the band's edge is where the spectrum of a pulse is far below the tenth it has there. */
        in->highest = isfinite(high) ? fmax(in->highest, 2 * high) : INFINITY;
        in->end = fmax(in->end, nd_waveform_end(&wave));
        if (source->plane_wave && !in->waves++) {
            take_wave(in, source);
            in->wave = wave;
            wave = (struct nd_wave){0};
        }
        nd_waveform_clear(&wave);
    }
done:
    nd_waveform_clear(&wave);
    if (status) nd_incident_clear(in);
    return status;
}

void nd_incident_clear(struct nd_incident *in)
{
    nd_waveform_clear(&in->wave);
    *in = (struct nd_incident){0};
}

int nd_incident_spectrum(struct nd_incident *in, double f, double k, double complex *share)
{
    const int status = nd_waveform_spectrum(&in->wave, f, share);
    *share *= cexp(I * k * dot(in->d, in->origin));
    return status;
}

double nd_incident_size(const struct nd_incident *in)
{
    return sqrt(dot(in->E0, in->E0));
}
