#!/usr/bin/env bash
# Resonances from the command line: the table that is printed and written, the same after a checkpoint and on two ranks, the
# fields of modes, and mistakes before the first step.
# PLAIN:
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"

cat >"$T/box.yaml" <<'YAML'
mesh: {box: {size: [1, 0.8, 0.6], divisions: [2, 2, 1]}}
order: 3
materials: {m: {sigma: 0.05}}
boundaries: {default: pec}
sources: {pin: {dipole: {at: [0.3, 0.3, 0.2], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 0.8, bandwidth: 0.9}}}}
monitors: {q: {resonances: {probe: [0.6, 0.5, 0.2], band: [0.6, 1]}}}
time: {end: 14}
output: {folder: o}
YAML
expect 0 "$nudge" run "$T/box.yaml"
says '^q: [0-9]+ modes?$' '^ +frequency +Q +amplitude +error$' 'wrote .*/q.csv, -signal.csv, .h5 and .svg$'
head -n 1 "$T/o/q.csv" | grep -qx 'frequency,Q,decay,amplitude,phase,error' || bad "$(cat "$T/o/q.csv")"
grep -q '<svg' "$T/o/q.svg" && [ "$(head -c 4 "$T/o/q.h5" | tail -c 3)" = HDF ] || bad "q.svg or q.h5"
# TM110 of the box: w^2 = k^2 - (sigma / 2)^2, Q = w / sigma.
python3 - "$T/o/q.csv" <<'END' || bad "$(cat "$T/o/q.csv")"
import sys
from math import pi, sqrt
w = sqrt((pi / 1) ** 2 + (pi / 0.8) ** 2 - 0.025 ** 2)
row = [float(x) for x in open(sys.argv[1]).read().split("\n")[1].split(",")]
assert abs(row[0] * 2 * pi / w - 1) < 1e-3 and abs(row[1] * 0.05 / w - 1) < 0.02, (row, w / 2 / pi, w / 0.05)
END
cp "$T/o/q.csv" "$T/whole.csv"
# The same bits after a stop and on two ranks.
expect 4 "$nudge" run "$T/box.yaml" --walltime 0.05s
expect 0 "$nudge" run "$T/box.yaml" --resume
cmp "$T/whole.csv" "$T/o/q.csv" || bad "resumed"
rm -rf "$T/o"
expect 0 ranks 2 "$nudge" run "$T/box.yaml"
cmp "$T/whole.csv" "$T/o/q.csv" || bad "two ranks"

# Steps so short that their signal fits no machine: the message names what makes them short.
mistake 1 "box.yaml:6: monitors.q: .* GB of memory are needed for the signal of resonances, which has a row of each of [0-9]+ steps of .*; the \
poles of material 'm' .region 'box'. have rates of up to .*: check their units" \
    "$nudge" check "$T/box.yaml" --set 'materials.m={epsilon_inf: 1, poles: [{drude: {plasma: 1.37e13, collision: 1e11}}]}'
mistake 1 'box.yaml:6: monitors.q: .* the signal of resonances.* to t = 1.4e\+13, .*; check time.end' "$nudge" check "$T/box.yaml" --set time.end=1.4e13

expect 0 "$nudge" modes "$T/box.yaml"
says 'again, for the fields of these modes' 'wrote .*/q-x.h5 and .png' 'wrote .*/q-z.h5 and .png'
expect 1 "$nudge" modes "$T/box.yaml" --set monitors={} --set time.end=0.1
warns 'the problem has no monitor of resonances'
! grep -q 'step' "$T/out" || bad "the mistake is found after the run: $(cat "$T/out")"

mistake 1 'resonances.band must be two frequencies, the lower one first' "$nudge" check "$T/box.yaml" --set monitors.q.resonances.band=[1,0.6]
mistake 1 "there is no field 'Zz'; the law has Ex" "$nudge" check "$T/box.yaml" --set monitors.q.resonances.field=Zz
mistake 1 'records from t = .*, where the sources have ended, and the run ends at 4; modes are found after 1 / the width of the band, .*: let time.end be later' "$nudge" check "$T/box.yaml" --set time.end=4
mistake 1 'a source never ends' "$nudge" check "$T/box.yaml" --set 'sources.pin.waveform={sine: {frequency: 0.8}}'
mistake 1 'lies outside of the mesh' "$nudge" check "$T/box.yaml" --set monitors.q.resonances.probe=[2,0,0]
finish
