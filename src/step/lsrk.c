#include "step/lsrk.h"

static const double rk4a[] = {
    0.0,
    -567301805773.0 / 1357537059087.0,
    -2404267990393.0 / 2016746695238.0,
    -3550918686646.0 / 2091501179385.0,
    -1275806237668.0 / 842570457699.0,
};
static const double rk4b[] = {
    1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0, 1720146321549.0 / 2090206949498.0,
    3134564353537.0 / 4481467310338.0, 2277821191437.0 / 14882151754819.0,
};

const struct nd_integrator nd_lsrk4 = {"lsrk4", 5, rk4a, rk4b};

int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt)
{
    int status = 0;
    for (int i = 0; i < integrator->stages; i++)
        TRY(nd_rhs_stage(rhs, integrator->a[i], integrator->b[i], dt));
done:
    return status;
}
