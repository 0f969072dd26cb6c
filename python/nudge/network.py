"""Scattering parameters: the runs of all ports, and the matrices over frequency."""
from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple, Union

import numpy as np

from . import structs
from .errors import Error, ProblemError
from .library import library, working
from .progress import Bar, wanted
from .solver import Status, status_of

if TYPE_CHECKING:
    from .simulation import Simulation


def _divide(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """above below^-1 of each frequency; NaN where below is singular."""
    out = np.full(above.shape, complex(np.nan, np.nan))
    for i, (a, b) in enumerate(zip(above, below)):
        try:
            out[i] = np.linalg.solve(b.T, a.T).T
        except np.linalg.LinAlgError:
            pass
    return out


@dataclass(repr=False, eq=False)
class Network:
    """The result of Simulation.solve_sparameters(): matrices over frequency. The time factor is exp(+j omega t).

    names: names of the ports, in the order of rows and columns.
    frequency: frequencies (frequencies,), in Hz with units="si".
    S: scattering matrices: S[f, i, j] is the wave out of port i for a wave into port j; complex.
    impedance: impedances Z0[f, i] of the modes of the ports, to which S refers; complex, in ohms with units="si".
    propagation: propagation constants alpha + j beta of these modes, [f, i]; complex, in 1/m with units="si".
    reciprocity: the largest |Sij - Sji|.
    passivity: the largest singular value of S; above 1 the network would generate power.
    power: the least and the greatest sum of |Sij|^2 over i: the power that comes out if 1 enters.
    rest: the largest voltage at the end of a run, over its peak.
    stem: the path of the files that were written, without their endings.
    touchstone: the content of the Touchstone file.
    si: whether units are SI units; otherwise they are natural.
    """

    names: List[str]
    frequency: np.ndarray
    S: np.ndarray
    impedance: np.ndarray
    propagation: np.ndarray
    reciprocity: float
    passivity: float
    power: Tuple[float, float]
    rest: float
    stem: str
    touchstone: bytes
    si: bool

    @property
    def Z(self) -> np.ndarray:
        """Impedance matrices [f, i, j]; NaN where there is none."""
        return self._transform(1)

    @property
    def Y(self) -> np.ndarray:
        """Admittance matrices [f, i, j]; NaN where there is none."""
        return self._transform(-1)

    def _transform(self, sign: int) -> np.ndarray:
        one = np.eye(len(self.names))
        root = np.sqrt(self.impedance[:, :, None] * self.impedance[:, None, :])
        return _divide(one + sign * self.S, one - sign * self.S) * root ** sign

    def _port(self, port: Union[int, str]) -> int:
        if isinstance(port, str):
            if port not in self.names:
                raise KeyError("there is no port %r; there are %s" % (port, ", ".join(map(repr, self.names))))
            return self.names.index(port)
        return range(len(self.names))[port]

    def __getitem__(self, ports: Tuple[Union[int, str], Union[int, str]]) -> np.ndarray:
        """network["right", "left"] is the wave out of the port right for a wave into left, over frequency. Ports are
        names, or indices from 0."""
        if not isinstance(ports, tuple) or len(ports) != 2:
            raise KeyError("the index must be two ports, as network[%r, %r], not %r" % (self.names[-1], self.names[0], ports))
        return self.S[:, self._port(ports[0]), self._port(ports[1])]

    def __repr__(self) -> str:
        unit = " Hz" if self.si else ""
        return "Network(%s; %d frequencies from %g to %g%s; reciprocity %.1e, passivity %.4f, power %.4f to %.4f, rest %.1e)" % (
            ", ".join(self.names), len(self.frequency), self.frequency[0], self.frequency[-1], unit, self.reciprocity,
            self.passivity, *self.power, self.rest)

    def to_xarray(self) -> Any:
        """Returns S, Z, Y, impedance and propagation as an xarray.Dataset with the axes frequency, out and into."""
        import xarray

        matrix, port = ("frequency", "out", "into"), ("frequency", "out")
        return xarray.Dataset(
            {"S": (matrix, self.S), "Z": (matrix, self.Z), "Y": (matrix, self.Y), "impedance": (port, self.impedance),
             "propagation": (port, self.propagation)},
            {"frequency": self.frequency, "out": self.names, "into": self.names},
            attrs={"reciprocity": self.reciprocity, "passivity": self.passivity, "rest": self.rest})

    def write_touchstone(self, path: Union[str, os.PathLike]) -> None:
        """Writes a Touchstone file, version 1, which usually ends in .s2p for two ports."""
        with open(path, "wb") as out:
            out.write(self.touchstone)

    def plot(self, **options: Any) -> Any:
        """Draws magnitudes in dB: see nudge.plot.sparameters."""
        from . import plot

        return plot.sparameters(self, **options)

    def plot_smith(self, **options: Any) -> Any:
        """Draws reflections in a Smith chart: see nudge.plot.smith."""
        from . import plot

        return plot.smith(self, **options)


def _collect(handle: Any, si: bool) -> Network:
    own = library()
    info = own.sparameters_describe(handle).contents
    n, points = info.ports, info.points
    two, more = (ctypes.c_double * 2)(), (ctypes.c_double * 2)()
    S = np.empty((points, n, n), complex)
    impedance, propagation = np.empty((points, n), complex), np.empty((points, n), complex)
    for f in range(points):
        for i in range(n):
            own.call("sparameters_get_mode", handle, f, i, two, more)
            impedance[f, i], propagation[f, i] = complex(*two), complex(*more)
            for j in range(n):
                own.call("sparameters_get", handle, f, i, j, two)
                S[f, i, j] = complex(*two)
    stem = os.fsdecode(info.stem)
    with open("%s.s%dp" % (stem, n), "rb") as file:
        touchstone = file.read()
    return Network([info.name[i].decode() for i in range(n)], np.ctypeslib.as_array(info.frequency, (points,)).copy(), S,
                   impedance, propagation, info.reciprocity, info.passivity, (info.power_least, info.power_most), info.rest,
                   stem, touchstone, si)


def _run(sim: "Simulation", problem: Any, bar: Optional[Bar], callback: Optional[Callable[[str, Status], Any]],
         limits: Tuple[float, float, int]) -> Any:
    """The handle of the matrices."""
    own, names = library(), list(sim.ports)
    port = [0]

    def show(what: str, share: float) -> None:
        if bar:
            bar.work(what, share)

    with working(show) as guard:
        def look(status: Any) -> Any:
            if bar:
                bar.steps(status.contents)
            return callback and callback(names[port[0]], status_of(status.contents))

        def begin(_context: Any, number: int, _solver: Any) -> None:
            port[0] = number
            if bar:
                guard.guard(bar.begin, "port %s (%d of %d): " % (names[number], number + 1, len(names)))

        def hook(_context: Any, status: Any) -> int:
            return guard.guard(look, status)

        options = structs.SParametersOptions(
            ctypes.sizeof(structs.SParametersOptions), sim.device.encode(), sim.variant.encode() if sim.variant else None,
            structs.ProgressHook(hook), structs.BeginHook(begin), None, *limits)
        try:
            return own.make("sparameters_create", problem, ctypes.byref(options))
        finally:
            if bar:
                bar.close()


def solve(sim: "Simulation", progress: Optional[bool], callback: Optional[Callable[[str, Status], Any]],
          checkpoint_every: float, walltime: float, resume: int) -> Network:
    own = library()
    problem, initial, lines = sim._parse()
    handle = None
    try:
        if initial:
            raise ProblemError("initial.%s: leave initial values out; the ports excite the fields" % next(iter(initial)))
        handle = _run(sim, problem, Bar() if wanted(progress) else None, callback, (checkpoint_every, walltime, resume))
        return _collect(handle, bool(own.problem_describe(problem).contents.si))
    except Error as error:
        raise sim._explain(error, lines) from None
    finally:
        own.sparameters_destroy(handle)
        own.problem_destroy(problem)
