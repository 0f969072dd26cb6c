#!/usr/bin/env bash
# The reason of a run's end in run.json: end time, decay, or a stop. A second Ctrl-C ends the program at once.
. "$(dirname "$0")/cli.bash"

# ended BY: what run.json says.
ended() {
    python3 - "$T/run.json" "$1" <<'END' || bad "run.json does not say that the run ended by $1"
import json, sys
run = json.load(open(sys.argv[1]))
assert run["run"]["ended_by"] == sys.argv[2], run["run"]
assert run["outcome"] == ("stopped" if sys.argv[2] == "stop" else "finished"), run["outcome"]
steps, planned = run["run"]["steps"], run["run"]["steps_planned"]
assert steps == planned if sys.argv[2] == "time" else 0 < steps < planned, (steps, planned)
END
    rm -f "$T/run.json"
}

write_problem "$T/p.yaml"
expect 0 "$nudge" run "$T/p.yaml"
ended time
cat >"$T/decay.yaml" <<'END'
mesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [2, 2, 2]}}
order: 2
boundaries: {default: absorbing}
time: {end: 1000, decay: 20}
initial: {Ex: y*exp(-6*(x*x+y*y+z*z)), Ey: -x*exp(-6*(x*x+y*y+z*z))}
END
expect 0 "$nudge" run "$T/decay.yaml"
ended decay
# Waves that stay: time.decay alone ends nothing.
expect 0 "$nudge" run "$T/p.yaml" --set time.decay=10
ended time

# A run that has begun: its first rows of energy are there. It would take for ever.
begin() {
    rm -f "$T/energy.csv"
    OMP_NUM_THREADS=1 "$nudge" run "$T/p.yaml" --set time.end=1e6 --set output.energy.file=energy.csv --order 1 >"$T/out" 2>"$T/err" &
    pid=$!
    for _ in $(seq 1200); do
        [ "$(wc -l 2>/dev/null <"$T/energy.csv")" -gt 3 ] 2>/dev/null && return
        sleep 0.05
    done
    bad "the run did not begin: $(cat "$T/err")"
}
begin
kill -INT $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || bad "exit status $status after one signal"
warns '^nudge: stopped at step'
ended stop

# Stopped in a far field after the last step.
cat >"$T/far.yaml" <<'END'
mesh: {box: {size: [1, 1, 1], divisions: [2, 2, 2]}}
order: 1
units: natural
boundaries: {default: absorbing}
initial: {Ey: 1}
time: {end: 0.1}
output: {energy: {file: energy.csv}}
END
python3 -c 'n = range(0, 18000, 18)
print("monitors: {f: {far_field: {around: [box], frequencies:", [1 + i / 100 for i in range(5)], ", theta:", [i / 100 for i in n], ", phi:", [i / 50 for i in n], "}}}")' >>"$T/far.yaml"
"$nudge" run "$T/far.yaml" --device cpu >"$T/out" 2>"$T/err" &
pid=$!
for _ in $(seq 600); do
    grep -q '100 %' "$T/out" && break
    sleep 0.05
done
sleep 0.2
kill -INT $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || bad "exit status $status after a signal in a far field: $(cat "$T/err")"
warns "^nudge: stopped while computing the far field of 'f'; not written: .*/f.csv, "
says '^stopped while computing far fields, after the last step, at t = 0.1'
grep -q '"ended_by": "stop"' "$T/run.json" || bad "run.json of a far field that was stopped: $(grep ended_by "$T/run.json")"

# Two signals are pending when the program goes on after it was halted: it sees both before it can do anything else.
begin
kill -STOP $pid
kill -INT $pid
kill -TERM $pid
kill -CONT $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || bad "exit status $status after the second signal"
grep -q 'stopped at step' "$T/err" && bad "the second signal did not end the program at once"
finish
