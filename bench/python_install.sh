#!/usr/bin/env bash
# What it takes from the wheel to the first picture: bench/python_install.sh [WHEEL] [PYTHON]
# Prints seconds by the wall clock (and of the processor) of a bare virtual environment, pip install, the first picture, and import nudge;
# then the processor time of Simulation.run() against that of nudge run on the same problem, in turns, and their ratio.
set -eu
cd "$(dirname "$0")/.."
wheel=$(readlink -f "${1:-$(ls dist/nudge-*.whl | head -n 1)}") python=${2:-python3}
T=$(mktemp -d) && trap 'rm -rf "$T"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore OMP_NUM_THREADS=${OMP_NUM_THREADS:-2} NUDGE_CACHE=$T/cache
cd "$T"
TIMEFORMAT='%R s (%U + %S)'
step() {
    local what=$1 took
    shift
    took=$({ time "$@" >log 2>&1; } 2>&1) || { cat log; exit 1; }
    printf '%-33s %s\n' "$what" "$took"
}
echo "wheel                             $(stat -c %s "$wheel") bytes"
step "python -m venv" "$python" -m venv venv
step "pip install, with numpy" venv/bin/pip install "$wheel"
cat >first.py <<'PY'
import nudge
sim = nudge.Simulation(mesh=nudge.Box(origin=(-1, -1, -1), size=(2, 2, 2), divisions=(6, 6, 6)), order=4, boundaries={"default": "pec"},
                       initial={"Ez": "sin(pi*x)*sin(pi*y)"}, time=1.5, output={"folder": "out", "picture": {"file": "cavity.png", "field": "Ez"}})
sim.run()
PY
step "first picture" venv/bin/python first.py
[ -s out/cavity.png ]
cat >import.py <<'PY'
import resource, subprocess, sys
def seconds(text):
    best = 1e9
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", text], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best
bare, numpy, own = (seconds(t) for t in ("pass", "import numpy", "import nudge; nudge.version()"))
print("import nudge                      %.3f s of the processor, of these python %.3f and numpy %.3f" % (own, bare, numpy - bare))
PY
venv/bin/python import.py
cat >overhead.py <<'PY'
import resource, subprocess, sys
text = """mesh: {box: {divisions: [8, 8, 8]}}
order: 4
boundaries: {default: pec}
initial: {Ez: sin(pi*x)*sin(pi*y)}
time: {end: 2}
output: {folder: out, energy: {file: energy.csv, every: 0.1}}
"""
open("p.yaml", "w").write(text)
def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
ways = {"nudge run": ["venv/bin/nudge", "run", "p.yaml", "--device", "cpu", "--threads", "1"],
        "Simulation.run()": [sys.executable, "-c", "import nudge; nudge.set_threads(1); s = nudge.Simulation.read('p.yaml'); "
                             "s.device = 'cpu'; s.run(progress=False)"],
        "import nudge alone": [sys.executable, "-c", "import nudge; nudge.version()"]}
took = {w: [] for w in ways}
for turn in range(5):
    for way in list(ways) if turn % 2 else list(ways)[::-1]:
        took[way].append(seconds(ways[way]))
for way in ways:
    print("%-33s least %.3f s of the processor: %s" % (way, min(took[way]), " ".join("%.3f" % t for t in took[way])))
run, sim, load = (min(took[w]) for w in ways)
print("Simulation.run() costs            %+.2f %% (and %+.2f %% with Python's start and imports)" % (100 * ((sim - load) / run - 1), 100 * (sim / run - 1)))
PY
venv/bin/python overhead.py
