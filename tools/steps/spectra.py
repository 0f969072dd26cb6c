"""The spectra of a law on Bloch cells."""
import math
import os
import time

import numpy as np

from steps.operators import DENSE, Operator, eigenvalues, law_parameters
from steps.regions import ANGLES, support


LAWS = ("maxwell", "acoustic", "elastic", "advection")
WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of `any`
FEW_WEIGHTS = (0.0, 0.25, 1.0)  # from N = 5 on: the hull of these contains the others within a percent


PI = math.pi
SYMMETRIC = ((0, 0, 0), (PI, 0, 0), (PI, PI, 0), (PI, PI, PI), (PI / 2,) * 3, (2 * PI / 3,) * 3)
SHAPES_TOO = ((1, 1, 0.2), (1, 0.2, 0.1), np.eye(3) - 1 / 6)  # cells that are not cubes: flat, a needle, almost regular elements
PHASES_TOO = ((PI, PI, 0), (PI / 2,) * 3, (0, PI, PI), (PI, PI, PI))
KRYLOV = 240
# Krylov spaces of this dimension miss the outermost eigenvalues of Maxwell's upwind operator at high orders: limits are reduced by
# these factors, with which tests/t510-step-stable.c finds no growth.
SEEN = {("maxwell", 6, "1"): 0.98, ("maxwell", 7, "1"): 0.95, ("maxwell", 8, "1"): 0.95, ("maxwell", 9, "1"): 0.95}
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
