#!/usr/bin/env bash
# nudge report: missing, broken and changed files are named on the page, and the command ends well; without run.json it says what
# to do.
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/report.bash"
write_problem "$T/small.yaml" \
    'output: {folder: results, fields: {file: f.pvd, every: 0.25}, energy: {file: energy.csv}, picture: {file: slice.png, field: Ey}}'
quiet "$nudge" run "$T/small.yaml" --device cpu --order 2
page=$T/page.html
report() { # report NAME: the page of a copy of the folder
    quiet "$nudge" report "$T/$1" --output "$page"
    html "$page"
}
copy() { rm -rf "$T/$1" && cp -r "$T/results" "$T/$1"; }

copy a && rm "$T"/a/*.vtu "$T"/a/*.csv "$T"/a/*.png "$T"/a/*.pvd
report a
notes 'no table of the energy'
grep -q '<section id="view">' "$page" || bad "boundaries are shown without fields, too"

copy a && head -c 500 "$T/results/run.json" >"$T/a/run.json"
report a
notes 'run.json is broken, so the set-up is not shown: run.json:[0-9]+: '
grep -q 'run.json has nothing to show' "$page" && grep -q '<section id="energy">' "$page" || bad "tables without run.json"
printf '[1, 2]' >"$T/a/run.json" && report a && notes 'has no outcome'
: >"$T/a/run.json" && report a && notes 'run.json'
printf '{"outcome": "running", "settings": {"problem": 7}, "mesh": 3, "run": [1]}' >"$T/a/run.json" && report a && notes 'problem file 7 is not found'
head -c 3000 /dev/urandom >"$T/a/run.json" && report a && notes 'run.json'

# Reports of older versions have no preflight; one of a problem without a file may have a broken text, or a mesh that is gone.
older() { copy a && python3 -c 'import json, sys
path, change = sys.argv[1:]
run = json.load(open(path))
exec(change)
json.dump(run, open(path, "w"))' "$T/a/run.json" "$1" && report a; }
older 'del run["preflight"]'
notes 'run.json has no preflight'
grep -q '<section id="preflight">' "$page" && bad "a preflight that is not there"
[ "$(grep -c '<section id="mesh">' "$page")" -eq 1 ] || bad "no mesh beside an old run.json"
older 'run["settings"]["problem"] = ""'
notes 'The run has no problem file'
older 'run["settings"].update(problem="", text="law: [")'
notes 'The text of the problem in run.json is broken: problem:2'
older 'run["settings"].update(problem="", text="{law: maxwell, mesh: {file: gone.msh}, order: 1, boundaries: {default: pec}, time: {end: 1}}")'
notes 'The mesh cannot be read: .*gone.msh'

copy a
echo 'not a picture' >"$T/a/slice.png"
printf 'time,energy\n0,1\n1\n' >"$T/a/energy.csv"
printf 'x\0y' >"$T/a/zero.csv"
: >"$T/a/empty.csv"
head -c $(($(wc -c <"$T/results/f_0001.vtu") / 2)) "$T/results/f_0001.vtu" >"$T/a/f_0001.vtu"
ln -s /etc/passwd "$T/a/link.csv"
report a
notes 'slice.png is broken' 'energy.csv is broken: line 3' 'zero.csv is broken: it is not text' 'empty.csv is broken: it is empty' 'f_0001.vtu is not shown in space'
grep -q link.csv "$page" && bad "a link was followed"

# The last file of a long series.
copy a && cp "$T/a/f_0001.vtu" "$T/a/f_10000.vtu" && report a
grep -q 'Fields are those of f_10000.vtu' "$page" || bad "f_10000.vtu comes after f_0001.vtu"

# Fields of another mesh; a problem that was changed since; one that is gone.
copy a && sed -i 's/divisions: \[2, 2, 2\]/divisions: [2, 2, 3]/' "$T/small.yaml" && report a
notes 'has 72 elements, that of the run had 48' 'f_0001.vtu is not shown in space: it has 48 elements'
sed -i 's/divisions: \[2, 2, 3\]/divisions: [2, 2, 2]/; s/size: \[1, 1, 1\]/size: [1, 1, 1.1]/' "$T/small.yaml" && report a
notes 'it belongs to another mesh'
mv "$T/small.yaml" "$T/gone.yaml" && report a && notes 'small.yaml is not found'
sed 's/size: \[1, 1, 1.1\]/size: [1, 1, 1]/' "$T/gone.yaml" >"$T/small.yaml"

# Bytes of the fields changed at random places, with a seed: an error on the page at most.
for seed in 1 2 3 4 5 6; do
    python3 - "$T/results/f_0001.vtu" "$T/a/f_0001.vtu" $seed <<'END'
import random, sys
bytes_, rng = bytearray(open(sys.argv[1], 'rb').read()), random.Random(int(sys.argv[3]))
start = bytes_.find(b'\n_') if int(sys.argv[3]) % 2 else 0 # the head, or numbers of the data
for _ in range(20):
    bytes_[rng.randrange(start, start + 2500)] = rng.randrange(256)
open(sys.argv[2], 'wb').write(bytes_)
END
    report a
done

# The page has at most 10 MB: what does not fit is named.
copy a
python3 - "$T/a" <<'END'
import os, sys
for i in range(8):
    open(f'{sys.argv[1]}/big{i}.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + os.urandom(1500000))
open(f'{sys.argv[1]}/huge.csv', 'w').write('time,x\n' + ''.join(f'{i},{i % 7}\n' for i in range(200000)))
open(f'{sys.argv[1]}/toolarge.csv', 'w').write('time,x\n' + ''.join(f'{i},{i % 7} {"x" * 90}\n' for i in range(200000)))
END
report a
[ "$(wc -c <"$page")" -lt 10000000 ] || bad "the page has $(wc -c <"$page") bytes"
notes 'big7.png \(1.5 MB\) is left out: the page would be larger than 10 MB' 'toolarge.csv is left out'
grep -q 'numbers: 40 of 200000 rows' "$page" || bad "a long table is thinned"

mkdir "$T/none"
mkdir "$T/above" && cp -r "$T/results" "$T/above/results"
mistake 1 'above: there is no run.json, .*nudge run writes one' "$nudge" report "$T/above"
cp -r "$T/results" "$T/above/out"
mistake 1 'above: there is no run.json here, but in its folder out; try nudge report .*above/out' "$nudge" report "$T/above"
[ ! -e "$T/above/report.html" ] || bad "a page about a folder without run.json"
mistake 1 'none: there is no run.json, .*nudge run writes one' "$nudge" report "$T/none"
mistake 1 'nowhere: cannot open the folder' "$nudge" report "$T/nowhere"
mistake 1 'run.json: cannot open the folder|Not a directory' "$nudge" report "$T/results/run.json"
mistake 1 'no/page.html' "$nudge" report "$T/results" --output "$T/no/page.html"
finish
