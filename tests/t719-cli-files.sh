#!/usr/bin/env bash
# Input files: only regular ones, but the problem also through a pipe; the content of a wrong file is never printed.
. tests/cli.bash
p=$T/p.yaml
write_problem "$p"
mkfifo "$T/pipe.csv" "$T/pipe.law" "$T/pipe"
sources='sources={a: {dipole: {at: [0.3, 0.3, 0.3], moment: [0, 0, 1]}, waveform: {table: FILE}}}'

# Pipes, devices and folders that a problem names: a message, neither a wait nor a read without end.
quick="timeout 20"
# shellcheck disable=SC2086
{
    mistake 1 'pipe.csv: not a regular file' $quick "$nudge" check "$p" --set "${sources/FILE/pipe.csv}"
    mistake 1 '/dev/zero: not a regular file' $quick "$nudge" check "$p" --set "${sources/FILE//dev/zero}"
    mistake 1 '/dev/zero: not a regular file' $quick "$nudge" check "$p" --set mesh.file=/dev/zero
    mistake 1 'pipe: not a regular file' $quick "$nudge" check "$p" --set mesh.file=pipe
    mistake 1 'pipe.law: not a regular file' $quick "$nudge" check "$p" --law "$T/pipe.law"
    mistake 1 'is a folder' $quick "$nudge" check "$p" --set "${sources/FILE/.}"
    mkdir "$T/folder.law" && mistake 1 'folder.law: is a folder' $quick "$nudge" check "$p" --law "$T/folder.law"
    NUDGE_WISDOM=$T/pipe expect 0 $quick "$nudge" check "$p" --order 1
    warns 'pipe: not a regular file'
    mistake 1 '/dev/zero: larger than' $quick "$nudge" check /dev/zero
}

# The problem itself may come through a pipe; its paths are then relative to the current folder.
nudge=$(readlink -f "$nudge")
sed 's/^precision.*/output: {energy: {file: e.csv}}/' "$p" >"$T/q.yaml"
mkdir "$T/here" && cd "$T/here" || exit 1
expect 0 bash -c '"$1" run <(cat "$2") --order 1' _ "$nudge" "$T/q.yaml"
[ -s e.csv ] && [ -s run.json ] || bad "outputs of a problem from a pipe are not in the current folder: $(ls)"
rm -f e.csv
expect 0 bash -c '"$1" run /dev/stdin --order 1 <"$2"' _ "$nudge" "$T/q.yaml"
[ -s e.csv ] || bad "outputs of a problem from standard input are not in the current folder"
(cat "$T/q.yaml" >"$T/pipe") &
expect 0 timeout 60 "$nudge" check "$T/pipe" --order 1
wait

# A stranger's problem names a file of the user's: a table, a mesh, a law.
printf 'secret:hash:19000:0\n:secret 2\n' >"$T/shadow"
for link in a.csv a.msh a.neu a.node a.law; do ln -s shadow "$T/$link"; done
hides() { ! grep -q 'secret\|hash' "$T/out" "$T/err" || bad "printed: $(grep 'secret\|hash' "$T/out" "$T/err")"; }
mistake 1 'a.csv:2: not a row of a table' "$nudge" check "$p" --set "${sources/FILE/a.csv}"
hides
for mesh in a.msh a.neu a.node shadow; do
    expect 1 "$nudge" check "$p" --set mesh.file=$mesh
    hides
done
expect 1 "$nudge" check "$p" --law "$T/a.law"
hides
finish
