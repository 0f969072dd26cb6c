#!/usr/bin/env bash
# Surfaces with known answers: cases of nudge verify. Arguments: their names.
# PLAIN: copper
# LONG: sheet screen copper plate oblique
. "$(dirname "$0")/cli.bash"
expect 0 "$nudge" verify --quick --examples examples "$@"
says ' ok '
grep -q WRONG "$T/out" && bad "$(cat "$T/out")"
finish
