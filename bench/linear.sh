#!/usr/bin/env bash
# Linear steps against lsrk4 on a GPU: bench/linear.sh OUT [PART ...]; parts: integrators mixed small opencl.
# Run it by FOLDER/run of bench/bundle.sh. Each part writes OUT/PART.txt.
set -u
out=$1
shift
parts=${*:-integrators mixed small opencl}
mkdir -p "$out"
laws=${LAWS:-maxwell acoustic elastic}
precisions=${PRECISIONS:-single double}
orders=${ORDERS:-1-9}

compare() {
    for law in $laws; do
        for precision in $precisions; do
            nudge bench --integrators lsrk4,linear6 --device cuda --law "$law" --precision "$precision" --orders "$orders" "$@"
        done
    done
}
for part in $parts; do
    case $part in
    integrators) compare ;;
    mixed) compare --mixed ;;
    small) nudge bench --scaling --device cuda --orders "$orders" ;;
    opencl) nudge bench --device opencl --orders "$orders" ;;
    esac > "$out/$part.txt" 2>&1
    echo "$part: done after $SECONDS s"
done
