#!/usr/bin/env bash
# Checks and measures waves in the open on this machine's GPU: bench/open.sh OUT MESHES [check] [cost] [aircraft] [verify]
# MESHES holds aircraft.msh and a fine pec-sphere.msh, made from the examples' .geo files (gmsh -setnumber h 0.055 for the sphere).
# cost: the stages of the sphere's run bare, with sources and monitors, and with a PML. DEVICE (default: cuda).
# With a bundle (bench/bundle.sh): build-gpu/run bench/open.sh OUT build-gpu/meshes
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1 meshes=$(cd "$2" && pwd)
shift 2
steps=${*:-check cost aircraft verify}
device=${DEVICE:-cuda}
mkdir -p "$out"
out=$(cd "$out" && pwd)
export NUDGE_CACHE=${NUDGE_CACHE:-/tmp/nudge-cache} NUDGE_WISDOM=${NUDGE_WISDOM:-none} TEST_DEVICE=$device
tests=build/tests
[ -d "${BUNDLE:-build-gpu}/tests" ] && tests=${BUNDLE:-build-gpu}/tests
PATH=$PWD/build:$PATH

right() {
    if "$tests/$@"; then echo "$*: ok"; else echo "$*: FAILED"; fi
}
check() {
    right t410-kernel-rate bernstein,fused 1,4,7 single,double 1 lossy
    right t410-kernel-rate bernstein,fused 1,4,7 single,double 1 impedance
    right t534-step-pml normal,Ez,Hz bernstein single,double
    for N in 1 4 7; do
        right t542-step-source bernstein $N single,double
        right t620-output-samples bernstein $N single,double
    done
    right t544-step-wave
    right t545-step-dipole
}

# Writes a variation of the bare sphere: problem NAME LAYERS, the rest from standard input.
problem() {
    {
        printf "law: maxwell\norder: 4\n"
        echo "mesh: {file: $meshes/pec-sphere.msh$2}"
        echo "boundaries: {sphere: pec, outside: absorbing}"
        echo "output: {folder: $1}"
        cat
    } > "$out/$1.yaml"
}
# The time of the stages alone: run.json has the seconds of the steps without set-up.
time_of() {
    nudge run "$out/$1.yaml" --device "$device" --order "$2" --precision "$3" > "$out/$1.log" 2>&1 || { tail -5 "$out/$1.log"; return; }
    python3 - "$out/$1/run.json" "$1 N = $2 $3" <<'PY'
import json, sys
r = json.load(open(sys.argv[1]))
m, run = r["mesh"], r["run"]
ns = run["wall_seconds"] / run["steps"] / 5 / m["elements"] * 1e9
print(f"{sys.argv[2]:28} {r['device']['variant']:10} {m['elements']:8} elements {run['steps']:6} steps {run['wall_seconds']:8.3f} s  {ns:7.3f} ns an element and stage  {run['dofs_per_second']/1e9:6.1f} GDOF/s")
PY
}
cost() {
    wave='wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], origin: [0, 0, -1.4]}, waveform: {pulse: {frequency: 0.5, bandwidth: 0.6}}}'
    start='initial: {Ex: exp(-40*((z-1.4)^2+x^2+y^2))}'
    far='far_field: {around: [near], frequencies: [0.3, 0.5, 0.7]}'
    end="time: {end: ${END:-3}}"
    printf '%s\n' "$start" "$end" | problem bare ""
    printf '%s\n' "sources: {$wave}" "$end" | problem source ""
    printf '%s\n' "sources: {$wave}" "monitors: {rcs: {$far}, tip: {probe: {at: [0, 0, -1.5]}}}" "$end" | problem monitors ""
    printf '%s\n' "$start" "$end" | problem shell ", pml: {layers: 4, thickness: 0.8}"
    for precision in ${PRECISIONS:-single double}; do
        for N in ${ORDERS:-2 4 6}; do
            for run in ${RUNS:-bare source monitors shell}; do time_of $run $N $precision; done
        done
    done
    grep -h "elements" "$out/shell.log" | head -5 || true
}
aircraft() {
    cp "$meshes/aircraft.msh" examples/aircraft/
    nudge run examples/aircraft/aircraft.yaml --device "$device" --set output.folder="$out/aircraft"
    grep -E 'wall_seconds|setup|steps|dofs' "$out/aircraft/run.json"
}
verify() {
    nudge verify --device "$device" --csv "$out/verify.csv"
}
for step in $steps; do
    start=$SECONDS
    echo "== $step"
    $step 2>&1 | tee -a "$out/$step.log"
    echo "== $step took $((SECONDS - start)) s"
done
