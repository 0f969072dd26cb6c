#!/usr/bin/env bash
# nudge fit: the poles of a table made of known ones come back; those of gold are passive and accepted by nudge check; and
# mistakes in tables are errors that name the line.
. "$(dirname "$0")/cli.bash"
python3 - >"$T/known.csv" <<'EOP'
import cmath, math
c = 299792458.0
print("wavelength_nm,n,k")
for i in range(60):
    f = 150e12 * (1000 / 150) ** (i / 59)
    w, pi = 2 * math.pi * f, math.pi
    w0 = 2 * pi * 600e12
    e = 2.5 - (2 * pi * 2000e12) ** 2 / (w * w + 1j * 1e14 * w) + 1.2 * w0**2 / (w0**2 - 1j * 5e14 * w - w * w)
    n = cmath.sqrt(e)
    print(f"{c / f * 1e9:.9g},{n.real:.12g},{n.imag:.12g}")
EOP
quiet "$nudge" fit "$T/known.csv" --poles 2 --picture "$T/known.svg"
says '^  known:' 'units: si' '2 places'
python3 - "$T/out" <<'EOP' || bad "$(cat "$T/out")"
import re, sys
text = open(sys.argv[1]).read()
assert float(re.search(r"mean error (\S+) %", [l for l in text.splitlines() if " 2 places" in l][0]).group(1)) < 0.1, text
assert abs(float(re.search(r"epsilon_inf: (\S+)", text).group(1)) / 2.5 - 1) < 0.01
assert any(abs(float(x) / 600e12 - 1) < 0.01 for x in re.findall(r"lorentz: {frequency: ([^,]+)", text))
EOP
grep -q '<svg' "$T/known.svg" || bad 'no picture'
quiet "$nudge" fit examples/metal-sphere/gold.csv
says '^  gold:' 'lorentz: \{frequency'
{
    grep -v '^#' "$T/out"
    cat <<'EOP'
units: si
mesh: {box: {size: [1e-7, 1e-7, 1e-7], divisions: [2, 2, 2]}}
order: 2
boundaries: {default: pec}
initial: {Ex: y*1e7}
time: {end: 1e-15}
EOP
} >"$T/gold.yaml"
expect 0 "$nudge" run "$T/gold.yaml" --device cpu --set "output.folder=$T/gold"
table() { printf '%s\n' "$@" >"$T/t.csv"; }
table 'lambda,n' 1,2 2,2 3,2 4,2
mistake 1 't.csv:1: no column gives frequencies' "$nudge" fit "$T/t.csv"
table 'wavelength,m' 1,2 2,2 3,2 4,2
mistake 1 't.csv:1: there is no column n' "$nudge" fit "$T/t.csv"
table 'wavelength,n,k' 1,2,0 2,2,-1 3,2,0 4,2,0
mistake 1 't.csv:3: wavelength must be above 0, n and k 0 or above' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 2,2
mistake 1 '2 rows; a fit needs 4 or more' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 1,2 3,2 4,2
mistake 1 'occurs twice' "$nudge" fit "$T/t.csv"
table 'wavelength,n,k' 0.5,1.5 1,1.45 1.5,1.44 2,1.43
mistake 1 't.csv' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 0.5,1.5 1,1.45 1.5,1.44 2,1.43 2.5,1.42
quiet "$nudge" fit "$T/t.csv"
# A fit that does not describe the table is printed, but is a failure: above 5 %, and not below.
table 'wavelength,n,k' 0.4,1.5,0 0.5,3,0 0.6,1.5,0 0.7,3,2 0.8,1.5,0 0.9,3,0
expect 1 "$nudge" fit "$T/t.csv"
says 'epsilon_inf'
warns 't.csv: the poles above do not describe the table: mean error [0-9.]+ % \(limit 5 %\)'
expect 1 "$nudge" fit examples/metal-sphere/gold.csv --poles 2
warns 'allow more --poles'
expect 0 "$nudge" fit examples/metal-sphere/gold.csv --poles 3
finish
