"""nudge: waves (Maxwell, acoustics, elastodynamics) on tetrahedra by a discontinuous Galerkin method, on GPUs and CPUs.

    import nudge

    sim = nudge.Simulation(mesh=nudge.Box(divisions=(4, 4, 4)), order=3, time=0.5, boundaries={"default": "pec"},
                           initial={"Ez": lambda x, y, z: np.sin(np.pi * x) * np.sin(np.pi * y)})
    print(sim.check())
    sim.run()
    sim.plot_field("Ez")
"""
from __future__ import annotations

from typing import Any, Dict, List

from . import keys as _keys
from .compose import Material
from .errors import (Busy, CompileError, DeviceError, Error, FileError, FormatError, InternalError, NudgeWarning,
                     OutOfMemory, ProblemError, Stopped, Unstable, WallTimeOver)
from .keys import *  # noqa: F401,F403
from .library import library as _library
from .mesh import Mesh
from .network import Network
from .parallel import Ranks, ranks
from .preflight import Preflight
from .results import Result
from .simulation import Simulation
from .solver import DeviceFields, Status
from .solver import whole as _whole
from .sweep import Table, sweep

__all__ = sorted(_keys.__all__ + [
    "Busy", "CompileError", "DeviceError", "DeviceFields", "Error", "FileError", "FormatError", "InternalError", "Material", "Mesh",
    "Network", "NudgeWarning", "OutOfMemory", "Preflight", "ProblemError", "Ranks", "Result", "Simulation", "Status", "Stopped",
    "Table", "Unstable", "WallTimeOver", "devices", "laws", "ranks", "set_threads", "sweep", "version"])


def version() -> str:
    """Returns the version of the library."""
    return _library().version().decode()


def laws() -> List[str]:
    """Returns the names of the built-in laws."""
    out: List[str] = []
    while True:
        name = _library().law_name(len(out))
        if name is None:
            return out
        out.append(name.decode())


def devices() -> Dict[str, Any]:
    """Returns a dict of the devices of this machine: their names, and why a driver cannot be used, or None if it can."""
    own = _library()
    handle = own.make("devices_create")
    try:
        def text(value: Any) -> Any:
            return None if value is None else value.decode("utf-8", "replace")
        return {text(own.devices_name(handle, i)): text(own.devices_failure(handle, i))
                for i in range(own.devices_count(handle))}
    finally:
        own.devices_destroy(handle)


def set_threads(n: int) -> None:
    """Sets the number of threads of the cpu device for solvers that are set up afterwards. n: the number; 0: one per core."""
    _library().call("threads_set", _whole("set_threads", n), b"set_threads")


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version()
    if name == "plot":
        import importlib

        return importlib.import_module(".plot", __name__)
    raise AttributeError("module 'nudge' has no attribute %r" % name)
