#!/usr/bin/env python3
"""Draws the error of the frequency of TM1 over the number of elements, for meshes of eighth.geo; prints the errors.

usage: frequency.py PICTURE ORDER=FOLDER...

ORDER is that of the elements' shape, 1 to 4; FOLDER has modes.csv and run.json, which `nudge run eighth.yaml` wrote.
"""
import json
import os
import sys

import numpy as np
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

TM1 = 2.743707269992265 / (2 * np.pi)  # a root of (x j1(x))'
NAMES = {"1": "straight", "2": "quadratic", "3": "cubic", "4": "quartic"}
parser = known.arguments(__doc__)
parser.add_argument("output", metavar="PICTURE")
parser.add_argument("runs", nargs="+", metavar="ORDER=FOLDER")
options = parser.parse_args()

errors = {}
for run in options.runs:
    order, _, folder = run.partition("=")
    modes = np.atleast_1d(known.read(folder, "modes.csv"))
    with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
        elements = 8 * json.load(file)["mesh"]["elements"]
    error = min(abs(modes["frequency"] / TM1 - 1))
    errors.setdefault(order, []).append((elements, error))
    print("%s, %d elements: %.2g" % (NAMES[order], elements, error))
figure, axes = pyplot.subplots(figsize=(7, 4.4))
for (order, some), colour, marker in zip(sorted(errors.items()), (known.KNOWN, *known.COLOURS), "ov^s"):
    axes.loglog(*zip(*sorted(some)), marker, color=colour, label=NAMES[order] + " elements")
    shared = sorted(some)[:2]  # the mesh with cut 0, and that with cut 1: each element cut into eight
    axes.loglog(*zip(*((shared[0], shared[1]))), color=colour, linewidth=1)
axes.set_xlabel("elements of the whole ball")
axes.set_ylabel("relative error of the frequency")
axes.legend(fontsize=9, bbox_to_anchor=(1.01, 1), loc="upper left")
known.save(figure, options.output)
