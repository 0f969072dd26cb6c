/* The poles of a solver's materials, and materials in the PML. */
#include <complex.h>
#include <math.h>
#include "law/passive.h"
#include "problem/pole.h"
#include "problem/units.h"
#include "solver/solver.h"

double nd_solver_constant(const nudge_solver *s, int material, const char *name)
{
    const int at = nd_names_find(&s->law.material, name);
    return s->assign.constants[material * s->law.material.n + at] /
           (s->problem->units == ND_UNITS_SI ? s->law.si[at] : 1);
}

/* Whether a material has tensors with axes other than x, y, z. */
static int is_turned(const nudge_solver *s, int material)
{
    static const char *const names[] = {"epsilon_yz", "epsilon_xz", "epsilon_xy", "mu_yz", "mu_xz", "mu_xy"};
    int turned = 0;
    for (int i = 0; i < 6; i++) {
        const int at = nd_names_find(&s->law.material, names[i]);
        turned |= at >= 0 && s->assign.constants[material * s->law.material.n + at] != 0;
    }
    return turned;
}

/* A frequency at which epsilon and mu are both negative, so that waves run backward and grow in a PML; 0: none. */
static double backward_at(const nudge_solver *s, int material)
{
    enum { SAMPLES = 1000 };
    const struct nd_material *m = &s->problem->material[material];
    const double epsilon = nd_solver_constant(s, material, "epsilon"),
                 mu = nd_solver_constant(s, material, "mu");
    double low, high;
    nd_poles_span(m, &low, &high);
    for (int i = 0; i <= SAMPLES && low > 0; i++) {
        const double f = low / 100 * pow(1e4 * high / low, (double)i / SAMPLES);
        if (epsilon + creal(nd_poles_at(m, false, f)) < 0 && mu + creal(nd_poles_at(m, true, f)) < 0)
            return f;
    }
    return 0;
}

/* A PML is stable where waves run forward, and stretches tensors along x, y, z only. */
static int check_region(const nudge_solver *s, nd_idx region)
{
    int status = 0;
    char where[512], number[32];
    const int material = s->assign.material[region];
    const struct nd_material *m = &s->problem->material[material];
    const double f = m->npoles ? backward_at(s, material) : 0;
    if (m->tensor && is_turned(s, material))
        FAIL(NUDGE_EVALUE,
             "%s: region '%s' of the PML is of material '%s', whose tensor is not diagonal: a PML takes "
             "tensors with "
             "axes along x, y, z; end the material before the PML, or give the region another one, as "
             "regions: {%s: "
             "vacuum}",
             nd_problem_where(s->problem, m->line, where), s->mesh.region_name[region], m->name,
             s->mesh.region_name[region]);
    if (f > 0)
        FAIL(NUDGE_EVALUE,
             "%s: region '%s' of the PML is of material '%s', in which epsilon and mu are both negative at "
             "%s: waves "
             "run backward there, and a PML makes them grow; end the material before the PML, or give the "
             "region "
             "another one, as regions: {%s: vacuum}",
             nd_problem_where(s->problem, m->line, where), s->mesh.region_name[region], m->name,
             nd_quantity_text(f, ND_DIM_FREQUENCY, s->problem->units == ND_UNITS_SI, number),
             s->mesh.region_name[region]);
done:
    return status;
}

int nd_solver_check_pml(nudge_solver *s)
{
    int status = 0;
    for (nd_idx r = 0; r < s->mesh.nregions && s->pml.n && nd_law_has_poles(&s->law); r++) {
        if (!s->pml.region[r]) continue;
        TRY(check_region(s, r));
        const int material = s->assign.material[r];
        const struct nd_material *m = &s->problem->material[material];
        s->pml.shifted |= m->npoles > 0 || s->rhs.losses[material] > 0;
        for (int i = 0; i < m->npoles; i++) s->pml.held |= m->pole[i].kind != ND_POLE_DEBYE;
    }
done:
    return status;
}

int nd_solver_add_poles(nudge_solver *s, const struct nd_setup *setup)
{
    int status = 0;
    TRY(nd_poles_init(&s->poles, &s->rhs, setup, s->problem, &s->pointwise));
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
