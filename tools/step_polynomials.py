#!/usr/bin/env python3
"""Makes and checks src/step/polynomials.txt, the polynomials of time steps for linear laws.

usage: tools/step_polynomials.py make    [--cache DIR] [--laws L,..] [--orders N,..] [--upwind 1,any] [--out FILE]
       tools/step_polynomials.py --check FILE [--cache DIR] [--laws ..] [--orders ..] [--upwind ..]
       tools/step_polynomials.py iterate FILE [--laws ..] [--orders ..] [--upwind ..]
       tools/step_polynomials.py shapes  FILE [--laws ..] [--orders ..] [--upwind ..]
       tools/step_polynomials.py dense   [--laws ..] [--orders ..]
       tools/step_polynomials.py gains   FILE [--cache DIR] [--p ORDER]
       tools/step_polynomials.py errors  FILE [--cache DIR]

A step is q <- P(hL) q, where P(z) = exp(z) + O(z^(p+1)) has the degree s, and L is the discontinuous Galerkin operator. doc/
explanation/time-steps.md explains the method. Needs numpy, scipy, mpmath and clarabel (all from PyPI).

make:    computes spectra (kept in DIR, so that an interrupted run continues), polynomials and their limits. Entries that are in
         FILE already are kept unless --anew is given.
--check: verifies order conditions, stability at 0.98 of the limit and the limits, with Bloch phases of another seed.
iterate: applies P(hL) to random fields hundreds of times, at 0.98 and 1.05 of the limit, on one cube and on a jittered mesh.
shapes:  the largest stable step on flat, needle-like, jittered and sheared cells, relative to the limit.
dense:   compares Krylov spectra with those of dense eigensolvers, or with larger Krylov spaces from dimension 2600 on.
gains:   prints limits in Markdown, or for one ORDER the ratio of the step to lsrk4's and the gain in evaluations.
errors:  prints errors in time over one period, and the terms of the polynomials beyond their order.
"""
import argparse
import itertools
import math
import os
import sys
import time

import numpy as np
import scipy.linalg

SCHEMES = ((14, 4), (24, 6), (16, 6), (12, 6), (8, 6), (28, 8))  # evaluations and order
LAWS = ("maxwell", "acoustic", "elastic", "advection")
WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of `any`
FEW_WEIGHTS = (0.0, 0.25, 1.0)  # from N = 5 on: the hull of these contains the others within a percent
DENSE = 400  # dimension up to which spectra are computed by a dense eigensolver

# ---- Polynomials on the reference tetrahedron --------------------------------------------------------------------------------


def jacobi(x, a, b, n):
    """Orthonormal Jacobi polynomials of degrees 0 to n at x: [n + 1, len(x)]."""
    from scipy.special import gammaln

    p = np.zeros((n + 1, len(x)))
    g0 = math.exp((a + b + 1) * math.log(2) - math.log(a + b + 1) + gammaln(a + 1) + gammaln(b + 1) - gammaln(a + b + 1))
    p[0] = 1 / math.sqrt(g0)
    if n == 0:
        return p
    g1 = (a + 1) * (b + 1) / (a + b + 3) * g0
    p[1] = ((a + b + 2) * x / 2 + (a - b) / 2) / math.sqrt(g1)
    old = 2 / (2 + a + b) * math.sqrt((a + 1) * (b + 1) / (a + b + 3))
    for i in range(1, n):
        h = 2 * i + a + b
        new = 2 / (h + 2) * math.sqrt((i + 1) * (i + 1 + a + b) * (i + 1 + a) * (i + 1 + b) / (h + 1) / (h + 3))
        mid = -(a * a - b * b) / h / (h + 2)
        p[i + 1] = (-old * p[i - 1] + (x - mid) * p[i]) / new
        old = new
    return p


def collapsed(N, dim):
    """Quadrature exact to degree 2N on the triangle or tetrahedron: collapsed coordinates [dim, n] and weights [n]."""
    from scipy.special import roots_jacobi

    rules = [roots_jacobi(N + 1, d, 0) for d in range(dim)]
    points = np.array(list(itertools.product(*[r[0] for r in rules]))).T
    weights = np.array([np.prod(w) for w in itertools.product(*[r[1] for r in rules])])
    return points, weights / 2 ** sum(range(dim))


def triangle_basis(N, a, b):
    """Orthonormal polynomials on the triangle at collapsed coordinates."""
    rows = []
    for i in range(N + 1):
        h1 = jacobi(a, 0, 0, N)[i]
        h2 = jacobi(b, 2 * i + 1, 0, N)
        rows += [math.sqrt(2) * h1 * h2[j] * (1 - b) ** i for j in range(N + 1 - i)]
    return np.array(rows)


def tet_basis(N, r, s, t):
    """Orthonormal polynomials on the tetrahedron -1 <= r, s, t, r + s + t <= -1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        a = np.where(np.abs(s + t) > 1e-14, 2 * (1 + r) / (-s - t) - 1, -1)
        b = np.where(np.abs(1 - t) > 1e-14, 2 * (1 + s) / (1 - t) - 1, -1)
    c, rows = t, []
    ha = jacobi(a, 0, 0, N)
    for i in range(N + 1):
        hb = jacobi(b, 2 * i + 1, 0, N)
        for j in range(N + 1 - i):
            hc = jacobi(c, 2 * (i + j) + 2, 0, N)
            for k in range(N + 1 - i - j):
                rows.append(2 * math.sqrt(2) * ha[i] * hb[j] * (1 - b) ** i * hc[k] * (1 - c) ** (i + j))
    return np.array(rows)


class Element:
    """Derivatives D[3] and traces T[4] in orthonormal bases of order N. Face f is opposite to vertex f; its vertices are taken
    in ascending order, so that two elements agree on a face if both list their vertices in the same global order."""

    VERTICES = np.array([[-1, -1, -1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)

    def __init__(self, N):
        self.N = N
        (a, b, c), w = collapsed(N, 3)
        t = c
        s = (1 + b) * (1 - t) / 2 - 1
        r = -(1 + a) * (s + t) / 2 - 1
        phi = tet_basis(N, r, s, t)
        self.Np = len(phi)
        self.D = [self.derivative(phi, w, (r, s, t), d) for d in range(3)]
        (a, b), w = collapsed(N, 2)
        psi = triangle_basis(N, a, b)
        t2, t1 = (1 + b) / 2, (1 + a) * (1 - b) / 4
        bary = np.array([1 - t1 - t2, t1, t2])
        self.T = []
        for f in range(4):
            x = bary.T @ self.VERTICES[[v for v in range(4) if v != f]]
            self.T.append(psi * w @ tet_basis(N, *x.T).T)
        self.Nfp = len(psi)

    def derivative(self, phi, w, x, d):
        """The matrix of d/dx_d, by differences that are exact for polynomials of degree N: along a line, from N + 1 points."""
        n = max(self.N, 1)
        nodes = 0.5 * np.cos(np.pi * (np.arange(n + 1) + 0.5) / (n + 1))
        weights = np.linalg.solve(np.vander(nodes / 0.5, increasing=True).T, np.eye(n + 1)[1]) / 0.5
        out = np.zeros((len(phi), len(phi)))
        for node, weight in zip(nodes, weights):
            y = [np.array(c) for c in x]
            y[d] = y[d] + node
            out += weight * (phi * w) @ tet_basis(self.N, *y).T  # a polynomial outside of the tetrahedron, too
        return out


# ---- Laws ----------------------------------------------------------------------------------------------------------------------


def law_matrices(law, parameter):
    """Symmetric A[3] of dq/dt = -sum A_d dq/dx_d, in variables in which the energy is |q|^2 / 2; the largest speed is 1."""
    A = np.zeros((3, 1, 1))
    if law == "maxwell":
        A = np.zeros((3, 6, 6))
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # dE_i/dt = dH_k/dx_j - dH_j/dx_k
            A[j, i, 3 + k] = A[j, 3 + k, i] = -1
            A[k, i, 3 + j] = A[k, 3 + j, i] = 1
    elif law == "acoustic":
        A = np.zeros((3, 4, 4))
        for d in range(3):
            A[d, 0, 1 + d] = A[d, 1 + d, 0] = 1
    elif law == "elastic":
        mu = 1 / parameter**2
        C = np.diag([2 * mu] * 3 + [mu] * 3)
        C[:3, :3] += 1 - 2 * mu
        values, vectors = np.linalg.eigh(C)
        root = vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T
        A = np.zeros((3, 9, 9))
        for d, rows in enumerate((((0, 0), (4, 2), (5, 1)), ((1, 1), (3, 2), (5, 0)), ((2, 2), (3, 1), (4, 0)))):
            B = np.zeros((6, 3))
            for strain, v in rows:
                B[strain, v] = 1
            A[d, 3:, :3] = -root @ B
            A[d, :3, 3:] = A[d, 3:, :3].T
    elif law == "advection":
        A[:, 0, 0] = np.array(parameter) / np.linalg.norm(parameter)
    return A


def law_parameters(law):
    """Media whose spectra are united: ratios vp / vs, or directions of flow."""
    if law == "elastic":
        return (1.16, 1.5, math.sqrt(3), 3.0, 20.0)
    if law == "advection":
        return ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 0), (1, 0, -1), (0, 1, 1), (1, 1, 1), (1, 1, -1), (1, -1, 1),
                (3, 2, 1), (1, 2, -3), (2, 1, 0), (2, -1, -1), (5, 3, -1), (1, -3, 20))
    return (None,)


# ---- Operators -----------------------------------------------------------------------------------------------------------------

_elements = {}


def element_measure(faces):
    """What the step is inversely proportional to, from Fscale times the normal of each face: [4, 3]. It is the sum of Fscale, as in
    src/step/dt.c, or a multiple of the largest singular value, which is larger in flat elements: eigenvalues reach as far along
    the imaginary axis. The two agree in a cube cut into six. lsrk4 has room there, and can do with 1.35 times the sum of two."""
    return max(np.linalg.norm(faces, axis=1).sum(), 2.613 * np.linalg.svd(faces, compute_uv=False)[0])


class Operator:
    """The operator on a periodic box of n x n x n cubes, six tetrahedra each, with phases across its sides.

    cells: n; size: lengths of a cube's sides, or three rows that are its edges; jitter: displacement of vertices relative to a
    cube; phase: Bloch phases along x, y, z. Vectors are [..., K, fields, Np]."""

    def __init__(self, law, parameter, N, upwind, phase=(0, 0, 0), cells=1, size=(1, 1, 1), jitter=0.0, seed=1):
        if N not in _elements:
            _elements[N] = Element(N)
        self.element = element = _elements[N]
        A = law_matrices(law, parameter)
        self.fields = A.shape[1]
        n = cells
        moved = jitter * np.random.default_rng(seed).uniform(-1, 1, (n, n, n, 3))

        def place(v):
            return (np.array(v) + moved[tuple(np.array(v) % n)]) @ (np.diag(size) if np.ndim(size) == 1 else size)

        tets = []
        for corner in itertools.product(range(n), repeat=3):
            for order in itertools.permutations(range(3)):  # vertices in ascending lexicographic order
                v = [tuple(corner)]
                for axis in order:
                    v.append(tuple(np.array(v[-1]) + (np.arange(3) == axis)))
                tets.append(sorted(v))
        self.K = K = len(tets)
        self.dimension = K * self.fields * element.Np
        self.B = np.zeros((K, 3, self.fields, self.fields))
        self.G = np.zeros((K, 4, self.fields, self.fields))
        self.measure = 0.0
        self.volume = np.zeros(K)
        faces = {}
        self.neighbour = np.zeros((K, 4), int)
        self.turn = np.ones((K, 4), complex)
        for k, tet in enumerate(tets):
            x = np.array([place(v) for v in tet])
            self.volume[k] = abs(np.linalg.det(x[1:] - x[0])) / 6
            gradient = np.linalg.inv((x[1:] - x[0]).T / 2)  # of r, s, t: rows
            self.B[k] = np.einsum("rd,dij->rij", gradient, A)
            outward = -np.vstack([-gradient.sum(0), gradient])
            scale = np.linalg.norm(outward, axis=1)
            self.measure = max(self.measure, element_measure(outward))
            for f in range(4):
                An = np.einsum("d,dij->ij", outward[f] / scale[f], A)
                values, vectors = np.linalg.eigh(An)
                size_of = vectors * np.abs(values) @ vectors.T
                self.G[k, f] = scale[f] * 0.5 * (upwind * size_of - An)
                corners = [tet[v] for v in range(4) if v != f]
                low = np.min(corners, axis=0)
                wrapped = tuple(low % n)
                key = (wrapped, tuple(map(tuple, np.array(corners) - low)))
                if key in faces:
                    other, g, there = faces.pop(key)
                    shift = np.exp(1j * np.dot(phase, (low - there) // n))
                    self.neighbour[k, f], self.turn[k, f] = 4 * other + g, shift
                    self.neighbour[other, g], self.turn[other, g] = 4 * k + f, 1 / shift
                else:
                    faces[key] = (k, f, low)
        assert not faces
        self.right = np.hstack([d.T for d in element.D] + [t.T for t in element.T])
        self.lift = np.vstack(element.T)

    def apply(self, q):
        """L q for q [batch, K * fields * Np]."""
        Np, Nfp, F, K = self.element.Np, self.element.Nfp, self.fields, self.K
        batch = len(q)
        flat = np.ascontiguousarray(q).reshape(-1, Np)
        if np.iscomplexobj(flat):  # the matrices are real
            out = np.empty((len(flat), self.right.shape[1]), complex)
            out.real = flat.real @ self.right
            out.imag = flat.imag @ self.right
        else:
            out = flat @ self.right
        out = out.reshape(batch, K, F, -1)
        slopes = out[..., : 3 * Np].reshape(batch, K, F * 3, Np)
        # [K, F, (F, 3)] times [batch, K, (F, 3), Np]
        rate = -(np.transpose(self.B, (0, 2, 3, 1)).reshape(K, F, F * 3) @ slopes)
        traces = out[..., 3 * Np :].reshape(batch, K, F, 4, Nfp).transpose(0, 1, 3, 2, 4)
        outer = traces.reshape(batch, K * 4, F, Nfp)[:, self.neighbour.reshape(-1)].reshape(traces.shape)
        turn = self.turn if np.iscomplexobj(flat) else self.turn.real
        jump = outer * turn[None, :, :, None, None] - traces
        flux = (self.G @ jump).transpose(0, 1, 3, 2, 4).reshape(-1, 4 * Nfp)
        if np.iscomplexobj(flux):
            lifted = np.empty((len(flux), Np), complex)
            lifted.real = flux.real @ self.lift
            lifted.imag = flux.imag @ self.lift
        else:
            lifted = flux @ self.lift
        return (rate + lifted.reshape(rate.shape)).reshape(batch, -1)

    def matrix(self):
        n = self.dimension
        real = np.abs(self.turn.imag).max() < 1e-14
        parts = [self.apply(np.eye(n, dtype=float if real else complex)[i : i + 256]) for i in range(0, n, 256)]
        return np.vstack(parts).T


def eigenvalues(operator, m, seed=3):
    """Eigenvalues of the operator, all of them if there are few. Else the Ritz values of a Krylov space of dimension m: they
    approach the outer eigenvalues, from within for the others, and `dense` shows how well."""
    n = operator.dimension
    if n <= DENSE:
        values = np.linalg.eigvals(operator.matrix())
        return np.minimum(values.real, 0) + 1j * values.imag
    kind = float if np.abs(operator.turn.imag).max() < 1e-14 else complex
    rng = np.random.default_rng(seed)
    V, H = np.zeros((m + 1, n), kind), np.zeros((m + 1, m), kind)
    v = rng.standard_normal(n) + (1j * rng.standard_normal(n) if kind is complex else 0)
    V[0] = v / np.linalg.norm(v)
    for j in range(m):
        w = operator.apply(V[j : j + 1])[0]
        size = np.linalg.norm(w)
        for _ in range(2):
            h = V[: j + 1].conj() @ w
            w -= h @ V[: j + 1]
            H[: j + 1, j] += h
        H[j + 1, j] = np.linalg.norm(w)
        if abs(H[j + 1, j]) < 1e-7 * np.abs(H[: j + 1, : j + 1]).max():  # symmetric phases have few distinct eigenvalues
            m = j + 1
            break
        V[j + 1] = w / H[j + 1, j]
    values = np.linalg.eigvals(H[:m, :m])  # fields of values are in Re z <= 0, but for rounding
    return np.minimum(values.real, 0) + 1j * values.imag


# ---- Regions -------------------------------------------------------------------------------------------------------------------
#
# A region is a convex set with all h-scaled eigenvalues, given by its support: the largest Re(exp(-i angle) z) at ANGLES. It is
# symmetric about the real axis and in Re z <= 0. Below NEAR degrees, Krylov spaces find eigenvalues late; the region is extended
# to the imaginary axis there. Convex sets that contain 0 contain all smaller multiples of themselves, so that a step that is
# stable stays so when it is shortened.

ANGLES = np.arange(0, 181)
NEAR = 30
BETWEEN = 2  # degrees between the sides of the polygon


def support(values):
    turned = np.exp(-1j * np.radians(ANGLES))[:, None]
    return np.maximum((turned * values).real.max(1), (turned * values.conj()).real.max(1))


def polygon(heights):
    """The upper half of the region's boundary, from the top of the imaginary axis to the negative real axis, 0 first."""
    angles = np.radians(np.concatenate([[0], np.arange(NEAR, 181, BETWEEN)]))
    s = np.concatenate([[0], heights[np.arange(NEAR, 181, BETWEEN)]])
    corners = [0j]
    lines = list(zip(angles, s))
    # Clip a large box by each half plane.
    box = [complex(0, -1e4), complex(0, 1e4), complex(-1e4, 1e4), complex(-1e4, -1e4)]
    for angle, most in lines + [(-a, m) for a, m in lines]:
        d = np.exp(-1j * angle)
        out = []
        for a, b in zip(box, box[1:] + box[:1]):
            fa, fb = (d * a).real - most, (d * b).real - most
            if fa <= 0:
                out.append(a)
            if (fa < 0 < fb) or (fb < 0 < fa):
                out.append(a + (b - a) * fa / (fa - fb))
        box = out
    top = [z for z in box if z.imag > 1e-9]
    left = min(z.real for z in box)
    top.sort(key=lambda z: math.atan2(z.imag, z.real))
    corners += top
    corners.append(complex(left, 0))
    return np.array(corners)


def boundary(corners, count):
    """Points on the boundary: about `count`, closer at corners."""
    lengths = np.abs(np.diff(corners))
    parts = []
    for a, b, length in zip(corners, corners[1:], lengths):
        if length > 1e-12:
            n = max(2, int(count * length / lengths.sum()) + 2)
            parts.append(a + (b - a) * (1 - np.cos(np.linspace(0, np.pi, n))) / 2)
    return np.unique(np.concatenate(parts))


# ---- Polynomials ---------------------------------------------------------------------------------------------------------------


def orthogonal(z, p, count):
    """Real polynomials z^(p+1) q_j(z), orthonormal on the points z and their conjugates: values [count, len(z)] and monomial
    coefficients of q_j."""
    import mpmath

    w = np.array(z) ** (p + 1)
    values, coefficients = [], []
    scale = np.abs(z).max()
    w = w / scale ** (p + 1)
    c = [mpmath.mpf(1) / mpmath.mpf(scale) ** (p + 1)]
    for j in range(count):
        for _ in range(2):
            for v, d in zip(values, coefficients):
                h = float((v.conj() * w).real.mean())
                w = w - h * v
                c = [a - mpmath.mpf(h) * (d[i] if i < len(d) else 0) for i, a in enumerate(c)]
        size = math.sqrt(float((np.abs(w) ** 2).mean()))
        w, c = w / size, [a / mpmath.mpf(size) for a in c]
        values.append(w)
        coefficients.append(c)
        w = w * z / scale
        c = [mpmath.mpf(0)] + [a / mpmath.mpf(scale) for a in c]
    return np.array(values), coefficients


NEAR_ZERO = 0.5  # closer to 0 the leading term of |P| - 1 decides


def best_margin(corners, h, s, p):
    """The polynomial with the largest m such that |P| <= 1 - m weight on the boundary of h times the region, where the weight
    vanishes towards 0. Returns m and the coefficients of P from degree p + 1 on (mpmath)."""
    import clarabel
    import mpmath
    from scipy import sparse

    count = s - p
    fine = h * boundary(corners, 2500)
    fine = fine[np.abs(fine) > NEAR_ZERO]
    z = h * boundary(corners, 240)
    z = z[np.abs(z) > NEAR_ZERO]
    basis, coefficients = orthogonal(fine, p, count)

    def values(at):  # basis at other points, by the coefficients' evaluation on the fine set
        return basis[:, at]

    taylor = sum(fine**k / math.factorial(k) for k in range(p + 1))
    weight = np.minimum(1, np.abs(fine) ** (p + 2) / math.factorial(p + 1))
    active = np.unique([np.argmin(np.abs(fine - y)) for y in z])
    # |P(iy)|^2 = 1 - c y^(p+2) + ...: c >= 0. In coefficients: (-1)^(p/2) ((d_{p+2} - d_{p+1})) <= 0, d = P_k - 1/k!.
    lead = np.array([[float(c[k]) if k < len(c) else 0.0 for c in coefficients] for k in range(2)])
    sign = -1.0 if (p // 2) % 2 == 0 else 1.0  # d1 - d2 <= 0 for p = 4, d2 - d1 <= 0 for p = 6
    row = sign * (lead[1] - lead[0])
    limit = sign * (1 / math.factorial(p + 2) - 1 / math.factorial(p + 1))
    size = np.abs(row).max()
    for _ in range(8):
        n = len(active)
        G = np.zeros((3 * n, count + 1))
        b = np.zeros(3 * n)
        G[0::3, count], b[0::3] = weight[active], 1
        G[1::3, :count], b[1::3] = -values(active).real.T, taylor[active].real
        G[2::3, :count], b[2::3] = -values(active).imag.T, taylor[active].imag
        G = np.vstack([np.append(row / size, 0.0), G])
        b = np.append(limit / size, b)
        cost = np.zeros(count + 1)
        cost[count] = -1
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
        cones = [clarabel.NonnegativeConeT(1)] + [clarabel.SecondOrderConeT(3)] * n
        solver = clarabel.DefaultSolver(sparse.csc_matrix((count + 1, count + 1)), cost, sparse.csc_matrix(G), b, cones, settings)
        x = np.array(solver.solve().x)
        excess = np.abs(taylor + x[:count] @ basis) - 1 + x[count] * weight
        worst = np.where((excess[1:-1] >= excess[:-2]) & (excess[1:-1] >= excess[2:]))[0] + 1
        worst = worst[excess[worst] > 1e-9]
        if len(worst) == 0:
            break
        active = np.unique(np.concatenate([active, worst]))
    P = [mpmath.mpf(0)] * count
    for a, c in zip(x[:count], coefficients):
        P = [u + mpmath.mpf(float(a)) * (c[i] if i < len(c) else 0) for i, u in enumerate(P)]
    return x[count], P


def factors_of(P):
    """Real factors (b, c) of 1 + b z + c z^2 from all coefficients P (mpmath): complex pairs, and pairings of the real roots."""
    import mpmath

    with mpmath.workdps(60):
        # In 1/z, so that the leading coefficient is 1.
        inverse = mpmath.polyroots([mpmath.mpf(c) for c in P], maxsteps=500, extraprec=400)
        pairs, real = [], []
        for y in inverse:  # a factor is 1 - y z
            if abs(mpmath.im(y)) < mpmath.mpf(10) ** -25 * abs(y):
                real.append(mpmath.re(y))
            elif mpmath.im(y) > 0:
                pairs.append((float(-2 * mpmath.re(y)), float(abs(y) ** 2)))

        def pairings(left):
            if not left:
                yield []
            elif len(left) == 1:
                yield [(float(-left[0]), 0.0)]
            else:
                for i in range(1, len(left)):
                    head = (float(-left[0] - left[i]), float(left[0] * left[i]))
                    for rest in pairings(left[1:i] + left[i + 1 :]):
                        yield [head] + rest

        return [pairs + more for more in itertools.islice(pairings(real), 30)]


def product(factors, z):
    out = np.ones_like(np.asarray(z, complex))
    for b, c in factors:
        out = out * (1 + z * (b + c * z))
    return out


ROUGH = 0.1  # part of a field that may be rough


def ordered(factors, z):
    """The best order of factors, and its amplification of rounding: the largest |product| of factors still to come on the points
    z. The product of the factors already applied counts for ROUGH, as rough parts of a field grow with it until the others damp
    them. Both depend only on which factors are applied, so that the best order is the best path through their subsets."""
    n = len(factors)
    logs = np.array([np.log(np.abs(product([f], z)) + 1e-300) for f in factors])
    sums = np.zeros((1 << n, len(z)), np.float32)
    for i in range(n):
        sums[1 << i : 2 << i] = sums[: 1 << i] + logs[i].astype(np.float32)
    to_come = sums.max(1)
    largest = np.maximum(to_come, to_come[::-1] + math.log(ROUGH))
    cost, first = np.full(1 << n, np.inf), np.zeros(1 << n, int)
    cost[0] = 0
    for S in range(1, 1 << n):
        for i in range(n):
            if S >> i & 1 and cost[S ^ (1 << i)] < cost[S]:
                cost[S], first[S] = cost[S ^ (1 << i)], i
        cost[S] = max(cost[S], largest[S])
    out, S, most = [], (1 << n) - 1, 1.0
    while S:
        most = max(most, math.exp(to_come[S]))
        out.append(factors[first[S]])
        S ^= 1 << first[S]
    return out, most


def stable_limit(function, corners, most, tolerance=1e-12):
    """The largest h such that |function| <= 1 on h times the region."""
    z = boundary(corners, 6000)
    low, high = 0.0, most
    while high - low > 1e-6 * most:
        middle = (low + high) / 2
        low, high = (middle, high) if np.abs(function(middle * z)).max() <= 1 + tolerance else (low, middle)
    return low


def damping_reach(factors, corners, h):
    """The largest r such that |P| <= 1 on the convex hull of h times the region and -r."""
    from scipy.spatial import ConvexHull

    z = h * corners
    left = -z.real.min()

    def fine(r):
        points = np.concatenate([z, z.conj(), [-r]])
        hull = points[ConvexHull(np.c_[points.real, points.imag]).vertices]
        upper = sorted([y for y in hull if y.imag > 1e-9], key=lambda y: math.atan2(y.imag, y.real))
        return np.abs(product(factors, boundary(np.array([0j] + upper + [complex(-max(r, left), 0)]), 2500))).max() <= 1 + 1e-10

    r = left
    while r < 3 * left and fine(r * 1.005):
        r *= 1.005
    return r


def lsrk4(z):
    a = (0, -567301805773 / 1357537059087, -2404267990393 / 2016746695238, -3550918686646 / 2091501179385,
         -1275806237668 / 842570457699)
    b = (1432997174477 / 9575080441755, 5161836677717 / 13612068292357, 1720146321549 / 2090206949498,
         3134564353537 / 4481467310338, 2277821191437 / 14882151754819)
    q, res = np.ones_like(z), np.zeros_like(z)
    for i in range(5):
        res = a[i] * res + z * q
        q = q + b[i] * res
    return q


MARGIN = 2e-4


def amplification_of(factors, corners, h):
    """The largest product of the factors still to come, on the region scaled by h."""
    z = h * boundary(corners, 500)
    return max(np.abs(product(factors[i:], z)).max() for i in range(len(factors)))


def make_polynomial(corners, s, p):
    """The polynomial for the largest step at which it has the margin. Returns its largest stable step, lsrk4's, the factors and
    their amplification of rounding."""
    import mpmath

    mpmath.mp.dps = 40
    h4 = stable_limit(lsrk4, corners, 20 / np.abs(corners).max())
    low, high = 0.3 * h4 * s / 5, 2.2 * h4 * s / 5
    best, top = None, 0.0
    while high - low > 1e-3 * low:
        middle = math.sqrt(low * high)
        m, P = best_margin(corners, middle, s, p)
        if m >= MARGIN:
            low, best = middle, P
        else:
            high = middle
    for more in (1.002, 1.004, 1.008, 1.012, 1.016):  # the solver fails now and then close to the limit
        m, P = best_margin(corners, low * more, s, p)
        if m >= MARGIN:
            top, best = low * more, P
    low = top if best is not None and top > low else low
    if best is None:
        raise ArithmeticError("no stable polynomial found")
    full = ([1 / mpmath.factorial(k) for k in range(p + 1)] + best)
    z = low * boundary(corners, 400)
    factors, _ = min((ordered(f, z) for f in factors_of(full)), key=lambda x: x[1])
    limit = stable_limit(lambda y: product(factors, y), corners, 1.1 * low)
    return limit, h4, factors, amplification_of(factors, corners, limit)


# ---- Spectra of a law ------------------------------------------------------------------------------------------------------------

PI = math.pi
SYMMETRIC = ((0, 0, 0), (PI, 0, 0), (PI, PI, 0), (PI, PI, PI), (PI / 2,) * 3, (2 * PI / 3,) * 3)
SHAPES_TOO = ((1, 1, 0.2), (1, 0.2, 0.1), np.eye(3) - 1 / 6)  # cells that are not cubes: flat, a needle, almost regular elements
PHASES_TOO = ((PI, PI, 0), (PI / 2,) * 3, (0, PI, PI), (PI, PI, PI))
KRYLOV = 240
LARGE = 5000  # dimension from which on fewer phases and media are looked at
MEASURE = Operator("acoustic", None, 1, 1.0).measure  # of the cube's elements, as src/step/dt.c has it


def phases(dimension, seed, plenty=1.0):
    """Bloch phases: symmetric ones, which set most of the limits, and random ones. Small operators depend on the phase more."""
    count = next(count for most, count in ((240, 100), (600, 30), (1300, 10), (LARGE, 3), (math.inf, 0)) if dimension <= most)
    count = math.ceil(count * plenty)
    random = np.random.default_rng(seed).uniform(-PI, PI, (count, 3))
    return [SYMMETRIC[i] for i in ((0, 1, 3, 5) if dimension > LARGE else range(6))] + [tuple(phase) for phase in random]


def media(law, N):
    values = law_parameters(law)
    if law == "elastic" and N >= 2:  # the extremes; vp / vs is above 1.155
        return (values[0], values[4])
    if law == "advection" and N >= 3:  # the extremes: across the diagonal, and through thin cells
        return ((1, -1, 0), (1, 1, -1), (1, -1, 1), (1, 2, -3), (2, -1, -1), (0, 0, 1))
    return values


def heights_of(law, N, upwind, cache):
    """The support of the spectra of a law, from the cache if they are in it."""
    if law == "common":
        return np.max([heights_of(each, N, upwind, cache) for each in LAWS], axis=0)
    if upwind == "any":
        return np.max([weight_heights(law, N, weight, cache) for weight in (WEIGHTS if N < 5 else FEW_WEIGHTS)], axis=0)
    return weight_heights(law, N, float(upwind), cache)


def weight_heights(law, N, weight, cache):
    name = os.path.join(cache, f"{law}-{N}-{weight:g}.npy") if cache else None
    if name and os.path.exists(name):
        return np.load(name)
    begin, most = time.time(), np.zeros(len(ANGLES))
    for medium in media(law, N):
        dimension = Operator(law, medium, N, weight).dimension
        few = law == "advection" or (law == "elastic" and weight != 1)  # there are many media
        for phase in phases(dimension, 1, 0.2 if few else 1):
            values = eigenvalues(Operator(law, medium, N, weight, phase), KRYLOV if weight else KRYLOV // 3)
            most = np.maximum(most, support(values))
    # Other shapes: few phases suffice, and only outermost eigenvalues matter.
    dimension = Operator(law, media(law, N)[0], N, weight).dimension
    for medium in media(law, N)[:: 4 if dimension > LARGE else 1]:
        for shape in SHAPES_TOO:
            for phase in PHASES_TOO[: 2 if dimension > DENSE else 4]:
                operator = Operator(law, medium, N, weight, phase, size=shape)
                values = eigenvalues(operator, KRYLOV // 2 if weight else KRYLOV // 4)
                most = np.maximum(most, support(values) * MEASURE / operator.measure)
    print(f"# spectra of {law}, N = {N}, upwind {weight:g}: {time.time() - begin:.0f} s", flush=True)
    if name:
        os.makedirs(cache, exist_ok=True)
        np.save(name, most)
    return most


# ---- The table -------------------------------------------------------------------------------------------------------------------

HEADER = """\
# Time steps for linear laws: polynomials P(z) that advance q by one step, q <- P(h L) q.
# Made by tools/step_polynomials.py; doc/explanation/time-steps.md explains it. Do not edit by hand.
#
# The first line of an entry has the columns
#   law            name of a built-in law, or `common`: for all of them, and for laws of users
#   N              order of the elements
#   upwind         1: for the upwind flux; any: for every weight of the upwind flux from 0 to 1
#   order          p: P(z) = exp(z) + O(z^(p+1))
#   evaluations    s: how often a step evaluates L, the degree of P
#   limit          the largest stable step is h = limit / (speed * m), without a safety factor. m is a measure
#                  of an element from its faces: m = max(S, 2.613 T), where S is the sum of the four Fscale
#                  = 2 / height, and T the largest singular value of the four vectors Fscale n; m = S in a
#                  cube cut into six
#   damping        reach for losses: with a loss at the rate d, h / (1 + h d / damping) is stable
#   amplification  the factor by which a step amplifies rounding errors made within it
# Indented lines follow, with pairs b c: the factors 1 + b z + c z^2 of P in the order of application.
# Entries are sorted by law, N, upwind, order and falling number of evaluations.
"""


def write_table(path, table):
    with open(path, "w", encoding="ascii") as file:
        file.write(HEADER)
        for key in sorted(table, key=lambda key: (*key[:4], -key[4])):
            law, N, upwind, p, s = key
            limit, damping, amplification, factors = table[key]
            file.write(f"{law} {N} {upwind} {p} {s} {limit:.4f} {damping:.2f} {amplification:.1f}\n")
            for i in range(0, len(factors), 2):
                file.write("    " + "  ".join(f"{b:.17g} {c:.17g}" for b, c in factors[i : i + 2]) + "\n")


def read_table(path):
    table, numbers, key = {}, [], None
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if line[0] == "#" or not words:
                continue
            if line[0] != " ":
                key = (words[0], int(words[1]), words[2], int(words[3]), int(words[4]))
                table[key] = (*map(float, words[5:8]), [])
            else:
                numbers = list(map(float, words))
                table[key][3].extend(zip(numbers[0::2], numbers[1::2]))
    return table


def monomials(factors):
    """Coefficients of the product of the factors as they are stored."""
    import mpmath

    out = [mpmath.mpf(1)]
    for b, c in factors:
        one = out + [0, 0]
        out = [one[k] + (b * out[k - 1] if 0 < k <= len(out) else 0) + (c * out[k - 2] if k > 1 else 0) for k in range(len(one))]
    return out


def rounded_down(x):
    return math.floor(x * 1e4) / 1e4


def make(options):
    table = read_table(options.out) if os.path.exists(options.out) else {}
    for upwind, law, N in itertools.product(options.upwind, options.laws, options.orders):
        if all((law, N, upwind, p, s) in table for s, p in SCHEMES) and not options.anew:
            continue
        if time.time() - options.begin > options.seconds:
            print("# out of time; run again to continue")
            break
        corners = polygon(heights_of(law, N, upwind, options.cache))
        for s, p in SCHEMES:
            if (law, N, upwind, p, s) in table and not options.anew:
                continue
            limit, h4, factors, amplification = make_polynomial(corners, s, p)
            limit = rounded_down(limit * MEASURE)
            reach = damping_reach(factors, corners, limit / MEASURE)
            table[law, N, upwind, p, s] = (limit, math.floor(100 * reach) / 100, amplification, factors)
            print(f"{law} N {N} upwind {upwind} ({s},{p}): limit {limit:.4f}, lsrk4 {h4 * MEASURE:.4f}, step / h4 "
                  f"{limit / MEASURE / h4:.3f}, evaluations per h4 {s * h4 * MEASURE / limit:.2f}, damping {reach:.1f}, "
                  f"amplification {amplification:.1f}", flush=True)
        write_table(options.out, table)


def fresh_eigenvalues(law, N, weight, seed, known={}):
    """Eigenvalues at symmetric and newly drawn phases."""
    key = (law, N, weight, seed)
    if key not in known:
        values = []
        for medium in media(law, N):
            dimension = Operator(law, medium, N, weight).dimension
            for phase in phases(dimension, seed, 0.1 if law == "advection" else 0.5):
                e = eigenvalues(Operator(law, medium, N, weight, phase), KRYLOV * 2 // 3, seed)
                values.append(e[np.abs(e) > 1e-9])
        known[key] = np.unique(np.round(np.concatenate(values), 9))
    return known[key]


def raw_limit(factors, values, guess):
    """The largest h that is stable for all eigenvalues, and for all smaller steps (looked at in steps of one percent)."""
    h = 0.5 * guess
    while h < 1.5 * guess and np.abs(product(factors, 1.01 * h * values)).max() <= 1 + 1e-10:
        h *= 1.01
    low, high = h, 1.01 * h
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if np.abs(product(factors, middle * values)).max() <= 1 + 1e-10 else (low, middle)
    return low


def check(options):
    """Returns how many entries fail."""
    table, failed, count, ratios = read_table(options.file), 0, 0, []
    weights = {"1": (1.0,), "any": (0.0, 0.35, 1.0)}
    for (law, N, upwind, p, s), (limit, damping, amplification, factors) in sorted(table.items(), key=lambda x: x[0][1]):
        if law not in options.laws or N not in options.orders or upwind not in options.upwind:
            continue
        wrong = []
        P = monomials(factors)
        order = max(abs(float(P[k] * math.factorial(k)) - 1) for k in range(p + 1))
        if order > 1e-12:
            wrong.append(f"order conditions are missed by {order:.1e}")
        if len([c for _, c in factors if c]) + len(factors) != s:
            wrong.append("the number of evaluations is not that of the factors")
        h = limit / MEASURE
        laws = LAWS if law == "common" else (law,)
        values = np.concatenate([fresh_eigenvalues(each, N, w, 1000 + N) for each in laws for w in weights[upwind]])
        most = np.abs(product(factors, 0.98 * h * values)).max()
        if most > 1 + 1e-10:
            wrong.append(f"|P| - 1 reaches {most - 1:.1e} at 0.98 of the limit")
        ratio = raw_limit(factors, values, h) / h
        ratios.append(ratio)
        if not 0.98 <= ratio <= 1.08:
            wrong.append(f"the limit found anew is {ratio:.3f} of the stored one")
        corners = polygon(np.maximum(support(values), 0))
        if np.abs(product(factors, np.linspace(-damping, 0, 4000))).max() > 1 + 1e-10:
            wrong.append("|P| > 1 on the real axis within the damping reach")
        suffix = amplification_of(factors, corners, h)
        if suffix > 1.1 * amplification + 0.1:
            wrong.append(f"the amplification is {suffix:.1f}")
        count += 1
        failed += bool(wrong)
        print(f"{law} N {N} upwind {upwind} order {p}: order {order:.0e}, limit anew / stored {ratio:.3f}, amplification {suffix:.1f}"
              + ("" if not wrong else "  FAILS: " + "; ".join(wrong)), flush=True)
    print(f"{count} entries, {failed} fail; limits found anew are {min(ratios):.3f} to {max(ratios):.3f} of the stored ones")
    return failed


# ---- Independent checks ------------------------------------------------------------------------------------------------------------


def growth(operator, factors, h, steps, seed=5):
    """The largest energy norm within the steps, and the last one, relative to the first."""
    rng = np.random.default_rng(seed)
    kind = float if np.abs(operator.turn.imag).max() < 1e-14 else complex
    q = rng.standard_normal((1, operator.dimension)).astype(kind)
    weight = np.repeat(np.sqrt(operator.volume), operator.dimension // operator.K)
    first = np.linalg.norm(weight * q)
    largest = 1.0
    for _ in range(steps):
        for b, c in factors:
            w = h * operator.apply(q)
            q = q + b * w + c * h * operator.apply(w)
        size = np.linalg.norm(weight * q) / first
        largest = max(largest, size)
        if not size < 1e12:
            break
    return largest, size


def iterate(options):
    """Returns for how many entries the energy grows at 0.98 of the limit."""
    failed = 0
    for (law, N, upwind, p, s), (limit, _, _, factors) in sorted(read_table(options.file).items()):
        if law not in options.laws or N not in options.orders or upwind not in options.upwind:
            continue
        each = "maxwell" if law == "common" else law
        medium = law_parameters(each)[4] if each == "advection" else media(each, N)[0]
        for weight in (1.0,) if upwind == "1" else (0.0, 1.0):
            def worst(factor, jitter):
                result = []
                for phase in SYMMETRIC if not jitter else ((0, 0, 0),):
                    o = Operator(each, medium, N, weight, phase, cells=2 if jitter else 1, jitter=jitter)
                    result.append(growth(o, factors, factor * limit / o.measure, options.steps))
                return max(r[0] for r in result), max(r[1] for r in result)

            stable, unstable = worst(0.98, 0), worst(1.05, 0)
            text = f"{law} N {N} upwind {weight:g} order {p}: 0.98 most {stable[0]:.4f} last {stable[1]:.3f}; 1.05 last {unstable[1]:.3g}"
            bad = stable[0] > 1 + 1e-9
            if N <= 2:
                jittered = worst(0.98, 0.2)
                text += f"; jittered 0.98 most {jittered[0]:.4f} last {jittered[1]:.3f}"
                bad |= jittered[0] > 1 + 1e-9
            failed += bad
            print(text + ("  FAILS" if bad else ""), flush=True)
    return failed


SHAPES = {  # name: cells
    "flat": [dict(size=(1, 1, 0.2))],
    "needle": [dict(size=(1, 0.2, 0.1))],
    "sheet": [dict(size=(1, 1, 0.02))],
    "jittered": [dict(cells=2, jitter=0.2)],
    "jittered flat": [dict(cells=2, jitter=0.2, size=(1, 1, 0.2))],
    "sheared": [dict(size=np.eye(3) + 0.7 * np.random.default_rng(seed).uniform(-1, 1, (3, 3))) for seed in range(8)],
}


def shapes(options):
    for (law, N, upwind, p, s), (limit, _, _, factors) in sorted(read_table(options.file).items()):
        if law not in options.laws or N not in options.orders or upwind not in options.upwind:
            continue
        text = f"{law} N {N} upwind {upwind} order {p}:"
        for name, cells in SHAPES.items():
            least = math.inf
            for shape in cells:
                operators = [Operator(law, media(law, N)[0], N, weight, phase, **shape)
                             for weight in ((1.0,) if upwind == "1" else (0.0, 1.0))
                             for phase in (SYMMETRIC + PHASES_TOO if "cells" not in shape else SYMMETRIC[:1])]
                measure = operators[0].measure
                values = np.concatenate([eigenvalues(o, KRYLOV) for o in operators])
                values = values[np.abs(values) > 1e-9]
                least = min(least, raw_limit(factors, values, limit / measure) * measure / limit)
            text += f" {name} {least:.3f}"
        print(text, flush=True)


def dense(options):
    """Relative errors of the support by Krylov spaces, against a dense eigensolver or, for large operators, larger spaces."""
    global DENSE
    for law, N in itertools.product(options.laws, options.orders):
        if law == "common":
            continue
        for phase in (SYMMETRIC[1], (0.3, -1.1, 2.0)):
            operator = Operator(law, law_parameters(law)[0], N, 1.0, phase)
            known, DENSE = DENSE, 0 if operator.dimension > 2600 else operator.dimension
            exact = support(eigenvalues(operator, 600))
            DENSE = 0
            krylov = support(eigenvalues(operator, KRYLOV))
            DENSE = known
            error = krylov[NEAR:] / exact[NEAR:] - 1
            print(f"{law} N {N}, dimension {operator.dimension}: {error.min():.1e} to {error.max():.1e}", flush=True)


def gains(options):
    table = read_table(options.file)
    print("| law | upwind | order, evaluations |" + "".join(f" N = {N} |" for N in options.orders))
    print("|---|---|---|" + "---|" * len(options.orders))
    for law, upwind, (s, p) in itertools.product(options.laws, options.upwind, SCHEMES):
        if options.p and p != options.p:
            continue
        cells = []
        for N in options.orders:
            entry = table.get((law, N, upwind, p, s))
            if not entry:
                cells.append("")
                continue
            corners = polygon(heights_of(law, N, upwind, options.cache))
            h4 = stable_limit(lsrk4, corners, 20 / np.abs(corners).max()) * MEASURE
            cells.append(f"{entry[0] / h4:.2f}, {entry[0] / h4 * 5 / s:.2f}" if options.p else f"{entry[0]:.3f}")
        print(f"| {law} | {upwind} | {p}, {s} | " + " | ".join(cells) + " |")


def errors(options):
    """The error in time of a plane wave over one period, at the limit, for a number of nodes per wavelength."""
    nodes, table = 9, read_table(options.file)
    print("| law | upwind | order, evaluations |" + "".join(f" N = {N} |" for N in options.orders))
    print("|---|---|---|" + "---|" * len(options.orders))

    def cell(function, step, N):
        z = 2j * PI * step * N / nodes  # a wavelength is nodes / N edges of the cube
        return f"{abs(function(np.array([z]))[0] ** (2 * PI / abs(z)) * np.exp(-2j * PI) - 1):.1e}"

    for law, upwind in itertools.product(options.laws, options.upwind):
        if options.cache:
            cells = []
            for N in options.orders:
                corners = polygon(heights_of(law, N, upwind, options.cache))
                cells.append(cell(lsrk4, stable_limit(lsrk4, corners, 20 / np.abs(corners).max()), N))
            print(f"| {law} | {upwind} | `lsrk4` | " + " | ".join(cells) + " |")
        for s, p in SCHEMES:
            entries = [table.get((law, N, upwind, p, s)) for N in options.orders]
            cells = [cell(lambda z: product(e[3], z), e[0] / MEASURE, N) if e else "" for e, N in zip(entries, options.orders)]
            print(f"| {law} | {upwind} | {p}, {s} | " + " | ".join(cells) + " |")
    print("\nP_k k! - 1 of the first terms that are not those of exp:")
    for key, entry in sorted(table.items()):
        if key[0] in options.laws and key[1] in options.orders and key[2] in options.upwind:
            P = monomials(entry[3])
            terms = [f"{float(P[k] * math.factorial(k)) - 1:.3f}" for k in range(key[3] + 1, len(P))]
            print(" ".join(map(str, key)), " ".join(terms))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:], add_help=True)
    parser.add_argument("what", nargs="?", default="")
    parser.add_argument("file", nargs="?", default="src/step/polynomials.txt")
    parser.add_argument("--check", metavar="FILE")
    parser.add_argument("--cache", default="")
    parser.add_argument("--out", default="src/step/polynomials.txt")
    parser.add_argument("--laws", default=",".join(LAWS + ("common",)))
    parser.add_argument("--orders", default="1,2,3,4,5,6,7,8,9")
    parser.add_argument("--upwind", default="1,any")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=1e9, help="make: begin nothing new after this time")
    parser.add_argument("--p", type=int, default=0, help="gains: step / h4 and gain of this order instead of limits")
    parser.add_argument("--anew", action="store_true")
    options = parser.parse_args()
    options.begin = time.time()
    options.laws, options.upwind = options.laws.split(","), options.upwind.split(",")
    options.orders = [int(N) for N in options.orders.split(",")]
    if options.check:
        options.file = options.check
        return 1 if check(options) else 0
    actions = {"make": make, "iterate": iterate, "shapes": shapes, "dense": dense, "gains": gains, "errors": errors}
    if options.what not in actions:
        parser.error("say make, --check FILE, iterate, shapes, dense, gains or errors")
    return 1 if actions[options.what](options) else 0


if __name__ == "__main__":
    sys.exit(main())
