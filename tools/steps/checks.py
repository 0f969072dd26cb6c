"""Checks of the table, and what pages say about it."""
import itertools
import math

import numpy as np

from steps.operators import DENSE, Operator, eigenvalues, law_parameters
from steps.polynomials import amplification_of, lsrk4, product, stable_limit
from steps.regions import NEAR, polygon, support
from steps.spectra import KRYLOV, LAWS, MEASURE, PHASES_TOO, PI, SYMMETRIC, heights_of, media, phases
from steps.table import SCHEMES, monomials, read_table


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
    print("\nLargest |P(-x) - exp(-x)| for x up to 1, 3, 5 and 10:")
    for key, entry in sorted(table.items()):
        if key[0] in options.laws and key[1] in options.orders and key[2] in options.upwind:
            cells = [np.abs(product(entry[3], -x) - np.exp(-x)).max() for x in (np.linspace(0, end, 101) for end in (1, 3, 5, 10))]
            print(" ".join(map(str, key)), " ".join(f"{cell:.1e}" for cell in cells))
    print("\nP_k k! - 1 of the first terms that are not those of exp:")
    for key, entry in sorted(table.items()):
        if key[0] in options.laws and key[1] in options.orders and key[2] in options.upwind:
            P = monomials(entry[3])
            terms = [f"{float(P[k] * math.factorial(k)) - 1:.3f}" for k in range(key[3] + 1, len(P))]
            print(" ".join(map(str, key)), " ".join(terms))
