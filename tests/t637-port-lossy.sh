#!/usr/bin/env bash
# Ports on lossy lines against closed forms, with tan delta = 0.02 in the middle of the band: a TEM line, TE10 of a guide, water-like
# filling with a pole, and two layers of which one has losses. |S11| and |S21 - exp(-gamma l)| over the band. Argument: which.
# RUN: tem
# RUN: guide
# RUN: debye
# RUN: layers
. "$(dirname "$0")/cli.bash"
box='{box: {size: [1, 0.5, 1.5], divisions: [2, 1, 3]}}' plates='ymin: pec, ymax: pec, xmin: pmc, xmax: pmc, default: absorbing'
in=zmin out=zmax end=40 glass='epsilon: 2.25, loss_tangent: {value: 0.02, at: 0.15}' regions='{default: glass}'
port='section: {}' band='[0.05, 0.25]'
case $1 in
guide)
    box='{box: {size: [1, 0.5, 1], divisions: [3, 2, 3]}, pml: {layers: 2, thickness: 0.8, sides: [zmin, zmax]}}'
    plates='zmin: absorbing, zmax: absorbing, default: pec' port='rectangular: {mode: TE10}' band='[0.4, 0.5]' end=80
    glass='epsilon: 2.25, loss_tangent: {value: 0.02, at: 0.45}' ;;
debye) glass='epsilon_inf: 2, poles: [{debye: {strength: 0.5, relaxation: 0.08}}]' ;;
layers)
    python3 tests/layers-mesh.py >"$T/layers.msh"
    box='{file: layers.msh}' plates='sides: pmc, plates: pec, default: absorbing' regions='{lower: glass, upper: air}' in=in out=out
    glass='epsilon: 4, loss_tangent: {value: 0.02, at: 0.06}' port='section: {mode: hybrid}' band='[0.05, 0.07]' ;;
esac
cat >"$T/line.yaml" <<END
law: maxwell
mesh: $box
order: 3
materials: {air: {}, glass: {$glass}}
regions: $regions
boundaries: {$plates}
ports: {one: {boundary: $in, $port}, two: {boundary: $out, $port}}
sparameters: {band: $band, points: 5, bandwidth: 0.2}
time: {end: $end}
output: {folder: results}
END
cat >"$T/check.py" <<'END'
import cmath, csv, math, sys
folder, case, bar = sys.argv[1], sys.argv[2], float(sys.argv[3])
def layers(w, e):  # two layers of 1/2: the equation of tests/t632-port-hybrid.sh, by the secant method
    def left(b2):
        k = [cmath.sqrt(w * w * e - b2), cmath.sqrt(w * w - b2)]
        return k[0] / e * cmath.tan(k[0] / 2) + k[1] * cmath.tan(k[1] / 2)
    a, b = 1.9 * w * w, 1.8 * w * w
    while abs(a - b) > 1e-13 * abs(a): a, b = b, b - left(b) * (b - a) / (left(b) - left(a))
    return cmath.sqrt(-b)
def gamma(f):
    w = 2 * math.pi * f
    if case == 'guide': return cmath.sqrt(math.pi ** 2 - w * w * 2.25 * (1 - 0.02j * 0.45 / f))
    if case == 'layers': return layers(w, 4 * (1 - 0.02j * 0.06 / f))
    return 1j * w * cmath.sqrt(2.25 * (1 - 0.02j * 0.15 / f) if case == 'tem' else 2 + 0.5 / (1 + 0.08j * w))
def rows(name): return [list(map(float, r)) for r in list(csv.reader(open(f'{folder}/sparameters{name}.csv')))[1:]]
worst = [0, 0, 0, 0]
for s, port in zip(rows(''), rows('-ports')):
    g, length = gamma(s[0]), 1.5 if case in ('tem', 'debye') else 1
    want = cmath.exp(-g * length)
    found = [abs(complex(*s[1:3])), abs(complex(*s[3:5]) - want), abs(complex(*s[3:5]) - complex(*s[5:7])),
             abs(port[5] + 1j * port[2] - g) / abs(g)]
    worst = [max(a, b) for a, b in zip(worst, found)]
print('S11, S21 off, S12 - S21, gamma off', *('%.2g' % w for w in worst))
sys.exit(not (len(rows('')) == 5 and max(worst[:2]) < bar and worst[2] < 1e-3 and worst[3] < (1e-3 if bar < 1 else 0.1)))
END
case $NUDGE_BUILD in *sanitize) bar=10; set -- "$1" --order 1 --set time.end=12 ;; *) bar=0.002 ;; esac
expect 0 "$nudge" sparameters "$T/line.yaml" --device cpu "${@:2}"
python3 "$T/check.py" "$T/results" "$1" $bar >"$T/found" || bad "$1: $(cat "$T/found" "$T/results/sparameters.csv")"
finish
