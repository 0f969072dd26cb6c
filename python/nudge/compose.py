"""From a description with Python objects to one that the library reads: callables become tables and materials of their
own, meshes become files."""
from __future__ import annotations

import inspect
import math
import os
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from .errors import ProblemError
from .mesh import Mesh

SAMPLES_LEAST, SAMPLES_MOST, TOLERANCE = 1 << 10, 1 << 20, 1e-10
LEVELS = 64  # materials that a material with callables becomes, at most


class Material(dict):
    """Constants of a material: Material(epsilon=2.25). A constant may be a function f(x, y, z) of arrays. Each element
    then has the value at its centroid, rounded so that there are at most `levels` different materials."""

    def __init__(self, levels: int = LEVELS, **constants: Any) -> None:
        super().__init__(**constants)
        self.levels = levels


def evaluate(function: Callable[..., Any], where: Tuple[np.ndarray, ...], what: str) -> np.ndarray:
    """function(*where) as an array of the same shape; functions of single numbers are called one by one."""
    shape = where[0].shape
    try:
        values = np.asarray(function(*where), dtype=float)
    except (TypeError, ValueError):
        flat = [w.ravel() for w in where]
        values = np.array([function(*p) for p in zip(*(w.tolist() for w in flat))], dtype=float).reshape(shape)
    try:
        values = np.array(np.broadcast_to(values, shape))
    except ValueError:
        raise ProblemError("%s: the function returned an array of shape %s for arguments of shape %s"
                           % (what, values.shape, shape)) from None
    bad = ~np.isfinite(values)
    if bad.any():
        first = tuple(w[bad].ravel()[0] for w in where)
        raise ProblemError("%s: the function is %g at %s" % (what, values[bad].ravel()[0],
                                                             ", ".join("%.6g" % c for c in first)))
    return np.ascontiguousarray(values)


def arguments(function: Callable[..., Any]) -> int:
    """How many arguments it needs; 0 if that is unknown."""
    try:
        own = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in own)


def sample(function: Callable[..., Any], end: float, what: str) -> Tuple[np.ndarray, np.ndarray]:
    """Times from 0 to the end, and values, so dense that cubic interpolation between them is exact to TOLERANCE."""
    n = SAMPLES_LEAST
    times = np.linspace(0, end, n + 1)
    values = evaluate(function, (times,), what)
    while n < SAMPLES_MOST:
        middle = (times[1:] + times[:-1]) / 2
        between = evaluate(function, (middle,), what)
        guess = (9 * (values[1:-2] + values[2:-1]) - values[:-3] - values[3:]) / 16
        error = np.abs(guess - between[1:-1]).max(initial=0)
        times, values = np.insert(times, np.arange(1, n + 1), middle), np.insert(values, np.arange(1, n + 1), between)
        n *= 2
        if error <= TOLERANCE * np.abs(values).max(initial=0):
            break
    return times, values


def _end_time(values: Dict[str, Any], what: str) -> float:
    time = values.get("time", {})
    end = time.get("end") or (time.get("dt") or math.nan) * (time.get("steps") or math.nan)
    if not isinstance(end, (int, float)) or not math.isfinite(end):
        raise ProblemError("%s: a waveform that is a function needs time.end, or time.dt and time.steps" % what)
    return float(end)


def _tables(values: Dict[str, Any], folder: str) -> None:
    for name, source in values.get("sources", {}).items():
        form = source.get("waveform")
        if callable(form):
            what = "sources.%s.waveform" % name
            times, wave = sample(form, _end_time(values, what) * (1 + 1e-6), what)
            path = os.path.join(folder, "waveform-%d.csv" % list(values["sources"]).index(name))
            np.savetxt(path, np.column_stack([times, wave]), fmt="%.17g", delimiter=",")
            source["waveform"] = {"table": path}


def _bins(constants: np.ndarray, volumes: np.ndarray, levels: int) -> Tuple[np.ndarray, np.ndarray]:
    """Different rows of constants, and which of them each element has; means of neighbours where there are too many."""
    rows, index = np.unique(constants, axis=0, return_inverse=True)
    index = index.ravel()
    if len(rows) <= levels:
        return rows, index
    main = constants[:, int(np.argmax(np.ptp(rows, axis=0)))]  # bins of equal width
    index = np.minimum((main - main.min()) / np.ptp(main) * levels, levels - 1).astype(int)
    used, index = np.unique(index, return_inverse=True)
    weight = np.bincount(index, volumes)
    means = [np.bincount(index, volumes * c) / weight for c in constants.T]
    return np.column_stack(means), index


def _expand(words: Any, parts: Dict[str, List[str]]) -> Any:
    return [p for w in words for p in parts.get(str(w), [w])]


def _rename_regions(values: Dict[str, Any], parts: Dict[str, List[str]]) -> None:
    """Lists of regions name the parts of a region that was divided."""
    for source in values.get("sources", {}).values():
        for kind in source.values():
            for key in ("regions", "total"):
                if isinstance(kind, dict) and key in kind:
                    kind[key] = _expand(kind[key], parts)
    for monitor in values.get("monitors", {}).values():
        for kind in monitor.values():
            for key in ("regions", "around"):
                if isinstance(kind, dict) and key in kind:
                    kind[key] = _expand(kind[key], parts)
    if "regions" in values.get("pml", {}):
        values["pml"]["regions"] = _expand(values["pml"]["regions"], parts)


def _materials(values: Dict[str, Any], levels: Dict[str, int], folder: str, base: str) -> None:
    """Divides the regions of materials with functions into regions of one material each."""
    varying = {m for m, c in values.get("materials", {}).items() if any(callable(v) for v in c.values())}
    if not varying:
        return
    geometry = dict(values["mesh"])
    grown, periodic = geometry.pop("pml", None), dict(geometry.pop("periodic", {}))
    box = geometry.get("box") or {}
    sides = box.get("sides", {})
    for axis in box.get("periodic", []):
        periodic[sides.get(axis + "min", axis + "min")] = sides.get(axis + "max", axis + "max")
    mesh = Mesh.of(geometry, base, values.get("units"))
    regions = values.get("regions") or {"default": next(iter(values["materials"]))}
    x, volumes = mesh.centroids(), mesh.volumes()
    names, index = list(mesh.region_names), mesh.regions.copy()
    materials = {m: c for m, c in values["materials"].items() if m not in varying}
    parts: Dict[str, List[str]] = {}
    for r, region in enumerate(mesh.region_names):
        material = str(regions.get(region, regions.get("default", "")))
        if material not in varying:
            continue
        own = np.flatnonzero(mesh.regions == r)
        constants = values["materials"][material]
        columns = [evaluate(f, tuple(x[own].T), "materials.%s.%s" % (material, c)) if callable(f)
                   else np.full(len(own), float(f)) for c, f in constants.items()]
        rows, which = _bins(np.column_stack(columns), volumes[own], levels.get(material, LEVELS))
        parts[region] = ["%s~%d" % (region, i) for i in range(len(rows))]
        index[own] = len(names) + which
        names += parts[region]
        for part, row in zip(parts[region], rows):
            name = "%s~%d" % (material, len(materials))
            materials[name] = dict(zip(constants, row.tolist()))
            regions = {**regions, part: name}
        regions.pop(region, None)
    if regions.get("default") in varying:
        regions.pop("default")
    used, index = np.unique(index, return_inverse=True)
    mesh.regions, mesh.region_names = index.astype(np.int32).ravel(), [names[i] for i in used]
    values["mesh"] = {"file": mesh, **({"pml": grown} if grown else {}), **({"periodic": periodic} if periodic else {})}
    values["materials"], values["regions"] = materials, regions
    _rename_regions(values, parts)


def compose(values: Dict[str, Any], levels: Dict[str, int], folder: Callable[[], str], base: str
            ) -> Tuple[Dict[str, Any], Dict[str, Callable]]:
    """A description without Python objects, and the initial values that are functions. folder(): where files go; it is
    called if there are some. base: the folder of relative paths."""
    initial = {f: v for f, v in values.get("initial", {}).items() if callable(v)}
    if initial:
        values["initial"] = {f: 0 if callable(v) else v for f, v in values["initial"].items()}
    for f, v in values.get("exact", {}).items():
        if callable(v):
            raise ProblemError("exact.%s: write an expression; a function of Python cannot be called by the library" % f)
    if any(callable(s.get("waveform")) for s in values.get("sources", {}).values()):
        _tables(values, folder())
    _materials(values, levels, folder(), base) if values.get("materials") and any(
        callable(v) for c in values["materials"].values() for v in c.values()) else None
    mesh = values.get("mesh", {}).get("file") if isinstance(values.get("mesh"), dict) else None
    if isinstance(mesh, Mesh):
        path = os.path.join(folder(), "mesh.msh")
        mesh.write(path)
        values["mesh"] = {**values["mesh"], "file": path}
    return values, initial
