"""Started by mpirun in t655-python-ranks.sh: prints, on rank 0, a number from the bits of all fields."""
import sys

if "before" in sys.argv:
    from mpi4py import MPI
import numpy as np

import nudge

with nudge.ranks() as ranks:
    if ranks.leads:
        sim = nudge.Simulation(mesh=nudge.Box(divisions=(4, 4, 4)), order=2, time=0.3, boundaries={"default": "pec"}, device="cpu",
                               initial={"Ez": lambda x, y, z: np.sin(np.pi * x) * np.sin(np.pi * y)},
                               monitors={"tip": nudge.Probe(at=(0.4, 0.3, 0.2))})
        if "stop" in sys.argv:
            def stop(status):
                raise ZeroDivisionError("mine")
            try:
                sim.run(callback=stop)
            except ZeroDivisionError:
                pass
            sim.reset()
        if "mistake" in sys.argv:
            try:
                sim.replace(order=99).run()
            except nudge.ProblemError:
                pass
        sim.run()
        _, _, cut = sim.slice("Ez", "z", 0.5, (30, 30))
        print(ranks.size, hash((sim.state.tobytes(), sim.rhs().tobytes(), cut.tobytes(), sim.results["tip"]["Ez"].tobytes())),
              np.abs(cut).max() > 0.1)
if "before" in sys.argv:
    total = MPI.COMM_WORLD.allreduce(1)  # MPI is still there
    if not ranks.leads and total != ranks.size:
        sys.exit("mpi4py counts %d ranks, nudge %d" % (total, ranks.size))
