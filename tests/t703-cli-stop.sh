#!/usr/bin/env bash
# Ctrl-C, SIGTERM or a closed terminal end a run with its outputs closed and with exit status 3. A closed pipe on
# standard output ends nothing.
. "$(dirname "$0")/cli.bash"

write_problem "$T/long.yaml" 'output:' '  fields: {file: long.pvd, every: 0.05}' '  energy: {file: energy.csv}'
for signal in INT TERM HUP; do
    "$nudge" run "$T/long.yaml" --set time.end=1e5 --set output.fields.every=2 --order 1 >"$T/out" 2>"$T/err" &
    pid=$!
    for _ in $(seq 600); do # until it is under way
        [ "$(wc -l 2>/dev/null <"$T/energy.csv")" -gt 3 ] 2>/dev/null && break
        sleep 0.1
    done
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 3 ] || bad "exit status $status after SIG$signal: $(cat "$T/err")"
    warns '^nudge: stopped at step [0-9]+ of'
    says '^stopped at t' 'wrote .*long.pvd'
    python3 - "$T" <<'END' || bad "outputs are not complete after SIG$signal"
import json, os, sys, xml.etree.ElementTree as ET
folder = sys.argv[1]
assert json.load(open(folder + "/run.json"))["outcome"] == "stopped"
sets = ET.parse(folder + "/long.pvd").findall(".//DataSet")
assert sets
for s in sets:
    assert open(os.path.join(folder, s.get("file")), "rb").read().rstrip().endswith(b"</VTKFile>")
assert open(folder + "/energy.csv").read().endswith("\n")
END
    rm -f "$T"/*.vtu "$T"/*.pvd "$T"/*.csv "$T"/run.json
done

"$nudge" run "$T/long.yaml" --order 1 --set time.end=1 2>"$T/err" | head -n 1 >/dev/null
status=${PIPESTATUS[0]}
[ "$status" -lt 128 ] || bad "a closed pipe killed the run: exit status $status"
python3 - "$T" <<'END' || bad "a closed pipe cut the outputs short"
import json, sys
assert json.load(open(sys.argv[1] + "/run.json"))["outcome"] == "finished"
assert open(sys.argv[1] + "/energy.csv").read().split()[-1].startswith("1,")
END
rm -f "$T"/run.json

# nohup
(trap '' HUP; exec "$nudge" run "$T/long.yaml" --order 1 --set time.end=1 >"$T/out" 2>"$T/err") &
pid=$!
for _ in $(seq 20); do kill -HUP $pid 2>/dev/null; sleep 0.02; done
wait $pid || bad "a signal that was ignored before is not ignored: $(cat "$T/err")"
finish
