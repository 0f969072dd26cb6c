#!/usr/bin/env python3
"""The ringing cube by openEMS: a pulse along one edge of the grid, a probe of the voltage along another, and a fit of the frequency.

usage: cavity_openems.py CELLS     CELLS along an edge, a multiple of 10
"""
from common import C0, MODE, PERIODS, judge_mode, pencil, say    # first: it starts the clock

import os
import sys
import tempfile

import numpy as np
from CSXCAD import ContinuousStructure
from openEMS import openEMS
from openEMS.ports import UI_data


SOURCE, PROBE = np.array((0.3, 0.4, 0.5)), np.array((0.6, 0.7, 0.5))


def main():
    cells = int(sys.argv[1])
    d = 1 / cells
    FDTD = openEMS(EndCriteria=1e-30, NrTS=int(PERIODS / MODE / (d / np.sqrt(3))), OverSampling=10)
    FDTD.SetGaussExcite(MODE * C0, 0.5 * C0)
    FDTD.SetBoundaryCond(["PEC"] * 6)
    CSX = ContinuousStructure()
    FDTD.SetCSX(CSX)
    mesh = CSX.GetGrid()
    mesh.SetDeltaUnit(1)
    for axis in "xyz":
        mesh.AddLine(axis, np.arange(cells + 1) * d)
    up, near = np.array([0, 0, d]), np.array([0.2 * d, 0.2 * d, 0])
    CSX.AddExcitation("pulse", exc_type=0, exc_val=[0, 0, 1]).AddBox(SOURCE - near, SOURCE + up + near)
    CSX.AddProbe("point", p_type=0).AddBox(PROBE, PROBE + up)
    with tempfile.TemporaryDirectory() as folder:
        FDTD.Run(folder, verbose=0, numThreads=1)
        record = UI_data("point", folder, freq=[MODE * C0])
    t, u = record.ui_time[0] * C0, record.ui_val[0]
    after = t > 4.5
    say(cells=cells**3, **judge_mode(pencil(t[after], u[after], MODE)))
    os._exit(0)


main()
