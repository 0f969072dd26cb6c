#!/usr/bin/env bash
# Mistakes in problems and meshes: one line that says where and what to do, and exit status 1.
# shellcheck disable=SC2016
. "$(dirname "$0")/cli.bash"
p=$T/p.yaml

# change SED-SCRIPT: the good problem with one mistake in it.
change() { write_problem "$T/good.yaml" && sed -E "$1" "$T/good.yaml" >"$p"; }

change 's/^order/ordr/' && mistake 1 "p.yaml:5: unknown key 'ordr', did you mean 'order'" "$nudge" run "$p"
change 's/^  Ey: sin\(pi\*x\)\*sin\(pi\*z\)$/  Ez1: x/' && mistake 1 "p.yaml:12: .*Ez1.*did you mean '?E[xyz]" "$nudge" run "$p"
change 's/^regions.*/regions: {bax: air, default: air}/' && mistake 1 "p.yaml:9: .*bax.*box" "$nudge" run "$p"
change 's/^regions.*/regions: {box: iar}/' && mistake 1 "p.yaml:9: .*did you mean 'air'" "$nudge" run "$p"
change 's/^boundaries.*/boundaries: {xmni: pec, default: pec}/' && mistake 1 "p.yaml:10: .*xmni.*xmin" "$nudge" run "$p"
change 's/^boundaries.*/boundaries: {default: pac}/' && mistake 1 "p.yaml:10: .*pac.*did you mean '?pec" "$nudge" run "$p"
change 's/^boundaries.*/boundaries: {xmin: pec}/' && mistake 1 "p.yaml.*(xmax|boundar)" "$nudge" run "$p"
change 's/^law.*/law: maxwel/' && mistake 1 "p.yaml:1: law maxwel: .*maxwell" "$nudge" run "$p"
change 's/^law.*/law: gone.law/' && mistake 1 "p.yaml:1: .*gone.law" "$nudge" run "$p"
change 's/epsilon: 1/epsilon: -1/' && mistake 1 "p.yaml:8: .*epsilon" "$nudge" run "$p"
change 's/epsilon: 1/epsilom: 1/' && mistake 1 "p.yaml:8: .*epsilom.*epsilon" "$nudge" run "$p"
change 's/^order: 3/order: 99/' && mistake 1 "p.yaml:5: order must be a whole number from 1 to 9, not '99'" "$nudge" run "$p"
change 's/^  box:.*/  file: none.msh/' && mistake 1 'p.yaml:4: mesh.file: .*none.msh: cannot open: No such file' "$nudge" run "$p"
change 's/^  box:.*/  box: {size: [1, 1, 1], divisions: [800, 800, 800]}/' && mistake 1 'p.yaml:4: mesh.box has 3.07e\+09 tetrahedra' "$nudge" run "$p"
change 's/^  box:.*/  box: {size: [1, 1, 1], divisions: [400, 400, 400]}/; s/^order.*/order: 9/' &&
    mistake 1 'p.yaml:4: .* GB of memory are needed .*the machine has' "$nudge" run "$p"
change 's@^  box:.*@  file: '"$PWD"'/tests/meshes/paper_box_K475.msh\n  periodic: {nix: nux}@' &&
    mistake 1 'p.yaml:5: mesh.periodic: .*no boundary "nix"' "$nudge" run "$p"
change 's/^  box:.*/  box: {h: 0.5, periodic: [y]}\n  pml: {thickness: 1, sides: [xmin, ymin]}/' &&
    mistake 1 'p.yaml:5: mesh.pml: box: no PML can grow on ymin, which is periodic' "$nudge" run "$p"
change 's/epsilon: 1,/epsilon: 1e-40,/; s/^precision.*/precision: single/' && mistake 1 "p.yaml:8: material 'air'.*speed" "$nudge" run "$p"
two='materials: {air: {}, glass: {}}' # without regions
change "s/^materials.*/$two/; /^  air:/d; /^regions/d" && mistake 1 'p.yaml:7: there are 2 materials and no regions; add regions: \{box: MATERIAL\}, with the' "$nudge" run "$p"
change "s@^  box:.*@  file: '$PWD/doc/tutorial/ball.msh'@; s/^materials.*/$two/; /^  air:/d; /^regions/d; s/^boundaries.*/boundaries: {default: pec}/" &&
    mistake 1 'no regions; add regions: \{glass: glass, air: air\}$' "$nudge" run "$p"
mistake 1 'ball.msh: is a mesh, not a problem file; a problem file names it, as mesh: \{file: ball.msh\}' "$nudge" run doc/tutorial/ball.msh
mistake 1 'nowhere.yaml' "$nudge" run "$T/nowhere.yaml"
mistake 1 'nowhere.msh' "$nudge" mesh info "$T/nowhere.msh"

write_problem "$p"
mistake 1 '^nudge: --order: order must be a whole number from 1 to 9' "$nudge" run "$p" --order 99
mistake 1 '^nudge: --precision: precision must be single or double' "$nudge" run "$p" --precision half
mistake 1 'device gpu: not a device' "$nudge" run "$p" --device gpu
mistake 1 "unknown key 'edn' in time, did you mean 'end'" "$nudge" run "$p" --set time.edn=1
mistake 1 'maxwel' "$nudge" run "$p" --law maxwel
for command in run check; do
    mistake 1 '^nudge: variant bernstein: flux.upwind 0.5: .*full upwind flux only; use another' "$nudge" $command "$p" --device cpu --variant bernstein --set flux.upwind=0.5
done
mistake 1 'no file|cannot|No such' "$nudge" run "$p" --law ./nowhere.law
# Far above the stable step, with which nothing is finite at the first check, and a little above it.
expect 1 "$nudge" run "$p" --set time.dt=50 --set time.end=5000
warns '^nudge: warning: the time step' '^nudge: .*no longer finite'
expect 1 "$nudge" run "$p" --set time.dt=0.54 --set time.end=50
warns '^nudge: warning: the time step' '^nudge: .*(grew|grow|energy|NaN)'
grep -q 'element' "$T/err" || bad "the watchdog names no element: $(cat "$T/err")"
python3 -m json.tool "$T/run.json" >/dev/null || bad "run.json of a failed run is not JSON"

# The picture, before any step.
mistake 1 "no field 'Ezz', did you mean 'E.'" "$nudge" check "$p" --set 'output.picture={file: a.png, field: Ezz}'
mistake 1 'the plane x = 7 misses the mesh' "$nudge" check "$p" --set 'output.picture={file: a.png, plane: x, at: 7}'
mistake 1 'a name before the ending is wanted' "$nudge" check "$p" --set output.fields.file=a/.pvd

# Outputs that would overwrite something.
cp examples/two-media/two-media.* "$T"
cp "$p" "$T/kept.yaml"
ln -s p.yaml "$T/link.yaml"
for command in run check; do
    mistake 1 'p.yaml: output.report: .*p.yaml is the problem file' "$nudge" $command "$p" --set output.report=p.yaml
    mistake 1 'output.energy.file: .* is the problem file' "$nudge" $command "$p" --set output.energy.file=link.yaml
    mistake 1 'output.report: .*two-media.msh is the mesh' "$nudge" $command "$T/two-media.yaml" --set output.report=./two-media.msh
    mistake 1 'output.energy.file and output.report are one file' "$nudge" $command "$p" --set output.energy.file=run.json
done
mistake 1 'are one file' "$nudge" run "$p" --set output.energy.file=new/a --set output.report=./new//a
cmp -s "$p" "$T/kept.yaml" && cmp -s "$T/two-media.msh" examples/two-media/two-media.msh || bad "an input was overwritten"

# A pipe is written to as it is, also twice.
mkfifo "$T/pipe.msh"
timeout 60 cat "$T/pipe.msh" >"$T/through" &
reader=$!
expect 0 timeout 60 "$nudge" run "$p" --order 1 --set output.energy.file=pipe.msh --set output.report=pipe.msh
wait $reader
{ [ -p "$T/pipe.msh" ] && grep -q '^time,energy' "$T/through" && grep -q '"outcome": "finished"' "$T/through"; } ||
    bad "what came through the pipe: $(head -n 5 "$T/through")"

# Meshes: a pipe that nobody writes to, a folder.
mistake 1 'pipe.msh: not a regular file' timeout 20 "$nudge" mesh info "$T/pipe.msh"
mistake 1 'is a folder, a mesh file is wanted' "$nudge" mesh info "$T"

# Meshes: cut off, of second order, with a face of three tets.
head -c 9000 tests/meshes/paper_box_K475.msh >"$T/cut.msh"
mistake 1 'cut.msh:[0-9]+: ' "$nudge" mesh info "$T/cut.msh"
mistake 1 'cut.msh:[0-9]+: ' "$nudge" run "$p" --set "mesh.file=$T/cut.msh"
{
    printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n'
    for i in 1 2 3 4 5 6 7 8 9 10; do echo "$i 0.$i 0.$((i * 7 % 10)) 0.$((i * 3 % 10))"; done
    printf '$EndNodes\n$Elements\n1\n1 11 2 1 1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n'
} >"$T/second.msh"
mistake 1 'second.msh: element 1 is flat' "$nudge" mesh info "$T/second.msh"
{
    printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0.2 0.2 -1\n6 0.3 0.3 -2\n$EndNodes\n'
    printf '$Elements\n3\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 3 2 5\n3 4 2 1 1 1 3 2 6\n$EndElements\n'
} >"$T/three.msh"
mistake 1 'three.msh.*(three|face)' "$nudge" mesh info "$T/three.msh"
finish
