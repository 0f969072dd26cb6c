#!/usr/bin/env bash
# Simulation.report(): the page about a run from Python, with its mesh and its fields in space, though there is no problem file.
# NOSANITIZE: python3 does not load a library with sanitizers
set -u
. "$(dirname "$0")/python.bash"
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
export NUDGE_CC=none OMP_NUM_THREADS=1 PYTHONWARNINGS=ignore::UserWarning
cd "$T" || exit 1
cat >page.py <<'PY'
import json, os, re
import numpy as np
import nudge

def sections(page):
    text = open(page, encoding="utf-8").read()
    assert '<section id="notes">' not in text or "energy" in text.split('<section id="notes">')[1], text.split('id="notes"')[1]
    return set(re.findall(r'<section id="(\w+)">', text)), text

sim = nudge.Simulation(mesh=nudge.Box(divisions=(2, 2, 2)), order=2, time=0.2, boundaries={"default": "pec"}, device="cpu",
                       initial={"Ez": lambda x, y, z: np.sin(np.pi * x)}, output={"folder": "out", "fields": {"file": "f.pvd", "every": 0.1}})
try:
    sim.report()
    raise SystemExit("a report without a run")
except nudge.ProblemError as error:
    assert "call run() first" in str(error), error
sim.run()
page = sim.report()
assert page == os.path.abspath("out/report.html"), page
found, text = sections(page)
assert {"setup", "preflight", "mesh", "view"} <= found, found
assert "Fields are those of f_0002.vtu" in text and "<summary>the problem</summary>" in text
run = json.load(open("out/run.json"))
assert run["settings"]["problem"] == "" and run["settings"]["folder"] == os.getcwd()
assert json.loads(run["settings"]["text"])["mesh"]["box"]["divisions"] == [2, 2, 2]
assert run["preflight"]["regions"][0]["elements"] == 48

# A mesh of arrays, and no folder: the files of the run are temporary, the page is not.
box = nudge.Simulation(mesh=nudge.Box(divisions=(1, 1, 1)), boundaries={"default": "pec"}, order=1, time=0.1, initial={"Ez": "1"}).make_mesh()
own = nudge.Simulation(mesh=box, order=1, time=0.1, boundaries={"default": "pec"}, initial={"Ez": "1"}, device="cpu").run()
assert own.report() == os.path.abspath("report.html")
assert {"mesh", "view"} <= sections("report.html")[0]
assert own.report("other.html") == os.path.abspath("other.html") and os.path.getsize("other.html") > 10000
try:
    own.report("nowhere/page.html")
    raise SystemExit("a page in no folder")
except nudge.FileError as error:
    assert str(error).startswith("report: ") and "nowhere/page.html" in str(error), error
PY
"$python" page.py
