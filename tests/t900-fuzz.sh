#!/usr/bin/env bash
# Fuzzes for a while: tests/t900-fuzz.sh NAME SECONDS. NAME is a harness of tests/fuzz. An input that crashes it,
# hangs, leaks or takes too much memory is kept; its path and the command to repeat it are printed. Seeds must be
# accepted. NUDGE_FUZZ_CORPUS: a folder for inputs that reach new code, where later runs start ("./dev fuzz" has one).
# NOSANITIZE: the harnesses are a build of their own, with sanitizers
# RUN: problem 8
# RUN: mesh 12
# RUN: law 7
# RUN: solver 9
# RUN: expr 4
# RUN: tetgen 5
# RUN: table 4
# RUN: wisdom 4
# RUN: checkpoint 8
# RUN: fit 4
# RUN: report 5
# LONG: problem 120
# LONG: mesh 180
# LONG: law 90
# LONG: solver 180
# LONG: expr 60
# LONG: tetgen 90
# LONG: table 60
# LONG: wisdom 60
# LONG: checkpoint 120
# LONG: fit 60
# LONG: report 60
set -u
cd "$(dirname "$0")/.." || exit 1
name=$1 seconds=$2
build="build-fuzz/fuzz"
[ -x "$build/$name" ] || { echo "$build/$name is missing: make FUZZ=1 fuzzers"; exit 1; }
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export TMPDIR=$T OMP_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/leaks.txt:print_suppressions=0

# Where the seeds are, how long an input may be, and which sources hold the words of the format.
most=4096 words= options=()
seeds=()
case $name in
problem) seeds=(examples/*/*.yaml) words='src/problem/*.c' ;;
expr) most=512 words='src/problem/expr*.c' ;;
law) seeds=(src/law/*.law examples/law/*.law) most=20000 words='src/law/*.c' ;;
mesh) most=8192 words='src/mesh/g*.c' ;;
tetgen) words='src/mesh/tetgen.c' ;;
solver) words='src/problem/keys*.c' ;;
checkpoint) most=65 options=(-len_control=0) ;;
wisdom) words='src/tune/wisdom*.c src/kernel/*/*.c' ;;
fit) most=512 words='studies/fit_*.c' ;;
report) most=16384 words='studies/report_*.c' ;;
esac
mkdir -p "$T/seeds" "$T/new"
for file in "${seeds[@]}" tests/fuzz/seeds/"$name"/* "$build/seeds/$name"/*; do
    [ -f "$file" ] && [ "$(wc -c <"$file")" -le $most ] && cp "$file" "$T/seeds/$(tr / - <<<"$file")"
done

# Bare words of the sources, and numbers that are often forgotten.
{
    # shellcheck disable=SC2086
    [ -n "$words" ] && cat $words | grep -oE '"[A-Za-z0-9_.$ ]+"' | sort -u
    printf '"%s"\n' -1 0 1 2147483647 2147483648 4294967296 9223372036854775807 99999999999999999999 nan inf 1e400 1e-400 \
        '\x0a' '\x00' '\xff' ': ' '- ' '[' ']' '{' '}' '&a ' '*a' '<<: ' '|\x0a' '@@' '/*' '*/' '//' '#define ' '(' ')' '^' '?'
} >"$T/words.dict"

# shown COMMAND...: runs it; what it said is printed when it fails, with what to do.
kept=build-fuzz/crashes/$name
mkdir -p "$kept"
shown() {
    "$@" >"$T/log" 2>&1 && return
    grep -vE '^(INFO:|#[0-9]+\s+(NEW|REDUCE|RELOAD|pulse|INITED|DONE))' "$T/log" | grep -avE '^(Step|MS:)' | head -n 30 | cut -c 1-200
    input=$(sed -n 's/.*Test unit written to //p' "$T/log" | tail -n 1)
    [ -z "$input" ] || echo "the input is kept; try it again with:  TMPDIR=/tmp $build/$name $input"
    exit 1
}

NUDGE_FUZZ_STRICT=1 shown "$build/$name" -artifact_prefix="$kept/" "$T"/seeds/*
shown "$build/$name" -seed=1 -max_total_time="$seconds" -max_len=$most -dict="$T/words.dict" -timeout=30 -rss_limit_mb=2048 "${options[@]}" \
    -malloc_limit_mb=256 -artifact_prefix="$kept/" -print_final_stats=1 "${NUDGE_FUZZ_CORPUS:-$T/new}" "$T/seeds"
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$T/log")
tried=("$T"/seeds/*)
[ "${runs:-0}" -gt ${#tried[@]} ] || { echo "only ${runs:-no} inputs were tried, with ${#tried[@]} seeds"; exit 1; }
[ -z "${NUDGE_FUZZ_CORPUS:-}" ] || sed -n 's/^stat::number_of_executed_units: */inputs tried: /p' "$T/log"
exit 0
