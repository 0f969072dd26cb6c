#!/usr/bin/env bash
# A port whose mode is excited at a second surface behind it: the scattering matrix of the line from the port on is the closed
# form of its mode (as in t632), nothing is recorded before the wave arrives, and what cannot be is refused.
# PLAIN:
. "$(dirname "$0")/cli.bash"
python3 tests/layers-mesh.py middle >"$T/layers.msh"
cat >"$T/layers.yaml" <<'END2'
law: maxwell
mesh: {file: layers.msh}
order: 2
materials: {air: {}, glass: {epsilon: 4}}
regions: {lower: glass, upper: air}
boundaries: {sides: pmc, plates: pec, default: absorbing}
ports:
  one: {boundary: middle, direction: [0, 0, 1], source: in, section: {mode: hybrid}}
  two: {boundary: out, section: {mode: hybrid}}
sparameters: {band: [0.24, 0.26], points: 3, bandwidth: 0.2}
time: {end: 50}
output: {folder: results}
END2
cat >"$T/compare.py" <<'END2'
import cmath, csv, sys
def rows(name): return [list(map(float, r)) for r in list(csv.reader(open(sys.argv[1] + name)))[1:]]
for i, row, port in zip(range(3), rows("/sparameters.csv"), rows("/sparameters-ports.csv")):
    s11, s21, s12, s22 = (complex(*row[k:k + 2]) for k in (1, 3, 5, 7))
    off = max(abs(s11), abs(s22), abs(s21 - cmath.exp(-0.5j * port[2])), abs(s12 - s21))
    assert off < (1e-3 if i == 1 else 8e-3), (off, row)  # patterns are those of the middle of the band
END2
case $NUDGE_BUILD in *sanitize) set -- --order 1 --set time.end=5 ;; esac
expect 0 "$nudge" sparameters "$T/layers.yaml" --device cpu "$@"
[ $# -gt 0 ] || python3 "$T/compare.py" "$T/results" || bad "scattering matrix"
# The pulse takes about 0.7 from the source to the port, half a line away: V there is still small when that at the source is not.
expect 0 "$nudge" run "$T/layers.yaml" --device cpu "$@" --set sparameters.excite=one --set time.end=5
awk -F, 'NR > 1 { v = $2 < 0 ? -$2 : $2; if ($1 < 0.3 && v > early) early = v; if (v > most) most = v }
         END { if (!(most > 0) || early > 0.02 * most) print "V is " early " at first, and " most " at most" }' \
    "$T/results/ports.csv" >"$T/off"
[ -s "$T/off" ] && bad "$(cat "$T/off")"
# A port that looks away from the device: into an absorbing end, which takes all, or to a wall, and S has no meaning.
away() { expect 0 "$nudge" sparameters "$T/layers.yaml" --device cpu --order 1 --set 'ports.one={boundary: middle, direction: [0, 0, -1], section: {}}' "$@"; }
away --set 'regions={default: air}'
warns "^nudge: warning: power: no power of port 'one' comes out at any port: turn its direction"
away --set 'boundaries={sides: pmc, plates: pec, in: pec, default: absorbing}'
warns '^nudge: warning: reciprocity: Sij and Sji differ by [01]' '^nudge: warning: passivity: more power .*value 1\.[1-9]'
expect 0 "$nudge" check "$T/layers.yaml" --device cpu --set ports.one.source=feed
says "feed .*source of port 'one'"
mistake 1 "source 'out' must be parallel to boundary 'middle' and behind it" \
    "$nudge" check "$T/layers.yaml" --device cpu --set ports.one.source=out
mistake 1 "source 'inn' is not in the mesh [(]did you mean 'in'" \
    "$nudge" check "$T/layers.yaml" --device cpu --set ports.one.source=inn
mistake 1 "boundary 'inn' is not in the mesh" \
    "$nudge" check "$T/layers.yaml" --device cpu --set ports.one.boundary=inn --set ports.one.source=feed
mistake 1 "ports.one: source 'sides' must be parallel to boundary 'middle' and behind it" \
    "$nudge" check "$T/layers.yaml" --device cpu --set ports.one.source=sides
mistake 1 "ports.one: source 'out' must be parallel to boundary 'middle' and behind it" "$nudge" check "$T/layers.yaml" \
    --device cpu --set ports.one.source=out --set 'mesh.pml={layers: 2, thickness: 0.5, sides: [zmin, zmax]}'
sed 's/^\([0-9]* 2 2\) 3 3 /\1 8 8 /' "$T/layers.msh" >"$T/bent.msh" # the sides belong to feed, too
mistake 1 "ports.one: source 'feed' is not flat near" \
    "$nudge" check "$T/layers.yaml" --device cpu --set mesh.file=bent.msh \
    --set 'boundaries={plates: pec, feed: pmc, default: absorbing}' --set ports.one.source=feed
mistake 1 "direction \[1, 0, 0\] is not perpendicular to boundary 'middle', whose normal is" \
    "$nudge" check "$T/layers.yaml" --device cpu --set 'ports.one.direction=[1, 0, 0]'
mistake 1 "direction points into the PML behind boundary 'out'" "$nudge" check "$T/layers.yaml" --device cpu \
    --set 'ports.two.direction=[0, 0, 1]' --set 'mesh.pml={layers: 2, thickness: 0.5, sides: [zmin, zmax]}'
mistake 1 "ports.two: port 'one' has the same boundary 'middle' and the same mode" "$nudge" check "$T/layers.yaml" \
    --device cpu --set 'ports.two={boundary: middle, direction: [0, 0, -1], section: {mode: hybrid}}'
mistake 1 "a lumped port is excited where it is" "$nudge" check "$T/layers.yaml" --device cpu \
    --set 'ports.one={boundary: middle, source: in, lumped: {direction: [0, 1, 0], resistance: 1}}'
finish
