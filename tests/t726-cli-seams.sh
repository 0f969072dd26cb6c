#!/usr/bin/env bash
# Meshes with common mistakes of gmsh users: messages of nudge check, run and mesh info. The files are gmsh's.
. "$(dirname "$0")/cli.bash"
cp tests/meshes/{touching,joined,hanging,nested,forgotten,plate-twice}.msh "$T"
p=$T/p.yaml
write_mesh_problem "$p" joined.msh

# Two boxes that touch without shared nodes; and joined.
seam="^nudge: warning: .*touching.msh: 4 pairs of boundary faces coincide without common nodes, .*: the first pair is element 16 \(region 'left'\) and element 31 \(region 'right'\), at \(1, 0.5, 0.1667\)\. In gmsh, .*\(BooleanFragments, or Coherence;\) .*\(Coherence Mesh;\)"
for command in check run; do
    expect 0 "$nudge" $command "$p" --set mesh.file=touching.msh
    warns "$seam"
    quiet "$nudge" $command "$p"
done
expect 0 "$nudge" mesh info "$T/touching.msh"
warns "$seam"
says '^elements +48 ' '^smallest elements'
quiet "$nudge" mesh info "$T/joined.msh"

# A sheet whose nodes are there twice, by gmsh's plugin Crack: a wall by name is meant, one by default is not.
quiet "$nudge" check "$p" --set mesh.file=plate-twice.msh --set 'boundaries={plate: pec, default: absorbing}'
expect 0 "$nudge" check "$p" --set mesh.file=plate-twice.msh --set 'boundaries={plate: pec, default: absorbing}' --verbose
warns '^nudge: .*4 pairs of boundary faces coincide without common nodes and with conditions by name on both sides'
expect 0 "$nudge" check "$p" --set mesh.file=plate-twice.msh
warns '^nudge: warning: .*4 pairs of boundary faces coincide without common nodes'

# A small box that touches a large one, and one inside another.
for command in check run; do
    mistake 1 "hanging.msh: 6 pairs of boundary faces coincide in part only \(hanging nodes\), .*element [0-9]+ \(region 'left'\) and element [0-9]+ \(region 'right'\), at \(1, 0\.[0-9]+, 0\.[0-9]+\)" \
        "$nudge" $command "$p" --set mesh.file=hanging.msh
    mistake 1 "nested.msh: element [0-9]+ \(region 'body'\) and element [0-9]+ \(region 'air'\) overlap around \(0\.[0-9]+, 0\.[0-9]+, 0\.[0-9]+\).* BooleanFragments" \
        "$nudge" $command "$p" --set mesh.file=nested.msh
done
mistake 1 'hanging nodes' "$nudge" mesh info "$T/hanging.msh"
says '^elements +48 ' '^smallest elements'
mistake 1 'overlap around' "$nudge" mesh info "$T/nested.msh"

# A box whose Physical Volume was forgotten.
expect 0 "$nudge" check "$p" --set mesh.file=forgotten.msh
warns '^nudge: warning: .*forgotten.msh: the mesh has a hole whose surface has no name: 0.3 x 0.4 x 0.5 around \(0.45, 0.5, 0.55\), with 24 faces, .*Physical Volume'

finish
