#!/usr/bin/env python3
"""The ringing cube by meep: a short pulse at a point, the field at another, and a fit of the frequency.

usage: cavity_meep.py CELLS     CELLS along an edge
"""
from common import MODE, PERIODS, judge_mode, pencil, say    # first: it starts the clock

import sys

import meep as mp
import numpy as np


SOURCE, PROBE = (0.3, 0.4, 0.5), (0.6, 0.7, 0.5)


def main():
    mp.verbosity(0)
    cells = int(sys.argv[1])
    place = lambda at: mp.Vector3(*(x - 0.5 for x in at))
    pulse = mp.GaussianSource(MODE, width=0.5, cutoff=5)
    sim = mp.Simulation(cell_size=mp.Vector3(1, 1, 1), resolution=cells, Courant=0.57,
                        sources=[mp.Source(pulse, component=mp.Ez, center=place(SOURCE))])
    record = []
    sim.run(lambda s: record.append((s.meep_time(), s.get_field_point(mp.Ez, place(PROBE)).real)), until=PERIODS / MODE)
    t, u = np.array(record).T
    after = t > 5.2
    say(cells=cells**3, **judge_mode(pencil(t[after], u[after], MODE)))


main()
