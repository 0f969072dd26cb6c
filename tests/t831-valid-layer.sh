#!/usr/bin/env bash
# The earthquake below a layer, which takes minutes and is not among the quick examples.
# LONG:
# NOSANITIZE: it is t830's code, for minutes
. "$(dirname "$0")/cli.bash"
expect 0 "$nudge" verify --examples examples --picture "$T/traces.svg" layer
says 'velocities over time, 10 km +[0-9.]+% +5% +ok'
[ "$(grep -c '^v[xyz]$' "$T/traces.svg")" -eq 3 ] || bad "not three charts"
finish
