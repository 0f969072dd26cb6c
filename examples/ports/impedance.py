#!/usr/bin/env python3
"""Draws the impedance of dipole.yaml over the frequency, with that of the method of moments; prints both at resonance.

usage: impedance.py sparameters-z.csv PICTURE
"""
import os
import sys

import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

OHMS = 376.730313668  # impedance of vacuum
# Length over wavelength, resistance and reactance over the impedance of vacuum, by exact/strip_dipole.c with 6 x 90 and 12 x 180
# cells, extrapolated.
MOMENTS = np.array([
    (0.36, 0.0898, -0.2430), (0.38, 0.1057, -0.1896), (0.40, 0.1242, -0.1384), (0.42, 0.1457, -0.0890), (0.44, 0.1708, -0.0413),
    (0.46, 0.2001, 0.0047), (0.48, 0.2342, 0.0489), (0.50, 0.2740, 0.0907), (0.52, 0.3203, 0.1294), (0.54, 0.3738, 0.1637),
    (0.56, 0.4352, 0.1919), (0.58, 0.5047, 0.2117)])
parser = known.arguments(__doc__)
parser.add_argument("table", metavar="FILE")
parser.add_argument("output", metavar="PICTURE")
options = parser.parse_args()


def resonance(name, f, R, X):
    """Where the reactance passes zero."""
    first = np.flatnonzero((X[:-1] < 0) & (X[1:] >= 0))[0]
    at = np.interp(0, X[first:first + 2], f[first:first + 2])
    print("%s: resonance at a length of %.3f wavelengths, %.1f ohms" % (name, at, np.interp(at, f, R)))
    return at


table = known.read(options.table)
f, R, X = table["frequency"], OHMS * table["Z11_re"], OHMS * table["Z11_im"]
figure, axes = pyplot.subplots(figsize=(7, 4.4))
for values, column, colour, name in ((R, 1, known.RED, "R"), (X, 2, known.BLUE, "X")):
    axes.plot(f, values, color=colour, linewidth=1.2, label=name + ", computed")
    axes.plot(MOMENTS[:, 0], OHMS * MOMENTS[:, column], "o", color=colour, fillstyle="none", label=name + ", method of moments")
axes.axhline(0, color=known.KNOWN, linewidth=0.8)
axes.axvline(resonance("computed", f, R, X), color=known.KNOWN, linestyle=":", linewidth=1)
resonance("method of moments", MOMENTS[:, 0], OHMS * MOMENTS[:, 1], OHMS * MOMENTS[:, 2])
axes.set_xlabel("length over wavelength")
axes.set_ylabel("impedance (Ω)")
axes.legend(fontsize=9)
known.save(figure, options.output)
