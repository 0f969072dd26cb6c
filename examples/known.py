"""Known answers for the pictures of the examples, and the style of these pictures. Needs numpy and matplotlib.

Units are natural, c = 1. Time goes as exp(-i omega t): epsilon has a positive imaginary part where a material absorbs.
"""
import argparse
import os

import matplotlib
import numpy as np

matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "nudge", "font.family": "sans-serif", "axes.grid": True,
                            "grid.color": "#dddddd", "grid.linewidth": 0.7, "axes.axisbelow": True, "axes.spines.top": False,
                            "axes.spines.right": False, "legend.edgecolor": "none", "legend.framealpha": 0.85})
RED, BLUE, GREEN, KNOWN = "#d1495b", "#0b5fa5", "#5b8c5a", "#333333"
COLOURS = RED, BLUE, GREEN


def arguments(text):
    """A parser whose help is the head of a script."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def read(*path):
    """The columns of a CSV file by their names, without units."""
    with open(os.path.join(*path), encoding="utf-8") as file:
        names = [name.split(" [")[0] for name in file.readline().strip().split(",")]
        return np.genfromtxt(file, delimiter=",", names=names)


def save(figure, path):
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


def lorentz(f, epsilon_inf, poles):
    """epsilon at the frequencies f. poles: (strength, frequency, damping in radians per time) of each."""
    omega = 2 * np.pi * f
    parts = [strength * (2 * np.pi * f0)**2 / ((2 * np.pi * f0)**2 - omega**2 - 1j * omega * damping) for strength, f0, damping in poles]
    return epsilon_inf + sum(parts)


def layer(f, epsilon, thickness, k_transverse=0, TM=False):
    """r and t of a layer in vacuum, at the frequencies f (Fresnel, with all reflections inside the layer)."""
    k = 2 * np.pi * f
    outside, inside = (np.sqrt(e * k**2 - k_transverse**2 + 0j) for e in (1, epsilon))
    a, b = (outside, inside / epsilon) if TM else (outside, inside)
    r, p = (a - b) / (a + b), np.exp(1j * inside * thickness)
    return r * (1 - p**2) / (1 - r**2 * p**2), (1 - r**2) * p / (1 - r**2 * p**2)


def pulse_spectrum(f, frequency, bandwidth):
    """|spectrum| of the waveform `pulse`, doc/reference/sources.md."""
    s = np.sqrt(2 * np.log(10)) / (np.pi * bandwidth)
    return s * np.sqrt(np.pi / 2) * sum(np.exp(-2 * (np.pi * s * (f + sign * frequency))**2) for sign in (-1, 1))


def spectrum(table, field, f):
    """|spectrum| of the record of a probe at the frequencies f, by the trapezoidal rule."""
    time, steps = table["time"], np.diff(table["time"])
    waves = [table[field] * np.exp(2j * np.pi * g * time) for g in f]
    return np.array([abs(np.sum((w[1:] + w[:-1]) * steps) / 2) for w in waves])


def mie_coefficients(x, epsilon=None):
    """a_n and b_n of a sphere of radius 1 in vacuum for n = 1, 2, ... (Bohren and Huffman, chapter 4). x is ka; without epsilon the
    sphere is a perfect conductor."""
    count = int(x + 4 * x ** (1 / 3) + 10)
    n = np.arange(1, count + 1)
    psi, chi = riccati(x, count)
    xi = psi - 1j * chi
    if epsilon is None:
        slope = lambda u: u[:-1] - n / x * u[1:]
        return slope(psi) / slope(xi), psi[1:] / xi[1:]
    m = np.sqrt(complex(epsilon))
    d = np.zeros(count + 1, complex)  # logarithmic derivatives of psi(mx), from a large order downwards
    last = 0
    for i in range(count + 20 + int(abs(m * x)), 0, -1):
        last = i / (m * x) - 1 / (last + i / (m * x))
        if i - 1 <= count:
            d[i - 1] = last
    d = d[1:]
    pair = lambda u: ((d / m + n / x) * u[1:] - u[:-1], (m * d + n / x) * u[1:] - u[:-1])
    return tuple(above / below for above, below in zip(pair(psi), pair(xi)))


def riccati(x, count):
    """x j_n(x), by a recurrence from a large order downwards, and -x y_n(x), upwards, for n = 0, 1, ..., count."""
    psi, chi = np.zeros(count + 22), np.zeros(count + 1)
    psi[-2] = 1e-30
    for i in range(count + 20, 0, -1):
        psi[i - 1] = (2 * i + 1) / x * psi[i] - psi[i + 1]
    psi *= np.sin(x) / psi[0] if abs(np.sin(x)) > 0.1 else (np.sin(x) / x - np.cos(x)) / psi[1]
    chi[0], chi[1] = np.cos(x), np.cos(x) / x + np.sin(x)
    for i in range(1, count):
        chi[i + 1] = (2 * i + 1) / x * chi[i] - chi[i - 1]
    return psi[:count + 1], chi


def mie_efficiencies(x, epsilon=None):
    """Cross-sections of scattering and extinction over pi a^2."""
    a, b = mie_coefficients(x, epsilon)
    n = np.arange(1, len(a) + 1)
    return (2 / x**2 * np.sum((2 * n + 1) * (abs(a)**2 + abs(b)**2)), 2 / x**2 * np.sum((2 * n + 1) * (a + b).real))


def mie_bistatic(x, theta, phi, epsilon=None):
    """Bistatic cross-section over pi a^2; theta is 0 behind the sphere, phi is 0 in the plane of E; both in degrees."""
    a, b = mie_coefficients(x, epsilon)
    mu = np.cos(np.radians(theta))
    before, pi = np.zeros_like(mu), np.ones_like(mu)  # pi_(n-1) and pi_n
    S1, S2 = np.zeros_like(mu, complex), np.zeros_like(mu, complex)
    for i in range(len(a)):
        n = i + 1
        tau = n * mu * pi - (n + 1) * before
        S1 += (2 * n + 1) / (n * (n + 1)) * (a[i] * pi + b[i] * tau)
        S2 += (2 * n + 1) / (n * (n + 1)) * (a[i] * tau + b[i] * pi)
        before, pi = pi, ((2 * n + 1) * mu * pi - (n + 1) * before) / n
    return 4 / x**2 * (abs(S2)**2 * np.cos(np.radians(phi))**2 + abs(S1)**2 * np.sin(np.radians(phi))**2)
