#!/usr/bin/env bash
# Ports and loads at curved elements. A line between plates whose elements are bent, at both ends and at a lumped port across it:
# three equal impedances have S = -1/3 and 2/3; energy never grows. A round guide that ends in PMLs, and a coaxial line:
# nothing is reflected, and the phase is the exact one.
# Arguments: which, device, variant, precision, integrator. The PML of Runge-Kutta steps reflects more, at straight elements, too.
# RUN: bent cpu simd double linear
# PLAIN: noise cpu simd single linear
# PLAIN: noise cpu bernstein single lsrk4
# PLAIN: coax cpu bernstein single lsrk4
# PLAIN: round cpu simd double linear
# LONG: bent cpu plain double lsrk4
# LONG: bent opencl bernstein single linear
# LONG: coax opencl fused double lsrk4
# LONG: round opencl bernstein single linear
# LONG: noise opencl fused double linear
# NOSANITIZE: OpenCL drivers keep memory of their own
. "$(dirname "$0")/cli.bash"
here=$(dirname "$0")
python3 "$here/bent_box.py" 2 0.02 >"$T/bent.msh"
cp "$here"/meshes/{round,coax}-2.msh "$T"
how=(--device "$2" --variant "$3" --precision "$4" --set "time.integrator=$5")

# line NAME LENGTH CUTOFF REFLECTION DEGREES: |S11| is at most REFLECTION, and the phase of S21 within DEGREES of the exact one.
line() {
    expect 0 "$nudge" sparameters "$T/$1.yaml" "${how[@]}" # not quiet: compilers of OpenCL drivers warn
    awk -F, -v l="$2" -v kc="$3" -v most="$4" -v degrees="$5" 'NR > 1 { n++; pi = atan2(0, -1)
        phase = -sqrt((2 * pi * $1) ^ 2 - kc ^ 2) * l
        turn = atan2(cos(phase) * $7 - sin(phase) * $6, cos(phase) * $6 + sin(phase) * $7) * 180 / pi
        s = sqrt($2 ^ 2 + $3 ^ 2); t = sqrt($6 ^ 2 + $7 ^ 2)
        if (!(s < most) || !(turn ^ 2 < degrees ^ 2) || !((t - 1) ^ 2 < most ^ 2)) print $1 ": |S11| " s ", |S21| " t ", phase off by " turn }
        END { if (n != 3) print n " rows" }' "$T/$1/sparameters.csv" >"$T/off"
    [ -s "$T/off" ] && bad "$1: $(head -n 3 "$T/off")"
}
case $1 in
bent)
    cat >"$T/bent.yaml" <<'END'
law: maxwell
mesh: {file: bent.msh}
order: 2
boundaries: {metal: pec, magnetic: pmc, default: absorbing}
ports:
  one: {boundary: in, section: {}, shift: 1}
  two: {boundary: out, section: {}, shift: 1}
  gap: {boundary: film, lumped: {direction: [0, -1, 0], resistance: 1}}
sparameters: {band: [0.05, 0.3], points: 3}
time: {end: 30}
output: {folder: bent}
END
    expect 0 "$nudge" sparameters "$T/bent.yaml" "${how[@]}"
    awk -F, 'NR > 1 { n++; for (i = 0; i < 9; i++) { want = i % 4 ? 2 / 3 : 1 / 3; s = sqrt($(2 * i + 2) ^ 2 + $(2 * i + 3) ^ 2)
        if (!((s - want) ^ 2 < 4e-8) || (i % 4 == 0 && $(2 * i + 2) > 0)) print "element " i ": " $(2 * i + 2), $(2 * i + 3) } }
        END { if (n != 3) print n " rows" }' "$T/bent/sparameters.csv" >"$T/off"
    [ -s "$T/off" ] && bad "three impedances: $(head -n 3 "$T/off")"
    ;;
noise) # fields of every wavelength: what leaves and what the resistor takes makes the rest smaller
    cat >"$T/noise.yaml" <<'END'
law: maxwell
mesh: {file: bent.msh}
order: 2
boundaries: {metal: pec, magnetic: pmc, default: absorbing}
initial: {Ex: sin(997*x+1311*y*z+400*z), Ey: sin(1297*x*z+711*y), Ez: sin(577*x+811*y), Hy: sin(517*x+611*y+930*z*x), Hz: sin(457*x+711*y)}
loads: {gap: {boundary: film, direction: [0, -1, 0], resistance: 3}}
time: {end: 15}
output: {folder: noise, energy: {file: energy.csv, every: 0.25}}
END
    expect 0 "$nudge" run "$T/noise.yaml" "${how[@]}"
    awk -F, 'NR > 1 { n++; if (NR > 2 && $2 > last * (1 + 1e-6)) print "at " $1 ": " last " became " $2; last = $2 }
        END { if (n < 50) print n " rows" }' "$T/noise/energy.csv" >"$T/off"
    [ -s "$T/off" ] && bad "energy: $(head -n 3 "$T/off")"
    ;;
coax)
    cat >"$T/coax.yaml" <<'END'
law: maxwell
mesh: {file: coax-2.msh}
order: 3
boundaries: {wall: pec, in: absorbing, out: absorbing, default: pmc}
ports: {one: {boundary: in, section: {}}, two: {boundary: out, section: {}}}
sparameters: {band: [0.05, 0.25], points: 3}
time: {end: 30}
output: {folder: coax}
END
    line coax 2 0 0.001 0.02
    ;;
round)
    cat >"$T/round.yaml" <<'END'
law: maxwell
mesh: {file: round-2.msh, pml: {layers: 2, thickness: 1.2, sides: [zmin, zmax]}}
order: 3
boundaries: {wall: pec, electric: pec, magnetic: pmc, default: absorbing}
ports: {one: {boundary: in, section: {mode: TE1}}, two: {boundary: out, section: {mode: TE1}}}
sparameters: {band: [0.38, 0.5], points: 3}
time: {end: 80}
output: {folder: round}
END
    line round 1 1.841183781 0.001 0.05
    ;;
esac
finish
