#!/usr/bin/env bash
# The JSON of each command has the numbers of its text: both come from the same run, by --json FILE.
# PLAIN:
. "$(dirname "$0")/cli.bash"
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$T" || exit 1
export OMP_NUM_THREADS=1

cat >text.py <<'PY'
"""What the checks below share: d, the JSON; text, what was printed; same(), whether a printed number is that of the JSON."""
import json, re, sys
d, text = json.load(open(sys.argv[1])), open(sys.argv[2]).read()

def numbers(pattern):
    """The groups of the first match, as numbers."""
    found = re.search(pattern, text, re.M)
    assert found, "the text lacks " + pattern
    return [float(g) for g in found.groups()]

def same(printed, value, ulp=0.51):
    """printed: digits as text. They differ from the value by half of the last digit at most."""
    mantissa, _, exponent = printed.lower().partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    if "." not in mantissa and not exponent:  # as %g writes 25 or 1.5e3: 5 digits or more
        unit = max(unit, abs(value) * 1e-4)
    assert abs(float(printed) - value) <= ulp * unit, (printed, value)

def rows(pattern):
    return re.findall(pattern, text, re.M)
PY
# json NAME COMMAND...: runs it; the checks are on stdin
json() {
    local name=$1
    shift
    expect 0 "$nudge" "$@" --json "$name.json"
    { echo 'from text import *'; cat; } >"$name.py"
    python3 "$name.py" "$name.json" out >said 2>&1 || bad "$name: $(tail -n 3 said)"
}

mesh_checks='
(low, high) = (d["low"], d["high"])
assert numbers(r"^elements +(\d+) \((\d+) came in inverted") == [d["elements"], d["reoriented"]]
assert numbers(r"^vertices +(\d+)") == [d["vertices"]]
assert numbers(r"^boundary faces +(\d+), of these (\d+)") == [d["boundary_faces"], d["untagged_faces"]]
assert numbers(r"^tagged inside +(\d+)") == [d["inside_faces"]]
same(rows(r"^volume +(\S+)")[0], d["volume"])
for pair, keys in ((rows(r"^edges +(\S+) to (\S+)")[0], ("edge_min", "edge_max")),
                   (rows(r"^inradius +least (\S+), median (\S+)")[0], ("inradius_min", "inradius_median")),
                   (rows(r"least (\S+), median (\S+)$")[-1], ("quality_min", "quality_median"))):
    for printed, key in zip(pair, keys): same(printed, d[key])
assert [int(n) for n in rows(r"^  0\.\d-[01]\.\d +(\d+)")] == d["quality_histogram"]
box = rows(r"^bounding box +(\S+) (\S+) (\S+) to (\S+) (\S+) (\S+)")[0]
for printed, value in zip(box, low + high): assert abs(float(printed) - value) < 1e-5, (printed, value)
tables = dict((r[0], r[1:]) for r in rows(r"^  (\w+) +(\d+) +(\S+)$"))
for entry, count, size in [(r, "elements", "volume") for r in d["regions"]] + [(b, "faces", "area") for b in d["boundaries"]]:
    assert int(tables[entry["name"]][0]) == entry[count]
    same(tables[entry["name"]][1], entry[size])
smallest = rows(r"^ +(\d+) +(\S+) +\S+ +\S+ +\S+  \w+$")
assert [int(s[0]) for s in smallest] == [e["number"] for e in d["smallest"]] and smallest
for s, e in zip(smallest, d["smallest"]): same(s[1], e["inradius"])
'
json mesh mesh info "$here/examples/slab/slab.msh" <<<"$mesh_checks"
cat >ball.geo <<'GEO'
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Physical Volume("inside") = {1};
Physical Surface("wall") = {1};
GEO
json make mesh make ball.geo --wavelength 2 --per 3 --curve 2 --output ball.msh <<<"$mesh_checks"'
curved, order, bend = numbers(r"^curved +(\d+) elements of order (\d+), by up to (\S+)")
assert [curved, order] == [d["curved"], d["order"]] and abs(bend / d["bend"] - 1) < 0.05
assert abs(d["volume"] / 4.18879 - 1) < 0.02'

cat >line.yaml <<'END'
law: maxwell
mesh: {box: {size: [1, 0.5, 1.5], divisions: [2, 1, 3]}}
order: 2
boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}
ports:
  one: {boundary: zmin, section: {mode: TEM}}
  two: {boundary: zmax, section: {}, shift: 0.5}
sparameters: {band: [0.05, 0.3], points: 3}
time: {end: 25}
output: {folder: results}
END
json sparameters sparameters line.yaml --device cpu <<'PY'
import cmath, math
table = [[float(x) for x in row.split()] for row in rows(r"^ +(0\.\d+(?: +-?\d+\.\d+){8})$")]
assert [row[0] for row in table] == d["frequency"] == [0.05, 0.175, 0.3], table
for row, matrix in zip(table, d["S"]):
    for k, (re_, im) in enumerate(matrix[i][j] for i in (0, 1) for j in (0, 1)):
        assert abs(row[1 + 2 * k] - abs(complex(re_, im))) < 6e-6
        off = (row[2 + 2 * k] - math.degrees(cmath.phase(complex(re_, im))) + 180) % 360 - 180
        assert abs(off) < 0.006, (row, off)
    assert abs(complex(*matrix[1][0]) - cmath.exp(-2j * math.pi * row[0])) < 1e-3  # a line of length 1
same(rows(r"Sij - Sji. (\S+)$")[0], d["reciprocity"])
same(rows(r"singular value of S (\S+)$")[0], d["passivity"])
least, most = rows(r"what enters: (\S+) to (\S+)$")[0]
same(least, d["power_least"]), same(most, d["power_most"])
same(rows(r"over the peak: (\S+)$")[0], d["rest"])
assert rows(r"^port \d +(\w+)$") == d["ports"] == ["one", "two"] and "wrote %s.csv" % d["files"] in text
PY

cat >box.yaml <<'YAML'
mesh: {box: {size: [1, 0.8, 0.6], divisions: [2, 2, 1]}}
order: 3
materials: {m: {sigma: 0.05}}
regions: {default: m}
boundaries: {default: pec}
sources: {pin: {dipole: {at: [0.3, 0.3, 0.2], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 0.8, bandwidth: 0.9}}}}
monitors: {q: {resonances: {probe: [0.6, 0.5, 0.2], band: [0.6, 1]}}}
time: {end: 14}
output: {folder: o, energy: {file: energy.csv}}
YAML
run_checks='
q = d["run"]["resonances"]["q"]
printed = rows(r"^ +(\d\S+) +(\d\S+) +(\d\S+) +(\d\S+)$")
assert numbers(r"^q: (\d+) mode") == [len(q["frequency"])] and len(printed) == len(q["frequency"]) > 0
for row, mode in zip(printed, zip(q["frequency"], q["Q"], q["amplitude"], q["error"])):
    for a, b in zip(row, mode): assert abs(float(a) - b) <= 0.05 * abs(b) + 1e-12, (row, mode)
    assert abs(float(row[0]) / mode[0] - 1) < 1e-5, (row, mode)
paths = [o["path"] for key in ("run", "fields") if key in d for o in d[key]["outputs"]]
assert paths and all(any(line.startswith("wrote " + p.rsplit(".", 1)[0]) for line in text.splitlines()) for p in paths), paths
'
json run run box.yaml --device cpu --checksum <<<"$run_checks"'
assert numbers(r"^order +(\d+), double precision, (\d+) DOFs") == [d["order"], d["dofs"]]
assert numbers(r"^mesh +box: (\d+) elements") == [d["mesh"]["elements"]]
assert numbers(r"^steps +(\d+), to t = (\S+)") == [d["run"]["steps"], d["run"]["time"]]
same(rows(r"^time step +([0-9.e-]+\d)")[0], d["time"]["dt"])
assert rows(r"^checksum (\w+)$") == [d["checksum"]]'
json modes modes box.yaml --device cpu <<<"$run_checks"'
assert d["run"]["outcome"] == d["fields"]["outcome"] == "finished" and sum(p.endswith(".h5") for p in paths) >= 3, paths'

json converge converge "$here/examples/cavity/cavity.yaml" --orders 1-2 --divisions 2,3 --device cpu <<'PY'
table = {int(n): rest.split() for n, rest in rows(r"^ +(\d)((?: +\S+)+)$")}
sizes = rows(r"h=(\S+)")
meshes = rows(r"K=\d+")[:2]
for e in d["errors"]:
    k = meshes.index("K=%d" % e["elements"])
    same(table[e["order"]][k], e["error"]), same(sizes[k], e["h"])
assert [e["mesh"] for e in d["errors"]] == 2 * ["box_2", "box_3"]
PY
json bench bench --device cpu --orders 1,2 --precision double --dofs 2e3 <<'PY'
table = [row.split() for row in rows(r"^ +(\d +simd .*)$")]
for row, e in zip(table, d):
    assert [int(row[0]), row[1], int(row[2])] == [e["order"], e["variant"], e["elements"]]
    same(row[3], e["ns_per_element"]), same(row[4], e["dofs_per_second"] / 1e6)
    same(row[5], e["flops_per_second"] / 1e9), same(row[6], 100 * e["of_roofline"], 1.1), same(row[8], 100 * e["of_peak"], 1.1)
assert len(table) == len(d) == 2
PY
json devices devices <<'PY'
assert [v["name"] for v in d["devices"]] == rows(r"^(\w+) ")
assert rows(r"^cpu +(.*)$") == [v["hardware"] for v in d["devices"] if v["name"] == "cpu"]
PY
cd "$here" || exit 1
expect 0 "$nudge" verify "two media" --quick --device cpu --json "$T/verify.json" --csv "$T/verify.csv"
cp "$T/out" "$T/verify.txt"
python3 - "$T" <<'PY' >"$T/said" 2>&1 || bad "verify: $(tail -n 3 "$T/said")"
import csv, json, re, sys
T = sys.argv[1]
answers = json.load(open(T + "/verify.json"))["answers"]
lines = open(T + "/verify.txt").read().splitlines()[1:]
table = list(csv.DictReader(open(T + "/verify.csv")))
assert len(answers) == len(lines) == len(table) == 2, (len(answers), len(lines), len(table))
for a, line, row in zip(answers, lines, table):
    assert line.startswith(a["case"]) and a["what"] in line and row["case"] == a["case"] and row["what"] == a["what"]
    error, allowed, verdict, elements, order = re.search(r" (\S+) +(\S+) +(\S+) +(\d+) +(\d+) +\S+ s +cpu$", line).groups()
    assert abs(float(error) / a["error"] - 1) < 5e-3 and float(allowed) == a["tolerance"] and (verdict == "ok") == a["ok"]
    assert [int(elements), int(order)] == [a["elements"], a["order"]] and abs(float(row["error"]) / a["error"] - 1) < 1e-5
    assert a["reference"] is None and a["computed"] is None  # an error needs no value of its own
PY
finish
