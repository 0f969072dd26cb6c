#!/usr/bin/env python3
"""The metal sphere by NGSolve: finite elements in the frequency domain, one frequency, curved tetrahedra, a radial PML and a direct
solver. The far field is integrated over the spherical surface below the PML.

usage: sphere_ngsolve.py ORDER H
"""
from common import KA, THETA, judge_rcs, say    # first: it starts the clock

import sys

import ngsolve as ng
import numpy as np
from netgen.occ import Glue, OCCGeometry, Pnt, Sphere


INNER, OUTER = 1.6, 2.8


def main():
    order, size = int(sys.argv[1]), float(sys.argv[2])
    ng.SetNumThreads(1)
    ball, middle, outer = (Sphere(Pnt(0, 0, 0), r) for r in (1, INNER, OUTER))
    ball.faces.name, middle.faces.name = "metal", "surface"
    shape = Glue([(middle - ball).mat("air"), (outer - middle).mat("pml")])
    mesh = ng.Mesh(OCCGeometry(shape).GenerateMesh(maxh=size))
    mesh.Curve(order)
    mesh.SetPML(ng.pml.Radial(rad=INNER, alpha=1j, origin=(0, 0, 0)), "pml")
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
        mesh.UnSetPML("pml")
        # J = n x H, M = -n x E, H = curl E / (i k); n outwards.
        r = ng.CF((ng.x, ng.y, ng.z))
        n = r / ng.Norm(r)
        magnetic = (1 / (1j * k)) * ng.BoundaryFromVolumeCF(ng.curl(field))
        electric = ng.BoundaryFromVolumeCF(field)
        J, M = ng.Cross(n, magnetic), -ng.Cross(n, electric)
        surface = mesh.Boundaries("surface")

        def sigma(t, phi):
            d = (np.sin(t) * np.cos(phi), np.sin(t) * np.sin(phi), np.cos(t))
            theta = (np.cos(t) * np.cos(phi), np.cos(t) * np.sin(phi), -np.sin(t))
            side = (-np.sin(phi), np.cos(phi), 0)
            phase = ng.exp(-1j * k * (d[0] * ng.x + d[1] * ng.y + d[2] * ng.z))
            dot = lambda u, v: u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
            parts = ng.CF((dot(J, theta), dot(J, side), dot(M, theta), dot(M, side))) * phase
            Jt, Js, Mt, Ms = ng.Integrate(parts, mesh, ng.BND, order=2 * order + 2, definedon=surface)
            return 4 * np.pi * (k / (4 * np.pi))**2 * (abs(Ms + Jt)**2 + abs(Mt - Js)**2) / np.pi

        e = np.array([sigma(t, 0) for t in np.radians(THETA)])
        h = np.array([sigma(t, np.pi / 2) for t in np.radians(THETA)])
    say(cells=mesh.ne, unknowns=space.ndof, **judge_rcs(e, h))


main()
