"""Pictures by matplotlib: meshes, fields on planes, far fields, S-parameters, films. Every function returns the axes it drew on.

Signed fields have a diverging scale about zero, magnitudes a sequential one from zero. Limits leave out the largest half
percent of the values, so that a singular corner does not dominate the colour scale.
"""
from __future__ import annotations

import math
import os
import re
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from .errors import ProblemError
from .mesh import Mesh
from .progress import Bar, wanted

if TYPE_CHECKING:
    from .network import Network
    from .simulation import Simulation

SIGNED, MAGNITUDE = "RdBu_r", "viridis"
COINCIDE = 0.1  # dB between curves that look like one
SHARE = 99.5  # percent of the values that are inside the limits
UNITS = {"maxwell": {"E": "V/m", "H": "A/m"}, "acoustic": {"p": "Pa", "v": "m/s"}, "elastic": {"v": "m/s", "s": "Pa"}}
FREQUENCIES = ((1.0, "Hz"), (1e3, "kHz"), (1e6, "MHz"), (1e9, "GHz"), (1e12, "THz"))
LENGTHS = ((1e-9, "nm"), (1e-6, "µm"), (1e-3, "mm"), (1.0, "m"), (1e3, "km"))


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("pictures need matplotlib: pip install matplotlib") from None
    return pyplot


def _length_unit(sim: "Simulation", extent: float) -> Tuple[float, str]:
    """The factor from metres, and the unit's name with a blank; natural units have none."""
    if sim.units != "si":
        return 1.0, ""
    factor, name = [u for u in LENGTHS if u[0] <= 2 * extent][-1] if extent >= 1e-9 else LENGTHS[0]
    return 1 / factor, " (%s)" % name


def _field_unit(sim: "Simulation", field: str) -> str:
    if sim.units != "si":
        return ""
    name = field.strip("|")
    unit = UNITS.get(str(sim.law or "maxwell"), {}).get(name[:1], "")
    return " (%s)" % unit if unit else ""


def _masked(values: np.ndarray) -> Any:
    mask: Any = np.ma.masked_invalid  # without types in numpy
    return mask(values)


def _choose_field(sim: "Simulation", field: Optional[str]) -> str:
    first: str = next((f for f in sim.fields if f in sim.initial), sim.fields[0])
    return field or first


def _components(sim: "Simulation", field: str) -> List[str]:
    """The fields that "Ez", "E" or "|E|" stands for."""
    name = field.strip("|")
    if name in sim.fields or name.startswith("rate_"):
        return [name]
    parts = [f for f in sim.fields if f in (name + "x", name + "y", name + "z")]
    if not parts:
        vectors = sorted({f[:-1] for f in sim.fields if f[-1:] == "x" and f[:-1] + "z" in sim.fields})
        raise ProblemError("'%s' is not a field; there are %s%s" % (field, ", ".join(sim.fields),
                           ", and the magnitudes " + ", ".join("|%s|" % v for v in vectors) if vectors else ""))
    return parts


def values_on_plane(sim: "Simulation", field: str, plane: str = "z", at: Optional[float] = None,
                    shape: Optional[Tuple[int, int]] = None) -> Tuple[np.ndarray, np.ndarray, np.ndarray, bool]:
    """Returns coordinates across and up, values, and whether they are signed. field: "Ez", or "|E|" for a magnitude.
    plane, at, shape: as for Simulation.slice."""
    parts = _components(sim, field)
    cuts = [sim.slice(p, plane, at, shape) for p in parts]
    across, up = cuts[0][:2]
    if len(parts) == 1 and "|" not in field:
        return across, up, cuts[0][2], True
    return across, up, np.sqrt(sum(c[2] ** 2 for c in cuts)), False


def limits(values: np.ndarray, signed: bool) -> Tuple[float, float]:
    """Returns limits of a scale that leave out extreme values: symmetric about zero for signed values, from zero for
    magnitudes."""
    sizes = np.abs(values[np.isfinite(values)])
    most = float(np.percentile(sizes, SHARE)) if sizes.size else 0.0
    most = most or float(sizes.max(initial=0)) or 1.0
    return (-most if signed else 0.0), most


def _outline(axes: Any, across: np.ndarray, up: np.ndarray, region: np.ndarray, names: Sequence[str], colour: str) -> None:
    """Lines where regions meet, dashed around those of a PML; and where the mesh ends."""
    bodies: Dict[str, List[int]] = {}
    for i in np.unique(region[np.isfinite(region)]).astype(int):
        bodies.setdefault(re.sub(r"~\d+", "", names[i]), []).append(i)  # parts of a region whose material is a function
    step = [c[1] - c[0] if len(c) > 1 else 1 for c in (across, up)]
    x, y = (np.concatenate([[c[0] - s], c, [c[-1] + s]]) for c, s in zip((across, up), step))
    for name, own in bodies.items():
        axes.contour(x, y, np.pad(np.isin(region, own).astype(float), 1), [0.5], colors=colour, linewidths=0.8,
                     linestyles="dashed" if name.endswith(".pml") else "solid")


def field(sim: "Simulation", field: Optional[str] = None, plane: str = "z", at: Optional[float] = None, *,
          shape: Optional[Tuple[int, int]] = None, limit: Optional[float] = None, cmap: Optional[str] = None,
          outlines: bool = True, colorbar: bool = True, axes: Any = None) -> Any:
    """Draws a field on a plane.

    field: "Ez", or "|E|" for the magnitude of a vector; None: the first field with an initial value. plane, at, shape: as
    for Simulation.slice. limit: the largest value of the scale. outlines: whether to draw lines around regions.
    """
    name = _choose_field(sim, field)
    across, up, values, signed = values_on_plane(sim, name, plane, at, shape)
    axes = axes if axes is not None else _pyplot().subplots(constrained_layout=True)[1]
    first, second = [c for c in "xyz" if c != plane]
    factor, unit = _length_unit(sim, max(np.ptp(across), np.ptp(up)))
    low, high = limits(values, signed) if limit is None else (-limit if signed else 0.0, limit)
    picture = axes.pcolormesh(across * factor, up * factor, _masked(values), shading="nearest", vmin=low, vmax=high,
                              cmap=cmap or (SIGNED if signed else MAGNITUDE), rasterized=True)
    if outlines:
        region = sim.slice("region", plane, at, shape)[2]
        _outline(axes, across * factor, up * factor, region, sim._ready().region_names(),
                 "0.25" if signed else "0.85")
    axes.set_aspect("equal")
    axes.set_xlabel(first + unit)
    axes.set_ylabel(second + unit)
    time = sim.status.time
    axes.set_title("%s at t = %.4g%s" % (name, time, " s" if sim.units == "si" else ""))
    if colorbar:
        over = np.nanmax(np.abs(values), initial=0) > high * (1 + 1e-9)
        label = name + _field_unit(sim, name)
        axes.figure.colorbar(picture, ax=axes, label=label, extend=("both" if signed else "max") if over else "neither")
    return axes


def hull(elements: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Returns the triangles that belong to only one element, and the indices of these elements."""
    corners = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    faces = elements[:, corners].reshape(-1, 3)
    _, first, count = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
    own = first[count == 1]
    return faces[own], own // 4


def _groups(mesh: Mesh, cut: Optional[Tuple[str, float]], hide: Sequence[str]) -> Tuple[np.ndarray, np.ndarray, List[str]]:
    """Triangles to show, the group of each, and names of groups: boundaries, or regions of a mesh that is cut."""
    by_region = cut is not None or not len(mesh.faces)
    names = mesh.region_names if by_region else mesh.boundary_names
    unknown = [h for h in hide if h not in names]
    if unknown:
        raise ProblemError("hide: there is no %r; there are %s" % (unknown[0], ", ".join(map(repr, names))))
    if not by_region:
        return mesh.faces, mesh.boundaries, names
    kept = ~np.isin(mesh.regions, [i for i, n in enumerate(names) if n in hide])
    if cut is not None:  # the part in front is left out, as seen from +x, -y and above
        centre = mesh.centroids()[:, "xyz".index(cut[0])]
        kept &= centre > cut[1] if cut[0] == "y" else centre < cut[1]
    if not kept.any():
        raise ProblemError("cut: no element is left behind %s = %g" % (cut or ("x", math.inf)))
    faces, element = hull(mesh.elements[kept])
    return faces, mesh.regions[kept][element], names


def _shade(points: np.ndarray, colour: Sequence[float]) -> np.ndarray:
    """Colours of triangles (n, 3, 3) that face a light at different angles."""
    normal = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    light = np.abs(normal @ np.array([0.35, -0.55, 0.76]))
    return np.clip(np.asarray(colour[:3]) * (0.55 + 0.5 * light[:, None]), 0, 1)


def mesh(what: Union["Simulation", Mesh], *, cut: Optional[Tuple[str, float]] = None, hide: Sequence[str] = (),
         edges: bool = True, backend: str = "matplotlib", axes: Any = None) -> Any:
    """Draws the surface of a mesh, in the colours of its boundaries.

    what: a Mesh or a Simulation. cut: a plane, as ("y", 0.5); the elements in front of it are left out, and regions are
    shown in colours. hide: names of boundaries, or of regions of a mesh that is cut, to leave out. edges: whether to draw
    the edges of triangles. backend: "matplotlib", or "pyvista", which returns a plotter to turn and zoom.
    """
    if backend not in ("matplotlib", "pyvista"):
        raise ProblemError("backend: 'matplotlib' or 'pyvista', not %r" % (backend,))
    if cut is not None and not (isinstance(cut, (tuple, list)) and len(cut) == 2 and cut[0] in ("x", "y", "z")
                                and isinstance(cut[1], (int, float, np.number))):
        raise ProblemError("cut: give an axis and a coordinate, as ('y', 0.5), not %r" % (cut,))
    own = what if isinstance(what, Mesh) else what.make_mesh()
    faces, group, names = _groups(own, cut, hide)
    shown = [i for i, n in enumerate(names) if n not in hide and (group == i).any()]
    colours = _pyplot().get_cmap("tab10" if len(names) <= 10 else "tab20")
    if backend == "pyvista":
        return _mesh_pyvista(own, faces, group, names, shown, colours)
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # type: ignore[import-untyped]

    axes = axes if axes is not None else _pyplot().figure().add_subplot(projection="3d")
    factor, unit = (1.0, "") if isinstance(what, Mesh) else _length_unit(what, float(np.ptp(own.vertices, axis=0).max()))
    points = own.vertices * factor
    order = np.concatenate([np.flatnonzero(group == i) for i in shown] or [np.zeros(0, int)])
    colour = np.concatenate([_shade(points[faces[group == i]], colours(i % colours.N)) for i in shown] or [np.zeros((0, 3))])
    axes.add_collection3d(Poly3DCollection(points[faces[order]], facecolors=colour, linewidths=0.2,
                                           edgecolors="0.2" if edges else "none"))  # one, so that triangles are sorted by depth
    for i in shown:
        axes.plot([], [], "s", color=colours(i % colours.N), label=names[i] or "no name")
    low, high = points.min(axis=0), points.max(axis=0)
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]), xlabel="x" + unit, ylabel="y" + unit,
             zlabel="z" + unit)
    axes.set_box_aspect(high - low)
    if shown:
        axes.legend(loc="upper left", fontsize="small", bbox_to_anchor=(-0.15, 1.0))
    axes.set_title("%d elements" % len(own.elements))
    return axes


def _mesh_pyvista(own: Mesh, faces: np.ndarray, group: np.ndarray, names: Sequence[str], shown: Sequence[int], colours: Any) -> Any:
    import pyvista  # type: ignore[import-not-found]

    plotter = pyvista.Plotter()
    for i in shown:
        triangles = faces[group == i]
        cells = np.column_stack([np.full(len(triangles), 3), triangles]).ravel()
        plotter.add_mesh(pyvista.PolyData(own.vertices, cells), color=colours(i % colours.N)[:3], show_edges=True, label=names[i] or "no name")
    plotter.add_legend()  # type: ignore[call-arg]
    return plotter


def _which_frequency(frequencies: np.ndarray, wanted: Union[int, float]) -> int:
    """An index as it is; the index of a frequency."""
    if isinstance(wanted, (int, np.integer)) and not isinstance(wanted, bool) and -len(frequencies) <= wanted < len(frequencies):
        return int(wanted)
    if isinstance(wanted, (float, int, np.floating)) and not isinstance(wanted, bool):
        near = int(np.argmin(np.abs(frequencies - wanted)))
        if abs(frequencies[near] - wanted) <= 1e-6 * abs(wanted):
            return near
    raise ProblemError("frequency: give an index from 0 to %d, or one of %s, not %r"
                       % (len(frequencies) - 1, ", ".join("%g" % f for f in frequencies), wanted))


def far_field(sim: "Simulation", monitor: Optional[str] = None, frequency: Union[int, float] = 0, *, span: float = 40, axes: Any = None) -> Any:
    """Draws the far field of a monitor in dB over theta, with one line per phi; a map if there are more than eight.

    monitor: its name; None: the first one. frequency: an index such as 0, or one of its frequencies. span: the range in
    dB below the largest value.
    """
    found = {n: r for n, r in sim.results.items() if r.kind == "far_field"}
    if not found:
        raise ProblemError("there are no far fields: add a FarField to monitors, and run")
    if monitor is not None and monitor not in found:
        raise ProblemError("%r is not a far field; there are %s" % (monitor, ", ".join(map(repr, found))))
    result = found[monitor or next(iter(found))]
    quantity = "sigma" if "sigma" in result else "directivity"
    at = _which_frequency(result["frequencies"], frequency)
    theta, phi, values = result["theta"], result["phi"], result[quantity][at]
    with np.errstate(divide="ignore"):
        decibel = 10 * np.log10(values)
    most = float(np.nanmax(decibel))
    low = most - span
    unit = ("dBsm" if sim.units == "si" else "dB") if quantity == "sigma" else "dBi"
    label = "%s (%s)" % ("cross-section" if quantity == "sigma" else "directivity", unit)
    title = "%s, f = %.4g%s" % (result.name, result["frequencies"][at], " Hz" if sim.units == "si" else "")
    if len(phi) > 8:
        axes = axes if axes is not None else _pyplot().subplots(constrained_layout=True)[1]
        picture = axes.pcolormesh(phi, theta, np.maximum(decibel, low), shading="nearest", cmap=MAGNITUDE, vmin=low, vmax=most)
        axes.set(xlabel="phi (degrees)", ylabel="theta (degrees)", title=title)
        axes.invert_yaxis()
        axes.figure.colorbar(picture, ax=axes, label=label)
        return axes
    if axes is None:
        axes = _pyplot().figure(constrained_layout=True).add_subplot(projection="polar")
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    for i, angle in enumerate(phi):
        axes.plot(np.radians(theta), np.maximum(decibel[:, i], low), label="phi = %g°" % angle)
    axes.set_rlim(low, most + 0.05 * span)
    axes.set_title("%s\n%s over theta" % (title, label), fontsize="medium")
    axes.legend(loc="lower left", fontsize="small", bbox_to_anchor=(-0.2, -0.1))
    if theta.max() <= 180:
        axes.set_thetamin(0)
        axes.set_thetamax(180)
    return axes


def _pairs(network: "Network", ports: Sequence[Tuple[Any, Any]], default: Sequence[Tuple[int, int]]) -> List[Tuple[int, int]]:
    return [(network._port(i), network._port(j)) for i, j in ports or default]


def _coincide(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether one curve hides the other."""
    both = np.isfinite(a) & np.isfinite(b)
    return bool(both.any() and both.sum() >= 0.9 * np.isfinite(a).sum() and np.abs(a[both] - b[both]).max() < COINCIDE)


def sparameters(network: "Network", *, ports: Sequence[Tuple[Any, Any]] = (), least: float = -80, axes: Any = None) -> Any:
    """Draws magnitudes of scattering parameters in dB over frequency. A curve that lies on that of the opposite direction
    is drawn only once; one that lies on another curve is dashed.

    ports: pairs (out, into) of names or indices; if not given, all if there are up to eight, otherwise those into the
    first port. least: dB below which nothing is drawn.
    """
    n = len(network.names)
    pairs = _pairs(network, ports, [(i, j) for i in range(n) for j in range(n if n * n <= 8 else 1)])
    axes = axes if axes is not None else _pyplot().subplots(constrained_layout=True)[1]
    factor, unit = [u for u in FREQUENCIES if u[0] <= network.frequency[-1] or u[0] == 1][-1] if network.si else (1.0, "")
    drawn: List[Tuple[Tuple[int, int], np.ndarray, Any]] = []
    with np.errstate(divide="ignore"):
        for i, j in pairs:
            decibel = 20 * np.log10(np.abs(network.S[:, i, j]))
            decibel[decibel < least] = np.nan
            label = ("S%d%d" if n < 10 else "S%d,%d") % (i + 1, j + 1)
            twin = next((d for d in drawn if _coincide(decibel, d[1])), None)
            if twin and twin[0] == (j, i):
                twin[2].set_label("%s = %s" % (twin[2].get_label(), label))
                continue
            line, = axes.plot(network.frequency / factor, decibel, "--" if twin else "-", label=label)
            drawn.append(((i, j), decibel, line))
    axes.set(xlabel="frequency" + (" (%s)" % unit if unit else ""), ylabel="magnitude (dB)")
    axes.set_title(", ".join("%d: %s" % (i + 1, name) for i, name in enumerate(network.names)), fontsize="medium")
    axes.grid(True, linewidth=0.4)
    axes.legend()
    return axes


def smith(network: "Network", *, ports: Sequence[Any] = (), axes: Any = None) -> Any:
    """Draws reflections in a Smith chart, with a dot at the first frequency.

    ports: names or indices; all if not given.
    """
    axes = axes if axes is not None else _pyplot().subplots(constrained_layout=True)[1]
    turn = np.exp(2j * np.pi * np.linspace(0, 1, 361))
    for r in (0.0, 0.2, 0.5, 1.0, 2.0, 5.0):
        circle = (r + turn) / (1 + r)
        axes.plot(circle.real, circle.imag, color="0.4" if r == 0 else "0.8", linewidth=1.0 if r == 0 else 0.6)
    resistance = np.concatenate([np.linspace(0, 10, 400), np.geomspace(10, 1e4, 100)])
    for x in (0.0, 0.2, 0.5, 1.0, 2.0, 5.0):
        for sign in (1, -1) if x else (1,):
            z = resistance + 1j * sign * x
            arc = (z - 1) / (z + 1)
            axes.plot(arc.real, arc.imag, color="0.8", linewidth=0.6)
    for i, _ in _pairs(network, [(p, p) for p in ports], [(i, i) for i in range(len(network.names))]):
        own = network.S[:, i, i]
        line, = axes.plot(own.real, own.imag, label="S%d%d, %s" % (i + 1, i + 1, network.names[i]))
        axes.plot(own.real[:1], own.imag[:1], "o", color=line.get_color(), markersize=4)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.legend(fontsize="small")
    return axes


def animate(sim: "Simulation", path: Union[str, os.PathLike], field: Optional[str] = None, plane: str = "z",
            at: Optional[float] = None, *, frames: int = 50, seconds: float = 4, shape: Optional[Tuple[int, int]] = None,
            limit: Optional[float] = None, dpi: int = 100, progress: Optional[bool] = None) -> str:
    """Runs a copy of the simulation from t = 0 and writes a film of a field on a plane: .gif by Pillow, .mp4 by ffmpeg.

    frames: the number of pictures, evenly spaced from 0 to the end. seconds: the length of the film. progress: as for
    Simulation.run. Other arguments are those of field(). The scale is the same in all pictures. Returns the path.
    """
    kind = os.path.splitext(os.fspath(path))[1].lower()
    if kind not in (".gif", ".mp4"):
        raise ProblemError("%s: a film is a .gif or an .mp4" % os.fspath(path))
    if frames < 2:
        raise ProblemError("frames: %d; give 2 or more" % frames)
    pyplot = _pyplot()
    from matplotlib import animation

    if kind == ".mp4" and not animation.FFMpegWriter.isAvailable():
        raise ProblemError("%s: a film of this kind needs ffmpeg, which is not on the path: install it, as by apt-get install ffmpeg, "
                           "or write a .gif" % os.fspath(path))
    own, bar = sim.copy(), Bar() if wanted(progress) else None
    steps = math.ceil(max(own.status.steps, frames - 1) / (frames - 1)) * (frames - 1)
    assert own.time is not None  # or there would be no status
    own.time = {**own.time.to_dict(), "end": own.status.end, "steps": steps, "dt": None, "decay": None}
    name = _choose_field(own, field)
    pictures, times = [], []
    for i in range(frames):
        if i:
            own.step(steps // (frames - 1))
        if bar:
            bar.steps(own.status)
        across, up, values, signed = values_on_plane(own, name, plane, at, shape)
        pictures.append(values.astype(np.float32))
        times.append(own.status.time)
    most = limit or limits(np.array(pictures), signed)[1]
    figure, axes = pyplot.subplots(constrained_layout=True)
    globals()["field"](own, name, plane, at, shape=shape, limit=most, axes=axes)
    own.close()
    image = axes.collections[0]
    unit = " s" if sim.units == "si" else ""

    def show(i: int) -> Tuple[Any, ...]:
        image.set_array(_masked(pictures[i]).ravel())
        axes.set_title("%s at t = %.4g%s" % (name, times[i], unit))
        return (image,)

    film = animation.FuncAnimation(figure, show, frames=frames)
    writers: Dict[str, Any] = {".gif": animation.PillowWriter, ".mp4": animation.FFMpegWriter}
    try:
        film.save(os.fspath(path), writer=writers[kind](fps=max(1, round(frames / seconds))), dpi=dpi,
                  progress_callback=(lambda i, n: bar.work("writing the film", (i + 1) / n)) if bar else None)
    finally:
        if bar:
            bar.close()
        pyplot.close(figure)
    return os.fspath(path)
