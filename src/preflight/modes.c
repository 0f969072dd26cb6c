/* What modes of ports take for granted: fields that hardly change over the band, and small losses. */
#include <math.h>
#include "preflight/preflight.h"

#define CHANGE_MOST  5e-3 /* of the power, in other patterns than those of the middle of the band */
#define TANGENT_MOST 0.05 /* of losses in one of several materials */

static int warn_of_change(struct nd_preflight *pf, const struct nd_port *port)
{
    int status = 0;
    char where[640], ends[2][32];
    const nudge_problem *p = pf->solver->problem;
    double change[2];
    if (port->source.plane.n) return 0;
    for (int i = 0; i < 2; i++) {
        const double f = p->sparameters.band.at[i];
        change[i] = fabs(nd_mode_power(&port->mode, f) - 1);
        nd_quantity_text(f, ND_DIM_FREQUENCY, nd_problem_si(p), ends[i]);
    }
    const int i = change[1] > change[0];
    if (!(change[i] > CHANGE_MOST)) return 0;
    TRY(nd_preflight_warn(pf,
                          "%s: at %s the fields of its mode differ from those of the middle of the band, by which it "
                          "is excited, in %.2g of the power; errors of S are about as large there: split "
                          "sparameters.band, or excite the port at a source behind it",
                          nd_port_where(p, port->spec, where), ends[i], change[i]));
done:
    return status;
}

static int warn_of_losses(struct nd_preflight *pf, const struct nd_port *port)
{
    int status = 0;
    char where[640], low[32];
    const nudge_problem *p = pf->solver->problem;
    const double *band = p->sparameters.band.at;
    /* Near the cut-off of a hybrid mode its own epsilon vanishes, which says nothing about the losses. */
    const double f = port->mode.kind == ND_MODE_HYBRID ? (band[0] + band[1]) / 2 : band[0];
    const double tangent = nd_mode_loss(&port->mode, f);
    if (!port->mode.mixed || !(tangent > TANGENT_MOST)) return 0;
    TRY(nd_preflight_warn(pf,
                          "%s: losses are too large for its mode, whose fields are those without: tan delta of its "
                          "line is %.2g at %s, and should be below %g; put the port where the line has one material or "
                          "smaller losses",
                          nd_port_where(p, port->spec, where), tangent,
                          nd_quantity_text(f, ND_DIM_FREQUENCY, nd_problem_si(p), low), TANGENT_MOST));
done:
    return status;
}

int nd_preflight_modes(struct nd_preflight *pf)
{
    int status = 0;
    const struct nd_ports *ports = &pf->solver->ports;
    for (int i = 0; i < ports->n; i++) {
        if (ports->at[i].mode.kind == ND_MODE_LUMPED) continue;
        TRY(warn_of_change(pf, &ports->at[i]));
        TRY(warn_of_losses(pf, &ports->at[i]));
    }
done:
    return status;
}
