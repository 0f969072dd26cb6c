#!/usr/bin/env bash
# Names from meshes and problem files reach the terminal without their control characters.
. tests/cli.bash
# A box of five tetrahedra whose region and boundary have such names, then one that is read from right to left.
cat >"$T/esc.msh" <<END
\$MeshFormat
2.2 0 8
\$EndMeshFormat
\$PhysicalNames
2
3 1 "$(printf 'air\033[31m\033]0;title\a')"
2 2 "$(printf 'wall\302\233\377\342\200\256')"
\$EndPhysicalNames
\$Nodes
8
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
\$EndNodes
\$Elements
9
1 2 2 2 2 1 2 4
2 2 2 2 2 2 3 4
3 2 2 2 2 5 6 7
4 2 2 2 2 5 7 8
5 4 2 1 1 1 2 4 5
6 4 2 1 1 2 3 4 7
7 4 2 1 1 2 5 6 7
8 4 2 1 1 4 5 7 8
9 4 2 1 1 2 4 5 7
\$EndElements
END
cat >"$T/p.yaml" <<'END'
mesh: {file: esc.msh}
order: 1
materials: {"glass\e[2J": {epsilon: 1}}
regions: {default: "glass\e[2J"}
boundaries: {default: pec}
sources: {"here\r": {dipole: {at: [0.3, 0.3, 0.3], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 0.1, bandwidth: 0.1}}}}
monitors: {"probe\nnudge: all is well": {probe: {at: [0.3, 0.3, 0.3]}}}
time: {end: 0.01}
END

# clean: nothing but characters that are shown, and newlines, in what was printed.
clean() {
    if LC_ALL=C grep -q -e "$(printf '\033')" -e "$(printf '\302\233')" -e "$(printf '\377')" -e "$(printf '\342\200\256')" \
        -e "$(printf '\r')" -e "$(printf '\a')" "$T/out" "$T/err"; then
        bad "control characters after $*:"$'\n'"$(cat -v "$T/out" "$T/err" | head -n 20)"
    fi
    ! grep -q '^nudge: all is well' "$T/out" "$T/err" || bad "a name made a line of its own after $*"
}

expect 0 "$nudge" mesh info "$T/esc.msh"
says 'air\\x1b\[31m\\x1b\]0;title\\x07 +5 ' 'wall\\u009b\\xff\\u202e +4 '
clean mesh info
expect 0 "$nudge" check "$T/p.yaml"
says 'glass\\x1b\[2J' 'here\\x0d: ' 'probe\\x0anudge: all is well: probe at'
clean check
expect 0 "$nudge" run "$T/p.yaml"
says 'wrote .*/probe\\x0anudge: all is well.csv'
clean run
python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$T/run.json" || bad "run.json is not JSON"
expect 1 "$nudge" check "$T/p.yaml" --set 'boundaries={"gone\e[31m": pec}'
warns "gone.x1b.31m' is not in the mesh; the mesh has: .*wall.u009b.xff.u202e"
clean a message
expect 2 "$nudge" "$(printf 'ru\033n')" "$T/p.yaml"
warns 'there is no command ru.x1bn'
clean a word of the command line
finish
