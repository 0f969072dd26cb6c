#!/usr/bin/env bash
# Examples with known answers, and verify's messages: an answer that misses its limit, and runs that cannot start. Argument: the
# cases. Without one, all quick ones. Single precision saves time.
# PLAIN: cavity ball epsilon half-space Hertzian PML absorbing solid
# LONG:
. "$(dirname "$0")/cli.bash"
# Fields for ParaView, which verify does not look at, take most of the time of the cavity.
cp -r examples "$T/brief"
examples=$T/brief
sed -i '/^  fields: /d' "$examples/cavity/cavity.yaml"
mistake 1 "no case has 'zebra' in its name; there are: metal cavity; .*slab" "$nudge" verify zebra
mistake 1 "no case has 'zebra' in its name" "$nudge" verify cavity ball slab room solid zebra
mistake 1 'none of these cases draws one; nudge verify layer does' "$nudge" verify --picture "$T/no.svg" room
mistake 1 'no/such.svg: cannot' "$nudge" verify --examples "$examples" --picture "$T/no/such.svg" layer
cd "$T" && mistake 1 'no folder of examples at examples: .*--examples FOLDER' "$nudge" verify --quick
expect 0 "$nudge" verify --list --quick
says '^room +room/room.yaml$'
grep -q '^metal plate' "$T/out" && bad "a slow case is among the quick ones"
expect 0 "$nudge" verify --quick --precision single --examples "$examples" --csv "$T/verify.csv" "$@"
says 'Hertzian dipole' 'hollow ball +TM1' 'PML +normal incidence' ' ok '
[ $# -gt 0 ] || says 'metal sphere +ka = 1: backscatter' 'rigid sphere, acoustics +ka = 1: Q_sca' 'mode \(0, 0, 1\)'
[ "$(wc -l <"$T/verify.csv")" -eq $(($# ? 31 : 53)) ] || bad "$(cat "$T/verify.csv")"
grep -q WRONG "$T/out" && bad "$(cat "$T/out")"

# Shorter runs of examples that take long: a room in half the time, and spheres that no wave has left, whose answers are wrong.
mkdir "$T/short"
for example in room rigid-sphere glass-sphere; do cp -r "$examples/$example" "$T/short/"; done
sed -i 's/^time: {end: 2}/time: {end: 1}/' "$T/short/room/room.yaml"
sed -i 's/^time: .*/time: {end: 1e-3}/' "$T/short/rigid-sphere/rigid-sphere.yaml"
sed -i 's/^time: .*/time: {end: 0.3}/' "$T/short/glass-sphere/glass-sphere.yaml"
expect 0 "$nudge" verify --quick --precision single --examples "$T/short" room
says 'mode \(1, 0, 0\), Hz .* ok ' 'mode \(0, 0, 1\), Hz .* ok '
expect 1 "$nudge" verify --quick --precision single --examples "$T/short" rigid glass
says 'rigid sphere, acoustics +ka = 1: Q_sca .* WRONG' 'ka = 2: backscatter/pi a\^2 .* WRONG' 'glass sphere +ka = 1: backscatter' \
    'ka = 1: bistatic, worst angle .* WRONG' 'ka = 2: Q_sca .* WRONG'
warns '10 of the answers are not within what is allowed'
finish
