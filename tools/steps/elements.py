"""Polynomials on the reference tetrahedron."""
import itertools
import math

import numpy as np


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
