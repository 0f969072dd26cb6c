#!/usr/bin/env bash
# Fields of a CUDA device in cupy, without a copy over the host: bench/python_gpu.sh OUT
# Needs an NVIDIA GPU, cupy, and the library: build/libnudge.so, or the path in NUDGE_LIBRARY. Writes OUT/python_gpu.txt and exits with
# 1 if an array of cupy is not, to the last bit, what the host gets; if it does not follow the fields; or if it dies with
# the simulation.
set -u
out=${1:?"usage: bench/python_gpu.sh OUT"}
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$out"
PYTHONPATH=$PWD/python${PYTHONPATH:+:$PYTHONPATH} NUDGE_LIBRARY=${NUDGE_LIBRARY:-$PWD/build/libnudge.so} python3 - <<'PY' 2>&1 | tee "$out/python_gpu.txt"
import sys, time
import cupy, numpy as np, nudge

def check(what, fine):
    print("%-60s %s" % (what, "ok" if fine else "WRONG"))
    wrong.append(what) if not fine else None

wrong = []
for precision, order, n in (("single", 4, 30), ("double", 3, 24)):
    sim = nudge.Simulation(mesh=nudge.Box(divisions=(n, n, n)), order=order, precision=precision, device="cuda", time=1.0,
                           boundaries={"default": "pec"}, initial={"Ez": "sin(pi*x)*sin(pi*y)", "Hx": "x*y*z"})
    view = sim.device_fields()
    print("\n%s precision, order %d: %s" % (precision, order, view))
    array = cupy.asarray(view)
    check("cupy takes the address itself", array.data.ptr == view.__cuda_array_interface__["data"][0])
    check("shape and precision", array.shape == sim.state.shape and array.dtype == view.dtype)
    check("the same numbers as on the host", bool((cupy.asnumpy(array) == sim.state).all()))
    sim.step(5)
    sim.device_fields()
    check("the same array after five steps", bool((cupy.asnumpy(array) == sim.state).all()))
    norm = float(cupy.sqrt((array.astype("f8") ** 2).sum()))
    check("a sum on the GPU", abs(norm / np.sqrt((sim.state ** 2).sum()) - 1) < 1e-12)
    array *= 0
    check("a change of the copy leaves the fields alone", float(np.abs(sim.state).max()) > 0.1)
    def seconds(work, repeat=10):
        work(); cupy.cuda.Device().synchronize(); begin = time.perf_counter()
        for _ in range(repeat): work()
        cupy.cuda.Device().synchronize()
        return (time.perf_counter() - begin) / repeat
    here, there = seconds(lambda: cupy.asarray(sim.device_fields())), seconds(lambda: cupy.asarray(sim.state), 2)
    print("%.0f MB into cupy: %.3g ms by device_fields (%.0f GB/s read and written), %.3g ms over the host" %
          (array.nbytes / 1e6, here * 1e3, 2 * array.nbytes / here / 1e9, there * 1e3))
    sim.device_fields()
    before = cupy.asnumpy(array)
    sim.close(); del sim, view
    check("it outlives the simulation", bool((cupy.asnumpy(array) == before).all()))
    del array
print("\n%d wrong" % len(wrong))
sys.exit(bool(wrong))
PY
exit "${PIPESTATUS[0]}"
