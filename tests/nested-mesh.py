"""A Gmsh mesh of 5 x 5 x 5 bricks of edge 1, to standard output: the region "body" in the middle, "near" around it and
"far" around both."""
import itertools
n = 5
at = lambda p: 1 + p[0] + (n + 1) * (p[1] + (n + 1) * p[2])
tets = []
for cell in itertools.product(range(n), repeat=3):
    far = max(abs(c - 2) for c in cell)
    for order in itertools.permutations(range(3)):
        p, v = list(cell), [at(cell)]
        for axis in order:
            p[axis] += 1
            v.append(at(p))
        tets.append((far + 1, v))
print("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n3 1 \"body\"\n3 2 \"near\"\n3 3 \"far\"\n$EndPhysicalNames")
print("$Nodes\n%d" % (n + 1) ** 3)
for z, y, x in itertools.product(range(n + 1), repeat=3):
    print(at((x, y, z)), x, y, z)
print("$EndNodes\n$Elements\n%d" % len(tets))
for i, (region, v) in enumerate(tets):
    print(i + 1, 4, 2, region, region, *v)
print("$EndElements")
