#!/usr/bin/env python3
"""Draws the error of the frequency of TM1 over the order of the elements' shape, for meshes of eighth.geo; prints the errors.

usage: frequency.py PICTURE LABEL:ORDER=FOLDER...

ORDER is 1 to 4; FOLDER has modes.csv and run.json, which `nudge run eighth.yaml` wrote. A curve joins the runs of a label.
"""
import json
import os
import sys

import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

TM1 = 2.743707269992265 / (2 * np.pi)  # a root of (x j1(x))'
NAMES = ("straight", "quadratic", "cubic", "quartic")
parser = known.arguments(__doc__)
parser.add_argument("output", metavar="PICTURE")
parser.add_argument("runs", nargs="+", metavar="LABEL:ORDER=FOLDER")
options = parser.parse_args()

curves = {}
for run in options.runs:
    name, _, folder = run.partition("=")
    label, _, order = name.rpartition(":")
    modes = np.atleast_1d(known.read(folder, "modes.csv"))
    with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
        elements = json.load(file)["mesh"]["elements"]
    error = min(abs(modes["frequency"] / TM1 - 1))
    curves.setdefault(label, []).append((int(order), error))
    print("%s, %s, 8 x %d elements: %.2g" % (label, NAMES[int(order) - 1], elements, error))
figure, axes = pyplot.subplots(figsize=(6.4, 4.2))
for (label, some), colour, marker in zip(curves.items(), known.COLOURS, "sov"):
    axes.semilogy(*zip(*sorted(some)), marker + "-", color=colour, linewidth=1.2, label=label)
axes.set_xticks((1, 2, 3, 4), NAMES)
axes.set_xlabel("elements")
axes.set_ylabel("relative error of the frequency")
axes.legend(fontsize=9)
known.save(figure, options.output)
