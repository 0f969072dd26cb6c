#!/usr/bin/env bash
# Messages that MPI takes from the memory of devices: only if it says so and passes a test. On a CPU, whose memory takes the place of a
# device's, with an MPI that pretends (mpi-device.c). The path is printed, and results have the same bits on each. Argument: the ranks.
# NOSANITIZE: the sanitizers want to be loaded first
# PLAIN: 2
# LONG: 3
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
n=$1
mpicc -shared -fPIC -O1 -Wl,-z,lazy -o "$T/mpi-device.so" "$(dirname "$0")/mpi-device.c" || exit 1
run() { # NUDGE_EXCHANGE, MPI_DEVICE or - for the MPI that is installed
    local with=()
    [ "$2" = - ] || with=(LD_PRELOAD="$T/mpi-device.so")
    ranks "$n" env NUDGE_EXCHANGE="$1" MPI_DEVICE="$2" "${with[@]}" "$nudge" run examples/cavity/cavity.yaml --order 2 --device cpu \
        --set time.end=0.2 --set output.folder="$T/out.d" --checksum --verbose
}
sum() { grep -ho 'checksum.*' "$T/out" "$T/err" | head -n 1; }
path() { # PATH [PATTERN]: the path, and a warning or none
    grep -Ehq "rank 0 exchanges [0-9]+ faces? with [0-9]+ ranks? by $1\$" "$T/out" "$T/err" || bad "not by $1: $(grep -h exchanges "$T/out" "$T/err")"
    if [ $# -gt 1 ]; then warns "warning: .*$2"; else grep -q 'warning' "$T/err" && bad "a warning: $(cat "$T/err")"; fi
    [ "$(sum)" = "$first" ] && [ -n "$first" ] || bad "other bits by $1: $(sum), not $first"
}
expect 0 run mpi -
first=$(sum)
path MPI
expect 0 run pinned yes
path MPI
expect 0 run device yes
path 'MPI from device memory'
expect 0 run device no
path MPI 'does not say that it takes memory of CUDA devices'
expect 0 run device wrong
path MPI 'says that it takes memory of CUDA devices, but [0-9]+ bytes of a test arrived wrong'
expect 1 run device fail
warns 'NUDGE_EXCHANGE=pinned does without'
expect 1 run nonsense -
warns 'NUDGE_EXCHANGE=nonsense: it may be mpi, pinned, device'
# Steps of all variants and laws in the same way.
NUDGE_EXCHANGE=device LD_PRELOAD= expect 0 ranks "$n" env LD_PRELOAD="$T/mpi-device.so" "$NUDGE_BUILD/tests/t508-step-ranks" simd,bernstein 2 elastic single
finish
