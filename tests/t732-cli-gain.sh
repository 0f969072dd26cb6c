#!/usr/bin/env bash
# Gain by a port: a pair of plates with a lumped port at one edge radiates what the port feeds, but for what this coarse mesh
# dissipates at the edges, as the power through the surface around it says. Gains follow from it and from V and I.
. "$(dirname "$0")/cli.bash"
python3 tests/nested-mesh.py | python3 -c '
import sys
lines = sys.stdin.read().split("\n")
at = lambda x, y, z: 1 + x + 6 * (y + 6 * z)
faces = [(4, [at(2, 2, 2), at(2, 3, 2), at(2, 3, 3)]), (4, [at(2, 2, 2), at(2, 2, 3), at(2, 3, 3)])]
for z in 2, 3:
    faces += [(5, [at(2, 2, z), at(3, 2, z), at(3, 3, z)]), (5, [at(2, 2, z), at(2, 3, z), at(3, 3, z)])]
names, elements = lines.index("$PhysicalNames"), lines.index("$Elements")
lines[elements + 1] = str(int(lines[elements + 1]) + len(faces))
lines[elements + 2:elements + 2] = ["%d 2 2 %d %d %d %d %d" % (10000 + i, t, t, *v) for i, (t, v) in enumerate(faces)]
lines[names + 1:names + 2] = ["5", "2 4 \"port\"", "2 5 \"plates\""]
print("\n".join(lines))' >"$T/plates.msh"
cat >"$T/plates.yaml" <<'END2'
law: maxwell
mesh: {file: plates.msh, scale: 0.2, pml: {layers: 1, thickness: 0.4}}
order: 2
boundaries: {plates: pec, default: absorbing}
ports: {feed: {boundary: port, lumped: {direction: [0, 0, 1], resistance: 0.5}}}
sparameters: {band: [0.5, 1], points: 3, excite: feed}
monitors: {pattern: {far_field: {frequencies: [0.6, 0.8], around: [body, near], theta: [0, 45, 90], phi: [0, 90]}}}
time: {end: 9}
END2
case $NUDGE_BUILD in *sanitize) set -- --order 1 ;; esac
expect 0 "$nudge" run "$T/plates.yaml" --device cpu "$@"
python3 - "$T" $# <<'END2' || bad "$(cat "$T/pattern-totals.csv" 2>/dev/null)"
import cmath, csv, sys
folder = sys.argv[1]
rows = list(csv.DictReader(open(folder + "/pattern-totals.csv")))
series = list(csv.DictReader(open(folder + "/ports.csv")))
assert len(rows) == 2
for row in rows:
    v = {k: float(x) for k, x in row.items()}
    V = I = 0
    t = [float(s["time"]) for s in series]
    for i, s in enumerate(series):
        step = (t[min(i + 1, len(t) - 1)] - t[max(i - 1, 0)]) / 2 * cmath.exp(-2j * cmath.pi * v["frequency"] * t[i])
        V, I = V + step * float(s["feed_V"]), I + step * float(s["feed_I"])
    fed, could = (V * I.conjugate()).real / 2, abs(V + 0.5 * I) ** 2 / (8 * 0.5)
    assert abs(v["power_fed"] / fed - 1) < 1e-6, (v, fed)
    assert abs(v["gain"] / (v["directivity"] * v["power_sphere"] / fed) - 1) < 1e-6
    assert abs(v["realized_gain"] / v["gain"] / (fed / could) - 1) < 1e-6
    assert v["realized_gain"] < v["gain"]
    assert (0.65 if sys.argv[2] == "0" else 0.4) < v["power"] / fed < 1, (v, fed)
END2
finish
