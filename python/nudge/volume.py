"""Fields in space for pyvista: each element becomes order^3 small tetrahedra between its nodes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Sequence, Tuple

import numpy as np

if TYPE_CHECKING:
    from .simulation import Simulation


def subdivide(order: int) -> np.ndarray:
    """Small tetrahedra between the nodes of an element: indices of nodes, (order^3, 4)."""
    nodes = [(i, j, k) for k in range(order + 1) for j in range(order + 1 - k) for i in range(order + 1 - j - k)]
    index: Dict[Tuple[int, ...], int] = {n: at for at, n in enumerate(nodes)}
    out: List[List[int]] = []

    def add(base: Tuple[int, ...], *corners: Sequence[int]) -> None:
        out.append([index[tuple(b + c for b, c in zip(base, corner))] for corner in corners])

    a, b, c, d, e, f = (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)
    for n in nodes:
        left = order - sum(n)
        if left >= 1:
            add(n, (0, 0, 0), a, b, c)
        if left >= 2:  # the octahedron between them, about its diagonal from a to f
            for pair in ((b, d), (d, e), (e, c), (c, b)):
                add(n, a, f, *pair)
        if left >= 3:
            add(n, d, e, f, (1, 1, 1))
    small = np.array(out)
    p = np.array(nodes)[small]
    turned = np.linalg.det(p[:, 1:] - p[:, :1]) < 0
    small[turned] = small[turned][:, [0, 2, 1, 3]]
    return small


def to_pyvista(sim: "Simulation", fields: Sequence[str] = ()) -> Any:
    """A pyvista.UnstructuredGrid with fields at its points; all fields of the law if none is named."""
    import pyvista  # type: ignore[import-not-found]

    x, y, z = sim.coordinates
    small = subdivide(sim.status.order)
    first = np.arange(len(x))[:, None, None] * x.shape[1]
    cells = (first + small).reshape(-1, 4)
    packed = np.column_stack([np.full(len(cells), 4), cells]).ravel()
    grid = pyvista.UnstructuredGrid(packed, np.full(len(cells), 10, np.uint8), np.column_stack([x.ravel(), y.ravel(), z.ravel()]))
    for name in fields or sim.fields:
        grid.point_data[name] = sim[name].ravel()
    return grid
