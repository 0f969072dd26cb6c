#!/usr/bin/env python3
"""Draws bistatic cross-sections of runs over Mie's series, and their differences from it; prints the largest difference.

usage: angles.py [-e EPSILON] [-f FREQUENCY] -o PICTURE LABEL=rcs.csv...
"""
import os
import sys

import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

parser = known.arguments(__doc__)
parser.add_argument("-e", "--epsilon", type=float, help="of the sphere; metal when not given")
parser.add_argument("-f", "--frequency", type=float, default=0.31830989, help="one of the monitor's")
parser.add_argument("-o", "--output", required=True)
parser.add_argument("runs", nargs="+", metavar="LABEL=FILE")
options = parser.parse_args()
x = 2 * np.pi * options.frequency
PLANES = ((0, "plane of E"), (90, "plane of H"))

figure, axes = pyplot.subplots(2, 2, figsize=(9, 5.6), sharex=True, sharey="row", gridspec_kw={"height_ratios": (3, 2)})
angle = np.linspace(0, 180, 361)
peak = max(known.mie_bistatic(x, angle, phi, options.epsilon).max() for phi, _ in PLANES)
for (above, below), (phi, name) in zip(axes.T, PLANES):
    above.plot(angle, 10 * np.log10(known.mie_bistatic(x, angle, phi, options.epsilon)), color=known.KNOWN, linewidth=1, label="Mie's series")
    above.set_title("%s, ka = %.3g" % (name, x), loc="left", fontsize=10)
    below.set_xlabel("angle from the forward direction (degrees)")
for run, colour, marker in zip(options.runs, known.COLOURS, "s.^"):
    label, _, path = run.partition("=")
    table = known.read(path)
    table = table[abs(table["frequency"] - options.frequency) < 1e-6]
    worst = 0
    for (above, below), (phi, _) in zip(axes.T, PLANES):
        rows = table[table["phi"] == phi]
        reference = known.mie_bistatic(x, rows["theta"], phi, options.epsilon)
        off = abs(10 * np.log10(rows["sigma"] / np.pi / reference))
        off[reference < peak / 100] = np.nan  # where the pattern is nearly zero, decibels mean little
        worst = max(worst, np.nanmax(off))
        above.plot(rows["theta"][::10], 10 * np.log10(rows["sigma"][::10] / np.pi), marker, color=colour, markersize=5,
                   fillstyle="full" if marker == "." else "none", label=label)
        below.semilogy(rows["theta"], np.maximum(off, 1e-6), color=colour, linewidth=1.2)
    print("%s: at most %.2g dB from Mie's series" % (label, worst))
axes[0, 0].set_ylim(max(axes[0, 0].get_ylim()[0], 10 * np.log10(peak) - 30), None)
axes[1, 0].set_ylim(1e-5, None)
axes[0, 0].set_ylabel("σ / πa² (dB)")
axes[1, 0].set_ylabel("|difference| (dB)")
axes[0, 0].set_xticks(range(0, 181, 30))
axes[0, 0].legend(fontsize=9)
known.save(figure, options.output)
