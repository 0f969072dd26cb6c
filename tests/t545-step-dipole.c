// Dipoles in free space against the exact fields, in the near field, before any reflection arrives
// from the walls.
// PLAIN:
#include "exact/dipole.h"
#include "sources.h"

static const double from[3] = {0.05, -0.03, 0.02};

/* p = exp(-((t - 0.9) / 0.2)^2); the waveform is p'. */
static void moment(double t, const void *context, double p[3])
{
    const double u = (t - 0.9) / 0.2;
    (void)context;
    p[0] = exp(-u * u);
    p[1] = -2 * u / 0.2 * p[0];
    p[2] = (4 * u * u - 2) / 0.04 * p[0];
}

static const char *everywhere(const double c[3])
{
    (void)c;
    return "air";
}

/* The largest error over the largest field, over all steps, which are a part of the longest. */
static double dipole_error(const char *kind, int N, int cells, double part)
{
    static const double point[3] = {0.61, 0.47, -0.38};
    struct made m;
    char text[1024];
    double most = 0, worst = 0;
    snprintf(text, sizeof text,
             "mesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [%d, %d, %d]}}\norder: %d\n"
             "boundaries: {default: absorbing}\n"
             "sources: {one: {dipole: {at: [0.05, -0.03, 0.02], moment: [0.6, 0, 0.8], kind: %s}, "
             "waveform: {expression: -2*(t-0.9)/0.04*exp(-((t-0.9)/0.2)^2)}}}\ntime: {end: 1.9, cfl: %g}\n",
             cells, cells, cells, N, kind, part);
    CHECK_OK(made_init(&m, text, everywhere, NULL));
    const struct nd_dipole dipole = {
        *kind == 'm' ? ND_DIPOLE_MAGNETIC : ND_DIPOLE_ELECTRIC, {from[0], from[1], from[2]}, {0.6, 0, 0.8}};
    for (double t = 0.5, want[6]; t < 1.9; t += 0.01) {
        nd_dipole_field(&dipole, moment, NULL, point, t, want);
        for (int f = 0; f < 6; f++) most = fmax(most, fabs(want[f]));
    }
    while (m.solver && m.solver->step < m.solver->schedule.steps) {
        double got[6], want[6];
        CHECK_OK(nudge_solver_step(m.solver, 1));
        if (m.solver->time < 0.5) continue;
        made_probe(&m, point, got);
        nd_dipole_field(&dipole, moment, NULL, point, m.solver->time, want);
        for (int f = 0; f < 6; f++) worst = test_worse(worst, fabs(got[f] - want[f]));
    }
    made_clear(&m);
    if (getenv("TEST_SHOW"))
        printf("%s dipole, N = %d, %d cells, steps * %g: %.3g of %.3g\n", kind, N, cells, part, worst, most);
    return worst / most;
}

int main(void)
{
    CHECK(dipole_error("electric", 5, 6, 1) < 0.006);
    CHECK(dipole_error("electric", 5, 6, 0.4) < 0.006);
    CHECK(dipole_error("magnetic", 4, 6, 1) < 0.025);
    CHECK(dipole_error("magnetic", 4, 6, 0.4) < 0.025);
    TEST_END;
}
