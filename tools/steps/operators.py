"""Laws and the discontinuous Galerkin operator on periodic boxes, and its eigenvalues."""
import itertools
import math

import numpy as np

from steps.elements import Element


DENSE = 400  # dimension up to which spectra are computed by a dense eigensolver


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
    """The operator on a periodic box of cubes, six tetrahedra each, with phases across its sides.

    cells: cubes along x, y and z, or along each of them; size: lengths of a cube's sides, or three rows that are its edges; jitter:
    displacement of vertices relative to a cube; place: a function that puts vertices elsewhere instead; phase: Bloch phases along
    x, y, z. valid: no element is turned inside out; faces: Fscale n, [K, 4, 3]. Vectors are [..., K, fields, Np]."""

    def __init__(self, law, parameter, N, upwind, phase=(0, 0, 0), cells=1, size=(1, 1, 1), jitter=0.0, seed=1, place=None):
        if N not in _elements:
            _elements[N] = Element(N)
        self.element = element = _elements[N]
        A = law_matrices(law, parameter)
        self.fields = A.shape[1]
        n = np.array([cells] * 3 if np.ndim(cells) == 0 else cells)
        moved = jitter * np.random.default_rng(seed).uniform(-1, 1, (*n, 3))

        def regular(v):
            return (np.array(v) + moved[tuple(np.array(v) % n)]) @ (np.diag(size) if np.ndim(size) == 1 else size)

        tets, place = [], place or regular
        for corner in itertools.product(*map(range, n)):
            for order in itertools.permutations(range(3)):  # vertices in ascending lexicographic order
                v = [tuple(corner)]
                for axis in order:
                    v.append(tuple(np.array(v[-1]) + (np.arange(3) == axis)))
                tets.append(sorted(v))
        self.K = K = len(tets)
        self.dimension = K * self.fields * element.Np
        self.B = np.zeros((K, 3, self.fields, self.fields))
        self.G = np.zeros((K, 4, self.fields, self.fields))
        self.measure, self.valid = 0.0, True
        self.volume, self.faces = np.zeros(K), np.zeros((K, 4, 3))
        faces = {}
        self.neighbour = np.zeros((K, 4), int)
        self.turn = np.ones((K, 4), complex)
        for k, tet in enumerate(tets):
            x, straight = np.array([place(v) for v in tet]), np.array(tet, float)
            self.valid &= np.linalg.det(x[1:] - x[0]) * np.linalg.det(straight[1:] - straight[0]) > 0
            self.volume[k] = abs(np.linalg.det(x[1:] - x[0])) / 6
            gradient = np.linalg.inv((x[1:] - x[0]).T / 2)  # of r, s, t: rows
            self.B[k] = np.einsum("rd,dij->rij", gradient, A)
            self.faces[k] = outward = -np.vstack([-gradient.sum(0), gradient])
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
