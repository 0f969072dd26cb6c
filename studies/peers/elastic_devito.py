#!/usr/bin/env python3
"""Lamb's problem by devito: velocity and stress on a staggered grid of our own, since its examples have no free surface for elastic
waves. Steps are of second order, as in its elastic example; a sponge takes the waves at the sides.

usage: elastic_devito.py CELLS SPACE_ORDER [MARGIN [DEPTH [SPONGE]]]
  CELLS per wavelength of shear waves; SPACE_ORDER 4, 8 or 12; MARGIN around the source and receivers, DEPTH below them; SPONGE cells in
  the layer

z runs into the solid. Row k of vz, txz and tyz lies k cells below the surface, row k of the others k + 1/2. Next to the surface,
derivatives along z are one-sided of order 4 (Kristek, Moczo and Archuleta 2002), then central of order 4, then of the full order.
"""
from common import LAMB_DELAY, LAMB_END, LAMB_RECEIVERS, LAMB_VP, judge_lamb, ricker, say    # first: it starts the clock

import os
import sys

os.environ.setdefault("DEVITO_LANGUAGE", "C")

import numpy as np
from devito import Eq, Function, Grid, Operator, SparseTimeFunction, SubDimension, TimeFunction

LAMBDA = MU = 1.0
CFL = 0.8       # of the largest stable step
SPONGE = 3.0    # what the sponge takes
NAMES = ("vx", "vy", "vz", "txx", "tyy", "tzz", "txy", "txz", "tyz")
SURFACE_ROWS = {"vz", "txz", "tyz"}    # those whose row 0 lies on the surface


def weights(at, nodes, slope=None):
    """Weights of values at nodes in the derivative at `at`, exact for polynomials; slope: a place where the derivative is used too."""
    count = len(nodes) + (slope is not None)
    powers = np.arange(count)
    columns = [np.array(node, float)**powers for node in nodes]
    derivative = lambda x: np.array([k * x**(k - 1) if k else 0.0 for k in powers])
    if slope is not None:
        columns.append(derivative(float(slope)))
    return np.linalg.solve(np.array(columns).T, derivative(float(at)))


class Stencils:
    """Differences of fields[name] at indices (t, x, y, z), in units of 1 / spacing."""

    def __init__(self, fields, order):
        self.fields, self.order = fields, order

    def central(self, name, index, axis, half, order):
        """half: 0 if the derivative is wanted half a cell after the value of the same index, -1 if half a cell before."""
        m = order // 2
        nodes = np.arange(-m, m) + 0.5
        total = 0
        for node, weight in zip(nodes, weights(0, nodes)):
            moved = list(index)
            moved[axis] += int(node + 0.5) + half
            total += weight * self.fields[name][tuple(moved)]
        return total

    def horizontal(self, name, index, axis, half):
        return self.central(name, index, axis, half, self.order)

    def one_sided(self, name, index, at, nodes, slope=None):
        """nodes: rows of name, in cells below the surface. slope: d/dz at the surface."""
        shift = 0 if name in SURFACE_ROWS else 0.5
        values = weights(at, nodes, None if slope is None else 0)
        total = sum(value * self.fields[name][index[:3] + (int(node - shift),)] for node, value in zip(nodes, values)
                    if not (node == 0 and name in ("tzz", "txz", "tyz")))    # these stresses are zero on the surface
        return total if slope is None else total + values[-1] * slope

    def vertical(self, name, index):
        """d/dz of name at index, half a cell off its nodes. Near the surface the last index is a number."""
        row = index[3]
        half = 0 if name in SURFACE_ROWS else -1
        if not isinstance(row, int):
            return self.central(name, index, 3, half, self.order)
        if name in SURFACE_ROWS and row == 0:
            return self.one_sided(name, index, 0.5, [0, 1, 2, 3, 4])
        if name == "tzz" and row <= 1:
            return self.one_sided(name, index, row, [0, 0.5, 1.5, 2.5, 3.5])
        if row == 1 and name not in SURFACE_ROWS:
            toward = {"vx": 1, "vy": 2}[name]
            slope = -self.central("vz", index[:3] + (0,), toward, 0, 4)    # txz = tyz = 0 on the surface
            return self.one_sided(name, index, 1, [0.5, 1.5, 2.5, 3.5], slope)
        return self.central(name, index, 3, half, 4)


def updates(fields, t, x, y, z, factor, order):
    """Equations for velocities and for stresses at row z; factor: dt / spacing, density 1."""
    s = Stencils(fields, order)
    at, new = (t, x, y, z), (t + 1, x, y, z)
    X, Y = 1, 2
    velocity = {
        "vx": s.horizontal("txx", at, X, 0) + s.horizontal("txy", at, Y, -1) + s.vertical("txz", at),
        "vy": s.horizontal("txy", at, X, -1) + s.horizontal("tyy", at, Y, 0) + s.vertical("tyz", at),
        "vz": s.horizontal("txz", at, X, -1) + s.horizontal("tyz", at, Y, -1) + s.vertical("tzz", at),
    }
    xx, yy, zz = s.horizontal("vx", new, X, -1), s.horizontal("vy", new, Y, -1), s.vertical("vz", new)
    trace = LAMBDA * (xx + yy + zz)
    stress = {
        "txx": trace + 2 * MU * xx, "tyy": trace + 2 * MU * yy, "tzz": trace + 2 * MU * zz,
        "txy": MU * (s.horizontal("vx", new, Y, 0) + s.horizontal("vy", new, X, 0)),
    }
    if z != 0:
        stress["txz"] = MU * (s.horizontal("vz", new, X, 0) + s.vertical("vx", new))
        stress["tyz"] = MU * (s.horizontal("vz", new, Y, 0) + s.vertical("vy", new))
    make = lambda part: [(name, at, fields[name][at] + factor * value) for name, value in part.items()]
    return make(velocity), make(stress)


def sponge(points, layer, both):
    """Factors on the fields, below 1 in the layer at the end, and at the beginning if both."""
    into = np.arange(points)[::-1].astype(float)
    into = np.minimum(into, np.arange(points)) if both else into
    return np.exp(-SPONGE / layer * np.maximum(0, 1 - into / layer)**2)


def sponges(shape, layer, dimensions):
    """The factors as functions of one dimension each; z has no layer at the surface."""
    found = []
    for dimension, points in zip(dimensions, shape):
        f = Function(name="damp_" + dimension.name, dimensions=(dimension,), shape=(points,), dtype=np.float32)
        f.data[:] = sponge(points, layer, dimension.name != "z")
        found.append(f)
    return found


def equations(grid, fields, order, factor, layer):
    """Those of velocities, then those of stresses: of each row near the surface, and of all others together."""
    (x, y, z), t = grid.dimensions, grid.stepping_dim
    near = order // 2 + 1
    deep = SubDimension.middle(name="zi", parent=z, thickness_left=near, thickness_right=0)
    damp = sponges(grid.shape, layer, grid.dimensions)
    parts = [], []
    for row in (*range(near), deep):
        less = damp[0][x] * damp[1][y] * damp[2][row]
        for part, some in zip(parts, updates(fields, t, x, y, row, factor, order)):
            part += [Eq(fields[name][(t + 1,) + at[1:]], less * value) for name, at, value in some]
    return parts


def make_source(grid, d, times):
    """The force is a traction: tzz = -force / d^2 at row 0 of the surface, which the derivatives at rows 0 and 1 use."""
    source = SparseTimeFunction(name="source", grid=grid, npoint=2, nt=len(times), coordinates=np.array([[0, 0, 0], [0, 0, d]]))
    for row in (0, 1):
        source.data[:, row] = -weights(row, [0, 0.5, 1.5, 2.5, 3.5])[0] * ricker(times - LAMB_DELAY)
    return source


def main():
    cells, order = int(sys.argv[1]), int(sys.argv[2])
    margin, depth, layer = (float(word) for word in sys.argv[3:6] + ["1", "1.5", str(cells)][len(sys.argv[3:6]):])
    layer, d = int(layer), 1 / cells
    low = round(margin * cells) + layer
    shape = tuple(round((2 * margin + reach) * cells) + 2 * layer + 1 for reach in (2, 1)) + (round(depth * cells) + layer,)
    largest = 2 * d / (LAMB_VP * np.sqrt(3) * np.sum(np.abs(weights(0, np.arange(-(order // 2), order // 2) + 0.5))))
    steps = int(np.ceil(LAMB_END / (CFL * largest)))
    dt = LAMB_END / steps
    grid = Grid(shape=shape, extent=tuple((n - 1) * d for n in shape), origin=(-low * d, -low * d, 0.0), dtype=np.float32)
    fields = {name: TimeFunction(name=name, grid=grid, time_order=1, space_order=order) for name in NAMES}
    velocity, stress = equations(grid, fields, order, dt / d, layer)
    source = make_source(grid, d, np.arange(steps + 1) * dt)
    receivers = SparseTimeFunction(name="receivers", grid=grid, npoint=len(LAMB_RECEIVERS), nt=steps + 1,
                                   coordinates=np.array([(*point, 0.0) for point in LAMB_RECEIVERS]))
    vz = fields["vz"]
    injected = source.inject(field=vz.forward, expr=source * dt / d**3)
    operator = Operator([*velocity, injected, *stress, receivers.interpolate(expr=vz)], opt=("advanced", {"openmp": False}))
    operator.apply(time_M=steps - 1)
    t = (np.arange(steps) - 0.5) * dt
    say(cells=int(np.prod(shape)), **judge_lamb([(t, np.array(receivers.data[:-1, i], dtype=float)) for i in range(len(LAMB_RECEIVERS))]))


main()
