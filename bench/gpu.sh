#!/usr/bin/env bash
# Checks, tunes and measures on this machine's GPU: bench/gpu.sh OUT [check] [speed] [laws] [tune] [paper] [counters]
# speed and laws measure the numbers of doc/explanation/performance.md, paper the paper's results; laws checks them first.
# counters, only if named: the limits of each of ORDERS (default: 1 to 9) for LAW (default: maxwell), by ncu.
# OUT receives tables, page, wisdom and logs. If it holds those of an earlier run, that run is continued.
# With a bundle (bench/bundle.sh): build-gpu/run bench/gpu.sh OUT. SECONDS_MOST limits the paper part (default: 500).
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
shift
steps=${*:-check speed laws tune paper}
mkdir -p "$out"
export NUDGE_CACHE=${NUDGE_CACHE:-/tmp/nudge-cache} NUDGE_WISDOM=$out/wisdom.txt TEST_DEVICE=cuda
tests=build/tests
[ -d "${BUNDLE:-build-gpu}/tests" ] && tests=${BUNDLE:-build-gpu}/tests
PATH=$PWD/build:$PATH

# Runs a test by its name and prints the result.
right() {
    local what=$1
    shift
    if "$@"; then echo "$what: ok"; else echo "$what: FAILED" && return 1; fi
}
check() {
    nudge devices
    right conformance "$tests/t420-device-conformance"
    right "steps from a graph" "$tests/t501-step-graph"
    right "bernstein against the reference" "$tests/t410-kernel-rate" bernstein 1,2,3,4,5,6,7,8,9 single,double 1
    right "few faces between materials" "$tests/t426-kernel-laws" maxwell,acoustic unmixed 1,4,9 single,double
    right "fields in the local basis" "$tests/t503-step-local-basis" bernstein 1,4,9 single
    right "plain and fused against the reference" "$tests/t410-kernel-rate" plain,fused 1,5,9 single,double 1
    right "the paper's kernels, double" "$tests/t414-kernel-paper" paper:3,paper:5 1,3,6 double all
    right "the paper's kernels, single" "$tests/t414-kernel-paper" paper:3,paper:4 2,4,9 single all
}
speed() {
    nudge bench --device cuda --json "$out/speed.json" --picture "$out/roofline.svg"
    nudge bench --device cuda --hold 2 --dofs 1.8e8 --json "$out/speed-180.json"
    nudge bench --device cuda --mixed --json "$out/speed-mixed.json"
    nudge bench --device cuda --compare --orders 2,4,7 --json "$out/compare.json"
    for precision in double single; do nudge bench --device cuda --scaling --orders 1-5 --precision $precision --dofs 3e7; done
    for how in greedy metis curve; do nudge bench --device cuda --orders 2,4,7 --precision single --blocks $how; done
    nudge bench --device cuda --precision single --orders 7 --fill 122e9
}
laws() {
    right "laws against the plain kernels" "$tests/t426-kernel-laws" acoustic,elastic bernstein 1,2,3,4,5,6,7,8,9 single,double
    right "orders of laws" "$tests/t812-valid-laws" 1,2,3,4,5,6,7,8,9 double,single
    for law in acoustic elastic; do nudge bench --device cuda --law $law --json "$out/speed-$law.json"; done
}
tune() {
    for variant in bernstein fused paper:3 paper:5; do
        nudge tune --device cuda --precision single --variant $variant --limit "${TUNE_LIMIT:-14}"
    done
}
paper() {
    nudge paper --device cuda --dofs 6e7 --out "$out/paper" --limit "${SECONDS_MOST:-500}"
}
counters() {
    local sections=(--section SpeedOfLight --section SourceCounters --metrics
        sm__cycles_active.avg,sm__cycles_elapsed.max,sm__inst_executed.avg.per_cycle_active,sm__warps_active.avg.per_cycle_active,lts__throughput.avg.pct_of_peak_sustained_elapsed,l1tex__throughput.avg.pct_of_peak_sustained_active,gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed)
    local names=()
    for precision in double single; do
        for N in ${ORDERS:-1 2 3 4 5 6 7 8 9}; do
            local name=$out/${LAW:-maxwell}-$N-$precision
            ncu --clock-control none --kill yes -k regex:stage_bernstein -s 2 -c 1 "${sections[@]}" -f -o "$name" \
                nudge bench --device cuda --law "${LAW:-maxwell}" --orders $N --precision $precision --dofs 1e7 >"$name.log" 2>&1 || true # it is killed once the launch was read
            [ -f "$name.ncu-rep" ] || { echo "ncu has read nothing; $name.log says why" && return 1; }
            for page in raw source; do ncu -i "$name.ncu-rep" --page $page --csv >"$name.$page.csv"; done
            names+=("$name")
        done
    done
    python3 bench/counters.py "${names[@]}"
}
for step in $steps; do
    start=$SECONDS
    echo "== $step"
    $step 2>&1 | tee -a "$out/$step.log"
    echo "== $step took $((SECONDS - start)) s"
done
