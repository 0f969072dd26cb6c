#!/usr/bin/env bash
# Surfaces at curved elements. A pulse between metal plates passes a resistive sheet of half the impedance of vacuum and is
# halved; elements are bent inside the box, the sheet is flat. A hollow metal ball, whose wall is curved, rings down as
# the skin depth says; and after it is resumed, as without a break. Argument: variants.
# PLAIN: simd bernstein
# LONG: simd bernstein fused plain
# NOSANITIZE: arithmetic that t580 checks under the sanitizers
. "$(dirname "$0")/cli.bash"

python3 "$(dirname "$0")/bent_box.py" 4 0.02 >"$T/bent.msh"
cat >"$T/sheet.yaml" <<'Y'
law: maxwell
mesh: {file: bent.msh}
order: 3
precision: double
boundaries: {metal: pec, magnetic: pmc, film: sheet 0.5, default: absorbing}
initial: {Ey: exp(-16*(x-1)^2), Hz: exp(-16*(x-1)^2)}
time: {end: 2}
Y
rows() { awk -F, -v t="$2" 'NR > 1 && ($1 - t)^2 < 1e-12 {print $2}' "$1"; }
# within TOLERANCE WANT GOT WHAT
within() { awk -v w="$2" -v g="$3" -v t="$1" 'BEGIN {exit !(g != "" && (g - w)^2 <= (t * w)^2)}' || bad "$4: $3, not $2"; }
for variant; do
    [ "$variant" = simd ] && integrator=lsrk4 || integrator=linear
    expect 0 "$nudge" run "$T/sheet.yaml" --device cpu --variant "$variant" --set time.integrator=$integrator --set "output={folder: $T/$variant, energy: {file: energy.csv, every: 1}}"
    "$nudge" mesh info "$T/bent.msh" | grep -Eq 'curved +[1-9][0-9]+ elements of order 2' || bad 'no element is curved'
    first=$(rows "$T/$variant/energy.csv" 0) last=$(rows "$T/$variant/energy.csv" 2)
    within 0.003 0.5 "$(awk -v a="$last" -v b="$first" 'BEGIN {print a / b}')" "$variant: energy behind a sheet"
done

# The ball of examples/curved-ball in its lowest mode, x = ka = 2.7437: its quality factor is (1 - 2 / x^2) a / skin depth, here 100.
cp examples/curved-ball/curved-ball.* "$T"
ball=("$nudge" run "$T/curved-ball.yaml" --device cpu --checksum --set boundaries.wall=tin
    --set 'conductors={tin: {conductivity: 13518.18, band: [0.3, 0.6]}}')
for variant; do
    expect 0 "${ball[@]}" --variant "$variant" --order 3 --set time.end=6.87 --set "output={folder: $T/b$variant, energy: {file: energy.csv, every: 2.29}}"
    first=$(rows "$T/b$variant/energy.csv" 2.29) last=$(rows "$T/b$variant/energy.csv" 6.87)
    within 0.02 0.0274371 "$(awk -v a="$first" -v b="$last" 'BEGIN {print log(a / b) / 4.58}')" "$variant: the rate of decay of a metal ball"
    case $NUDGE_BUILD in *sanitize) break ;; esac
done
expect 0 "${ball[@]}" --order 2 --set time.end=2 --set output.folder="$T/whole"
sum=$(grep '^checksum ' "$T/out")
expect 0 "${ball[@]}" --order 2 --set time.end=1 --set output.folder="$T/part" --checkpoint-every 1h
expect 0 "${ball[@]}" --order 2 --set time.end=2 --set output.folder="$T/part" --resume
[ -n "$sum" ] && [ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "resumed: $(cat "$T/out"), and without a break: $sum"
finish
