#!/usr/bin/env python3
"""Prints what limits a stage, from `ncu` of one launch: bench/counters.py NAME...

Reads NAME.raw.csv and NAME.source.csv (ncu --page raw --csv, --page source --csv) and prints a line of the tables in
doc/reports/2026-11-16-stage-h200.md, "What limits it", for each. A warp that waits at a barrier is sampled behind it, so that its wait is counted
with the phase before."""
import csv
import sys

COUNTERS = [
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.per_cycle_active",
    "sm__inst_executed.avg.per_cycle_active",
]


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return 0.0


def table(path, column):
    """The rows behind the one that has the column's name, as dictionaries."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}; write it with ncu --csv")
    head = next((i for i, row in enumerate(rows) if column in row), None)
    if head is None:
        sys.exit(f"{path}: no column '{column}'; write it with ncu --csv")
    return [dict(zip(rows[head], row)) for row in rows[head + 1 :] if len(row) == len(rows[head])]


def phases(path):
    """Samples between barriers, of work and at the barrier behind; and the passes through shared memory, with and without conflicts."""
    work, wait, passes, ideal = [0.0], [0.0], 0.0, 0.0
    for line in table(path, "Source"):
        at_barrier = number(line["stall_barrier"])
        work[-1] += number(line["# Samples"]) - at_barrier
        wait[-1] += at_barrier
        passes += number(line["L1 Wavefronts Shared"])
        ideal += number(line["L1 Wavefronts Shared Ideal"])
        if "BAR.SYNC" in line["Source"]:
            work.append(0.0)
            wait.append(0.0)
    return list(zip(work, wait[1:] + [0.0])), passes, ideal


def main(names):
    print("| | memory | second-level | first-level | warps | issued | conflicts | without a group | phases + barriers, % |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in names:
        launches = table(name + ".raw.csv", "Kernel Name")[1:]  # the first row has units
        if not launches:
            sys.exit(f"{name}.raw.csv: no launch was read; see what ncu said")
        counted = launches[-1]
        memory, second, first, warps, issued = (number(counted[c]) for c in COUNTERS)
        idle = 1 - number(counted["sm__cycles_active.avg"]) / number(counted["sm__cycles_elapsed.max"])
        parts, passes, ideal = phases(name + ".source.csv")
        all_samples = sum(a + b for a, b in parts)
        told = ", ".join(f"{100 * a / all_samples:.0f} + {100 * b / all_samples:.0f}" for a, b in parts if a + b > 0.012 * all_samples)
        print(
            f"| {name.split('/')[-1]} | {memory:.0f} % | {second:.0f} % | {first:.0f} % | {warps:.0f} | {issued:.1f} "
            f"| {100 * (1 - ideal / max(passes, 1)):.0f} % | {100 * idle:.1f} % | {told} |"
        )


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1:])
    except KeyError as error:
        sys.exit(f"no column {error}; read with the sections and metrics of bench/gpu.sh, counters")
