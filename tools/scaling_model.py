#!/usr/bin/env python3
"""What nudge would do on many GPUs, by a model; doc/explanation/scaling.md explains it.

usage: tools/scaling_model.py [GDOF_PER_S] [GB_PER_S] [MICROSECONDS]

GDOF_PER_S: of one GPU alone on a large mesh (230, about what an H200 has). GB_PER_S: of messages between a GPU's memory and another one's, by way of the
hosts (16). MICROSECONDS: of one message, and of a launch (10). Maxwell, order 4, single precision.
"""
import math
import sys

ORDER, FIELDS, REAL = 4, 6, 4
NP, NFP = (ORDER + 1) * (ORDER + 2) * (ORDER + 3) // 6, (ORDER + 1) * (ORDER + 2) // 2
LAUNCHES = 4  # pack, inner blocks, unpack, outer blocks
NEIGHBOURS = 14
OUTER = 4  # elements in blocks with ghosts for each face at another rank, as in a run on two ranks
HALF_SPEED = 0.9e6  # DOFs at which a GPU alone reaches half of its speed


def evaluation(dofs, speed, bandwidth, latency):
    """Seconds of an evaluation on each of many GPUs with so many DOFs, and the share of the exchange that is hidden."""
    elements = dofs / (NP * FIELDS)
    # A cube of n^3 cells of six tetrahedra has two triangles for each of the 6 n^2 squares of its surface.
    faces = 12 * (elements / 6) ** (2 / 3)
    outer = min(elements, OUTER * faces)
    compute = (dofs + HALF_SPEED) / speed
    beside = compute * (1 - outer / elements)
    exchange = 2 * latency + NEIGHBOURS * latency / 2 + faces * NFP * FIELDS * REAL / bandwidth
    hidden = min(1, beside / exchange)
    return compute + LAUNCHES * latency / 4 + max(0, exchange - beside), hidden


def main():
    given = [float(x) for x in sys.argv[1:]]
    speed, bandwidth, latency = (given + [230, 16, 10][len(given) :])[:3]
    speed, bandwidth, latency = speed * 1e9, bandwidth * 1e9, latency * 1e-6
    print("weak: DOFs per GPU   ms/evaluation   of one GPU's speed   exchange hidden")
    for dofs in (1e6, 5e6, 2e7, 6e7, 1e9):
        seconds, hidden = evaluation(dofs, speed, bandwidth, latency)
        print(f"{dofs:18.0e}   {seconds * 1e3:13.3f}   {100 * dofs / speed / seconds:16.0f} %   {100 * hidden:13.0f} %")
    print("\nstrong, 1e11 DOFs: GPUs   DOFs per GPU   ms/evaluation   efficiency")
    for gpus in (8, 64, 512, 4096, 32768):
        seconds, _ = evaluation(1e11 / gpus, speed, bandwidth, latency)
        print(f"{gpus:24}   {1e11 / gpus:12.2e}   {seconds * 1e3:13.3f}   {100 * 1e11 / gpus / speed / seconds:8.0f} %")


if __name__ == "__main__":
    main()
