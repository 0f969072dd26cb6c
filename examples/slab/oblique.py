#!/usr/bin/env python3
"""Draws |r| and |t| of oblique.yaml over the frequency, with the closed form; prints the largest differences.

usage: oblique.py PICTURE LABEL:WAVE_VECTOR:POLARIZATION=FOLDER...

POLARIZATION is TE (E across the plane of incidence) or TM. FOLDER has front.csv and back.csv.
"""
import os
import sys

import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

parser = known.arguments(__doc__)
parser.add_argument("output", metavar="PICTURE")
parser.add_argument("runs", nargs="+", metavar="LABEL:WAVE_VECTOR:POLARIZATION=FOLDER")
options = parser.parse_args()

figure, axes = pyplot.subplots(1, len(options.runs), figsize=(3.4 * len(options.runs), 3.6), sharey=True, squeeze=False)
for each, run in zip(axes[0], options.runs):
    name, _, folder = run.partition("=")
    label, k, polarization = name.rsplit(":", 2)
    k, suffix = float(k), "p" if polarization == "TM" else "s"
    front, back = known.read(folder, "front.csv"), known.read(folder, "back.csv")
    wave = lambda table, direction: table[direction + suffix + "_re"] + 1j * table[direction + suffix + "_im"]
    forward = wave(front, "forward_")
    got = {"r": abs(wave(front, "backward_") / forward), "t": abs(wave(back, "forward_") / forward)}
    f = np.linspace(0.605, 0.675, 141)
    for which, colour in (("r", known.RED), ("t", known.BLUE)):
        answer = lambda g: abs(known.layer(g, 4, 1, k, polarization == "TM")["rt".index(which)])
        each.plot(f, answer(f), color=colour, linewidth=1.2, label="|%s|, closed form" % which)
        each.plot(front["frequency"], got[which], "o", color=colour, fillstyle="none", label="|%s|, computed" % which)
        print("%s: |%s| at most %.2g from the closed form" % (label, which, abs(got[which] - answer(front["frequency"])).max()))
    angles = each.secondary_xaxis("top", functions=(lambda g: g, lambda g: g))
    ticks = np.array([0.61, 0.64, 0.67])
    angles.set_xticks(ticks, ["%.0f°" % a for a in np.degrees(np.arcsin(k / (2 * np.pi * ticks)))])
    each.set_title(label, fontsize=10, pad=22)
    each.set_xticks(ticks)
    each.set_xlabel("frequency (in c / thickness)")
axes[0, 0].set_ylabel("|r|, |t|")
axes[0, 0].set_ylim(0, 1.05)
axes[0, 0].legend(fontsize=8)
known.save(figure, options.output)
