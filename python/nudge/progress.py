"""A bar that shows how far a run is: in a terminal, or in a notebook."""
from __future__ import annotations

import importlib
import math
import sys
import time
from typing import Any, Optional

INTERVAL = 0.1  # seconds between two pictures of the bar


def _duration(seconds: float) -> str:
    if not math.isfinite(seconds):
        return "?"
    seconds = int(seconds + 0.5)
    if seconds < 60:
        return "%d s" % seconds
    if seconds < 3600:
        return "%d min %02d s" % divmod(seconds, 60)
    return "%d h %02d min" % (seconds // 3600, seconds % 3600 // 60)


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return bool(shell) and type(shell).__name__ == "ZMQInteractiveShell"


class Bar:
    """Shows work(what, share) before the first step, then steps(status)."""

    def __init__(self, stream: Any = None) -> None:
        self._stream = stream or sys.stderr
        self._next = 0.0
        self._began: Optional[float] = None
        self._width = 0
        self._label = ""
        self._display: Any = None
        if _in_notebook():
            shown: Any = importlib.import_module("IPython.display")  # types differ with and without IPython
            self._html = shown.HTML
            self._display = shown.display(shown.HTML(""), display_id=True)

    def _draw(self, share: float, text: str) -> None:
        known = math.isfinite(share)
        if self._display is not None:
            value = ' value="%.4f"' % share if known else ""
            self._display.update(self._html("<progress%s max='1' style='width:20em'></progress> %s" % (value, text)))
            return
        full = int(28 * share) if known else 0
        line = "[%s%s] %s" % ("#" * full, "." * (28 - full), text)
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def work(self, what: str, share: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + INTERVAL
            self._draw(share, what)

    def begin(self, label: str) -> None:
        """The next of several runs, each with a line of its own in a terminal."""
        self.close()
        self._label, self._began, self._next = label, None, 0.0

    def steps(self, status: Any) -> None:
        now = time.monotonic()
        if self._began is None:
            self._began, self._first, self._next = now, status.step, 0.0
        if now < self._next and status.step < status.steps:
            return
        self._next = now + INTERVAL
        done, spent = status.step - self._first, now - self._began
        left = spent / done * (status.steps - status.step) if done else math.nan
        text = self._label + "step %d of %d, t = %.4g of %.4g" % (status.step, status.steps, status.time, status.end)
        self._draw(status.step / status.steps, text + ", %s left" % _duration(left))

    def close(self) -> None:
        if self._display is None and self._width:
            self._stream.write("\n")
            self._stream.flush()
            self._width = 0


def wanted(progress: Any) -> bool:
    """None: in terminals and notebooks only."""
    return (sys.stderr.isatty() or _in_notebook()) if progress is None else bool(progress)
