"""The maps of a problem file as dataclasses: written by tools/python_keys.py from `nudge keys --schema`.

A member that is None is not given; the library then takes its default.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, ClassVar, Dict, Optional, Sequence, Union

from .described import Described, check_arguments

Text = Union[str, float]
Quantity = Union[float, str]  # a number, or one with its unit, as "2.4 GHz"

__all__ = ['BodyForce', 'Box', 'BoxSides', 'Brune', 'Coaxial', 'Conductor', 'Current', 'Dipole',
           'EnergyOutput', 'FarField', 'FieldsOutput', 'Floquet', 'Flux', 'Force', 'Fourier', 'Geometry',
           'GrownPml', 'Load', 'Lumped', 'Make', 'Moment', 'Monitor', 'Monopole', 'Orders', 'Output',
           'Picture', 'PlaneWave', 'Pml', 'PointSource', 'Port', 'Power', 'Probe', 'Problem', 'Pulse',
           'RateSource', 'Rectangular', 'Resonances', 'Ricker', 'SParameters', 'Scene', 'Section', 'Sheet',
           'Sine', 'Source', 'Time', 'VolumeSource', 'Waveform']


@dataclass(repr=False, eq=False)
class BoxSides(Described):
    """Boundary names of the six sides: `mesh.box.sides`.

    xmin: boundary name of the side at the smallest x (default: xmin).
    xmax: boundary name of the side at the largest x (default: xmax).
    ymin: boundary name of the side at the smallest y (default: ymin).
    ymax: boundary name of the side at the largest y (default: ymax).
    zmin: boundary name of the side at the smallest z (default: zmin).
    zmax: boundary name of the side at the largest z (default: zmax).
    """

    xmin: Optional[Text] = None
    xmax: Optional[Text] = None
    ymin: Optional[Text] = None
    ymax: Optional[Text] = None
    zmin: Optional[Text] = None
    zmax: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'xmin': 'text', 'xmax': 'text', 'ymin': 'text', 'ymax': 'text', 'zmin':
        'text', 'zmax': 'text'}


@dataclass(repr=False, eq=False)
class Box(Described):
    """The built-in box, six tetrahedra per cell; give divisions or h: `mesh.box`.

    size: edge lengths (default: [1, 1, 1]).
    origin: the corner with the smallest coordinates (default: [0, 0, 0]).
    divisions: cells along each edge.
    h: largest edge length of a cell, instead of divisions.
    jitter: inner vertices are displaced by up to this fraction of a cell (default: 0).
    sides: boundary names of the six sides.
    periodic: directions in which opposite sides are joined (default: []).
    region: region name of its elements (default: box).
    """

    size: Optional[Sequence[Quantity]] = None
    origin: Optional[Sequence[Quantity]] = None
    divisions: Optional[Sequence[int]] = None
    h: Optional[Quantity] = None
    jitter: Optional[Quantity] = None
    sides: Optional[BoxSides] = None
    periodic: Optional[Sequence[Text]] = None
    region: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'size': 'numbers', 'origin': 'numbers', 'divisions': 'integers', 'h':
        'number', 'jitter': 'number', 'sides': 'BoxSides', 'periodic': 'words', 'region': 'text'}
    ONE_OF: ClassVar[Sequence[str]] = ('divisions', 'h',)


@dataclass(repr=False, eq=False)
class Make(Described):
    """How a geometry is meshed: `mesh.make`.

    wavelength: the shortest wavelength, in vacuum (Maxwell) or in the fastest material; edges are at most
        order x wavelength / per, and shorter in slower materials; if not given, the sizes of the geometry are
        used.
    per: points per wavelength (default: 8).
    edges: factor on the size of elements along edges of the geometry (default: 1).
    curvature: least number of elements around a full circle of a curved surface; 0: no minimum (default: 0).
    curve: order of the elements' shape: 1 is straight, 2 to 4 follow curved surfaces (default: 1).
    """

    wavelength: Optional[Quantity] = None
    per: Optional[Quantity] = None
    edges: Optional[Quantity] = None
    curvature: Optional[int] = None
    curve: Optional[int] = None

    KINDS: ClassVar[Dict[str, str]] = {'wavelength': 'number', 'per': 'number', 'edges': 'number',
        'curvature': 'integer', 'curve': 'integer'}


@dataclass(repr=False, eq=False)
class GrownPml(Described):
    """Grows layers of PML elements around a box-shaped mesh; those around region NAME become region NAME.pml:
    `mesh.pml`.

    layers: number of layers (default: 4).
    thickness: thickness of all layers together (required).
    sides: sides on which layers grow; if none is listed, all that are not periodic (default: []).
    """

    layers: Optional[int] = None
    thickness: Optional[Quantity] = None
    sides: Optional[Sequence[Text]] = None

    KINDS: ClassVar[Dict[str, str]] = {'layers': 'integer', 'thickness': 'number', 'sides': 'words'}


@dataclass(repr=False, eq=False)
class Geometry(Described):
    """The mesh: a file, a box, or a geometry to be meshed: `mesh`.

    file: a mesh file of Gmsh (.msh), TetGen (.node, .ele) or Gambit (.neu).
    box: the built-in box, six tetrahedra per cell; give divisions or h.
    geometry: a geometry to be meshed by gmsh's library: .step, .brep or .iges, or .geo, which is run as code
        and needs --trust; the mesh is kept in the output folder.
    make: how a geometry is meshed.
    scale: factor on the coordinates of the mesh, a file or a box, applied before anything else; with units:
        si the name of a unit stands for its length in metres (default: 1).
    pml: grows layers of PML elements around a box-shaped mesh; those around region NAME become region
        NAME.pml.
    periodic: pairs of opposite boundaries, translates of each other, that are joined.
    """

    file: Optional[Text] = None
    box: Optional[Box] = None
    geometry: Optional[Text] = None
    make: Optional[Make] = None
    scale: Optional[Quantity] = None
    pml: Optional[GrownPml] = None
    periodic: Dict[str, Text] = field(default_factory=dict)

    KINDS: ClassVar[Dict[str, str]] = {'file': 'text', 'box': 'Box', 'geometry': 'text', 'make': 'Make',
        'scale': 'number', 'pml': 'GrownPml', 'periodic': 'names:text'}
    ONE_OF: ClassVar[Sequence[str]] = ('file', 'box', 'geometry',)


@dataclass(repr=False, eq=False)
class Flux(Described):
    """The numerical flux: `flux`.

    upwind: 1: upwind flux; 0: central flux; between: a mixture (default: 1).
    """

    upwind: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'upwind': 'number'}


@dataclass(repr=False, eq=False)
class Conductor(Described):
    """A good conductor, modelled by its surface impedance: `conductors.*`.

    conductivity: its conductivity (required).
    permeability: its permeability, relative to vacuum (default: 1).
    band: lowest and highest frequency of the band in which the impedance is accurate (required).
    """

    conductivity: Optional[Quantity] = None
    permeability: Optional[Quantity] = None
    band: Optional[Sequence[Quantity]] = None

    KINDS: ClassVar[Dict[str, str]] = {'conductivity': 'number', 'permeability': 'number', 'band': 'numbers'}


@dataclass(repr=False, eq=False)
class Sheet(Described):
    """A film, given by its resistance, or by its conductivity and thickness: `sheets.*`.

    resistance: its resistance per square: ohms (units: si), or relative to the impedance of vacuum.
    conductivity: its conductivity: the resistance per square is 1 / (conductivity x thickness).
    thickness: its thickness, which must be small compared with the skin depth.
    """

    resistance: Optional[Quantity] = None
    conductivity: Optional[Quantity] = None
    thickness: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'resistance': 'number', 'conductivity': 'number', 'thickness':
        'number'}


@dataclass(repr=False, eq=False)
class Floquet(Described):
    """Complex fields that repeat across periodic sides up to a phase, for oblique incidence on a periodic
    cell: `floquet`.

    wave_vector: k: fields are exp(-i k.x) times periodic functions; k.x is in radians (required).
    """

    wave_vector: Optional[Sequence[Quantity]] = None

    KINDS: ClassVar[Dict[str, str]] = {'wave_vector': 'numbers'}


@dataclass(repr=False, eq=False)
class Pml(Described):
    """A perfectly matched layer: elements that absorb outgoing waves: `pml`.

    regions: regions of the PML; if not given, those of mesh.pml.
    reflection: reflection of the continuous profile at normal incidence; smaller values absorb more strongly
        (default: 1e-06).
    grading: exponent with which the absorption grows with depth; if not given, the number of layers less one,
        limited to 1 to 3.
    """

    regions: Optional[Sequence[Text]] = None
    reflection: Optional[Quantity] = None
    grading: Optional[int] = None

    KINDS: ClassVar[Dict[str, str]] = {'regions': 'words', 'reflection': 'number', 'grading': 'integer'}


@dataclass(repr=False, eq=False)
class PlaneWave(Described):
    """An incident plane wave: `sources.*.plane_wave`.

    direction: direction of travel (required).
    polarization: Maxwell: direction of E, perpendicular to direction; elastodynamics: direction of v,
        parallel (P) or perpendicular (S) to direction; not used in acoustics (default: [0, 0, 0]).
    amplitude: amplitude of E, of the pressure or of v (default: 1).
    origin: point where the waveform applies without delay (default: [0, 0, 0]).
    total: regions in which fields are total fields; elsewhere they are scattered fields.
    """

    direction: Optional[Sequence[Quantity]] = None
    polarization: Optional[Sequence[Quantity]] = None
    amplitude: Optional[Quantity] = None
    origin: Optional[Sequence[Quantity]] = None
    total: Optional[Sequence[Text]] = None

    KINDS: ClassVar[Dict[str, str]] = {'direction': 'numbers', 'polarization': 'numbers', 'amplitude':
        'number', 'origin': 'numbers', 'total': 'words'}


@dataclass(repr=False, eq=False)
class Dipole(Described):
    """A current at a point (Maxwell): `sources.*.dipole`.

    at: position (required).
    moment: current times length (required).
    kind: kind of current (one of electric, magnetic; default: electric).
    """

    at: Optional[Sequence[Quantity]] = None
    moment: Optional[Sequence[Quantity]] = None
    kind: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'at': 'numbers', 'moment': 'numbers', 'kind': 'text'}


@dataclass(repr=False, eq=False)
class Monopole(Described):
    """Volume injected at a point (acoustics): `sources.*.monopole`.

    at: position (required).
    strength: volume per time (required).
    """

    at: Optional[Sequence[Quantity]] = None
    strength: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'at': 'numbers', 'strength': 'number'}


@dataclass(repr=False, eq=False)
class Force(Described):
    """A force at a point (elastodynamics; in acoustics a dipole): `sources.*.force`.

    at: where it acts (required).
    vector: the force (required).
    """

    at: Optional[Sequence[Quantity]] = None
    vector: Optional[Sequence[Quantity]] = None

    KINDS: ClassVar[Dict[str, str]] = {'at': 'numbers', 'vector': 'numbers'}


@dataclass(repr=False, eq=False)
class Moment(Described):
    """A moment tensor at a point (elastodynamics); the waveform is its rate: `sources.*.moment`.

    at: position (required).
    tensor: the final moment if the waveform's integral is 1 (required).
    """

    at: Optional[Sequence[Quantity]] = None
    tensor: Optional[Sequence[Quantity]] = None

    KINDS: ClassVar[Dict[str, str]] = {'at': 'numbers', 'tensor': 'numbers'}


@dataclass(repr=False, eq=False)
class PointSource(Described):
    """A source at a point, for any law: `sources.*.point`.

    at: position (required).
    fields: the fields that it drives: for each the rate of change, integrated over space (required).
    """

    at: Optional[Sequence[Quantity]] = None
    fields: Dict[str, Text] = field(default_factory=dict)

    KINDS: ClassVar[Dict[str, str]] = {'at': 'numbers', 'fields': 'names:text'}


@dataclass(repr=False, eq=False)
class Current(Described):
    """A current density in regions (Maxwell): `sources.*.current`.

    regions: regions with the current (required).
    x: its density along x.
    y: its density along y.
    z: its density along z.
    kind: kind of current (one of electric, magnetic; default: electric).
    """

    regions: Optional[Sequence[Text]] = None
    x: Optional[Text] = None
    y: Optional[Text] = None
    z: Optional[Text] = None
    kind: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'regions': 'words', 'x': 'text', 'y': 'text', 'z': 'text', 'kind':
        'text'}


@dataclass(repr=False, eq=False)
class VolumeSource(Described):
    """Volume injected throughout regions (acoustics): `sources.*.volume_source`.

    regions: regions of the source (required).
    density: injected volume per time and volume (required).
    """

    regions: Optional[Sequence[Text]] = None
    density: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'regions': 'words', 'density': 'text'}


@dataclass(repr=False, eq=False)
class BodyForce(Described):
    """A force throughout regions (elastodynamics, acoustics): `sources.*.body_force`.

    regions: regions of the source (required).
    x: force per volume along x.
    y: force per volume along y.
    z: force per volume along z.
    """

    regions: Optional[Sequence[Text]] = None
    x: Optional[Text] = None
    y: Optional[Text] = None
    z: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'regions': 'words', 'x': 'text', 'y': 'text', 'z': 'text'}


@dataclass(repr=False, eq=False)
class RateSource(Described):
    """A source in regions, for any law: `sources.*.rate`.

    regions: regions of the source (required).
    fields: the fields that it drives, with their rates of change (required).
    """

    regions: Optional[Sequence[Text]] = None
    fields: Dict[str, Text] = field(default_factory=dict)

    KINDS: ClassVar[Dict[str, str]] = {'regions': 'words', 'fields': 'names:text'}


@dataclass(repr=False, eq=False)
class Pulse(Described):
    """A cosine times a Gaussian: `sources.*.waveform.pulse`.

    frequency: centre of its spectrum; 0: a Gaussian (required).
    bandwidth: distance between the two frequencies at which the spectrum is a tenth of its largest value
        (required).
    delay: time of the peak; 0: the earliest for which the pulse begins at t = 0 (default: 0).
    """

    frequency: Optional[Quantity] = None
    bandwidth: Optional[Quantity] = None
    delay: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequency': 'number', 'bandwidth': 'number', 'delay': 'number'}


@dataclass(repr=False, eq=False)
class Ricker(Described):
    """The negative second derivative of a Gaussian: `sources.*.waveform.ricker`.

    frequency: peak of its spectrum (required).
    delay: time of the peak; 0: the earliest for which the wavelet begins at t = 0 (default: 0).
    """

    frequency: Optional[Quantity] = None
    delay: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequency': 'number', 'delay': 'number'}


@dataclass(repr=False, eq=False)
class Brune(Described):
    """T / T^2 exp(-t / T), whose integral is 1: `sources.*.waveform.brune`.

    duration: T, the time of the peak (required).
    """

    duration: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'duration': 'number'}


@dataclass(repr=False, eq=False)
class Sine(Described):
    """A sine with a smooth ramp, continuous or of finite length: `sources.*.waveform.sine`.

    frequency: its frequency (required).
    phase: phase at time 0, in radians (default: 0).
    ramp: length of the ramp, in periods (default: 3).
    cycles: length in periods, ramps included; 0: continuous (default: 0).
    """

    frequency: Optional[Quantity] = None
    phase: Optional[Quantity] = None
    ramp: Optional[Quantity] = None
    cycles: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequency': 'number', 'phase': 'number', 'ramp': 'number', 'cycles':
        'number'}


@dataclass(repr=False, eq=False)
class Waveform(Described):
    """The time dependence of the source: `sources.*.waveform`.

    pulse: a cosine times a Gaussian.
    ricker: the negative second derivative of a Gaussian.
    brune: t / T^2 exp(-t / T), whose integral is 1.
    sine: a sine with a smooth ramp, continuous or of finite length.
    expression: any function of t.
    table: a file with rows of time and value; times must increase.
    """

    pulse: Optional[Pulse] = None
    ricker: Optional[Ricker] = None
    brune: Optional[Brune] = None
    sine: Optional[Sine] = None
    expression: Optional[Text] = None
    table: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'pulse': 'Pulse', 'ricker': 'Ricker', 'brune': 'Brune', 'sine': 'Sine',
        'expression': 'text', 'table': 'text'}
    ONE_OF: ClassVar[Sequence[str]] = ('pulse', 'ricker', 'brune', 'sine', 'expression', 'table',)


@dataclass(repr=False, eq=False)
class Source(Described):
    """A source: one of the kinds below, and its waveform: `sources.*`.

    plane_wave: an incident plane wave.
    dipole: a current at a point (Maxwell).
    monopole: volume injected at a point (acoustics).
    force: a force at a point (elastodynamics; in acoustics a dipole).
    moment: a moment tensor at a point (elastodynamics); the waveform is its rate.
    point: a source at a point, for any law.
    current: a current density in regions (Maxwell).
    volume_source: volume injected throughout regions (acoustics).
    body_force: a force throughout regions (elastodynamics, acoustics).
    rate: a source in regions, for any law.
    waveform: the time dependence of the source (required).
    """

    plane_wave: Optional[PlaneWave] = None
    dipole: Optional[Dipole] = None
    monopole: Optional[Monopole] = None
    force: Optional[Force] = None
    moment: Optional[Moment] = None
    point: Optional[PointSource] = None
    current: Optional[Current] = None
    volume_source: Optional[VolumeSource] = None
    body_force: Optional[BodyForce] = None
    rate: Optional[RateSource] = None
    waveform: Optional[Any] = None

    KINDS: ClassVar[Dict[str, str]] = {'plane_wave': 'PlaneWave', 'dipole': 'Dipole', 'monopole': 'Monopole',
        'force': 'Force', 'moment': 'Moment', 'point': 'PointSource', 'current': 'Current', 'volume_source':
        'VolumeSource', 'body_force': 'BodyForce', 'rate': 'RateSource', 'waveform': 'Waveform'}
    ONE_OF: ClassVar[Sequence[str]] = ('plane_wave', 'dipole', 'monopole', 'force', 'moment', 'point',
        'current', 'volume_source', 'body_force', 'rate',)


@dataclass(repr=False, eq=False)
class Probe(Described):
    """All fields at a point over time (.csv): `monitors.*.probe`.

    at: the point (required).
    every: simulated time between two rows; 0: every step (default: 0).
    """

    at: Optional[Sequence[Quantity]] = None
    every: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'at': 'numbers', 'every': 'number'}


@dataclass(repr=False, eq=False)
class Fourier(Described):
    """Fourier transforms of the fields at given frequencies (.h5): `monitors.*.fourier`.

    frequencies: frequencies of the transform (required).
    after: time at which the transform begins; for the fields of modes, the end of the sources (default: 0).
    regions: record the nodes of these regions.
    around: record the surface around these regions.
    boundary: record this boundary.
    plane: record a plane normal to this direction (one of x, y, z).
    at: the plane's coordinate (default: 0).
    """

    frequencies: Optional[Sequence[Quantity]] = None
    after: Optional[Quantity] = None
    regions: Optional[Sequence[Text]] = None
    around: Optional[Sequence[Text]] = None
    boundary: Optional[Text] = None
    plane: Optional[Text] = None
    at: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequencies': 'numbers', 'after': 'number', 'regions': 'words',
        'around': 'words', 'boundary': 'text', 'plane': 'text', 'at': 'number'}
    ONE_OF: ClassVar[Sequence[str]] = ('regions', 'plane', 'around', 'boundary',)


@dataclass(repr=False, eq=False)
class Power(Described):
    """Power through a surface at given frequencies (.csv): `monitors.*.power`.

    frequencies: frequencies at which power is computed (required).
    around: power through the surface around these regions, outwards.
    boundary: power through this boundary, outwards.
    """

    frequencies: Optional[Sequence[Quantity]] = None
    around: Optional[Sequence[Text]] = None
    boundary: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequencies': 'numbers', 'around': 'words', 'boundary': 'text'}
    ONE_OF: ClassVar[Sequence[str]] = ('around', 'boundary',)


@dataclass(repr=False, eq=False)
class Orders(Described):
    """Waves of a periodic cell in both directions, by diffraction order (Maxwell, .csv): `monitors.*.orders`.

    frequencies: frequencies at which the waves are computed (required).
    between: two regions that meet in a plane; forward waves travel from the first to the second (required).
    most: highest diffraction order along each period (default: 0).
    """

    frequencies: Optional[Sequence[Quantity]] = None
    between: Optional[Sequence[Text]] = None
    most: Optional[int] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequencies': 'numbers', 'between': 'words', 'most': 'integer'}


@dataclass(repr=False, eq=False)
class FarField(Described):
    """Far field: cross-section, or radiation pattern if there is no plane wave (.csv):
    `monitors.*.far_field`.

    frequencies: frequencies of the far field (required).
    around: regions enclosed by the surface of integration (required).
    theta: angles from the z axis, in degrees; if not given, 0, 1 ... 180.
    phi: angles about the z axis from x, in degrees; if not given, 0 and 90.
    """

    frequencies: Optional[Sequence[Quantity]] = None
    around: Optional[Sequence[Text]] = None
    theta: Optional[Sequence[Quantity]] = None
    phi: Optional[Sequence[Quantity]] = None

    KINDS: ClassVar[Dict[str, str]] = {'frequencies': 'numbers', 'around': 'words', 'theta': 'numbers', 'phi':
        'numbers'}


@dataclass(repr=False, eq=False)
class Resonances(Described):
    """Frequencies and quality factors of modes, found by harmonic inversion of the fields at a point after
    the sources have ended (.csv): `monitors.*.resonances`.

    probe: the point (required).
    band: the lowest and the highest frequency, as [f1, f2] (required).
    field: the field to analyse; if not given, the largest at the point.
    after: time from which the fields are used; if not given, when all sources have ended.
    error: largest estimated relative error of a frequency; modes with a larger one are left out (default:
        0.001).
    weakest: smallest amplitude, as a fraction of the largest; weaker modes are left out (default: 0.0001).
    """

    probe: Optional[Sequence[Quantity]] = None
    band: Optional[Sequence[Quantity]] = None
    field: Optional[Text] = None
    after: Optional[Quantity] = None
    error: Optional[Quantity] = None
    weakest: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'probe': 'numbers', 'band': 'numbers', 'field': 'text', 'after':
        'number', 'error': 'number', 'weakest': 'number'}


@dataclass(repr=False, eq=False)
class Monitor(Described):
    """A monitor: one of the kinds below: `monitors.*`.

    file: output file; if not given, the monitor's name with .csv or .h5.
    probe: all fields at a point over time (.csv).
    fourier: Fourier transforms of the fields at given frequencies (.h5).
    power: power through a surface at given frequencies (.csv).
    orders: waves of a periodic cell in both directions, by diffraction order (Maxwell, .csv).
    far_field: far field: cross-section, or radiation pattern if there is no plane wave (.csv).
    resonances: frequencies and quality factors of modes, found by harmonic inversion of the fields at a point
        after the sources have ended (.csv).
    """

    file: Optional[Text] = None
    probe: Optional[Probe] = None
    fourier: Optional[Fourier] = None
    power: Optional[Power] = None
    orders: Optional[Orders] = None
    far_field: Optional[FarField] = None
    resonances: Optional[Resonances] = None

    KINDS: ClassVar[Dict[str, str]] = {'file': 'text', 'probe': 'Probe', 'fourier': 'Fourier', 'power':
        'Power', 'orders': 'Orders', 'far_field': 'FarField', 'resonances': 'Resonances'}
    ONE_OF: ClassVar[Sequence[str]] = ('probe', 'fourier', 'power', 'orders', 'far_field', 'resonances',)


@dataclass(repr=False, eq=False)
class Rectangular(Described):
    """A mode of a rectangular guide, in closed form: `ports.*.rectangular`.

    mode: TEmn or TMmn, such as TE10; m counts along the longer side (required).
    """

    mode: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'mode': 'text'}


@dataclass(repr=False, eq=False)
class Coaxial(Described):
    """A mode of a coaxial line, in closed form: `ports.*.coaxial`.

    mode: TEM, or TEmn or TMmn, such as TE11; m counts periods around the axis; if not given, TEM.
    """

    mode: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'mode': 'text'}


@dataclass(repr=False, eq=False)
class Section(Described):
    """A mode of any cross-section, computed on the surface's triangles: `ports.*.section`.

    mode: TEM (quasi-TEM if the filling is not uniform); hybrid: the same mode, computed at the middle of the
        band; hybridn: the n-th there, by falling phase constant; TEn, TMn: the n-th, by rising cut-off; if
        not given, TEM.
    """

    mode: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'mode': 'text'}


@dataclass(repr=False, eq=False)
class Lumped(Described):
    """A source with a resistor between two conductors; the surface is a rectangle inside the mesh:
    `ports.*.lumped`.

    direction: from the negative to the positive conductor, in the surface (required).
    resistance: resistance to which S refers: in ohms, or in natural units relative to the impedance of vacuum
        (required).
    inductance: inductance between the resistor and the device: in henry, or in natural units with mu0 = 1; 0:
        none (default: 0).
    capacitance: capacitance between the resistor and the device: in farad, or in natural units with epsilon0
        = 1; 0: none (default: 0).
    connection: how inductance and capacitance are connected to the device (one of series, parallel; default:
        series).
    """

    direction: Optional[Sequence[Quantity]] = None
    resistance: Optional[Quantity] = None
    inductance: Optional[Quantity] = None
    capacitance: Optional[Quantity] = None
    connection: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'direction': 'numbers', 'resistance': 'number', 'inductance': 'number',
        'capacitance': 'number', 'connection': 'text'}


@dataclass(repr=False, eq=False)
class Port(Described):
    """A port: its surface, and one kind of mode: `ports.*`.

    boundary: name of the flat surface: at the end of the mesh, where a PML begins behind it, or inside the
        mesh (required).
    direction: direction into the device; needed for a surface inside the mesh without a PML behind it
        (default: [0, 0, 0]).
    shift: distance of the reference plane from the surface, into the device (default: 0).
    source: name of a second flat surface, behind the port, at which the mode is excited; if not given, the
        port's own.
    rectangular: a mode of a rectangular guide, in closed form.
    coaxial: a mode of a coaxial line, in closed form.
    section: a mode of any cross-section, computed on the surface's triangles.
    lumped: a source with a resistor between two conductors; the surface is a rectangle inside the mesh.
    """

    boundary: Optional[Text] = None
    direction: Optional[Sequence[Quantity]] = None
    shift: Optional[Quantity] = None
    source: Optional[Text] = None
    rectangular: Optional[Rectangular] = None
    coaxial: Optional[Coaxial] = None
    section: Optional[Section] = None
    lumped: Optional[Lumped] = None

    KINDS: ClassVar[Dict[str, str]] = {'boundary': 'text', 'direction': 'numbers', 'shift': 'number',
        'source': 'text', 'rectangular': 'Rectangular', 'coaxial': 'Coaxial', 'section': 'Section', 'lumped':
        'Lumped'}
    ONE_OF: ClassVar[Sequence[str]] = ('rectangular', 'coaxial', 'section', 'lumped',)


@dataclass(repr=False, eq=False)
class Load(Described):
    """A lumped circuit: a rectangle inside the mesh, with at least one of resistance, inductance and
    capacitance: `loads.*`.

    boundary: the name of a tagged rectangle inside the mesh (required).
    direction: from one conductor to the other, in the surface (required).
    resistance: in ohms, or in natural units relative to the impedance of vacuum; 0: none (default: 0).
    inductance: in henry, or in natural units with mu0 = 1; 0: none (default: 0).
    capacitance: in farad, or in natural units with epsilon0 = 1; 0: none (default: 0).
    connection: how resistance, inductance and capacitance are connected to each other (one of series,
        parallel; default: series).
    """

    boundary: Optional[Text] = None
    direction: Optional[Sequence[Quantity]] = None
    resistance: Optional[Quantity] = None
    inductance: Optional[Quantity] = None
    capacitance: Optional[Quantity] = None
    connection: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'boundary': 'text', 'direction': 'numbers', 'resistance': 'number',
        'inductance': 'number', 'capacitance': 'number', 'connection': 'text'}


@dataclass(repr=False, eq=False)
class SParameters(Described):
    """How ports are excited and evaluated: `sparameters`.

    band: the lowest and the highest frequency (required).
    points: number of frequencies (default: 101).
    bandwidth: bandwidth of the pulse, defined as for waveform.pulse; 0: 1.3 times the width of the band
        (default: 0).
    excite: the port that nudge run excites; nudge sparameters excites all in turn.
    file: name of the result files of nudge sparameters, without their endings (default: sparameters).
    """

    band: Optional[Sequence[Quantity]] = None
    points: Optional[int] = None
    bandwidth: Optional[Quantity] = None
    excite: Optional[Text] = None
    file: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'band': 'numbers', 'points': 'integer', 'bandwidth': 'number',
        'excite': 'text', 'file': 'text'}


@dataclass(repr=False, eq=False)
class Time(Described):
    """The end of the run and the time steps; give end, or dt and steps, or steps and end: `time`.

    integrator: linear: steps made for linear waves; lsrk4, lsrk14: Runge-Kutta schemes of 5 and 14 stages;
        auto: linear, or lsrk4 if the variant has no linear steps (one of auto, linear, lsrk4, lsrk14;
        default: auto).
    order: order of the linear integrator in time; auto: 6 (one of auto, 4, 6, 8; default: auto).
    end: simulated time at the end.
    cfl: factor on the stable time step (default: 1).
    dt: the time step, instead of the stable one.
    steps: the number of time steps.
    decay: ends the run once all sources have ended and the energy, without that of static fields, is this
        many dB below its peak; 0: never (default: 0).
    """

    integrator: Optional[Text] = None
    order: Optional[Text] = None
    end: Optional[Quantity] = None
    cfl: Optional[Quantity] = None
    dt: Optional[Quantity] = None
    steps: Optional[int] = None
    decay: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'integrator': 'text', 'order': 'text', 'end': 'number', 'cfl':
        'number', 'dt': 'number', 'steps': 'integer', 'decay': 'number'}


@dataclass(repr=False, eq=False)
class FieldsOutput(Described):
    """The fields over time, for ParaView: `output.fields`.

    file: a .pvd file; its .vtu files are written beside it (required).
    every: simulated time between outputs; 0: first and last only (default: 0).
    """

    file: Optional[Text] = None
    every: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'file': 'text', 'every': 'number'}


@dataclass(repr=False, eq=False)
class EnergyOutput(Described):
    """The energy over time: `output.energy`.

    file: a .csv file (required).
    every: simulated time between rows; 0: every 100 evaluations (default: 0).
    """

    file: Optional[Text] = None
    every: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'file': 'text', 'every': 'number'}


@dataclass(repr=False, eq=False)
class Picture(Described):
    """Slices of one field at several times, as one picture; a list draws several pictures: `output.picture`.

    file: a .png, .svg or .pdf file (required).
    field: the field, or a vector such as E for its magnitude; if not given, the first with an initial value.
    plane: the direction to which the slice is normal (one of x, y, z; default: z).
    at: the slice's coordinate in that direction; if not given, the middle of the mesh.
    frames: number of times shown, evenly spaced from the first with visible fields to the end; 1: the end
        only (default: 8).
    """

    file: Optional[Text] = None
    field: Optional[Text] = None
    plane: Optional[Text] = None
    at: Optional[Quantity] = None
    frames: Optional[int] = None

    KINDS: ClassVar[Dict[str, str]] = {'file': 'text', 'field': 'text', 'plane': 'text', 'at': 'number',
        'frames': 'integer'}


@dataclass(repr=False, eq=False)
class Scene(Described):
    """A perspective view of boundaries, with one field in colour on them and a vector field as arrows:
    `output.scene`.

    file: a .png, .svg or .pdf file (required).
    surface: the boundaries to show (required).
    colour: the field shown in colour; magnitude: that of the arrows' field; incident: the plane wave, along
        its polarization (default: magnitude).
    arrows: the vector field shown by arrows, such as E; if not given, the law's first.
    count: approximate number of arrows; 0: none (default: 400).
    view: direction towards the viewer (default: [-1, -0.6, 0.5]).
    side: the side of the boundaries that is shown; inside: that of the elements; outside: the other one, such
        as the ground from above; facing: the one of which more faces the viewer (one of facing, inside,
        outside; default: facing).
    at: simulated time shown; if not given, the end.
    """

    file: Optional[Text] = None
    surface: Optional[Sequence[Text]] = None
    colour: Optional[Text] = None
    arrows: Optional[Text] = None
    count: Optional[int] = None
    view: Optional[Sequence[Quantity]] = None
    side: Optional[Text] = None
    at: Optional[Quantity] = None

    KINDS: ClassVar[Dict[str, str]] = {'file': 'text', 'surface': 'words', 'colour': 'text', 'arrows': 'text',
        'count': 'integer', 'view': 'numbers', 'side': 'text', 'at': 'number'}


@dataclass(repr=False, eq=False)
class Output(Described):
    """Output files: `output`.

    folder: output folder, relative to the problem file; if not given, the folder of the problem file. Output
        files stay inside it. An absolute path, a hidden folder and .. need --allow-outside or --set.
    fields: the fields over time, for ParaView.
    energy: the energy over time.
    picture: slices of one field at several times, as one picture; a list draws several pictures.
    scene: a perspective view of boundaries, with one field in colour on them and a vector field as arrows.
    charts: file format of the pictures of monitors and of nudge sparameters; auto: .png for planes, .svg for
        the others (one of auto, png, svg, pdf; default: auto).
    report: the machine-readable report of the run (default: run.json).
    """

    folder: Optional[Text] = None
    fields: Optional[FieldsOutput] = None
    energy: Optional[EnergyOutput] = None
    picture: Optional[Union[Picture, Sequence[Picture]]] = None
    scene: Optional[Scene] = None
    charts: Optional[Text] = None
    report: Optional[Text] = None

    KINDS: ClassVar[Dict[str, str]] = {'folder': 'text', 'fields': 'FieldsOutput', 'energy': 'EnergyOutput',
        'picture': 'maps:Picture', 'scene': 'Scene', 'charts': 'text', 'report': 'text'}


@dataclass(repr=False, eq=False)
class Problem(Described):
    """A problem for nudge.

    law: the physics: a built-in law, or the path of a .law file, which is run as code and needs --trust
        (default: maxwell).
    units: natural: epsilon0 = mu0 = 1; si: metres, seconds, volts, amperes (one of natural, si; default:
        natural).
    mesh: the mesh: a file, a box, or a geometry to be meshed (required).
    order: polynomial order N (required).
    precision: precision of the arithmetic (one of single, double; default: double).
    flux: the numerical flux.
    materials: materials by name; if neither materials nor regions are given, the only one is vacuum.
    regions: the material of each region; default covers regions that are not listed; if not given, the only
        material.
    boundaries: the condition of each boundary; default covers all other faces at the end of the mesh.
    symmetry: boundaries that are planes of symmetry, with pec or pmc, in acoustics rigid or soft; powers and
        far fields are those of the whole, mirror images included.
    conductors: good conductors by name; the names are conditions for boundaries (Maxwell).
    sheets: resistive films by name; the names are conditions for surfaces inside the mesh (Maxwell).
    initial: fields at t = 0, by name; fields not named are zero.
    exact: the exact solution by field, which turns on error reports; fields not named are zero.
    floquet: complex fields that repeat across periodic sides up to a phase, for oblique incidence on a
        periodic cell.
    pml: a perfectly matched layer: elements that absorb outgoing waves.
    sources: sources of waves, by name.
    monitors: quantities recorded during the run, by name.
    ports: ports by name (Maxwell): surfaces at which modes enter, leave and are recorded.
    loads: lumped circuits by name (Maxwell), each between two conductors: R, L and C.
    sparameters: how ports are excited and evaluated.
    time: the end of the run and the time steps; give end, or dt and steps, or steps and end (required).
    output: output files.
    """

    law: Optional[Text] = None
    units: Optional[Text] = None
    mesh: Optional[Any] = None
    order: Optional[int] = None
    precision: Optional[Text] = None
    flux: Optional[Flux] = None
    materials: Dict[str, Any] = field(default_factory=dict)
    regions: Dict[str, Text] = field(default_factory=dict)
    boundaries: Dict[str, Text] = field(default_factory=dict)
    symmetry: Dict[str, Text] = field(default_factory=dict)
    conductors: Dict[str, Conductor] = field(default_factory=dict)
    sheets: Dict[str, Sheet] = field(default_factory=dict)
    initial: Dict[str, Union[Text, Callable]] = field(default_factory=dict)
    exact: Dict[str, Text] = field(default_factory=dict)
    floquet: Optional[Floquet] = None
    pml: Optional[Pml] = None
    sources: Dict[str, Source] = field(default_factory=dict)
    monitors: Dict[str, Any] = field(default_factory=dict)
    ports: Dict[str, Port] = field(default_factory=dict)
    loads: Dict[str, Load] = field(default_factory=dict)
    sparameters: Optional[SParameters] = None
    time: Optional[Any] = None
    output: Optional[Any] = None

    KINDS: ClassVar[Dict[str, str]] = {'law': 'text', 'units': 'text', 'mesh': 'Geometry', 'order': 'integer',
        'precision': 'text', 'flux': 'Flux', 'materials': 'names:names:value', 'regions': 'names:text',
        'boundaries': 'names:text', 'symmetry': 'names:text', 'conductors': 'names:Conductor', 'sheets':
        'names:Sheet', 'initial': 'names:text', 'exact': 'names:text', 'floquet': 'Floquet', 'pml': 'Pml',
        'sources': 'names:Source', 'monitors': 'names:Monitor', 'ports': 'names:Port', 'loads': 'names:Load',
        'sparameters': 'SParameters', 'time': 'Time', 'output': 'Output'}


CLASSES: Dict[str, type] = {c: globals()[c] for c in __all__}
for _class in CLASSES.values():
    check_arguments(_class)
