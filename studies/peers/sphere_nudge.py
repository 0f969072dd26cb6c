#!/usr/bin/env python3
"""The metal sphere by nudge: scattered fields, a PML grown around the mesh, far field from the surface below the PML.

usage: sphere_nudge.py ORDER H CURVE LAYERS THICKNESS PRECISION [FAR [BOX [REFLECTION]]]
  H edges on the sphere, CURVE order of the mesh (1: flat), LAYERS and THICKNESS of the PML, FAR edges elsewhere, BOX half width
Needs gmsh. The time of gmsh is part of what run.py measures.
"""
from common import KA, THETA, judge_rcs, run_nudge, say    # first: it starts the clock

import csv
import os
import subprocess
import sys
import tempfile

import numpy as np


PROBLEM = """\
law: maxwell
mesh: {{file: sphere.msh, pml: {{layers: {layers}, thickness: {thickness}}}}}
{pml}
order: {order}
precision: {precision}
boundaries: {{sphere: pec, outside: absorbing}}
sources:
  wave:
    plane_wave: {{direction: [0, 0, 1], polarization: [1, 0, 0]}}
    waveform: {{ricker: {{frequency: {f}}}}}
monitors:
  rcs: {{far_field: {{around: [air], frequencies: [{f}], theta: {theta}, phi: [0, 90]}}}}
time: {{end: 24}}
output: {{folder: out}}
"""


def main():
    order, h, curve, layers, thickness, precision = sys.argv[1:7]
    far = sys.argv[7] if len(sys.argv) > 7 else "0.8"
    box = sys.argv[8] if len(sys.argv) > 8 else "1.6"
    pml = f"pml: {{reflection: {sys.argv[9]}, grading: 2}}" if len(sys.argv) > 9 else ""
    fit = 1 + 0.124 * float(h)**2 if curve == "1" else 1
    geometry = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sphere.geo")
    with tempfile.TemporaryDirectory() as folder:
        numbers = {"h": h, "far": far, "box": box, "fit": fit}
        options = [word for name, value in numbers.items() for word in ("-setnumber", name, str(value))]
        subprocess.run(["gmsh", "-3", "-v", "1", "-nt", "1", "-order", curve, *options, "-format", "msh41", "-bin", geometry,
                        "-o", folder + "/sphere.msh"], check=True)
        with open(folder + "/sphere.yaml", "w") as file:
            file.write(PROBLEM.format(order=order, pml=pml, layers=layers, thickness=thickness, precision=precision, f=KA / (2 * np.pi),
                                      theta=[float(x) for x in THETA]))
        told = run_nudge(folder + "/sphere.yaml")
        with open(folder + "/out/rcs.csv") as file:
            rows = list(csv.DictReader(file))
    plane = lambda phi: np.array([float(row["sigma"]) / np.pi for row in rows if float(row["phi"]) == phi])
    elements = int(told.split(" elements")[0].split()[-1])
    N = int(order)
    say(cells=elements, unknowns=elements * (N + 1) * (N + 2) * (N + 3), **judge_rcs(plane(0), plane(90)))


main()
