/* The poles of a solver's materials. */
#include "solver/solver.h"

/* A PML stretches the fields of a medium without poles and tensors. */
static int refuse_in_pml(const nudge_solver *s)
{
    int status = 0;
    char where[512];
    for (nd_idx r = 0; r < s->mesh.nregions; r++) {
        const struct nd_material *m = &s->problem->material[s->assign.material[r]];
        if (!s->pml.n || !s->pml.region[r] || !(m->npoles || m->tensor)) continue;
        FAIL(NUDGE_EVALUE,
             "%s: region '%s' of the PML is of material '%s', which has %s: a PML is stable in materials "
             "without them only; end the material before the PML, or give the region another material, as "
             "regions: {%s: vacuum}",
             nd_problem_where(s->problem, m->line, where), s->mesh.region_name[r], m->name,
             m->npoles ? "poles" : "a tensor", s->mesh.region_name[r]);
    }
done:
    return status;
}

int nd_solver_add_poles(nudge_solver *s, const struct nd_setup *setup)
{
    int status = 0;
    TRY(refuse_in_pml(s));
    TRY(nd_poles_init(&s->poles, &s->rhs, setup, s->problem));
    if (!s->poles.damping && !s->pointwise.damping && !s->loads.decay) goto done;
    ALLOC(s->damping, s->mesh.K);
    for (nd_idx k = 0; k < s->mesh.K; k++)
        s->damping[k] = (s->pointwise.damping ? s->pointwise.damping[k] : 0) +
                        (s->poles.damping ? s->poles.damping[k] : 0) +
                        (s->loads.decay ? s->loads.decay[k] : 0);
    if (!s->poles.swing && !s->loads.swing) goto done;
    ALLOC(s->swing, s->mesh.K);
    for (nd_idx k = 0; k < s->mesh.K; k++)
        s->swing[k] = (s->poles.swing ? s->poles.swing[k] : 0) + (s->loads.swing ? s->loads.swing[k] : 0);
done:
    return status;
}
