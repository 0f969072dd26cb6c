#!/usr/bin/env bash
# A lumped port across a line between plates: three equal impedances that meet in parallel have S = -1/3 and 2/3. Arguments:
# device, variant, precision, integrator.
# RUN: cpu simd double linear
# RUN: cpu bernstein single lsrk4
# LONG: cpu plain double linear
# LONG: opencl fused double linear
# LONG: opencl bernstein single linear
# NOSANITIZE: OpenCL drivers keep memory of their own
. "$(dirname "$0")/cli.bash"
cp "$(dirname "$0")/meshes/sheet.msh" "$T"
cat >"$T/sheet.yaml" <<'END'
law: maxwell
mesh: {file: sheet.msh}
order: 2
boundaries: {low: pec, high: pec, sides: pmc, default: absorbing}
ports:
  one: {boundary: in, section: {}, shift: 1}
  two: {boundary: out, section: {}, shift: 1}
  gap: {boundary: sheet, lumped: {direction: [0, -1, 0], resistance: 0.5}}
sparameters: {band: [0.05, 0.3], points: 3}
time: {end: 30}
output: {folder: results}
END
quiet "$nudge" sparameters "$T/sheet.yaml" --device "$1" --variant "$2" --precision "$3" --set "time.integrator=$4"
awk -F, 'NR > 1 { n++; for (i = 0; i < 9; i++) { want = i % 4 ? 2 / 3 : 1 / 3; s = sqrt($(2 * i + 2) ^ 2 + $(2 * i + 3) ^ 2)
    if (!((s - want) ^ 2 < 4e-7) || (i % 4 == 0 && $(2 * i + 2) > 0)) print "element " i ": " $(2 * i + 2), $(2 * i + 3) } }
    END { if (n != 3) print n " rows" }' "$T/results/sparameters.csv" >"$T/off"
[ -s "$T/off" ] && bad "$(head -n 3 "$T/off")"
[ "$1 $2" = "cpu simd" ] || exit $((failures > 0))
case $NUDGE_BUILD in
*sanitize) ;;
*) # the same bits on several ranks
    . "$(dirname "$0")/mpi.bash"
    expect 0 ranks 2 "$nudge" sparameters "$T/sheet.yaml" --device cpu --variant "$2" --precision "$3" --set output.folder=several
    for file in sparameters.csv one/ports.csv gap/ports.csv; do cmp "$T/results/$file" "$T/several/$file" || bad "$file differs on two ranks"; done
    ;;
esac

mistake 1 'must lie in the surface' "$nudge" check "$T/sheet.yaml" --set ports.gap.lumped.direction=[0,0,1] --device cpu
mistake 1 'not a rectangle along' "$nudge" check "$T/sheet.yaml" --set ports.gap.lumped.direction=[1,1,0] --device cpu
mistake 1 'ports.gap: no conductor .* touches the rectangle' "$nudge" check "$T/sheet.yaml" --set ports.gap.lumped.direction=[1,0,0] --device cpu
mistake 1 'a surface inside it' "$nudge" check "$T/sheet.yaml" --set ports.gap.boundary=in --device cpu
mistake 1 'need flux.upwind: 1' "$nudge" check "$T/sheet.yaml" --set flux.upwind=0.5 --device cpu
exit $((failures > 0))
