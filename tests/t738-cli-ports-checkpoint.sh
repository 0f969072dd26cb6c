#!/usr/bin/env bash
# Checkpoints of runs with ports: nudge sparameters that is killed while the second port is excited does not run the first one
# again, continues the second one, and writes the bytes of an undisturbed one. nudge run with ports is resumed, too.
# Arguments: ranks, of the run that is killed; it is resumed on one.
# RUN: 1
# PLAIN: 2
. "$(dirname "$0")/cli.bash"
export OMP_NUM_THREADS=1
n=$1
[ "$n" -eq 1 ] || . "$(dirname "$0")/mpi.bash"
cp "$(dirname "$0")/meshes/sheet.msh" "$T"
cat >"$T/line.yaml" <<'END2'
law: maxwell
mesh: {file: sheet.msh}
order: 1
boundaries: {low: pec, high: pec, sides: pmc, default: absorbing}
ports:
  one: {boundary: in, section: {}, shift: 1}
  two: {boundary: out, section: {}, shift: 1}
loads: {gap: {boundary: sheet, direction: [0, 1, 0], inductance: 0.5, capacitance: 2}}
sparameters: {band: [0.05, 0.3], points: 3}
time: {end: 300}
monitors: {point: {probe: {at: [0.3, 0.4, 0.5]}}}
END2
on() { # RANKS COMMAND FOLDER [OPTION]...
    local command=("$nudge" "$2" "$T/line.yaml" --device cpu --set "output.folder=$3" "${@:4}")
    if [ "$1" -eq 1 ]; then "${command[@]}"; else ranks "$1" "${command[@]}"; fi
}
# killed COMMAND FOLDER FILE [OPTION]...: a run that is killed before its end, when the file has 20 lines and there is a
# checkpoint beside it. A run that came to its end before the signal did is begun again.
killed() {
    local there=$T/$2/${3%/*} pid
    for _ in $(seq 20); do
        rm -rf "${T:?}/$2"
        on "$n" "$1" "$2" --checkpoint-every 0.01s "${@:4}" >"$T/out" 2>"$T/err" &
        pid=$!
        until [ "$(cat "$T/$2/$3" 2>/dev/null | wc -l)" -ge 20 ] && [ -e "$there/nudge-checkpoint.h5" ]; do
            kill -0 $pid 2>/dev/null || break
            sleep 0.005
        done
        kill -9 $(pgrep -f "^$nudge $1 $T/line.yaml") 2>/dev/null
        wait $pid 2>/dev/null
        grep -q '"ended": null' "$there/run.json" && [ -e "$there/nudge-checkpoint.h5" ] &&
            [ ! -e "$there/nudge-ports.h5" ] && return
    done
    bad "it ends before it is killed: $(cat "$T/out" "$T/err")"
}
same() { # REFERENCE FOLDER FILE...
    local file
    for file in "${@:3}"; do cmp "$T/$1/$file" "$T/$2/$file" || bad "$2/$file is not that of the undisturbed run"; done
}
expect 0 on 1 sparameters whole
killed sparameters part two/ports.csv
cp "$T/part/one/run.json" "$T/one.json"
expect 0 on 1 sparameters part --resume
says '^port 1: its run had ended before' '^resumed from the checkpoint of step [0-9]+ of '
grep -q '^port 2: its run had ended' "$T/out" && bad "the second run had not ended: $(cat "$T/out")"
same whole part sparameters.csv sparameters-z.csv sparameters.s2p one/ports.csv two/ports.csv two/point.csv
cmp "$T/one.json" "$T/part/one/run.json" || bad "the report of a run that had ended was changed"
case $NUDGE_BUILD in *sanitize) finish ;; esac

# --resume forgotten: results of the port that had ended, and the checkpoint of the other one, are kept.
if [ "$n" -eq 1 ]; then
    killed sparameters lost two/ports.csv
    cp "$T/lost/one/nudge-ports.h5" "$T/lost/two/nudge-checkpoint.h5" "$T"
    expect 0 on 1 sparameters lost
    warns 'warning: .*kept as .*one/nudge-checkpoint-replaced/nudge-ports.h5, and it runs again' 'warning: .*its checkpoint is kept in .*two/nudge-checkpoint-replaced,'
    cmp "$T/nudge-ports.h5" "$T/lost/one/nudge-checkpoint-replaced/nudge-ports.h5" || bad "results of a port are lost"
    cmp "$T/nudge-checkpoint.h5" "$T/lost/two/nudge-checkpoint-replaced/nudge-checkpoint.h5" || bad "the checkpoint of a port is lost"
    same whole lost sparameters.csv
    [ -e "$T/lost/one/nudge-ports.h5" ] && bad "series of an earlier run are left"
fi

expect 0 on 1 run run --set sparameters.excite=two
killed run again ./ports.csv --set sparameters.excite=two
expect 0 on 1 run again --resume --set sparameters.excite=two
says '^resumed from the checkpoint of step [0-9]+ of '
same run again ports.csv point.csv
[ "$n" -eq 1 ] || finish

# All runs have ended: nothing runs. Another problem is refused.
expect 0 on 1 sparameters part --resume --checkpoint-every 1h
says '^port 1: its run had ended before'
for how in --resume --resume=auto; do
    expect 1 on 1 sparameters part $how --set sparameters.points=4
    warns "one/nudge-ports.h5: a checkpoint of another problem: it has 'sparameters.points: .3.' where this one has"
done
expect 1 on 1 sparameters none --resume
warns 'there is no checkpoint in the folders of the ports'
printf x | dd of="$T/part/one/nudge-ports.h5" bs=1 seek=5000 conv=notrunc status=none
expect 1 on 1 sparameters part --resume auto
warns "one/nudge-ports.h5: damaged"
# Without --resume nothing of the earlier runs is used.
expect 0 on 1 sparameters part
grep -q 'had ended' "$T/out" && bad "a new run uses results of an earlier one: $(cat "$T/out")"
[ -e "$T/part/one/nudge-ports.h5" ] || [ -e "$T/part/one/nudge-checkpoint-replaced" ] && bad "series of an earlier run are left"
# A time that is too short: exit status 4, and to be continued.
expect 4 on 1 sparameters late --walltime 1s --set time.end=1e6
warns 'the wall time is nearly over; --resume continues it'
finish
