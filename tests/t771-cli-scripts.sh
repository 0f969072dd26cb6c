#!/usr/bin/env bash
# What scripts want: --json FILE and --json -, --quiet, --output, --threads, in all commands that have them.
. "$(dirname "$0")/cli.bash"
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$T" || exit 1
export NUDGE_CC=none OMP_NUM_THREADS=1 # kernels built ahead of time, and the same times everywhere

# json NAME EXPRESSION COMMAND...: with --json - there is JSON on stdout and nothing else, and the expression holds for its content d;
# with --json FILE the same keys are in FILE, and with --quiet stdout is empty.
json() {
    local name=$1 expression=$2
    shift 2
    expect 0 "$nudge" "$@" --json -
    python3 -c 'import json, math, sys
d = json.load(open(sys.argv[1]))
assert '"$expression"', json.dumps(d)[:2000]' "$T/out" || bad "$name: $expression does not hold"
    cp "$T/out" "$T/first"
    case $name in bench | devices) return ;; esac
    expect 0 "$nudge" "$@" --json "$T/$name.json" --quiet
    [ ! -s "$T/out" ] || bad "$name: --quiet says $(head -n 3 "$T/out")"
    python3 -c 'import json, sys
a, b = (json.load(open(f)) for f in sys.argv[1:])
assert a.keys() == b.keys()' "$T/first" "$T/$name.json" || bad "$name: FILE and - differ"
}

cat >p.yaml <<'END'
law: maxwell
mesh: {box: {origin: [-1, -1, -1], size: [2, 2, 2], divisions: [2, 2, 2], region: "quo\"te é"}}
order: 2
boundaries: {default: pec}
initial: {Ez: sin(pi*x)*sin(pi*y)}
exact: {Ez: sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t), Hx: -sin(pi*x)*cos(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2), Hy: cos(pi*x)*sin(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)}
time: {end: 0.2}
output: {folder: results, energy: {file: energy.csv}}
END
json check 'd["mesh"]["elements"] == 48 and d["regions"][0]["name"] == "quo\"te é" and d["regions"][0]["wavelength"] is None and d["resolved"] and d["warnings"] == []' \
    check p.yaml --device cpu --threads 1
json run 'd["run"]["outcome"] == "finished" and d["run"]["steps"] == d["time"]["steps"] and 0 < d["run"]["error"] < 1 and len(d["checksum"]) == 16 and [o["kind"] for o in d["run"]["outputs"]] == ["energy", "report"]' \
    run p.yaml --device cpu --checksum --output elsewhere
[ -s elsewhere/energy.csv ] && [ ! -e results ] || bad "--output is not the folder of the outputs: $(ls)"
expect 0 "$nudge" run p.yaml --quiet --device cpu --out="$T/third/deep"
[ -s third/deep/run.json ] && [ ! -s "$T/out" ] || bad "--out: $(ls)"
json mesh 'd["elements"] == sum(r["elements"] for r in d["regions"]) and d["boundary_faces"] == sum(b["faces"] for b in d["boundaries"]) and sum(d["quality_histogram"]) == d["elements"] and d["volume"] > 0' \
    mesh info "$here/examples/slab/slab.msh"
json devices '[v for v in d["devices"] if v["name"] == "cpu"][0]["memory_bytes"] > 0' devices
json converge 'len(d["errors"]) == 4 and d["errors"][3]["order"] == 2 and d["errors"][3]["error"] < d["errors"][2]["error"]' \
    converge p.yaml --orders 1-2 --divisions 1,2 --device cpu
json bench 'd[0]["order"] == 1 and d[0]["dofs_per_second"] > 0' bench --device cpu --orders 1 --precision single --dofs 2e3
expect 0 "$nudge" rhs p.yaml --device cpu --output rates.h5 --quiet
[ -s rates.h5 ] && [ ! -s "$T/out" ] || bad "rhs --output --quiet"

# A source that the mesh cannot resolve: the exit status is 1, and the JSON has the reason.
printf 'sources: {s: {dipole: {at: [0.1, 0.2, 0.3], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 50, bandwidth: 10}}}}\n' | cat p.yaml - >fine.yaml
expect 1 "$nudge" check fine.yaml --device cpu --json -
python3 -c 'import json, sys; d = json.load(sys.stdin); assert not d["resolved"] and d["sources"][0]["high"] > 50' <"$T/out" || bad "check of a coarse mesh"
# A run that fails leaves no JSON, and an old file stays as it was.
echo old >kept.json
expect 1 "$nudge" run fine.yaml --device cpu --json kept.json
[ "$(cat kept.json)" = old ] || bad "a failed run wrote $(head -n 2 kept.json)"
# Warnings and errors are said in spite of --quiet.
mistake 1 'nowhere.yaml' "$nudge" run nowhere.yaml --quiet
expect 0 "$nudge" check p.yaml --quiet --device cpu --set 'boundaries={xmin: pec, default: absorbing}' --set 'initial={}' --set 'exact={}'
warns 'warning: .*nothing will happen'
[ ! -s "$T/out" ] || bad "check --quiet says $(head -n 3 "$T/out")"
mistake 1 'json /nowhere/x.json: cannot be written: No such' "$nudge" check p.yaml --json /nowhere/x.json
mistake 1 'json /etc: is a folder; give the name of a file' "$nudge" run p.yaml --device cpu --output untouched --json /etc
[ ! -e untouched ] || bad "a run began that could not write its JSON"
mistake 2 '--json does not go with --law' "$nudge" verify --law acoustic --json -
mistake 2 'show does not take --json' "$nudge" show --json -
expect 0 bash -c "'$nudge' check p.yaml --device cpu --json - | head -n 1"
finish
