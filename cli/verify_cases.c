/* The cases of nudge verify, in the order of its table. */
#include <math.h>
#include "solver.h"
#include "verify.h"

int judge_error(struct verify_run *run)
{
    int status = 0;
    double error;
    TRY(nudge_solver_error(run->solver, &error));
    TRY(verdict_add(run, (struct verdict){"relative L2 error", NAN, NAN, error, 5e-4, ""}));
done:
    return status;
}

const struct verify_case verify_cases[] = {
    {"metal cavity", "cavity/cavity.yaml", {0}, {"order=6"}, 0, judge_error},
    {"cavity of two media", "two-media/two-media.yaml", {0}, {"order=6"}, 0, judge_error},
    {"slab, epsilon 4", "slab/slab.yaml", {"order=3"}, {"order=6"}, 0, judge_slab},
    {"Hertzian dipole",
     "dipole/dipole.yaml",
     {"order=3"},
     {"order=6", "mesh.shell.layers=2"},
     0,
     judge_dipole},
    {"metal sphere", "pec-sphere/pec-sphere.yaml", {"order=3"}, {0}, 0, judge_pec_sphere},
    {"glass sphere", "glass-sphere/glass-sphere.yaml", {"order=3"}, {0}, 1, judge_glass_sphere},
    {"waveguide", "waveguide/waveguide.yaml", {"order=3"}, {0}, 1, judge_waveguide},
    {"rigid sphere, sound",
     "rigid-sphere/rigid-sphere.yaml",
     {"order=3", "time.integrator=lsrk14"},
     {0},
     0,
     judge_rigid_sphere},
    {"room", "room/room.yaml", {0}, {"order=5"}, 0, judge_room},
    {"Lamb's problem", "lamb/lamb.yaml", {0}, {0}, 1, judge_lamb},
    {"layer, LOH.1", "loh1/loh1.yaml", {0}, {0}, 1, judge_layer},
    {0},
};
