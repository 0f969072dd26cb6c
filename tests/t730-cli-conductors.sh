#!/usr/bin/env bash
# Good conductors in problem files: mistakes; the same bits on several ranks, and after a run is resumed. Argument: the ranks.
# RUN: 2
# LONG: 3
. "$(dirname "$0")/cli.bash"
n=$1
copper=examples/waveguide/copper.yaml
short=(--order 1 --device cpu)

expect 0 "$nudge" check "$copper" "${short[@]}"
says '^  walls +[0-9]+ +0.00[0-9]+  copper$'
mistake 1 "copper.yaml:[0-9]+: conductor 'copper': band is the lowest and the highest frequency" "$nudge" check "$copper" --set 'conductors.copper.band=[8e9]'
mistake 1 "band is the lowest and the highest frequency.*the second above the first" "$nudge" check "$copper" --set 'conductors.copper.band=[8e9, 8e9]'
mistake 1 "band: 1e\+12 is more than 10000 times 1e\+06" "$nudge" check "$copper" --set 'conductors.copper.band=[1e6, 1e12]'
mistake 1 'conductivity' "$nudge" check "$copper" --set 'conductors={copper: {band: [8e9, 12e9]}}'
mistake 1 "conductor 'pec': law maxwell has a condition of that name" "$nudge" check "$copper" --set 'conductors.pec={conductivity: 1, band: [1, 2]}'
mistake 1 "boundary 'walls': 'brass' is not a condition of law maxwell; it has .*copper" "$nudge" check "$copper" --set boundaries.walls=brass
mistake 1 "conductors are for law maxwell, not for acoustic" "$nudge" check examples/sheet/screen.yaml --set 'conductors={tin: {conductivity: 1, band: [1, 2]}}'
expect 0 "$nudge" check "$copper" "${short[@]}" --set conductors.copper.conductivity=10
warns "conductor 'copper': its conductivity is only 15 times"
expect 0 "$nudge" check "$copper" "${short[@]}" --set 'conductors.tin={conductivity: 1e7, band: [8 GHz, 12 GHz]}' \
    --set 'sheets={film: {resistance: 50}}'
warns "conductor 'tin' is not used by any boundary" "sheet 'film' is not used by any boundary"
grep -q "'copper' is not used" "$T/err" && bad "$(cat "$T/err")"

# A band that sources and ports leave. Just beyond it the impedance is still right.
feed='sources={feed: {current: {regions: [box], y: 1}, waveform: {pulse: {frequency: 10 GHz, bandwidth: 4 GHz}}}}'
beyond="source 'feed' radiates from 7.551 GHz to 12.45 GHz, and conductor 'copper' has the band"
expect 0 "$nudge" check "$copper" "${short[@]}" --set "$feed" --set 'conductors.copper.band=[1 GHz, 2 GHz]'
warns "copper.yaml:13: $beyond 1 GHz to 2 GHz: at 12.45 GHz its surface impedance, .* is off by 16 %"
expect 0 "$nudge" check "$copper" "${short[@]}" --set "$feed" --set 'conductors.copper.band=[20 GHz, 30 GHz]'
warns "$beyond 20 GHz to 30 GHz: at 7.551 GHz"
expect 0 "$nudge" check "$copper" "${short[@]}" --set "$feed"
grep -q 'surface impedance' "$T/err" && bad "$(cat "$T/err")"
expect 0 "$nudge" check examples/ports/slab.yaml "${short[@]}" --set boundaries.walls=tin \
    --set 'conductors.tin={conductivity: 9e6, band: [1 GHz, 2 GHz]}'
warns "sparameters.band is from 8.2 GHz to 12.4 GHz, and conductor 'tin' has the band 1 GHz to 2 GHz"

# Resumed, with the auxiliary variables that it had.
run() { "$nudge" run "$copper" "${short[@]}" --checksum --set "output.folder=$T/$1" "${@:2}"; }
expect 0 run whole --set time.end=2e-9
sum=$(grep '^checksum ' "$T/out")
expect 0 run part --set time.end=1e-9 --checkpoint-every 1h
expect 0 run part --set time.end=2e-9 --resume
[ -n "$sum" ] && [ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "resumed: $(cat "$T/out"), and without a break: $sum"
expect 0 run part --set time.end=2.1e-9 --resume --precision single
case $NUDGE_BUILD in *sanitize) finish ;; esac
expect 0 run other --set time.end=1e-9 --checkpoint-every 1h
mistake 1 'another basis, and its conductors and loads cannot be converted: resume it with the variant' run other --set time.end=2e-9 --resume --variant bernstein

. "$(dirname "$0")/mpi.bash"
expect 0 ranks "$n" "$nudge" run "$copper" "${short[@]}" --checksum --set "output.folder=$T/several" --set time.end=2e-9
[ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "$n ranks: $(cat "$T/out" "$T/err"), and on one: $sum"
finish
