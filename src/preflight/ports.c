/* Modes of ports' surfaces that no port measures. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "preflight/preflight.h"

/* Waves of one surface may go over into all modes that travel there. */
static int warn_of_modes(struct nd_preflight *pf, int i)
{
    int status = 0, n = 0;
    const struct nd_ports *ports = &pf->solver->ports;
    const struct nd_port *port = &ports->at[i];
    const nudge_problem *p = pf->solver->problem;
    const double high = p->sparameters.band.at[1];
    const struct nd_mode **taken = NULL;
    char name[8] = "", where[640], text[2][32];
    ALLOC(taken, ports->n);
    for (int j = 0; j < ports->n; j++) {
        const struct nd_port_spec *s = ports->at[j].spec, *own = port->spec;
        if (strcmp(s->boundary, own->boundary) || s->section != own->section || s->coaxial != own->coaxial)
            continue;
        if (j < i && !own->section) goto done; /* which has spoken for this surface */
        taken[n++] = &ports->at[j].mode;
    }
    const double cutoff = nd_mode_other(&port->mode, port->spec, taken, n, name);
    if (cutoff < high)
        TRY(nd_preflight_warn(
            pf,
            "%s: the mode %s travels at its surface, too, above %s, and no port measures it; "
            "sparameters.band ends at %s: power that goes over into that mode is missing in the matrix. "
            "End the band below, or add a port with this mode",
            nd_port_where(p, port->spec, where), name,
            nd_quantity_text(cutoff, ND_DIM_FREQUENCY, nd_problem_si(p), text[0]),
            nd_quantity_text(high, ND_DIM_FREQUENCY, nd_problem_si(p), text[1])));
done:
    free(taken);
    return status;
}

int nd_preflight_ports(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    if (!pf->solver->ports.n || p->sparameters.band.n != 2) return 0;
    for (int i = 0; i < pf->solver->ports.n; i++) TRY(warn_of_modes(pf, i));
done:
    return status;
}
