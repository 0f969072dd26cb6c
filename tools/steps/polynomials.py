"""Polynomials of the operator: the best for a region, their factors and limits."""
import itertools
import math

import numpy as np

from steps.regions import boundary


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
LESS_MARGIN = 3e-5  # of long polynomials: a step has it once, however many evaluations it takes
LONG = 30           # evaluations


def margin(s):
    return LESS_MARGIN if s > LONG else MARGIN


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
        if m >= margin(s):
            low, best = middle, P
        else:
            high = middle
    for more in (1.002, 1.004, 1.008, 1.012, 1.016):  # the solver fails now and then close to the limit
        m, P = best_margin(corners, low * more, s, p)
        if m >= margin(s):
            top, best = low * more, P
    low = top if best is not None and top > low else low
    if best is None:
        raise ArithmeticError("no stable polynomial found")
    full = ([1 / mpmath.factorial(k) for k in range(p + 1)] + best)
    z = low * boundary(corners, 400)
    factors, _ = min((ordered(f, z) for f in factors_of(full)), key=lambda x: x[1])
    limit = stable_limit(lambda y: product(factors, y), corners, 1.1 * low)
    return limit, h4, factors, amplification_of(factors, corners, limit)
