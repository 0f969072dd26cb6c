#!/usr/bin/env bash
# Calls that write to files fail, one in each run: of `nudge check`, of a run with all kinds of outputs, and of a run that is
# resumed and writes checkpoints. With exit status 0 all outputs are right. Otherwise it is 1, a message names the file, and
# what is there is whole; a run with checkpoints can be resumed. No temporary file is left. The argument is the stride;
# "full": all calls from one on fail, as on a full disk.
# PLAIN: 97
# PLAIN: 97 full
# LONG: 1
# LONG: 1 full
# NOSANITIZE: the sanitizers must be loaded first
. "$(dirname "$0")/cli.bash"
stride=${1:?the stride} full=${2:-}
export OMP_NUM_THREADS=1 NUDGE_CACHE=$T/cache NUDGE_CC=none NUDGE_WISDOM=none
cc -shared -fPIC -O1 -o "$T/fail.so" "$(dirname "$0")/fail-write.c" || exit 1
cat >"$T/p.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}
order: 1
materials: {air: {epsilon: 1, mu: 1}}
regions: {default: air}
boundaries: {default: absorbing}
initial: {Ey: sin(pi*x)*sin(pi*z)}
time: {end: 0.8}
monitors:
  eye: {probe: {at: [0.3, 0.3, 0.3]}}
  ring: {resonances: {probe: [0.3, 0.3, 0.3], band: [0.1, 1.6]}}
  sums: {fourier: {regions: [box], frequencies: [0.1]}}
  flow: {power: {around: [box], frequencies: [0.1]}}
  far: {far_field: {around: [box], frequencies: [0.1], theta: [0, 90], phi: [0]}}
output:
  folder: results/deep
  energy: {file: energy.csv}
  fields: {file: f.pvd, every: 0.4}
  picture: {file: p.png, field: Ey, frames: 2}
END
R=$T/results/deep
run() { "$nudge" run "$T/p.yaml" --device cpu "$@"; }
resume() { run --set time.end=1.6 --resume --checkpoint-every 0.001s; }
# failing NUMBER FUNCTION: the call of this number fails in the command. ENOSPC on a full disk, else EIO.
failing() {
    rm -f "$T/said" "$T/count"
    (
        export FAIL_WRITE=$1 FAIL_SAID=$T/said FAIL_COUNT=$T/count FAIL_ERROR=5
        [ -z "$full" ] || export FAIL_ON=1 FAIL_ERROR=28
        nudge="timed"
        timed() { timeout -k 5 60 env LD_PRELOAD="$T/fail.so" "$NUDGE_BUILD/nudge" "$@"; }
        "${@:2}"
    ) >"$T/out" 2>"$T/err"
}
# whole FOLDER REFERENCE [BEFORE]: files are those of a complete run, or complete as of an earlier time, or as they were before.
whole() {
    python3 - "$@" <<'END'
import json, os, sys
here, there = sys.argv[1:3]
for name in os.listdir(here) if os.path.isdir(here) else []:
    new = open(os.path.join(here, name), "rb").read()
    path = os.path.join(there, name)
    if name in ("nudge-checkpoint.h5", "nudge-checkpoint-previous.h5"):  # its last line has its size
        assert new[-55:-37] == b"\nnudge checkpoint " and int(new[-34:-18], 16) == len(new) - 55, name + " is torn"
        continue
    assert os.path.exists(path), name + " is not a file of the complete run"
    old = open(path, "rb").read()
    before = [os.path.join(folder, name) for folder in sys.argv[3:]]
    if any(os.path.exists(b) and open(b, "rb").read() == new for b in before): continue
    if name == "run.json": assert json.loads(new)["outcome"], new
    elif name.endswith(".csv"): assert old.startswith(new) and (not new or new.endswith(b"\n")), name + " is torn"
    elif name.endswith(".png"): assert new.endswith(b"IEND\xaeB`\x82"), name + " is torn"
    elif name.endswith(".pvd"): assert new.endswith(b"</VTKFile>\n"), name + " is torn"
    else: assert new == old, name + " is another one than of the complete run"
END
}
# same REFERENCE: prints what differs from the files of the complete run.
same() {
    local file
    for file in $(ls "$1" | grep -v 'run.json\|checkpoint'); do cmp -s "$1/$file" "$R/$file" || echo "$file differs or is missing;"; done
    grep -q '"outcome": "finished"' "$R/run.json" || echo "the report does not say finished;"
}
# judge STATUS REFERENCE [BEFORE]: what is there after a run in which a call failed.
judge() {
    local wrong='' left
    case $1 in
    0) wrong=$(same "$2") ;;
    1) grep -q '^nudge: .*results' "$T/err" || wrong="no message that names the file" ;;
    *) wrong="exit status $1" ;;
    esac
    whole "$R" "${@:2}" 2>"$T/why" || wrong="$wrong $(tail -n 1 "$T/why")"
    left=$(find "$T/results" "$T/cache" -name '*.part' 2>/dev/null)
    [ -z "$left" ] || wrong="$wrong left: $left"
    [ -z "$wrong" ] || bad "$what, call $k ($(cat "$T/said" 2>/dev/null)): $wrong: $(head -n 3 "$T/err")"
    [ $failures -lt "${MOST:-10}" ] || finish
}

# nudge check writes nothing that it needs.
check() { "$nudge" check --device cpu "$T/p.yaml"; }
failing 0 check || bad "check: $(cat "$T/err")"
all=$(cat "$T/count")
for ((k = 1; k <= all; k += stride)); do
    failing $k check || bad "check, call $k ($(cat "$T/said")): exit status $?: $(cat "$T/err")"
done

what=run
rm -rf "$T/results"
failing 0 run || bad "run: $(cat "$T/err")"
all=$(cat "$T/count")
[ "$all" -gt 100 ] || bad "run: ${all:-no} calls counted"
mv "$R" "$T/whole"
for ((k = 1; k <= all; k += stride)); do
    rm -rf "$T/results"
    got=0
    failing $k run || got=$?
    judge $got "$T/whole"
done

# A run that has a checkpoint, resumed for a later end.
what='run --resume'
rm -rf "$T/results"
expect 0 run --set time.end=1.6
mv "$R" "$T/whole2"
expect 0 run --checkpoint-every 1h
cp -r "$R" "$T/first"
failing 0 resume || bad "run --resume: $(cat "$T/err")"
all=$(cat "$T/count")
wrong=$(same "$T/whole2")
[ -z "$wrong" ] || bad "run --resume: $wrong"
for ((k = 1; k <= all; k += stride)); do
    rm -rf "$R" && cp -r "$T/first" "$R"
    got=0
    failing $k resume || got=$?
    judge $got "$T/whole2" "$T/first"
    [ $got -eq 1 ] || continue
    expect 0 run --set time.end=1.6 --resume
    wrong=$(same "$T/whole2")
    [ -z "$wrong" ] || bad "$what, call $k ($(cat "$T/said")): not resumed: $wrong $(head -n 3 "$T/err")"
done
[ "${VERBOSE:-}" ] && echo "$all calls of the last command"
finish
