#!/usr/bin/env bash
# Meshes from geometries by gmsh's library: sizes by wavelength and material, groups, shapes, the cache of a problem's mesh, trust,
# and mistakes.
# NOSANITIZE: libgmsh keeps memory of its own until the program ends
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"

cat >"$T/two.geo" <<'GEO'
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 2, 1, 1};
Coherence;
Physical Volume("glass") = {1};
Physical Volume("air") = {2};
Physical Surface("wall") = Abs(CombinedBoundary{ Volume{1, 2}; });
GEO
count() { awk -v name="$1" '$1 == name { print $2; exit }' "$T/out"; }
expect 0 "$nudge" mesh make "$T/two.geo" --wavelength 4 --per 4
says 'wrote .*/two.msh$' '^  glass ' '^  air ' '^  wall '
coarse=$(count glass)
expect 0 "$nudge" mesh make "$T/two.geo" --wavelength 4 --per 4 --index glass=3 --out "$T/index.msh"
[ "$(count glass)" -gt $((4 * coarse)) ] || bad "glass has $(count glass) elements, and $coarse without its index"
expect 0 "$nudge" mesh make "$T/two.geo" --wavelength 4 --per 4 --edges 0.3 --out "$T/edges.msh"
[ "$(count elements)" -gt $((4 * coarse)) ] || bad "$(count elements) elements with small edges"
expect 0 "$nudge" mesh make "$T/two.geo" --wavelength 4 --per 4 --order 2 --out "$T/order.msh"
expect 0 "$nudge" mesh make "$T/two.geo" --wavelength 4 --per 4 --curve 2 --out "$T/curved.msh"
expect 0 "$nudge" mesh info "$T/curved.msh"
says 'elements of order 2'
[ -z "$(find "$T" -name '*.part*')" ] || bad "$(ls "$T")"

cat >"$T/p.yaml" <<'YAML'
mesh: {geometry: two.geo, make: {wavelength: 3, per: 6}}
order: 2
materials: {glass: {epsilon: 9}}
regions: {glass: glass, default: vacuum}
boundaries: {default: pec}
initial: {Ez: sin(pi*x)*sin(pi*y)}
time: {end: 0.1}
output: {folder: o}
YAML
sed 's/^Box(2).*/Cylinder(2) = {1, 0.5, 0.5, 2, 0, 0, 0.4};/' "$T/two.geo" >"$T/round.geo"
mistake 1 "p.yaml:1: mesh.geometry: 'two.geo' is a program of gmsh, which a problem file may not run by itself" "$nudge" run "$T/p.yaml"
[ -z "$(find "$T/o" -name '*.msh')" ] || bad "a mesh was made"
expect 0 "$nudge" run "$T/p.yaml" --trust
says 'mesh +.*/o/two-[0-9a-f]{16}.msh: [0-9]+ elements, 2 regions \(glass, air\)'
before=$(stat -c %Y.%i "$T"/o/two-*.msh)
expect 0 "$nudge" run "$T/p.yaml" --set "mesh.geometry=two.geo"
[ "$before" = "$(stat -c %Y.%i "$T"/o/two-*.msh)" ] || bad "the mesh was made again"
# The slowest waves of a tensor, and of what poles leave at high frequencies, count as those of a number.
for same in 'epsilon: [4, 9, 2]' 'epsilon: [8, 4, 2, 0, 0, 1]' 'epsilon_inf: 9'; do
    expect 0 "$nudge" check "$T/p.yaml" --trust --set "materials={glass: {$same}}"
    [ "$before" = "$(stat -c %Y.%i "$T"/o/two-*.msh)" ] || bad "another mesh for $same: $(ls "$T/o")"
done
expect 0 ranks 2 "$nudge" run "$T/p.yaml" --trust --set mesh.make.per=8
[ "$(find "$T/o" -name 'two-*.msh' | wc -l)" -eq 2 ] || bad "$(ls "$T/o")"
rm "$T"/o/two-*.msh

expect 0 "$nudge" check "$T/p.yaml" --trust --set 'mesh.make={wavelength: 3, per: 4, curve: 2}' --set mesh.geometry=round.geo
says 'round-[0-9a-f]{16}.msh: [0-9]+ elements, [0-9]+ of them curved \(order 2\), 2 regions'
expect 0 "$nudge" check "$T/p.yaml" --trust --set 'mesh.make={wavelength: 3, per: 4}' --set mesh.geometry=round.geo
says 'round-[0-9a-f]{16}.msh: [0-9]+ elements, 2 regions'
rm "$T"/o/round-*.msh

# One mesh for the runs of all ports, also of those that are resumed: S is symmetric only on one.
cat >"$T/line.geo" <<'GEO'
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 1.5};
MeshSize{ PointsOf{ Volume{1}; } } = 0.5;
Physical Volume("air") = {1};
Physical Surface("sides") = {1, 2};
Physical Surface("plates") = {3, 4};
Physical Surface("in") = {5};
Physical Surface("out") = {6};
GEO
cat >"$T/line.yaml" <<'YAML'
mesh: {geometry: line.geo}
order: 2
boundaries: {sides: pmc, plates: pec, default: absorbing}
ports:
  one: {boundary: in, section: {}}
  two: {boundary: out, section: {}}
sparameters: {band: [0.05, 0.2], points: 3}
time: {end: 30}
output: {folder: line}
YAML
expect 0 "$nudge" sparameters "$T/line.yaml" --trust --device cpu --checkpoint-every 1000s
says 'reciprocity .*e-(0[5-9]|1[0-9])$'
[ "$(find "$T/line" -name '*.msh')" = "$(echo "$T"/line/line-*.msh)" ] || bad "$(find "$T/line" -name '*.msh')"
rm "$T/line/two/nudge-ports.h5"
expect 0 "$nudge" sparameters "$T/line.yaml" --trust --device cpu --resume
says 'port 1: its run had ended before' 'reciprocity .*e-(0[5-9]|1[0-9])$'
[ "$(find "$T/line" -name '*.msh' | wc -l)" -eq 1 ] || bad "$(find "$T/line" -name '*.msh')"
cp "$T"/line/line-*.msh "$T/coarse.msh"
expect 0 "$nudge" mesh make "$T/line.geo" --wavelength 0.6 --per 2 --out "$T/fine.msh"
# A mesh file that changes between the runs.
cp "$T/coarse.msh" "$T/line.msh"
"$nudge" sparameters "$T/line.yaml" --set mesh='{file: line.msh}' --set output.folder=changed --device cpu \
    --set time.end=300 >"$T/out" 2>"$T/err" &
for _ in $(seq 600); do [ -s "$T/changed/one/ports.csv" ] && break; sleep 0.05; done
mv "$T/fine.msh" "$T/line.msh"
wait $! && bad "runs on two meshes were accepted"
warns "port 'two': its run has another mesh"

echo 'Box(1' >"$T/bad.geo"
mistake 1 'bad.geo: gmsh cannot read it: .*syntax error' "$nudge" mesh make "$T/bad.geo"
mistake 1 'p.yaml: mesh.geometry: .*bad.geo: gmsh cannot read it' "$nudge" check "$T/p.yaml" --trust --set mesh.geometry=bad.geo
echo 'Point(1) = {0, 0, 0};' >"$T/flat.geo"
mistake 1 'the geometry has no volume to mesh' "$nudge" mesh make "$T/flat.geo"
mistake 1 'none.geo: there is no such file' "$nudge" mesh make "$T/none.geo"
mistake 1 'a geometry is a file of gmsh \(.geo\) or of shapes' "$nudge" mesh make "$T/p.yaml"
mistake 2 'index must be names and numbers' "$nudge" mesh make "$T/two.geo" --index glass --wavelength 1
for option in '--edges 0.5' '--index glass=2' '--per 8' '--order 2'; do
    # shellcheck disable=SC2086
    mistake 2 'per, --order, --index and --edges need --wavelength' "$nudge" mesh make "$T/two.geo" $option
done
mistake 1 'set mesh.make: mesh.make.per needs mesh.make.wavelength' \
    "$nudge" check "$T/p.yaml" --trust --set 'mesh.make={per: 8}'
mistake 1 'mesh.make.edges needs mesh.make.wavelength' "$nudge" check "$T/p.yaml" --trust --set 'mesh.make={edges: 0.3, curve: 2}'
mistake 1 'mesh.make is about mesh.geometry, which is not given' \
    "$nudge" check "$T/p.yaml" --trust --set 'mesh={file: two.msh, make: {wavelength: 1}}'

# A wavelength in another unit than the geometry: 5.4e8 elements are refused before gmsh starts. Volumes count, not the box around
# all, and an index makes more of them.
spans='two.geo: the geometry spans 3 x 1 x 1, and the wavelength asks for edges of'
mistake 1 "$spans 0.000125: about 1e\\+13 elements, and a mesh can have 5e\\+08; is the wavelength in another unit" \
    timeout 60 "$nudge" mesh make "$T/two.geo" --wavelength 0.001
mistake 1 "p.yaml:.*: mesh.geometry: .*$spans 0.00025" timeout 60 "$nudge" check "$T/p.yaml" --trust --set mesh.make.wavelength=0.001 \
    --set output.folder=fine --set mesh.make.per=8
mistake 1 "$spans 0.0125: about 3e\\+0?9 elements" timeout 60 "$nudge" mesh make "$T/two.geo" --wavelength 0.1 --index glass=9
{
    printf 'SetFactory("Built-in");\nPoint(1) = {0, 0, 0};\nl = 1;\n'
    printf 's[] = Extrude{1, 0, 0}{ Point{1}; };\nt[] = Extrude{0, 1, 0}{ Line{s[1]}; };\nExtrude{0, 0, 1}{ Surface{t[1]}; }\n'
} >"$T/built.geo"
mistake 1 'built.geo: the geometry spans 1 x 1 x 1, .*: about 4e\+12 elements' timeout 60 "$nudge" mesh make "$T/built.geo" --wavelength 0.001
printf 'SetFactory("OpenCASCADE");\nBox(1) = {0, 0, 0, 1, 1, 1};\nBox(2) = {999, 999, 999, 1, 1, 1};\n' >"$T/apart.geo"
expect 0 "$nudge" mesh make "$T/apart.geo" --wavelength 4
[ ! -e "$T/built.msh" ] && [ -z "$(ls "$T/fine" 2>/dev/null)" ] || bad "a mesh is left: $(ls "$T" "$T/fine")"
expect 0 "$nudge" mesh make "$T/two.geo" --wavelength 4000 --out "$T/far.msh"
warns 'two.geo: the wavelength asks for edges of 500, and the whole geometry spans 3 x 1 x 1: its shape alone sets the mesh'
quiet "$nudge" mesh make "$T/two.geo" --wavelength 24 --out "$T/far.msh"
mistake 2 'info does not take --per' "$nudge" mesh info "$T/two.msh" --per 3
mistake 1 'mesh.geometry .*both are given|only one of' "$nudge" check "$T/p.yaml" --trust --set mesh.file=two.msh

# Shapes are data: no trust is needed. Volumes that touch share their face.
if command -v gmsh >/dev/null; then
    gmsh -v 0 -0 "$T/two.geo" -o "$T/two.step" -format step >/dev/null 2>&1
    expect 0 "$nudge" mesh make "$T/two.step" --wavelength 4 --per 4 --out "$T/step.msh"
    says '^  volume1 ' '^  volume2 ' '^  surface1 '
    expect 0 "$nudge" check "$T/p.yaml" --set 'mesh={geometry: two.step}' --set 'regions={volume1: glass, default: vacuum}'
fi
finish
