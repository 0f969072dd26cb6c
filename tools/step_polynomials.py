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

from steps.checks import check, dense, errors, gains, iterate, shapes
from steps.polynomials import damping_reach, make_polynomial
from steps.regions import polygon
from steps.spectra import LAWS, MEASURE, SEEN, heights_of
from steps.table import SCHEMES, read_table, rounded_down, write_table


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
            reach = damping_reach(factors, corners, rounded_down(limit * MEASURE) / MEASURE)
            limit = rounded_down(rounded_down(limit * MEASURE) * SEEN.get((law, N, upwind), 1))
            table[law, N, upwind, p, s] = (limit, math.floor(100 * reach) / 100, amplification, factors)
            print(f"{law} N {N} upwind {upwind} ({s},{p}): limit {limit:.4f}, lsrk4 {h4 * MEASURE:.4f}, step / h4 "
                  f"{limit / MEASURE / h4:.3f}, evaluations per h4 {s * h4 * MEASURE / limit:.2f}, damping {reach:.1f}, "
                  f"amplification {amplification:.1f}", flush=True)
        write_table(options.out, table)


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
