#!/usr/bin/env bash
# Sheets in problem files: what check says of them, mistakes, and the same bits on several ranks. Arguments: the ranks,
# variants.
# RUN: 2 simd
# LONG: 3 simd bernstein
. "$(dirname "$0")/cli.bash"
n=$1
shift
sheet=examples/sheet/sheet.yaml
short=(--order 1 --device cpu --set time.end=3 --set time.decay=0 --set 'initial={Ex: exp(-4*(z+0.5)^2)}')

expect 0 "$nudge" check "$sheet" "${short[@]}"
says '^  film +[0-9]+ +0.36  sheet 0.5, inside the mesh, on both sides$'
mistake 1 "sheet.yaml: boundary 'film': sheet needs a value, for example 'sheet 50'" "$nudge" check "$sheet" --set boundaries.film=sheet
mistake 1 "boundary 'film': '0' cannot be the value of sheet: a number above 0" "$nudge" check "$sheet" --set 'boundaries.film=sheet 0'
mistake 1 "boundary 'film': '5 x' cannot be the value of sheet" "$nudge" check "$sheet" --set 'boundaries.film=sheet 5 x'
mistake 1 "'screen' is not a condition of law maxwell; it has pec, pmc, absorbing, impedance, sheet" "$nudge" check "$sheet" --set 'boundaries.film=screen 2'
mistake 1 "boundary 'top': [0-9]+ of its faces are at the end of the mesh, and a 'sheet 1' has two sides: .*such as an impedance" "$nudge" check "$sheet" --set 'boundaries.top=sheet 1'
mistake 1 "boundary 'film' \(sheet 0.5\) has a side in region 'back', which holds scattered fields.*plane_wave.total" \
    "$nudge" check "$sheet" --set 'sources.wave.plane_wave.total=[front]'
sed 's/^#define LAW_OPEN .*/#define LAW_SHEETS net/' examples/law/shallow-water.law >"$T/net.law"
mistake 1 'net.law:[0-9]+: LAW_SHEETS needs a condition in LAW_OPEN' "$nudge" check examples/law/pond.yaml --law "$T/net.law"
sed 's/^#define LAW_OPEN .*/&\n#define LAW_SHEETS wall/' examples/law/shallow-water.law >"$T/net.law"
mistake 1 "net.law:[0-9]+: 'wall' is in LAW_SHEETS and in LAW_BOUNDARIES" "$nudge" check examples/law/pond.yaml --law "$T/net.law"
sed 's/^#define LAW_OPEN .*/&\n#define LAW_SHEETS net/' examples/law/shallow-water.law >"$T/net.law"
mistake 1 'there is no function law_sheet, which goes with LAW_SHEETS' "$nudge" check examples/law/pond.yaml --law "$T/net.law"
case $NUDGE_BUILD in *sanitize) finish ;; esac

# The two sides of the film may be on two ranks: mesh and blocks are such that they are.
. "$(dirname "$0")/mpi.bash"
for variant; do
    expect 0 "$nudge" run "$sheet" "${short[@]}" --variant "$variant" --checksum --set "output.folder=$T/one"
    sum=$(grep '^checksum ' "$T/out")
    expect 0 ranks "$n" "$nudge" run "$sheet" "${short[@]}" --variant "$variant" --checksum --set "output.folder=$T/several"
    [ -n "$sum" ] && [ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "$variant: $sum, and on $n ranks: $(cat "$T/out" "$T/err")"
    cmp -s "$T/one/absorbed.csv" "$T/several/absorbed.csv" || bad "$variant: absorbed.csv differs"
done
finish
