#!/usr/bin/env bash
# The cases of nudge verify that have poles: water, and spheres of a metal and of a dielectric, within 1 % of closed forms.
# LONG: Debye
# LONG: Drude
# LONG: Lorentz
. "$(dirname "$0")/cli.bash"
expect 0 "$nudge" verify --quick --precision single --examples examples "$1"
says "$1 .* ok "
grep -q WRONG "$T/out" && bad "$(cat "$T/out")"
finish
