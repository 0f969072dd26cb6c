#!/usr/bin/env python3
"""The metal sphere by gprMax 4: total-field box, CPML, its own near-to-far transform.

usage: sphere_gprmax.py CELLS [SHRINK]     CELLS per radius; the radius is less by SHRINK cells
"""
from common import C0, KA, THETA, judge_rcs, say    # first: it starts the clock

import os
import sys
import tempfile

import gprMax
import h5py
import numpy as np


TIME = 24             # simulated, in radii over c
GAP, PML = 4, 10      # cells between sphere, total-field box, far-field surface and PML; cells of the PML


def main():
    cells = int(sys.argv[1])
    shrink = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    d = 1 / cells
    half = cells + 3 * GAP + PML          # from the centre of the sphere to the end of the grid
    centre = (half * d,) * 3
    f = KA * C0 / (2 * np.pi)
    cube = lambda n: {"p1": tuple((half - n) * d for _ in range(3)), "p2": tuple((half + n) * d for _ in range(3))}
    scene = gprMax.Scene()
    scene.add(gprMax.Title(name="sphere"))
    scene.add(gprMax.Domain(p1=(2 * half * d,) * 3))
    scene.add(gprMax.Discretisation(p1=(d,) * 3))
    scene.add(gprMax.TimeWindow(time=TIME / C0))
    scene.add(gprMax.PMLThickness(thickness=PML))
    scene.add(gprMax.OMPThreads(n=1))
    scene.add(gprMax.Waveform(wave_type="ricker", amp=1, freq=f, id="pulse"))
    scene.add(gprMax.Sphere(p1=centre, r=1 - shrink * d, material_id="pec"))
    # Along +x, E along +z.
    scene.add(gprMax.DiscretePlaneWaveVector(m_vec=(1, 0, 0), psi=90, waveform_id="pulse", **cube(cells + GAP)))
    scene.add(gprMax.NTFFSurface(id="box", origin=centre, **cube(cells + 2 * GAP)))
    scene.add(gprMax.NTFFFrequencyTransform(surface_id="box", id="spectrum", frequencies=[f], window="rectangular",
                                            save_surface_dft=False, plane_wave_index=0))
    # The E-plane is y = 0: theta from z; the H-plane z = 0: theta = 90, phi = 0 ... 180.
    scene.add(gprMax.NTFFFarField(theta=tuple(90 - THETA[THETA <= 90]), phi=(0.0,), transform_id="spectrum", id="e1", outputs=("rcs",)))
    scene.add(gprMax.NTFFFarField(theta=tuple(THETA[THETA > 90] - 90), phi=(180.0,), transform_id="spectrum", id="e2", outputs=("rcs",)))
    scene.add(gprMax.NTFFFarField(theta=(90.0,), phi=tuple(THETA), transform_id="spectrum", id="h", outputs=("rcs",)))
    with tempfile.TemporaryDirectory() as folder:
        gprMax.run(scenes=[scene], outputfile=os.path.join(folder, "sphere"))
        with h5py.File(os.path.join(folder, "sphere.h5")) as file:
            far = file["ntff/box/frequency/spectrum/far_field"]
            e1, e2, h = (np.array(far[name + "/fields/rcs"]).ravel() / np.pi for name in ("e1", "e2", "h"))
    say(cells=(2 * half)**3, **judge_rcs(np.concatenate([e1, e2]), h))


main()
