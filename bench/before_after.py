#!/usr/bin/env python3
"""Compares the speed of two builds of nudge on the same machine.

usage: bench/before_after.py OLD NEW ROUNDS [option of nudge bench]...

OLD and NEW are programs, or scripts that start one. Runs `nudge bench` with the options by each in turn, ROUNDS times, so that a
machine that gets slower meanwhile is slower for both. Prints, for every order and precision, the median DOF/s of each and their
ratio, NEW over OLD. Exits with 1 if a ratio is below 0.99 and also below the smallest ratio of two rounds of OLD itself.

example: bench/before_after.py old/nudge build/nudge 3 --device cuda --law maxwell
"""
import json
import os
import subprocess
import sys
import tempfile
from statistics import median


def measure(program, options, found):
    """Adds the DOF/s of one run to found[(variant, precision, order)]."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bench.json")
        subprocess.run([program, "bench", "--json", path, *options], check=True, stdout=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as file:
            for row in json.load(file):
                key = row["variant"], row["precision"], row["order"]
                found.setdefault(key, []).append(row["dofs_per_second"])


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    programs, rounds, options = sys.argv[1:3], int(sys.argv[3]), sys.argv[4:]
    found = {}, {}
    for _ in range(rounds):
        for program, results in zip(programs, found):
            measure(program, options, results)
    slower = 0
    print("variant    precision  N       old       new   new/old  old's own spread")
    for key in sorted(found[0]):
        old, new = median(found[0][key]), median(found[1][key])
        spread = min(found[0][key]) / max(found[0][key])
        slow = new / old < 0.99 and new / old < spread
        slower += slow
        print(f"{key[0]:10} {key[1]:9} {key[2]:2} {old * 1e-9:9.3f} {new * 1e-9:9.3f}   {new / old:7.4f}  {spread:7.4f}{'  SLOWER' if slow else ''}")
    sys.exit(slower > 0)


if __name__ == "__main__":
    main()
