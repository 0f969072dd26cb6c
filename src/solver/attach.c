/* Surfaces, sources, ports and monitors of a solver. */
#include <math.h>
#include "base/log.h"
#include "solver/ranks.h"

/* The input of ports and loads. */
static struct nd_port_setup port_setup(const nudge_solver *s)
{
    return (struct nd_port_setup){
        .problem = s->problem,
        .mesh = &s->mesh,
        .connect = &s->connect,
        .elem = &s->elem,
        .law = &s->law,
        .assign = &s->assign,
        .pml = &s->pml,
        .end = s->schedule.end,
    };
}

int nd_solver_add_surfaces(nudge_solver *s, const struct nd_setup *rhs)
{
    int status = 0;
    const struct nd_surfaces_setup setup = {s->problem, &s->law, &s->assign, rhs};
    const struct nd_port_setup ports = port_setup(s);
    TRY(nd_surfaces_init(&s->surfaces, &s->rhs, &setup, &s->pointwise.damping));
    TRY(nd_loads_init(&s->loads, &s->rhs, &ports, rhs));
done:
    return status;
}

int nd_solver_add_sources(nudge_solver *s)
{
    int status = 0;
    const struct nd_sources_setup setup = {
        .problem = s->problem,
        .mesh = &s->mesh,
        .connect = &s->connect,
        .elem = &s->elem,
        .law = &s->law,
        .assign = &s->assign,
        .end = s->schedule.end,
        .stages = s->integrator.stages,
    };
    TRY(nd_sources_init(&s->sources, &s->rhs, &setup));
    TRY(nd_ranks_compare_tables(s));
    s->watch.quiet = nd_sources_end(&s->sources);
done:
    return status;
}

int nd_solver_add_ports(nudge_solver *s)
{
    int status = 0;
    const struct nd_port_setup setup = port_setup(s);
    TRY(nd_ports_init(&s->ports, &s->rhs, &setup));
    s->watch.quiet = fmax(s->watch.quiet, nd_ports_end(&s->ports));
    if (2 * s->schedule.end < nd_ports_end(&s->ports)) /* the pulse is symmetric */
        nd_warn("the run ends at %g, before the peak of the port's pulse: results are wrong; set time.end to "
                "more "
                "than %g",
                s->schedule.end, nd_ports_end(&s->ports));
done:
    return status;
}

int nd_solver_add_monitors(nudge_solver *s)
{
    int status = 0;
    const struct nd_monitors_setup setup = {
        .problem = s->problem,
        .rhs = &s->rhs,
        .mesh = &s->mesh,
        .connect = &s->connect,
        .elem = &s->elem,
        .law = &s->law,
        .assign = &s->assign,
        .schedule = &s->schedule,
        .sources = &s->sources,
    };
    TRY(nd_monitors_init(&s->monitors, &setup));
    if (s->ports.n && s->ports.excited >= 0) {
        s->monitors.fed.at = nd_ports_fed;
        s->monitors.fed.port = &s->ports;
    }
done:
    return status;
}
