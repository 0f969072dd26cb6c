#!/usr/bin/env python3
"""The ringing cube by nudge, from the exact mode as initial fields.

usage: cavity_nudge.py ORDER DIVISIONS PRECISION
"""
from common import MODE, PERIODS, judge_mode, pencil, run_nudge, say    # first: it starts the clock

import csv
import json
import sys
import tempfile

import numpy as np


PROBLEM = """\
law: maxwell
mesh: {{box: {{size: [1, 1, 1], divisions: [{n}, {n}, {n}]}}}}
order: {order}
precision: {precision}
boundaries: {{default: pec}}
initial: {{Ez: sin(pi*x)*sin(pi*y)}}
exact:
  Ez: sin(pi*x)*sin(pi*y)*cos(sqrt(2)*pi*t)
  Hx: -sin(pi*x)*cos(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)
  Hy: cos(pi*x)*sin(pi*y)*sin(sqrt(2)*pi*t)/sqrt(2)
monitors:
  point: {{probe: {{at: [0.41, 0.37, 0.52], every: 0.05}}}}
time: {{end: {end}}}
output: {{folder: out}}
"""


def main():
    order, n, precision = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/cavity.yaml", "w") as file:
            file.write(PROBLEM.format(order=order, n=n, precision=precision, end=PERIODS / MODE))
        run_nudge(folder + "/cavity.yaml")
        with open(folder + "/out/point.csv") as file:
            rows = list(csv.DictReader(file))
        with open(folder + "/out/run.json") as file:
            report = json.load(file)
    t = np.array([float(row["time"]) for row in rows])[:-1]
    result = {"cells": report["mesh"]["elements"], "unknowns": report["mesh"]["dofs"]}
    result.update(judge_mode(pencil(t, [float(row["Ez"]) for row in rows][:-1], MODE, 1e-8)))
    result["error"] = report["run"]["error"]
    say(**result)


main()
