#!/usr/bin/env bash
# Numbers of the tutorial: runs the problem files of its pages in full, and compares the frequencies that its script finds, the
# directivity of its antenna, and the decay of its room with theory. "law": nudge verify accepts the law of the last part.
# NOSANITIZE: compares numbers
# LONG: cavity
# LONG: antenna
# LONG: sound
# LONG: law
# LONG: drum
set -eu
cd "$(dirname "$0")/.."
nudge=${NUDGE_BUILD:-$PWD/build}/nudge tutorial=$PWD/doc/tutorial
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX")
trap 'rm -rf "$T"' EXIT

# Writes the blocks that have a line <!-- file: NAME --> above them to $T/NAME.
python3 - "$T" "$tutorial"/*.md <<'END'
import os, re, sys
for page in sys.argv[2:]:
    text = open(page, encoding='utf-8').read()
    for name, block in re.findall(r'^<!-- file: (\S+) -->\n```\w*\n(.*?)^```$', text, re.M | re.S):
        with open(os.path.join(sys.argv[1], name), 'w', encoding='utf-8') as handle:
            handle.write(block)
END
cd "$T"

# $1: relative tolerance, then the numbers that must all be among those of standard input.
among() {
    python3 -c '
import sys
found, tolerance = [float(x) for x in sys.stdin.read().split()], float(sys.argv[1])
for wanted in map(float, sys.argv[2:]):
    if not any(abs(x - wanted) <= tolerance * wanted for x in found):
        sys.exit(f"{wanted} is not among {found}")' "$@"
}

case ${1:-cavity} in
cavity)
    "$nudge" run cavity.yaml --device cpu >/dev/null
    python3 peaks.py out/inside.csv Ez 1.5e9 3.8e9 | among 2e-4 1.80153e9 2.49827e9 3.16009e9 3.60306e9
    ;;
antenna)
    "$nudge" run wire.yaml --device cpu >/dev/null
    tail -n 1 out/pattern-totals.csv | cut -d, -f4 | among 5e-3 1.6409
    tail -n 1 out/pattern-totals.csv | cut -d, -f2 | among 0.02 90
    ;;
sound)
    "$nudge" run room.yaml --device cpu >/dev/null
    python3 peaks.py out/ear.csv p 20 75 | among 1e-4 34.3 42.875 54.907 57.167 66.667 68.6 71.458
    "$nudge" run room.yaml --device cpu --set output.folder=carpet --set 'boundaries.zmin=impedance 8000' >/dev/null
    awk -F, 'NR == 1 { next } $1 > 0.995 && !a { a = $2; t = $1 } $1 > 1.995 && !b { b = $2; s = $1 } END { print log(a / b) / (s - t) }' \
        carpet/energy.csv | among 1e-3 5.88245
    ;;
law) "$nudge" verify --law drum.law >log || { cat log && exit 1; } ;;
drum)
    cp "$tutorial/drum.msh" .
    "$nudge" run drum.yaml --trust --device cpu >/dev/null
    python3 peaks.py out/ear.csv u 80 340 | among 1e-3 111.895 178.287 256.846 326.431
    ;;
*) echo "there is no run $1" && exit 1 ;;
esac
