"""What monitors recorded: numpy arrays with their axes."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

from .library import library

KINDS = ("probe", "fourier", "power", "far_field", "resonances", "orders")


class Result:
    """The results of one monitor: result["Ez"] is an array, and result.dims["Ez"] has the names of its axes.

    name: the name of the monitor.
    kind: "probe", "fourier", "power", "far_field", "resonances" or "orders".
    arrays: a dict of all arrays by their names.
    dims: a dict of the names of their axes.

    Pairs of arrays NAME_re and NAME_im are available as one complex array: result["NAME"]. The arrays have the same names
    as in the file of the monitor (doc/reference/file-formats.md).
    """

    def __init__(self, name: str, kind: str, arrays: Dict[str, np.ndarray]) -> None:
        self.name, self.kind, self.arrays = name, kind, arrays
        self.dims = {n: self._dims(n, a) for n, a in arrays.items()}

    def _dims(self, name: str, array: np.ndarray) -> Tuple[str, ...]:
        if self.kind == "probe":
            return ("time",)
        if self.kind == "power" or name == "frequencies" or name.startswith("totals_"):
            return ("frequency",)
        if self.kind == "resonances":
            return ("mode",) if array.shape == self.arrays["frequency"].shape else (name,)
        if self.kind == "orders":
            return tuple("frequency" if n == len(self.arrays.get("frequencies", ())) else "%s_%d" % (name, i)
                         for i, n in enumerate(array.shape))
        if self.kind == "far_field":
            return {1: (name,), 3: ("frequency", "theta", "phi")}[array.ndim]
        if self.arrays["x"].ndim == 1:  # on a plane: one coordinate has one value, the others are columns and rows
            across, up = [c for c in "xyz" if len(self.arrays[c]) > 1 or array.ndim == 1][:2]
            return (name,) if array.ndim == 1 else ("frequency", up, across)
        cells = "element"
        return {1: (cells,), 2: (cells, "node"), 3: ("frequency", cells, "node")}[array.ndim]

    def __getitem__(self, name: str) -> np.ndarray:
        """An array by its name."""
        if name in self.arrays:
            return self.arrays[name]
        if name + "_re" in self.arrays:
            return self.arrays[name + "_re"] + 1j * self.arrays[name + "_im"]
        raise KeyError("monitor %s has no array %r; it has %s" % (self.name, name, ", ".join(self.keys())))

    def keys(self) -> List[str]:
        """Returns the names of the arrays; complex ones without _re and _im."""
        out = []
        for name in self.arrays:
            if name.endswith("_re") and name[:-3] + "_im" in self.arrays:
                name = name[:-3]
            elif name.endswith("_im") and name[:-3] + "_re" in self.arrays:
                continue
            out.append(name)
        return out

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, name: object) -> bool:
        return name in self.keys() or name in self.arrays

    def __repr__(self) -> str:
        return "Result(%r, %s: %s)" % (self.name, self.kind, ", ".join(
            "%s%s" % (n, list(self[n].shape)) for n in self.keys()))

    def spectrum(self, name: str, samples: int = 0) -> Tuple[np.ndarray, np.ndarray]:
        """For a probe: returns frequencies, and the Fourier transform of a field over the time of the run, in units of
        the field times time. samples: the least number of samples; zeros are added after the end."""
        if self.kind != "probe":
            raise ValueError("spectrum() is of probes; the monitor %s is of the kind %s" % (self.name, self.kind))
        time = self["time"]
        n = max(samples, len(time))
        even = np.linspace(time[0], time[-1], len(time))
        step = even[1] - even[0]
        values = self[name] if np.allclose(time, even, atol=1e-9 * step, rtol=0) else np.interp(even, time, self[name])
        frequency = np.fft.rfftfreq(n, step)
        return frequency, np.fft.rfft(values, n) * step * np.exp(-2j * np.pi * frequency * even[0])

    def to_xarray(self) -> Any:
        """Returns the results as an xarray.Dataset with coordinates."""
        import xarray

        rename = {"frequencies": "frequency"}
        coords: Dict[str, Any] = {}
        data: Dict[str, Any] = {}
        for name in self.keys():
            dims = self.dims.get(name, self.dims.get(name + "_re"))
            own = rename.get(name, name)
            (coords if dims == (own,) or (name in "xyz" and self.kind == "fourier") else data)[own] = (dims, self[name])
        return xarray.Dataset(data, coords, attrs={"monitor": self.name, "kind": self.kind})


class Results(Dict[str, Result]):
    """Results of monitors by their names."""

    def __missing__(self, name: str) -> Result:
        own = "there are " + ", ".join(map(repr, self)) if self else "there are none yet: call run() with monitors"
        raise KeyError("no monitor %r has results; %s" % (name, own))


def collect(solver: Any) -> Results:
    """Copies the arrays of all monitors of a solver."""
    own, i = library(), 0
    out = Results()
    while True:
        monitor = own.solver_get_monitor(solver, i)
        if not monitor:
            return out
        name, kind = monitor.contents.name.decode(), KINDS[monitor.contents.kind]
        arrays: Dict[str, np.ndarray] = {}
        while True:
            array = own.solver_get_array(solver, i, len(arrays))
            if not array:
                break
            a = array.contents
            shape = tuple(a.shape[: a.rank])
            size = int(np.prod(shape))
            flat = np.ctypeslib.as_array(a.values, (size,)).copy() if size else np.zeros(0)
            arrays[a.name.decode()] = flat.reshape(shape)
        if arrays:
            out[name] = Result(name, kind, arrays)
        i += 1


def files(solver: Any) -> List[Dict[str, Any]]:
    """The files that a run writes: path, kind, monitor, written."""
    own, out = library(), []  # type: Any, List[Dict[str, Any]]
    kinds = ("fields", "energy", "picture", "scene", "monitor", "report")
    while True:
        file = own.solver_get_output(solver, len(out))
        if not file:
            return out
        f = file.contents
        out.append({"path": f.path.decode("utf-8", "surrogateescape"), "kind": kinds[f.kind], "monitor": f.monitor,
                    "written": bool(f.written)})


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
