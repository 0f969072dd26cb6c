"""Exceptions of nudge: one class per code of nudge.h."""
from __future__ import annotations

from typing import Dict, Optional, Type


class Error(Exception):
    """A failure of the library. Its message says what is wrong, where, and what to do."""

    code: Optional[int] = None  #: the code of nudge.h, as -4 for NUDGE_EVALUE; None for mistakes found in Python
    everywhere: bool = False  #: other ranks know of it, too


class OutOfMemory(Error, MemoryError):
    """The host or the device has too little memory."""

    code = -1


class FileError(Error, OSError):
    """A file could not be read or written."""

    code = -2


class FormatError(Error, ValueError):
    """A file, or a YAML text, is not what it should be."""

    code = -3


class ProblemError(Error, ValueError):
    """A setting is missing, unknown or impossible."""

    code = -4


class DeviceError(Error, RuntimeError):
    """A device is missing, full or failed."""

    code = -5


class CompileError(Error, RuntimeError):
    """A kernel did not compile."""

    code = -6


class Unstable(Error, ArithmeticError):
    """The computed fields grew or became NaN."""

    code = -7


class Stopped(Error):
    """A run was stopped on request. Its outputs are closed."""

    code = -8


class InternalError(Error, AssertionError):
    """An invariant of the library was broken."""

    code = -9


class Busy(Error, RuntimeError):
    """Another run uses the output folder."""

    code = -10


class WallTimeOver(Error):
    """A run was stopped because its wall time is over, with a checkpoint."""

    code = -11


class NudgeWarning(UserWarning):
    """A warning of the library: a likely mistake, or something it did differently from what was asked."""


BY_CODE: Dict[int, Type[Error]] = {
    c.code: c  # type: ignore[misc]
    for c in (OutOfMemory, FileError, FormatError, ProblemError, DeviceError, CompileError, Unstable, Stopped,
              InternalError, Busy, WallTimeOver)
}
