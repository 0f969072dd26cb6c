#!/usr/bin/env bash
# Ranks on one GPU and on its host: bench/ranks.sh OUT [PART ...]
# Parts: check (bits on 2 and 3 ranks by CUDA, transfers beside launches), resume (checksums of a run on 1, 2 and 3 ranks,
# and of one that stops and resumes), gpu (1, 2 and 4 ranks that share a GPU, with MPS where it starts), cpu (a rank per core
# against a thread per core), paths (CUDA IPC, MPI from device memory and pinned memory on two ranks that share a GPU, one
# table; mpi-device.c copies messages for an MPI that does not take the memory of GPUs itself). ORDERS are the orders of gpu
# and of paths. Run it by FOLDER/run of bench/bundle.sh. Each part writes OUT/PART.txt. Needs mpirun.
set -u
out=$1
shift
parts=${*:-check resume gpu cpu paths}
orders=${ORDERS:-2,4,7}
mkdir -p "$out"
tests=$(dirname "$(command -v nudge)")/tests
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
ranks() { mpirun -n "$1" --bind-to none "${@:2}" </dev/null; }

check() {
    "$tests/t420-device-conformance" && echo "t420: fine"
    for n in 2 3; do
        OMP_NUM_THREADS=4 ranks $n "$tests/t508-step-ranks" fused,bernstein 1,2,4,7 maxwell single cuda && echo "t508 on $n ranks: fine"
        OMP_NUM_THREADS=4 ranks $n "$tests/t508-step-ranks" bernstein 2,4 elastic double cuda && echo "t508 elastic on $n ranks: fine"
    done
}

resume() {
    local folder problem=examples/pec-sphere/pec-sphere.yaml n k
    folder=$(mktemp -d)
    cp -r examples/pec-sphere "$folder/"
    problem=$folder/pec-sphere/$(basename "$problem")
    for n in 1 2 3; do
        OMP_NUM_THREADS=4 ranks $n nudge run "$problem" --device cuda --checksum --set output.folder="out$n" | grep -i checksum
    done
    # The run is stopped twice by a signal and goes on with another number of ranks.
    for k in 1 2; do
        OMP_NUM_THREADS=4 timeout -s TERM 6 nudge run "$problem" --device cuda --checkpoint-every 1s --resume auto --set output.folder=again |
            tail -2
    done
    OMP_NUM_THREADS=4 ranks 2 nudge run "$problem" --device cuda --checksum --resume --set output.folder=again | grep -i -e checksum -e resum
    rm -rf "$folder"
}

# bench --ranks with 5e6 DOFs per rank (weak) and 6e7 in all (strong); the first line of each is what is compared with one rank.
share() {
    for n in 1 2 4; do
        echo "-- $n ranks"
        OMP_NUM_THREADS=4 ranks $n nudge bench --ranks --orders "$orders" --dofs 6e7 --device cuda
        OMP_NUM_THREADS=4 ranks $n nudge bench --ranks --orders "$orders" --dofs 5e6 --device cuda
    done
}

gpu() {
    echo "== without MPS"
    share
    if nvidia-cuda-mps-control -d; then
        echo "== with MPS"
        share
        echo quit | nvidia-cuda-mps-control
    fi
}

cpu() {
    local cores
    cores=$(nproc)
    for _ in 1 2 3; do
        OMP_NUM_THREADS=1 mpirun -n "$cores" --bind-to core nudge bench --ranks --orders 4 --dofs 6e7 --device cpu --threads 1 </dev/null
        nudge bench --ranks --orders 4 --dofs 6e7 --device cpu --threads "$cores"
    done
}

# A row per path: bits against one rank (t508), then the row of bench --ranks whose DOFs are those of all ranks together.
path_rows() { # MPS
    local path device bits shim=$tests/../lib/mpi-device.so
    for path in '' device pinned; do
        for device in own pretended; do
            [ "$device" = own ] || [ "$path" = device ] || continue
            local with=(env NUDGE_EXCHANGE="$path")
            [ "$device" = own ] || with+=(LD_PRELOAD="$shim")
            if OMP_NUM_THREADS=4 ranks 2 "${with[@]}" "$tests/t508-step-ranks" bernstein 2,4 maxwell single cuda; then bits=same; else bits=OTHER; fi
            OMP_NUM_THREADS=4 ranks 2 "${with[@]}" nudge bench --ranks --orders "${ORDERS:-4}" --dofs "${DOFS:-6e7}" --device cuda 2>&1 |
                awk -v how="$1" -v path="${path:-any}" -v mpi="$device" -v bits="$bits" '
                    /^ *[0-9]+ +strong/ {sub(/^ +/, ""); printf "%-8s %-7s %-10s %-6s %s\n", how, path, mpi, bits, $0}
                    /warning/ {print "#", $0}'
        done
    done
}

paths() {
    local mps=0
    echo "MPS      path    MPI        bits   N  mesh      elements of a rank           DOFs    GDOF/s    ms/eval    without  exchange   hidden  not computing    MB sent  by"
    path_rows without
    nvidia-cuda-mps-control -d && mps=1
    [ $mps -eq 0 ] || path_rows with
    [ $mps -eq 0 ] || echo quit | nvidia-cuda-mps-control
}

for part in $parts; do
    "$part" >"$out/$part.txt" 2>&1
    echo "$part: done after $SECONDS s"
done
