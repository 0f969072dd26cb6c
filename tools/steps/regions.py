"""A region is a convex set with all h-scaled eigenvalues, given by its support: the largest Re(exp(-i angle) z) at ANGLES. It is
symmetric about the real axis and in Re z <= 0. Below NEAR degrees, Krylov spaces find eigenvalues late; the region is extended to
the imaginary axis there. Convex sets that contain 0 contain all smaller multiples of themselves, so that a step that is stable
stays so when it is shortened."""
import math

import numpy as np


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
