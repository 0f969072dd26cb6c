/* What a problem has beyond fields in a closed box: sources. */
#include "solver.h"

int nd_solver_open(nudge_solver *s)
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
    };
    TRY(nd_sources_init(&s->sources, &s->rhs, &setup));
    s->watch.quiet = nd_sources_end(&s->sources);
done:
    return status;
}

void nd_solver_shut(nudge_solver *s)
{
    nd_sources_clear(&s->sources);
}
