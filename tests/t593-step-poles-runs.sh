#!/usr/bin/env bash
# Whole runs with poles: on two ranks all files are those of one rank, byte for byte; a run that continues from a checkpoint
# ends in the same state, with the same variant or with another; the watchdog and the energy know the states.
# PLAIN:
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
cat >"$T/p.yaml" <<'EOP'
mesh: {box: {divisions: [3, 2, 2], jitter: 0.1}}
order: 2
materials:
  m:
    epsilon_inf: 2
    poles: [{drude: {plasma: 1, collision: 0.1}}, {lorentz: {frequency: 2, damping: 0.5, strength: 1.5, tilt: 0.2}}]
    magnetic_poles: [{debye: {strength: 3, relaxation: 0.4}}]
boundaries: {default: pec}
initial: {Ey: x*z, Hx: y}
time: {end: 2}
monitors: {point: {probe: {at: [0.33, 0.4, 0.5], every: 0.1}}}
output: {energy: {file: energy.csv, every: 0.2}}
EOP
run() { "$nudge" run "$T/p.yaml" --device cpu --checksum --set "output.folder=$T/$1" "${@:2}"; }
check() { # one problem
    expect 0 run one --variant bernstein
    sum=$(grep '^checksum ' "$T/out")
    expect 0 ranks 2 "$nudge" run "$T/p.yaml" --device cpu --checksum --set "output.folder=$T/two" --variant bernstein
    [ -n "$sum" ] && [ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "on two ranks: $(cat "$T/out" "$T/err")"
    for f in energy.csv point.csv; do cmp "$T/one/$f" "$T/two/$f" || bad "$f differs"; done
    [ "$1" = pml ] || awk -F, 'NR > 2 && $2 > before * (1 + 1e-9) { print "energy grows at", $1; exit 1 } { before = $2 }' "$T/one/energy.csv" || bad energy
    # Half of it, then the rest from the checkpoint: in the form of the device, and by nodal values in that of another variant.
    expect 0 run half --variant bernstein --set time.end=1 --checkpoint-every 1h
    expect 0 cp -r "$T/half" "$T/other"
    expect 0 run half --variant bernstein --resume
    tail -n 1 "$T/one/energy.csv" >"$T/want"
    near() { # FILE BOUND: the last energy against that of the whole run
        awk -F, -v b="$2" 'NR == FNR { want = $2; next } { last = $2 } END { d = last / want - 1; exit !(d < b && d > -b) }' "$T/want" "$1" ||
            bad "$1: $(tail -n 1 "$1"), not $(cat "$T/want")"
    }
    near "$T/half/energy.csv" 1e-12
    expect 0 run other --variant simd --resume
    near "$T/other/energy.csv" 1e-9
    rm -rf "$T/one" "$T/two" "$T/half" "$T/other"
}
check plain
# In a round guide, whose elements at the wall are curved.
cp "$(dirname "$0")/meshes/round-2.msh" "$T"
cp "$T/p.yaml" "$T/box.yaml"
sed -i -e 's/^mesh:.*/mesh: {file: round-2.msh}/' "$T/p.yaml"
check curved
cp "$T/box.yaml" "$T/p.yaml"
# A dipole in a curved element rings at the plasma frequency: energy goes from fields to states and back, and the watchdog must not
# take that for growth.
expect 0 run ring --set monitors={} --set output.energy.every=2 --set 'mesh={file: round-2.msh}' --set initial={} --set time.end=60 \
    --set 'materials={m: {epsilon: 2, poles: [{drude: {plasma: 0.4, collision: 0}}]}}' \
    --set 'sources={d: {dipole: {at: [0.65, 0.65, 0.5], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 0.4, bandwidth: 0.3}}}}'
awk -F, 'NR > 1 && $1 > 30 { if (before && $2 > before * (1 + 1e-9)) { print "energy grows at", $1; exit 1 } before = $2 }' "$T/ring/energy.csv" || bad ring
rm -rf "$T/ring"
# The same material goes on in a PML, which keeps shifts of its fields; the metal is held at edges.
sed -i -e 's/^mesh:.*/mesh: {box: {divisions: [3, 2, 2]}, pml: {layers: 1, thickness: 0.5, sides: [xmin, xmax, zmax]}}/' -e 's/    magnetic_poles.*/    sigma: 0.1/' "$T/p.yaml"
check pml
finish
