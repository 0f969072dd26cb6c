#!/usr/bin/env bash
# Tunes parameters for linear steps on a GPU, and measures what they gain: bench/tune.sh OUT [PART ...]
# Parts: large (64 million DOFs), small (5e5 DOFs), opencl. Run it by FOLDER/run of bench/bundle.sh.
# Each part writes OUT/PART.wisdom and OUT/PART.txt: the tuner's tables, then times with the parameters that
# were there before, then with the new ones. LAWS, PRECISIONS, ORDERS and LIMIT (seconds per order) choose less.
set -u
out=$1
shift
parts=${*:-large small opencl}
mkdir -p "$out"
laws=${LAWS:-maxwell}
precisions=${PRECISIONS:-single double}
orders=${ORDERS:-1-9}

# PART DEVICE OPTIONS OF bench: tune, then measure twice
compare() {
    local part=$1 device=$2 dofs=$3 tuned=$4
    for law in $laws; do
        for precision in $precisions; do
            local case="--device $device --law $law --precision $precision --orders $orders"
            NUDGE_WISDOM=$out/$part.wisdom nudge tune $case --limit "${LIMIT:-20}" $tuned
            for wisdom in none "$out/$part.wisdom"; do
                echo "wisdom: ${wisdom##*/}"
                NUDGE_WISDOM=$wisdom nudge bench --integrators linear6 $case --dofs "$dofs"
            done
        done
    done
}
for part in $parts; do
    case $part in
    large) compare large cuda 6.4e7 "" ;;
    small) compare small cuda 5e5 "--dofs 5e5" ;;
    opencl) compare opencl opencl 6.4e7 "" ;;
    esac > "$out/$part.txt" 2>&1
    echo "$part: done after $SECONDS s"
done
