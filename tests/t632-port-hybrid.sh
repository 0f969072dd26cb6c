#!/usr/bin/env bash
# Hybrid modes of ports: a line between plates with two layers, epsilon 4 and 1, whose mode has a known phase constant:
# k1 / e1 tan(k1 d1) + k2 / e2 tan(k2 d2) = 0, k^2 = w^2 e - beta^2. Phase constants over a wide band, and the scattering matrix
# in the middle of a band, where the quasi-TEM mode is far off.
. "$(dirname "$0")/cli.bash"
python3 tests/layers-mesh.py >"$T/layers.msh"
cat >"$T/layers.yaml" <<'END2'
law: maxwell
mesh: {file: layers.msh}
order: 2
materials: {air: {}, glass: {epsilon: 4}}
regions: {lower: glass, upper: air}
boundaries: {sides: pmc, plates: pec, default: absorbing}
ports: {one: {boundary: in, section: {mode: hybrid}}, two: {boundary: out, section: {mode: hybrid}}}
sparameters: {band: [0.24, 0.26], points: 3, bandwidth: 0.2}
time: {end: 50}
output: {folder: results}
END2
cat >"$T/beta.py" <<'END2'
import cmath, csv, math, sys
def beta(f):
    w = 2 * math.pi * f
    def left(b):
        k = [cmath.sqrt(w * w * e - b * b) for e in (4, 1)]
        return (k[0] / 4 * cmath.tan(k[0] / 2) + k[1] * cmath.tan(k[1] / 2)).real
    low = high = 0.999 * w * math.sqrt(1.6)  # that of low frequencies
    while left(high) * left(low) > 0: high += 0.001 * w
    for _ in range(60):
        middle = (low + high) / 2
        if left(middle) * left(low) > 0: low = middle
        else: high = middle
    return low
def rows(name): return [list(map(float, r)) for r in list(csv.reader(open(sys.argv[1] + name)))[1:]]
for row in rows("/sparameters-ports.csv"):
    assert abs(row[2] / beta(row[0]) - 1) < float(sys.argv[2]), (row, beta(row[0]))
if len(sys.argv) > 3:
    for row in rows("/sparameters.csv"):
        s11, s21 = complex(*row[1:3]), complex(*row[3:5])
        assert abs(s11) < 0.01 and abs(s21 - cmath.exp(-1j * beta(row[0]))) < 0.006, row
    row = rows("/sparameters.csv")[1]
    assert abs(complex(*row[1:3])) < 1e-3 and abs(complex(*row[3:5]) - cmath.exp(-1j * beta(row[0]))) < 1e-3, row
END2
case $NUDGE_BUILD in *sanitize) set -- --order 1 --set time.end=5 ;; esac
expect 0 "$nudge" sparameters "$T/layers.yaml" --device cpu "$@"
python3 "$T/beta.py" "$T/results" "$([ $# -eq 0 ] && echo 1e-6 || echo 1e-3)" $([ $# -eq 0 ] && echo all) || bad "hybrid mode"
expect 0 "$nudge" sparameters "$T/layers.yaml" --device cpu "$@" --set 'sparameters.band=[0.02, 0.3]' --set sparameters.points=9 --set time.end=0.2
python3 "$T/beta.py" "$T/results" 1e-3 || bad "hybrid mode over a wide band"
# The same mesh at second order, with edges that bend within the plane of the port.
cp tests/meshes/layers-2.msh "$T"
expect 0 "$nudge" sparameters "$T/layers.yaml" --device cpu "$@" --set mesh.file=layers-2.msh --set time.end=0.2
python3 "$T/beta.py" "$T/results" "$([ $# -eq 0 ] && echo 2e-6 || echo 1e-3)" || bad "hybrid mode on bent triangles"
mistake 1 "mode 'hybrid' is unknown" "$nudge" check "$T/layers.yaml" --device cpu --set 'ports.one={boundary: in, coaxial: {mode: hybrid}}'
# Without two materials it is the TEM mode.
expect 0 "$nudge" sparameters "$T/layers.yaml" --device cpu --order 1 --set time.end=0.2 --set 'regions.lower=air'
awk -F, 'NR > 1 && ($2 - 1) ^ 2 > 1e-18 { print "Z is " $2 }' "$T/results/sparameters-ports.csv" >"$T/off"
[ -s "$T/off" ] && bad "$(cat "$T/off")"
finish
