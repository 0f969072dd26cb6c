#!/usr/bin/env bash
# Small problems on a GPU, whole steps in one launch against one launch per evaluation: bench/small.sh OUT [PART ...]
# Parts: bits speed. Run it by FOLDER/run of bench/bundle.sh. DOFS, PRECISIONS, ORDERS choose less.
set -u
out=$1
shift
parts=${*:-bits speed}
mkdir -p "$out"
tests=$(dirname "$(command -v nudge)")/tests

bits() {
    TEST_DEVICE=cuda "$tests/t507-step-whole" maxwell,acoustic,elastic "${ORDERS:-1,2,3,4,5,6,7,8,9}" &&
        echo "whole steps have the bits of stages"
}

speed() {
    for law in ${LAWS:-maxwell}; do
        for precision in ${PRECISIONS:-single double}; do
            for dofs in ${DOFS:-5e5}; do
                for steps in stages whole; do
                    echo "steps: $steps, $law, $precision, $dofs"
                    NUDGE_STEPS=$steps nudge bench --integrators linear6 --device cuda --law "$law" --precision "$precision" \
                        --orders "${ORDERS:-1-9}" --dofs "$dofs"
                done
            done
        done
    done
}
for part in $parts; do
    $part > "$out/$part.txt" 2>&1
    echo "$part: $? after $SECONDS s"
done
