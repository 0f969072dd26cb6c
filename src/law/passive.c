#include "law/passive.h"

#include <math.h>
#include "problem/pole.h"

int nd_law_has_poles(const struct nd_law *law)
{
    static const enum nd_source_kind kinds[] = {ND_ELECTRIC, ND_MAGNETIC};
    int has = nd_names_find(&law->material, "epsilon") >= 0 && nd_names_find(&law->material, "mu") >= 0 &&
              nd_names_find(&law->material, "sigma") >= 0;
    for (int i = 0; i < 2; i++) {
        const struct nd_law_source *s = &law->source[kinds[i]];
        has = has && s->n == 3 && s->field[1] == s->field[0] + 1 && s->field[2] == s->field[0] + 2;
    }
    return has;
}

/* The imaginary part of epsilon or mu. conductivity: sigma / epsilon0, or that of mu. */
static double loss_at(const struct nd_material *m, bool magnetic, double conductivity, double frequency)
{
    return cimag(nd_poles_at(m, magnetic, frequency)) + conductivity / (2 * M_PI * frequency);
}

/* The frequency where the imaginary part is least, on a grid that is fine beside what any pole varies over. */
static double find_worst(const struct nd_material *m, bool magnetic, double conductivity, double *loss)
{
    enum { PER_DECADE = 400, AROUND = 400 };
    double low, high, worst = NAN;
    nd_poles_span(m, &low, &high);
    *loss = INFINITY;
    const int n = (int)(PER_DECADE * (log10(high / low) + 6));
    for (int i = 0; i <= n; i++) {
        const double f = low * 1e-3 * pow(10, (double)i / PER_DECADE),
                     own = loss_at(m, magnetic, conductivity, f);
        if (own < *loss) *loss = own, worst = f;
    }
    for (int p = 0; p < m->npoles; p++)
        for (int i = -AROUND; i <= AROUND; i++) {
            const double f = m->pole[p].frequency + i * m->pole[p].rate / (2 * M_PI * AROUND / 20);
            const double own = f > 0 ? loss_at(m, magnetic, conductivity, f) : INFINITY;
            if (own < *loss) *loss = own, worst = f;
        }
    return worst;
}

/* What is wrong with a pole by itself, or null. Each must lose energy by itself: the energy that it stores is known
 * then, and the watchdog can tell growth from exchange. */
static const char *find_fault(const struct nd_pole *p)
{
    if (p->kind != ND_POLE_DRUDE && !(p->strength >= 0)) return "its strength is below 0";
    if (p->kind == ND_POLE_LORENTZ && !(p->rate >= 0)) return "its damping is below 0";
    if (p->kind == ND_POLE_LORENTZ && !(p->tilt >= 0 && p->tilt <= p->rate))
        return "its tilt is not between 0 and its damping";
    return NULL;
}

static int refuse(const nudge_problem *problem, const struct nd_material *m, const struct nd_pole *p,
                  int number, double conductivity)
{
    int status = 0;
    char where[512];
    double loss;
    const char *constant = p->magnetic ? "mu" : "epsilon", *fault = find_fault(p);
    const double f = find_worst(m, p->magnetic, conductivity, &loss);
    nd_problem_where(problem, p->line, where);
    if (loss < 0)
        FAIL(NUDGE_EVALUE,
             "%s: material '%s' is not passive: at the frequency %.6g the imaginary part of its %s is %.4g, "
             "and "
             "fields would gain energy there; in pole %d, %s, %s",
             where, m->name, f, constant, loss, number, nd_pole_word(p), fault);
    FAIL(NUDGE_EVALUE,
         "%s: material '%s': pole %d, %s, is not passive by itself (%s), though the sum of all is: this is "
         "not "
         "supported; nudge fit finds poles that are",
         where, m->name, number, nd_pole_word(p), fault);
done:
    return status;
}

/* Adds the conductivity that has the loss tangent at its frequency. epsilon0: in the units of the problem. */
static int add_loss_tangent(const nudge_problem *problem, const struct nd_law *law,
                            const struct nd_material *m, double *value)
{
    int status = 0;
    const int epsilon = nd_names_find(&law->material, "epsilon"),
              sigma = nd_names_find(&law->material, "sigma");
    const double epsilon0 = problem->units == ND_UNITS_SI ? law->si[epsilon] : 1,
                 real = value[epsilon] + creal(nd_poles_at(m, false, m->loss_at));
    char where[512];
    nd_problem_where(problem, m->loss_line, where);
    if (value[sigma] > 0)
        FAIL(NUDGE_EVALUE, "%s: material '%s': give sigma or loss_tangent, not both", where, m->name);
    if (!(real > 0))
        FAIL(NUDGE_EVALUE,
             "%s: material '%s': the real part of epsilon is %.4g at loss_tangent.at, and a loss tangent "
             "needs one "
             "above 0; leave it out, because the poles have losses of their own",
             where, m->name, real);
    value[sigma] = 2 * M_PI * m->loss_at * epsilon0 * real * m->loss_tangent;
done:
    return status;
}

int nd_passive_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_material *m,
                     double *value)
{
    int status = 0;
    char where[512];
    if (!m->npoles && !(m->loss_tangent > 0)) return 0;
    if (m->tensor)
        FAIL(NUDGE_EVALUE,
             "%s: material '%s' has a tensor, and poles or a loss_tangent: both together are not supported; give sigma "
             "instead, or take scalars",
             nd_problem_where(problem, m->npoles ? m->pole[0].line : m->loss_line, where), m->name);
    if (!nd_law_has_poles(law))
        FAIL(NUDGE_EVALUE, "%s: material '%s': law %s has no poles and no loss_tangent; law maxwell has them",
             nd_problem_where(problem, m->npoles ? m->pole[0].line : m->loss_line, where), m->name,
             law->name);
    if (m->loss_tangent > 0) TRY(add_loss_tangent(problem, law, m, value));
    const int epsilon = nd_names_find(&law->material, "epsilon"),
              sigma = nd_names_find(&law->material, "sigma");
    const double epsilon0 = problem->units == ND_UNITS_SI ? law->si[epsilon] : 1;
    for (int i = 0, number[2] = {0}; i < m->npoles; i++) {
        const struct nd_pole *p = &m->pole[i];
        number[p->magnetic]++;
        if (find_fault(p))
            TRY(refuse(problem, m, p, number[p->magnetic], p->magnetic ? 0 : value[sigma] / epsilon0));
    }
done:
    return status;
}
