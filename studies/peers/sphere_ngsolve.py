#!/usr/bin/env python3
"""The metal sphere by NGSolve: finite elements in the frequency domain, one frequency, curved tetrahedra, a radial PML and a direct
solver. The far field is that of the currents on the metal.

usage: sphere_ngsolve.py ORDER H
"""
from common import KA, THETA, judge_rcs, say    # first: it starts the clock

import sys

import ngsolve as ng
import numpy as np
from netgen.occ import Glue, OCCGeometry, Pnt, Sphere


INNER, OUTER = 1.6, 3.0       # where the PML begins and ends


def main():
    order, size = int(sys.argv[1]), float(sys.argv[2])
    ng.SetNumThreads(1)
    ball, middle, outer = (Sphere(Pnt(0, 0, 0), r) for r in (1, INNER, OUTER))
    ball.faces.name = "metal"
    shape = Glue([(middle - ball).mat("air"), (outer - middle).mat("pml")])
    mesh = ng.Mesh(OCCGeometry(shape).GenerateMesh(maxh=size))
    mesh.Curve(order)
    mesh.SetPML(ng.pml.Radial(rad=INNER, alpha=1.5j, origin=(0, 0, 0)), "pml")
    k = KA
    # Scattered field; the time factor is exp(-i k t), the wave x exp(i k z).
    wave = ng.CF((ng.exp(1j * k * ng.z), 0, 0))
    space = ng.HCurl(mesh, order=order, complex=True, dirichlet="metal")
    E, F = space.TnT()
    with ng.TaskManager():
        a = ng.BilinearForm(space, symmetric=True, condense=True)
        a += (ng.curl(E) * ng.curl(F) - k**2 * E * F) * ng.dx
        a.Assemble()
        field = ng.GridFunction(space)
        field.Set(-wave, definedon=mesh.Boundaries("metal"))
        inverse = a.mat.Inverse(space.FreeDofs(coupling=True), inverse="sparsecholesky")
        rest = (-a.mat * field.vec).Evaluate()
        rest.data += a.harmonic_extension_trans * rest
        field.vec.data += inverse * rest
        field.vec.data += a.harmonic_extension * field.vec
        # The current on the metal is n x H with the whole of H, n outwards; H = curl E / (i k).
        n = ng.CF((ng.x, ng.y, ng.z))
        whole = (1 / (1j * k)) * ng.BoundaryFromVolumeCF(ng.curl(field)) + ng.CF((0, ng.exp(1j * k * ng.z), 0))
        J = ng.Cross(n, whole)
        metal = mesh.Boundaries("metal")

        def sigma(t, phi):
            d = (np.sin(t) * np.cos(phi), np.sin(t) * np.sin(phi), np.cos(t))
            phase = ng.exp(-1j * k * (d[0] * ng.x + d[1] * ng.y + d[2] * ng.z))
            N = np.array(ng.Integrate(J * phase, mesh, ng.BND, order=2 * order + 2, definedon=metal))
            across = N - np.dot(N, d) * np.array(d)
            return k**2 / (4 * np.pi) * np.sum(np.abs(across)**2) / np.pi

        e = np.array([sigma(t, 0) for t in np.radians(THETA)])
        h = np.array([sigma(t, np.pi / 2) for t in np.radians(THETA)])
    say(cells=mesh.ne, unknowns=space.ndof, **judge_rcs(e, h))


main()
