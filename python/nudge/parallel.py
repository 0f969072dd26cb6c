"""Several processes that share one simulation, under MPI: mpirun -n 4 python3 script.py."""
from __future__ import annotations

import contextlib
import traceback
from dataclasses import dataclass
from typing import Iterator

from .errors import DeviceError, InternalError, OutOfMemory
from .library import library
from .solver import close_all


@dataclass(frozen=True)
class Ranks:
    """The processes that share a simulation.

    rank: the number of this process, from 0.
    size: the number of processes.
    """

    rank: int
    size: int

    @property
    def leads(self) -> bool:
        """Whether this process describes and runs the simulation."""
        return self.rank == 0


@contextlib.contextmanager
def ranks() -> Iterator[Ranks]:
    """A context for all processes that mpirun started. Only the process that leads may use simulations in it; the others
    take part in what it does, and execute the block after it has left the block. Without mpirun there is one process,
    which leads. A program that uses mpi4py must import it first; MPI then remains usable after the block.

        with nudge.ranks() as r:
            if r.leads:
                sim.run()
    """
    own = library()
    own.call("ranks_join")
    me = Ranks(own.rank(), own.ranks())
    try:
        if not me.leads:
            own.call("ranks_serve")
        yield me
    except BaseException as error:
        lost = isinstance(error, (DeviceError, InternalError, OutOfMemory)) and not error.everywhere or not me.leads
        if me.size > 1 and lost:  # others may wait in the middle of a step
            traceback.print_exc()
            own.ranks_abort(1)
        raise
    finally:
        if me.leads:
            close_all()
        own.ranks_leave()
