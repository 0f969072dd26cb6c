/* The cases of nudge verify, in the order of its table. */
#include <math.h>
#include "internal.h"
#include "verify.h"

static int judge_below(struct verify_run *run, double tolerance)
{
    int status = 0;
    double error;
    TRY(nudge_solver_error(run->solver, &error));
    TRY(verdict_add(run, (struct verdict){"relative L2 error", NAN, NAN, error, tolerance, ""}));
done:
    return status;
}

/* The L2 error falls with the order N + 1. */
int judge_two_media_order(struct verify_run *run)
{
    int status = 0;
    double error[2] = {run->other.error};
    TRY(nudge_solver_error(run->solver, &error[1]));
    TRY(verdict_order(run, error, nudge_solver_status(run->solver)->order + 1, 0.2));
done:
    return status;
}

int judge_error(struct verify_run *run)
{
    return judge_below(run, 5e-4);
}

/* Straight elements of this number have an error of 0.17. */
int judge_curved(struct verify_run *run)
{
    return judge_below(run, 1e-3);
}

/* Orders below 6 are limited by the wavelength in the core, 1.04. */
int judge_two_media_ball(struct verify_run *run)
{
    return judge_below(run, 0.04);
}

/* The space between the plates made so long that nothing comes back while the run lasts. */
#define LONGER "mesh.box.size=[49, 1.1547005383792517, 1]", "mesh.box.divisions=[49, 1, 1]"
#define ENDS   "mesh.pml.sides=[xmin]"

/* Long waves, with a PML that is thicker for them; short ones, for which facets must be small. */
#define SMALL                                                                                                \
    "monitors.rcs.far_field.frequencies=[0.079577472]", "mesh.pml={layers: 3, thickness: 4.5}",              \
        "sources.wave.waveform.pulse={frequency: 0.1, bandwidth: 0.16}", "time.end=120"
#define SHORT                                                                                                \
    "mesh.file=pec-sphere-fine.msh", "monitors.rcs.far_field.frequencies=[0.79577472]",                      \
        "sources.wave.waveform.pulse={frequency: 0.8, bandwidth: 0.4}"

/* The same number of elements, curved. */
#define CURVED "mesh.file=pec-sphere-curved.msh", "monitors.rcs.far_field.frequencies=[0.31830989]"
/* An electric dipole along z, which rings TM modes: walls that were electric are magnetic. */
#define ELECTRIC                                                                                             \
    "boundaries={x0: pmc, y0: pmc, z0: pec, outside: absorbing}", "sources.loop.dipole.kind=electric",       \
        "sources.loop.waveform.pulse.frequency=0.12", "monitors.modes.resonances.band=[0.09, 0.14]"
/* A sixteenth of the ball, between planes of symmetry, with cubic elements. */
#define WEDGE "mesh.file=two-media-fine.msh", "boundaries={wall: pec, diagonal: pec, y0: pec, z0: pmc}"
/* 30 degrees at the frequency 0.64, and the other polarization. */
#define LESS_OBLIQUE "floquet.wave_vector=[2.010619298, 0, 0]"
#define TRANSVERSE_H "sources.feed.current={regions: [below], x: \"exp(-((z+1.7)/0.1)^2)\"}"

/* The guide of the slab filled with one material, with losses. */
#define LOSSY                                                                                                \
    "materials.air.loss_tangent={value: 0.02, at: 10e9}",                                                    \
        "materials.ceramic={epsilon: 1, loss_tangent: {value: 0.02, at: 10e9}}"

const struct verify_case verify_cases[] = {
    {"metal cavity", "cavity/cavity.yaml", .full = {"order=6"}, .judge = judge_error},
    {"cavity, central flux",
     "cavity/cavity.yaml",
     {"flux.upwind=0"},
     {"order=6", "flux.upwind=0"},
     .judge = judge_energy},
    {"cavity of two media", "two-media/two-media.yaml", .full = {"order=6"}, .judge = judge_error},
    {"half-filled cavity", "half-filled/half-filled.yaml", .full = {"order=6"}, .judge = judge_half_filled},
    {"filled cavity, Q", "resonances/filled-cavity.yaml", {"order=4"}, {0}, .judge = judge_filled_cavity},
    {"dielectric resonator, TE", "resonances/sphere.yaml", .full = {"order=4"}, .slow = 1,
     .judge = judge_open_sphere},
    {"dielectric resonator, TM",
     "resonances/sphere.yaml",
     {ELECTRIC},
     {"order=4", ELECTRIC},
     .slow = 1,
     .judge = judge_open_sphere_TM},
    {"hollow ball", "ball/ball.yaml", {"order=3"}, {0}, .judge = judge_ball},
    {"curved ball", "curved-ball/curved-ball.yaml", .full = {"order=5"}, .judge = judge_curved},
    {"curved ball of two media",
     "curved-ball/two-media-ball.yaml",
     {"order=4"},
     {"order=6"},
     .judge = judge_two_media_ball},
    {"hollow sphere, quadratic", "curved-ball/eighth.yaml", .slow = 1, .judge = judge_hollow_sphere},
    {"hollow sphere, order",
     "curved-ball/eighth.yaml",
     {"mesh.file=eighth-fine.msh"},
     {"mesh.file=eighth-fine.msh"},
     {"mesh.file=eighth-coarse.msh"},
     .slow = 1,
     .judge = judge_hollow_sphere},
    {"hollow sphere, quartic",
     "curved-ball/eighth.yaml",
     {"mesh.file=eighth-coarse-quartic.msh"},
     {"mesh.file=eighth-coarse-quartic.msh"},
     {"mesh.file=eighth-coarse-cubic.msh"},
     .judge = judge_quartic_sphere},
    {"curved sphere of two materials",
     "curved-ball/two-media-ball.yaml",
     {WEDGE},
     {WEDGE},
     {"mesh.file=two-media-coarse.msh"},
     .slow = 1,
     .judge = judge_two_media_order},
    {"slab, epsilon 4", "slab/slab.yaml", {"order=3"}, {"order=6"}, .judge = judge_slab},
    {"half-space, n 2", "slab/half-space.yaml", {"order=3"}, {"order=6"}, .judge = judge_half_space},
    {"oblique incidence, 60 degrees", "slab/oblique.yaml", {"order=3"}, .slow = 1, .judge = judge_oblique},
    {"oblique incidence, 60 degrees, TM",
     "slab/oblique.yaml",
     {"order=3", TRANSVERSE_H},
     {TRANSVERSE_H},
     .slow = 1,
     .judge = judge_oblique},
    {"oblique incidence, 30 degrees",
     "slab/oblique.yaml",
     {"order=3", LESS_OBLIQUE},
     {LESS_OBLIQUE},
     .slow = 1,
     .judge = judge_oblique},
    {"resistive sheet", "sheet/sheet.yaml", {"order=3"}, .judge = judge_film},
    {"porous screen", "sheet/screen.yaml", {"order=3"}, .slow = 1, .judge = judge_screen},
    {"metal plate", "plate/plate.yaml", {"order=2"}, .slow = 1, .judge = judge_plate},
    {"resistive plate",
     "plate/plate.yaml",
     {"order=2", "boundaries.plate=sheet 0.5"},
     {"boundaries.plate=sheet 0.5"},
     .slow = 1,
     .judge = judge_plate},
    {"strip, TM", "strip/strip.yaml", .slow = 1, .judge = judge_strip_TM},
    {"strip, TE",
     "strip/strip.yaml",
     {"boundaries.walls=pmc", "sources.wave.plane_wave.polarization=[1, 0, 0]"},
     {"boundaries.walls=pmc", "sources.wave.plane_wave.polarization=[1, 0, 0]"},
     .slow = 1,
     .judge = judge_strip_TE},
    {"Hertzian dipole",
     "dipole/dipole.yaml",
     {"order=3"},
     {"order=6", "mesh.pml.layers=2"},
     .judge = judge_dipole},
    {"half-wave dipole",
     "dipole/half-wave.yaml",
     {"order=3"},
     {"order=6"},
     .slow = 1,
     .judge = judge_half_wave},
    {"metal sphere", "pec-sphere/pec-sphere.yaml", {"order=3"}, .judge = judge_pec_sphere},
    {"metal sphere, curved",
     "pec-sphere/pec-sphere.yaml",
     {"order=3", CURVED},
     {CURVED},
     .slow = 1,
     .judge = judge_curved_sphere},
    {"metal sphere, quarter", "pec-sphere/quarter.yaml", {"order=3"}, .slow = 1, .judge = judge_pec_sphere},
    {"metal sphere, ka 0.5",
     "pec-sphere/pec-sphere.yaml",
     {"order=2", SMALL},
     {SMALL},
     .slow = 1,
     .judge = judge_pec_sphere},
    {"metal sphere, ka 5",
     "pec-sphere/pec-sphere.yaml",
     {"order=5", SHORT},
     {"order=6", SHORT},
     .slow = 1,
     .judge = judge_pec_sphere},
    {"glass sphere", "glass-sphere/glass-sphere.yaml", {"order=3"}, .slow = 1, .judge = judge_glass_sphere},
    {"dielectric sphere, curved",
     "glass-sphere/quarter.yaml",
     {"order=3"},
     .slow = 1,
     .judge = judge_curved_glass},
    {"Debye water", "water-slab/water-slab.yaml", {"order=2"}, {"order=4"}, .judge = judge_water_slab},
    {"slab with ten poles",
     "water-slab/ten-poles.yaml",
     {"order=2"},
     {"order=3"},
     .slow = 1,
     .judge = judge_ten_poles},
    {"Drude sphere", "metal-sphere/drude.yaml", .slow = 1, .judge = judge_drude_sphere},
    {"Lorentz sphere", "metal-sphere/lorentz.yaml", .slow = 1, .judge = judge_lorentz_sphere},
    {"waveguide", "waveguide/waveguide.yaml", {"order=3"}, .slow = 1, .judge = judge_waveguide},
    {"ports, dielectric",
     "ports/slab.yaml",
     {"sparameters.excite=left", "time.decay=60"},
     {"sparameters.excite=left"},
     .beside = {"sparameters.excite=right"},
     .slow = 1,
     .judge = judge_port_slab},
    {"ports, lossy line",
     "ports/slab.yaml",
     {LOSSY, "order=3", "sparameters.excite=left", "time.end=4e-9"},
     {LOSSY, "sparameters.excite=left"},
     .slow = 1,
     .judge = judge_port_lossy},
    {"ports, iris",
     "ports/iris.yaml",
     {"order=3", "sparameters.excite=left"},
     {"order=4", "sparameters.excite=left"},
     .beside = {"sparameters.excite=right"},
     .slow = 1,
     .judge = judge_port_iris},
    {"ports, screen with slots",
     "slot/slot.yaml",
     {"order=2", "sparameters.excite=front"},
     {"sparameters.excite=front"},
     .slow = 1,
     .judge = judge_port_slots},
    {"ports, step of a coax",
     "ports/coax.yaml",
     {"order=2", "sparameters.excite=thin"},
     {"sparameters.excite=thin"},
     .beside = {"sparameters.excite=thick"},
     .slow = 1,
     .judge = judge_port_step},
    {"copper waveguide",
     "waveguide/copper.yaml",
     {"order=3", "time.end=3e-9"},
     .beside = {"boundaries.walls=pec", "conductors={}"},
     .judge = judge_copper},
    {"ports, microstrip",
     "ports/microstrip.yaml",
     {"order=2", "sparameters.excite=left", "precision=single"},
     {"sparameters.excite=left", "precision=single"},
     .beside = {"sparameters.excite=right"},
     .slow = 1,
     .judge = judge_port_microstrip},
    {"ports, half-wave dipole",
     "ports/dipole.yaml",
     {"order=2", "sparameters.excite=feed", "precision=single"},
     {"sparameters.excite=feed", "precision=single"},
     .slow = 1,
     .judge = judge_port_dipole},
    {"PML", "open-end/open-end.yaml", {0}, {"order=6"}, {LONGER}, .judge = judge_pml},
    {"absorbing boundary",
     "open-end/open-end.yaml",
     {ENDS},
     {"order=6", ENDS},
     {"mesh.pml.sides=[xmin, xmax]"},
     .judge = judge_open_boundary},
    {"PML, acoustics", "open-end/sound.yaml", {0}, {"order=6"}, {LONGER}, .judge = judge_pml},
    {"boundary, acoustics",
     "open-end/sound.yaml",
     {ENDS},
     {"order=6", ENDS},
     {"mesh.pml.sides=[xmin, xmax]"},
     .slow = 1,
     .judge = judge_open_boundary},
    {"rigid sphere, acoustics", "rigid-sphere/rigid-sphere.yaml", {"order=3"}, .judge = judge_rigid_sphere},
    {"room", "room/room.yaml", .full = {"order=5"}, .judge = judge_room},
    {"solid, P and S waves", "solid-waves/solid-waves.yaml", .full = {"order=6"}, .judge = judge_error},
    {"Lamb's problem", "lamb/lamb.yaml", .slow = 1, .judge = judge_lamb},
    {"layer, LOH.1", "loh1/loh1.yaml", .slow = 1, .judge = judge_layer},
    {0},
};
