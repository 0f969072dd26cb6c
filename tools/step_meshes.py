#!/usr/bin/env python3
"""Compares the stable step that src/step/dt_mesh.c computes with spectra of small periodic meshes of many shapes.

usage: tools/step_meshes.py [--laws L,..] [--orders N,..] [--all]

For each mesh it finds the largest step at which the polynomial of order 6 is stable for all eigenvalues, and prints it relative to
the program's (before its safety factor), to the one that the worst element alone would allow, and to the largest stable step of
lsrk4. --all prints every mesh and not only the extremes of each family. Needs what tools/step_polynomials.py needs.
"""
import argparse
import itertools
import math

import numpy as np

from steps.operators import Operator, eigenvalues, element_measure
from steps.polynomials import lsrk4, product
from steps.table import read_table

UNCERTAIN, ITERATIONS = 1.12, 12  # as in src/step/dt_mesh.c
PHASES = ((0, 0, 0), (math.pi,) * 3, (1.9, 2.3, 0.7))


def measures(mesh):
    """Of the worst element, and of the mesh as src/step/dt_mesh.c finds it."""
    own = np.array([element_measure(f) for f in mesh.faces])
    square = np.linalg.norm(mesh.faces, axis=2) ** 2
    half = 0.5 * own[:, None] * square / square.sum(1, keepdims=True)
    between = np.sqrt(half * half.reshape(-1)[mesh.neighbour])
    x, bound = np.ones(mesh.K), 0.0
    for _ in range(ITERATIONS):
        y = 0.5 * own * x + (between * x[mesh.neighbour // 4]).sum(1)
        bound, x = (y / x).max(), y / y.max()
    return own.max(), min(own.max(), UNCERTAIN * bound)


def placed(n, moved, edges=np.eye(3), levels=None):
    """Vertices moved relative to the cubes; levels: heights of the layers and of the whole instead of equal ones."""
    size = np.array(n)

    def place(v):
        v = np.array(v)
        shift = moved[tuple(v % size)]
        w = v + shift
        if levels is not None:
            turns, layer = divmod(v[2], n[2])
            room = min(levels[layer + 1] - levels[layer], levels[layer] - levels[layer - 1] if layer else levels[1])
            w = np.array([w[0], w[1], levels[layer] + turns * levels[-1] + shift[2] * room])
        return w @ edges

    return place


def meshes():
    """(family, n, place) of all meshes, the same in every run."""
    rng, n = np.random.default_rng(7), (2, 2, 2)

    def jitter(size, cells=n):
        return size * rng.uniform(-1, 1, cells + (3,))

    for size in (0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        for _ in range(2):
            yield f"vertices displaced by up to {size}", n, placed(n, jitter(size))
    for edges in ((1, 1, 0.2), (1, 0.2, 0.1), (1, 1, 0.05), (1, 0.5, 0.25)):
        for size in (0, 0.1, 0.2, 0.3):
            yield f"cells {edges}", n, placed(n, jitter(size), np.diag(edges))
    for i in range(20):
        moved = np.zeros(n + (3,))
        moved[0, 0, 0] = rng.uniform(-1, 1, 3) * (0.8 if i % 2 else 0.5)
        yield "one vertex displaced", n, placed(n, moved)
    for thin in (0.5, 0.2, 0.1, 0.05, 0.02):
        for size in (0, 0.15):
            for name, heights in (("one thin layer", (thin, 1, 1, 1)), ("two thin layers", (thin, thin, 1, 1)),
                                  ("graded layers", (thin, math.sqrt(thin), 1, math.sqrt(thin)))):
                cells = (1, 1, 4)
                yield name, cells, placed(cells, jitter(size, cells), levels=np.cumsum((0,) + heights))
    for i in range(48):
        edges = (np.eye(3) + np.triu(rng.uniform(-1.3, 1.3, (3, 3)), 1)) @ np.diag(np.exp(rng.uniform(-1.6, 0, 3)))
        cells = (1, 1, 1) if i % 2 else n
        yield "sheared at random", cells, placed(cells, jitter(0 if i % 2 else rng.uniform(0, 0.2), cells), edges)


def largest(function, values, guess):
    """The largest step that is stable, and all shorter ones (looked at in steps of half a percent)."""
    h = 0.05 * guess
    while np.abs(function(h * values)).max() <= 1 + 1e-6:
        h *= 1.005
    return h / 1.005


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--laws", default="acoustic,maxwell")
    parser.add_argument("--orders", default="1,2")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    table = read_table("src/step/polynomials.txt")
    for law, N in itertools.product(options.laws.split(","), map(int, options.orders.split(","))):
        limit, _, _, factors = table[law, N, "1", 6, 24]
        found = {}
        for family, n, place in meshes():
            medium = math.sqrt(3) if law == "elastic" else None
            parts = [Operator(law, medium, N, 1.0, phase, cells=n, place=place) for phase in PHASES]
            if not parts[0].valid:
                continue  # an element is turned inside out
            values = np.concatenate([eigenvalues(part, 160) for part in parts])
            values = values[np.abs(values) > 1e-9]
            worst, bound = measures(parts[0])
            h = largest(lambda z: product(factors, z), values, limit / worst)
            h4 = largest(lsrk4, values, 0.2 * limit / worst)
            found.setdefault(family, []).append((h * bound / limit, h * worst / limit, h / h4))
        print(f"{law}, N = {N}: stable step over the program's; over the worst element's; over that of lsrk4")
        for family, rows in found.items():
            for row in rows if options.all else ():
                print("    " + "  ".join(f"{x:.2f}" for x in row))
            low, high = np.min(rows, axis=0), np.max(rows, axis=0)
            print(f"  {family:32s} " + "   ".join(f"{a:.2f} to {b:.2f}" for a, b in zip(low, high)), flush=True)


if __name__ == "__main__":
    main()
