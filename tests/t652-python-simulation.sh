#!/usr/bin/env bash
# The Python package: descriptions and their mistakes; runs with functions, meshes, results, steps, operators and sweeps; what is
# refused before a run; curved meshes; S-parameters.
# NOSANITIZE: python3 does not load a library with sanitizers
# RUN: describe
# RUN: run
# RUN: check
# RUN: curved
# RUN: network
set -u
. "$(dirname "$0")/python.bash"
export NUDGE_CC=none PYTHONWARNINGS="ignore:no C compiler" # kernels built ahead of time
for part in ${1:-describe run check curved network}; do
    PYTHONPATH=$PYTHONPATH:tests/python "$python" -m unittest "test_$part" >"${TMPDIR:-/tmp}/nudge-python-$$" 2>&1
    status=$?
    if [ $status -eq 0 ]; then
        grep -o 'left out: .*' "${TMPDIR:-/tmp}/nudge-python-$$"
    else
        cat "${TMPDIR:-/tmp}/nudge-python-$$"
    fi
    rm -f "${TMPDIR:-/tmp}/nudge-python-$$"
    [ $status -eq 0 ] || exit 1
done
