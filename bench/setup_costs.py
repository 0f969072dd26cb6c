#!/usr/bin/env python3
"""Time and memory of each stage of set-up, per element.

usage: bench/setup_costs.py LIBRARY [CELLS] [ORDER]

LIBRARY is a built libnudge.so. The problem is a periodic box of CELLS^3 cells of six tetrahedra (40), in single precision on the
cpu, with linear steps. Prints, for each stage that the library announces, its seconds, the resident memory at its end and the most
during it.
"""
import ctypes
import resource
import sys
import time


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def peak():
    """The largest resident memory since the last call."""
    with open("/proc/self/status", encoding="ascii") as file:
        most = next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")
    return most


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    nudge = ctypes.CDLL(sys.argv[1])
    cells = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    order = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    hook_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double)
    stages = [["start", time.time(), resident(), peak()]]  # name, end, memory at the end, most

    def hook(_context, what, _share):
        name = what.decode()
        now = time.time()
        if stages[-1][0] != name:
            stages[-1][1:] = [now, resident(), peak()]
            stages.append([name, now, resident(), 0])
        return 0

    keep = hook_type(hook)
    nudge.nudge_work_set(keep, None)
    problem, solver = ctypes.c_void_p(), ctypes.c_void_p()
    text = (
        f"{{law: maxwell, order: {order}, precision: single, regions: {{default: vacuum}}, time: {{end: 1}}, "
        f"initial: {{Ex: sin(2*pi*z)}}, mesh: {{box: {{size: [1, 1, 1], divisions: [{cells}, {cells}, {cells}], "
        "periodic: [x, y, z]}}}"
    )
    nudge.nudge_error.restype = ctypes.c_char_p
    if nudge.nudge_problem_parse(ctypes.byref(problem), text.encode(), b""):
        sys.exit(nudge.nudge_error().decode())
    stages[0][1:] = [time.time(), resident(), peak()]
    if nudge.nudge_solver_create(ctypes.byref(solver), problem, b"cpu"):
        sys.exit(nudge.nudge_error().decode())
    stages[-1][1:] = [time.time(), resident(), peak()]
    elements = 6 * cells**3
    print(f"{elements} elements, order {order}")
    print("stage                              seconds  us/element  bytes/element resident      most")
    for before, stage in zip(stages, stages[1:]):
        seconds = stage[1] - before[1]
        print(f"{stage[0]:34} {seconds:7.2f}  {seconds / elements * 1e6:10.3f}  {stage[2] / elements:12.0f}           {stage[3] / elements:9.0f}")


if __name__ == "__main__":
    main()
