"""Prints the milliseconds of a product of sim.operator() and of sim.rhs(), the least mean of five times 40, for three sizes:
OMP_NUM_THREADS=1 PYTHONPATH=python python3 tests/python/operator_cost.py"""
import time

import numpy as np

import nudge

for divisions, order in (((1, 1, 1), 1), ((2, 2, 2), 2), ((6, 2, 2), 3)):
    sim = nudge.Simulation(mesh=nudge.Box(divisions=divisions), order=order, time=1, boundaries={"default": "pec"}, device="cpu")
    A = sim.operator()
    vector = np.random.default_rng(1).random(A.shape[0])

    def least(function):
        means = []
        for _ in range(5):
            start = time.perf_counter()
            for _ in range(40):
                function()
            means.append((time.perf_counter() - start) / 40)
        return 1e3 * min(means)
    print("%6d unknowns: A @ v %.3f ms, rhs() %.3f ms" % (A.shape[0], least(lambda: A @ vector), least(sim.rhs)))
