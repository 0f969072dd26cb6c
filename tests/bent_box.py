# Prints a mesh of second order: the box [0, LENGTH] x [0, 0.5] x [0, 0.5] in cubes of 0.25 cut into six, with boundaries in, out,
# metal (y), magnetic (z) and film, the plane in the middle. Arguments: LENGTH, an even number, and by how much nodes are displaced:
# edges bend, within the planes of in, out and film, too.
import itertools
import math
import sys

length, bend = int(sys.argv[1]), float(sys.argv[2])
h, n, node, lines = 0.25, (4 * length, 2, 2), {}, []


def number(p):  # p: in units of h / 2
    return node.setdefault(p, len(node) + 1)


def place(p):
    x, y, z = (h * c / 2 for c in p)
    s = bend * math.sin(2 * math.pi * y) * math.sin(2 * math.pi * z)
    return x + s * math.sin(math.pi * x), y + s * math.cos(math.pi * x), z - s * math.cos(math.pi * x)


def add(corners):  # corners, then middles of edges as gmsh has them
    edges = [(0, 1), (1, 2), (2, 0)] + [(3, 0), (3, 2), (3, 1)] * (len(corners) > 3)
    middles = [tuple(a + b for a, b in zip(corners[i], corners[j])) for i, j in edges]
    return [number(tuple(2 * c for c in p)) for p in corners] + [number(p) for p in middles]


walls = [(0, 0, 2), (0, n[0], 3), (0, n[0] // 2, 6), (1, 0, 4), (1, n[1], 4), (2, 0, 5), (2, n[2], 5)]
for cube in itertools.product(*map(range, n)):
    for way in itertools.permutations(range(3)):
        p = [cube]
        for axis in way:
            p.append(tuple(c + (i == axis) for i, c in enumerate(p[-1])))
        lines.append((11, 1, add(p)))
        for without in range(4):
            face = [p[i] for i in range(4) if i != without]
            for axis, at, tag in walls:
                if all(c[axis] == at for c in face) and (tag != 6 or cube[0] < at):
                    lines.append((9, tag, add(face)))
print('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n6\n3 1 "air"')
for tag, name in enumerate(["in", "out", "metal", "magnetic", "film"], 2):
    print('2 %d "%s"' % (tag, name))
print('$EndPhysicalNames\n$Nodes\n%d' % len(node))
for p, i in node.items():
    print(i, *("%.17g" % c for c in place(p)))
print('$EndNodes\n$Elements\n%d' % len(lines))
for i, (kind, tag, nodes) in enumerate(lines):
    print(i + 1, kind, 2, tag, tag, *nodes)
print('$EndElements')
