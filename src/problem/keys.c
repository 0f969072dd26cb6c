#include "problem/keys.h"

#include <string.h>

#define AT(member)      offsetof(struct nudge_problem, member)
#define SOURCE(member)  offsetof(struct nd_source, member)
#define CONDUCTOR(member) offsetof(struct nd_conductor_spec, member)
#define MONITOR(member) offsetof(struct nd_monitor_spec, member)
#define PORT(member)    offsetof(struct nd_port_spec, member)

/* clang-format off */
const struct nd_key nd_keys[] = {
    {"", ND_KEY_MAP, .help = "a problem for nudge", .required = true},
    {"law", ND_KEY_TEXT, .fallback = "maxwell", .at = AT(law), .line = AT(law_line),
     .help = "the physics: a built-in law, or the path of a .law file, which is run as code and needs "
             "--trust"},
    {"units", ND_KEY_CHOICE, .fallback = "natural", .choices = "natural|si", .at = AT(units),
     .help = "natural: epsilon0 = mu0 = 1; si: metres, seconds, volts, amperes"},
    {"mesh", ND_KEY_MAP, .choices = "file|box|geometry", .required = true, .line = AT(mesh_line),
     .help = "the mesh: a file, a box, or a geometry to be meshed"},
    {"mesh.file", ND_KEY_TEXT, .at = AT(mesh_file), .line = AT(mesh_line),
     .help = "a mesh file of Gmsh (.msh), TetGen (.node, .ele) or Gambit (.neu)"},
    {"mesh.box", ND_KEY_MAP, .choices = "divisions|h", .at = AT(box.given), .line = AT(box.line),
     .help = "the built-in box, six tetrahedra per cell; give divisions or h"},
    {"mesh.box.size", ND_KEY_SIZES, .dim = ND_DIM_LENGTH, .help = "edge lengths", .fallback = "[1, 1, 1]", .at = AT(box.size)},
    {"mesh.box.origin", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .fallback = "[0, 0, 0]", .at = AT(box.origin),
     .help = "the corner with the smallest coordinates"},
    {"mesh.box.divisions", ND_KEY_COUNTS, .least = 1, .most = 100000, .at = AT(box.divisions),
     .help = "cells along each edge"},
    {"mesh.box.h", ND_KEY_POSITIVE, .dim = ND_DIM_LENGTH, .at = AT(box.h),
     .help = "largest edge length of a cell, instead of divisions"},
    {"mesh.box.jitter", ND_KEY_NUMBER, .fallback = "0", .most = 0.3, .at = AT(box.jitter),
     .help = "inner vertices are displaced by up to this fraction of a cell"},
    {"mesh.box.sides", ND_KEY_MAP, .help = "boundary names of the six sides"},
    {"mesh.box.sides.xmin", ND_KEY_TEXT, .fallback = "xmin", .at = AT(box.side[0]),
     .help = "boundary name of the side at the smallest x"},
    {"mesh.box.sides.xmax", ND_KEY_TEXT, .fallback = "xmax", .at = AT(box.side[1]),
     .help = "boundary name of the side at the largest x"},
    {"mesh.box.sides.ymin", ND_KEY_TEXT, .fallback = "ymin", .at = AT(box.side[2]),
     .help = "boundary name of the side at the smallest y"},
    {"mesh.box.sides.ymax", ND_KEY_TEXT, .fallback = "ymax", .at = AT(box.side[3]),
     .help = "boundary name of the side at the largest y"},
    {"mesh.box.sides.zmin", ND_KEY_TEXT, .fallback = "zmin", .at = AT(box.side[4]),
     .help = "boundary name of the side at the smallest z"},
    {"mesh.box.sides.zmax", ND_KEY_TEXT, .fallback = "zmax", .at = AT(box.side[5]),
     .help = "boundary name of the side at the largest z"},
    {"mesh.box.periodic", ND_KEY_AXES, .fallback = "[]", .choices = "x|y|z", .at = AT(box.periodic),
     .help = "directions in which opposite sides are joined"},
    {"mesh.box.region", ND_KEY_TEXT, .fallback = "box", .at = AT(box.region),
     .help = "region name of its elements"},
    {"mesh.geometry", ND_KEY_TEXT, .at = AT(geometry), .line = AT(mesh_line),
     .help = "a geometry that gmsh's library meshes: .geo, which is run as code and needs --trust, .step, .brep or .iges; the "
             "mesh is kept in the output folder"},
    {"mesh.make", ND_KEY_MAP, .line = AT(make.line), .help = "how a geometry is meshed"},
    {"mesh.make.wavelength", ND_KEY_POSITIVE, .dim = ND_DIM_LENGTH, .at = AT(make.wavelength),
     .help = "the shortest wavelength, in vacuum (Maxwell) or in the fastest material; edges are at most order x wavelength / per, "
             "shorter in slower materials; if not given, as the geometry says"},
    {"mesh.make.per", ND_KEY_POSITIVE, .fallback = "8", .at = AT(make.per),
     .help = "points per wavelength"},
    {"mesh.make.edges", ND_KEY_POSITIVE, .fallback = "1", .most = 1, .at = AT(make.edges),
     .help = "factor on the size of elements along edges of the geometry"},
    {"mesh.make.curvature", ND_KEY_INTEGER, .fallback = "0", .most = 1000, .at = AT(make.curvature),
     .help = "elements around a full circle of a curved surface, at least; 0: any number"},
    {"mesh.scale", ND_KEY_SCALE, .fallback = "1", .choices = ND_LENGTH_WORDS, .at = AT(scale), .line = AT(scale.line),
     .help = "factor on the mesh's coordinates, of a file or a box, applied before anything else; the "
             "name of a unit stands for its metres (units: si)"},
    {"mesh.pml", ND_KEY_MAP, .at = AT(mesh_pml.given), .line = AT(mesh_pml.line),
     .help = "grows layers of PML elements around a box-shaped mesh; those around region NAME become "
             "region NAME.pml"},
    {"mesh.pml.layers", ND_KEY_INTEGER, .fallback = "4", .least = 1, .most = 100, .at = AT(mesh_pml.layers),
     .help = "number of layers"},
    {"mesh.pml.thickness", ND_KEY_POSITIVE, .dim = ND_DIM_LENGTH, .required = true, .at = AT(mesh_pml.thickness),
     .help = "thickness of all layers together"},
    {"mesh.pml.sides", ND_KEY_AXES, .fallback = "[]", .choices = "xmin|xmax|ymin|ymax|zmin|zmax", .at = AT(mesh_pml.side),
     .help = "sides on which they grow; if none is listed, all that are not periodic"},
    {"mesh.periodic", ND_KEY_NAMES, .most = 1000, .at = AT(periodic),
     .help = "boundaries joined to their translated opposites"},
    {"mesh.periodic.*", ND_KEY_TEXT, .help = "the opposite boundary's name"},
    {"order", ND_KEY_INTEGER, .required = true, .least = 1, .most = 9, .at = AT(order),
     .help = "polynomial order N"},
    {"precision", ND_KEY_CHOICE, .fallback = "double", .choices = "single|double", .at = AT(precision),
     .help = "precision of the arithmetic"},
    {"flux", ND_KEY_MAP, .help = "the numerical flux"},
    {"flux.upwind", ND_KEY_NUMBER, .fallback = "1", .most = 1, .at = AT(upwind),
     .help = "1: upwind flux; 0: central flux; between: a mixture"},
    {"materials", ND_KEY_NAMES, .most = 4096,
     .help = "materials by name; if neither materials nor regions are given, one called vacuum"},
    {"materials.*", ND_KEY_NAMES, .most = 64,
     .help = "the law's constants for this material; epsilon and mu are relative to vacuum"},
    {"materials.*.*", ND_KEY_NUMBER, .help = "the constant's value"},
    {"materials.*.epsilon", ND_KEY_MEDIUM, .help = "relative permittivity; a tensor is symmetric and positive definite"},
    {"materials.*.mu", ND_KEY_MEDIUM,
     .help = "relative permeability, likewise (Maxwell); shear modulus, a number (elastodynamics)"},
    {"materials.*.poles", ND_KEY_LIST, .most = 64,
     .help = "terms of epsilon that depend on the frequency (Maxwell); epsilon_inf or epsilon is what remains at high ones"},
    {"materials.*.poles.[]", ND_KEY_MAP, .choices = "drude|lorentz|debye", .help = "one term: one of these"},
    {"materials.*.poles.[].drude", ND_KEY_MAP,
     .help = "free charges: -wp^2 / (w^2 + i g w), with wp = 2 pi plasma and g = collision"},
    {"materials.*.poles.[].drude.plasma", ND_KEY_POSITIVE, .required = true,
     .help = "plasma frequency, cycles per time"},
    {"materials.*.poles.[].drude.collision", ND_KEY_NOTNEGATIVE, .required = true,
     .help = "collision rate, 1/time (not divided by 2 pi)"},
    {"materials.*.poles.[].lorentz", ND_KEY_MAP,
     .help = "bound charges: strength (w0^2 - i w tilt) / (w0^2 - i g w - w^2), with w0 = 2 pi frequency and g "
             "= damping"},
    {"materials.*.poles.[].lorentz.frequency", ND_KEY_POSITIVE, .required = true,
     .help = "resonance, cycles per time"},
    {"materials.*.poles.[].lorentz.damping", ND_KEY_NUMBER, .required = true,
     .help = "damping rate, 1/time (not divided by 2 pi); 0 or above"},
    {"materials.*.poles.[].lorentz.strength", ND_KEY_NUMBER, .required = true,
     .help = "its part of the static constant"},
    {"materials.*.poles.[].lorentz.tilt", ND_KEY_NUMBER, .fallback = "0",
     .help = "makes the line asymmetric, 1/time; from 0 to damping"},
    {"materials.*.poles.[].debye", ND_KEY_MAP, .help = "relaxation: strength / (1 - i w relaxation)"},
    {"materials.*.poles.[].debye.strength", ND_KEY_NUMBER, .required = true,
     .help = "its part of the static constant"},
    {"materials.*.poles.[].debye.relaxation", ND_KEY_POSITIVE, .required = true, .help = "relaxation time"},
    {"materials.*.magnetic_poles", ND_KEY_LIST, .most = 64,
     .help = "terms of mu that depend on the frequency (Maxwell); mu_inf or mu is what remains at high ones"},
    {"materials.*.magnetic_poles.[]", ND_KEY_MAP, .choices = "drude|lorentz|debye", .help = "one term: one of these"},
    {"materials.*.magnetic_poles.[].drude", ND_KEY_MAP,
     .help = "free charges: -wp^2 / (w^2 + i g w), with wp = 2 pi plasma and g = collision"},
    {"materials.*.magnetic_poles.[].drude.plasma", ND_KEY_POSITIVE, .required = true,
     .help = "plasma frequency, cycles per time"},
    {"materials.*.magnetic_poles.[].drude.collision", ND_KEY_NOTNEGATIVE, .required = true,
     .help = "collision rate, 1/time (not divided by 2 pi)"},
    {"materials.*.magnetic_poles.[].lorentz", ND_KEY_MAP,
     .help = "bound charges: strength (w0^2 - i w tilt) / (w0^2 - i g w - w^2), with w0 = 2 pi frequency and g "
             "= damping"},
    {"materials.*.magnetic_poles.[].lorentz.frequency", ND_KEY_POSITIVE, .required = true,
     .help = "resonance, cycles per time"},
    {"materials.*.magnetic_poles.[].lorentz.damping", ND_KEY_NUMBER, .required = true,
     .help = "damping rate, 1/time (not divided by 2 pi); 0 or above"},
    {"materials.*.magnetic_poles.[].lorentz.strength", ND_KEY_NUMBER, .required = true,
     .help = "its part of the static constant"},
    {"materials.*.magnetic_poles.[].lorentz.tilt", ND_KEY_NUMBER, .fallback = "0",
     .help = "makes the line asymmetric, 1/time; from 0 to damping"},
    {"materials.*.magnetic_poles.[].debye", ND_KEY_MAP, .help = "relaxation: strength / (1 - i w relaxation)"},
    {"materials.*.magnetic_poles.[].debye.strength", ND_KEY_NUMBER, .required = true,
     .help = "its part of the static constant"},
    {"materials.*.magnetic_poles.[].debye.relaxation", ND_KEY_POSITIVE, .required = true, .help = "relaxation time"},
    {"materials.*.loss_tangent", ND_KEY_MAP,
     .help = "dielectric losses, as the conductivity that has this loss tangent at one frequency (Maxwell)"},
    {"materials.*.loss_tangent.value", ND_KEY_NOTNEGATIVE, .required = true,
     .help = "imaginary over real part of epsilon"},
    {"materials.*.loss_tangent.at", ND_KEY_POSITIVE, .required = true,
     .help = "the frequency, cycles per time; at others it is inversely proportional to frequency"},
    {"regions", ND_KEY_NAMES, .most = 32768, .at = AT(regions),
     .help = "region name: material; default covers the others; if not given, the only material"},
    {"regions.*", ND_KEY_TEXT, .help = "a material's name"},
    {"boundaries", ND_KEY_NAMES, .most = 32768, .at = AT(boundaries),
     .help = "boundary name: condition of the law; default covers the others"},
    {"boundaries.*", ND_KEY_TEXT, .help = "a condition, such as pec, pmc, absorbing or impedance 50; on surfaces inside the mesh also sheet 50"},
    {"symmetry", ND_KEY_NAMES, .most = 3, .at = AT(symmetry),
     .help = "planes of symmetry, on which the mesh ends: boundary name: pec or pmc, in acoustics rigid or soft; powers and far "
             "fields are then those of the whole, with its mirror images"},
    {"symmetry.*", ND_KEY_TEXT, .help = "the condition on the plane"},
    {"conductors", ND_KEY_RECORDS, .most = 64, .record = sizeof(struct nd_conductor_spec), .at = AT(conductors),
     .help = "good conductors by name, each a condition for boundaries (Maxwell)"},
    {"conductors.*", ND_KEY_MAP, .help = "a good conductor, by the impedance of its surface"},
    {"conductors.*.conductivity", ND_KEY_POSITIVE, .required = true, .most = 1e300, .at = CONDUCTOR(conductivity),
     .help = "its conductivity"},
    {"conductors.*.permeability", ND_KEY_POSITIVE, .fallback = "1", .most = 1e9, .at = CONDUCTOR(permeability),
     .help = "its permeability, relative to vacuum"},
    {"conductors.*.band", ND_KEY_NUMBERS, .required = true, .most = 1e300, .at = CONDUCTOR(band),
     .help = "lowest and highest frequency at which the impedance is right"},
    {"initial", ND_KEY_NAMES, .most = 256, .at = AT(initial),
     .help = "field: its value at t = 0; fields not named are zero"},
    {"initial.*", ND_KEY_EXPRESSION, .help = "the field's value"},
    {"exact", ND_KEY_NAMES, .most = 256, .at = AT(exact),
     .help = "field: the exact solution, which turns on error reports; fields not named are zero"},
    {"exact.*", ND_KEY_EXPRESSION, .help = "the field's value", .most = 1},
    {"floquet", ND_KEY_MAP, .at = AT(floquet.given), .line = AT(floquet.line),
     .help = "complex fields that repeat across periodic sides but for a phase: oblique incidence on a periodic cell"},
    {"floquet.wave_vector", ND_KEY_VECTOR, .required = true, .at = AT(floquet.k),
     .help = "k: fields go as exp(-i k.x) times periodic ones; k.x in radians"},
    {"pml", ND_KEY_MAP, .at = AT(pml.given), .line = AT(pml.line),
     .help = "a perfectly matched layer: elements that absorb outgoing waves"},
    {"pml.regions", ND_KEY_WORDS, .at = AT(pml.regions),
     .help = "regions of the PML; if not given, those of mesh.pml"},
    {"pml.reflection", ND_KEY_POSITIVE, .fallback = "1e-6", .most = 0.5, .at = AT(pml.reflection),
     .help = "reflection of the continuous profile at normal incidence; smaller absorbs more strongly"},
    {"pml.grading", ND_KEY_INTEGER, .least = 1, .most = 6, .at = AT(pml.grading),
     .help = "the profile grows as depth to this power; if not given, the number of layers less one, "
             "within 1 to 3"},
    {"sources", ND_KEY_RECORDS, .most = 256, .record = sizeof(struct nd_source), .at = AT(sources),
     .help = "sources of waves, by name"},
    {"sources.*", ND_KEY_MAP, .choices = "plane_wave|dipole|monopole|force|moment|point|current|volume_source|body_force|rate",
     .help = "a source: one of these, and its waveform"},
    {"sources.*.plane_wave", ND_KEY_MAP, .help = "an incident plane wave", .at = SOURCE(plane_wave)},
    {"sources.*.plane_wave.direction", ND_KEY_VECTOR, .required = true, .at = SOURCE(direction),
     .help = "direction of travel"},
    {"sources.*.plane_wave.polarization", ND_KEY_VECTOR, .fallback = "[0, 0, 0]", .at = SOURCE(polarization),
     .help = "Maxwell: direction of E, perpendicular to direction; elastodynamics: direction of v, "
             "parallel (P) or perpendicular (S) to direction; acoustics: none"},
    {"sources.*.plane_wave.amplitude", ND_KEY_NUMBER, .fallback = "1", .at = SOURCE(amplitude),
     .help = "amplitude of E, of the pressure or of v"},
    {"sources.*.plane_wave.origin", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .fallback = "[0, 0, 0]", .at = SOURCE(origin),
     .help = "point where the waveform applies without delay"},
    {"sources.*.plane_wave.total", ND_KEY_WORDS, .at = SOURCE(total),
     .help = "regions that hold the total field; elsewhere fields are the scattered field"},
    {"sources.*.dipole", ND_KEY_MAP, .help = "a current at a point (Maxwell)", .at = SOURCE(dipole)},
    {"sources.*.dipole.at", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .help = "position", .required = true, .at = SOURCE(at)},
    {"sources.*.dipole.moment", ND_KEY_VECTOR, .required = true, .at = SOURCE(value),
     .help = "current times length"},
    {"sources.*.dipole.kind", ND_KEY_CHOICE, .fallback = "electric", .choices = "electric|magnetic", .at = SOURCE(dipole_kind),
     .help = "kind of current"},
    {"sources.*.monopole", ND_KEY_MAP, .at = SOURCE(monopole),
     .help = "volume injected at a point (acoustics)"},
    {"sources.*.monopole.at", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .help = "position", .required = true, .at = SOURCE(at)},
    {"sources.*.monopole.strength", ND_KEY_NUMBER, .required = true, .at = SOURCE(value),
     .help = "volume per time"},
    {"sources.*.force", ND_KEY_MAP, .at = SOURCE(force),
     .help = "a force at a point (elastodynamics; in acoustics a dipole)"},
    {"sources.*.force.at", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .help = "where it acts", .required = true, .at = SOURCE(at)},
    {"sources.*.force.vector", ND_KEY_VECTOR, .help = "the force", .required = true, .at = SOURCE(value)},
    {"sources.*.moment", ND_KEY_MAP, .at = SOURCE(moment),
     .help = "a moment tensor at a point (elastodynamics); the waveform is its rate"},
    {"sources.*.moment.at", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .help = "position", .required = true, .at = SOURCE(at)},
    {"sources.*.moment.tensor", ND_KEY_TENSOR, .required = true, .at = SOURCE(value),
     .help = "the final moment if the waveform's integral is 1"},
    {"sources.*.point", ND_KEY_MAP, .help = "a source at a point, for any law", .at = SOURCE(point)},
    {"sources.*.point.at", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .help = "position", .required = true, .at = SOURCE(at)},
    {"sources.*.point.fields", ND_KEY_NAMES, .required = true, .most = 32, .at = SOURCE(fields),
     .help = "field: its rate of change, integrated over space"},
    {"sources.*.point.fields.*", ND_KEY_EXPRESSION, .help = "the rate for a waveform of 1"},
    {"sources.*.current", ND_KEY_MAP, .at = SOURCE(current),
     .help = "a current density in regions (Maxwell)"},
    {"sources.*.current.regions", ND_KEY_WORDS, .required = true, .at = SOURCE(regions),
     .help = "regions with the current"},
    {"sources.*.current.x", ND_KEY_EXPRESSION, .help = "its density along x", .at = SOURCE(density[0])},
    {"sources.*.current.y", ND_KEY_EXPRESSION, .help = "its density along y", .at = SOURCE(density[1])},
    {"sources.*.current.z", ND_KEY_EXPRESSION, .help = "its density along z", .at = SOURCE(density[2])},
    {"sources.*.current.kind", ND_KEY_CHOICE, .fallback = "electric", .choices = "electric|magnetic", .at = SOURCE(current_kind),
     .help = "kind of current"},
    {"sources.*.volume_source", ND_KEY_MAP, .at = SOURCE(volume_source),
     .help = "volume injected throughout regions (acoustics)"},
    {"sources.*.volume_source.regions", ND_KEY_WORDS, .required = true, .at = SOURCE(regions),
     .help = "regions of the source"},
    {"sources.*.volume_source.density", ND_KEY_EXPRESSION, .required = true, .at = SOURCE(density[0]),
     .help = "injected volume per time and volume"},
    {"sources.*.body_force", ND_KEY_MAP, .at = SOURCE(body_force),
     .help = "a force throughout regions (elastodynamics, acoustics)"},
    {"sources.*.body_force.regions", ND_KEY_WORDS, .required = true, .at = SOURCE(regions),
     .help = "regions of the source"},
    {"sources.*.body_force.x", ND_KEY_EXPRESSION, .at = SOURCE(density[0]),
     .help = "force per volume along x"},
    {"sources.*.body_force.y", ND_KEY_EXPRESSION, .at = SOURCE(density[1]),
     .help = "force per volume along y"},
    {"sources.*.body_force.z", ND_KEY_EXPRESSION, .at = SOURCE(density[2]),
     .help = "force per volume along z"},
    {"sources.*.rate", ND_KEY_MAP, .help = "a source in regions, for any law", .at = SOURCE(rate)},
    {"sources.*.rate.regions", ND_KEY_WORDS, .required = true, .at = SOURCE(regions),
     .help = "regions of the source"},
    {"sources.*.rate.fields", ND_KEY_NAMES, .required = true, .most = 32, .at = SOURCE(fields),
     .help = "field: its rate of change"},
    {"sources.*.rate.fields.*", ND_KEY_EXPRESSION, .help = "the rate for a waveform of 1"},
    {"sources.*.waveform", ND_KEY_MAP, .help = "its function of time", .required = true, .line = SOURCE(waveform.line),
     .choices = "pulse|ricker|brune|sine|expression|table"},
    {"sources.*.waveform.pulse", ND_KEY_MAP, .at = SOURCE(waveform.pulse),
     .help = "a cosine times a Gaussian"},
    {"sources.*.waveform.pulse.frequency", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_FREQUENCY, .required = true, .at = SOURCE(waveform.pulse_frequency),
     .help = "centre of its spectrum; 0: a Gaussian"},
    {"sources.*.waveform.pulse.bandwidth", ND_KEY_POSITIVE, .dim = ND_DIM_FREQUENCY, .required = true, .at = SOURCE(waveform.pulse_bandwidth),
     .help = "distance of the frequencies where its spectrum is a tenth of the largest"},
    {"sources.*.waveform.pulse.delay", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .fallback = "0", .at = SOURCE(waveform.pulse_delay),
     .help = "time of the peak; 0: the earliest for which it begins at time 0"},
    {"sources.*.waveform.ricker", ND_KEY_MAP, .at = SOURCE(waveform.ricker),
     .help = "the negative second derivative of a Gaussian"},
    {"sources.*.waveform.ricker.frequency", ND_KEY_POSITIVE, .dim = ND_DIM_FREQUENCY, .required = true, .at = SOURCE(waveform.ricker_frequency),
     .help = "peak of its spectrum"},
    {"sources.*.waveform.ricker.delay", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .fallback = "0", .at = SOURCE(waveform.ricker_delay),
     .help = "time of the peak; 0: the earliest for which it begins at time 0"},
    {"sources.*.waveform.brune", ND_KEY_MAP, .at = SOURCE(waveform.brune),
     .help = "t / T^2 exp(-t / T), whose integral is 1"},
    {"sources.*.waveform.brune.duration", ND_KEY_POSITIVE, .dim = ND_DIM_TIME, .required = true, .at = SOURCE(waveform.brune_duration),
     .help = "T, the time of the peak"},
    {"sources.*.waveform.sine", ND_KEY_MAP, .at = SOURCE(waveform.sine),
     .help = "a sine with a smooth ramp, continuous or of finite length"},
    {"sources.*.waveform.sine.frequency", ND_KEY_POSITIVE, .dim = ND_DIM_FREQUENCY, .required = true, .at = SOURCE(waveform.sine_frequency),
     .help = "its frequency"},
    {"sources.*.waveform.sine.phase", ND_KEY_NUMBER, .fallback = "0", .at = SOURCE(waveform.sine_phase),
     .help = "phase at time 0, in radians"},
    {"sources.*.waveform.sine.ramp", ND_KEY_NOTNEGATIVE, .fallback = "3", .at = SOURCE(waveform.sine_ramp),
     .help = "length of the ramp, in periods"},
    {"sources.*.waveform.sine.cycles", ND_KEY_NOTNEGATIVE, .fallback = "0", .at = SOURCE(waveform.sine_cycles),
     .help = "length in periods, ramps included; 0: continuous"},
    {"sources.*.waveform.expression", ND_KEY_EXPRESSION, .most = 2, .at = SOURCE(waveform.expression),
     .help = "any function of t"},
    {"sources.*.waveform.table", ND_KEY_TEXT, .at = SOURCE(waveform.table),
     .help = "a file with the rows: time, value; times must increase"},
    {"monitors", ND_KEY_RECORDS, .most = 4096, .record = sizeof(struct nd_monitor_spec), .at = AT(monitors),
     .help = "quantities recorded during the run, by name"},
    {"monitors.*", ND_KEY_MAP, .help = "a monitor: one of these", .choices = "probe|fourier|power|orders|far_field|resonances"},
    {"monitors.*.file", ND_KEY_TEXT, .at = MONITOR(file),
     .help = "output file; if not given, the monitor's name with .csv or .h5"},
    {"monitors.*.probe", ND_KEY_MAP, .help = "all fields at a point over time (.csv)", .at = MONITOR(probe)},
    {"monitors.*.probe.at", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .required = true, .at = MONITOR(at), .line = MONITOR(at_line),
     .help = "the point"},
    {"monitors.*.probe.every", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .fallback = "0", .at = MONITOR(every),
     .help = "simulated time between two rows; 0: every step"},
    {"monitors.*.fourier", ND_KEY_MAP, .choices = "regions|plane|around|boundary", .at = MONITOR(fourier),
     .help = "Fourier transforms of the fields at given frequencies (.h5)"},
    {"monitors.*.fourier.frequencies", ND_KEY_NUMBERS, .dim = ND_DIM_FREQUENCY, .required = true, .most = 1e300, .at = MONITOR(frequencies),
     .help = "the frequencies"},
    {"monitors.*.fourier.after", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .fallback = "0", .at = MONITOR(sums_after),
     .help = "time from which fields are added, such as the end of the sources for the fields of modes"},
    {"monitors.*.fourier.regions", ND_KEY_WORDS, .help = "in these regions", .at = MONITOR(regions)},
    {"monitors.*.fourier.around", ND_KEY_WORDS, .at = MONITOR(around),
     .help = "on the surface around these regions"},
    {"monitors.*.fourier.boundary", ND_KEY_TEXT, .help = "on this boundary", .at = MONITOR(boundary)},
    {"monitors.*.fourier.plane", ND_KEY_CHOICE, .choices = "x|y|z", .at = MONITOR(plane), .line = MONITOR(plane_line),
     .help = "on a plane normal to this direction"},
    {"monitors.*.fourier.at", ND_KEY_NUMBER, .dim = ND_DIM_LENGTH, .fallback = "0", .at = MONITOR(plane_at),
     .help = "the plane's coordinate"},
    {"monitors.*.power", ND_KEY_MAP, .choices = "around|boundary", .at = MONITOR(power),
     .help = "power through a surface at given frequencies (.csv)"},
    {"monitors.*.power.frequencies", ND_KEY_NUMBERS, .dim = ND_DIM_FREQUENCY, .required = true, .most = 1e300, .at = MONITOR(frequencies),
     .help = "the frequencies"},
    {"monitors.*.power.around", ND_KEY_WORDS, .at = MONITOR(around),
     .help = "through the surface around these regions, outwards"},
    {"monitors.*.power.boundary", ND_KEY_TEXT, .at = MONITOR(boundary),
     .help = "through this boundary, outwards"},
    {"monitors.*.orders", ND_KEY_MAP, .at = MONITOR(orders),
     .help = "waves of a periodic cell in both directions, by diffraction order (Maxwell, .csv)"},
    {"monitors.*.orders.frequencies", ND_KEY_NUMBERS, .required = true, .most = 1e300, .at = MONITOR(frequencies),
     .help = "the frequencies"},
    {"monitors.*.orders.between", ND_KEY_WORDS, .required = true, .at = MONITOR(between),
     .help = "two regions that meet in a plane; forwards is from the first to the second"},
    {"monitors.*.orders.most", ND_KEY_INTEGER, .fallback = "0", .most = 20, .at = MONITOR(most),
     .help = "the highest order along each period"},
    {"monitors.*.far_field", ND_KEY_MAP, .at = MONITOR(far),
     .help = "far field: cross-section, or pattern if there is no plane wave (.csv)"},
    {"monitors.*.far_field.frequencies", ND_KEY_NUMBERS, .dim = ND_DIM_FREQUENCY, .required = true, .most = 1e300, .at = MONITOR(frequencies),
     .help = "the frequencies"},
    {"monitors.*.far_field.around", ND_KEY_WORDS, .required = true, .at = MONITOR(around),
     .help = "regions enclosed by the surface of integration"},
    {"monitors.*.far_field.theta", ND_KEY_NUMBERS, .most = 180, .at = MONITOR(theta),
     .help = "degrees from z; if not given, 0, 1 ... 180"},
    {"monitors.*.far_field.phi", ND_KEY_NUMBERS, .least = -360, .most = 360, .at = MONITOR(phi),
     .help = "degrees from x about z; if not given, 0 and 90"},
    {"ports", ND_KEY_RECORDS, .most = 64, .record = sizeof(struct nd_port_spec), .at = AT(ports),
     .help = "ports by name (Maxwell): surfaces at which modes enter, leave and are recorded"},
    {"ports.*", ND_KEY_MAP, .choices = "rectangular|coaxial|section|lumped",
     .help = "a port: its surface and one of these"},
    {"ports.*.boundary", ND_KEY_TEXT, .required = true, .at = PORT(boundary),
     .help = "the tagged flat surface, at the end of the mesh, behind a PML or inside the mesh"},
    {"ports.*.direction", ND_KEY_VECTOR, .fallback = "[0, 0, 0]", .at = PORT(direction),
     .help = "direction into the device; needed for a surface inside the mesh without a PML behind it"},
    {"ports.*.shift", ND_KEY_NUMBER, .fallback = "0", .at = PORT(shift),
     .help = "distance of the reference plane from the surface, into the device"},
    {"ports.*.rectangular", ND_KEY_MAP, .at = PORT(rectangular),
     .help = "a mode of a rectangular guide, in closed form"},
    {"ports.*.rectangular.mode", ND_KEY_TEXT, .required = true, .at = PORT(mode),
     .help = "TEmn or TMmn, as TE10; m counts along the longer side"},
    {"ports.*.coaxial", ND_KEY_MAP, .at = PORT(coaxial), .help = "a mode of a coaxial line, in closed form"},
    {"ports.*.coaxial.mode", ND_KEY_TEXT, .at = PORT(mode),
     .help = "TEM, or TEmn or TMmn, as TE11; m counts periods around the axis; if not given, TEM"},
    {"ports.*.section", ND_KEY_MAP, .at = PORT(section),
     .help = "a mode of any cross-section, computed on the surface's triangles"},
    {"ports.*.section.mode", ND_KEY_TEXT, .at = PORT(mode),
     .help = "TEM (quasi-TEM if the filling is not uniform), or TEn or TMn, counted from the lowest cut-off; if not given, TEM"},
    {"ports.*.lumped", ND_KEY_MAP, .at = PORT(lumped),
     .help = "a resistor between two conductors, with a source: a rectangle inside the mesh"},
    {"ports.*.lumped.direction", ND_KEY_VECTOR, .required = true, .at = PORT(along),
     .help = "from the negative to the positive conductor, in the surface"},
    {"ports.*.lumped.resistance", ND_KEY_POSITIVE, .required = true, .at = PORT(resistance),
     .help = "resistance, to which S refers: ohms, or in natural units multiples of the vacuum's impedance"},
    {"sparameters", ND_KEY_MAP, .at = AT(sparameters.given), .line = AT(sparameters.line),
     .help = "how ports are excited and evaluated"},
    {"sparameters.band", ND_KEY_NUMBERS, .required = true, .most = 1e300, .at = AT(sparameters.band),
     .help = "the lowest and the highest frequency"},
    {"sparameters.points", ND_KEY_INTEGER, .fallback = "101", .least = 1, .most = 100000, .at = AT(sparameters.points),
     .help = "number of frequencies"},
    {"sparameters.bandwidth", ND_KEY_NOTNEGATIVE, .fallback = "0", .at = AT(sparameters.bandwidth),
     .help = "bandwidth of the pulse, as of waveform.pulse; 0: 1.3 times that of the band"},
    {"sparameters.excite", ND_KEY_TEXT, .at = AT(sparameters.excite),
     .help = "the port that nudge run excites; nudge sparameters excites all in turn"},
    {"sparameters.file", ND_KEY_TEXT, .fallback = "sparameters", .at = AT(sparameters.file),
     .help = "name of the result files of nudge sparameters, without ending"},
    {"monitors.*.resonances", ND_KEY_MAP, .at = MONITOR(resonances),
     .help = "frequencies and quality factors of modes, from the fields at a point after the sources have "
             "ended, by harmonic inversion (.csv)"},
    {"monitors.*.resonances.probe", ND_KEY_VECTOR, .dim = ND_DIM_LENGTH, .required = true, .at = MONITOR(at), .line = MONITOR(at_line),
     .help = "the point"},
    {"monitors.*.resonances.band", ND_KEY_NUMBERS, .dim = ND_DIM_FREQUENCY, .required = true, .most = 1e300, .at = MONITOR(frequencies),
     .help = "the lowest and the highest frequency, as [f1, f2]"},
    {"monitors.*.resonances.field", ND_KEY_TEXT, .at = MONITOR(field),
     .help = "the field; if not given, the largest at the point"},
    {"monitors.*.resonances.after", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .unset = true, .at = MONITOR(after),
     .help = "time from which the fields are used; if not given, when all sources have ended"},
    {"monitors.*.resonances.error", ND_KEY_POSITIVE, .fallback = "1e-3", .most = 1, .at = MONITOR(error),
     .help = "modes whose frequency has a larger relative error, as estimated, are left out"},
    {"monitors.*.resonances.weakest", ND_KEY_NUMBER, .fallback = "1e-4", .most = 1, .at = MONITOR(weakest),
     .help = "modes with an amplitude below this fraction of the largest are left out"},
    {"time", ND_KEY_MAP, .required = true, .line = AT(time_line),
     .help = "length of the run: end, or dt and steps, or steps and end"},
    {"time.integrator", ND_KEY_CHOICE, .fallback = "auto", .choices = "auto|linear|lsrk4|lsrk14", .at = AT(integrator),
     .help = "linear: steps made for linear waves; lsrk4, lsrk14: Runge-Kutta schemes of 5 and 14 stages; auto: linear, or "
             "lsrk4 if the variant has no linear steps"},
    {"time.order", ND_KEY_CHOICE, .fallback = "auto", .choices = "auto|4|6|8", .at = AT(time_order),
     .help = "order of the linear integrator in time; auto: 6"},
    {"time.end", ND_KEY_POSITIVE, .dim = ND_DIM_TIME, .help = "simulated time at the end", .at = AT(time_end)},
    {"time.cfl", ND_KEY_POSITIVE, .fallback = "1", .most = 10, .at = AT(cfl),
     .help = "factor on the stable time step"},
    {"time.dt", ND_KEY_POSITIVE, .dim = ND_DIM_TIME, .help = "the time step, instead of the stable one", .at = AT(dt)},
    {"time.steps", ND_KEY_COUNT, .least = 1, .most = 1e12, .at = AT(steps),
     .help = "the number of time steps"},
    {"time.decay", ND_KEY_NOTNEGATIVE, .fallback = "0", .at = AT(decay),
     .help = "ends the run once all sources have ended and the energy, or that of all but static fields, "
             "is this many dB below its peak; 0: never"},
    {"output", ND_KEY_MAP, .help = "output files"},
    {"output.folder", ND_KEY_TEXT, .at = AT(output.folder),
     .help = "output folder, relative to the problem file; if not given, the problem file's. An absolute "
             "or hidden one and one with .. need --allow-outside or --set. Output files stay inside it"},
    {"output.fields", ND_KEY_MAP, .line = AT(output.fields_line),
     .help = "the fields over time, for ParaView"},
    {"output.fields.file", ND_KEY_TEXT, .required = true, .at = AT(output.fields_file),
     .help = "a .pvd file; its .vtu files are written beside it"},
    {"output.fields.every", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .fallback = "0", .at = AT(output.fields_every),
     .help = "simulated time between outputs; 0: first and last only"},
    {"output.energy", ND_KEY_MAP, .help = "the energy over time"},
    {"output.energy.file", ND_KEY_TEXT, .required = true, .at = AT(output.energy_file),
     .help = "a .csv file"},
    {"output.energy.every", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .fallback = "0", .at = AT(output.energy_every),
     .help = "simulated time between rows; 0: every 100 evaluations"},
    {"output.picture", ND_KEY_MAP, .line = AT(output.picture_line),
     .help = "a slice of one field at several times, as one picture"},
    {"output.picture.file", ND_KEY_TEXT, .required = true, .at = AT(output.picture_file),
     .help = "a .png file"},
    {"output.picture.field", ND_KEY_TEXT, .at = AT(output.picture_field), .line = AT(output.picture_field_line),
     .help = "the field; if not given, the first with an initial value"},
    {"output.picture.plane", ND_KEY_CHOICE, .fallback = "z", .choices = "x|y|z", .at = AT(output.picture_plane),
     .help = "the direction that the slice is normal to"},
    {"output.picture.at", ND_KEY_NUMBER, .dim = ND_DIM_LENGTH, .at = AT(output.picture_at), .line = AT(output.picture_at_line),
     .help = "the slice's coordinate in that direction; if not given, the middle of the mesh"},
    {"output.picture.frames", ND_KEY_INTEGER, .fallback = "8", .least = 1, .most = 24, .at = AT(output.picture_frames),
     .help = "number of times shown, from 0 to the end; 1: the end only"},
    {"output.scene", ND_KEY_MAP, .line = AT(output.scene_line),
     .help = "a perspective view of boundaries, with a field in colour on them and arrows around"},
    {"output.scene.file", ND_KEY_TEXT, .help = "a .png file", .required = true, .at = AT(output.scene_file)},
    {"output.scene.surface", ND_KEY_WORDS, .required = true, .at = AT(output.scene_surface),
     .help = "the boundaries to show"},
    {"output.scene.colour", ND_KEY_TEXT, .fallback = "magnitude", .at = AT(output.scene_colour), .line = AT(output.scene_colour_line),
     .help = "the field shown in colour; magnitude: of the arrows' field; incident: the plane wave, "
             "along its polarization"},
    {"output.scene.arrows", ND_KEY_TEXT, .at = AT(output.scene_arrows), .line = AT(output.scene_arrows_line),
     .help = "the vector field shown by arrows, such as E; if not given, the law's first"},
    {"output.scene.count", ND_KEY_INTEGER, .fallback = "400", .most = 10000, .at = AT(output.scene_count),
     .help = "approximate number of arrows; 0: none"},
    {"output.scene.view", ND_KEY_VECTOR, .fallback = "[-1, -0.6, 0.5]", .at = AT(output.scene_view), .line = AT(output.scene_view_line),
     .help = "direction towards the viewer"},
    {"output.scene.side", ND_KEY_CHOICE, .fallback = "facing", .choices = "facing|inside|outside", .at = AT(output.scene_side),
     .help = "the side that is shown; inside: the side of the elements; outside: the other, such as the "
             "ground from above; facing: the one of which more faces the viewer"},
    {"output.scene.at", ND_KEY_NOTNEGATIVE, .dim = ND_DIM_TIME, .at = AT(output.scene_at), .line = AT(output.scene_at_line),
     .help = "simulated time shown; if not given, the end"},
    {"output.report", ND_KEY_TEXT, .fallback = "run.json", .at = AT(output.report_file),
     .help = "the machine-readable report of the run"},
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
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(parent, key)))
        if (!strcmp(nd_key_name(key), name)) return key;
    return parent->kind == ND_KEY_NAMES || parent->kind == ND_KEY_RECORDS ? nd_key_next(parent, NULL) : NULL;
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
    case ND_KEY_LIST: nd_text_add(text, "a list of maps"); break;
    case ND_KEY_MEDIUM: nd_text_add(text, "a number, or three or six as [xx, yy, zz, yz, xz, xy]"); break;
    case ND_KEY_NUMBERS:
        nd_text_add(text, "a list of %s", nd_dim_many(key->dim));
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
        nd_text_add(text, "%s", nd_dim_one(key->dim));
        add_range(text, key);
        break;
    case ND_KEY_NOTNEGATIVE: nd_text_add(text, "%s, 0 or above", nd_dim_one(key->dim)); break;
    case ND_KEY_POSITIVE:
        nd_text_add(text, "%s above 0", nd_dim_one(key->dim));
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
    case ND_KEY_VECTOR: nd_text_add(text, "three %s, as [x, y, z]", nd_dim_many(key->dim)); break;
    case ND_KEY_TENSOR: nd_text_add(text, "six numbers, as [xx, yy, zz, yz, xz, xy]"); break;
    case ND_KEY_SIZES:
        nd_text_add(text, "three %s above 0, as [x, y, z]", nd_dim_many(key->dim));
        break;
    case ND_KEY_COUNTS:
        nd_text_add(text, "three whole numbers");
        add_range(text, key);
        nd_text_add(text, ", as [nx, ny, nz]");
        break;
    }
}
