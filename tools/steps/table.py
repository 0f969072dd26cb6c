"""The file of polynomials."""
import math


SCHEMES = ((14, 4), (36, 6), (24, 6), (16, 6), (12, 6), (8, 6), (28, 8))  # evaluations and order


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
