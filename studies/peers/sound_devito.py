#!/usr/bin/env python3
"""The point source of sound by devito: the wave equation of second order, finite differences of high order in space, and steps of
order 4 in time (the modified equation, as devito's kernel OT4). Receivers and source lie on grid points.

usage: sound_devito.py CELLS SPACE_ORDER     CELLS along an edge, a multiple of 24
"""
from common import DELAY, RECEIVERS, SOUND_BOX, SOUND_END, judge_sound, ricker, say    # first: it starts the clock

import os
import sys

os.environ.setdefault("DEVITO_LANGUAGE", "C")

import numpy as np
from devito import Eq, Grid, Operator, SparseTimeFunction, TimeFunction, solve

CFL = 0.5


def main():
    cells, order = int(sys.argv[1]), int(sys.argv[2])
    d = SOUND_BOX / cells
    steps = int(np.ceil(SOUND_END / (CFL * d)))
    dt = SOUND_END / steps
    low = -SOUND_BOX / 2
    grid = Grid(shape=(cells + 1,) * 3, extent=(SOUND_BOX,) * 3, origin=(low,) * 3, dtype=np.float32)
    p = TimeFunction(name="p", grid=grid, time_order=2, space_order=order)
    s = grid.stepping_dim.spacing
    update = Eq(p.forward, solve(p.dt2 - p.laplace - s**2 / 12 * p.biharmonic(), p.forward))
    t = np.arange(steps + 1) * dt
    source = SparseTimeFunction(name="source", grid=grid, npoint=1, nt=steps + 1, coordinates=np.zeros((1, 3)))
    # The term of order dt^4 acts on the source too. For the waves that leave, it is dt^2 / 6 times its second derivative.
    tiny = 1e-3
    source.data[:, 0] = ricker(t - DELAY) + dt**2 / 6 * (ricker(t - DELAY + tiny) - 2 * ricker(t - DELAY) + ricker(t - DELAY - tiny)) / tiny**2
    receivers = SparseTimeFunction(name="receivers", grid=grid, npoint=len(RECEIVERS), nt=steps + 1, coordinates=np.array(RECEIVERS))
    operator = Operator([update, source.inject(field=p.forward, expr=source * s**2 / d**3), receivers.interpolate(expr=p)],
                        opt=("advanced", {"openmp": False}))
    operator.apply(time_M=steps - 1, dt=np.float32(dt))
    traces = [(t[:-1], np.array(receivers.data[:-1, i], dtype=float)) for i in range(len(RECEIVERS))]
    say(cells=(cells + 1)**3, **judge_sound(traces))


main()
