#!/usr/bin/env bash
# nudge sparameters: a line between plates, whose matrix is known, in both precisions; all files; three ports, of which two
# share a surface; a guide with a PML behind its ports; nudge run with an excited port; messages.
# PLAIN:
. "$(dirname "$0")/cli.bash"
cat >"$T/line.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 0.5, 1.5], divisions: [2, 1, 3]}}
order: 3
boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}
ports:
  one: {boundary: zmin, section: {mode: TEM}}
  two: {boundary: zmax, section: {}, shift: 0.5}
sparameters: {band: [0.05, 0.3], points: 3}
time: {end: 25}
output: {folder: results}
END

# near TOLERANCE FILE: S of a line of length 1 at 0.05, 0.175 and 0.3, from the Touchstone file.
near() {
    awk -v allowed="$1" '/^[!#]/ { next }
        { p = -2 * 3.14159265358979 * $1; want[2] = want[8] = 0; want[4] = want[6] = cos(p); want[5] = want[7] = sin(p)
          for (i = 2; i <= 9; i++) { d = $i - want[i]; if (d < 0) d = -d; if (!(d < allowed)) print "column " i " is off by " d } }
        END { if (NR != 7) print NR " lines" }' "$2" >"$T/off"
    [ -s "$T/off" ] && bad "$2: $(head -n 3 "$T/off")"
}
quiet "$nudge" sparameters "$T/line.yaml" --device cpu
says '^port 2 +two' 'reciprocity .* [0-9.]+e-1[0-9]$' 'singular value of S 1\.00000' '1\.00000 to 1\.00000' 'sparameters\.csv'
near 1e-5 "$T/results/sparameters.s2p"
for file in .csv -z.csv -y.csv -ports.csv -line.csv .h5 .s2p .svg -smith.svg; do
    [ -s "$T/results/sparameters$file" ] || bad "no sparameters$file"
done
[ "$(head -n 1 "$T/results/sparameters.csv")" = frequency,S11_re,S11_im,S12_re,S12_im,S21_re,S21_im,S22_re,S22_im ] || bad "header of S"
[ "$(head -n 1 "$T/results/one/ports.csv")" = time,one_V,one_I,one_P,two_V,two_I,two_P ] || bad "header of ports.csv"
grep -q '^# Hz S RI R 0.5$' "$T/results/sparameters.s2p" || bad "the reference impedance of Touchstone"
# The line: no attenuation, phase 2 pi f, impedance 0.5.
awk -F, 'NR > 1 { if ($2 > 1e-5 || ($3 / (2 * 3.14159265358979 * $1) - 1) ^ 2 > 1e-10 || ($4 - 0.5) ^ 2 > 1e-8) print }' \
    "$T/results/sparameters-line.csv" >"$T/off"
[ -s "$T/off" ] && bad "line: $(cat "$T/off")"
# The phase of a line of several wavelengths, here of length 9, goes on beyond half a turn.
quiet "$nudge" sparameters "$T/line.yaml" --device cpu --order 2 --set ports.two.shift=-7.5 --set sparameters.points=9
awk -F, 'NR > 1 { n++; if (($3 / (2 * 3.14159265358979 * 9 * $1) - 1) ^ 2 > 1e-6) print } END { if (n != 9) print n " rows" }' \
    "$T/results/sparameters-line.csv" >"$T/off"
[ -s "$T/off" ] && bad "long line: $(cat "$T/off")"
quiet "$nudge" sparameters "$T/line.yaml" --device cpu --precision single
near 1e-5 "$T/results/sparameters.s2p"
quiet "$nudge" sparameters "$T/line.yaml" --device cpu --set time.integrator=lsrk4 --set order=2
near 1e-3 "$T/results/sparameters.s2p"
# The end of the band decides what the mesh must resolve.
expect 0 "$nudge" sparameters "$T/line.yaml" --device cpu --order 1 --set sparameters.band=[0.05,0.6]
warns 'has 2\.[0-9]+ points per wavelength at 0.6, the end of sparameters.band; 5 or more are needed'
mistake 1 'line.yaml: sparameters.band reaches the frequency 6, which the mesh cannot resolve' \
    "$nudge" sparameters "$T/line.yaml" --device cpu --set 'sparameters={band: [0.05, 6], points: 3}'
quiet "$nudge" check "$T/line.yaml" --device cpu
nothing="line.yaml: nothing excites the fields of a run: .nudge sparameters. excites the ports in turn, .nudge run. the one of sparameters.excite$"
says "^note: .*$nothing" \
    'wavelengths at 0.3, the highest frequency of sparameters.band;'
mistake 1 "$nothing" "$nudge" run "$T/line.yaml" --device cpu --set time.end=0.1
quiet "$nudge" run "$T/line.yaml" --device cpu --set time.end=0.1 --set 'initial={Ey: 1}'

cat >"$T/guide.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 0.5, 0.5], divisions: [3, 1, 1]}, pml: {layers: 2, thickness: 1, sides: [zmin, zmax]}}
order: 3
boundaries: {zmin: absorbing, zmax: absorbing, default: pec}
ports:
  a: {boundary: zmin, rectangular: {mode: TE10}}
  b: {boundary: zmax, rectangular: {mode: TE10}}
  c: {boundary: zmax, rectangular: {mode: TE20}}
sparameters: {band: [1.15, 1.4], points: 2, file: network}
time: {end: 30}
output: {folder: guide}
END
expect 0 "$nudge" sparameters "$T/guide.yaml" --device cpu
[ "$(grep -vc '^[!#]' "$T/guide/network.s3p")" -eq 6 ] || bad "three lines per frequency in .s3p"
awk '/^[!#]/ { next } { at++; if (at % 3 == 1) { t = sqrt($4 ^ 2 + $5 ^ 2); u = sqrt($6 ^ 2 + $7 ^ 2); if (t < 0.98 || t > 1.01 || u > 1e-2) print t, u } }' \
    "$T/guide/network.s3p" >"$T/off"
[ -s "$T/off" ] && bad "guide: $(cat "$T/off")"

expect 0 "$nudge" run "$T/line.yaml" --device cpu --set sparameters.excite=two --set time.end=3
warns 'before the peak of the port.s pulse'
[ "$(wc -l <"$T/results/ports.csv")" -gt 3 ] || bad "ports.csv of nudge run"

mistake 1 'sparameters.excite: .three. is not among the ports; there are: one, two' "$nudge" run "$T/line.yaml" --set sparameters.excite=three
grep -v ^sparameters "$T/line.yaml" >"$T/bare.yaml"
mistake 1 'there are ports and no sparameters' "$nudge" check "$T/bare.yaml"
mistake 1 'two frequencies are wanted' "$nudge" check "$T/line.yaml" --set 'sparameters.band=[2, 1]'
mistake 1 'up to 40 letters' "$nudge" check "$T/line.yaml" --set 'ports={"a/b": {boundary: zmin, section: {}}}'
# One mode of one surface in two ports, by one name or by two.
twin() { mistake 1 "ports.c: port 'b' has the same boundary 'zmax' and the same mode" "$nudge" check "$T/guide.yaml" --device cpu --set "$1"; }
twin 'ports.c={boundary: zmax, rectangular: {mode: TE10}, shift: 0.1}'
twin 'ports.c={boundary: zmax, section: {mode: TE1}}'
expect 0 "$nudge" check "$T/guide.yaml" --device cpu --set 'ports.c={boundary: zmax, section: {mode: TE2}}'
# A mode that no port measures, of each kind of port; values that lack a unit.
judge() { # FILE PATTERN ARGUMENT...; an empty pattern: none of these warnings
    expect 0 "$nudge" check "$1" --device cpu --order 2 "${@:3}"
    if [ "$2" ]; then warns "$2"; else
        grep -Eq 'travels at its surface|hertz|into the device|acts as' "$T/err" && bad "${*:3}: $(cat "$T/err")"
    fi
}
slab=examples/ports/slab.yaml load=examples/load/load.yaml
more="the mode TE20 travels at its surface, too, above 13.11 GHz, and no port measures it; sparameters.band ends at 13.12 GHz"
judge $slab "" --set 'sparameters.band=[8 GHz, 13.1 GHz]'
judge $slab "ports.left: $more" --set 'sparameters.band=[8 GHz, 13.12 GHz]'
warns "ports.right: $more"
[ "$(grep -c 'travels at its surface' "$T/err")" -eq 2 ] || bad "$(cat "$T/err")"
judge "$T/guide.yaml" "ports.b: the mode TE01 travels"
grep -q 'ports.c: ' "$T/err" && bad "a surface is warned of twice: $(cat "$T/err")"
section() { judge "$T/guide.yaml" "$1" --set "ports={a: {boundary: zmin, section: {mode: TE1}}$2}" --set "sparameters.band=[$3]"; }
section "ports.a: the mode TE2 travels at its surface, too, above 1" "" 0.6,1.1
section "" "" 0.6,0.95
section "ports.b: the mode TE3 travels" ", b: {boundary: zmin, section: {mode: TE2}}" 1.01,1.1
grep -q 'ports.a: the mode' "$T/err" && bad "$(cat "$T/err")"
cat >"$T/ring.yaml" <<'END'
law: maxwell
mesh: {file: ring.msh}
order: 1
boundaries: {walls: pec, default: absorbing}
ports: {one: {boundary: in, coaxial: {}}}
sparameters: {band: [0.05, 0.0815]}
time: {end: 1}
END
cp "$(dirname "$0")/meshes/ring.msh" "$T"
judge "$T/ring.yaml" ""
judge "$T/ring.yaml" "ports.one: the mode TE11 travels at its surface, too, above 0.0817[45]" --set 'sparameters.band=[0.05, 0.082]'
judge examples/ports/coax.yaml "ends at 10 Hz, where waves are .* times as long as the mesh: .* write \[1 GHz, 10 GHz\]" --set 'sparameters.band=[1, 10]'
judge examples/ports/coax.yaml "write \[5000 MHz, 9000 MHz\]" --set 'sparameters.band=[5000, 9000]'
judge examples/ports/coax.yaml "" --set 'sparameters.band=[1e5, 2e5]'
expect 0 "$nudge" check "$T/line.yaml" --device cpu --order 1 --set 'sparameters.band=[1e-9, 1e-8]' # natural units
grep -q hertz "$T/err" && bad "natural units: $(cat "$T/err")"
mistake 1 'travels above 6.557 GHz only, and sparameters.band begins at 1 Hz' "$nudge" check $slab --set 'sparameters.band=[1, 10]'
judge $slab "ports.left: shift is 101 mm into the device, and the mesh is 100 mm long" --set 'ports.left.shift=101 mm'
judge $slab "" --set 'ports.left.shift=99 mm' --set 'ports.right.shift=-1'
judge $load "" --set loads.filter.capacitance=2.9e-3 --set loads.filter.inductance=2.9e-3
judge $load "loads.filter: capacitance is 0.0031 F, whose time constant with 1 ohm is 3.1 ms" --set loads.filter.capacitance=3.1e-3
judge $load "loads.filter: inductance is 0.0031 H, .* so that it acts as an open circuit" --set loads.filter.inductance=3.1e-3
write_problem "$T/none.yaml"
mistake 1 'there are no ports' "$nudge" sparameters "$T/none.yaml"
exit $((failures > 0))
