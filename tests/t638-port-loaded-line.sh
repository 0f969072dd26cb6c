#!/usr/bin/env bash
# A rectangular guide, 1 by 0.5, whose lower half has epsilon 2.25, between two ports: nothing is reflected, all arrives, and phase
# and phase constant are those of the closed form (tests/t636-port-loaded.c has more modes). A wide band is warned of.
. "$(dirname "$0")/cli.bash"
python3 tests/layers-mesh.py 0.5 >"$T/layers.msh"
cat >"$T/guide.yaml" <<'END'
law: maxwell
mesh: {file: layers.msh, pml: {layers: 2, thickness: 0.8, sides: [zmin, zmax]}}
order: 3
materials: {air: {}, glass: {epsilon: 2.25}}
regions: {lower: glass, upper: air}
boundaries: {sides: pec, plates: pec, default: absorbing}
ports: {one: {boundary: in, section: {mode: hybrid}}, two: {boundary: out, section: {mode: hybrid1}}}
sparameters: {band: [0.45, 0.55], points: 5}
time: {end: 60}
output: {folder: results}
END
cat >"$T/check.py" <<'END'
import cmath, csv, math, sys
def beta(f):  # fields sin(p y) and sin(q (1 - y)) agree in value and slope at 1/2
    k = 2 * math.pi * f
    def left(b2):
        p, q = cmath.sqrt(2.25 * k * k - b2), cmath.sqrt(k * k - b2)
        return (cmath.sin(p / 2) / p * cmath.cos(q / 2) + cmath.cos(p / 2) * cmath.sin(q / 2) / q).real
    high = low = 2.25 * k * k - 1e-6
    while left(low) * left(high) > 0: low -= 0.01
    for _ in range(60):
        middle = (low + high) / 2
        if left(middle) * left(low) > 0: low = middle
        else: high = middle
    return math.sqrt(low)
def rows(name): return [list(map(float, r)) for r in list(csv.reader(open(f'{sys.argv[1]}/sparameters{name}.csv')))[1:]]
bar, worst = float(sys.argv[2]), [0, 0, 0]
for s, port in zip(rows(''), rows('-ports')):
    b = beta(s[0])
    found = [abs(complex(*s[1:3])), abs(complex(*s[5:7]) - cmath.exp(-1j * b)), max(abs(port[2] / b - 1), abs(port[4] / b - 1))]
    worst = [max(x, y) for x, y in zip(worst, found)]
print('S11, S21 off, beta off', *('%.2g' % w for w in worst))
sys.exit(not (len(rows('')) == 5 and max(worst[:2]) < bar and worst[2] < (1e-4 if bar < 1 else 0.1)))
END
case $NUDGE_BUILD in *sanitize) bar=10; set -- --order 1 --set time.end=12 ;; *) bar=0.002 ;; esac
expect 0 "$nudge" sparameters "$T/guide.yaml" --device cpu "$@"
python3 "$T/check.py" "$T/results" $bar >"$T/found" || bad "$(cat "$T/found" "$T/results/sparameters.csv")"
grep -q "the fields of its mode differ" "$T/err" && bad "warned of a narrow band"
grep -q "travels at its surface" "$T/err" && bad "warned of a mode that it does not know"
expect 0 "$nudge" check "$T/guide.yaml" --device cpu "$@" --set 'sparameters.band=[0.4, 0.65]' --set sparameters.excite=one
cat "$T/out" "$T/err" | grep -Eq 'ports.one: at 0.* the fields of its mode differ from those of the middle' || bad "no warning of a wide band"
# The same guide with losses: the attenuation, to their first order.
expect 0 "$nudge" check --verbose "$T/guide.yaml" --device cpu "$@" --set 'materials.glass={epsilon: 2.25, sigma: 0.06}'
cat "$T/out" "$T/err" | grep -Eq 'ports.one: losses of its line: tan delta 0.0' || bad "losses are not stated"
expect 0 "$nudge" check "$T/guide.yaml" --device cpu "$@" --set 'materials.glass={epsilon: 2.25, sigma: 0.9}'
cat "$T/out" "$T/err" | grep -Eq 'ports.one: losses are too large' || bad "no warning of losses"
finish
