#include "problem/keys.h"

#include <string.h>

#define AT(member)      offsetof(struct nudge_problem, member)
#define SOURCE(member)  offsetof(struct nd_source, member)
#define MONITOR(member) offsetof(struct nd_monitor_spec, member)

/* clang-format off */
const struct nd_key nd_keys[] = {
    {"", ND_KEY_MAP, .help = "a problem for nudge", .required = true},
    {"law", ND_KEY_TEXT, .help = "the physics: a built-in law, or the path of a .law file, which is run as code and needs --trust", .fallback = "maxwell", .at = AT(law), .line = AT(law_line)},
    {"units", ND_KEY_CHOICE, .help = "natural: epsilon0 = mu0 = 1; si: metres, seconds, volts, amperes", .fallback = "natural", .choices = "natural|si", .at = AT(units)},
    {"mesh", ND_KEY_MAP, .help = "where the tetrahedra come from: a file or a box", .choices = "file|box", .required = true, .line = AT(mesh_line)},
    {"mesh.file", ND_KEY_TEXT, .help = "a mesh file of Gmsh (.msh), TetGen (.node, .ele) or Gambit (.neu)", .at = AT(mesh_file), .line = AT(mesh_line)},
    {"mesh.box", ND_KEY_MAP, .help = "the built-in box, six tetrahedra a cell; give divisions or h", .choices = "divisions|h", .at = AT(box.given), .line = AT(box.line)},
    {"mesh.box.size", ND_KEY_SIZES, .help = "edge lengths", .fallback = "[1, 1, 1]", .at = AT(box.size)},
    {"mesh.box.origin", ND_KEY_VECTOR, .help = "the corner with the smallest coordinates", .fallback = "[0, 0, 0]", .at = AT(box.origin)},
    {"mesh.box.divisions", ND_KEY_COUNTS, .help = "cells along each edge", .least = 1, .most = 100000, .at = AT(box.divisions)},
    {"mesh.box.h", ND_KEY_POSITIVE, .help = "largest edge length of a cell, instead of divisions", .at = AT(box.h)},
    {"mesh.box.jitter", ND_KEY_NUMBER, .help = "inner vertices move by up to this share of a cell", .fallback = "0", .most = 0.3, .at = AT(box.jitter)},
    {"mesh.box.sides", ND_KEY_MAP, .help = "boundary names of the six sides"},
    {"mesh.box.sides.xmin", ND_KEY_TEXT, .help = "boundary name of the side of smallest x", .fallback = "xmin", .at = AT(box.side[0])},
    {"mesh.box.sides.xmax", ND_KEY_TEXT, .help = "boundary name of the side of largest x", .fallback = "xmax", .at = AT(box.side[1])},
    {"mesh.box.sides.ymin", ND_KEY_TEXT, .help = "boundary name of the side of smallest y", .fallback = "ymin", .at = AT(box.side[2])},
    {"mesh.box.sides.ymax", ND_KEY_TEXT, .help = "boundary name of the side of largest y", .fallback = "ymax", .at = AT(box.side[3])},
    {"mesh.box.sides.zmin", ND_KEY_TEXT, .help = "boundary name of the side of smallest z", .fallback = "zmin", .at = AT(box.side[4])},
    {"mesh.box.sides.zmax", ND_KEY_TEXT, .help = "boundary name of the side of largest z", .fallback = "zmax", .at = AT(box.side[5])},
    {"mesh.box.periodic", ND_KEY_AXES, .help = "directions in which opposite sides are joined", .fallback = "[]", .choices = "x|y|z", .at = AT(box.periodic)},
    {"mesh.box.region", ND_KEY_TEXT, .help = "region name of all its elements", .fallback = "box", .at = AT(box.region)},
    {"mesh.scale", ND_KEY_SCALE, .help = "the mesh's coordinates, of a file or a box, are multiplied by this before anything else is done; a unit's name stands for its metres (units: si)", .fallback = "1", .choices = ND_LENGTH_WORDS, .at = AT(scale), .line = AT(scale.line)},
    {"mesh.shell", ND_KEY_MAP, .help = "layers of elements grown around a box-shaped mesh; those around region NAME are region NAME.pml", .at = AT(shell.given), .line = AT(shell.line)},
    {"mesh.shell.layers", ND_KEY_INTEGER, .help = "how many", .fallback = "4", .least = 1, .most = 100, .at = AT(shell.layers)},
    {"mesh.shell.thickness", ND_KEY_POSITIVE, .help = "of all layers together", .required = true, .at = AT(shell.thickness)},
    {"mesh.shell.sides", ND_KEY_AXES, .help = "where they grow; on all sides that are not periodic when none is listed", .fallback = "[]", .choices = "xmin|xmax|ymin|ymax|zmin|zmax", .at = AT(shell.side)},
    {"mesh.periodic", ND_KEY_NAMES, .help = "boundaries joined to their translated opposites", .most = 1000, .at = AT(periodic)},
    {"mesh.periodic.*", ND_KEY_TEXT, .help = "the opposite boundary's name"},
    {"order", ND_KEY_INTEGER, .help = "polynomial order N", .required = true, .least = 1, .most = 9, .at = AT(order)},
    {"precision", ND_KEY_CHOICE, .help = "of the arithmetic", .fallback = "double", .choices = "single|double", .at = AT(precision)},
    {"flux", ND_KEY_MAP, .help = "the numerical flux"},
    {"flux.upwind", ND_KEY_NUMBER, .help = "1: upwind flux; 0: central flux; between: a mixture", .fallback = "1", .most = 1, .at = AT(upwind)},
    {"materials", ND_KEY_NAMES, .help = "materials by name; one called vacuum when neither materials nor regions are given", .most = 4096},
    {"materials.*", ND_KEY_NAMES, .help = "the law's constants for this material; epsilon and mu are relative to vacuum", .most = 64},
    {"materials.*.*", ND_KEY_NUMBER, .help = "the constant's value"},
    {"regions", ND_KEY_NAMES, .help = "region name: material; default covers the others; the only material when not given", .most = 32768, .at = AT(regions)},
    {"regions.*", ND_KEY_TEXT, .help = "a material's name"},
    {"boundaries", ND_KEY_NAMES, .help = "boundary name: condition of the law; default covers the others", .most = 32768, .at = AT(boundaries)},
    {"boundaries.*", ND_KEY_TEXT, .help = "a condition, such as pec, pmc, absorbing or impedance 50"},
    {"initial", ND_KEY_NAMES, .help = "field: its value at t = 0; fields not named are zero", .most = 256, .at = AT(initial)},
    {"initial.*", ND_KEY_EXPRESSION, .help = "the field's value"},
    {"exact", ND_KEY_NAMES, .help = "field: the exact solution, which turns on error reports; fields not named are zero", .most = 256, .at = AT(exact)},
    {"exact.*", ND_KEY_EXPRESSION, .help = "the field's value", .most = 1},
    {"pml", ND_KEY_MAP, .help = "a shell of elements that absorbs what leaves", .at = AT(pml.given), .line = AT(pml.line)},
    {"pml.regions", ND_KEY_WORDS, .help = "regions that absorb; those of mesh.shell when not given", .at = AT(pml.regions)},
    {"pml.reflection", ND_KEY_POSITIVE, .help = "of its profile at normal incidence; smaller is stronger", .fallback = "1e-6", .most = 0.5, .at = AT(pml.reflection)},
    {"pml.grading", ND_KEY_INTEGER, .help = "the profile grows as depth to this power; when not given, one less than the layers of the shell, but 1 to 3", .least = 1, .most = 6, .at = AT(pml.grading)},
    {"sources", ND_KEY_RECORDS, .help = "what makes waves, by name", .most = 256, .record = sizeof(struct nd_source), .at = AT(sources)},
    {"sources.*", ND_KEY_MAP, .help = "a source: one of these, and its waveform", .choices = "plane_wave|dipole|monopole|force|moment|point|current|volume_source|body_force|rate"},
    {"sources.*.plane_wave", ND_KEY_MAP, .help = "a plane wave from outside", .at = SOURCE(plane_wave)},
    {"sources.*.plane_wave.direction", ND_KEY_VECTOR, .help = "where it travels to", .required = true, .at = SOURCE(direction)},
    {"sources.*.plane_wave.polarization", ND_KEY_VECTOR, .help = "of light: of E, across direction; of elastic waves: of v, along direction (P) or across (S); sound has none", .fallback = "[0, 0, 0]", .at = SOURCE(polarization)},
    {"sources.*.plane_wave.amplitude", ND_KEY_NUMBER, .help = "of E, of the pressure, of v", .fallback = "1", .at = SOURCE(amplitude)},
    {"sources.*.plane_wave.origin", ND_KEY_VECTOR, .help = "where it has the waveform as written", .fallback = "[0, 0, 0]", .at = SOURCE(origin)},
    {"sources.*.plane_wave.total", ND_KEY_WORDS, .help = "regions that hold the total field; fields elsewhere are the scattered ones", .at = SOURCE(total)},
    {"sources.*.dipole", ND_KEY_MAP, .help = "a current at a point (light)", .at = SOURCE(dipole)},
    {"sources.*.dipole.at", ND_KEY_VECTOR, .help = "where it is", .required = true, .at = SOURCE(at)},
    {"sources.*.dipole.moment", ND_KEY_VECTOR, .help = "current times length", .required = true, .at = SOURCE(value)},
    {"sources.*.dipole.kind", ND_KEY_CHOICE, .help = "of the current", .fallback = "electric", .choices = "electric|magnetic", .at = SOURCE(dipole_kind)},
    {"sources.*.monopole", ND_KEY_MAP, .help = "a volume that flows out of a point (sound)", .at = SOURCE(monopole)},
    {"sources.*.monopole.at", ND_KEY_VECTOR, .help = "where it is", .required = true, .at = SOURCE(at)},
    {"sources.*.monopole.strength", ND_KEY_NUMBER, .help = "volume per time", .required = true, .at = SOURCE(value)},
    {"sources.*.force", ND_KEY_MAP, .help = "a force at a point (solids; of sound a dipole)", .at = SOURCE(force)},
    {"sources.*.force.at", ND_KEY_VECTOR, .help = "where it acts", .required = true, .at = SOURCE(at)},
    {"sources.*.force.vector", ND_KEY_VECTOR, .help = "the force", .required = true, .at = SOURCE(value)},
    {"sources.*.moment", ND_KEY_MAP, .help = "a moment tensor at a point (solids); the waveform is its rate", .at = SOURCE(moment)},
    {"sources.*.moment.at", ND_KEY_VECTOR, .help = "where it is", .required = true, .at = SOURCE(at)},
    {"sources.*.moment.tensor", ND_KEY_TENSOR, .help = "the moment that is reached if the waveform's integral is 1", .required = true, .at = SOURCE(value)},
    {"sources.*.point", ND_KEY_MAP, .help = "a source at a point, of any law", .at = SOURCE(point)},
    {"sources.*.point.at", ND_KEY_VECTOR, .help = "where it is", .required = true, .at = SOURCE(at)},
    {"sources.*.point.fields", ND_KEY_NAMES, .help = "field: integral over space of what it gains per time", .required = true, .most = 32, .at = SOURCE(fields)},
    {"sources.*.point.fields.*", ND_KEY_EXPRESSION, .help = "the gain, for a waveform of 1"},
    {"sources.*.current", ND_KEY_MAP, .help = "a current density in regions (light)", .at = SOURCE(current)},
    {"sources.*.current.regions", ND_KEY_WORDS, .help = "where it flows", .required = true, .at = SOURCE(regions)},
    {"sources.*.current.x", ND_KEY_EXPRESSION, .help = "its density along x", .at = SOURCE(density[0])},
    {"sources.*.current.y", ND_KEY_EXPRESSION, .help = "its density along y", .at = SOURCE(density[1])},
    {"sources.*.current.z", ND_KEY_EXPRESSION, .help = "its density along z", .at = SOURCE(density[2])},
    {"sources.*.current.kind", ND_KEY_CHOICE, .help = "of the current", .fallback = "electric", .choices = "electric|magnetic", .at = SOURCE(current_kind)},
    {"sources.*.volume_source", ND_KEY_MAP, .help = "volume that flows in throughout regions (sound)", .at = SOURCE(volume_source)},
    {"sources.*.volume_source.regions", ND_KEY_WORDS, .help = "where", .required = true, .at = SOURCE(regions)},
    {"sources.*.volume_source.density", ND_KEY_EXPRESSION, .help = "volume per time and volume", .required = true, .at = SOURCE(density[0])},
    {"sources.*.body_force", ND_KEY_MAP, .help = "a force throughout regions (solids, sound)", .at = SOURCE(body_force)},
    {"sources.*.body_force.regions", ND_KEY_WORDS, .help = "where it acts", .required = true, .at = SOURCE(regions)},
    {"sources.*.body_force.x", ND_KEY_EXPRESSION, .help = "force per volume along x", .at = SOURCE(density[0])},
    {"sources.*.body_force.y", ND_KEY_EXPRESSION, .help = "force per volume along y", .at = SOURCE(density[1])},
    {"sources.*.body_force.z", ND_KEY_EXPRESSION, .help = "force per volume along z", .at = SOURCE(density[2])},
    {"sources.*.rate", ND_KEY_MAP, .help = "a source in regions, of any law", .at = SOURCE(rate)},
    {"sources.*.rate.regions", ND_KEY_WORDS, .help = "where it acts", .required = true, .at = SOURCE(regions)},
    {"sources.*.rate.fields", ND_KEY_NAMES, .help = "field: what it gains per time", .required = true, .most = 32, .at = SOURCE(fields)},
    {"sources.*.rate.fields.*", ND_KEY_EXPRESSION, .help = "the gain, for a waveform of 1"},
    {"sources.*.waveform", ND_KEY_MAP, .help = "its course in time", .choices = "pulse|ricker|brune|sine|expression|table", .required = true, .line = SOURCE(waveform.line)},
    {"sources.*.waveform.pulse", ND_KEY_MAP, .help = "a cosine under a Gaussian", .at = SOURCE(waveform.pulse)},
    {"sources.*.waveform.pulse.frequency", ND_KEY_NOTNEGATIVE, .help = "in the middle of its spectrum; 0: a Gaussian", .required = true, .at = SOURCE(waveform.pulse_frequency)},
    {"sources.*.waveform.pulse.bandwidth", ND_KEY_POSITIVE, .help = "between the frequencies where its spectrum is a tenth of the largest", .required = true, .at = SOURCE(waveform.pulse_bandwidth)},
    {"sources.*.waveform.pulse.delay", ND_KEY_NOTNEGATIVE, .help = "time of the peak; 0: as soon as it can begin at 0", .fallback = "0", .at = SOURCE(waveform.pulse_delay)},
    {"sources.*.waveform.ricker", ND_KEY_MAP, .help = "a Gaussian's second derivative, with its sign turned", .at = SOURCE(waveform.ricker)},
    {"sources.*.waveform.ricker.frequency", ND_KEY_POSITIVE, .help = "where its spectrum is largest", .required = true, .at = SOURCE(waveform.ricker_frequency)},
    {"sources.*.waveform.ricker.delay", ND_KEY_NOTNEGATIVE, .help = "time of the peak; 0: as soon as it can begin at 0", .fallback = "0", .at = SOURCE(waveform.ricker_delay)},
    {"sources.*.waveform.brune", ND_KEY_MAP, .help = "t / T^2 exp(-t / T), whose integral is 1", .at = SOURCE(waveform.brune)},
    {"sources.*.waveform.brune.duration", ND_KEY_POSITIVE, .help = "T, the time of the peak", .required = true, .at = SOURCE(waveform.brune_duration)},
    {"sources.*.waveform.sine", ND_KEY_MAP, .help = "a sine that swells, and goes on or dies", .at = SOURCE(waveform.sine)},
    {"sources.*.waveform.sine.frequency", ND_KEY_POSITIVE, .help = "its frequency", .required = true, .at = SOURCE(waveform.sine_frequency)},
    {"sources.*.waveform.sine.phase", ND_KEY_NUMBER, .help = "at time 0, in radians", .fallback = "0", .at = SOURCE(waveform.sine_phase)},
    {"sources.*.waveform.sine.ramp", ND_KEY_NOTNEGATIVE, .help = "periods in which it swells and dies", .fallback = "3", .at = SOURCE(waveform.sine_ramp)},
    {"sources.*.waveform.sine.cycles", ND_KEY_NOTNEGATIVE, .help = "periods until it has died; 0: it goes on", .fallback = "0", .at = SOURCE(waveform.sine_cycles)},
    {"sources.*.waveform.expression", ND_KEY_EXPRESSION, .help = "any function of t", .most = 2, .at = SOURCE(waveform.expression)},
    {"sources.*.waveform.table", ND_KEY_TEXT, .help = "a file with a row for each time: the time and the value, times rising", .at = SOURCE(waveform.table)},
    {"monitors", ND_KEY_RECORDS, .help = "what is looked at while time goes by, by name", .most = 4096, .record = sizeof(struct nd_monitor_spec), .at = AT(monitors)},
    {"monitors.*", ND_KEY_MAP, .help = "a monitor: one of these", .choices = "probe|fourier|power|far_field"},
    {"monitors.*.file", ND_KEY_TEXT, .help = "what it writes; its name with .csv or .h5 when not given", .at = MONITOR(file)},
    {"monitors.*.probe", ND_KEY_MAP, .help = "all fields at a point over time; a .csv file", .at = MONITOR(probe)},
    {"monitors.*.probe.at", ND_KEY_VECTOR, .help = "the point", .required = true, .at = MONITOR(at), .line = MONITOR(at_line)},
    {"monitors.*.probe.every", ND_KEY_NOTNEGATIVE, .help = "simulated time between two rows; 0: every step", .fallback = "0", .at = MONITOR(every)},
    {"monitors.*.fourier", ND_KEY_MAP, .help = "the fields at some frequencies; an .h5 file", .choices = "regions|plane|around|boundary", .at = MONITOR(fourier)},
    {"monitors.*.fourier.frequencies", ND_KEY_NUMBERS, .help = "the frequencies", .required = true, .most = 1e300, .at = MONITOR(frequencies)},
    {"monitors.*.fourier.regions", ND_KEY_WORDS, .help = "in these regions", .at = MONITOR(regions)},
    {"monitors.*.fourier.around", ND_KEY_WORDS, .help = "on the surface around these regions", .at = MONITOR(around)},
    {"monitors.*.fourier.boundary", ND_KEY_TEXT, .help = "on this boundary", .at = MONITOR(boundary)},
    {"monitors.*.fourier.plane", ND_KEY_CHOICE, .help = "on the plane across this direction", .choices = "x|y|z", .at = MONITOR(plane), .line = MONITOR(plane_line)},
    {"monitors.*.fourier.at", ND_KEY_NUMBER, .help = "the plane's coordinate", .fallback = "0", .at = MONITOR(plane_at)},
    {"monitors.*.power", ND_KEY_MAP, .help = "the power through a surface at some frequencies; a .csv file", .choices = "around|boundary", .at = MONITOR(power)},
    {"monitors.*.power.frequencies", ND_KEY_NUMBERS, .help = "the frequencies", .required = true, .most = 1e300, .at = MONITOR(frequencies)},
    {"monitors.*.power.around", ND_KEY_WORDS, .help = "the surface around these regions, outwards", .at = MONITOR(around)},
    {"monitors.*.power.boundary", ND_KEY_TEXT, .help = "this boundary, outwards", .at = MONITOR(boundary)},
    {"monitors.*.far_field", ND_KEY_MAP, .help = "cross-section, or pattern where there is no plane wave; a .csv file", .at = MONITOR(far)},
    {"monitors.*.far_field.frequencies", ND_KEY_NUMBERS, .help = "the frequencies", .required = true, .most = 1e300, .at = MONITOR(frequencies)},
    {"monitors.*.far_field.around", ND_KEY_WORDS, .help = "the regions inside the surface it is computed from", .required = true, .at = MONITOR(around)},
    {"monitors.*.far_field.theta", ND_KEY_NUMBERS, .help = "degrees from z; 0, 1 ... 180 when not given", .most = 180, .at = MONITOR(theta)},
    {"monitors.*.far_field.phi", ND_KEY_NUMBERS, .help = "degrees from x about z; 0 and 90 when not given", .least = -360, .most = 360, .at = MONITOR(phi)},
    {"time", ND_KEY_MAP, .help = "how long; end, or dt and steps, or steps and end", .required = true, .line = AT(time_line)},
    {"time.integrator", ND_KEY_CHOICE, .help = "the Runge-Kutta scheme: of 5 stages, or of 14 with longer steps", .fallback = "lsrk4", .choices = "lsrk4|lsrk14", .at = AT(integrator)},
    {"time.end", ND_KEY_POSITIVE, .help = "simulated time at the end", .at = AT(time_end)},
    {"time.cfl", ND_KEY_POSITIVE, .help = "factor on the stable time step", .fallback = "1", .most = 10, .at = AT(cfl)},
    {"time.dt", ND_KEY_POSITIVE, .help = "the time step, instead of the stable one", .at = AT(dt)},
    {"time.steps", ND_KEY_COUNT, .help = "the number of time steps", .least = 1, .most = 1e12, .at = AT(steps)},
    {"time.decay", ND_KEY_NOTNEGATIVE, .help = "the run ends once sources are silent and the energy, or that of all that is not static, is this many dB below its peak; 0: at the end", .fallback = "0", .at = AT(decay)},
    {"output", ND_KEY_MAP, .help = "what is written"},
    {"output.folder", ND_KEY_TEXT, .help = "where to, relative to the problem file; its own folder when not given. An absolute or hidden one and one with .. need --allow-outside or --set. Names of outputs stay inside it", .at = AT(output.folder)},
    {"output.fields", ND_KEY_MAP, .help = "the fields over time, for ParaView", .line = AT(output.fields_line)},
    {"output.fields.file", ND_KEY_TEXT, .help = "a .pvd file; the .vtu files are put beside it", .required = true, .at = AT(output.fields_file)},
    {"output.fields.every", ND_KEY_NOTNEGATIVE, .help = "simulated time between two; 0: first and last only", .fallback = "0", .at = AT(output.fields_every)},
    {"output.energy", ND_KEY_MAP, .help = "the energy over time"},
    {"output.energy.file", ND_KEY_TEXT, .help = "a .csv file", .required = true, .at = AT(output.energy_file)},
    {"output.energy.every", ND_KEY_NOTNEGATIVE, .help = "simulated time between two; 0: every 20 steps", .fallback = "0", .at = AT(output.energy_every)},
    {"output.picture", ND_KEY_MAP, .help = "a slice of one field at several times, as one picture", .line = AT(output.picture_line)},
    {"output.picture.file", ND_KEY_TEXT, .help = "a .png file", .required = true, .at = AT(output.picture_file)},
    {"output.picture.field", ND_KEY_TEXT, .help = "the field; the first that has an initial value when not given", .at = AT(output.picture_field), .line = AT(output.picture_field_line)},
    {"output.picture.plane", ND_KEY_CHOICE, .help = "the direction that the slice is normal to", .fallback = "z", .choices = "x|y|z", .at = AT(output.picture_plane)},
    {"output.picture.at", ND_KEY_NUMBER, .help = "the slice's coordinate in that direction; the middle of the mesh when not given", .at = AT(output.picture_at), .line = AT(output.picture_at_line)},
    {"output.picture.frames", ND_KEY_INTEGER, .help = "how many times are shown, from 0 to the end; 1: the end only", .fallback = "8", .least = 1, .most = 24, .at = AT(output.picture_frames)},
    {"output.scene", ND_KEY_MAP, .help = "a view of some boundaries in space, a field in colour on them and arrows around", .line = AT(output.scene_line)},
    {"output.scene.file", ND_KEY_TEXT, .help = "a .png file", .required = true, .at = AT(output.scene_file)},
    {"output.scene.surface", ND_KEY_WORDS, .help = "the boundaries to look at", .required = true, .at = AT(output.scene_surface)},
    {"output.scene.colour", ND_KEY_TEXT, .help = "the field that colours them; magnitude: how large the arrows' field is; incident: the plane wave, along its polarization", .fallback = "magnitude", .at = AT(output.scene_colour), .line = AT(output.scene_colour_line)},
    {"output.scene.arrows", ND_KEY_TEXT, .help = "the vector field that arrows show, such as E; the law's first when not given", .at = AT(output.scene_arrows), .line = AT(output.scene_arrows_line)},
    {"output.scene.count", ND_KEY_INTEGER, .help = "arrows, about; 0: none", .fallback = "400", .most = 10000, .at = AT(output.scene_count)},
    {"output.scene.view", ND_KEY_VECTOR, .help = "from where one looks: towards the eye", .fallback = "[-1, -0.6, 0.5]", .at = AT(output.scene_view), .line = AT(output.scene_view_line)},
    {"output.scene.side", ND_KEY_CHOICE, .help = "which side of them is seen: inside, where elements are; outside, as ground from above; facing: the one of which more is turned to the eye", .fallback = "facing", .choices = "facing|inside|outside", .at = AT(output.scene_side)},
    {"output.scene.at", ND_KEY_NOTNEGATIVE, .help = "the time it shows; the end when not given", .at = AT(output.scene_at), .line = AT(output.scene_at_line)},
    {"output.report", ND_KEY_TEXT, .help = "the machine-readable report of the run", .fallback = "run.json", .at = AT(output.report_file)},
    {.path = NULL},
};
/* clang-format on */

const char *nd_key_name(const struct nd_key *key)
{
    const char *dot = strrchr(key->path, '.');
    return dot ? dot + 1 : key->path;
}

const struct nd_key *nd_key_next(const struct nd_key *parent, const struct nd_key *after)
{
    size_t n = strlen(parent->path);
    for (const struct nd_key *key = (after ? after : parent) + 1; key->path; key++) {
        if (strncmp(key->path, parent->path, n) || (n && key->path[n] != '.')) continue;
        if (!strchr(key->path + n + (n > 0), '.')) return key;
    }
    return NULL;
}

const struct nd_key *nd_key_child(const struct nd_key *parent, const char *name)
{
    if (parent->kind == ND_KEY_NAMES || parent->kind == ND_KEY_RECORDS) return nd_key_next(parent, NULL);
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(parent, key)))
        if (!strcmp(nd_key_name(key), name)) break;
    return key;
}

int nd_choice_find(const char *choices, const char *text)
{
    size_t n = strlen(text);
    for (int place = 0;; place++) {
        size_t length = strcspn(choices, "|");
        if (length == n && !memcmp(choices, text, n)) return place;
        if (!choices[length]) return -1;
        choices += length + 1;
    }
}

double nd_length_metres(int place)
{
    static const double metres[] = {1e-9, 1e-6, 1e-3, 1e-2, 1, 1e3, 2.54e-5, 0.0254, 0.3048};
    return metres[place];
}

/* "natural or si" */
static void add_choices(struct nd_text *text, const char *choices)
{
    for (;;) {
        size_t n = strcspn(choices, "|");
        nd_text_add_bytes(text, choices, n);
        if (!choices[n]) return;
        choices += n + 1;
        nd_text_add(text, strchr(choices, '|') ? ", " : " or ");
    }
}

/* " from 1 to 9" */
static void add_range(struct nd_text *text, const struct nd_key *key)
{
    if (key->most >= 1e30)
        nd_text_add(text, ", %.15g or above", key->least);
    else if (key->most > 0)
        nd_text_add(text, " from %.15g to %.15g", key->least, key->most);
}

void nd_key_describe(const struct nd_key *key, struct nd_text *text)
{
    switch (key->kind) {
    case ND_KEY_MAP: nd_text_add(text, "a map"); break;
    case ND_KEY_NAMES:
    case ND_KEY_RECORDS: nd_text_add(text, "a map of names"); break;
    case ND_KEY_WORDS: nd_text_add(text, "a list of names"); break;
    case ND_KEY_NUMBERS:
        nd_text_add(text, "a list of numbers");
        add_range(text, key);
        break;
    case ND_KEY_TEXT: nd_text_add(text, "a text"); break;
    case ND_KEY_EXPRESSION:
        nd_text_add(text, "an expression in %s",
                    key->most > 1   ? "t"
                    : key->most > 0 ? "x, y, z, xc, yc, zc, t"
                                    : "x, y, z, xc, yc, zc");
        break;
    case ND_KEY_CHOICE: add_choices(text, key->choices); break;
    case ND_KEY_AXES:
        nd_text_add(text, "a list of ");
        add_choices(text, key->choices);
        break;
    case ND_KEY_NUMBER:
        nd_text_add(text, "a number");
        add_range(text, key);
        break;
    case ND_KEY_NOTNEGATIVE: nd_text_add(text, "a number, 0 or above"); break;
    case ND_KEY_POSITIVE:
        nd_text_add(text, "a number above 0");
        if (key->most > 0) nd_text_add(text, ", at most %.15g", key->most);
        break;
    case ND_KEY_SCALE:
        nd_text_add(text, "a number above 0, or ");
        add_choices(text, key->choices);
        break;
    case ND_KEY_INTEGER:
    case ND_KEY_COUNT:
        nd_text_add(text, "a whole number");
        add_range(text, key);
        break;
    case ND_KEY_VECTOR: nd_text_add(text, "three numbers, as [x, y, z]"); break;
    case ND_KEY_TENSOR: nd_text_add(text, "six numbers, as [xx, yy, zz, yz, xz, xy]"); break;
    case ND_KEY_SIZES: nd_text_add(text, "three numbers above 0, as [x, y, z]"); break;
    case ND_KEY_COUNTS:
        nd_text_add(text, "three whole numbers");
        add_range(text, key);
        nd_text_add(text, ", as [nx, ny, nz]");
        break;
    }
}
