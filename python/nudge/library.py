"""The C library: finding and loading it, calling it, and what it says while a call runs.

Every call that can fail goes through Library.call. It collects warnings of the library, which are given as
warnings of Python afterwards, raises a failure as an exception, and lets Ctrl-C end calls that have a hook.
"""
from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import threading
import warnings
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int32, c_int64, c_uint64, c_void_p
from typing import Any, Callable, Dict, Iterator, List, Optional, Set

from . import structs
from .errors import BY_CODE, DeviceError, Error, NudgeWarning
from .wording import in_python

ONCE = "no C compiler"  # warnings that begin so are given once per process
_HERE = os.path.dirname(os.path.abspath(__file__))
_HANDLE, _OUT = c_void_p, POINTER(c_void_p)

# name: (result, arguments). A result of None stands for a code that call() checks.
_PROTOTYPES: Dict[str, Any] = {
    "version": (c_char_p, []),
    "error": (c_char_p, []),
    "log_set": ("void", [structs.LogHook, c_void_p]),
    "work_set": ("void", [structs.WorkHook, c_void_p]),
    "threads_set": (None, [c_int, c_char_p]),
    "free": ("void", [c_void_p]),
    "keys_write": (None, [c_int, _OUT]),
    "problem_parse": (None, [_OUT, c_char_p, c_char_p]),
    "problem_read": (None, [_OUT, c_char_p]),
    "problem_set_text": (None, [_HANDLE, c_char_p, c_char_p]),
    "problem_write": (None, [_HANDLE, _OUT]),
    "problem_trust": (None, [_HANDLE, c_int]),
    "problem_check": (None, [_HANDLE]),
    "problem_describe": (POINTER(structs.ProblemInfo), [_HANDLE]),
    "problem_destroy": ("void", [_HANDLE]),
    "mesh_read": (None, [_OUT, c_char_p]),
    "mesh_create": (None, [_OUT, _HANDLE]),
    "mesh_check": (None, [_HANDLE]),
    "mesh_destroy": ("void", [_HANDLE]),
    "mesh_describe": (POINTER(structs.MeshInfo), [_HANDLE]),
    "mesh_get_region": (POINTER(structs.MeshRegion), [_HANDLE, c_int]),
    "mesh_get_boundary": (POINTER(structs.MeshBoundary), [_HANDLE, c_int]),
    "mesh_vertices": (POINTER(c_double), [_HANDLE]),
    "mesh_elements": (POINTER(c_int32), [_HANDLE]),
    "mesh_regions": (POINTER(c_int32), [_HANDLE]),
    "mesh_faces": (POINTER(c_int32), [_HANDLE]),
    "mesh_boundaries": (POINTER(c_int32), [_HANDLE]),
    "mesh_curved": (POINTER(c_int32), [_HANDLE]),
    "mesh_shapes": (POINTER(c_double), [_HANDLE]),
    "checkpoint_find": (None, [_HANDLE, _OUT]),
    "devices_create": (None, [_OUT]),
    "devices_count": (c_int, [_HANDLE]),
    "devices_name": (c_char_p, [_HANDLE, c_int]),
    "devices_failure": (c_char_p, [_HANDLE, c_int]),
    "devices_destroy": ("void", [_HANDLE]),
    "device_open": (None, [_OUT, c_char_p]),
    "device_close": ("void", [_HANDLE]),
    "device_describe": (POINTER(structs.DeviceInfo), [_HANDLE]),
    "law_name": (c_char_p, [c_int]),
    "solver_create_with": (None, [_OUT, _HANDLE, POINTER(structs.SolverOptions)]),
    "solver_cancel": ("void", [_HANDLE, c_int]),
    "solver_destroy": ("void", [_HANDLE]),
    "solver_status": (POINTER(structs.Status), [_HANDLE]),
    "solver_run_with": (None, [_HANDLE, POINTER(structs.RunOptions)]),
    "solver_checksum": (None, [_HANDLE, POINTER(c_uint64)]),
    "solver_save": (None, [_HANDLE, c_char_p]),
    "solver_restore": (None, [_HANDLE, c_char_p]),
    "solver_step": (None, [_HANDLE, c_int64]),
    "solver_error": (None, [_HANDLE, POINTER(c_double)]),
    "solver_energy": (None, [_HANDLE, POINTER(c_double)]),
    "solver_field": (c_char_p, [_HANDLE, c_int]),
    "solver_get": (None, [_HANDLE, c_char_p, c_void_p]),
    "solver_set": (None, [_HANDLE, c_char_p, c_void_p]),
    "solver_rates": (None, [_HANDLE, c_void_p]),
    "solver_rates_of": (None, [_HANDLE, c_void_p, c_void_p]),
    "solver_check_linear": (None, [_HANDLE]),
    "solver_expose": (None, [_HANDLE, POINTER(POINTER(structs.Exposed))]),
    "solver_slice": (None, [_HANDLE, c_char_p, POINTER(structs.Plane), c_void_p]),
    "solver_get_output": (POINTER(structs.OutputFile), [_HANDLE, c_int]),
    "solver_get_monitor": (POINTER(structs.MonitorInfo), [_HANDLE, c_int]),
    "solver_get_array": (POINTER(structs.Array), [_HANDLE, c_int, c_int]),
    "preflight_create": (None, [_OUT, _HANDLE, c_double]),
    "preflight_destroy": ("void", [_HANDLE]),
    "preflight_check": (None, [_HANDLE]),
    "preflight_check_run": (None, [_HANDLE]),
    "preflight_warning": (c_char_p, [_HANDLE, c_int]),
    "preflight_describe": (POINTER(structs.PreflightInfo), [_HANDLE]),
    "preflight_get_region": (POINTER(structs.PreflightRegion), [_HANDLE, c_int]),
    "preflight_get_boundary": (POINTER(structs.PreflightBoundary), [_HANDLE, c_int]),
    "preflight_get_element": (POINTER(structs.Element), [_HANDLE, c_int]),
    "preflight_get_source": (POINTER(structs.SourceInfo), [_HANDLE, c_int]),
    "sparameters_create": (None, [_OUT, _HANDLE, POINTER(structs.SParametersOptions)]),
    "sparameters_describe": (POINTER(structs.SParametersInfo), [_HANDLE]),
    "sparameters_get": (None, [_HANDLE, c_int, c_int, c_int, POINTER(c_double)]),
    "sparameters_get_mode": (None, [_HANDLE, c_int, c_int, POINTER(c_double), POINTER(c_double)]),
    "sparameters_destroy": ("void", [_HANDLE]),
    "ranks_join": (None, []),
    "ranks_serve": (None, []),
    "ranks_leave": ("void", []),
    "ranks_abort": ("void", [c_int]),
    "rank": (c_int, []),
    "ranks": (c_int, []),
}


def find() -> str:
    """The path of libnudge.so: NUDGE_LIBRARY of the environment, beside this file (a wheel), in build/ of the source
    tree, or a name for the loader to find."""
    own = os.environ.get("NUDGE_LIBRARY")
    if own:
        return own
    for folder in (_HERE, os.path.join(_HERE, "..", "..", os.environ.get("NUDGE_BUILD", "build"))):
        path = os.path.normpath(os.path.join(folder, "libnudge.so"))
        if os.path.exists(path):
            return path
    return "libnudge.so.0"


class Library:
    """The loaded library. Functions lose their prefix: library.call("solver_run_with", ...)."""

    def __init__(self) -> None:
        path = find()
        try:
            self._dll = ctypes.CDLL(path)
        except OSError as error:
            raise DeviceError("the library of nudge cannot be loaded: %s. Install the wheel, build it by make, or set "
                              "NUDGE_LIBRARY to its path" % error) from None
        self.path = path
        self._messages: List[str] = []
        self._said: Set[str] = set()
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(self._dll, "nudge_" + name)
            function.argtypes = arguments
            function.restype = None if result == "void" else result or c_int
            setattr(self, name, function)
        self._log = structs.LogHook(self._hear)
        self.log_set(self._log, None)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError("libnudge has no function nudge_%s" % name)

    def _hear(self, _context: Any, level: int, message: bytes) -> None:
        text = message.decode("utf-8", "replace")
        if level == 0:
            self._messages.append(in_python(text))
        else:
            import logging

            logging.getLogger("nudge").log(logging.INFO if level == 1 else logging.DEBUG, "%s", text)

    def tell(self) -> None:
        """Gives the warnings that the library left as warnings of Python."""
        texts, self._messages = self._messages, []
        for text in texts:
            if text in self._said:
                continue
            if text.startswith(ONCE):
                self._said.add(text)
            warnings.warn(text, NudgeWarning, stacklevel=_depth())

    def message(self) -> str:
        return in_python(self.error().decode("utf-8", "replace"))

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function that returns a code, and raises its failure."""
        code = getattr(self, name)(*arguments)
        text = self.message() if code else ""
        self.tell()
        if code:
            raise failure(code, text)

    def make(self, name: str, *arguments: Any) -> c_void_p:
        """Calls a function that stores a handle in its first argument."""
        handle = c_void_p()
        self.call(name, byref(handle), *arguments)
        return handle

    def text(self, name: str, *arguments: Any) -> str:
        """Calls a function that stores text in its last argument."""
        out = c_void_p()
        self.call(name, *arguments, byref(out))
        try:
            return ctypes.string_at(out).decode("utf-8", "replace")
        finally:
            self.free(out)


def failure(code: int, text: str) -> Error:
    error = BY_CODE.get(code, Error)(text)
    error.code = code
    return error


def _depth() -> int:
    """How many frames up the caller's own code is, for warnings."""
    import sys

    depth, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
        depth += 1
    return depth


_library: Optional[Library] = None
_lock = threading.Lock()


def library() -> Library:
    """The library, loaded at the first call."""
    global _library
    if _library is None:
        with _lock:
            if _library is None:
                _library = Library()
    return _library


class Interruptible:
    """While it is active, Ctrl-C asks the library to stop instead of raising in the middle of a callback; so does an
    exception in a callback. leave() then raises it. Nothing changes outside the main thread, or where the program has
    a handler of its own."""

    def __init__(self) -> None:
        self.stop = False
        self.exception: Optional[BaseException] = None
        self._before: Any = None

    def _on_signal(self, _number: int, _frame: Any) -> None:
        self.stop = True
        self.exception = KeyboardInterrupt()

    def guard(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Calls a function of the user's from a callback. Returns 1 if the library shall stop."""
        try:
            if function(*arguments):
                self.stop = True
        except BaseException as error:  # it is raised again outside the C code
            self.stop = True
            self.exception = error
        return int(self.stop)

    def __enter__(self) -> "Interruptible":
        if threading.current_thread() is threading.main_thread() and \
                signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self.exception is not None and (error is None or getattr(error, "code", None) == -8):
            raise self.exception from None


@contextlib.contextmanager
def working(show: Optional[Callable[[str, float], Any]] = None) -> Iterator[Interruptible]:
    """Long calls inside it can be stopped by Ctrl-C, and report to show(what, share)."""
    own = library()
    with Interruptible() as guard:
        def report(what: bytes, share: float) -> None:
            if show:
                show(what.decode("utf-8", "replace"), share)

        def hook(_context: Any, what: bytes, share: float) -> int:
            return guard.guard(report, what, share)

        keep = structs.WorkHook(hook)
        own.work_set(keep, None)
        try:
            yield guard
        finally:
            own.work_set(structs.WorkHook(0), None)
