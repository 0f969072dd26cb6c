#!/usr/bin/env bash
# Known answers that take long: surfaces, symmetry, resonators, a guide and a dipole, cases of nudge verify. Arguments: their names,
# with _ for blanks.
# PLAIN: copper
# LONG: sheet porous copper plate oblique
# LONG: strip,_TM strip,_TE
# LONG: quarter
# LONG: dielectric_resonator
# LONG: waveguide
. "$(dirname "$0")/cli.bash"
expect 0 "$nudge" verify --quick --examples examples "${@//_/ }"
for name in "${@//_/ }"; do says "$name.* ok "; done
grep -q WRONG "$T/out" && bad "$(cat "$T/out")"
finish
