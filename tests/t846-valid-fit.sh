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
table 'colour,n' 1,2 2,2 3,2 4,2
mistake 1 "t.csv:1: no column gives frequencies, .*; found 'colour ...'" "$nudge" fit "$T/t.csv"
table 0.5,1.5,0 0.6,1.5,0 0.7,1.4,0 0.8,1.4,0
mistake 1 "t.csv:1: no column gives frequencies, and this line must name the columns.*'0.5 ...'" "$nudge" fit "$T/t.csv"
table 'wavelength,m' 1,2 2,2 3,2 4,2
mistake 1 't.csv:1: there is no column n' "$nudge" fit "$T/t.csv"
table 'wavelength,n,k' 1,2,0 2,2,-1 3,2,0 4,2,0
mistake 1 "t.csv:3: k must be a number, 0 or above .k is positive where waves decay., not '-1'" "$nudge" fit "$T/t.csv"
table 'wavelength,n,k' 1,2,0 2,nan,0 0,2,0 4,2,0
mistake 1 "t.csv:3: n must be a number, .*, not 'nan'" "$nudge" fit "$T/t.csv"
table 'wavelength,n,k' 1,2,0 2,2,0 0,2,0 4,2,0
mistake 1 "t.csv:4: wavelength must be a number above 0, not '0'" "$nudge" fit "$T/t.csv"
# What the fit cannot square, or divide by: a row without values, and a wrong unit.
table 'wavelength,n,k' 1,2,0 2,0,0 3,2,0 4,2,0
mistake 1 't.csv:3: n and k are 0 and 0, and the larger one must be from 1e-15 to 1e.15; correct the row' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 2,1e200 3,2 4,2
mistake 1 't.csv:3: n and k are 1e.200 and 0, and the larger' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 2,2 3e-320,2 4,2
mistake 1 't.csv:4: wavelength 2.99.*e-320 is a frequency of inf Hz, and those of a table are from .* the unit in line 1' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 1.0000000000000002,2 3,2 4,2
mistake 1 't.csv:[23]: the frequency 2.99792e.14 Hz occurs twice, also in line [23]' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 2,2
mistake 1 '2 rows; a fit needs 4 or more' "$nudge" fit "$T/t.csv"
table 'wavelength,n' 1,2 1,2 3,2 4,2
mistake 1 't.csv:[23]: the frequency 2.99792e\+14 Hz occurs twice, also in line [23];' "$nudge" fit "$T/t.csv"
table 'wavelength,n,k' 0.5,1.5 1,1.45 1.5,1.44 2,1.43
mistake 1 "t.csv:2: 2 cells, and line 1 names 3 columns; found '0.5 ...'" "$nudge" fit "$T/t.csv"
table 'wavelength,n' 0.5,1.5 1,1.45 1.5,1.44 2,1.43 2.5,1.42
quiet "$nudge" fit "$T/t.csv"

# The same table as programs and web pages write it gives the same poles.
same() { quiet "$nudge" fit "$T/t.csv" && { grep -v '^# ' "$T/out" | cmp -s - "$T/want" || bad "other poles: $*"$'\n'"$(cat "$T/out" "$T/t.csv")"; }; }
table 'wavelength,n,k' 0.5,1.5,0.1 1,1.45,0.01 1.5,1.44,0.02 2,1.43,0.01 2.5,1.42,0
quiet "$nudge" fit "$T/t.csv"
grep -v '^# ' "$T/out" >"$T/want"
cp "$T/t.csv" "$T/plain.csv"
as() { sed "$@" "$T/plain.csv" >"$T/t.csv"; same "$*"; }
as 's/$/\r/'
as '1s/^/\xef\xbb\xbf/'
as 's/,/\t/g'
as 's/,/;/g'
as 's/,/;/g; s/\./,/g'
as 's/,/ , /g; s/^/"/; s/ /" /; 3s/^/# a remark\n\n/'
as 's/$/,,/'
as '1s/.*/Wavelength (um),N,K/'
as '1s/.*/λ [µm],n,k/'
as '1s/.*/wl,n,k/'
printf '%s\r\n' wl,n 0.5,1.5 1,1.45 1.5,1.44 2,1.43 2.5,1.42 '' wl,k 0.5,0.1 1,0.01 1.5,0.02 2,0.01 2.5,0 >"$T/t.csv"
same 'two blocks'
{ sed -n 8,13p "$T/t.csv"; sed -n 1,6p "$T/t.csv"; } >"$T/k.csv" && mv "$T/k.csv" "$T/t.csv"
same 'two blocks, k first'
awk -F, 'NR > 1 { $1 *= 1000 } 1' OFS=, "$T/plain.csv" >"$T/nm.csv"
for head in 'wavelength (nm),n,k' 'nm,n,k' 'wavelength_nm,n,k' 'Wavelength / nm,n,k'; do
    sed "1s|.*|$head|" "$T/nm.csv" >"$T/t.csv"
    same "$head"
done
sed 1s/.*/wavelength,n,k/ "$T/nm.csv" >"$T/t.csv"
expect 0 "$nudge" fit "$T/t.csv"
warns 't.csv: wavelength from 500 to 2500 is taken in micrometres, for its column names no unit; .* as wavelength \(nm\)'
table 'frequency,n' 150,1.4 200,1.42 250,1.43 300,1.44
expect 0 "$nudge" fit "$T/t.csv"
warns 't.csv: frequency from 150 to 300 is taken in Hz'
table 'frequency (THz),n' 150,1.4 200,1.42 250,1.43 300,1.44
quiet "$nudge" fit "$T/t.csv"
says ' 150 to 300 THz'
# k is interpolated; rows of n that it does not reach are left out.
table wl,n 0.5,1.5 1,1.45 1.5,1.44 2,1.43 2.5,1.42 wl,k 0.9,0.02 2.5,0.01
expect 0 "$nudge" fit "$T/t.csv"
warns 't.csv: 1 of the 5 rows of n are outside of the frequencies of k'
says '4 rows'
table wl,n 0.5,1.5 1,1.4 wl,n 1.5,1.5 2,1.4
mistake 1 't.csv:4: another table begins here' "$nudge" fit "$T/t.csv"
table wl,n,k 0.5,1.5,0 1,1.4,0 wl,k 1.5,1.5 2,1.4
mistake 1 't.csv:4: another table begins here' "$nudge" fit "$T/t.csv"
printf 'wl,n\n0.5,1.5\n1,\033[31m\n' >"$T/t.csv"
mistake 1 "t.csv:3: n must be a number.*not '.x1b\[31m'" "$nudge" fit "$T/t.csv"
printf '\xff\xfew\0l\0' >"$T/t.csv"
mistake 1 't.csv: this is no text in UTF-8' "$nudge" fit "$T/t.csv"
: >"$T/t.csv"
mistake 1 't.csv: the file is empty' "$nudge" fit "$T/t.csv"

# A fit that does not describe the table is printed, but is a failure: above 5 %, and not below.
table 'wavelength,n,k' 0.4,1.5,0 0.5,3,0 0.6,1.5,0 0.7,3,2 0.8,1.5,0 0.9,3,0
expect 1 "$nudge" fit "$T/t.csv"
says 'epsilon_inf'
warns 't.csv: the poles above do not describe the table: mean error [0-9.]+ % \(limit 5 %\)'
expect 1 "$nudge" fit examples/metal-sphere/gold.csv --poles 2
warns 'allow more --poles'
expect 0 "$nudge" fit examples/metal-sphere/gold.csv --poles 3
finish
