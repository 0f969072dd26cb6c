#!/usr/bin/env bash
# Ranks on one GPU and on its host: bench/ranks.sh OUT [PART ...]
# Parts: check (bits on 2 and 3 ranks by CUDA, transfers beside launches), resume (checksums of a run on 1, 2 and 3 ranks,
# and of one that stops and resumes), gpu (1, 2 and 4 ranks that share a GPU, with MPS where it starts), cpu (a rank per core
# against a thread per core). ORDERS are the orders of gpu. Run it by FOLDER/run of bench/bundle.sh. Each part writes
# OUT/PART.txt. Needs mpirun.
set -u
out=$1
shift
parts=${*:-check resume gpu cpu}
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

for part in $parts; do
    "$part" >"$out/$part.txt" 2>&1
    echo "$part: done after $SECONDS s"
done
