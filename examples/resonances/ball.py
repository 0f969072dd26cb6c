#!/usr/bin/env python3
"""Draws the spectra and the mode fields of the dielectric ball of sphere.yaml; prints frequencies and quality factors.

usage: ball.py TE-FOLDER TM-FOLDER PICTURE      needs h5py

The folders are those that `nudge modes` wrote.
"""
import os
import sys

import h5py
import numpy as np
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import known
from matplotlib import pyplot

# Zeros of the denominators of Mie's coefficients for n = 6 (exact/resonance.c): frequency and Q.
MODES = {"TE1": (0.08149364, 43.169), "TM1": (0.11487675, 38.028), "TE2": (0.11793967, 470.86)}
parser = known.arguments(__doc__)
parser.add_argument("folders", nargs=2, metavar="FOLDER")
parser.add_argument("output", metavar="PICTURE")
options = parser.parse_args()

figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(12, 4), gridspec_kw={"width_ratios": (1.35, 1, 1), "wspace": 0.28})
for folder, colour, label in zip(options.folders, (known.BLUE, known.RED), ("TE walls", "TM walls")):
    with h5py.File(os.path.join(folder, "modes.h5"), "r") as file:
        f = file["spectrum_frequency"][:]
        level = abs(file["pade_re"][:] + 1j * file["pade_im"][:])
        left.semilogy(f, level / level.max(), color=colour, label=label)
        for frequency, Q in zip(file["frequency"][:], file["Q"][:]):
            name = min(MODES, key=lambda mode: abs(MODES[mode][0] - frequency))
            print("%s: f %.6f, exact %.6f; Q %.2f, exact %.2f" % (name, frequency, MODES[name][0], Q, MODES[name][1]))
for name, (frequency, _) in MODES.items():
    left.axvline(frequency, color=known.KNOWN, linestyle=":", linewidth=1)
    left.annotate(name, (frequency, 1.6), xytext=(-2 if name == "TM1" else 2, 0), textcoords="offset points",
                  ha="right" if name == "TM1" else "left", fontsize=9)
left.set_ylim(None, 4)
left.set_xlabel("frequency (in c / radius)")
left.set_ylabel("spectrum at the probe, peak 1")
left.legend(fontsize=8, loc="lower left")

for axes, folder, plane, other, frequency, title in ((middle, options.folders[0], "z", "y", MODES["TE1"][0], "TE1, z = 0.4"),
                                                     (right, options.folders[1], "y", "z", MODES["TM1"][0], "TM1, y = 0.2")):
    with h5py.File(os.path.join(folder, "modes-%s.h5" % plane), "r") as file:
        which = abs(file["frequencies"][:] - frequency).argmin()
        parts = [file["E%s_%s" % (c, part)][which] for c in "xyz" for part in ("re", "im")]
        across, up = file["x"][:], file[other][:]
    strength = np.sqrt(sum(part**2 for part in parts))
    shown = np.ix_(up < 2, across < 2)
    strength, across, up = strength[shown], across[across < 2], up[up < 2]
    # An eighth was computed; |E| is the same on both sides of a plane of symmetry.
    whole = np.block([[strength[::-1, ::-1], strength[::-1]], [strength[:, ::-1], strength]])
    limit = np.nanpercentile(whole, 99.5)
    x, y = np.concatenate((-across[::-1], across)), np.concatenate((-up[::-1], up))
    image = axes.pcolormesh(x, y, whole / limit, cmap="viridis", vmin=0, vmax=1, rasterized=True)
    angle, at = np.linspace(0, 2 * np.pi, 200), float(title.split()[-1])
    axes.plot(np.sqrt(1 - at**2) * np.cos(angle), np.sqrt(1 - at**2) * np.sin(angle), "--", color="white", linewidth=1)
    axes.set_title("|E| of " + title, fontsize=10)
    axes.set_aspect("equal")
    axes.grid(False)
    axes.set_xlabel("x")
    axes.set_ylabel(other, rotation=0)
figure.colorbar(image, ax=[middle, right], fraction=0.025, label="|E| over its 99.5th percentile", extend="max")
figure.savefig(options.output, dpi=110, bbox_inches="tight")
