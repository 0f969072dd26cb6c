#!/usr/bin/env bash
# Planes of symmetry: a dipole above an electric plane radiates as two of them, a monopole above a rigid plane too. Powers are those
# of the whole. Mistakes are refused.
# NOSANITIZE: thousands of steps of kernels that other tests check under the sanitizers
. "$(dirname "$0")/cli.bash"

cat >"$T/dipole.yaml" <<'YAML'
mesh: {box: {size: [2, 2, 1], origin: [-1, -1, 0], divisions: [3, 3, 2]}, pml: {layers: 2, thickness: 1.4, sides: [xmin, xmax, ymin, ymax, zmax]}}
order: 3
boundaries: {default: absorbing}
symmetry: {zmin: pec}
sources: {a: {dipole: {at: [0.05, 0.1, 0.45], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 0.45, bandwidth: 0.7}}}}
monitors:
  far: {far_field: {around: [box], frequencies: [0.45], theta: [20, 50, 70, 90, 120], phi: [0, 100]}}
  out: {power: {around: [box], frequencies: [0.45]}}
time: {end: 18}
output: {folder: o}
YAML
expect 0 "$nudge" run "$T/dipole.yaml"
cat >"$T/judge.py" <<'END'
import csv, sys
from math import *
folder, h, element, images = sys.argv[1], 0.45, sys.argv[2], int(sys.argv[3])
k = 2 * pi * 0.45
U = lambda t: (sin(t) ** 2 if element == "dipole" else 1) * cos(k * h * cos(t)) ** 2
n = 2000
mean = sum(U((i + 0.5) * pi / n) * sin((i + 0.5) * pi / n) for i in range(n)) * pi / n / 2
most = max(U(i * pi / n) for i in range(n)) / mean
for row in csv.DictReader(open(folder + "/far.csv")):
    D, want = float(row["directivity"]), U(radians(float(row["theta"]))) / mean
    assert abs(D - want) < 0.05 * most, (row, want)
total, out = next(csv.DictReader(open(folder + "/far-totals.csv"))), next(csv.DictReader(open(folder + "/out.csv")))
assert abs(float(out["power"]) / float(total["power_sphere"]) - 1) < 0.03, (total, out)
END
python3 "$T/judge.py" "$T/o" dipole 2 || bad "a dipole above an electric plane"

sed -e 's/dipole: {at: \(.*\), moment: \[0, 0, 1\]}/monopole: {at: \1, strength: 1}/; s/zmin: pec/zmin: rigid/' -e '1i law: acoustic' "$T/dipole.yaml" >"$T/sound.yaml"
expect 0 "$nudge" run "$T/sound.yaml" --order 3
python3 "$T/judge.py" "$T/o" monopole 2 || bad "a monopole above a rigid plane"

# Without symmetry the surface is not closed; a wave must have the symmetry; planes must be planes.
mistake 1 'not closed: .*list a plane of symmetry under symmetry' "$nudge" check "$T/dipole.yaml" --set symmetry={} --set boundaries.zmin=pec
mistake 1 "'zmin' is under symmetry and under boundaries" "$nudge" check "$T/dipole.yaml" --set boundaries.zmin=pec
mistake 1 'planes of symmetry are pec or pmc, in acoustics rigid or soft' "$nudge" check "$T/dipole.yaml" --set symmetry.zmin=absorbing
mistake 1 'is a plane of symmetry, through which nothing flows' "$nudge" check "$T/dipole.yaml" --set 'monitors.out.power={boundary: zmin, frequencies: [1]}'
wave='{plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], total: [box]}, waveform: {pulse: {frequency: 0.45, bandwidth: 0.35}}}'
mistake 1 "plane wave 'a' does not have the symmetry of 'zmin: pec': it must travel along the plane, with its polarization across it" \
    "$nudge" check "$T/dipole.yaml" --set "sources.a=$wave"
mistake 1 'are both across z, so that images would repeat' "$nudge" check "$T/dipole.yaml" --set mesh.pml.sides=[xmin,xmax] --set symmetry.zmax=pec
mistake 1 "'zmi' is not" "$nudge" check "$T/dipole.yaml" --set 'symmetry={zmi: pec}'
finish
