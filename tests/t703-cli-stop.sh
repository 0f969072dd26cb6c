#!/usr/bin/env bash
# Ctrl-C ends a run with its outputs closed, and tells so by exit status 3.
. "$(dirname "$0")/cli.bash"

write_problem "$T/long.yaml" 'output:' '  fields: {file: long.pvd, every: 0.05}' '  energy: {file: energy.csv}'
for signal in INT TERM; do
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
finish
