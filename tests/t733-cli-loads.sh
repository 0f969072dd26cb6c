#!/usr/bin/env bash
# Lumped circuits of R, L and C across a line between plates of impedance 0.5, against the reflection and transmission of an
# impedance across a line: S11 = -y / (2 + y), S21 = 2 / (2 + y), y = 0.5 / Z; in series and parallel, also with values that
# are stiff. The same bits on two ranks and after a resume.
# Arguments: few | all VARIANT PRECISION INTEGRATOR | stiff | stored | mistakes | same | example
# PLAIN: few simd double linear
# PLAIN: few bernstein single lsrk4
# LONG: all simd double linear
# LONG: all plain double lsrk14
# PLAIN: stiff
# PLAIN: stored
# RUN: mistakes
# PLAIN: same
# LONG: example
. "$(dirname "$0")/cli.bash"
cp "$(dirname "$0")/meshes/sheet.msh" "$T"
cat >"$T/load.yaml" <<'END2'
law: maxwell
mesh: {file: sheet.msh}
order: 2
precision: double
boundaries: {low: pec, high: pec, sides: pmc, default: absorbing}
ports:
  one: {boundary: in, section: {}, shift: 1}
  two: {boundary: out, section: {}, shift: 1}
loads:
  gap: {boundary: sheet, direction: [0, 1, 0], resistance: 0.3}
sparameters: {band: [0.05, 0.3], points: 6}
time: {end: 50}
output: {folder: results}
END2
# circuit CONNECTION R L C: 0: none.
circuit() {
    quiet "$nudge" sparameters "$T/load.yaml" --device cpu "${how[@]}" --set "loads.gap={boundary: sheet, direction: [0, 1, 0], connection: $1, resistance: $2, inductance: $3, capacitance: $4}"
    python3 - "$T/results/sparameters.csv" "$@" <<'END2' || bad "circuit $*"
import cmath, csv, sys
connection, R, L, C = sys.argv[2], *map(float, sys.argv[3:6])
most = 0.002
worst = 0
for row in list(csv.reader(open(sys.argv[1])))[1:]:
    f, v = float(row[0]), list(map(float, row[1:]))
    s = 2j * cmath.pi * f
    if connection == "series":
        Z = R + s * L + (1 / (s * C) if C else 0)
    else:
        Z = 1 / ((1 / R if R else 0) + (1 / (s * L) if L else 0) + s * C)
    y = 0.5 / Z
    for at, want in ((0, -y / (2 + y)), (2, 2 / (2 + y)), (4, 2 / (2 + y)), (6, -y / (2 + y))):
        worst = max(worst, abs(complex(v[at], v[at + 1]) - want))
if not worst < most:
    print("differs by", worst)
    sys.exit(1)
END2
}
case $1 in
few | all)
    how=(--variant "$2" --precision "$3" --set "time.integrator=$4")
    circuit series 0.2 0.5 2
    circuit parallel 0.7 0.5 2
    [ "$1" = all ] || finish
    circuit series 0 0.5 2
    circuit parallel 0 0.5 2
    circuit series 0.3 0 2
    circuit series 0.3 0.5 0
    circuit parallel 0.3 0.5 0
    circuit parallel 0.3 0 0.4
    circuit series 0 0.5 0
    circuit series 0 0 0.4
    circuit parallel 0.3 0 0
    ;;
stored) # the energy is that of the circuit, too: little is lost in a closed line, and none comes back
    python3 "$(dirname "$0")/bent_box.py" 2 0.02 >"$T/bent.msh"
    sed -e '/^ports:/,/^  two:/d' -e '/^sparameters:/d' "$T/load.yaml" >"$T/closed.yaml"
    stored() { # NAME VARIANT PRECISION SETTING...
        expect 0 "$nudge" run "$T/closed.yaml" --device cpu --order 4 --variant "$2" --set "precision=$3" --set time.end=8 --set 'output={folder: results, energy: {file: energy.csv, every: 0.05}}' "${@:4}"
        awk -F, -v room="$([ "$3" = single ] && echo 1e-5 || echo 1e-12)" 'NR == 2 { first = $2 }
            NR > 2 && $2 > before * (1 + room) { print "rises at", $1; exit } { before = $2 }
            END { if (ENVIRON["TEST_SHOW"]) print before " after " first >"/dev/stderr"; if (!(before > 0.97 * first && before < first)) print before " after " first }' "$T/results/energy.csv" >"$T/off"
        [ -s "$T/off" ] && bad "energy of $1, $2: $(cat "$T/off")"
    }
    line=(--set 'boundaries={low: pec, high: pec, sides: pmc, default: pec}' --set 'initial={Ey: "zc < 1 ? sin(pi*z)^2 : 0"}')
    for values in 'connection: parallel, inductance: 0.3, capacitance: 0.4' 'connection: series, inductance: 0.3, capacitance: 0.4' \
        'inductance: 0.3' 'capacitance: 0.4'; do
        stored "$values" simd double "${line[@]}" --set "loads.gap={boundary: sheet, direction: [0, 1, 0], $values}"
    done
    stored single bernstein single "${line[@]}" --set "loads.gap={boundary: sheet, direction: [0, 1, 0], $values}"
    stored bent simd double --set mesh.file=bent.msh --set 'boundaries={metal: pec, magnetic: pmc, default: pec}' \
        --set 'initial={Ey: "xc < 1 ? sin(pi*x)^2 : 0"}' \
        --set 'loads.gap={boundary: film, direction: [0, 1, 0], connection: parallel, inductance: 0.3, capacitance: 0.4}'
    ;;
stiff) # nearly a short-circuit, and nearly open; the last takes shorter time steps
    how=()
    circuit series 0 0 1e4
    circuit parallel 0 1e4 0.02
    ;;
mistakes)
    mistake 1 'loads.gap: its circuit follows fields at the rate .*times shorter.*: check the units' \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 1, 0], capacitance: 1e-9}'
    mistake 1 'loads.gap: its circuit follows fields at the rate' \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 1, 0], inductance: 1e-9}'
    mistake 1 "load 'gap' has neither resistance nor inductance nor capacitance" \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 1, 0]}'
    mistake 1 'loads.gap.boundary is missing: the name of a tagged rectangle inside the mesh' \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={direction: [0, 1, 0], resistance: 1}'
    mistake 1 "loads.gap.inductance must be an inductance, 0 or above, not '8 nm'; 'nm' is a unit of lengths: .* units fH pH nH uH mH H" \
        "$nudge" check "$T/load.yaml" --device cpu --set units=si --set 'loads.gap={boundary: sheet, direction: [0, 1, 0], inductance: 8 nm}'
    mistake 1 "loads.gap.resistance must be a resistance, 0 or above, not '50 Ohm'; a unit needs 'units: si': natural units know no ohms" \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 1, 0], resistance: 50 Ohm}'
    mistake 1 'loads.gap: direction must lie in the surface' \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 0, 1], resistance: 1}'
    expect 0 "$nudge" check "$T/load.yaml" --device cpu
    says "^  sheet +[0-9]+ +inside the mesh: load 'gap'$"
    grep -q transparent "$T/out" && bad "a load is called transparent"
    mistake 1 'loads.gap: no conductor .* touches the rectangle at the end of .direction.; turn' \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 1, 0], resistance: 1}' --set boundaries.high=pmc
    mistake 1 'loads.gap: no conductor .* at the beginning of .direction.' \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.gap={boundary: sheet, direction: [0, 1, 0], resistance: 1}' --set boundaries.low=absorbing
    mistake 1 "loads.gap: boundary 'sheet' has the condition pec; remove it from .boundaries.: a lumped circuit" \
        "$nudge" check "$T/load.yaml" --device cpu --set boundaries.sheet=pec
    mistake 1 "loads.gap: its surface is also that of 'more'|loads.more: its surface is also that of 'gap'" \
        "$nudge" check "$T/load.yaml" --device cpu --set 'loads.more={boundary: sheet, direction: [0, 1, 0], resistance: 1}'
    case $NUDGE_BUILD in *sanitize) finish ;; esac
    # Inductance and capacitance between a lumped port and the line: three ports, of which the third is joined to the others.
    quiet "$nudge" sparameters "$T/load.yaml" --device cpu --order 2 --set 'loads={}' \
        --set 'ports.gap={boundary: sheet, lumped: {direction: [0, -1, 0], resistance: 0.5, inductance: 0.5, capacitance: 2, connection: series}}'
    python3 - "$T/results/sparameters.csv" <<'END2' || bad "a port with a series circuit"
import cmath, csv, sys
worst = 0
for row in list(csv.reader(open(sys.argv[1])))[1:]:
    f, v = float(row[0]), list(map(float, row[1:]))
    s = 2j * cmath.pi * f
    Z = 0.25 + s * 0.5 + 1 / (s * 2)  # both lines, and the circuit
    worst = max(worst, abs(complex(v[16], v[17]) - (Z - 0.5) / (Z + 0.5)))
    y = 0.5 / (0.5 + s * 0.5 + 1 / (s * 2))
    worst = max(worst, abs(complex(v[0], v[1]) + y / (2 + y)), abs(complex(v[2], v[3]) - 2 / (2 + y)))
if not worst < 0.002:
    print("differs by", worst)
    sys.exit(1)
END2
    ;;
example) # examples/load: 50 ohms, in SI units
    cp "$(dirname "$0")"/../examples/load/load.{yaml,msh} "$T"
    quiet "$nudge" sparameters "$T/load.yaml" --device cpu --order 1 --output "$T/example"
    python3 - "$T/example/sparameters.csv" <<'END2' || bad "examples/load"
import cmath, csv, sys
worst = 0
rows = list(csv.reader(open(sys.argv[1])))[1:]
for row in rows:
    v, s = list(map(float, row[1:])), 2j * cmath.pi * float(row[0])
    y = 376.730313668 * 0.1327 / (1 + s * 2e-9 + 1 / (s * 1.4e-12))
    for at, want in ((0, -y / (2 + y)), (2, 2 / (2 + y)), (4, 2 / (2 + y)), (6, -y / (2 + y))):
        worst = max(worst, abs(complex(v[at], v[at + 1]) - want))
if not worst < 2e-3 or len(rows) != 81:
    print("differs by", worst, "in", len(rows), "rows")
    sys.exit(1)
END2
    ;;
same)
    export OMP_NUM_THREADS=1
    . "$(dirname "$0")/mpi.bash"
    set_gap='loads.gap={boundary: sheet, direction: [0, 1, 0], connection: parallel, inductance: 0.5, capacitance: 2}'
    run() { "$nudge" run "$T/load.yaml" --device cpu --order 2 --precision single --set "$set_gap" --set sparameters.excite=one --set "output.folder=$1" --checksum "${@:2}"; }
    expect 0 run one
    grep checksum "$T/out" >"$T/want"
    expect 0 ranks 2 "$nudge" run "$T/load.yaml" --device cpu --order 2 --precision single --set "$set_gap" --set sparameters.excite=one --set output.folder=two --checksum
    grep checksum "$T/out" | cmp - "$T/want" || bad "other fields on two ranks"
    cmp "$T/one/ports.csv" "$T/two/ports.csv" || bad "other voltages on two ranks"
    # The wave has met the circuit, and states are not zero.
    expect 0 run part --set time.end=35 --set time.dt=0.1 --checkpoint-every 1h
    expect 0 run whole --set time.end=60 --set time.dt=0.1
    grep checksum "$T/out" >"$T/want"
    expect 0 run part --set time.end=60 --set time.dt=0.1 --resume
    grep checksum "$T/out" | cmp - "$T/want" || bad "other fields after a resume"
    cmp "$T/whole/ports.csv" "$T/part/ports.csv" || bad "other voltages after a resume"
    ;;
esac
finish
