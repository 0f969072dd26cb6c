#!/usr/bin/env python3
"""Reads a .vtu or .pvd file with VTK and checks it. A tool for use by hand; it needs the Python packages vtk and numpy.

    tools/check_vtu.py cavity.pvd
    tools/check_vtu.py cavity.pvd 'E[1]=sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t)'

Prints for each file the cells, the volume and the arrays. For each NAME=EXPRESSION or NAME[COMPONENT]=EXPRESSION in x, y,
z, t it evaluates the cells' own interpolation at random points and prints the largest difference. With a polynomial of
the file's degree that must be rounding (1e-6 or so: fields are single precision), which proves the order of the nodes.
Ends with status 1 when a cell is not a Lagrange tetrahedron or is turned inside out.
"""
import os
import re
import sys
import xml.etree.ElementTree as tree

import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

POINTS_PER_CELL = 5
LAGRANGE_TETRAHEDRON = 71


def pieces(path):
    """The (time, file) pairs of a .pvd, or the one .vtu itself."""
    if not path.endswith(".pvd"):
        return [(0.0, path)]
    entries = tree.parse(path).getroot().iter("DataSet")
    return [(float(e.get("timestep")), os.path.join(os.path.dirname(path), e.get("file"))) for e in entries]


def sample(cell, rng):
    """A random point of the cell: its position, the nodes' weights there, and the Jacobian of the map by differences."""
    p = np.sort(rng.random(3))
    p = np.array([p[0], p[1] - p[0], p[2] - p[1]])
    weights = [0.0] * cell.GetNumberOfPoints()

    def position(q):
        x, sub = [0.0] * 3, vtk.reference(0)
        cell.EvaluateLocation(sub, q, x, weights)
        return np.array(x)

    step = 1e-3
    columns = [(position(p + step * e) - position(p - step * e)) / (2 * step) for e in np.eye(3)]
    return position(p), np.array(weights), np.linalg.det(np.array(columns))


def check(time, path, wanted):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    grid, rng = reader.GetOutput(), np.random.default_rng(1)
    data = grid.GetPointData()
    arrays = {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}
    bad, volume, worst = grid.GetNumberOfCells() == 0, 0.0, {w: 0.0 for w in wanted}
    for k in range(grid.GetNumberOfCells()):
        cell = grid.GetCell(k)
        ids = [cell.GetPointId(i) for i in range(cell.GetNumberOfPoints())]
        for i in range(POINTS_PER_CELL):
            x, weights, jacobian = sample(cell, rng)
            bad |= cell.GetCellType() != LAGRANGE_TETRAHEDRON or jacobian <= 0
            volume += jacobian / 6 / POINTS_PER_CELL
            for name, component, code in wanted:
                values = arrays[name][ids] if component is None else arrays[name][ids, component]
                scope = dict(vars(np), x=x[0], y=x[1], z=x[2], t=time)
                error = abs(weights @ values - eval(code, scope))
                worst[name, component, code] = max(worst[name, component, code], error)
    shapes = ", ".join(f"{name} {values.shape} {values.dtype}" for name, values in arrays.items())
    print(f"{path}: t = {time:g}, {grid.GetNumberOfCells()} cells, volume {volume:.12g}; {shapes}")
    for (name, component, code), error in worst.items():
        print(f"    {name}{'' if component is None else [component]}: largest difference {error:.3g}")
    if bad:
        print("    BAD: no cells, a cell of another type, or one turned inside out")
    return bad


def main():
    wanted = []
    for text in sys.argv[2:]:
        name, component, code = re.fullmatch(r"([^=\[]+)(?:\[(\d)\])?=(.*)", text).groups()
        wanted.append((name, None if component is None else int(component), code))
    sys.exit(any([check(time, path, wanted) for time, path in pieces(sys.argv[1])]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
