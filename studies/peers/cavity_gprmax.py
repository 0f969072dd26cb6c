#!/usr/bin/env python3
"""The ringing cube by gprMax 4: a dipole with a Gaussian pulse, a receiver, and a fit of the frequency.

usage: cavity_gprmax.py CELLS     CELLS along an edge, a multiple of 10
"""
from common import C0, MODE, PERIODS, judge_mode, pencil, say    # first: it starts the clock

import os
import sys
import tempfile

import gprMax
import h5py
import numpy as np


SOURCE, PROBE = (0.3, 0.4, 0.5), (0.6, 0.7, 0.5)


def main():
    cells = int(sys.argv[1])
    scene = gprMax.Scene()
    scene.add(gprMax.Title(name="cavity"))
    scene.add(gprMax.Domain(p1=(1, 1, 1)))
    scene.add(gprMax.Discretisation(p1=(1 / cells,) * 3))
    scene.add(gprMax.TimeWindow(time=PERIODS / MODE / C0))
    scene.add(gprMax.PMLThickness(thickness=0))
    scene.add(gprMax.OMPThreads(n=1))
    scene.add(gprMax.Waveform(wave_type="gaussiandot", amp=1, freq=0.6 * C0, id="pulse"))
    scene.add(gprMax.HertzianDipole(polarisation="z", p1=SOURCE, waveform_id="pulse"))
    scene.add(gprMax.Rx(p1=PROBE))
    with tempfile.TemporaryDirectory() as folder:
        gprMax.run(scenes=[scene], outputfile=os.path.join(folder, "cavity"))
        with h5py.File(os.path.join(folder, "cavity.h5")) as file:
            u = np.array(file["rxs/rx1/Ez"])
            dt = file.attrs["dt"] * C0
    t = np.arange(len(u)) * dt
    after = t > 4
    say(cells=cells**3, **judge_mode(pencil(t[after], u[after], MODE)))


main()
