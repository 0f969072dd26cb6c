#!/usr/bin/env python3
"""Draws cross-sections of the spheres of drude.yaml and lorentz.yaml over the frequency, with Mie's series; prints the largest
differences.

usage: spectrum.py PICTURE drude=rcs-totals.csv lorentz=rcs-totals.csv
"""
import os
import sys

import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

# The materials of the problem files.
MATERIALS = {"drude": ("metal, Drude", lambda f: 1 - 0.6**2 * (2 * np.pi)**2 / ((2 * np.pi * f)**2 + 0.4j * 2 * np.pi * f)),
             "lorentz": ("dielectric, Lorentz", lambda f: known.lorentz(f, 2, [(2, 0.25, 0.4)]))}
parser = known.arguments(__doc__)
parser.add_argument("output", metavar="PICTURE")
parser.add_argument("runs", nargs="+", metavar="NAME=FILE")
options = parser.parse_args()

figure, axes = pyplot.subplots(2, len(options.runs), figsize=(9, 5.6), sharex=True, squeeze=False, gridspec_kw={"height_ratios": (2, 3)})
f = np.linspace(0.15, 0.31, 161)
for (above, below), run in zip(axes.T, options.runs):
    name, _, path = run.partition("=")
    title, epsilon = MATERIALS[name]
    above.plot(f, epsilon(f).real, color=known.GREEN, label="Re ε")
    above.plot(f, epsilon(f).imag, "--", color=known.GREEN, label="Im ε")
    above.set_title(title, loc="left", fontsize=10)
    table = known.read(path)
    for column, (label, measured, colour) in enumerate((("scattering", "scattering", known.RED), ("extinction", "extinction", known.BLUE))):
        mie = lambda g: np.array([known.mie_efficiencies(2 * np.pi * x, epsilon(x))[column] for x in g])
        got = table[measured] / np.pi
        print("%s, %s: at most %.2g %% from Mie's series" % (name, label, 100 * abs(got / mie(table["frequency"]) - 1).max()))
        below.plot(f, mie(f), color=colour, linewidth=1.2, label=label + ", Mie")
        below.plot(table["frequency"], got, "o", color=colour, fillstyle="none", label=label + ", computed")
    below.set_xlabel("frequency (in c / a)")
axes[0, 0].set_ylabel("ε")
axes[1, 0].set_ylabel("cross-section / πa²")
axes[0, 0].legend(fontsize=8)
axes[1, 0].legend(fontsize=8)
known.save(figure, options.output)
