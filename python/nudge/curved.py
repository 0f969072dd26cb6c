"""Shapes of curved elements: tetrahedra whose map from the reference element is a polynomial of degree 2 to 4.

The shape points of an element lie at the lattice points (i, j, k)/p, which are the barycentric coordinates of its vertices
1, 2, 3, counted from 0; i runs fastest, then j, then k.
"""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np

from .errors import ProblemError

ORDERS: Dict[int, int] = {10: 2, 20: 3, 35: 4}  # by the number of shape points
TETRAHEDRA: Dict[int, int] = {1: 4, 2: 11, 3: 29, 4: 30}  # types of gmsh by order
TRIANGLES: Dict[int, int] = {1: 2, 2: 9, 3: 21, 4: 23}
STRAIGHT = 1e-8  # as in src/mesh/curved.c
BLOCK = 4096  # elements at a time


def lattice(order: int) -> np.ndarray:
    """The numbers p L of the shape points, (points, 4)."""
    return np.array([(order - i - j - k, i, j, k) for k in range(order + 1) for j in range(order + 1 - k)
                     for i in range(order + 1 - k - j)])


def _edges(order: int, corners: int, edges: List[Tuple[int, int]]) -> List[List[int]]:
    """Vertices, then inner points of edges."""
    out = [[order * (v == w) for w in range(corners)] for v in range(corners)]
    for a, b in edges:
        for m in range(1, order):
            point = [0] * corners
            point[a], point[b] = order - m, m
            out.append(point)
    return out


def gmsh_triangle(order: int) -> np.ndarray:
    """The same numbers of a triangle's nodes, (nodes, 3), as gmsh orders them."""
    out = _edges(order, 3, [(0, 1), (1, 2), (2, 0)])
    if order == 3:
        out.append([1, 1, 1])
    if order == 4:
        out += [[1 + (v == w) for w in range(3)] for v in range(3)]
    return np.array(out)


def gmsh_tetrahedron(order: int) -> np.ndarray:
    """The same of a tetrahedron, (nodes, 4)."""
    out = _edges(order, 4, [(0, 1), (1, 2), (2, 0), (3, 0), (3, 2), (3, 1)])
    for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (3, 1, 2)):
        for i in range({3: 1, 4: 3}.get(order, 0)):
            point = [0] * 4
            for v in range(3):
                point[face[v]] = 2 if order == 4 and v == i else 1
            out.append(point)
    if order == 4:
        out.append([1, 1, 1, 1])
    return np.array(out)


def nodes_of(order: int, dim: int) -> int:
    """Nodes of a triangle (dim 2) or a tetrahedron of this order."""
    return len(gmsh_triangle(order) if dim == 2 else gmsh_tetrahedron(order))


def from_gmsh(order: int) -> np.ndarray:
    """The node of gmsh for each shape point."""
    nodes = [tuple(n) for n in gmsh_tetrahedron(order)]
    return np.array([nodes.index(tuple(n)) for n in lattice(order)])


def from_vtk() -> np.ndarray:
    """The node of a tetrahedron of ten nodes, as VTK and meshio order them, for each shape point."""
    nodes = [tuple(n) for n in _edges(2, 4, [(0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3)])]
    return np.array([nodes.index(tuple(n)) for n in lattice(2)])


def order_of(shapes: np.ndarray) -> int:
    if shapes.ndim != 3 or shapes.shape[1] not in ORDERS or shapes.shape[2] != 3:
        raise ProblemError("shapes must be an array of shape (n, 10, 3), (n, 20, 3) or (n, 35, 3), for order 2, 3 or 4, "
                           "not %s" % (shapes.shape,))
    return ORDERS[shapes.shape[1]]


def _longest(corners: np.ndarray) -> np.ndarray:
    sides = corners[:, :, None] - corners[:, None]
    return np.sqrt((sides ** 2).sum(axis=-1).max(axis=(1, 2)))


def bends(corners: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Largest distances of shape points from their places in the straight elements, relative to the longest edges.
    corners: (n, 4, 3)."""
    order = order_of(shapes)
    straight = np.einsum("pv,nvc->npc", lattice(order) / order, corners)
    return np.sqrt(((shapes - straight) ** 2).sum(axis=2)).max(axis=1) / _longest(corners)


def moved(corners: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Whether vertices are elsewhere than the shape points at the corners."""
    order = order_of(shapes)
    at = [[tuple(n) for n in lattice(order)].index(tuple(order * (v == w) for w in range(4))) for v in range(4)]
    return np.abs(shapes[:, at] - corners).max(axis=(1, 2)) > STRAIGHT * _longest(corners)


def _derivatives(order: int, L: np.ndarray) -> np.ndarray:
    """Derivatives of the shape functions along L1, L2, L3 at points L (q, 4): (3, q, points)."""
    value = np.ones((order + 1,) + L.shape)
    slope = np.zeros_like(value)
    for a in range(1, order + 1):  # Silvester's polynomials
        factor = (order * L - (a - 1)) / a
        value[a] = value[a - 1] * factor
        slope[a] = slope[a - 1] * factor + value[a - 1] * order / a
    points = lattice(order)
    by = []
    for v in range(4):
        product = np.ones((len(L), len(points)))
        for w in range(4):
            product *= (slope if v == w else value)[points[:, w], :, w].T
        by.append(product)
    return np.array([b - by[0] for b in by[1:]])


def volumes(shapes: np.ndarray) -> np.ndarray:
    """Volumes of curved elements, (n,), exact."""
    order = order_of(shapes)
    n = (3 * order + 1) // 2  # the Jacobian has the degree 3 p - 3, and the collapsed cube adds 2
    gauss: Any = np.polynomial.legendre.leggauss  # without types in numpy
    x, w = gauss(n)
    x, w = (x + 1) / 2, w / 2
    a, b, c = (g.ravel() for g in np.meshgrid(x, x, x, indexing="ij"))
    weight = (w[:, None, None] * w[:, None] * w).ravel() * (1 - c) ** 2 * (1 - b)
    third, second = c, b * (1 - c)
    first = a * (1 - b) * (1 - c)
    slope = _derivatives(order, np.column_stack([1 - first - second - third, first, second, third]))
    out = np.empty(len(shapes))
    for i in range(0, len(shapes), BLOCK):
        jacobian = np.einsum("dqp,npc->nqdc", slope, shapes[i:i + BLOCK])
        out[i:i + BLOCK] = np.abs(np.linalg.det(jacobian) @ weight)
    return out


def nodes(vertices: np.ndarray, elements: np.ndarray, faces: np.ndarray, curved: np.ndarray, shapes: np.ndarray
          ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Nodes of a file of gmsh in which all elements have the order of the shapes: coordinates, nodes of tetrahedra and of
    triangles. Vertices come first. A node belongs to the vertices around it, so that neighbours share it."""
    order = order_of(shapes)

    def name(cells: np.ndarray, points: np.ndarray) -> np.ndarray:
        local = np.array([np.repeat(np.arange(points.shape[1]), p) for p in points])
        return np.sort(cells[:, local], axis=2).reshape(-1, order)

    inside, flat = name(elements, lattice(order)), name(faces, gmsh_triangle(order))
    names = np.concatenate([inside, flat])
    corner = names[:, 0] == names[:, -1]
    number = names[:, 0].astype(np.int64)
    different, which = np.unique(names[~corner], axis=0, return_inverse=True)
    number[~corner] = len(vertices) + which.ravel()
    out = np.concatenate([vertices, vertices[different].mean(axis=1)])
    tetrahedra = number[:len(inside)].reshape(len(elements), -1)
    out[tetrahedra[curved]] = shapes
    out[:len(vertices)] = vertices
    back = np.argsort(from_gmsh(order))
    return out, tetrahedra[:, back], number[len(inside):].reshape(-1, nodes_of(order, 2))
