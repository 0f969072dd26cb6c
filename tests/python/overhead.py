"""What Python adds to a run: python3 tests/python/overhead.py [ELEMENTS ALONG AN EDGE] [ORDER]

Runs the same steps by the library alone and with the function that sim.run calls after each step, in turn, and prints
the smallest processor times of each. With OMP_NUM_THREADS=1 these are wall times without what others do.
"""
import ctypes
import sys
import time

import nudge
from nudge import structs
from nudge.library import library

edge = int(sys.argv[1]) if len(sys.argv) > 1 else 6
order = int(sys.argv[2]) if len(sys.argv) > 2 else 3
steps = 200
best = {}
for _ in range(7):
    for how in ("library", "python", "bar"):
        sim = nudge.Simulation(mesh=nudge.Box(divisions=(edge,) * 3), order=order, time={"dt": 1e-3, "steps": steps},
                               boundaries={"default": "pec"}, initial={"Ez": "sin(pi*x)*sin(pi*y)"}, device="cpu")
        sim.set_up()
        began = time.process_time()
        if how == "library":
            options = structs.RunOptions(ctypes.sizeof(structs.RunOptions))
            library().call("solver_run_with", sim._ready().handle, ctypes.byref(options))
        else:
            sim.run(progress=how == "bar", check=False)
        best[how] = min(best.get(how, 1e9), time.process_time() - began)
        sim.close()
for how in ("python", "bar"):
    more = best[how] - best["library"]
    print("%d elements, order %d, %s: %.2f us more per step of %.1f us: %.2f %%"
          % (6 * edge ** 3, order, how, 1e6 * more / steps, 1e6 * best["library"] / steps, 100 * more / best["library"]))
