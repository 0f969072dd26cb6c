#!/usr/bin/env bash
# Runs with curved elements: the error of a known mode, the same bits on two ranks, points on both sides of the straight
# element's face, fields for ParaView on the sphere, and what is refused. Arguments: other cases of nudge verify, with _ for
# blanks: cross-sections, the frequency of a ball, and the order at which errors fall.
# PLAIN:
# LONG: metal_sphere,_curved
# LONG: dielectric_sphere,_curved
# LONG: hollow_sphere curved_sphere_of
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
if [ $# -gt 0 ]; then
    expect 0 "$nudge" verify --quick --examples examples "${@//_/ }"
    for name in "${@//_/ }"; do says "^$name.* ok "; done
    case $* in *sphere,*) says 'ka = [12.]*: bistatic, worst angle .* ok ' ;; esac
    grep -q WRONG "$T/out" && bad "$(cat "$T/out")"
    finish
fi
cp examples/curved-ball/curved-ball.* "$T"
p=$T/curved-ball.yaml
run=("$nudge" run "$p" --device cpu --checksum --order 3)
expect 0 "${run[@]}" --set 'monitors={rim: {probe: {at: [0.998, 0.01, 0.02], every: 0.5}}}' \
    --set 'output={folder: '"$T"'/one, fields: {file: f.pvd, every: 2.3}}'
grep -q 'relative L2 error [23]\.[0-9]*e-03' "$T/out" "$T/err" || bad "$(cat "$T/out" "$T/err")"
sum=$(grep '^checksum ' "$T/out")
[ -s "$T/one/rim.csv" ] || bad "no probe at the rim"
expect 0 ranks 2 "${run[@]}" --set 'monitors={rim: {probe: {at: [0.998, 0.01, 0.02], every: 0.5}}}' \
    --set 'output={folder: '"$T"'/two, fields: {file: f.pvd, every: 2.3}}'
[ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "$sum, and on two ranks: $(cat "$T/out")"
cmp "$T/one/f_0001.vtu" "$T/two/f_0001.vtu" || bad 'other fields on two ranks'
mistake 1 "rim: .* lies outside of the mesh" "${run[@]}" --set 'monitors={rim: {probe: {at: [1.001, 0.01, 0.02], every: 0.5}}}' --set output.folder="$T/three"
cp examples/curved-ball/two-media-ball.* "$T"
mistake 1 "element [0-9]+ of the PML bends along [xyz]" "$nudge" run "$T/two-media-ball.yaml" --device cpu \
    --set 'pml={regions: [shell]}' --set output.folder="$T/three"
expect 0 "$nudge" mesh info "$T/curved-ball.msh"
says 'curved +194 elements of order 4, by up to 0.0[0-9]* of the longest edge'
finish
