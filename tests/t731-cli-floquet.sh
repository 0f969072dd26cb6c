#!/usr/bin/env bash
# Periodic cells with a wave vector in problem files: check, the table of orders, mistakes, and several ranks, which
# compute the same bits.
. "$(dirname "$0")/cli.bash"
oblique=examples/slab/oblique.yaml
short=(--order 1 --device cpu --set time.end=2 --set time.decay=0 --set "output.folder=$T/results")
expect 0 "$nudge" check "$oblique" "${short[@]}"
says '^  front: orders between front, slab, at 7 frequencies' '^  feed: electric current in below' 'slab.imag'
grep -q 'share no face' "$T/err" && bad "$(cat "$T/err")"
mistake 1 "orders: *unknown key|between names 1 regions; two are wanted" "$nudge" check "$oblique" --set 'monitors.front.orders.between=[front]'
mistake 1 "regions 'front' and 'above' share no face" "$nudge" check "$oblique" --set 'monitors.front.orders.between=[front, above]'
mistake 1 "region 'fog' is not in the mesh" "$nudge" check "$oblique" --set 'monitors.front.orders.between=[front, fog]'
mistake 1 "monitors.front.*: the plane lies in material 'crystal', which has a tensor: orders need one epsilon" \
    "$nudge" check "$oblique" --set 'materials.crystal={epsilon: [1, 2, 1]}' --set regions.front=crystal
mistake 1 "the plane lies in material 'water', which has poles: orders need one epsilon" "$nudge" check "$oblique" \
    --set 'materials.water={epsilon: 2, poles: [{debye: {strength: 1, relaxation: 1}}]}' --set regions.front=water
losses="the plane lies in material 'wet', which has losses: orders need one epsilon"
mistake 1 "$losses" "$nudge" check "$oblique" --set 'materials.wet={epsilon: 2, sigma: 0.1}' --set regions.front=wet
mistake 1 "$losses" "$nudge" check "$oblique" --set 'materials.wet={loss_tangent: {value: 0.1, at: 0.6}}' --set regions.front=wet
# A cell that ends at open sides; walls mirror it.
mistake 1 "monitors.front.*: the plane ends at boundary 'near', and orders are waves of a cell" "$nudge" check "$oblique" \
    --set 'mesh.periodic={left: right}'
expect 0 "$nudge" check "$oblique" "${short[@]}" --set 'mesh.periodic={left: right}' --set 'boundaries={near: pec, far: pec, default: absorbing}'
sed '/^floquet/d' "$oblique" >"$T/none.yaml"
mistake 1 "the plane ends at boundary '(left|right|near|far)'" "$nudge" check "$T/none.yaml" --set "mesh.file=$PWD/examples/slab/slab.msh" \
    --set 'mesh.periodic={}'
# The wave travels above 3.9 / (2 pi) = 0.6207.
expect 0 "$nudge" check "$oblique" "${short[@]}"
grep -q 'does not travel' "$T/err" && bad "$(cat "$T/err")"
expect 0 "$nudge" check "$oblique" "${short[@]}" --set 'floquet.wave_vector=[3.9,0,0]'
warns "monitor 'front': at 2 of its 7 frequencies, from 0.61 on, .* does not travel, .* above 0.6207"
case $NUDGE_BUILD in *sanitize) finish ;; esac
expect 0 "$nudge" run "$oblique" "${short[@]}" --set 'monitors.front.orders.most=3' --set 'monitors.front.orders.frequencies=[0.6, 2]'
[ "$(head -n 1 "$T/results/front.csv" | tr ',' '\n' | wc -l)" -eq 13 ] || bad "$(head -n 1 "$T/results/front.csv")"
# At 2 the cell of 0.6 is longer than a wavelength: with kt = 3.48 the orders (-1, 0), (0, 0), (0, 1), (0, -1) travel.
[ "$(cut -d, -f1-3 "$T/results/front.csv" | tail -n +2 | tr '\n' ' ')" = "0.6,0,0 2,-1,0 2,0,-1 2,0,0 2,0,1 " ] || bad "orders: $(cut -d, -f1-3 "$T/results/front.csv")"
. "$(dirname "$0")/mpi.bash"
export OMP_NUM_THREADS=1
expect 0 "$nudge" run "$oblique" "${short[@]}" --checksum
grep checksum "$T/out" >"$T/want"
cp "$T/results/front.csv" "$T/front.csv"
for n in 2 3; do
    expect 0 ranks $n "$nudge" run "$oblique" "${short[@]}" --checksum
    grep checksum "$T/out" | cmp - "$T/want" || bad "other fields on $n ranks"
    cmp "$T/results/front.csv" "$T/front.csv" || bad "other orders on $n ranks"
done
finish
