#!/usr/bin/env python3
"""The metal sphere by openEMS: total-field box, PML of 8 cells, its own near-to-far transform.

usage: sphere_openems.py CELLS [SHRINK]     CELLS per radius; the radius is less by SHRINK cells
"""
from common import C0, KA, THETA, judge_rcs, say    # first: it starts the clock

import os
import sys
import tempfile

import numpy as np
from CSXCAD import ContinuousStructure
from openEMS import openEMS
from openEMS.physical_constants import Z0
from openEMS.ports import UI_data


TIME = 24             # simulated, in radii over c
GAP, PML = 4, 8       # cells between sphere, total-field box, far-field surface and PML; cells of the PML


def main():
    cells = int(sys.argv[1])
    shrink = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    d = 1 / cells
    half = cells + 3 * GAP + PML
    f = KA * C0 / (2 * np.pi)
    FDTD = openEMS(EndCriteria=1e-9, NrTS=int(TIME / (d / np.sqrt(3))))
    FDTD.SetGaussExcite(f, 0.8 * f)
    FDTD.SetBoundaryCond([f"PML_{PML}"] * 6)
    CSX = ContinuousStructure()
    FDTD.SetCSX(CSX)
    mesh = CSX.GetGrid()
    mesh.SetDeltaUnit(1)
    for axis in "xyz":
        mesh.AddLine(axis, np.arange(-half, half + 1) * d)
    CSX.AddMetal("sphere").AddSphere(priority=10, center=[0, 0, 0], radius=1 - shrink * d)
    wave = CSX.AddExcitation("plane_wave", exc_type=10, exc_val=[0, 0, 1])    # along +x, E along +z
    wave.SetPropagationDir([1, 0, 0])
    wave.SetFrequency(f)
    edge = (cells + GAP) * d
    wave.AddBox([-edge] * 3, [edge] * 3)
    edge = (cells + 2 * GAP) * d
    box = FDTD.CreateNF2FFBox(start=[-edge] * 3, stop=[edge] * 3, frequency=[f])
    with tempfile.TemporaryDirectory() as folder:
        FDTD.Run(folder, verbose=0, numThreads=1)
        pulse = UI_data("et", folder, freq=[f])
        power = 0.5 / Z0 * np.abs(pulse.ui_f_val[0][0])**2
        far = lambda theta, phi: 4 * np.pi * box.CalcNF2FF(folder, f, theta, phi, outfile="far.h5").P_rad[0] / power / np.pi
        e = np.concatenate([far(90 - THETA[THETA <= 90], 0).ravel(), far(THETA[THETA > 90] - 90, 180).ravel()])
        h = far(90, THETA).ravel()
    say(cells=(2 * half)**3, **judge_rcs(e, h))
    os._exit(0)


main()
