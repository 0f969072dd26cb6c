"""Seconds of the check before a run, and of a time step: PYTHONPATH=python python3 tests/python/check_cost.py"""
import time
import warnings

import nudge

warnings.simplefilter("ignore")
for n in (3, 8, 40):
    sim = nudge.Simulation(mesh=nudge.Box(divisions=(n, n, n)), order=2, time=1, boundaries={"default": "pec"},
                           device="cpu").set_up()
    times = []
    for i in range(5):
        times.append(time.perf_counter())
        sim.check(0)
    check = min(b - a for a, b in zip(times, times[1:]))
    sim.step(1)
    print("%d elements: the check takes %.2g s, a step %.2g s" % (sim.status.elements, check, sim.status.seconds))
