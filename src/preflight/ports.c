/* Ports and loads: values that cannot be meant, and modes that no port measures. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "preflight/preflight.h"

/* Beyond these a unit is probably missing: */
#define LONG 1e4 /* wavelengths over the size of the mesh, */
#define HIGH 1e5 /* of a frequency below this number */
#define SLOW 1e6 /* time constants of circuits over the time of the run */
#define LINE 50. /* ohm, where a circuit has no resistance of its own */

/* The largest unit in which the mesh has enough points per wavelength at the frequency; null: none. */
static const char *find_unit(const struct nd_preflight *pf, double frequency)
{
    static const char *const names[] = {"THz", "GHz", "MHz", "kHz"};
    double unit = 1e12;
    for (int i = 0; i < 4; i++, unit /= 1e3) {
        int fine = 1;
        for (nd_idx r = 0; r < pf->solver->mesh.nregions; r++)
            fine &= !pf->region[r].elements || frequency * unit <= pf->region[r].reach;
        if (fine) return names[i];
    }
    return NULL;
}

/* A band of [1, 10] that was meant in GHz. */
static int warn_of_band(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    const double *band = p->sparameters.band.at,
                 size = hypot(hypot(pf->extent[0], pf->extent[1]), pf->extent[2]);
    double fastest = 0;
    char where[512], hint[120] = "", text[32];
    for (nd_idx r = 0; r < pf->solver->mesh.nregions; r++) fastest = fmax(fastest, pf->region[r].speed);
    const double length = fastest / band[1];
    if (!nd_problem_si(p) || !(band[1] < HIGH && length > LONG * size)) return 0;
    const char *unit = find_unit(pf, band[1]);
    if (unit)
        nd_format(hint, sizeof hint, ". If %s is meant, write [%.6g %s, %.6g %s]", unit, band[0], unit,
                  band[1], unit);
    TRY(nd_preflight_warn(
        pf,
        "%s: sparameters.band ends at %s, where waves are %.2g times as long as the mesh: a number alone is "
        "in hertz%s",
        nd_problem_where(p, p->sparameters.line, where),
        nd_quantity_text(band[1], ND_DIM_FREQUENCY, true, text), length / size, hint));
done:
    return status;
}

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
    const double cutoff = nd_mode_other(&port->mode, high, port->spec, taken, n, name);
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

/* A reference plane beyond the mesh. Behind the port there may be a line of any length. */
static int warn_of_shift(struct nd_preflight *pf, const struct nd_port *port)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    const double shift = port->spec->shift;
    double length = 0;
    char where[640], text[2][32];
    for (int c = 0; c < 3; c++) length += fabs(port->plane.normal[c]) * pf->extent[c];
    if (shift > length)
        TRY(nd_preflight_warn(
            pf, "%s: shift is %s into the device, and the mesh is %s long in that direction%s",
            nd_port_where(p, port->spec, where),
            nd_quantity_text(shift, ND_DIM_LENGTH, nd_problem_si(p), text[0]),
            nd_quantity_text(length, ND_DIM_LENGTH, nd_problem_si(p), text[1]),
            nd_problem_si(p) ? "; a number alone is in metres, whatever mesh.scale is" : ""));
done:
    return status;
}

/* A time constant with the circuit's resistance, or with that of a line. */
static int warn_of_circuit(struct nd_preflight *pf, const struct nd_port_spec *spec)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    const double R = spec->resistance > 0 ? spec->resistance : LINE,
                 value[2] = {spec->inductance, spec->capacitance},
                 time[2] = {spec->inductance / R, spec->capacitance * R}, end = pf->solver->schedule.end;
    static const char *const name[] = {"inductance", "capacitance"}, *const unit[] = {"H", "F"},
                             *const example[] = {"2 nH are written 2e-9", "1.4 pF are written 1.4e-12"};
    char where[640], text[2][32];
    for (int i = 0; i < 2; i++) {
        if (!nd_problem_si(p) || !(time[i] > SLOW * end)) continue;
        TRY(nd_preflight_warn(
            pf,
            "%s: %s is %.4g %s, whose time constant with %.4g ohm is %s; the run ends at %s, so that it acts as "
            "%s; is a factor missing? %s",
            nd_port_where(p, spec, where), name[i], value[i], unit[i], R,
            nd_quantity_text(time[i], ND_DIM_TIME, true, text[0]),
            nd_quantity_text(end, ND_DIM_TIME, true, text[1]), i ? "a short circuit" : "an open circuit",
            example[i]));
    }
done:
    return status;
}

int nd_preflight_ports(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    for (int i = 0; i < p->loads.n; i++) TRY(warn_of_circuit(pf, nd_problem_load(p, i)));
    for (int i = 0; i < p->ports.n; i++) TRY(warn_of_circuit(pf, nd_problem_port(p, i)));
    for (int i = 0; i < pf->solver->ports.n; i++) TRY(warn_of_shift(pf, &pf->solver->ports.at[i]));
    if (!pf->solver->ports.n || p->sparameters.band.n != 2) return 0;
    TRY(warn_of_band(pf));
    for (int i = 0; i < pf->solver->ports.n; i++) TRY(warn_of_modes(pf, i));
done:
    return status;
}
