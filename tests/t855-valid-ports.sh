#!/usr/bin/env bash
# Ports against known answers: the cases of nudge verify. Arguments: their names, with _ for blanks.
# LONG: ports,_dielectric ports,_iris ports,_step
. "$(dirname "$0")/cli.bash"
examples=$PWD/examples
expect 0 "$nudge" verify --quick --precision single --examples "$examples" "${@//_/ }"
says '\|S11\|, worst in the band .* ok ' '\|S21\|, worst in the band .* ok '
finish
