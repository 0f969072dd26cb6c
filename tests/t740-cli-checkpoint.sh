#!/usr/bin/env bash
# Runs that are killed, stopped or out of time continue from their checkpoint: all outputs are those of the undisturbed run,
# byte for byte, and no others are there. The problem has a PML, a lossy body, a plane wave and a dipole, probes, Fourier
# sums, power, far field, a field series, the energy and a film strip.
# Arguments: kill COUNT | stop | extend | damage | full | mistakes | law
# PLAIN: kill 3
# SANITIZED: kill 1
# LONG: kill 50
# PLAIN: stop
# PLAIN: extend
# PLAIN: damage
# PLAIN: full
# PLAIN: mistakes
# LONG: law
. "$(dirname "$0")/cli.bash"
export OMP_NUM_THREADS=1

# A body in the middle of two layers: 5 x 5 x 5 bricks.
python3 tests/nested-mesh.py >"$T/nested.msh"
cat >"$T/p.yaml" <<'END'
law: maxwell
mesh: {file: nested.msh, scale: 0.2, pml: {layers: 1, thickness: 0.2, sides: [xmax, ymax]}}
order: 1
precision: single
materials: {air: {epsilon: 1}, mud: {epsilon: 2, sigma: 0.3}}
regions: {default: air, body: mud}
boundaries: {default: absorbing}
sources:
  wave:
    plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], total: [body, near]}
    waveform: {pulse: {frequency: 0.6, bandwidth: 1}}
  spark: {dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1]}, waveform: {ricker: {frequency: 0.5}}}
time: {end: 6}
monitors:
  point: {probe: {at: [0.33, 0.4, 0.5]}}
  rare: {probe: {at: [0.7, 0.4, 0.5], every: 0.37}}
  inside: {fourier: {regions: [body], frequencies: [0.5, 1]}}
  flow: {power: {frequencies: [0.4], around: [body]}}
  rcs: {far_field: {frequencies: [0.5], around: [body, near], theta: [0, 90, 180], phi: [0]}}
output:
  fields: {file: f.pvd, every: 2}
  energy: {file: energy.csv}
END
steps=36
case $NUDGE_BUILD in *sanitize) sed -i 's/end: 6/end: 2/' "$T/p.yaml"; steps=12 ;; esac # its kernels are slow
picture='  picture: {file: p.png, field: Ex, frames: 3}'
run() { "$nudge" run "$T/p.yaml" --set output.folder="$1" "${@:2}"; }
# start FOLDER [OPTION]...: the same in the background, as process $pid.
start() {
    "$nudge" run "$T/p.yaml" --set output.folder="$1" "${@:2}" >"$T/out" 2>"$T/err" &
    pid=$!
}
# refused PATTERN FOLDER [OPTION]...: the last message of a run, after warnings of the set-up.
refused() { expect 1 run "${@:2}"; warns "^nudge: .*$1"; }
# under_way FOLDER ROWS: waits until the run has written so many rows of the probe.
under_way() {
    for _ in $(seq 6000); do
        [ "$(cat "$T/$1/point.csv" 2>/dev/null | wc -l)" -ge "$2" ] && return
        kill -0 $pid 2>/dev/null || return
        sleep 0.01
    done
    bad "the run does not get to row $2"
}
# two_checkpoints FOLDER: a run that ends after its second checkpoint or later. It is not killed: between the renames of
# the two files a run that is killed leaves one.
two_checkpoints() {
    start "$1" --checkpoint-every 0.01s
    for _ in $(seq 6000); do [ -e "$T/$1/nudge-checkpoint-previous.h5" ] && break; sleep 0.01; done
    kill -TERM $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ -e "$T/$1/nudge-checkpoint.h5" ] && [ -e "$T/$1/nudge-checkpoint-previous.h5" ] || bad "$1 has not two checkpoints"
}
# same REFERENCE FOLDER: all outputs are the same bytes, but for times of the clock in the report.
same() {
    local file
    for file in $(ls "$T/$1" | grep -v '^run.json$\|checkpoint'); do
        cmp "$T/$1/$file" "$T/$2/$file" || bad "$2/$file is not that of the undisturbed run"
    done
    [ "$(ls -A "$T/$1" | grep -v checkpoint)" = "$(ls -A "$T/$2" | grep -v checkpoint)" ] ||
        bad "other files than of the undisturbed run: $(ls -A "$T/$2")"
    python3 - "$T/$1/run.json" "$T/$2/run.json" <<'END' || bad "$2/run.json is not that of the undisturbed run"
import json, sys
def flat(path):
    r = json.load(open(path))
    r.update({k + "." + i: v for k in ["settings", "mesh", "device", "run"] for i, v in r.pop(k).items()})
    changes = ["started", "ended", "pid", "run.memory_peak_bytes", "run.dofs_per_second"]
    return {k: v for k, v in r.items() if not k.endswith("_seconds") and k not in changes}
a, b = flat(sys.argv[1]), flat(sys.argv[2])
assert a == b, {k: (a[k], b.get(k)) for k in a if a[k] != b.get(k)}
END
}

case ${1:-} in
kill)
    echo "$picture" >>"$T/p.yaml"
    expect 0 run whole
    RANDOM=7
    for i in $(seq "$2"); do
        rm -rf "$T/part"
        rows=$((RANDOM % (steps + 5) + i % 2)) pause=$((RANDOM % 40))
        start part --checkpoint-every 0.02s
        under_way part $rows
        sleep 0.0$pause
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        expect 0 run part --resume auto --checkpoint-every 30min
        same whole part
        [ $failures -eq 0 ] || { echo "killed at row $rows and $pause ms: $(cat "$T/out")"; break; }
    done
    ;;
stop)
    expect 0 run whole
    start part --checkpoint-every 1h --set time.end=1e5
    under_way part 5
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 3 ] || bad "exit status $status after SIGTERM: $(cat "$T/err")"
    warns 'stopped at step [0-9]+ of [0-9]+, with a checkpoint'
    h5ls "$T/part/nudge-checkpoint.h5" >/dev/null || bad "HDF5 does not read the checkpoint"
    # The time ends, and ends again right after set-up.
    expect 4 run late --walltime 2s --set time.end=1e5
    warns 'stopped at step [0-9]+ of [0-9]+ because the wall time is nearly over; --resume continues it'
    says '^stopped before the end of the wall time at t = '
    expect 4 run late --walltime 0:01 --set time.end=1e5 --resume
    says '^resumed from the checkpoint of step '
    grep -q '"ended_by": "walltime"' "$T/late/run.json" || bad "the report does not say why the run ended"
    ;;
extend)
    # Steps are the same on the way to a later end, because fields are written at multiples of 2.
    expect 0 run whole --set time.end=10
    expect 0 run part --set time.end=6 --checkpoint-every 1h
    expect 0 run part --set time.end=10 --resume
    # Other steps, and sums over time that are less accurate where steps change.
    expect 0 run other --set time.end=5.3 --checkpoint-every 1h
    expect 0 run other --set time.end=10 --resume --verbose
    warns 'the schedule of time steps is not that of the checkpoint; [0-9]+ steps of 0.1[0-9]+ lead to it'
    for folder in part other; do
        [ "$(ls "$T/whole")" = "$(ls "$T/$folder" | grep -v checkpoint)" ] || bad "other files after a later end: $(ls "$T/$folder")"
        cmp "$T/whole/f.pvd" "$T/$folder/f.pvd" || bad "fields at other times than in a run with the later end"
    done
    python3 - "$T" <<'END' || bad "a run with a later end has other results"
import sys
def rows(folder, name):
    return [[float(x) for x in line.split(",")] for line in open(sys.argv[1] + folder + name).read().split()[1:]]
def compare(folder, name, most):
    a, b = rows("/whole", name), rows(folder, name)
    assert len(a) == len(b), (folder, name, len(a), len(b))
    for i in range(len(a[0])):
        top = max(abs(x[i]) for x in a)
        off = max(abs(x[i] - y[i]) for x, y in zip(a, b))
        assert off <= most * top, (folder, name, i, off, top)
for name in ["/energy.csv", "/point.csv", "/rare.csv", "/flow.csv", "/rcs-totals.csv"]:
    compare("/part", name, 1e-5)
for name in ["/flow.csv", "/rcs-totals.csv"]:
    compare("/other", name, 0.03)
END
    refused 'the checkpoint is of t = .*, after the end of this run at 3; give a later time.end' other --set time.end=3 --resume
    ;;
damage)
    expect 0 run whole
    two_checkpoints part
    cp -r "$T/part" "$T/kept"
    new=$T/part/nudge-checkpoint.h5 old=$T/part/nudge-checkpoint-previous.h5
    # The newest is cut short, or gone: killed between two renames.
    truncate -s -100 "$new"
    expect 0 run part --resume --checkpoint-every 1h
    warns 'warning: .*nudge-checkpoint.h5: cut short, or not a checkpoint of nudge; resuming from the one before, .*-previous.h5'
    same whole part
    cmp "$T/kept/nudge-checkpoint-previous.h5" "$old" || bad "a damaged checkpoint has taken the place of the good one before it"
    rm -rf "$T/part" && cp -r "$T/kept" "$T/part" && rm "$new"
    expect 0 run part --resume
    same whole part
    # Both are damaged: nothing but the report changes, or the run starts again.
    rm -rf "$T/part" && cp -r "$T/kept" "$T/part"
    for file in "$new" "$old"; do printf x | dd of="$file" bs=1 seek=5000 conv=notrunc status=none; done
    cp -r "$T/part" "$T/before"
    refused 'nudge-checkpoint.h5: damaged: its checksum is wrong; there is no other checkpoint that can be used' part --resume
    for file in $(ls "$T/before" | grep -v run.json); do cmp "$T/before/$file" "$T/part/$file" || bad "$file was changed"; done
    expect 0 run part --resume auto
    warns 'warning: .*its checksum is wrong; .*; starting from t = 0'
    same whole part
    ;;
full)
    export NUDGE_CC=none # compiled kernels are files, too
    expect 0 run whole
    two_checkpoints part
    cp "$T/part/nudge-checkpoint.h5" "$T"
    # No file may be larger than three quarters of a checkpoint; fields are smaller.
    most=$(($(stat -c %s "$T/nudge-checkpoint.h5") * 3 / 4096))
    (ulimit -f $most; exec "$nudge" run "$T/p.yaml" --set output.folder=part --resume --checkpoint-every 0.01s --set time.end=1e5) \
        >"$T/out" 2>"$T/err" &
    pid=$!
    under_way part 20
    for _ in $(seq 6000); do grep -q 'is not written' "$T/err" && break; sleep 0.01; done
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 1 ] || bad "exit status $status when a checkpoint cannot be written at a stop"
    warns 'warning: the checkpoint of step [0-9]+ is not written: .*File too large' \
        '^nudge: stopped at step [0-9]+ without a checkpoint: .*nudge-checkpoint.h5: cannot write: File too large'
    cmp "$T/nudge-checkpoint.h5" "$T/part/nudge-checkpoint.h5" || bad "the last good checkpoint is not as it was"
    [ -z "$(ls "$T/part" | grep 'part$')" ] || bad "a temporary file is left: $(ls "$T/part")"
    (ulimit -f $most; expect 0 run part --resume --checkpoint-every 0.01s; same whole part; [ $failures -eq 0 ]) || bad "not with a full disk"
    ;;
mistakes)
    mistake 1 'there is no nudge-checkpoint.h5 in the output folder; start without --resume' run none --resume
    [ -e "$T/none" ] && bad "a run that cannot be resumed made a folder"
    mistake 2 '--resume takes no value but auto' run none --resume=yes
    for time in 5 -3s 0min 1:70 3:50:00h nan 1e99h; do
        mistake 2 "--checkpoint-every wants a time above 0, as 30min, 90s, 1.5h or 3:50:00, found '$time'" run none --checkpoint-every=$time
    done
    mistake 2 'check does not take --resume' "$nudge" check "$T/p.yaml" --resume
    expect 0 run none --resume auto --checkpoint-every 1h
    says 'there is no checkpoint; the run starts at t = 0'
    refused "a checkpoint of another problem: it has 'order: \"1\"' where this one has 'order: \"2\"'" none --resume --order 2
    # A mesh with one vertex moved.
    sed -i 's/^87 2 2 2$/87 2 2 2.01/' "$T/nested.msh"
    refused 'a checkpoint of another mesh .*; restore the mesh file, or start again' none --resume
    # A run without --resume removes checkpoints with the other outputs.
    expect 0 run none
    [ -e "$T/none/nudge-checkpoint.h5" ] && bad "a new run leaves an old checkpoint"
    ;;
law)
    # A law file with another comment is another law.
    cp "$(dirname "$0")/../src/law/acoustic.law" "$T/own.law"
    cat >"$T/p.yaml" <<'END'
mesh: {box: {size: [1, 1, 1], divisions: [2, 2, 2]}}
order: 1
materials: {air: {rho: 1, c: 1}}
regions: {default: air}
boundaries: {default: rigid}
initial: {p: x}
time: {end: 1}
END
    expect 0 run part --law "$T/own.law" --checkpoint-every 1h
    expect 0 run part --law "$T/own.law" --resume
    echo '/* another */' >>"$T/own.law"
    refused 'a checkpoint of another text of the law .*; restore the law file, or start again' part --law "$T/own.law" --resume
    ;;
esac
finish
