"""A Gmsh mesh of two layers between plates, 1 x 1 x 1, to standard output: regions "lower" and "upper", boundaries "sides" (x),
"plates" (y), "in" and "out" (z), and, with the argument middle, "feed" and "middle" at z = 1/4 and 1/2. With a number, as wide
along x."""
import itertools
import sys
more = sys.argv[1:] == ["middle"]
width = 1 if more else float(*sys.argv[1:] or [1])
n = (2, 4, 4 if more else 2)
number = lambda p: 1 + p[0] + (n[0] + 1) * (p[1] + (n[1] + 1) * p[2])
tags = {(0, 0): 3, (0, 1): 3, (1, 0): 4, (1, 1): 4, (2, 0): 5, (2, 1): 6}
if more: tags.update({(2, 0.5): 7, (2, 0.25): 8})
elements = []
for cell in itertools.product(*map(range, n)):
    for order in itertools.permutations(range(3)):
        points = [cell]
        for axis in order:
            points.append(tuple(c + (i == axis) for i, c in enumerate(points[-1])))
        elements.append((4, 1 if cell[1] < n[1] // 2 else 2, points))
        for face in itertools.combinations(points, 3):
            for (axis, end), tag in tags.items():
                if all(p[axis] == end * n[axis] for p in face) and (tag < 7 or cell[2] < end * n[2]):  # those inside once
                    elements.append((2, tag, face))
print('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n8\n3 1 "lower"\n3 2 "upper"\n2 3 "sides"\n2 4 "plates"\n2 5 "in"\n'
      '2 6 "out"\n2 7 "middle"\n2 8 "feed"\n$EndPhysicalNames\n$Nodes\n%d' % ((n[0] + 1) * (n[1] + 1) * (n[2] + 1)))
for z, y, x in itertools.product(*(range(k + 1) for k in reversed(n))):
    print(number((x, y, z)), width * x / n[0], y / n[1], z / n[2])
print("$EndNodes\n$Elements\n%d" % len(elements))
for i, (kind, tag, points) in enumerate(elements):
    print(i + 1, kind, 2, tag, tag, *map(number, points))
print("$EndElements")
