#!/usr/bin/env python3
"""The metal sphere by meep: a sheet of current makes the plane wave; a run without the sphere is subtracted, as meep's manual
does; its own near-to-far transform.

usage: sphere_meep.py CELLS [SHRINK]     CELLS per radius; the radius is less by SHRINK cells
"""
from common import KA, THETA, judge_rcs, say    # first: it starts the clock

import sys

import meep as mp
import numpy as np


PML, GAP = 1.0, 0.3        # thickness of the PML; between sphere, far-field surface and source
AFTER = 11                 # simulated after the pulse, in radii over c
FAR = 1e4                  # distance of the far field


def main():
    mp.verbosity(0)
    cells = int(sys.argv[1])
    shrink = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    f = KA / (2 * np.pi)
    half = 1 + 3 * GAP + PML
    half = np.ceil(half * cells) / cells
    edge = 1 + GAP
    pulse = mp.GaussianSource(f, fwidth=0.6, cutoff=4, is_integrated=True)
    source = mp.Source(pulse, component=mp.Ez, center=mp.Vector3(-(1 + 2 * GAP)), size=mp.Vector3(0, 2 * half, 2 * half))
    sides = [mp.Near2FarRegion(center=sign * edge * axis, size=2 * edge * (mp.Vector3(1, 1, 1) - axis), weight=sign)
             for axis in (mp.Vector3(1), mp.Vector3(0, 1), mp.Vector3(0, 0, 1)) for sign in (-1, 1)]

    def run(body, empty=None):
        sim = mp.Simulation(cell_size=mp.Vector3(2 * half, 2 * half, 2 * half), resolution=cells, geometry=body, sources=[source],
                            boundary_layers=[mp.PML(PML)], k_point=mp.Vector3(), Courant=0.57)
        near = sim.add_near2far(f, 0, 1, *sides)
        point = None
        if empty:
            sim.load_minus_near2far_data(near, empty)
        else:
            point = sim.add_dft_fields([mp.Ez], f, 0, 1, center=mp.Vector3(), size=mp.Vector3(0.4, 0.4, 0.4))
        sim.run(until_after_sources=AFTER)
        return sim, near, point

    sim, near, point = run([])
    data = sim.get_near2far_data(near)
    around = np.abs(sim.get_dft_array(point, mp.Ez, 0))      # a box: meep gives an eighth of the field for a point
    wave = around[tuple(n // 2 for n in around.shape)]**2
    sim, near, _ = run([mp.Sphere(1 - shrink / cells, material=mp.metal)], data)

    def sigma(direction):
        field = np.array(sim.get_farfield(near, FAR * mp.Vector3(*direction)))[:3]
        return 4 * np.sum(np.abs(field)**2) * FAR**2 / wave

    angles = np.radians(THETA)
    e = np.array([sigma((np.cos(t), 0, np.sin(t))) for t in angles])
    h = np.array([sigma((np.cos(t), np.sin(t), 0)) for t in angles])
    say(cells=int(round((2 * half * cells)**3)), **judge_rcs(e, h))


main()
