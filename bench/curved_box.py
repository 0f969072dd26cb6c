#!/usr/bin/env python3
"""Writes flat.msh and curved.msh, of the same vertices: curved_box.py FOLDER N FRACTION.

A unit cube of N cubes per edge, each cut into six. In curved.msh, of second order, edges near a sphere are bent by a
hundredth of a cube, so that about FRACTION of the elements are curved; in flat.msh all are straight."""
import itertools
import math
import os
import sys

folder, n, fraction = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
EDGES = ((0, 1), (1, 2), (2, 0), (3, 0), (3, 2), (3, 1))  # as gmsh has them
elements = []
for cube in itertools.product(range(n), repeat=3):
    for way in itertools.permutations(range(3)):
        p = [cube]
        for axis in way:
            p.append(tuple(c + (i == axis) for i, c in enumerate(p[-1])))
        elements.append(p)


def off(a, b):
    """How far the middle of an edge is from the sphere; edges in the surface of the cube stay straight."""
    middle = [(x + y) / 2 for x, y in zip(a, b)]
    if any(x == y and x in (0, n) for x, y in zip(a, b)):
        return math.inf
    return abs(math.dist(middle, (n / 2, n / 2, n / 2)) - 0.3 * n)


nearest = sorted(min(off(p[i], p[j]) for i, j in EDGES) for p in elements)
width = nearest[min(len(nearest) - 1, int(fraction * len(nearest)))]
HEAD = '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n3 1 "air"\n2 2 "outside"\n$EndPhysicalNames\n$Nodes\n'


def write(name, second):
    node, lines = {}, []

    def number(p):
        return node.setdefault(p, len(node) + 1)

    def add(p, edges):
        found = [number(tuple(2 * c for c in corner)) for corner in p]
        return found + [number(tuple(a + b for a, b in zip(p[i], p[j]))) for i, j in edges if second]

    for p in elements:
        lines.append((11 if second else 4, 1, add(p, EDGES)))
        for without in range(4):
            face = [p[i] for i in range(4) if i != without]
            if any(len({c[axis] for c in face}) == 1 and face[0][axis] in (0, n) for axis in range(3)):
                lines.append((9 if second else 2, 2, add(face, EDGES[:3])))
    bent = {}
    if second:
        for p in elements:
            for i, j in EDGES:
                if off(p[i], p[j]) < width:
                    bent[tuple(a + b for a, b in zip(p[i], p[j]))] = 0.01 / n
    with open(os.path.join(folder, name), 'w', encoding='ascii') as to:
        to.write(HEAD + '%d\n' % len(node))
        for p, i in node.items():
            shift = bent.get(p, 0)
            to.write('%d %.17g %.17g %.17g\n' % (i, p[0] / 2 / n + shift, p[1] / 2 / n - shift, p[2] / 2 / n + shift / 2))
        to.write('$EndNodes\n$Elements\n%d\n' % len(lines))
        for i, (kind, tag, nodes) in enumerate(lines):
            to.write('%d %d 2 %d %d %s\n' % (i + 1, kind, tag, tag, ' '.join(map(str, nodes))))
        to.write('$EndElements\n')


write('flat.msh', False)
write('curved.msh', True)
