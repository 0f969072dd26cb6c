#!/usr/bin/env bash
# Surfaces at curved elements. A pulse between metal plates passes a resistive sheet of half the impedance of vacuum and is
# halved; elements are bent inside the box, the sheet is flat. A hollow metal ball, whose wall is curved, rings down as
# the skin depth says; and after it is resumed, as without a break. Argument: variants.
# PLAIN: simd bernstein
# LONG: simd bernstein fused plain
# NOSANITIZE: arithmetic that t580 checks under the sanitizers
. "$(dirname "$0")/cli.bash"

# The box [0, 4] x [0, 0.5] x [0, 0.5] in cubes cut into six, with nodes in the middle of edges, and a sheet at x = 2.
# Argument: by how much nodes are displaced.
box() {
    python3 - "$1" <<'PY'
import itertools, math, sys
bend = float(sys.argv[1])
h, n, node, names = 0.25, (16, 2, 2), {}, []
def number(p):  # p: in units of h / 2
    return node.setdefault(p, len(node) + 1)
def place(p):
    x, y, z = (h * c / 2 for c in p)
    s = bend * math.sin(2 * math.pi * y) * math.sin(2 * math.pi * z)
    return x + s * math.sin(math.pi * x / 2), y + s * math.sin(math.pi * x), z - s * math.sin(math.pi * x)
def add(corners):  # corners, then middles of edges as gmsh has them
    edges = [(0, 1), (1, 2), (2, 0)] + [(3, 0), (3, 2), (3, 1)] * (len(corners) > 3)
    return [number(tuple(2 * c for c in p)) for p in corners] + [number(tuple(a + b for a, b in zip(corners[i], corners[j]))) for i, j in edges]
lines = []
for cube in itertools.product(*map(range, n)):
    for way in itertools.permutations(range(3)):
        p = [cube]
        for axis in way:
            p.append(tuple(c + (i == axis) for i, c in enumerate(p[-1])))
        lines.append((11, 1, add(p)))
        for without in range(4):
            face = [p[i] for i in range(4) if i != without]
            for axis, at, tag in [(0, 0, 2), (0, n[0], 2), (0, 8, 5), (1, 0, 3), (1, n[1], 3), (2, 0, 4), (2, n[2], 4)]:
                if all(c[axis] == at for c in face) and (tag != 5 or cube[0] == 7):
                    lines.append((9, tag, add(face)))
print('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n5\n3 1 "air"\n2 2 "ends"\n2 3 "metal"\n2 4 "magnetic"\n2 5 "film"\n$EndPhysicalNames')
print('$Nodes\n%d' % len(node))
for p, i in node.items():
    print(i, *('%.17g' % c for c in place(p)))
print('$EndNodes\n$Elements\n%d' % len(lines))
for i, (kind, tag, nodes) in enumerate(lines):
    print(i + 1, kind, 2, tag, tag, *nodes)
print('$EndElements')
PY
}
box 0.02 >"$T/bent.msh"
cat >"$T/sheet.yaml" <<'Y'
law: maxwell
mesh: {file: bent.msh}
order: 3
precision: double
boundaries: {ends: absorbing, metal: pec, magnetic: pmc, film: sheet 0.5}
initial: {Ey: exp(-16*(x-1)^2), Hz: exp(-16*(x-1)^2)}
time: {end: 2}
Y
rows() { awk -F, -v t="$2" 'NR > 1 && ($1 - t)^2 < 1e-12 {print $2}' "$1"; }
# within TOLERANCE WANT GOT WHAT
within() { awk -v w="$2" -v g="$3" -v t="$1" 'BEGIN {exit !(g != "" && (g - w)^2 <= (t * w)^2)}' || bad "$4: $3, not $2"; }
for variant; do
    [ "$variant" = simd ] && integrator=lsrk4 || integrator=linear
    expect 0 "$nudge" run "$T/sheet.yaml" --device cpu --variant "$variant" --set time.integrator=$integrator --set "output={folder: $T/$variant, energy: {file: energy.csv, every: 1}}"
    "$nudge" mesh info "$T/bent.msh" | grep -Eq 'curved +[1-9][0-9]+ elements of order 2' || bad 'no element is curved'
    first=$(rows "$T/$variant/energy.csv" 0) last=$(rows "$T/$variant/energy.csv" 2)
    within 0.003 0.5 "$(awk -v a="$last" -v b="$first" 'BEGIN {print a / b}')" "$variant: energy behind a sheet"
done

# The ball of examples/curved-ball in its lowest mode, x = ka = 2.7437: its quality factor is (1 - 2 / x^2) a / skin depth, here 100.
cp examples/curved-ball/curved-ball.* "$T"
ball=("$nudge" run "$T/curved-ball.yaml" --device cpu --checksum --set boundaries.wall=tin
    --set 'conductors={tin: {conductivity: 13518.18, band: [0.3, 0.6]}}')
for variant; do
    expect 0 "${ball[@]}" --variant "$variant" --order 3 --set time.end=6.87 --set "output={folder: $T/b$variant, energy: {file: energy.csv, every: 2.29}}"
    first=$(rows "$T/b$variant/energy.csv" 2.29) last=$(rows "$T/b$variant/energy.csv" 6.87)
    within 0.02 0.0274371 "$(awk -v a="$first" -v b="$last" 'BEGIN {print log(a / b) / 4.58}')" "$variant: the rate of decay of a metal ball"
    case $NUDGE_BUILD in *sanitize) break ;; esac
done
expect 0 "${ball[@]}" --order 2 --set time.end=2 --set output.folder="$T/whole"
sum=$(grep '^checksum ' "$T/out")
expect 0 "${ball[@]}" --order 2 --set time.end=1 --set output.folder="$T/part" --checkpoint-every 1h
expect 0 "${ball[@]}" --order 2 --set time.end=2 --set output.folder="$T/part" --resume
[ -n "$sum" ] && [ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "resumed: $(cat "$T/out"), and without a break: $sum"
finish
