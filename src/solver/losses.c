/* Explains a time step that losses or the PML make short. */
#include <string.h>
#include "base/format.h"
#include "solver/solver.h"

#define SHORTER 10 /* times: report a step that is shorter by this factor or more */

/* out: as " (sigma 5.8e+07)", the constants of the material that must not be negative by the law: those of
 * losses. */
static void list_constants(const nudge_solver *s, const struct nd_material *m, char out[200])
{
    int at = 0;
    out[0] = 0;
    for (int i = 0; i < m->nconstants && at < 120; i++)
        if (nd_names_find(&s->law.notnegative, m->constant[i].name) >= 0 && m->constant[i].value > 0)
            at += nd_format(out + at, 200 - (size_t)at, "%s%.32s %g", at ? ", " : " (", m->constant[i].name,
                            m->constant[i].value);
    if (at) nd_format(out + at, 200 - (size_t)at, ")");
}

int nd_losses_explain(const nudge_solver *s, char *out, size_t n)
{
    const nd_idx k = s->tightest, region = s->mesh.region[k];
    const struct nd_material *m = &s->problem->material[s->assign.material[region]];
    const double losses = s->rhs.losses[s->assign.material[region]], shorter = s->undamped / s->stable;
    char constants[200];
    if (!s->damping || !(shorter >= SHORTER)) return 0;
    list_constants(s, m, constants);
    if (2 * s->surfaces.rate > s->damping[k])
        nd_format(
            out, n,
            "the surface of a conductor at element %lld follows fields at rates up to %.3g, which makes the "
            "stable time step %.3g times shorter, %.3g instead of %.3g: let conductors.NAME.band end at the "
            "highest frequency of the sources",
            (long long)s->mesh.label[k], s->surfaces.rate, shorter, s->stable, s->undamped);
    else if (s->loads.worst && s->loads.worst[k] && 2 * (s->loads.decay[k] + s->loads.swing[k]) > s->damping[k])
        nd_format(out, n,
                  "the circuit of load '%.60s' follows fields at the rate %.3g, which makes the stable time step %.3g "
                  "times shorter, %.3g instead of %.3g: check the units, or leave out an inductance or capacitance that "
                  "small",
                  s->loads.worst[k]->named.name, s->loads.decay[k] + s->loads.swing[k], shorter, s->stable,
                  s->undamped);
    else if (m->npoles && 2 * (s->poles.damping[k] + s->poles.swing[k]) > s->damping[k])
        nd_format(out, n,
                  "the poles of material '%.60s' (region '%.60s') have rates of up to %.3g, which makes the stable time "
                  "step %.3g times shorter than without them, %.3g instead of %.3g: check their units, and leave out "
                  "poles that are far above the frequencies of interest",
                  m->name, s->mesh.region_name[region], s->poles.damping[k] + s->poles.swing[k], shorter, s->stable,
                  s->undamped);
    else if (2 * losses < s->damping[k])
        nd_format(
            out, n,
            "the PML damps fields in element %lld at the rate %.3g, which makes the stable time step %.3g "
            "times shorter, %.3g instead of %.3g: make the PML thicker or raise pml.reflection",
            (long long)s->mesh.label[k], s->damping[k], shorter, s->stable, s->undamped);
    else
        nd_format(
            out, n,
            "fields in material '%.60s' (region '%.60s') decay at the rate %.3g%s, which makes the stable "
            "time step %.3g times shorter than without these losses, %.3g instead of %.3g: leave such a good "
            "conductor out of the mesh and give its surface a boundary condition%s",
            m->name, s->mesh.region_name[region], losses, constants, shorter, s->stable, s->undamped,
            nd_names_find(&s->law.boundaries, "pec") >= 0 ? ", pec, impedance or one of conductors" : "");
    return 1;
}
