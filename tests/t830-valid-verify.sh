#!/usr/bin/env bash
# The quick examples with known answers (in single precision, to save time), and verify's messages when it cannot run.
# PLAIN:
. "$(dirname "$0")/cli.bash"
examples=$PWD/examples
mistake 1 "no case has 'zebra' in its name; there are: metal cavity; .*slab" "$nudge" verify zebra
mistake 1 "no case has 'zebra' in its name" "$nudge" verify cavity ball slab room solid zebra
mistake 1 'none of these cases draws one; nudge verify layer does' "$nudge" verify --picture "$T/no.svg" room
mistake 1 'no/such.svg: cannot' "$nudge" verify --examples "$examples" --picture "$T/no/such.svg" layer
cd "$T" && mistake 1 'no folder of examples at examples: .*--examples FOLDER' "$nudge" verify --quick
expect 0 "$nudge" verify --quick --precision single --examples "$examples" --csv "$T/verify.csv"
says 'metal sphere +ka = 1: backscatter' 'Hertzian dipole' 'rigid sphere, acoustics +ka = 1: Q_sca' 'mode \(0, 0, 1\)' 'hollow ball +TM1' 'PML +normal incidence' ' ok '
[ "$(wc -l <"$T/verify.csv")" -eq 39 ] || bad "$(cat "$T/verify.csv")"
grep -q WRONG "$T/out" && bad "$(cat "$T/out")"
finish
