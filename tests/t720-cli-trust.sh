#!/usr/bin/env bash
# shellcheck disable=SC2086
# Limits of a problem file's own text: it may neither run code nor write outside its output folder.
. tests/cli.bash
law=$T/mine.law p=$T/pond.yaml ran=$T/ran
{
    cat examples/law/shallow-water.law
    printf '#ifdef __unix__\nextern int system(const char *);\n'
    printf '__attribute__((constructor)) static void at_load(void) { system("echo ran >>%s"); }\n#endif\n' "$ran"
} >"$law"
sed "s/^law:.*/law: mine.law/; s/end: 20/end: 1/; s/order: 4/order: 1/" examples/law/pond.yaml >"$p"
shared=$NUDGE_CACHE
export NUDGE_CACHE=$T/cache
unset NUDGE_TRUST

# refused COMMAND...: nothing of the law has run.
refused() {
    mistake 1 'pond.yaml:2: law mine.law is a file, which is compiled and run as code.*--trust.*--law' "$@"
    [ ! -e "$ran" ] || bad "the law ran: $*"
    rm -f "$ran"
}
# runs COMMAND...: it has.
runs() {
    expect 0 "$@"
    [ -e "$ran" ] || bad "the law did not run: $*"
    rm -f "$ran"
}
for command in check run; do refused "$nudge" $command "$p" --device cpu; done
refused "$nudge" rhs "$p" --out "$T/rhs.h5" --device cpu
refused env NUDGE_TRUST=0 "$nudge" check "$p" --device cpu
refused "$nudge" check "$p" --device cpu --set order=2
refused "$nudge" check "$p" --device cpu --allow-outside
expect 1 "$nudge" converge "$p" --orders 1 --divisions 2 --device cpu
warns 'law mine.law is a file'
expect 1 env NUDGE_TRUST=yes "$nudge" check "$p" --device cpu
warns "NUDGE_TRUST is 'yes' and counts for nothing" 'law mine.law is a file'
[ ! -e "$ran" ] || bad "the law ran"
rm -f "$ran"

runs "$nudge" check "$p" --device cpu --trust
says '^law file   mine.law is compiled and run as code$'
runs "$nudge" check "$p" --device cpu --law "$law"
says '^law file   .*mine.law is compiled and run as code$'
runs "$nudge" check "$p" --device cpu --set law=mine.law
runs env NUDGE_TRUST=1 "$nudge" run "$p" --device cpu
runs "$nudge" rhs "$p" --out "$T/rhs.h5" --device cpu --trust --verbose
says '^law file   mine.law is compiled and run as code$'
warns 'law file .*mine.law is compiled and run as code'

# An open comment would swallow the rest, and a file that is included would be no part of what compiled kernels are known by.
last=$(($(wc -l <"$law") + 1))
cp "$law" "$T/open.law" && printf '/* never closed\n' >>"$T/open.law"
mistake 1 "open.law:$last: the comment that begins here has no end" "$nudge" check "$p" --law "$T/open.law"
cp "$law" "$T/more.law" && printf '  #  include "/etc/passwd"\n' >>"$T/more.law"
mistake 1 "more.law:$last: a law cannot include another file" "$nudge" check "$p" --law "$T/more.law"
[ ! -e "$ran" ] || bad "a law ran that is refused"

export NUDGE_CACHE=$shared

# Outputs: inside the output folder, unless the command line says otherwise.
q=$T/in/q.yaml
mkdir "$T/in"
# outside LINE KEY PATTERN: check refuses it, and allows it when it may.
outside() {
    write_problem "$q" "$1"
    mistake 1 "q.yaml:[0-9]+: $2: .*$3.*--allow-outside" "$nudge" check "$q" $small
    [ "${4:-}" ] || return
    mistake 1 "q.yaml:[0-9]+: $2: " "$nudge" run "$q" $small
    [ ! -e "$4" ] || bad "$4 was written"
    expect 0 "$nudge" run "$q" $small --allow-outside
    [ -e "$4" ] || bad "$4 is allowed and was not written"
}
small='--order 1 --set time.end=0.01 --device cpu'
probe='probe: {at: [0.3, 0.3, 0.3]}'
outside "output: {energy: {file: ../e.csv}}" output.energy.file 'leads out of the output folder' "$T/e.csv"
outside "output: {energy: {file: $T/e.csv}}" output.energy.file 'leads out'
outside "output: {fields: {file: a/../../f.pvd}}" output.fields.file 'leads out'
outside "output: {picture: {file: ../p.png}}" output.picture.file 'leads out'
outside "output: {report: ../report.json}" output.report 'leads out' "$T/report.json"
outside "output: {folder: out, report: .bashrc}" output.report 'is a hidden file'
outside "monitors: {../m: {$probe}}" monitors "'../m' leads out" "$T/m.csv"
outside "monitors: {a: {file: ../m.csv, $probe}}" monitors "'../m.csv' leads out"
expect 0 "$nudge" check "$q" $small --trust

# Within the folder, thrown away, or chosen on the command line: nothing to ask.
write_problem "$q" "output: {folder: out, energy: {file: ./sub/e.csv}, report: /dev/null}" "monitors: {a.b: {$probe}}"
expect 0 "$nudge" run "$q" $small
[ -e "$T/in/out/sub/e.csv" ] && [ -e "$T/in/out/a.b.csv" ] || bad "outputs are not where they should be"
expect 0 "$nudge" run "$q" $small --set output.energy.file="$T/set.csv" --set monitors.a2="{file: ../m2.csv, $probe}"
[ -e "$T/set.csv" ] && [ -e "$T/in/m2.csv" ] || bad "what --set names was not written"
# An output folder elsewhere needs the same word, and the page tells where it is.
write_problem "$q" "output: {folder: ../results}"
for command in run check; do
    mistake 1 "output.folder: '../results' leads out of the problem file's folder.*--set output.folder=../results" "$nudge" $command "$q" $small
done
[ -e "$T/results" ] && bad "a folder was made that is refused"
expect 0 "$nudge" run "$q" $small --set output.folder="$T/chosen"
expect 0 "$nudge" run "$q" $small --allow-outside
says "^output     in ../results, outside the problem file's folder$"
[ -e "$T/results/run.json" ] || bad "nothing is in ../results"
finish
