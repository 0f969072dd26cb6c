#!/usr/bin/env python3
"""A point source of sound in a box so large that nothing comes back in time, by nudge.

usage: sound_nudge.py ORDER DIVISIONS PRECISION
"""
from common import DELAY, RECEIVERS, SOUND_BOX, SOUND_END, judge_sound, run_nudge, say    # first: it starts the clock

import csv
import json
import sys
import tempfile


PROBLEM = """\
law: acoustic
units: natural
mesh: {{box: {{origin: [{a}, {b}, {c}], size: [{size}, {size}, {size}], divisions: [{n}, {n}, {n}]}}}}
order: {order}
precision: {precision}
materials: {{air: {{rho: 1, c: 1}}}}
regions: {{default: air}}
boundaries: {{default: absorbing}}
sources:
  click:
    monopole: {{at: [0, 0, 0], strength: 1}}
    waveform: {{expression: (t-{delay})*exp(-(pi*(t-{delay}))^2)}}
monitors:
{probes}
time: {{end: {end}}}
output: {{folder: out}}
"""


def main():
    order, n, precision = sys.argv[1:4]
    low = -SOUND_BOX / 2
    probes = "\n".join(f"  r{i}: {{probe: {{at: [{x}, {y}, {z}], every: 0.02}}}}" for i, (x, y, z) in enumerate(RECEIVERS))
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/sound.yaml", "w") as file:
            # The origin is off the middle, so that the source lies inside an element.
            file.write(PROBLEM.format(order=order, n=n, precision=precision, a=low + 0.03, b=low - 0.02, c=low + 0.01, size=SOUND_BOX,
                                      delay=DELAY, probes=probes, end=SOUND_END))
        run_nudge(folder + "/sound.yaml")
        traces = []
        for i in range(len(RECEIVERS)):
            with open(f"{folder}/out/r{i}.csv") as file:
                rows = list(csv.DictReader(file))
            traces.append(([float(row["time"]) for row in rows], [float(row["p"]) for row in rows]))
        with open(folder + "/out/run.json") as file:
            report = json.load(file)
    say(cells=report["mesh"]["elements"], unknowns=report["mesh"]["dofs"], **judge_sound(traces))


main()
