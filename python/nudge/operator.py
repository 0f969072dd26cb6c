"""The right-hand side as a linear operator of scipy."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import ProblemError

if TYPE_CHECKING:
    from .simulation import Simulation


def linear_operator(sim: "Simulation") -> Any:
    """A scipy.sparse.linalg.LinearOperator whose product with a flattened state is the flattened rhs: d q / dt = A q.

    Its eigenvalues are i omega - damping of the modes. A problem with a PML has states that fields do not show, and is
    refused, as is one with sources.
    """
    from scipy.sparse.linalg import LinearOperator  # type: ignore[import-untyped]

    if sim.pml is not None or (sim.mesh is not None and sim.mesh.pml is not None):
        raise ProblemError("pml: its memory is a part of the state that fields do not show; use an absorbing boundary")
    if sim.sources:
        raise ProblemError("sources: with them the right-hand side is not linear in the fields; leave them out")
    shape = (len(sim.fields),) + sim["x"].shape
    size = int(np.prod(shape))

    def apply(vector: np.ndarray) -> np.ndarray:
        vector = np.asarray(vector).reshape(-1)
        if np.iscomplexobj(vector):
            return apply(vector.real) + 1j * apply(vector.imag)
        sim.state = vector.reshape(shape)
        return sim.rhs().reshape(-1)

    return LinearOperator((size, size), matvec=apply, dtype=np.float64)
