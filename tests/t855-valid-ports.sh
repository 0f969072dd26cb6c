#!/usr/bin/env bash
# Ports against known answers: the cases of nudge verify. Arguments: their names, with _ for blanks.
# TIMEOUT: 1800
# LONG: ports,_dielectric ports,_iris ports,_step
# LONG: ports,_screen
# LONG: ports,_microstrip
# LONG: ports,_half-wave
. "$(dirname "$0")/cli.bash"
examples=$PWD/examples
expect 0 "$nudge" verify --quick --precision single --examples "$examples" "${@//_/ }"
for name in "${@//_/ }"; do says "^$name.* ok "; done
case $* in *dielectric*) says '\|S11\|, worst in the band .* ok ' '\|S21\|, worst in the band .* ok ' ;; esac
case $* in *dielectric* | *iris* | *step* | *microstrip*) says '\|S12 - S21\|, worst .* ok ' ;; esac
grep -q WRONG "$T/out" && bad "$(cat "$T/out")"
finish
