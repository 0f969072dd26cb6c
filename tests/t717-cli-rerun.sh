#!/usr/bin/env bash
# Runs in the folder of an earlier run: the report is correct from the first second on, also for a run that is killed;
# earlier outputs are removed, other files stay; a second run is refused while the first lives, not after it is killed.
. "$(dirname "$0")/cli.bash"
p=$T/p.yaml out=$T/results
write_problem "$p" 'output:' '  folder: results' '  fields: {file: f.pvd, every: 0.05}' '  energy: {file: energy.csv}' \
    '  picture: {file: p.png, field: Ey, frames: 2}' 'monitors:' '  point: {probe: {at: [0.4, 0.5, 0.6]}}' \
    '  flow: {power: {frequencies: [1], boundary: zmin}}'
run() { "$nudge" run "$p" --order 1 "$@"; }

# report EXPRESSION: true of the report `r`.
report() {
    python3 - "$out/run.json" "$1" "${pid:-0}" <<'END' || bad "the report is not so: $1"$'\n'"$(head -n 9 "$out/run.json")"
import datetime, json, os, re, socket, sys
r = json.load(open(sys.argv[1]))
pid = int(sys.argv[3])
stamp = lambda s: datetime.datetime.strptime(s, "%Y-%m-%dT%H:%M:%SZ")
age = (datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) - stamp(r["started"])).total_seconds()
assert r["host"] == socket.gethostname() and -2 <= age < 600, (r["host"], age)
assert eval(sys.argv[2])
END
}
# until COMMAND...: waits until it succeeds, a minute at most.
until_true() { for _ in $(seq 600); do "$@" && return; sleep 0.1; done; bad "this did not come true: $*"; }
under_way() { [ "$(cat "$out/energy.csv" 2>/dev/null | wc -l)" -gt 3 ]; }

# A long one first, of four pieces.
expect 0 run
report 'r["outcome"] == "finished" and stamp(r["ended"]) >= stamp(r["started"]) and r["pid"] > 0 and r["run"]["ended_by"] == "time"'
[ -e "$out/f_0003.vtu" ] || bad "no piece f_0003.vtu: $(ls "$out")"
own='energy.csv f.pvd flow.csv p.png point.csv run.json'
for file in $own; do [ -e "$out/$file" ] || bad "no $file"; done
cp "$out/p.png" "$T"
[ -e "$out/.nudge.lock" ] && bad "the lock file stayed"

# What is not of the run: other names, other kinds.
others='f_2024.vtu f_0001.vtu.bak f_a.vtu g_0000.vtu notes.txt f_0000.vtu.part energy.csv.0123456789abcdeg.part'
for file in $others; do echo "$file" >"$out/$file"; done
mkdir "$out/f_0004.vtu" && ln -s notes.txt "$out/f_0005.vtu"
others="$others f_0004.vtu f_0005.vtu"
untouched() {
    for file in f_2024.vtu f_0001.vtu.bak f_a.vtu g_0000.vtu notes.txt f_0000.vtu.part; do
        [ "$(cat "$out/$file")" = "$file" ] || bad "$1: $file is not as it was"
    done
    [ -d "$out/f_0004.vtu" ] && [ -L "$out/f_0005.vtu" ] || bad "$1: a folder or a link is gone"
}
# What a killed run may leave.
touch "$out/energy.csv.0123456789abcdef.part" "$out/f_0031.vtu.0123456789abcdef.part"

# Killed in the set-up: a compiler that does not return. Outputs are as they were, the report is not.
printf '#!/bin/sh\n[ "$1" = --version ] && exec cc --version\n: >"%s"; exec sleep 60\n' "$T/compiling" >"$T/slow-cc"
chmod +x "$T/slow-cc"
NUDGE_CC=$T/slow-cc NUDGE_CACHE=$T/cache setsid "$nudge" run "$p" --order 1 --variant plain >"$T/out1" 2>&1 &
pid=$!
until_true [ -e "$T/compiling" ]
report 'r["outcome"] == "running" and r["pid"] == pid and r["ended"] is None'
mistake 1 "another run writes to this folder: process $pid on .*, since 20.*Z; .*output.folder" run
kill -9 -- -$pid
wait $pid 2>/dev/null
report 'r["outcome"] == "running" and r["pid"] == pid'
[ -e "$out/p.png" ] && [ -e "$out/f_0003.vtu" ] || bad "outputs were removed before the first step"

# Refused before its first step: the report says why, and nothing else has changed.
before=$(cd "$out" && ls)
mistake 1 'no field' run --set output.picture.field=Ezz
report '"no field" in r["outcome"] and stamp(r["ended"]) >= stamp(r["started"]) and r["pid"] > 0 and r["host"] and "run" not in r'
mistake 1 'nowhere.msh' run --set 'mesh={file: nowhere.msh}'
report '"nowhere.msh" in r["outcome"] and r["ended"]'
[ "$(cd "$out" && ls)" = "$before" ] || bad "a run that was refused added or removed files"

# Killed in the middle.
"$nudge" run "$p" --order 1 --set time.end=1e5 --set output.fields.every=1e4 >"$T/out1" 2>&1 &
pid=$!
until_true under_way
report 'r["outcome"] == "running" and r["pid"] == pid and r["run"]["ended_by"] is None and r["run"]["steps_planned"] > 1000'
mistake 1 "another run writes to this folder: process $pid on .*, since 20.*Z; .*output.folder" run
mistake 1 "another run writes" run --set output.folder=. --set output.energy.file=results/other.csv
expect 0 "$nudge" check "$p" --order 1
expect 0 run --set output.folder=other
kill -0 $pid || bad "the first run has ended"
kill -9 $pid
wait $pid 2>/dev/null
report 'r["outcome"] == "running" and r["pid"] == pid and r["ended"] is None'
for file in flow.csv f_0001.vtu f_0003.vtu; do [ -f "$out/$file" ] && bad "$file of the earlier run is there"; done
cmp -s "$out/p.png" "$T/p.png" && bad "the picture of the earlier run is there"
untouched "killed"

# Shorter than the first, and not hindered by the one that is dead.
expect 0 run --set time.end=0.1
pid=0
report 'r["outcome"] == "finished"'
listed=$(grep -o 'file="[^"]*"' "$out/f.pvd" | cut -d'"' -f2)
want=$(printf '%s\n' $own $listed $others | sort)
have=$(ls -A "$out" | sort)
[ "$want" = "$have" ] || bad "not just its own files:"$'\n'"$(diff <(echo "$want") <(echo "$have"))"
untouched "shorter"

# What went wrong is in the report.
expect 1 "$nudge" run "$p" --set time.dt=0.2 --set time.end=50
report 'r["outcome"] not in ("running", "finished", "stopped") and stamp(r["ended"]) >= stamp(r["started"])'

# The table of a waveform is an input.
printf '0 0\n1 1\n' >"$out/w.csv"
for command in run check; do
    mistake 1 'output.energy.file: .*w.csv is the table of a waveform' "$nudge" $command "$p" --set output.energy.file=w.csv \
        --set 'sources={a: {dipole: {at: [0.4, 0.5, 0.6], moment: [0, 0, 1]}, waveform: {table: results/w.csv}}}'
done
[ -s "$out/w.csv" ] || bad "the table is gone"
finish
