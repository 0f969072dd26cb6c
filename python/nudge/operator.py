"""The right-hand side as a linear operator of scipy."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .library import library

if TYPE_CHECKING:
    from .simulation import Simulation


def linear_operator(sim: "Simulation") -> Any:
    """A scipy.sparse.linalg.LinearOperator whose product with a flattened state is the flattened rhs: d q / dt = A q.

    Its eigenvalues are i omega - damping of the modes. The simulation keeps its fields. Problems are refused in which
    fields are not the whole state, or the right-hand side is not linear: those with sources, an excited port, a PML,
    materials with poles, conductors, or loads with L or C.
    """
    from scipy.sparse.linalg import LinearOperator  # type: ignore[import-untyped]

    own, solver = library(), sim._ready()
    own.call("solver_check_linear", solver.handle)
    shape = (len(solver.fields),) + solver.shape
    size = int(np.prod(shape))

    def apply(vector: np.ndarray) -> np.ndarray:
        vector = np.asarray(vector).reshape(-1)
        if np.iscomplexobj(vector):
            return apply(vector.real) + 1j * apply(vector.imag)
        solver = sim._set_up()  # members may have changed meanwhile
        own.call("solver_check_linear", solver.handle)
        return solver.rates_of(vector.reshape(shape)).reshape(-1)

    return LinearOperator((size, size), matvec=apply, dtype=np.float64)
