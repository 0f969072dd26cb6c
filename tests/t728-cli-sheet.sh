#!/usr/bin/env bash
# Surfaces inside the mesh: output of mesh info, check and run.
# shellcheck disable=SC2016
. "$(dirname "$0")/cli.bash"

# Two tets with the face between them tagged, and one of the outer faces of the same name; another face between them and nothing.
mesh() {
    printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 5 "plate"\n2 6 "loose"\n3 7 "air"\n$EndPhysicalNames\n'
    printf '$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n$Elements\n%d\n' "$1"
    printf '1 2 2 5 1 2 3 4\n2 2 2 5 1 1 2 3\n3 4 2 7 1 1 2 3 4\n4 4 2 7 1 5 2 3 4\n'
    [ "$1" -eq 4 ] || printf '5 2 2 6 1 1 2 5\n'
    printf '$EndElements\n'
}
mesh 4 >"$T/two.msh"
cat >"$T/p.yaml" <<'END'
mesh: {file: two.msh}
order: 2
boundaries: {default: absorbing, plate: pec}
initial: {Ez: "xc + yc + zc < 1 ? 1 : 0"}
time: {end: 1}
output: {folder: results}
END
expect 0 "$nudge" mesh info "$T/two.msh"
says '^tagged inside +1 faces' '^  plate +1 +0.5  and 1 inside the mesh$' '\(not tagged\) +5 '

expect 0 "$nudge" check "$T/p.yaml"
says '^  plate +1 +0.5  pec$' '^  plate +2 +0.866025  pec, inside the mesh, on both sides$' '\(not tagged\) +5 +.* absorbing$'
grep -q transparent "$T/out" && bad "a wall is called transparent: $(cat "$T/out")"
expect 0 "$nudge" check "$T/p.yaml" --set 'boundaries={default: pec}'
says '^  plate +1 +0.5  pec$' '^  plate +1 +inside the mesh: transparent, because boundaries does not name it$' '^inside +plate: transparent'
expect 0 "$nudge" run "$T/p.yaml" --set 'boundaries={default: pec}'
says '^inside +plate: transparent, because boundaries does not name it$'

# A surface that the volume was not meshed along: nothing where no condition names it, but for a warning.
mesh 5 >"$T/two.msh"
expect 0 "$nudge" check "$T/p.yaml"
warns '1 of 3 tagged triangles are no face of any tetrahedron'
mistake 1 "boundary 'loose' has a condition, and 1 of its triangles are no face of any tetrahedron.*Surface\{..\} In Volume" \
    "$nudge" check "$T/p.yaml" --set 'boundaries.loose=pec'
finish
