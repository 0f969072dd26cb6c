#!/usr/bin/env python3
"""Runs nudge and the other tools on the same jobs, each in one thread, and writes a CSV of errors, wall and processor seconds.

usage: run.py RESULTS.csv [--python TOOL=PYTHON]... [--prefix COMMAND] [--limit SECONDS] [PATTERN]...

Rows that RESULTS.csv already has are kept and not run again. PATTERN: only cases "job tool arguments" that contain it.
--python says which interpreter has a tool, as --python meep=/usr/bin/python3; that of this script if not given. A tool that cannot
be imported there is left out, with a message. --prefix runs before each command, as "nice". --limit: seconds of wall time for one
run, 600 if not given.

What to install (nothing of nudge needs these):
  Debian      apt install python3-meep python3-openems openems gmsh python3-numpy python3-scipy
  PyPI        pip install gprMax devito deepwave ngsolve matplotlib
nudge itself is build/nudge, or what the variable NUDGE names.

Seconds are those of the whole script, with imports, meshing and the far field; processor seconds are user and system time of the
command and of what it started.
"""
import csv
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = {"meep": "meep", "openems": "openEMS", "gprmax": "gprMax", "devito": "devito", "deepwave": "deepwave", "ngsolve": "ngsolve",
           "nudge": "numpy"}
COLUMNS = ["job", "tool", "series", "arguments", "error", "frequency_error", "back", "worst_dB", "cells", "unknowns", "wall", "cpu", "memory_MB"]

# job, tool, series, arguments of the script
CASES = []


def cases(job, tool, series, *arguments):
    CASES.extend((job, tool, series, text) for text in arguments)


for order, divisions in ((2, (2, 4, 8)), (3, (2, 4, 6)), (4, (1, 2, 4)), (5, (1, 2, 4)), (6, (1, 2, 3))):
    for precision in ("single", "double"):
        cases("cavity", "nudge", f"nudge N={order} {precision}", *(f"{order} {n} {precision}" for n in divisions))
for tool in ("meep", "openems", "gprmax"):
    cases("cavity", tool, tool, "10", "20", "40", "80")
cases("cavity", "openems", "openems", "120")

cases("sphere", "nudge", "nudge N=2 curved single", "2 0.5 2 2 1.2 single 0.6 1.6 1e-2", "2 0.35 2 2 1.5 single", "2 0.3 2 3 1.5 single 0.5")
cases("sphere", "nudge", "nudge N=3 curved single", "3 0.7 2 1 1.5 single 0.8 1.6 1e-2", "3 0.5 3 2 2 single 0.8 1.6 1e-3", "3 0.4 3 3 2 single")
cases("sphere", "nudge", "nudge N=3 curved double", "3 0.7 2 1 1.5 double 0.8 1.6 1e-2", "3 0.5 3 2 2 double 0.8 1.6 1e-3")
cases("sphere", "nudge", "nudge N=3 flat single", "3 0.7 1 1 1.5 single 0.8 1.6 1e-2", "3 0.5 1 2 2 single 0.8 1.6 1e-3", "3 0.3 1 2 2 single 0.8 1.6 1e-3")
cases("sphere", "nudge", "nudge N=4 curved single", "4 0.7 3 2 2 single 1.2 1.8", "4 0.5 3 3 3 single")
cases("sphere", "nudge", "nudge N=5 curved single", "5 0.7 4 1 2 single 1.2 1.6 1e-3", "5 0.7 4 2 3 single 1.2")
cases("sphere", "nudge", "nudge N=6 curved single", "6 0.8 4 2 3 single 1.5")
for tool, shrink in (("meep", 0.25), ("openems", 0.25), ("gprmax", 0.5)):
    for cells in (10, 20, 30, 40):
        if tool != "meep" or cells <= 20:
            cases("sphere", tool, tool, str(cells))
            cases("sphere", tool, f"{tool}, radius less {shrink} cells", f"{cells} {shrink}")
for tool, shrink in (("meep", 0.5), ("openems", 0.5), ("gprmax", 0.75)):
    cases("sphere", tool, f"{tool}, radius less {shrink} cells", *(f"{cells} {shrink}" for cells in ((10,) if tool == "meep" else (10, 20))))
for order, sizes in ((2, (0.8, 0.5)), (3, (0.9, 0.7, 0.5)), (4, (1.2, 0.9, 0.7)), (5, (1.2,))):
    cases("sphere", "ngsolve", f"ngsolve p={order}", *(f"{order} {size}" for size in sizes))

for order, divisions in ((3, (12, 18, 24)), (4, (12, 20)), (5, (10, 16)), (6, (8, 12))):
    cases("sound", "nudge", f"nudge N={order} single", *(f"{order} {n} single" for n in divisions))
cases("sound", "nudge", "nudge N=5 double", "5 10 double")
for order in (4, 8, 12):
    cases("sound", "devito", f"devito space_order={order}", *(f"{n} {order}" for n in (48, 72, 96, 144)))

for order, place, sizes in ((4, "vertex", (0.4, 0.3)), (5, "face", (0.5, 0.4, 0.33)), (6, "face", (0.6, 0.5, 0.4, 0.33)), (7, "face", (0.7, 0.6))):
    cases("elastic", "nudge", f"nudge N={order} single", *(f"{order} {h} single {place}" for h in sizes))
cases("elastic", "nudge", "nudge N=6 single, wider", "6 0.4 single face 4.2")
cases("elastic", "devito", "devito space_order=4", "10 4", "15 4", "20 4", "30 4")
cases("elastic", "devito", "devito space_order=8", "10 8", "15 8", "20 8")
for order in (4, 8):
    cases("elastic", "devito", f"devito space_order={order}, wider", f"30 {order} 1.5 2")
for accuracy, sizes in ((2, (20, 40)), (4, (20, 30, 40))):
    cases("elastic", "deepwave", f"deepwave accuracy={accuracy}", *(f"{n} {accuracy}" for n in sizes))
cases("elastic", "deepwave", "deepwave accuracy=4, amplitude fitted", "20 4 fitted", "40 4 fitted")
cases("elastic", "nudge", "nudge N=4 double", "4 0.4 double vertex", "4 0.3 double vertex")


def run(command, limit):
    """The printed result, wall seconds, processor seconds and MB of memory; None if it failed."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", DEVITO_LOGGING="ERROR")
    process = subprocess.Popen(["timeout", str(limit), *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    told = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    lines = [line for line in told.splitlines() if line.startswith("RESULT ")]
    if status or not lines:
        print(told[-1500:])
        return None
    result = json.loads(lines[-1][7:])
    return {**result, "wall": round(result["wall"], 2), "cpu": round(used.ru_utime + used.ru_stime, 2),
            "memory_MB": used.ru_maxrss // 1024}


def main():
    words, pythons, prefix, limit, patterns = sys.argv[1:], {}, [], 600, []
    if not words:
        sys.exit(__doc__)
    results = words.pop(0)
    while words:
        word = words.pop(0)
        if word == "--python":
            tool, _, path = words.pop(0).partition("=")
            pythons[tool] = path
        elif word == "--prefix":
            prefix = words.pop(0).split()
        elif word == "--limit":
            limit = int(words.pop(0))
        else:
            patterns.append(word)
    there = set()
    if os.path.exists(results):
        with open(results, newline="") as file:
            there = {(row["job"], row["tool"], row["arguments"]) for row in csv.DictReader(file)}
    missing = set()
    for tool, module in MODULES.items():
        if subprocess.run([pythons.get(tool, sys.executable), "-c", "import " + module], capture_output=True).returncode:
            missing.add(tool)
            print(f"{tool}: left out, {pythons.get(tool, sys.executable)} has no module {module}", flush=True)
    for job, tool, series, arguments in CASES:
        name = f"{job} {tool} {arguments}"
        if tool in missing or (job, tool, arguments) in there or (patterns and not any(pattern in name for pattern in patterns)):
            continue
        script = os.path.join(HERE, f"{job}_{tool}.py")
        result = run(prefix + [pythons.get(tool, sys.executable), script, *arguments.split()], limit)
        if result is None:
            print(f"{name}: failed", flush=True)
            continue
        print(f"{name}: error {result['error']:.3g}, {result['cpu']} s", flush=True)
        fresh = not os.path.exists(results)
        with open(results, "a", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
            if fresh:
                writer.writeheader()
            writer.writerow({"job": job, "tool": tool, "series": series, "arguments": arguments, **result})


main()
