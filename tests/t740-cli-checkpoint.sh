#!/usr/bin/env bash
# Runs that are killed, stopped or out of time continue from their checkpoint: all outputs are those of the undisturbed run,
# byte for byte, and no others are there. The problem has a PML, a lossy body, a plane wave and a dipole, probes, Fourier
# sums, power, far field, a field series, the energy and a film strip.
# Arguments: kill COUNT [RANKS] | stop [RANKS] | extend | damage [RANKS] | replaced [RANKS] | full [RANKS] | mistakes | law
# On several ranks a checkpoint is resumed on other numbers of ranks, too.
# PLAIN: kill 3
# SANITIZED: kill 1
# LONG: kill 50
# PLAIN: kill 2 3
# LONG: kill 50 3
# LONG: stop 3
# PLAIN: damage 3
# PLAIN: full 3
# PLAIN: stop
# PLAIN: extend
# PLAIN: damage
# PLAIN: full
# PLAIN: replaced
# PLAIN: replaced 3
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
case ${1:-} in kill) n=${3:-1} ;; *) n=${2:-1} ;; esac
[ "$n" -eq 1 ] || . "$(dirname "$0")/mpi.bash"
# on RANKS FOLDER [OPTION]...: a run. run FOLDER [OPTION]...: on one rank.
on() {
    if [ "$1" -eq 1 ]; then "$nudge" run "$T/p.yaml" --set output.folder="$2" "${@:3}"
    else ranks "$1" "$nudge" run "$T/p.yaml" --set output.folder="$2" "${@:3}"; fi
}
run() { on 1 "$@"; }
# start FOLDER [OPTION]...: a run on $n ranks in the background, as process $pid. It has all its ranks.
start() {
    if [ "$n" -eq 1 ]; then
        "$nudge" run "$T/p.yaml" --set output.folder="$1" "${@:2}" >"$T/out" 2>"$T/err" &
        pid=$!
        return
    fi
    on "$n" "$@" >"$T/out" 2>"$T/err" &
    pid=$!
    all_there
}
# pids: the processes of the run, without mpirun.
pids() { if [ "$n" -eq 1 ]; then echo $pid; else pgrep -f "^$nudge run $T/p.yaml"; fi; }
all_there() {
    for _ in $(seq 6000); do
        [ "$(pids | wc -l)" -ge "$n" ] && return
        kill -0 $pid 2>/dev/null || return
        sleep 0.01
    done
    bad "not $n ranks"
}
# rank R: its process. A stop is the decision of rank 0.
rank() {
    local p
    [ "$n" -gt 1 ] || { echo $pid; return; }
    for p in $(pids); do tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$1" && echo "$p"; done
}
# ended: waits for the end of the run, of which nothing is left then. Sets $status.
ended() {
    status=0
    wait $pid 2>/dev/null || status=$?
    [ "$n" -gt 1 ] || return
    for _ in $(seq 2000); do pids >/dev/null || return; sleep 0.01; done
    bad "ranks are left: $(pids)"
}
# id_of HEAD: the id in the names of its parts.
id_of() { printf %016x "$(h5dump -d /parts/id "$1" | sed -n 's/^ *(0): //p' | head -n 1)"; }
# tidy FOLDER: no temporary files, and only parts that one of the two heads names.
tidy() {
    local file head ids=
    for head in "$T/$1"/nudge-checkpoint.h5 "$T/$1"/nudge-checkpoint-previous.h5; do
        h5dump -d /parts/id "$head" >/dev/null 2>&1 && ids+=" $(id_of "$head")"
    done
    for file in $(ls "$T/$1" | grep -E '^nudge-checkpoint-[0-9a-f]{16}-|part$'); do
        case $file in *part) bad "a temporary file is left: $file" ;; esac
        case $ids in *${file:17:16}*) ;; *) bad "a part of no checkpoint is left: $file" ;; esac
    done
}
# refused PATTERN FOLDER [OPTION]...: the last message of a run, after warnings of the set-up.
refused() { expect 1 run "${@:2}"; warns "^nudge: .*$1"; }
# kept PATTERN RANKS FOLDER [OPTION]...: the same, and nothing in the folder changes but the report.
kept() {
    rm -rf "$T/before" && cp -a "$T/$3" "$T/before"
    expect 1 on "${@:2}"
    warns "^nudge: .*$1"
    diff -r --no-dereference -x run.json "$T/before" "$T/$3" || bad "a run that is refused changed $3"
}
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
    for _ in $(seq 6000); do [ -e "$T/$1/nudge-checkpoint-previous.h5" ] && break; kill -0 $pid 2>/dev/null || break; sleep 0.01; done
    kill -TERM $(rank 0) 2>/dev/null
    ended
    case $status in 0 | 3) ;; *) bad "exit status $status after SIGTERM: $(cat "$T/err")" ;; esac
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
    r.update({k + "." + i: v for k in ["settings", "mesh", "device", "preflight", "run"] for i, v in r.pop(k).items()})
    changes = ["started", "ended", "pid", "run.memory_peak_bytes", "run.dofs_per_second", "run.ranks",
               "run.memory_estimate_bytes", "preflight.host_bytes"]
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
        rows=$((RANDOM % (steps + 5) + i % 2)) pause=$((RANDOM % 40)) victim=$((RANDOM % (n + 1)))
        start part --checkpoint-every 0.02s
        under_way part $rows
        sleep 0.0$pause
        # One of the ranks, or all of them.
        if [ $victim -eq $n ]; then kill -9 $(pids); else kill -9 $(pids | sed -n $((victim + 1))p); fi 2>/dev/null
        ended
        again=$((i % 3 == 1 ? n : i % 3 == 2 ? 1 : (n + 1) / 2))
        expect 0 on $again part --resume auto --checkpoint-every 30min
        same whole part
        tidy part
        [ $failures -eq 0 ] || { echo "killed at row $rows and $pause ms, resumed on $again ranks: $(cat "$T/out")"; break; }
    done
    ;;
stop)
    expect 0 run whole
    start part --checkpoint-every 1h --set time.end=1e5
    under_way part 5
    kill -TERM $(rank 0)
    ended
    [ $status -eq 3 ] || bad "exit status $status after SIGTERM: $(cat "$T/err")"
    warns 'stopped at step [0-9]+ of [0-9]+, with a checkpoint'
    tidy part
    if [ "$n" -gt 1 ]; then # the time ends right after set-up, on other numbers of ranks
        for again in $((n - 1)) 1; do
            expect 4 on $again part --walltime 0:01 --set time.end=1e5 --resume
            warns 'stopped at step [0-9]+ of [0-9]+ because the wall time is nearly over; --resume continues it'
            says '^resumed from the checkpoint of step '
            tidy part
        done
        finish
    fi
    h5ls "$T/part/nudge-checkpoint.h5" >/dev/null || bad "HDF5 does not read the checkpoint"
    # --resume alone saves, too. Without any option nothing is saved.
    rows=$(wc -l <"$T/part/point.csv")
    start part --resume --set time.end=1e5
    under_way part $((rows + 20))
    kill -TERM $pid
    ended
    [ $status -eq 3 ] || bad "exit status $status after SIGTERM: $(cat "$T/err")"
    warns 'stopped at step [0-9]+ of [0-9]+, with a checkpoint$'
    step=$(sed -nE 's/.*stopped at step ([0-9]+) of .*/\1/p' "$T/err")
    [ "$(h5dump -d /clock/step "$T/part/nudge-checkpoint.h5" | sed -n 's/^ *(0): //p' | head -n 1)" = "$step" ] ||
        bad "the checkpoint is not of step $step, at which the run was stopped: $(h5dump -d /clock/step "$T/part/nudge-checkpoint.h5")"
    start plain --set time.end=1e5
    under_way plain 5
    kill -TERM $pid
    ended
    [ $status -eq 3 ] || bad "exit status $status after SIGTERM: $(cat "$T/err")"
    warns 'stopped at step [0-9]+ of [0-9]+( while writing .*)?, without a checkpoint: with --checkpoint-every, --walltime or --resume auto it could be continued$'
    [ -e "$T/plain/nudge-checkpoint.h5" ] && bad "a checkpoint that nobody asked for"
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
    # With the same steps fields have the same bits, though sources last longer than the first run.
    for file in $(ls "$T/whole" | grep -v run.json); do
        cmp "$T/whole/$file" "$T/part/$file" || bad "$file of a run with a later end has other bits"
    done
    grep -q 'frames are at times' "$T/err" && bad "a word about frames that are not there"
    # Frames are spread up to the end, and the first ones are there already.
    film=(--set output.picture.file=p.png --set output.picture.field=Ex --set output.picture.frames=5)
    expect 0 run film --set time.end=6 --checkpoint-every 1h "${film[@]}"
    expect 0 run film --set time.end=10 --resume "${film[@]}"
    warns 'warning: .*p.png: 4 of its 5 frames are at times for the end at t = 6, the others at times for the end at 10'
    # Other steps, and sums over time that are less accurate where steps change.
    expect 0 run other --set time.end=5.3 --checkpoint-every 1h
    expect 0 run other --set time.end=10 --resume --verbose
    warns 'the schedule of time steps is not that of the checkpoint; [0-9]+ steps of 0.1[0-9]* lead to it'
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
    if [ "$n" -gt 1 ]; then
        part=$T/part/nudge-checkpoint-$(id_of "$new") other=$T/part/nudge-checkpoint-$(id_of "$old")
        before='; resuming from the one before, .*-previous.h5'
        # spoil COMMAND...: the checkpoints as they were, but for what the command does.
        spoil() { rm -rf "$T/part" && cp -r "$T/kept" "$T/part" && "$@"; }
        spoil truncate -s -100 "$part-1.h5"
        expect 0 on $n part --resume --checkpoint-every 1h
        warns "warning: rank 1: $part-1.h5: cut short, or not a checkpoint of nudge$before"
        same whole part
        tidy part
        cmp "$T/kept/nudge-checkpoint-previous.h5" "$old" || bad "a damaged checkpoint has taken the place of the good one before it"
        spoil rm "$part-2.h5"
        expect 0 run part --resume --checkpoint-every 0.01s
        warns "warning: $part-2.h5: .*No such file or directory$before"
        same whole part
        tidy part
        # Both are damaged.
        spoil cp "$other-0.h5" "$part-0.h5"
        printf x | dd of="$other-$((n - 1)).h5" bs=1 seek=5000 conv=notrunc status=none
        for how in --resume --resume=auto; do
            kept "$part-0.h5: not the part that $new names; nor can the checkpoint before it be used: .*$other-$((n - 1)).h5: .*; start again without --resume" $n part $how
        done
        # A part of the only checkpoint is missing.
        spoil rm "$old" "$part-1.h5"
        kept "$part-1.h5: .*No such file or directory; there is no other checkpoint that can be used: make the file readable, or start again" 1 part --resume auto
        finish
    fi
    # The newest is cut short, or gone: killed between two renames.
    truncate -s -100 "$new"
    expect 0 run part --resume --checkpoint-every 1h
    warns 'warning: .*nudge-checkpoint.h5: cut short, or not a checkpoint of nudge; resuming from the one before, .*-previous.h5'
    same whole part
    cmp "$T/kept/nudge-checkpoint-previous.h5" "$old" || bad "a damaged checkpoint has taken the place of the good one before it"
    rm -rf "$T/part" && cp -r "$T/kept" "$T/part" && rm "$new"
    expect 0 run part --resume
    same whole part
    # Both are damaged.
    rm -rf "$T/part" && cp -r "$T/kept" "$T/part"
    for file in "$new" "$old"; do printf x | dd of="$file" bs=1 seek=5000 conv=notrunc status=none; done
    for how in --resume --resume=auto; do
        kept 'nudge-checkpoint.h5: damaged: its checksum is wrong; nor can the checkpoint before it be used: .*nudge-checkpoint-previous.h5: damaged: .*; start again without --resume' 1 part $how
    done
    # A setting is another one. A file cannot be read, or it cannot be found out whether there is one.
    rm -rf "$T/part" && cp -r "$T/kept" "$T/part"
    kept "a checkpoint of another problem: it has 'order: .1.' where this one has 'order: .2.'; .*take another output.folder" 1 part --resume auto --order 2
    rm "$new" "$old" && mkdir "$new"
    kept 'nudge-checkpoint.h5: .*there is no other checkpoint that can be used: make the file readable, or start again' 1 part --resume auto
    rm -r "$new" && ln -s nudge-checkpoint.h5 "$new"
    kept 'nudge-checkpoint.h5: .*make the file readable, or start again' 1 part --resume auto
    ;;
replaced)
    # A run that had not ended, and --resume forgotten.
    expect 0 run whole
    start part --checkpoint-every 0.02s --set time.end=1e5
    for _ in $(seq 6000); do [ -e "$T/part/nudge-checkpoint-previous.h5" ] && break; kill -0 $pid 2>/dev/null || break; sleep 0.01; done
    kill -TERM $(rank 0)
    ended
    [ $status -eq 3 ] || bad "exit status $status after SIGTERM: $(cat "$T/err")"
    cp -a "$T/part" "$T/kept"
    aside=$T/part/nudge-checkpoint-replaced
    # all_aside: the checkpoints as they were are there, and nothing else, and none in the output folder.
    all_aside() {
        local file
        [ "$(ls -A "$aside")" = "$(ls "$T/kept" | grep checkpoint)" ] || bad "not the checkpoints of the earlier run: $(ls -A "$aside")"
        for file in $(ls "$aside"); do cmp "$T/kept/$file" "$aside/$file" || bad "$file was changed"; done
        [ "$(ls "$T/part" | grep checkpoint)" = nudge-checkpoint-replaced ] || bad "checkpoints are left: $(ls "$T/part")"
    }
    expect 0 on $n part
    says "^checkpoint is not used: --resume would continue the earlier run from .*/part/nudge-checkpoint.h5$" \
        '^output     replaces the results of an earlier run in .*/part/$'
    warns "warning: .*its checkpoint is kept in $aside, .*move the checkpoint back and give --resume"
    same whole part
    all_aside
    # A run that has no checkpoint leaves them alone; one that was killed when it had moved the heads is completed.
    expect 0 run part
    all_aside
    if [ "$n" -gt 1 ]; then
        mv "$aside"/nudge-checkpoint-*-?.h5 "$T/part"
        expect 0 run part
        all_aside
    fi
    # Moved back, they are kept again where --resume is forgotten once more: the report alone says that a run has ended.
    mv "$aside"/* "$T/part"
    expect 0 run part
    all_aside
    # They are resumed when they are moved back.
    mv "$aside"/* "$T/part"
    expect 4 run part --walltime 0:01 --set time.end=1e5 --resume
    says '^resumed from the checkpoint of step '
    # They are replaced by others.
    cp "$T"/kept/nudge-checkpoint* "$aside"
    rm -r "$T/kept" && cp -a "$T/part" "$T/kept" && rm -r "$T/kept/nudge-checkpoint-replaced"
    expect 0 run part
    warns "warning: .*its checkpoint is kept in $aside, in place of the one that was there, "
    all_aside
    # Those of a run that had come to its end are removed.
    expect 0 on $n ended --checkpoint-every 1h
    [ -e "$T/ended/nudge-checkpoint.h5" ] || bad "a run that has ended has no checkpoint"
    expect 0 run ended
    [ -z "$(ls "$T/ended" | grep checkpoint)" ] || bad "checkpoints of a run that had ended are kept: $(ls "$T/ended")"
    # A link is not followed, and stays.
    ln -s "$T/part/point.csv" "$T/ended/nudge-checkpoint.h5"
    expect 1 run ended
    warns "^nudge: .*ended/nudge-checkpoint.h5: this checkpoint is a link; "
    [ -L "$T/ended/nudge-checkpoint.h5" ] || bad "the link is gone"
    ;;
full)
    if [ "$n" -gt 1 ]; then # on the last rank alone, once it runs: MPI has files, too
        last=$((n - 1))
        start part --checkpoint-every 0.01s --set time.end=1e5
        for _ in $(seq 6000); do [ -e "$T/part/nudge-checkpoint-previous.h5" ] && break; kill -0 $pid 2>/dev/null || break; sleep 0.01; done
        python3 -c 'import resource, sys; resource.prlimit(int(sys.argv[1]), resource.RLIMIT_FSIZE, (30000, 30000))' "$(rank $last)"
        for _ in $(seq 6000); do grep -q 'is not written' "$T/err" && break; kill -0 $pid 2>/dev/null || break; sleep 0.01; done
        cp "$T"/part/nudge-checkpoint.h5 "$T"/part/nudge-checkpoint-previous.h5 "$T"
        kill -TERM "$(rank 0)"
        ended
        [ $status -eq 1 ] || bad "exit status $status when a checkpoint cannot be written at a stop: $(cat "$T/err")"
        warns "warning: the checkpoint of step [0-9]+ is not written: rank $last: .*-$last.h5: cannot write: File too large; the last one is of step " \
            "^nudge: stopped at step [0-9]+ without a checkpoint: rank $last: .*-$last.h5: cannot write: File too large"
        for file in nudge-checkpoint.h5 nudge-checkpoint-previous.h5; do
            cmp "$T/$file" "$T/part/$file" || bad "$file of the last good checkpoint is not as it was"
        done
        tidy part
        expect 4 run part --walltime 0:01 --set time.end=1e5 --resume
        [ "$(grep -c 'resuming from' "$T/err")" -eq 0 ] || bad "the last good checkpoint cannot be used: $(cat "$T/err")"
        finish
    fi
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
        mistake 2 "--checkpoint-every must be a time above 0, as 30min, 90s, 1.5h or 3:50:00, not '$time'" run none --checkpoint-every=$time
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
