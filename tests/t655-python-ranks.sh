#!/usr/bin/env bash
# Ranks from Python: the same bits on one and three, with mpi4py before nudge, with a mistake and with a run that is stopped.
# NOSANITIZE: python3 does not load a library with sanitizers
set -u
. "$(dirname "$0")/python.bash"
. tests/mpi.bash
export PYTHONHASHSEED=1 OMP_NUM_THREADS=1
"$python" -c 'import mpi4py' || exit 1
one=$("$python" tests/python/ranks.py | cut -d' ' -f2-) || exit 1
[[ $one == *True ]] || { echo "one process said: $one"; exit 1; }
check() {
    local n=$1 said
    shift
    said=$(ranks "$n" "$python" tests/python/ranks.py "$@" 2>&1) || { echo "$n ranks, $*: $said"; exit 1; }
    [ "$said" = "$n $one" ] || { echo "$n ranks, $*: $said; one: 1 $one"; exit 1; }
}
check 3 before mistake stop
