"""The page about a run: the program's `nudge report`, called on the output folder of a simulation."""
from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Optional, Union

from .__main__ import program
from .errors import FileError, ProblemError

if TYPE_CHECKING:
    from .simulation import Simulation

_MPI = ("OMPI_", "PMIX_", "PMI_", "PRTE_", "HYDRA_", "MPI_")  # a process with these would wait for the other ranks


def write(simulation: "Simulation", path: Optional[Union[str, os.PathLike]] = None) -> str:
    """Writes the page and returns its path."""
    files = [f["path"] for f in simulation.outputs if f["kind"] == "report"]
    if not files or not os.path.exists(files[0]):
        raise ProblemError("report: there is no run to report on; call run() first")
    folder = os.path.dirname(os.path.abspath(files[0]))
    if path is None:
        temporary = simulation._temporary
        kept = temporary is None or not folder.startswith(os.path.abspath(temporary))
        path = os.path.join(folder if kept else os.getcwd(), "report.html")
    name = program()
    if not name:
        raise FileError("report: the program nudge is not beside the library; build it by make")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(_MPI)}
    done = subprocess.run([name, "report", folder, "--output", os.path.abspath(os.fspath(path))], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise FileError(done.stderr.decode("utf-8", "replace").strip().replace("nudge: ", "report: ", 1))
    return os.path.abspath(os.fspath(path))
