"""What the scripts of this folder share: Mie's series, the cavity, the point source, Lamb's problem, the fit of a frequency, and the
line they print."""
import json
import os
import subprocess
import sys
import time

BEGIN = time.monotonic()

import numpy as np

KA = 2.0                              # the sphere: wavenumber times radius
THETA = np.arange(0.0, 181.0, 5.0)    # degrees from the direction of travel, in both planes
C0 = 299792458.0

MODE = np.sqrt(0.5)                   # frequency of the mode (1, 1, 0) of the unit cube, c = 1
PERIODS = 10                          # how long it rings


def spherical(x, last):
    """psi_n = x j_n and xi_n = x (j_n + i y_n), n = 0 ... last; j by downward recurrence, y by upward."""
    start = last + 40
    j = np.zeros(start + 2)
    j[start] = 1e-280
    for n in range(start, 0, -1):
        j[n - 1] = (2 * n + 1) / x * j[n] - j[n + 1]
    j *= np.sin(x) / x / j[0] if abs(np.sin(x)) > 0.1 else (np.sin(x) / x**2 - np.cos(x) / x) / j[1]
    y = np.zeros(last + 1)
    y[0], y[1] = -np.cos(x) / x, -np.cos(x) / x**2 - np.sin(x) / x
    for n in range(1, last):
        y[n + 1] = (2 * n + 1) / x * y[n] - y[n - 1]
    return x * j[:last + 1], x * (j[:last + 1] + 1j * y)


def mie_pec(x=KA, theta=THETA, last=20):
    """Bistatic cross-section over pi a^2 of a metal sphere: E-plane (phi = 0), H-plane (phi = 90 degrees)."""
    psi, xi = spherical(x, last)
    n = np.arange(1, last + 1)
    slope = lambda z: z[:-1] - n * z[1:] / x
    a, b = slope(psi) / slope(xi), psi[1:] / xi[1:]
    mu = np.cos(np.radians(theta))
    S1, S2 = np.zeros(len(mu), complex), np.zeros(len(mu), complex)
    before, pi_n = np.zeros_like(mu), np.ones_like(mu)
    for k in range(1, last + 1):
        tau = k * mu * pi_n - (k + 1) * before
        weight = (2 * k + 1) / (k * (k + 1))
        S1 += weight * (a[k - 1] * pi_n + b[k - 1] * tau)
        S2 += weight * (a[k - 1] * tau + b[k - 1] * pi_n)
        before, pi_n = pi_n, ((2 * k + 1) * mu * pi_n - (k + 1) * before) / k
    return 4 * np.abs(S2)**2 / x**2, 4 * np.abs(S1)**2 / x**2


def judge_rcs(e_plane, h_plane):
    """Errors of cross-sections over pi a^2 at the angles THETA."""
    known = np.concatenate(mie_pec())
    got = np.concatenate([e_plane, h_plane])
    return {
        "error": float(np.linalg.norm(got - known) / np.linalg.norm(known)),
        "back": float(got[len(THETA) - 1] / known[len(THETA) - 1] - 1),
        "worst_dB": float(np.max(np.abs(10 * np.log10(got / known)))),
    }


def pencil(t, u, guess, least=1e-4):
    """Frequency nearest to guess of evenly spaced samples u(t), by the matrix pencil method; parts below least of the largest
    singular value are noise."""
    dt = t[1] - t[0]
    every = max(1, int(0.02 / guess / dt))
    u = np.asarray(u, float)[::every]
    dt *= every
    L = len(u) // 2
    Y = np.lib.stride_tricks.sliding_window_view(u, L + 1)
    values, V = np.linalg.svd(Y, full_matrices=False)[1:]
    V = V[:min(np.sum(values > least * values[0]), L // 2)].T
    z = np.linalg.eigvals(np.linalg.pinv(V[:-1]) @ V[1:])
    f = np.angle(z) / (2 * np.pi * dt)
    return float(f[np.argmin(np.abs(f - guess) + 10 * np.abs(np.abs(z) - 1))])


def judge_mode(frequency):
    """Errors from a frequency of the mode, c = 1. A mode that is right but for its frequency is off by the phase
    2 pi PERIODS times the relative error after that many periods; that is its relative error in the energy norm."""
    off = frequency / MODE - 1
    return {"frequency_error": float(abs(off)), "error": float(abs(2 * np.sin(np.pi * PERIODS * off)))}


def program():
    """The nudge under test."""
    here = os.path.dirname(os.path.abspath(__file__))
    return os.environ.get("NUDGE", os.path.join(here, "..", "..", "build", "nudge"))


def run_nudge(problem):
    """Runs a problem in one thread; what it printed."""
    done = subprocess.run([program(), "run", problem, "--device", "cpu", "--threads", "1"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def say(**values):
    """The result, for run.py."""
    print("RESULT " + json.dumps({**values, "wall": time.monotonic() - BEGIN}), flush=True)


SOUND_BOX, SOUND_END, DELAY = 6.0, 4.0, 1.2      # wavelengths of the Ricker pulse; its echoes from the walls come after the end
RECEIVERS = ((1.5, 0.0, 0.0), (1.0, 1.0, 0.5), (0.75, 0.75, 1.0))


def ricker(t):
    a = (np.pi * t)**2
    return (1 - 2 * a) * np.exp(-a)


def judge_sound(traces):
    """Relative L2 error of all traces (t, p) beside p = s(t - r) / (4 pi r)."""
    wrong = right = 0.0
    for (t, p), at in zip(traces, RECEIVERS):
        r = np.linalg.norm(at)
        known = ricker(np.asarray(t) - r - DELAY) / (4 * np.pi * r)
        wrong += np.sum((np.asarray(p) - known)**2) / len(known)
        right += np.sum(known**2) / len(known)
    return {"error": float(np.sqrt(wrong / right))}


# Lamb's problem: a vertical force on the free surface of a half-space with lambda = mu, vs = 1, density 1, and the vertical velocity
# at three points of that surface. The force is a Ricker pulse of frequency 1: lengths are wavelengths of shear waves.
LAMB_DELAY, LAMB_END = 1.4, 4.7
LAMB_VP = np.sqrt(3.0)
LAMB_RECEIVERS = ((1.0, 0.0), (1.0, 1.0), (2.0, 0.0))


def ricker_bend(t):
    """The second derivative of ricker."""
    a = (np.pi * t)**2
    return np.pi**2 * (-6 + 24 * a - 8 * a**2) * np.exp(-a)


def lamb_step(t, r):
    """Vertical displacement on the surface, along the force, at distance r and times t after a unit force was applied: Pekeris's closed
    form (1955) for Poisson's ratio 1/4."""
    v = (np.asarray(t, float) / r)**2
    three = np.sqrt(3.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rayleigh = np.sqrt(3 * three + 5) / np.sqrt((3 + three) / 4 - v)
        early = 6 - three / np.sqrt(v - 0.25) - rayleigh + np.sqrt(3 * three - 5) / np.sqrt(v + (three - 3) / 4)
        u = np.select([v < 1 / 3, v < 1, v < (3 + three) / 4], [0 * v, early / 32, (6 - rayleigh) / 16], 3 / 8)
    return u / (np.pi * r)


def lamb_velocity(t, r, points=400):
    """Vertical velocity at times t, along a force ricker(t - LAMB_DELAY): the integral of lamb_step(s) ricker_bend(t - LAMB_DELAY - s).
    Each interval between arrivals has Gauss points that crowd at its ends, where the step response has square roots or their inverses."""
    x, w = np.polynomial.legendre.leggauss(points)
    x, w = (1 + x) / 2, w / 2
    arrivals = r * np.array([1 / LAMB_VP, 1, np.sqrt((3 + np.sqrt(3.0)) / 4), LAMB_END / r + 1])
    known = np.zeros(len(t))
    for low, high in zip(arrivals[:-1], arrivals[1:]):
        s = low + (high - low) * x**2 * (3 - 2 * x)
        weights = w * (high - low) * 6 * x * (1 - x) * lamb_step(s, r)
        known += ricker_bend(np.asarray(t)[:, None] - LAMB_DELAY - s) @ weights
    return known


def judge_lamb(traces):
    """Relative L2 error of all traces (t, vertical velocity along the force) beside lamb_velocity."""
    wrong = right = 0.0
    for (t, v), at in zip(traces, LAMB_RECEIVERS):
        known = lamb_velocity(np.asarray(t), np.linalg.norm(at))
        wrong += np.sum((np.asarray(v) - known)**2) / len(known)
        right += np.sum(known**2) / len(known)
    return {"error": float(np.sqrt(wrong / right))}
