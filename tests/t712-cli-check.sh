#!/usr/bin/env bash
# nudge check: the page it prints, warnings, refusals, exit statuses; nudge run prints the same.
# shellcheck disable=SC2016
. "$(dirname "$0")/cli.bash"
p=$T/p.yaml

# A dipole of some frequency in a cavity of 2 x 2 x 2 bricks of edge 1/2, order 3, and all sorts of monitors.
write_problem "$p" 'sources:' '  ant:' '    dipole: {at: [0.4, 0.55, 0.65], moment: [0, 0, 1]}' \
    '    waveform: {sine: {frequency: 0.8}}'
sed -i -E 's/^boundaries.*/boundaries: {default: pec, zmax: impedance 2.5}/; s/divisions: /periodic: [y], &/' "$p"
expect 0 "$nudge" check "$p"
[ -s "$T/err" ] && bad "stderr is not empty: $(cat "$T/err")"
says '^problem .*p.yaml' '^memory +[0-9.]+ MB' '^time step' '^steps' '^expected +about .* for the time steps \([0-9]+ steps of 24 evaluations, [0-9.e+-]+ ms per evaluation\); writing outputs takes additional time' \
    '^resolution 5.9[0-9]* points per wavelength or more, at 0.8; least in region box' \
    '^  box +48  air +1 +0.63 +0.866 +1.25 +5.9[0-9]* +5.9[0-9]*$' 'at 0.8, the highest frequency of source ant' \
    '^elements with the shortest steps, which limit the time step$' '^boundary +faces +area +condition' \
    '^  xmin +8 +1  pec$' '^  zmax +8 +1  impedance 2.5$' '^  ymin +8 +periodic$' '^  8 pairs of faces are joined' \
    '^  ant: electric dipole at \(0.4, 0.55, 0.65\); sine, frequency 0.8'
grep -q '^step ' "$T/out" && bad "check took steps"
# A point source at a corner of elements, on an edge, and on the surface of the mesh.
"$nudge" check "$p" --set 'sources.ant.dipole.at=[0.5,0.5,0.5]' 2>"$T/err" >/dev/null || bad "check fails"
grep -qE "source 'ant' lies on a corner of element [0-9]+, where its field may be less accurate; move it into an element, for example to \[" "$T/err" ||
    bad "no warning: $(cat "$T/err")"
"$nudge" check "$p" --set 'sources.ant.dipole.at=[0.5,0.5,1]' 2>"$T/err" >/dev/null && [ ! -s "$T/err" ] || bad "warned: $(cat "$T/err")"
"$nudge" check "$p" --set 'sources.ant.dipole.at=[0.4,0.5,0.5]' 2>"$T/err" >/dev/null && [ ! -s "$T/err" ] || bad "warned: $(cat "$T/err")"
# The element that sets the step is the first of the table.
[ "$(sed -nE 's/^time step .* is set by element ([0-9]+).*/\1/p' "$T/out")" = "$(sed -n '/^elements with/{n;n;p}' "$T/out" | awk '{ print $1 }')" ] ||
    bad "another element sets the step: $(cat "$T/out")"
[ "$(grep -c '  box$' "$T/out")" -eq 10 ] || bad "not ten elements: $(cat "$T/out")"
# A whole number of steps lies between two rows of a probe: two of 16 evaluations, rather than two of 24.
expect 0 "$nudge" check examples/room/room.yaml --order 5
says '^time step +500 us;' '[0-9]+ steps of 16 evaluations'
[ -e "$T/run.json" ] && bad "check wrote something"

# No sources: nothing is known of frequencies.
write_problem "$T/still.yaml"
expect 0 "$nudge" check "$T/still.yaml"
says '^  box +48  air .* 0.952[0-9]*$' 'frequency with 5 points per wavelength'
grep -q '^resolution' "$T/out" && bad "a resolution without a source"

# A warning, and a mesh that cannot hold the waves.
expect 0 "$nudge" check "$p" --set sources.ant.waveform.sine.frequency=1.5
warns "^nudge: warning: region 'box' has 3.2 points per wavelength at 1.5, the highest frequency of source 'ant'"
for command in run check; do
    mistake 1 "p.yaml:[0-9]+: source 'ant' reaches the frequency 30, which the mesh cannot resolve: region 'box' has 0.16 points" \
        "$nudge" $command "$p" --set sources.ant.waveform.sine.frequency=30
done
grep -q '"outcome": ".*the mesh cannot resolve' "$T/run.json" || bad "the report does not say why the run was refused"
[ "$(cd "$T" && ls -A *.csv *.pvd *.png 2>/dev/null)" ] && bad "a run that was refused wrote something"

# A run without end, and a mesh that is not made yet.
expect 0 "$nudge" check "$T/still.yaml" --set time.end=1e12
says '^expected +about [0-9.e+]+ (days|years)'
warns 'steps of [0-9.e-]+ to t = 1e\+12 would take [0-9.e+]+ days; check time.end'
touch "$T/later.geo"
mistake 1 'mesh.file: .*later.msh: does not exist yet; make it from its geometry: gmsh -3 -format msh41 -bin .*later.geo' \
    "$nudge" check "$p" --set mesh.file=later.msh

# Waveforms and monitors of all kinds are told.
expect 0 "$nudge" check "$p" --set 'sources.ant.waveform={pulse: {frequency: 0.5, bandwidth: 0.4}}' \
    --set 'monitors={a: {probe: {at: [0.5, 0.5, 0.5]}}, b: {fourier: {frequencies: [0.4, 0.6], plane: z, at: 0.25}}}'
says 'pulse, frequencies 0.2551 to 0.7449' '^  a: probe at \(0.5, 0.5, 0.5\)' \
    '^  b: fields on the plane z = 0.25, at 2 frequencies from 0.4 to 0.6'
expect 0 "$nudge" check "$p" --set 'sources.ant.waveform={expression: sin(t)}'
says 'expression, frequencies not known' '1 source of a waveform whose frequencies are not known'

# A run tells the same, and goes on.
expect 0 "$nudge" run "$T/still.yaml" --order 1
says '^expected' '^boundary +faces' '^elements with the shortest steps, which limit the time step' '^finished'

# Elements of different sizes: the largest are told, and warned of where they hold a part of the volume.
python3 - >"$T/graded.msh" <<'END'
import itertools
x = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 2.5]
at = lambda i, j, k: 1 + i + 7 * (j + 2 * k)
print("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n28")
for k, j, i in itertools.product(range(2), range(2), range(7)):
    print(at(i, j, k), x[i], 0.1 * j, 0.1 * k)
print("$EndNodes\n$Elements\n36")
n = 0
for i in range(6):
    for order in itertools.permutations(range(3)):
        v, corner = [i, 0, 0], [at(i, 0, 0)]
        for axis in order:
            v[axis] += 1
            corner.append(at(*v))
        n += 1
        print(n, 4, 2, 1, 1, *corner)
print("$EndElements")
END
cat >"$T/graded.yaml" <<'END'
law: maxwell
mesh: {file: graded.msh}
order: 3
boundaries: {default: absorbing}
sources: {ant: {dipole: {at: [0.25, 0.03, 0.06], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 0.5, bandwidth: 0.4}}}}
time: {end: 60}
END
expect 0 "$nudge" check "$T/graded.yaml"
says '^resolution 2\.[0-9]+ points per wavelength or more'
warns "region .* has, in 80 % of its volume, fewer than 5 points per wavelength, 2\.[0-9]+ at the least, at 0.7449"

# Monitors that ask for what the mesh or the run does not hold; nothing at all.
fields='monitors={f: {fourier: {plane: z, at: 0.05, frequencies: [0.5]}}}'
expect 0 "$nudge" check "$T/graded.yaml" --set time.end=9 --set "$fields"
warns "the run ends at t = 9, and source 'ant' radiates until 1[0-9.]+: what monitors find"
expect 0 "$nudge" check "$T/graded.yaml" --set "$fields"
grep -q 'the run ends at' "$T/err" && bad "a source that has ended is said to go on"
expect 0 "$nudge" check "$T/graded.yaml" --set sources={} --set 'initial={Ex: x}' --set "$fields" --set 'monitors.f.fourier.frequencies=[9]'
warns "monitor 'f' has the frequency 9, at which region .* has 1[0-9.]* points per wavelength"
expect 0 "$nudge" check "$T/graded.yaml" --set sources={}
warns 'there are no sources and no initial fields: nothing will happen'
# A program without Cairo computes, and says once that it does not draw.
expect 0 env NUDGE_CAIRO=libno-cairo.so "$nudge" run "$T/graded.yaml" --set time.end=0.01 --set "output={folder: drawn, picture: {file: p.png}}"
warns 'pictures need Cairo, and libno-cairo.so was not found; install it .apt-get install libcairo2 fonts-dejavu-core.'
[ "$(grep -c Cairo "$T/err")" -eq 1 ] || bad "it is said more than once"
[ -e "$T/drawn/run.json" ] && [ ! -e "$T/drawn/p.png" ] && ! grep -q 'p\.png' "$T/out" || bad "a picture without Cairo"
expect 0 env NUDGE_CAIRO=libno-cairo.so "$nudge" check "$T/graded.yaml"
grep -q Cairo "$T/err" && bad "Cairo is missed where there is nothing to draw"
expect 0 "$nudge" help check
says 'points per wavelength' 'exits with 1'
finish
