#!/usr/bin/env bash
# With units: si, units are read, and stand in heads of tables, charts, the report and the pages of check and run.
. "$(dirname "$0")/cli.bash"

cat >"$T/box.yaml" <<'YAML'
units: si
mesh: {box: {size: [40 mm, 30 mm, 20 mm], divisions: [3, 2, 2]}}
order: 2
boundaries: {xmax: absorbing, default: pec}
sources: {pin: {dipole: {at: [10 mm, 15 mm, 8 mm], moment: [0, 0, 1]},
  waveform: {pulse: {frequency: 6 GHz, bandwidth: 4 GHz}}}}
monitors:
  tip: {probe: {at: [12 mm, 11 mm, 9 mm], every: 20 ps}}
  out: {power: {boundary: xmax, frequencies: [6 GHz]}}
  cut: {fourier: {plane: z, at: 5 mm, frequencies: [6e9]}}
time: {end: 0.5 ns}
output: {folder: o, energy: {file: energy.csv}}
YAML
expect 0 "$nudge" run "$T/box.yaml"
says '^time step  [0-9.]+ ps; the stable one, [0-9.]+ ps' '^steps +[0-9]+, to t = 500 ps$' 'at 8.449 GHz; least'
head -n 1 "$T/o/tip.csv" | grep -qxF 'time [s],Ex [V/m],Ey [V/m],Ez [V/m],Hx [A/m],Hy [A/m],Hz [A/m]' || bad "$(head -n 1 "$T/o/tip.csv")"
head -n 1 "$T/o/out.csv" | grep -qxF 'frequency [Hz],power [J/Hz]' || bad "$(head -n 1 "$T/o/out.csv")"
head -n 1 "$T/o/energy.csv" | grep -qxF 'time [s],energy [J]' || bad "$(head -n 1 "$T/o/energy.csv")"
grep -q '"time_unit": "s"' "$T/o/run.json" && grep -q '"energy_unit": "J"' "$T/o/run.json" || bad "$(cat "$T/o/run.json")"
expect 0 "$nudge" check "$T/box.yaml"
says 'mesh: 0.04 x 0.03 x 0.02 m' 'pulse, frequencies 3.551 GHz to 8.449 GHz' 'every 20 ps' 'at the frequency 6 GHz'
expect 0 "$nudge" check "$T/box.yaml" --set "time.end=0.2 ns"
says 'to t = 200 ps'
mistake 1 "time.end must be a time above 0, not '2 mm'; 'mm' is a unit of lengths" "$nudge" check "$T/box.yaml" --set "time.end=2 mm"
# A loss tangent far from the frequencies of the source, 3.551 to 8.449 GHz.
lossy() { expect 0 "$nudge" check "$T/box.yaml" --set "materials={m: {epsilon: 4, loss_tangent: {value: 0.01, at: $1}}}"; }
far="material 'm': loss_tangent.at is .*, and waves have 3.551 GHz to 8.449 GHz: its loss tangent is .* there"
for at in '0.36 GHz' '84 GHz'; do
    lossy "$at"
    grep -q 'loss_tangent.at' "$T/out" "$T/err" && bad "a warning of $at"
done
for at in 10 '0.35 GHz' '85 GHz'; do
    lossy "$at"
    grep -Eq "$far" "$T/out" "$T/err" || bad "no warning of $at"
done
expect 0 "$nudge" keys
says '`time.end` . a time above 0' '`monitors.NAME.power.frequencies` . a list of frequencies' '`mesh.box.size` . three lengths'
finish
