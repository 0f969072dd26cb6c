#!/usr/bin/env bash
# The examples with known answers, the quick ones.
# PLAIN:
set -eu
"$NUDGE_BUILD/nudge" verify --quick --csv "$NUDGE_BUILD/verify.csv"
