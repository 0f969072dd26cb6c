#!/usr/bin/env bash
# Meshes without physical groups, or without those of volumes: the message names the cause. The files were written by gmsh.
. "$(dirname "$0")/cli.bash"
cp tests/meshes/{joined,no-groups,surfaces-only,saved-all}.msh "$T"
p=$T/p.yaml
write_mesh_problem "$p" joined.msh

# No groups at all, and groups of surfaces only.
quiet "$nudge" check "$p" --set mesh.file=no-groups.msh
quiet "$nudge" check "$p" --set mesh.file=saved-all.msh --set 'boundaries={wall: pec}'
mistake 1 "region 'air' is not in the mesh, where no region has a name: it has no Physical Volume\. In gmsh, add Physical Volume\(\"air\"\) = .* regions: \{default: glass\}" \
    "$nudge" check "$p" --set mesh.file=no-groups.msh --set 'regions={air: glass}'
mistake 1 "region 'air' is not in the mesh, where no region has a name" \
    "$nudge" check "$p" --set mesh.file=no-groups.msh --set 'regions={air: glass}' --set 'mesh.pml={thickness: 0.5}'
mistake 1 "boundary 'side' is not in the mesh, where no boundary has a name: it has no Physical Surface\. .* boundaries: \{default: pec\}" \
    "$nudge" check "$p" --set mesh.file=no-groups.msh --set 'boundaries={side: pec}'
mistake 1 "region 'air' is not in the mesh; the mesh has: left, right" "$nudge" check "$p" --set 'regions={air: glass, default: glass}'
mistake 1 "an outer face of the mesh that has no name .*has no condition: add a default to boundaries, as 'default: CONDITION'.* Physical Surface" \
    "$nudge" check "$p" --set 'boundaries={}'
mistake 1 "surfaces-only.msh: there are no tetrahedra in it, only triangles: it has no Physical Volume\. .*gmsh saves only what is in a group" \
    "$nudge" check "$p" --set mesh.file=surfaces-only.msh

# Elements in no region beside others that have one.
sed -E 's/^([0-9]+ 4 2) 2 /\1 0 /' "$T/joined.msh" >"$T/half.msh"
mistake 1 "24 of 48 elements of the mesh \(element [0-9]+ is the first\) are in no region and have no material: add 'default: MATERIAL' to regions.* Physical Volume" \
    "$nudge" check "$p" --set mesh.file=half.msh --set 'regions={left: glass}'
finish
