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
    size: how many there are.
    """

    rank: int
    size: int

    @property
    def leads(self) -> bool:
        """Whether this process describes and runs the simulation."""
        return self.rank == 0


@contextlib.contextmanager
def ranks() -> Iterator[Ranks]:
    """All processes that mpirun started enter this block; only the one that leads shall use simulations in it:

        with nudge.ranks() as r:
            if r.leads:
                sim.run()

    The others take part in what rank 0 does, and enter the block when rank 0 has left it. Without mpirun there is one
    process, which leads. A program that uses mpi4py imports it before: MPI is then still there after the block.
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
