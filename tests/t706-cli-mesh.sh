#!/usr/bin/env bash
# nudge mesh info, and the example of two media that it describes.
# shellcheck disable=SC2016
. "$(dirname "$0")/cli.bash"

expect 0 "$nudge" mesh info tests/meshes/paper_box_K475.msh
says '^elements +475 ' '^vertices +[0-9]+' '^boundary faces +[0-9]+' '^bounding box +0 0 0 to 1 1 1$' '^volume +1$' '^edges' '^quality' '^  0.9-1.0'
[ "$(grep -Ec '^ +[0-9]+ +[0-9.e-]+ +[0-9.e-]+ +[0-9.e-]+ +[0-9.e-]+ ' "$T/out")" -eq 5 ] || bad "not five smallest elements: $(tail -n 8 "$T/out")"
[ "$(awk '/^  0\.[0-9]-/ { n += $2 } END { print n }' "$T/out")" = 475 ] || bad "the histogram does not add up: $(cat "$T/out")"

expect 0 "$nudge" mesh info examples/two-media/two-media.msh
says '^  air +[0-9]+ +0.0416667$' '^  glass +[0-9]+ +0.0555556$' '^  wall +[0-9]+ +1.47222$'

# One tet of negative orientation, with one face tagged and three without.
{
    printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 5 "floor"\n3 7 "air"\n$EndPhysicalNames\n'
    printf '$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n2\n1 2 2 5 1 1 2 3\n2 4 2 7 1 2 1 3 4\n$EndElements\n'
} >"$T/one.msh"
expect 0 "$nudge" mesh info "$T/one.msh"
says '^elements +1 \(1 came in inverted' 'boundary faces +4, of these 3 without a tag' '^  air +1 +0.166667' '^  floor +1 +0.5$' '\(not tagged\) +3 '

# With a byte order mark before it, as some editors leave there.
{ printf '\xef\xbb\xbf' && cat "$T/one.msh"; } >"$T/mark.msh"
expect 0 "$nudge" mesh info "$T/mark.msh"
says '^elements +1 '
cp "$T/mark.msh" "$T/mark"
expect 0 "$nudge" mesh info "$T/mark"

cp examples/two-media/two-media.* "$T"
expect 0 "$nudge" run "$T/two-media.yaml" --order 3 --set time.end=0.2
says 'regions \(air, glass\)'
error=$(sed -n 's/^relative L2 error //p' "$T/out")
awk -v e="$error" 'BEGIN { exit !(e > 0 && e < 5e-3) }' || bad "two media: error $error"
finish
