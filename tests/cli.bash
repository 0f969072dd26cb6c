# What the command line's tests share: sourced by tests/t7*-cli-*.sh. Each works in its own folder, $T.
set -u
nudge=$NUDGE_BUILD/nudge
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
failures=0

bad() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

# expect STATUS COMMAND...: the exit status; output goes to $T/out and $T/err, which are shown when it is another.
expect() {
    local want=$1 got=0
    shift
    "$@" >"$T/out" 2>"$T/err" || got=$?
    [ $got -eq "$want" ] || bad "exit status $got, not $want: $*"$'\n'"$(head -n 5 "$T/out" "$T/err")"
}

# Patterns that must stand in the output, or in what went to stderr.
says() { local w; for w; do grep -Eq -- "$w" "$T/out" || bad "stdout lacks '$w':"$'\n'"$(head -n 30 "$T/out")"; done; }
warns() { local w; for w; do grep -Eq -- "$w" "$T/err" || bad "stderr lacks '$w':"$'\n'"$(head -n 30 "$T/err")"; done; }

# mistake STATUS PATTERN COMMAND...: one line on stderr, starting with "nudge: ", with the pattern.
mistake() {
    local pattern=$2
    expect "$1" "${@:3}"
    warns "$pattern"
    [ "$(wc -l <"$T/err")" -eq 1 ] && grep -q '^nudge: ' "$T/err" || bad "not one message: ${*:3}"$'\n'"$(cat "$T/err")"
}

# quiet COMMAND...: works, and says nothing on stderr.
quiet() {
    expect 0 "$@"
    [ -s "$T/err" ] && bad "stderr is not empty: $*"$'\n'"$(cat "$T/err")"
}

# write_mesh_problem FILE MESH: a small problem on a mesh file.
write_mesh_problem() {
    cat >"$1" <<END
law: maxwell
mesh: {file: $2}
order: 1
materials: {glass: {epsilon: 2}}
regions: {default: glass}
boundaries: {default: pec}
initial: {Ey: "exp(-20*(x-0.5)^2)"}
time: {end: 0.01}
END
}

# write_problem FILE [LINE]...: a small problem that has everything, and lines added to it.
write_problem() {
    cat >"$1" <<'END'
law: maxwell
units: natural
mesh:
  box: {size: [1, 1, 1], divisions: [2, 2, 2]}
order: 3
precision: double
materials:
  air: {epsilon: 1, mu: 1}
regions: {default: air}
boundaries: {default: pec}
initial:
  Ey: sin(pi*x)*sin(pi*z)
exact:
  Ey: sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t)
  Hx: sin(pi*x)*cos(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)
  Hz: -cos(pi*x)*sin(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)
time: {end: 0.25}
END
    local line
    for line in "${@:2}"; do printf '%s\n' "$line" >>"$1"; done
}

finish() { [ $failures -eq 0 ]; exit; }
