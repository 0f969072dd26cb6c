# Prints a mesh of a sixteenth of the ball of two-media-ball.geo, x > y > 0 and z > 0: an eighth, of which a half is kept, from seven
# blocks: a cube in the middle, three blocks from its outer faces to the sphere of radius 0.5, and three from there to radius 1. Each
# has n x n x n cells, cut into six. A map that is smooth in each block places all nodes, so that meshes of different n differ in
# nothing but the size of the elements. Arguments: n, and the order of the mesh, 3 or 4.
#     python3 two-media-wedge.py 3 3 >coarse.msh; gmsh coarse.msh -save -format msh22 -bin -o two-media-coarse.msh
#     python3 two-media-wedge.py 4 3 >fine.msh; gmsh fine.msh -save -format msh22 -bin -o two-media-fine.msh
import itertools
import math
import sys

n, P, side = int(sys.argv[1]), int(sys.argv[2]), 0.23  # side: of the cube
node, lines = {}, []


def place(block, p):  # p: in units of a cell / P
    u, v, w = (c / (P * n) for c in p)
    s, t = math.tan(math.pi / 4 * u), math.tan(math.pi / 4 * v)
    if block == 0:
        return side * s, side * t, side * math.tan(math.pi / 4 * w)
    round_ = 1 / math.sqrt(1 + s * s + t * t)
    reach = (0.5 + 0.5 * w) * round_ if block > 3 else (1 - w) * side + w * 0.5 * round_
    at = [reach * s, reach * t]
    at.insert((block - 1) % 3, reach)
    return tuple(at)


def number(block, p):
    at = tuple(round(c, 12) + 0.0 for c in place(block, p))
    return node.setdefault(at, len(node) + 1)


def mix(corners, weights):
    return tuple(sum(w * c[i] for w, c in zip(weights, corners)) for i in range(3))


def add(block, corners):  # nodes as gmsh has them: corners, then those inside of edges, of faces and of the element
    parts = [[(0, 1), (1, 2), (2, 0), (3, 0), (3, 2), (3, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (3, 1, 2)], [(0, 1, 2, 3)]]
    if len(corners) == 3:
        parts = [parts[0][:3], [(0, 1, 2)]]
    inner = []
    for part in itertools.chain(*parts):
        weights = [w for w in itertools.product(range(P, 0, -1), repeat=len(part)) if sum(w) == P]
        inner += [mix([corners[i] for i in part], w) for w in weights]
    return [number(block, mix([c], [P])) for c in corners] + [number(block, p) for p in inner]


def boundary(block, face):  # of three corners; None: inside
    at = [place(block, mix([c], [P])) for c in face]
    for axis in (1, 2):
        if all(abs(a[axis]) < 1e-12 for a in at):
            return 4 + axis
    if all(abs(a[0] - a[1]) < 1e-12 for a in at):
        return 4
    return 3 if block > 3 and all(c[2] == n for c in face) else None


for block, cell in itertools.product(range(7), itertools.product(range(n), repeat=3)):
    for way in itertools.permutations(range(3)):
        p = [cell]
        for axis in way:
            p.append(tuple(c + (i == axis) for i, c in enumerate(p[-1])))
        if block in (2, 5) or (block in (0, 3, 6) and sum(c[0] - c[1] for c in p) < 0):
            continue  # x < y
        lines.append(({3: 29, 4: 30}[P], 1 if block < 4 else 2, add(block, p)))
        for face in itertools.combinations(p, 3):
            tag = boundary(block, face)
            if tag:
                lines.append(({3: 21, 4: 23}[P], tag, add(block, face)))
print('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n6\n3 1 "core"\n3 2 "shell"')
for tag, name in enumerate(["wall", "diagonal", "y0", "z0"], 3):
    print('2 %d "%s"' % (tag, name))
print('$EndPhysicalNames\n$Nodes\n%d' % len(node))
for at, i in node.items():
    print(i, *("%.15g" % c for c in at))
print('$EndNodes\n$Elements\n%d' % len(lines))
for i, (kind, tag, nodes) in enumerate(lines):
    print(i + 1, kind, 2, tag, tag, *nodes)
print('$EndElements')
