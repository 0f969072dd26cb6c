#!/usr/bin/env bash
# Curved elements against straight ones of the same vertices: bench/curved.sh OUT
# Tests of curved elements on the device, then runs on cubes of 4374 and 105456 elements, 14 % of them curved
# (bench/curved_box.py), and, on a GPU, the metal sphere of examples/pec-sphere. Writes OUT/checks.txt, OUT/times.csv (steps, seconds
# without set-up and per evaluation) and OUT/ratios.txt.
# NO_TESTS: runs alone. DEVICE (cuda), ORDERS (3 4 6), PRECISIONS (single double) and SIZES (9 26, cubes per edge) from the environment. Uses the
# nudge of the path with tests beside it (bench/bundle.sh, FOLDER/run), else builds here.
set -u
out=$1 device=${DEVICE:-cuda} status=0
mkdir -p "$out"
if command -v nudge >/dev/null; then
    nudge=nudge tests=$(dirname "$(command -v nudge)")/tests
else
    make -s -j"$(nproc)" build/nudge build/tests/t580-step-curved build/tests/t422-device-texts || exit 1
    nudge=build/nudge tests=build/tests
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@" >"$work/log" 2>&1; then echo "ok     $what"; else status=1; echo "FAILED $what"; tail -n 20 "$work/log"; fi >>"$out/checks.txt"
}
: >"$out/checks.txt"
if [ -x "$tests/t580-step-curved" ] && [ -z "${NO_TESTS:-}" ]; then
    for precision in single double; do
        check "t580 on $device, $precision" env TEST_DEVICE="$device" "$tests/t580-step-curved" straight fused,bernstein 3,4 maxwell "$precision"
    done
    check "t580 on $device, other laws" env TEST_DEVICE="$device" "$tests/t580-step-curved" straight bernstein 2 acoustic,elastic single
fi
for variant in bernstein fused; do
    check "ball, $variant" "$nudge" run examples/curved-ball/curved-ball.yaml --device "$device" --variant $variant --set output.folder="$work/ball"
    grep -o 'relative L2 error.*' "$work/log" >>"$out/checks.txt"
done
cat "$out/checks.txt"

# One run: law, mesh and so on from a problem file; prints steps, seconds, and microseconds per evaluation.
measure() { # PROBLEM OPTIONS...
    "$nudge" run "$@" --device "$device" --set output.folder="$work/run" >"$work/log" 2>&1 || { tail -n 3 "$work/log" >&2; echo ,,; return 1; }
    python3 - "$work/run/run.json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
run, dofs = report['run'], report['mesh']['dofs']
evaluations = run['dofs_per_second'] * run['wall_seconds'] / dofs
print('%d,%.4f,%.2f' % (run['steps'], run['wall_seconds'], 1e6 * run['wall_seconds'] / evaluations))
PY
}
echo 'problem,order,precision,mesh,steps,seconds,us_per_evaluation' >"$out/times.csv"
for n in ${SIZES:-9 26}; do
    mkdir -p "$work/$n"
    python3 bench/curved_box.py "$work/$n" "$n" 0.14 || exit 1
    cat >"$work/$n/box.yaml" <<Y
law: maxwell
mesh: {file: flat.msh}
order: 4
boundaries: {outside: pec}
initial: {Ey: sin(pi*x)*sin(pi*z)}
time: {end: $(python3 -c "print(${TIME:-36} / $n)")}
Y
    for order in ${ORDERS:-3 4 6}; do
        for precision in ${PRECISIONS:-single double}; do
            for mesh in flat curved; do
                "$nudge" run "$work/$n/box.yaml" --device "$device" --order "$order" --precision "$precision" --set mesh.file=$mesh.msh --set time.steps=2 --set output.folder="$work/warm" >/dev/null 2>&1
                echo "box$n,$order,$precision,$mesh,$(measure "$work/$n/box.yaml" --order "$order" --precision "$precision" --set mesh.file=$mesh.msh)" | tee -a "$out/times.csv"
            done
        done
    done
done
for mesh in $([ "$device" = cpu ] || echo pec-sphere pec-sphere-curved); do
    for round in warm measured; do line=$(measure examples/pec-sphere/pec-sphere.yaml --precision single --set mesh.file=$mesh.msh); done
    echo "pec-sphere,4,single,$mesh,$line" | tee -a "$out/times.csv"
done
python3 - "$out/times.csv" <<'PY' | tee "$out/ratios.txt"
import csv, sys
rows = {(r['problem'], r['order'], r['precision'], r['mesh']): r for r in csv.DictReader(open(sys.argv[1])) if r['seconds']}
print('problem order precision  steps  per evaluation  wall time (curved over flat)')
for (problem, order, precision, mesh), r in rows.items():
    flat = rows.get((problem, order, precision, 'flat'))
    if mesh == 'curved' and flat:
        print('%-7s %5s %9s %6.3f %15.3f %10.3f' % (problem, order, precision, *(float(r[k]) / float(flat[k]) for k in ('steps', 'us_per_evaluation', 'seconds'))))
PY
exit $status
