#!/usr/bin/env bash
# Numbers of the tutorial: runs the problem files of its pages in full, and compares the resonances, the
# directivity of its antenna, and the decay of its room with theory. "law": nudge verify accepts the law of the last part. "python":
# the blocks of Python of all pages run, at order 1; "python PAGE": in full, and print the numbers of the page.
# NOSANITIZE: compares numbers
# LONG: cavity
# LONG: antenna
# LONG: sound
# LONG: law
# LONG: drum
# RUN: python
# LONG: python 2-cavity 1.80153 2.49827 3.16009 3.35178 3.60306
# LONG: python 3-antenna 1.638
# LONG: python 5-sound 34.3 42.875 54.907 57.167 66.667 68.6 71.458 5.88245
# LONG: python 6-own-law 111.905 178.282 238.938 256.879 296.846 326.439
set -eu
cd "$(dirname "$0")/.."
nudge=${NUDGE_BUILD:-$PWD/build}/nudge tutorial=$PWD/doc/tutorial
for python in python3 /usr/bin/python3; do "$python" -c 'import numpy, matplotlib' 2>/dev/null && break; done
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

# The frequencies that the monitor `notes` of a problem found.
resonances() { tail -n +2 out/notes.csv | cut -d, -f1; }

case ${1:-cavity} in
cavity)
    "$nudge" run cavity.yaml --device cpu >/dev/null
    resonances | among 1e-5 1.80153e9 2.49827e9 3.16009e9 3.35178e9 3.60306e9
    ;;
antenna)
    "$nudge" run wire.yaml --device cpu >/dev/null
    tail -n 1 out/pattern-totals.csv | cut -d, -f4 | among 5e-3 1.6409
    tail -n 1 out/pattern-totals.csv | cut -d, -f2 | among 0.02 90
    ;;
sound)
    "$nudge" run room.yaml --device cpu >/dev/null
    resonances | among 1e-4 34.3 42.875 54.907 57.167 66.667 68.6 71.458
    "$nudge" run room.yaml --device cpu --set output.folder=carpet --set 'boundaries.zmin=impedance 8000' >/dev/null
    awk -F, 'NR == 1 { next } $1 > 0.995 && !a { a = $2; t = $1 } $1 > 1.995 && !b { b = $2; s = $1 } END { print log(a / b) / (s - t) }' \
        carpet/energy.csv | among 1e-3 5.88245
    ;;
law) "$nudge" verify --law drum.law >log || { cat log && exit 1; } ;;
drum)
    cp "$tutorial/drum.msh" .
    "$nudge" run drum.yaml --trust --device cpu >/dev/null
    resonances | among 1e-3 111.895 178.287 238.956 256.846 296.859 326.431
    ;;
python)
    cp "$tutorial"/*.msh .
    export PYTHONPATH=${tutorial%/doc/tutorial}/python NUDGE_LIBRARY=${nudge%/nudge}/libnudge.so MPLBACKEND=Agg PYTHONDONTWRITEBYTECODE=1
    export PYTHONWARNINGS=ignore::UserWarning
    for page in "$tutorial"/${2:-[1-6]*}.md; do
        PYTHONPATH=${tutorial%/doc/tutorial}/tools python3 -c '
import sys, notebook
print("\n".join(text for kind, text in notebook.blocks(open(sys.argv[1], encoding="utf-8").read()) if kind == "python"))' "$page" >page.py
        [ -s page.py ] || { echo "$page has no block of Python" && exit 1; }
        [ -n "${2:-}" ] || sed -i 's/order=[34]/order=1/; s/"end": 40/"end": 1/; s/time=30/time=1/; s/time=2,/time=0.2,/; s/time < 2:/time < 0.1:/; s/time > 1$/time > 0/; s/at) > 1/at) > 0/' page.py
        "$python" page.py >said 2>&1 || { echo "$page:" && tail -n 20 said && exit 1; }
        [ -z "${2:-}" ] || tr -d '[]' <said | grep -oE '[0-9]+\.[0-9]*' | among 1e-3 "${@:3}"
    done
    for picture in pulse.png spectrum.png pattern.png rcs.png drum.png; do [ -n "${2:-}" ] || [ -s $picture ] || { echo "no $picture" && exit 1; }; done
    ;;
*) echo "there is no run $1" && exit 1 ;;
esac
