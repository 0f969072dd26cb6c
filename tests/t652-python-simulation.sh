#!/usr/bin/env bash
# The Python package: descriptions and their mistakes, and runs with functions, meshes, results, steps, operators and sweeps.
# NOSANITIZE: python3 does not load a library with sanitizers
# RUN: describe
# RUN: run
set -u
. "$(dirname "$0")/python.bash"
export NUDGE_CC=none PYTHONWARNINGS="ignore:no C compiler" # kernels built ahead of time
for part in ${1:-describe run}; do
    PYTHONPATH=$PYTHONPATH:tests/python "$python" -m unittest "test_$part" >"${TMPDIR:-/tmp}/nudge-python-$$" 2>&1
    status=$?
    [ $status -eq 0 ] || cat "${TMPDIR:-/tmp}/nudge-python-$$"
    rm -f "${TMPDIR:-/tmp}/nudge-python-$$"
    [ $status -eq 0 ] || exit 1
done
