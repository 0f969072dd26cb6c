#!/usr/bin/env bash
# Resistive films by name: the fields are those of the same resistance as a number, from conductivity and thickness too; mistakes; a film that is thick against its skin depth.
# PLAIN: fields
# RUN: mistakes
. "$(dirname "$0")/cli.bash"
sheet=examples/sheet/sheet.yaml
short=(--order 1 --device cpu)
case $1 in
fields)
    run() { expect 0 "$nudge" run "$sheet" "${short[@]}" --checksum --set time.end=2 --set "output.folder=$T/$1" "${@:2}"; }
    run number
    want=$(grep '^checksum ' "$T/out")
    [ -n "$want" ] || bad 'no checksum'
    film() { run "$@" --set boundaries.film=thin; [ "$(grep '^checksum ' "$T/out")" = "$want" ] || bad "$1: $(cat "$T/out" "$T/err"), not $want"; }
    film resistance --set 'sheets={thin: {resistance: 0.5}}'
    film conductivity --set 'sheets={thin: {conductivity: 40, thickness: 0.05}}'
    # In SI units, with one for the thickness: 1 / (1e7 x 20e-9) = 5 ohms.
    run si --set units=si --set time.end=1e-8 --set boundaries.film='sheet 5'
    want=$(grep '^checksum ' "$T/out")
    run ohm --set units=si --set time.end=1e-8 --set boundaries.film='sheet 5 ohm'
    [ "$(grep '^checksum ' "$T/out")" = "$want" ] || bad "sheet 5 ohm is not sheet 5"
    film si_film --set units=si --set time.end=1e-8 --set 'sheets={thin: {conductivity: 1e7, thickness: 20 nm}}'
    ;;
mistakes)
    try() { "$nudge" check "$sheet" "${short[@]}" --set boundaries.film=thin --set "sheets=$1"; }
    either="sheet 'thin': give either resistance, or conductivity and thickness"
    mistake 1 "$either" try '{thin: {}}'
    mistake 1 "$either" try '{thin: {conductivity: 1}}'
    mistake 1 "$either" try '{thin: {thickness: 1}}'
    mistake 1 "$either" try '{thin: {resistance: 1, thickness: 1}}'
    mistake 1 "$either" try '{thin: {resistance: 1, conductivity: 1, thickness: 1}}'
    mistake 1 'sheets.thin.resistance must be a resistance above 0' try '{thin: {resistance: 0}}'
    mistake 1 "boundary 'film': '5 ohm' cannot be the value of sheet: .*; a unit needs 'units: si': natural units know no ohms" \
        "$nudge" check "$sheet" "${short[@]}" --set boundaries.film='sheet 5 ohm'
    mistake 1 "'5 pF' cannot be the value of sheet: .*'pF' is a unit of capacitances: .*mohm ohm kohm Mohm" \
        "$nudge" check "$sheet" "${short[@]}" --set units=si --set boundaries.film='sheet 5 pF'
    mistake 1 "'400 ohm' cannot be the value of screen: .*this key takes a number without a unit" \
        "$nudge" check examples/sheet/screen.yaml --set units=si --set boundaries.film='screen 400 ohm'
    mistake 1 "sheet 'thin': its resistance per square is 1e\+20; from 1e-15 to 1e15" try '{thin: {conductivity: 1e-10, thickness: 1e-10}}'
    mistake 1 "sheet 'pec': law maxwell has a condition of that name" try '{pec: {resistance: 1}, thin: {resistance: 1}}'
    mistake 1 "sheet 'sheet': law maxwell has a condition of that name" try '{sheet: {resistance: 1}, thin: {resistance: 1}}'
    mistake 1 "sheet 'thin': there is a conductor of that name" "$nudge" check "$sheet" --set 'sheets={thin: {resistance: 1}}' --set 'conductors={thin: {conductivity: 1, band: [1, 2]}}'
    mistake 1 "boundary 'film': 'thin' is not a condition of law maxwell.*; it has .*sheet, thick" try '{thick: {resistance: 1}}'
    mistake 1 'sheets are for law maxwell, not for acoustic' "$nudge" check examples/sheet/screen.yaml --set 'sheets={thin: {resistance: 1}}'
    mistake 1 "boundary 'left': .*two sides|'thin' has two sides" "$nudge" check "$sheet" "${short[@]}" --set 'sheets={thin: {resistance: 1}}' --set mesh.periodic={} --set boundaries.left=thin
    expect 0 try '{thin: {resistance: 0.5}}'
    says '^  film +[0-9]+ +.* thin, inside the mesh'
    grep -q 'skin depths' "$T/out" "$T/err" && bad 'a resistance has no thickness'
    # The highest frequency of the pulse is 0.525: a skin depth of 0.25 with the conductivity 9.7.
    expect 0 try '{thin: {conductivity: 9.7, thickness: 0.06}}'
    grep -q 'skin depths' "$T/out" "$T/err" && bad 'thin enough'
    expect 0 try '{thin: {conductivity: 9.7, thickness: 0.1}}'
    warns "sheet 'thin' is 0.4 skin depths thick at .*, the highest frequency, .* off by about 5 %, mostly in its phase"
    ;;
esac
finish
