#!/usr/bin/env bash
# Runs every test: tests/run.sh BUILD... Lines "// RUN: arguments" (C) or "# RUN: arguments" (shell) in a test's
# file are its runs; without one it runs once with no arguments. A run may take 600 s, or what a line
# "# TIMEOUT: seconds" of a script says. Instead of "RUN:", "PLAIN:" marks runs only in builds
# without sanitizers, "SANITIZED:" only with them, and "LONG:" runs for LONG=1 only, in both; a line
# "// NOSANITIZE: reason" keeps a test out of sanitizer builds. SELECT=text runs only tests whose name contains it.
# Sanitizers find errors of memory and arithmetic in a few orders and steps, but make kernels slow. Numbers are
# compared in the plain build.
# Prints the wall and processor time of each run, the output of those that fail, lines "left out: ..." of the others (what they
# did not test, for lack of an optional package), and last "N passed, N failed" over
# all builds.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || { echo "usage: tests/run.sh BUILD..." >&2; exit 2; }
# Two tests run at a time with two threads each: waiting threads must not spin.
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-2} OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$PWD/tests/leaks.txt:print_suppressions=0}
logs=$1/test-logs
rm -rf "$logs" && mkdir -p "$logs" || exit 1

# One line a run: its build, then the command.
list_runs() {
    case $1 in *sanitize) other=PLAIN ;; *) other=SANITIZED ;; esac
    for source in tests/t[0-9]*; do
        case $source in *"${SELECT:-}"*) ;; *) continue ;; esac
        case $source in *.c) program=$1/${source%.c} ;; *.sh) program=$source ;; *) continue ;; esac
        reason=$(sed -nE 's@^(//|#) NOSANITIZE: *@@p' "$source")
        case $1:$reason in *sanitize:?*) echo "left out            $1 $source: $reason" >&2; continue ;; esac
        marks=$(grep -E '^(//|#) (RUN|PLAIN|SANITIZED|LONG):' "$source") || marks="// RUN:"
        while IFS= read -r line; do
            case ${line%%:*} in *LONG) [ "${LONG:-}" ] || continue ;; *"$other") continue ;; esac
            echo "$1 $program ${line#*:}"
        done <<<"$marks"
    done
}
for build; do list_runs "$build"; done >"$logs/list" 2>"$logs/left-out"
cat "$logs/left-out"

run_one() {
    read -r build command <<<"$2"
    case $build in /*) NUDGE_BUILD=$build ;; *) NUDGE_BUILD=$PWD/$build ;; esac
    export NUDGE_BUILD NUDGE_CACHE=$NUDGE_BUILD/cache
    script=${command%% *} limit=600
    case $script in *.sh) limit=$(sed -nE 's@^# TIMEOUT: *@@p' "$script") ;; esac
    log=$1/$(tr -c 'a-zA-Z0-9\n' '_' <<<"$2") verdict=ok TIMEFORMAT='%R %U %S'
    # shellcheck disable=SC2086
    { time timeout -k 10 "${TEST_TIMEOUT:-${limit:-600}}" $command >"$log" 2>&1 </dev/null || verdict="FAILED ($?)"; } 2>"$log.times"
    read -r wall user system <"$log.times"
    # In one piece, for another test may be printing at this moment.
    text=$(awk -v v="$verdict" -v w="$wall" -v c="$user $system" -v t="$build ${command#"$build/"}" \
        'BEGIN { split(c, s, " "); printf "%-12s %6.1f s %6.1f s  %s", v, w, s[1] + s[2], t }')
    if [ "$verdict" = ok ]; then
        left=$(grep '^left out: ' "$log") && text+=$'\n'$(sed 's/^/    /' <<<"$left")
    else
        text+=$'\n'$(sed 's/^/    /' "$log" | head -n 40)
    fi
    printf '%s\n' "$text"
}
export -f run_one
SECONDS=0
# shellcheck disable=SC2016
xargs -d '\n' -P "${JOBS:-$(nproc)}" -I{} bash -c 'run_one "$0" "$1"' "$logs" {} <"$logs/list" | tee "$logs/summary"

passed=$(grep -c '^ok ' "$logs/summary")
failed=$(grep -c '^FAILED ' "$logs/summary")
lost=$(($(wc -l <"$logs/list") - passed - failed))
echo "$((SECONDS / 60)) min $((SECONDS % 60)) s in all, $(cat "$logs"/*.times | awk '{ s += $2 + $3 } END { printf "%.0f", s }') s of processors"
[ $lost -eq 0 ] || echo "$lost runs left no verdict and count as failed"
[ $((passed + failed + lost)) -gt 0 ] || echo "no test is called *${SELECT:-}*"
echo "$passed passed, $((failed + lost)) failed"
[ $((failed + lost)) -eq 0 ] && [ "$passed" -gt 0 ]
