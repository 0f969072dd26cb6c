#!/usr/bin/env python3
"""Draws |r| and |t| of a slab with poles over the frequency, with Fresnel's formulas; prints the largest differences.

usage: coefficients.py water|ten-poles FOLDER PICTURE

FOLDER has reflected.csv and transmitted.csv, which `nudge run` wrote.
"""
import os
import sys

import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

LIGHT = 299792458.0
STRENGTHS = (0.320, 0.163, 0.099, 0.066, 0.047, 0.035, 0.028, 0.022, 0.018, 0.015)
COMB = [(strength, 0.10 + 0.04 * i, 0.06) for i, strength in enumerate(STRENGTHS)]
# epsilon, speed of light, thickness, frequency and bandwidth of the pulse, frequencies compared, unit of frequencies and its name
CASES = {"water": (lambda f: 5.2 + 73.2 / (1 - 2j * np.pi * f * 8.27e-12), LIGHT, 0.3e-3, 60e9, 80e9, (20e9, 100e9), 1e9, "GHz"),
         "ten-poles": (lambda f: known.lorentz(f, 2, COMB), 1, 1, 0.28, 0.4, (0.08, 0.48), 1, "in c / thickness")}

parser = known.arguments(__doc__)
parser.add_argument("case", choices=CASES)
parser.add_argument("folder", metavar="FOLDER")
parser.add_argument("output", metavar="PICTURE")
options = parser.parse_args()
epsilon, light, thickness, centre, bandwidth, band, unit, name = CASES[options.case]

points, f = np.linspace(*band, 41), np.linspace(*band, 801)
answer = lambda g: [abs(c) for c in known.layer(g / light, epsilon(g), thickness)]
figure, (above, below) = pyplot.subplots(2, 1, figsize=(8, 5.6), sharex=True, gridspec_kw={"height_ratios": (2, 3)})
above.plot(f / unit, epsilon(f).real, color=known.GREEN, label="Re ε")
above.plot(f / unit, epsilon(f).imag, "--", color=known.GREEN, label="Im ε")
for i, (which, probe, colour) in enumerate((("r", "reflected", known.RED), ("t", "transmitted", known.BLUE))):
    got = known.spectrum(known.read(options.folder, probe + ".csv"), "Ex", points) / known.pulse_spectrum(points, centre, bandwidth)
    off = got - answer(points)[i]
    print("|%s|: at most %.2g, %.2g %% from Fresnel's formulas" % (which, abs(off).max(), 100 * abs(off / answer(points)[i]).max()))
    below.plot(f / unit, answer(f)[i], color=colour, linewidth=1.2, label="|%s|, Fresnel" % which)
    below.plot(points / unit, got, "o", color=colour, fillstyle="none", markersize=5, label="|%s|, computed" % which)
above.set_ylabel("ε")
below.set_ylabel("|r|, |t|")
below.set_ylim(0, None)
below.set_xlabel("frequency (%s)" % name)
above.legend(fontsize=8)
below.legend(fontsize=8, ncol=2)
known.save(figure, options.output)
