#!/usr/bin/env python3
"""The error that time stepping makes of a pulse with sources, by the default integrator and by lsrk4.

usage: bench/error_in_time.py [BUILD]

A plane wave enters a column of ten cubes, whose highest frequency has nine nodes per wavelength along an edge, and is reflected by a
metal wall. Fields at the end are compared with those of steps of order 8 that are 0.3 times as long as the longest stable ones.
Prints the relative L2 difference for N = 2 to 9. BUILD: the folder of libnudge.so, build by default. Needs numpy.
"""
import ctypes
import math
import os
import sys
import tempfile

import numpy as np

PROBLEM = """\
mesh: {{box: {{size: [0.2, 0.2, 2], divisions: [1, 1, 10], periodic: [x, y]}}}}
order: {N}
boundaries: {{zmin: absorbing, zmax: pec}}
sources:
  wave:
    plane_wave: {{direction: [0, 0, 1], polarization: [1, 0, 0]}}
    waveform: {{pulse: {{frequency: {f}, bandwidth: {band}}}}}
time: {{end: {end}, {choice}}}
"""


def run(library, text, nodes):
    """Ex and Hy at the end."""
    problem, solver = ctypes.c_void_p(), ctypes.c_void_p()

    def check(code):
        if code:
            sys.exit(library.nudge_error().decode())

    with tempfile.TemporaryDirectory() as folder:
        check(library.nudge_problem_parse(ctypes.byref(problem), text.encode(), folder.encode()))
        check(library.nudge_solver_create(ctypes.byref(solver), problem, b"cpu"))
        check(library.nudge_solver_run(solver, None, None))
    fields = np.zeros((2, nodes))
    for values, name in zip(fields, (b"Ex", b"Hy")):
        check(library.nudge_solver_get(solver, name, values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))))
    library.nudge_solver_destroy(solver)
    library.nudge_problem_destroy(problem)
    return fields


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "build"
    library = ctypes.CDLL(os.path.abspath(os.path.join(folder, "libnudge.so")))
    library.nudge_error.restype = ctypes.c_char_p
    print(" N     lsrk4    linear")
    for N in range(2, 10):
        highest = (N + 1) / (9 * 0.2)
        band = 0.9 * highest
        width = math.sqrt(2 * math.log(10)) / (math.pi * band)
        values = {"N": N, "f": 0.55 * highest, "band": band, "end": 6.5 * width + 2.6}
        nodes = 60 * (N + 1) * (N + 2) * (N + 3) // 6
        exact = run(library, PROBLEM.format(choice="order: 8, cfl: 0.3", **values), nodes)
        errors = [np.linalg.norm(run(library, PROBLEM.format(choice=f"integrator: {name}", **values), nodes) - exact)
                  for name in ("lsrk4", "linear")]
        print(f"{N:2d}" + "".join(f"  {error / np.linalg.norm(exact):8.2e}" for error in errors), flush=True)


if __name__ == "__main__":
    main()
