"""A problem that is set up on a device: handles of the library, and what is done with them."""
from __future__ import annotations

import ctypes
import math
import operator
import os
import weakref
from ctypes import byref, c_double
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np

from . import structs
from .compose import arguments, evaluate
from .errors import Error, ProblemError, Stopped
from .library import library, working
from .preflight import examine
from .progress import Bar
from .results import pointer

STEP_SECONDS = 0.5  # between looks at signals while steps are taken by hand
AT_END = "the simulation is at its end, t = %g: sim.reset() goes back to t = 0"
RESET = "a member was changed at t = %g: the fields begin anew at t = 0. Call sim.reset() before, or change a copy: sim.replace()"
live: "weakref.WeakSet[Solver]" = weakref.WeakSet()


@dataclass(frozen=True)
class Status:
    """The state of a solver. Simulated times and energies are in the units of the problem: s and J with units="si".

    elements: the number of elements of the mesh.
    nodes: the number of nodes of one element.
    fields: the number of fields of the law.
    order: the order N of the polynomials.
    step: the number of steps taken.
    steps: the number of steps of the whole run.
    time: simulated time.
    end: simulated time at the last step.
    dt: the time step.
    energy: the energy of the fields at the last check, which was after step energy_step.
    energy_step: the step after which the energy was checked.
    seconds: wall-clock time spent in time steps.
    dofs_per_second: fields x nodes x elements per stage, per second of wall-clock time; 0 until it is known.
    device: "cpu", "cuda" or "opencl".
    setup_seconds: wall-clock time spent in setting up.
    decayed: whether the run ended early because the fields had decayed (time.decay).
    error: the L2 error at the end of a run of a problem with `exact`, otherwise NaN; relative if error_absolute is False.
    error_absolute: whether the exact solution is zero, and so the error absolute.
    unfinished: the number of monitors whose computation after the last step was stopped.
    resumed: the step at which the run was resumed from a checkpoint; 0 if it was not.
    """

    elements: int
    nodes: int
    fields: int
    order: int
    step: int
    steps: int
    time: float
    end: float
    dt: float
    energy: float
    energy_step: int
    seconds: float
    dofs_per_second: float
    device: str
    setup_seconds: float
    decayed: bool
    error: float
    error_absolute: bool
    unfinished: int
    resumed: int


def status_of(struct: Any) -> Status:
    values: Dict[str, Any] = structs.as_dict(struct)
    values.update(decayed=bool(values["decayed"]), error_absolute=bool(values["error_absolute"]))
    return Status(**values)


def numbers(values: Any, what: str) -> np.ndarray:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ProblemError("%s: give numbers, not %.60r" % (what, values)) from None


def seconds(what: str, value: Any) -> float:
    """A time on the wall clock."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not value >= 0:
        raise ProblemError("%s: give seconds of the wall clock as a number, as 3600, not %r" % (what, value))
    return float(value)


def whole(what: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise ProblemError("%s: give a whole number, not %r" % (what, value)) from None


def resume_mode(resume: Union[bool, str]) -> int:
    modes = {False: 0, True: 1, "auto": 2}
    if resume not in modes:
        raise ProblemError("resume: give False, True or \"auto\", not %r" % (resume,))
    return modes[resume]


def _destroy(solver: ctypes.c_void_p, problem: ctypes.c_void_p) -> None:
    own = library()
    own.solver_destroy(solver)
    own.problem_destroy(problem)


class DeviceFields:
    """All nodal fields in the memory of the device.

    shape: (fields, elements, nodes).
    dtype: float32 or float64, the precision of the simulation.
    fields: names of the fields.
    cuda: whether the memory is that of a CUDA device.
    device: the number of that device.

    On a CUDA device, other packages can use the memory without a copy over the host, as cupy.asarray(x) or
    torch.as_tensor(x, device="cuda"), by __cuda_array_interface__. numpy.asarray(x) works only on the cpu device, and
    copies. The memory lives as long as this object and the arrays made from it, even if the simulation is closed.
    Simulation.device_fields() fills it again.
    """

    def __init__(self, solver: "Solver", info: Dict[str, Any], address: int) -> None:
        self._solver, self._address = solver, address
        self.cuda = bool(info["cuda"])
        self.device = info["ordinal"]
        self.fields: List[str] = list(solver.fields)
        self.shape: Tuple[int, int, int] = (info["fields"], info["elements"], info["nodes"])
        self.dtype = np.dtype(np.float32 if info["precision"] == 1 else np.float64)
        solver.views.add(self)

    def __repr__(self) -> str:
        return "DeviceFields(%s, %s, on %s)" % (self.shape, self.dtype, "cuda:%d" % self.device if self.cuda else "the host")

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        if not self.cuda:
            raise AttributeError("the fields are in the memory of the host, not of a CUDA device; use numpy.asarray")
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address, False), "version": 3,
                "strides": None, "stream": None}

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        if self.cuda:
            raise TypeError("the fields are in the memory of a CUDA device: take cupy.asarray, or sim.state for a copy")
        if copy is False:
            raise ValueError("numpy.asarray copies fields of the cpu device")
        count = self.shape[0] * self.shape[1] * self.shape[2]
        kind = ctypes.c_float if self.dtype == np.float32 else ctypes.c_double
        flat = np.ctypeslib.as_array(ctypes.cast(self._address, ctypes.POINTER(kind)), (count,))
        return np.array(flat.reshape(self.shape), dtype=dtype)


class Solver:
    """Owns a solver and its problem. Simulation makes one when it is needed."""

    def __init__(self, problem: ctypes.c_void_p, device: str, variant: Optional[str], initial: Dict[str, Callable],
                 bar: Optional[Bar] = None) -> None:
        own = library()
        options = structs.SolverOptions(size=ctypes.sizeof(structs.SolverOptions), device=device.encode(),
                                        variant=variant.encode() if variant else None, keep_results=1)
        try:
            with working(bar.work if bar else None):
                self.handle = own.make("solver_create_with", problem, byref(options))
        except BaseException as error:
            own.problem_destroy(problem)
            if isinstance(error, Error):
                error.everywhere = True  # other ranks know, and wait for what rank 0 does next
            raise
        self.problem = problem
        self._regions: Optional[List[str]] = None
        self._own: Optional[np.ndarray] = None  # the fields, while the solver has those of rates_of()
        self.views: "weakref.WeakSet[DeviceFields]" = weakref.WeakSet()
        self._finalizer = weakref.finalize(self, _destroy, self.handle, problem)
        live.add(self)
        status = self.status()
        self.shape: Tuple[int, int] = (status.elements, status.nodes)
        self.fields: List[str] = [own.solver_field(self.handle, i).decode() for i in range(status.fields)]
        for field, function in initial.items():
            self._set_initial(field, function)

    def close(self) -> None:
        """Destroys it; later, when they are gone, if arrays of others lie in its memory."""
        if not self.views:
            self._finalizer()

    def expose(self) -> "DeviceFields":
        out = ctypes.POINTER(structs.Exposed)()
        library().call("solver_expose", self.handle, byref(out))
        return DeviceFields(self, structs.as_dict(out.contents), out.contents.values)

    def _set_initial(self, field: str, function: Callable) -> None:
        where = tuple(self.get(c) for c in "xyz")
        if arguments(function) == 6:
            where += tuple(np.broadcast_to(c.mean(axis=1, keepdims=True), c.shape) for c in where)
        self.set(field, evaluate(function, where, "initial.%s" % field))

    def status(self) -> Status:
        return status_of(library().solver_status(self.handle).contents)

    def get(self, name: str, out: Optional[np.ndarray] = None) -> np.ndarray:
        values = np.empty(self.shape) if out is None else out
        library().call("solver_get", self.handle, name.encode(), pointer(values))
        return values

    def set(self, name: str, values: Any) -> None:
        given = numbers(values, name)
        try:
            array = np.array(np.broadcast_to(given, self.shape), order="C")
        except ValueError:
            raise ProblemError("%s: values of shape %s; the fields have (elements, nodes) = %s"
                               % (name, np.shape(values), self.shape)) from None
        library().call("solver_set", self.handle, name.encode(), pointer(array))

    def rates(self) -> np.ndarray:
        values = np.empty((len(self.fields),) + self.shape)
        library().call("solver_rates", self.handle, pointer(values))
        return values

    def rates_of(self, fields: Any) -> np.ndarray:
        """The rates of other fields. The solver has them until restore(), so that products in a row need it once."""
        given = self._all(fields)
        if self._own is None:
            self._own = self.state()
        values = np.empty(given.shape)
        library().call("solver_rates_of", self.handle, pointer(given), pointer(values))
        return values

    def restore(self) -> None:
        """Gives the solver its own fields back after rates_of()."""
        if self._own is not None:
            own, self._own = self._own, None
            self.set_state(own)

    def _all(self, values: Any) -> np.ndarray:
        """All fields as an array of the right shape."""
        shape = (len(self.fields),) + self.shape
        array = np.ascontiguousarray(numbers(values, "fields"))
        if array.size != shape[0] * shape[1] * shape[2]:
            raise ProblemError("fields: an array of shape %s; all fields are (fields, elements, nodes) = %s" % (array.shape, shape))
        return array.reshape(shape)

    def state(self) -> np.ndarray:
        out = np.empty((len(self.fields),) + self.shape)
        for i, name in enumerate(self.fields):
            self.get(name, out[i])
        return out

    def set_state(self, values: Any) -> None:
        for name, own in zip(self.fields, self._all(values)):
            self.set(name, own)

    def has_checkpoint(self) -> bool:
        """Whether the output folder has one to resume from."""
        own, path = library(), ctypes.c_void_p()
        own.call("checkpoint_find", self.problem, byref(path))
        own.free(path)
        return bool(path)

    def number(self, name: str) -> float:
        """solver_energy or solver_error."""
        out = c_double()
        library().call(name, self.handle, byref(out))
        return out.value

    def slice(self, field: str, axis: int, at: float, shape: Optional[Tuple[int, int]]) -> Tuple[np.ndarray, Any]:
        rows, columns = shape or (0, 0)
        plane = structs.Plane(size=ctypes.sizeof(structs.Plane), axis=axis, at=at, rows=rows, columns=columns)
        library().call("solver_slice", self.handle, field.encode(), byref(plane), None)
        values = np.empty((plane.rows, plane.columns))
        library().call("solver_slice", self.handle, field.encode(), byref(plane), pointer(values))
        return values, plane

    def region_names(self) -> List[str]:
        if self._regions is None:
            self._regions = [r["name"] for r in examine(self.handle, 0).regions]
        return self._regions

    def step(self, n: int) -> None:
        """Takes steps, a few at a time, so that Ctrl-C comes through."""
        own, some = library(), 1
        while n > 0:
            before = self.status()
            own.call("solver_step", self.handle, min(n, some))
            after = self.status()
            if after.step == before.step:
                raise ProblemError(AT_END % after.time)
            n -= after.step - before.step
            took = (after.seconds - before.seconds) / (after.step - before.step)
            some = max(1, int(STEP_SECONDS / took)) if took > 0 else some * 2

    def run(self, bar: Optional[Bar], callback: Optional[Callable[[Status], Any]], checkpoint_every: float, walltime: float,
            resume: int) -> None:
        own = library()

        def show(what: str, share: float) -> None:
            if bar:
                bar.work(what, share)

        with working(show) as guard:
            def look(status: Any) -> Any:
                if bar:
                    bar.steps(status.contents)
                try:
                    return callback and callback(self.status())
                finally:
                    self.restore()

            def hook(_context: Any, status: Any) -> int:
                return guard.guard(look, status)  # handlers of signals of the caller's own may raise in it

            options = structs.RunOptions(ctypes.sizeof(structs.RunOptions), structs.ProgressHook(hook), None,
                                         checkpoint_every, walltime, resume)
            try:
                own.call("solver_run_with", self.handle, byref(options))
            except Stopped:
                if guard.exception is None and not callback:
                    raise
                if guard.exception is None:
                    return  # the callback asked for it
                raise
            finally:
                if bar:
                    bar.close()


def close_all() -> None:
    """Destroys all solvers: what other ranks wait for."""
    for solver in list(live):
        solver.close()


def walk(values: Any) -> str:
    """A description as text, by which changes are seen. Objects count by identity, and callables too."""
    if isinstance(values, dict):
        return "{%s}" % ",".join("%r:%s" % (k, walk(v)) for k, v in values.items())
    if isinstance(values, (list, tuple)):
        return "[%s]" % ",".join(map(walk, values))
    if isinstance(values, (str, int, float)) or values is None:
        return repr(values)
    return "%s@%d" % (type(values).__name__, id(values))


def middle(vertices: np.ndarray, axis: int) -> float:
    low, high = vertices[:, axis].min(), vertices[:, axis].max()
    centre = (low + high) / 2
    return 0.0 if math.isclose(low, -high, rel_tol=1e-12) else float(centre)


def encode(path: Any) -> bytes:
    return os.fsencode(os.fspath(path))
