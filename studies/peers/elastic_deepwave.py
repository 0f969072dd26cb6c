#!/usr/bin/env python3
"""Lamb's problem by deepwave: velocity and stress on a staggered grid in three dimensions, a free surface below layers of vacuum (the
improved vacuum method), PML on the other sides.

usage: elastic_deepwave.py CELLS ACCURACY [fitted]
  CELLS per wavelength of shear waves; ACCURACY order in space, 2, 4, 6 or 8; fitted: all records times the factor that suits best

The first dimension, z, runs into the solid. vz is half a cell further along z than the cells' middles, so that vz of the last layer of
vacuum lies on the surface.
"""
from common import LAMB_DELAY, LAMB_END, LAMB_RECEIVERS, LAMB_VP, judge_lamb, lamb_velocity, ricker, say    # first: it starts the clock

import sys

import numpy as np
import torch
import deepwave

VACUUM = 5                # layers
PML = 10                  # cells
MARGIN, DEPTH = 0.5, 1    # wavelengths around the source and receivers, and below
COURANT = 0.8             # of the critical number
SURFACE = 1.2265          # deepwave's bound of the wave speed over vp, because of half the density on the surface


def main():
    cells, accuracy = int(sys.argv[1]), int(sys.argv[2])
    torch.set_num_threads(1)
    d, low = 1 / cells, round(MARGIN * cells)
    width_x, width_y = (round((2 * MARGIN + reach) * cells) + 1 for reach in (2, 1))
    shape = (VACUUM + round(DEPTH * cells), width_y, width_x)
    courant = COURANT * deepwave.discretisation.critical_courant_number(accuracy, propagator=deepwave.elastic)
    steps = int(np.ceil(LAMB_END * LAMB_VP * np.sqrt(3) * SURFACE / (courant * d)))
    dt = LAMB_END / steps
    ones = torch.ones(shape)
    ones[:VACUUM] = 0
    where = lambda points: torch.tensor([[[VACUUM - 1, low + round(y * cells), low + round(x * cells)] for x, y in points]])
    force = torch.tensor(ricker(np.arange(steps + 1) * dt - LAMB_DELAY) / d**3, dtype=torch.float32).reshape(1, 1, -1)
    with torch.no_grad():
        out = deepwave.elastic(ones, ones, ones, d, dt, sources={"z": (force, where([(0, 0)]))}, receivers={"z": where(LAMB_RECEIVERS)},
                               accuracy=accuracy, pml_width=[0] + 5 * [PML], pml_freq=1.0, courant_number=courant)
    t = (np.arange(steps + 1) - 0.5) * dt
    records = out.receiver_amplitudes_z[0].numpy().astype(float)
    if "fitted" in sys.argv:
        known = np.array([lamb_velocity(t, np.linalg.norm(at)) for at in LAMB_RECEIVERS])
        records *= np.sum(known * records) / np.sum(records**2)
    say(cells=int(np.prod([m + 2 * PML for m in shape])), **judge_lamb([(t, record) for record in records]))


main()
