#!/usr/bin/env python3
"""Draws error over processor seconds, one picture per job, from what run.py wrote.

usage: plot.py RESULTS.csv FOLDER     writes FOLDER/error-over-seconds-JOB.svg; needs matplotlib
"""
import csv
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "nudge", "font.family": "sans-serif"})
import matplotlib.pyplot as plt

TITLES = {
    "cavity": ("Ringing cube: field error after 10 periods", "relative error"),
    "sphere": ("Metal sphere, ka = 2: error of the bistatic cross-section", "relative error over 74 angles"),
    "sound": ("Point source of sound: error of three traces", "relative error"),
    "elastic": ("Lamb's problem: error of three traces on the surface", "relative error"),
}
COLOURS = {"nudge": "#0b5fa5", "meep": "#d1495b", "openems": "#edae49", "gprmax": "#5b8c5a", "devito": "#d1495b",
           "deepwave": "#5b8c5a", "ngsolve": "#7d5ba6"}
MARKERS = "osD^vP*X"


def draw(job, rows, path):
    figure, axes = plt.subplots(figsize=(8, 5.2))
    rows.sort(key=lambda row: (list(COLOURS).index(row["tool"]), row["series"]))
    names = list(dict.fromkeys(row["series"] for row in rows))
    seen = {}
    for name in names:
        some = sorted((row for row in rows if row["series"] == name), key=lambda row: float(row["cpu"]))
        tool = some[0]["tool"]
        kind = name.split()[1] if tool == "nudge" else name.split(",")[0]      # one marker per order
        rank = seen.setdefault(tool, {}).setdefault(kind, len(seen[tool]))
        dashed = "double" in name or "less" in name or "flat" in name or "fitted" in name
        axes.loglog([float(row["cpu"]) for row in some], [float(row["error"]) for row in some], "--" if dashed else "-", label=name,
                    marker=MARKERS[rank % len(MARKERS)], markersize=5, linewidth=1.2, color=COLOURS[tool], alpha=0.95 if not dashed else 0.55)
    title, label = TITLES[job]
    axes.set_title(title, loc="left", fontsize=11)
    axes.set_xlabel("processor seconds, one thread, everything included")
    axes.set_ylabel(label)
    if job == "elastic":    # labels of all minor ticks would overlap
        for which in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
            which(lambda value, _: f"{value:g}" if f"{value:g}"[0] in "1235" else "")
    axes.grid(True, which="major", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.legend(fontsize=7.5, frameon=False, bbox_to_anchor=(1.01, 1), loc="upper left")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    for job in TITLES:
        some = [row for row in rows if row["job"] == job]
        if some:
            draw(job, some, f"{sys.argv[2]}/error-over-seconds-{job}.svg")


main()
