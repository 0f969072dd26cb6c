/* Low-storage Runge-Kutta schemes of fourth order. */
#include "step/integrator.h"

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

static const double rk14a[] = {
    0.0,
    -0.7188012108672410,
    -0.7785331173421570,
    -0.0053282796654044,
    -0.8552979934029281,
    -3.9564138245774565,
    -1.5780575380587385,
    -2.0837094552574054,
    -0.7483334182761610,
    -0.7032861106563359,
    0.0013917096117681,
    -0.0932075369637460,
    -0.9514200470875948,
    -7.1151571693922548,
};
static const double rk14b[] = {
    0.0367762454319673, 0.3136296607553959, 0.1531848691869027, 0.0030097086818182, 0.3326293790646110,
    0.2440251405350864, 0.3718879239592277, 0.6204126221582444, 0.1524043173028741, 0.0760894927419266,
    0.0077604214040978, 0.0024647284755382, 0.0780348340049386, 5.5059777270269628,
};

_Static_assert(sizeof rk14a / sizeof *rk14a <= ND_STAGES_MOST, "room for all stages");

/* The limits are nine tenths of the smallest found by bisection for upwind fluxes on regular, jittered, flat
 * and needle-like meshes; tests/t510-step-stable.c checks them. The regular box of cubes cut into six is the
 * strictest. They hold for LSRK4 with central fluxes, too. The scheme of 14 stages is stable four times as
 * far along the negative real axis (18.5, LSRK4: 4.7) but less than twice as far along the imaginary one
 * (6.1, LSRK4: 3.3), where the eigenvalues with central fluxes are. Its factor for them is nine tenths of the
 * smallest found where media of epsilon 1 and 100 meet, on the flat mesh. */
static const double rk4limit[ND_LIMITS] = {0, 1.82, 1.12, 0.80, 0.575, 0.438, 0.338, 0.270, 0.219, 0.186};
static const double rk14limit[ND_LIMITS] = {0, 7.36, 4.48, 3.19, 2.27, 1.75, 1.36, 1.08, 0.88, 0.73};

const struct nd_integrator nd_lsrk4 = {.name = "lsrk4",
                                       .order = 4,
                                       .stages = 5,
                                       .a = rk4a,
                                       .b = rk4b,
                                       .limit = rk4limit,
                                       .central = 1,
                                       .damping = 4.2,
                                       .apart = 2};
const struct nd_integrator nd_lsrk14 = {.name = "lsrk14",
                                        .order = 4,
                                        .stages = 14,
                                        .a = rk14a,
                                        .b = rk14b,
                                        .limit = rk14limit,
                                        .central = 0.45,
                                        .damping = 16.6,
                                        .apart = 0.5};
