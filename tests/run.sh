#!/usr/bin/env bash
# Runs every test: tests/run.sh BUILD [pattern]. A test's runs stand in it as lines "// RUN: arguments" (C) or
# "# RUN: arguments" (shell); without one it runs once with no arguments. "LONG:" instead of "RUN:" marks runs for
# LONG=1 only. Prints the output of those that fail, and "N passed, N failed" last.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1 pattern=${2:-}
export NUDGE_BUILD="$PWD/$build" NUDGE_CACHE="$PWD/$build/cache" OMP_NUM_THREADS=${OMP_NUM_THREADS:-2}
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
logs=$build/test-logs
rm -rf "$logs" && mkdir -p "$logs"

list=$logs/list
for source in tests/t[0-9]*; do
    case $source in *.c) program=$build/${source%.c} ;; *.sh) program=$source ;; *) continue ;; esac
    case $source in *"$pattern"*) ;; *) continue ;; esac
    marks=$(grep -E '^(//|#) (RUN|LONG):' "$source" || true)
    [ -n "$marks" ] || marks="// RUN:"
    while IFS= read -r line; do
        case $line in *LONG:*) [ "${LONG:-}" ] || continue ;; esac
        echo "$program ${line#*:}" >>"$list"
    done <<<"$marks"
done
touch "$list"

run_one() {
    log=$1/$(echo "$2" | tr -c 'a-zA-Z0-9\n' '_')
    start=$(date +%s.%N)
    # shellcheck disable=SC2086
    if timeout "${TEST_TIMEOUT:-600}" $2 >"$log" 2>&1; then verdict=ok; else verdict="FAILED ($?)"; fi
    printf '%-10s %6.1fs  %s\n' "$verdict" "$(echo "$(date +%s.%N) - $start" | bc)" "$2"
    case $verdict in ok) ;; *) sed 's/^/    /' "$log" | head -40 ;; esac
}
export -f run_one
xargs -d '\n' -P "${JOBS:-2}" -I{} bash -c 'run_one "$0" "$1"' "$logs" {} <"$list" | tee "$logs/summary"

passed=$(grep -c '^ok' "$logs/summary")
failed=$(grep -c '^FAILED' "$logs/summary")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
