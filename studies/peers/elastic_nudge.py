#!/usr/bin/env python3
"""Lamb's problem by nudge: half a ball of soil with an absorbing boundary.

usage: elastic_nudge.py ORDER H PRECISION PLACE [RADIUS [GROW]]
  H edges near the source and receivers; PLACE of the force, vertex or face; RADIUS of the ball; GROW what edges grow by away from there
Needs gmsh. The time of gmsh is part of what run.py measures.
"""
from common import LAMB_DELAY, LAMB_END, LAMB_RECEIVERS, LAMB_VP, judge_lamb, run_nudge, say    # first: it starts the clock

import csv
import json
import os
import subprocess
import sys
import tempfile

PROBLEM = """\
law: elastic
units: natural
mesh: {{file: elastic.msh}}
order: {order}
precision: {precision}
materials: {{solid: {{rho: 1, vp: {vp!r}, vs: 1}}}}
regions: {{default: solid}}
boundaries: {{surface: free, outside: absorbing}}
sources:
  hammer:
    force: {{at: [0, 0, 0], vector: [0, 0, -1]}}
    waveform: {{ricker: {{frequency: 1, delay: {delay}}}}}
monitors:
{probes}
time: {{end: {end}}}
output: {{folder: out}}
"""


def make_mesh(path, **numbers):
    geometry = os.path.join(os.path.dirname(os.path.abspath(__file__)), "elastic.geo")
    options = [word for name, value in numbers.items() for word in ("-setnumber", name, str(value))]
    subprocess.run(["gmsh", "-3", "-v", "1", "-nt", "1", *options, "-format", "msh41", "-bin", geometry, "-o", path], check=True)


def read_trace(path):
    with open(path) as file:
        rows = list(csv.DictReader(file))
    return [float(row["time"]) for row in rows], [-float(row["vz"]) for row in rows]


def main():
    order, h, precision, place = sys.argv[1:5]
    radius, grow = sys.argv[5:7] + ["3.2", "0.15"][len(sys.argv[5:7]):]
    probes = "\n".join(f"  r{i}: {{probe: {{at: [{x}, {y}, 0], every: 0.1}}}}" for i, (x, y) in enumerate(LAMB_RECEIVERS))
    with tempfile.TemporaryDirectory() as folder:
        make_mesh(folder + "/elastic.msh", h=h, R=radius, grow=grow, face=int(place == "face"))
        with open(folder + "/elastic.yaml", "w") as file:
            file.write(PROBLEM.format(order=order, precision=precision, vp=float(LAMB_VP), delay=LAMB_DELAY, end=LAMB_END, probes=probes))
        run_nudge(folder + "/elastic.yaml")
        traces = [read_trace(f"{folder}/out/r{i}.csv") for i in range(len(LAMB_RECEIVERS))]
        with open(folder + "/out/run.json") as file:
            report = json.load(file)
    say(cells=report["mesh"]["elements"], unknowns=report["mesh"]["dofs"], **judge_lamb(traces))


main()
