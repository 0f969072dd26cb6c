#!/usr/bin/env bash
# Monitors from the command line: printed and written results, also after a stop, and mistakes before the first step.
. "$(dirname "$0")/cli.bash"

write_problem "$T/p.yaml" 'monitors:' '  point: {probe: {at: [0.3, 0.3, 0.3]}}' \
    '  all: {file: deep/all.h5, fourier: {regions: [box], frequencies: [0.5]}}' '  cut: {fourier: {plane: y, at: 0.5, frequencies: [0.5, 1]}}'
expect 0 "$nudge" run "$T/p.yaml"
says 'wrote .*/point.csv$' 'wrote .*/deep/all.h5$' 'wrote .*/cut.h5 and .png$'
python3 - "$T" <<'END' || bad "the files of monitors are not as they should be"
import json, math, sys
folder = sys.argv[1]
run = json.load(open(folder + "/run.json"))
assert run["outcome"] == "finished" and run["run"]["ended_by"] == "time", run
rows = open(folder + "/point.csv").read().split()
assert rows[0] == "time,Ex,Ey,Ez,Hx,Hy,Hz" and len(rows) == run["run"]["steps"] + 2, rows
for row in rows[1:]:
    t, _, Ey = [float(x) for x in row.split(",")][:3]
    assert abs(Ey - math.sin(.3 * math.pi) ** 2 * math.cos(math.sqrt(2) * math.pi * t)) < 0.01, row
for name in ["deep/all.h5", "cut.h5"]:
    assert open(folder + "/" + name, "rb").read(8) == b"\x89HDF\r\n\x1a\n", name
assert open(folder + "/cut.png", "rb").read(4) == b"\x89PNG"
END

# What there is until a run is stopped is written.
rm -f "$T"/*.csv "$T"/*.h5 "$T"/deep/*
"$nudge" run "$T/p.yaml" --set time.end=1e5 --order 1 >"$T/out" 2>"$T/err" &
pid=$!
for _ in $(seq 600); do # until it is under way
    [ "$(wc -l 2>/dev/null <"$T/point.csv")" -gt 3 ] 2>/dev/null && break
    sleep 0.1
done
kill -INT $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || bad "exit status $status after an interrupt: $(cat "$T/err")"
python3 - "$T" <<'END' || bad "monitors are not written when a run is stopped"
import json, sys
folder = sys.argv[1]
run = json.load(open(folder + "/run.json"))
assert run["outcome"] == "stopped" and run["run"]["ended_by"] == "stop", run
rows = open(folder + "/point.csv").read()
assert rows.endswith("\n") and len(rows.split()) == run["run"]["steps"] + 2
for name in ["deep/all.h5", "cut.h5"]:
    assert open(folder + "/" + name, "rb").read(8) == b"\x89HDF\r\n\x1a\n", name
END

# A body, the region "near" around it and "far" around both: 5 x 5 x 5 bricks.
python3 tests/nested-mesh.py >"$T/nested.msh"
cat >"$T/open.yaml" <<'END'
law: maxwell
mesh: {file: nested.msh}
order: 1
materials: {air: {epsilon: 1}, glass: {epsilon: 4}}
regions: {default: air, body: glass}
boundaries: {default: absorbing}
time: {end: 100}
END

# try [PATTERN] MONITOR [LINE]...: with this monitor (and lines) the problem is refused for the reason, or fine without one.
try() {
    { cat "$T/open.yaml"; printf 'monitors:\n  it: %s\n' "$2"; for line in "${@:3}"; do printf '%s\n' "$line"; done; } >"$T/q.yaml"
    if [ -n "$1" ]; then mistake 1 "$1" "$nudge" check "$T/q.yaml"; else expect 0 "$nudge" check "$T/q.yaml"; fi
}
wave() { printf 'sources: {%s: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]%s}, waveform: {sine: {frequency: 0.1}}}}' "$1" "$2"; }

try '' '{probe: {at: [1, 1, 1]}}'
try "q.yaml:9: monitors.it: the point \[7, 1, 1\] lies outside of the mesh; the nearest point inside is \[5, 1, 1\], 2 away" '{probe: {at: [7, 1, 1]}}'
try "file 'x.dat' must end in .csv" '{file: x.dat, probe: {at: [1, 1, 1]}}'
try "file 'x.csv' must end in .h5" '{file: x.csv, fourier: {plane: x, at: 1, frequencies: [0.1]}}'
try '' '{fourier: {plane: x, at: 1, frequencies: [0.1]}}'
try 'the plane x = 9 misses the mesh, which lies between x = 0 and 5' '{fourier: {plane: x, at: 9, frequencies: [0.1]}}'
try "region 'nera' is not in the mesh \(did you mean 'near'\?\); the mesh has: far, near, body" '{fourier: {regions: [nera], frequencies: [0.1]}}'
try 'no elements in these regions' '{fourier: {regions: [], frequencies: [0.1]}}'
try 'frequencies is empty' '{fourier: {regions: [near], frequencies: []}}'
try 'the frequency 100 is above [0-9.]+, the highest that steps of [0-9.]+ resolve' '{fourier: {regions: [near], frequencies: [0.1, 100]}}'
try '' '{power: {around: [body], frequencies: [0.1]}}'
try "boundary 'wall' is not in the mesh" '{power: {boundary: wall, frequencies: [0.1]}}'
try 'there is no such surface: the regions have no neighbours' '{power: {around: [], frequencies: [0.1]}}'
try '' '{far_field: {around: [body, near], frequencies: [0.1]}}'
try '' '{far_field: {around: [body, near, far], frequencies: [0.1]}}'
try 'frequencies above 0' '{far_field: {around: [body, near], frequencies: [0]}}'
try "cuts a body: it lies between regions 'body' and 'near', which are of different materials" '{far_field: {around: [body], frequencies: [0.1]}}'
try "cuts a body: it lies between regions 'near' and 'body'" '{far_field: {around: [near], frequencies: [0.1]}}'
try '' '{far_field: {around: [body, near], frequencies: [0.1]}}' "$(wave w ', total: [body, near]')"
try '' '{far_field: {around: [body, near, far], frequencies: [0.1]}}' "$(wave w ', total: [body, near]')"
sed -i 's/body: glass/body: air/; /^materials/s/, glass: {[^}]*}//' "$T/open.yaml"
try '' '{far_field: {around: [body], frequencies: [0.1]}}'
try 'nothing in these regions radiates or scatters' '{far_field: {around: [body], frequencies: [0.1]}}' \
    'sources: {ant: {dipole: {at: [0.3, 0.3, 0.4], moment: [0, 0, 1]}, waveform: {sine: {frequency: 0.1}}}}'
try '' '{far_field: {around: [body, near], frequencies: [0.1]}}' "$(wave w ', total: [body]')"
warns "^nudge: warning: .*far field 'it': no wall, body or source lies inside its surface"
expect 0 "$nudge" check "$T/q.yaml" --set 'materials.teflon={epsilon: 2.1}'
warns "^nudge: warning: .*material 'teflon' is not used by any region"
mistake 1 "region 'default' is of material 'vaccum'.*did you mean 'vacuum'" "$nudge" check "$T/open.yaml" --set 'regions={default: vaccum}'
mistake 1 "boundary 'default': a PML is not a boundary condition.*mesh.pml" "$nudge" check "$T/open.yaml" --set 'boundaries={default: PML}'
try 'both sides of the surface hold total fields' '{far_field: {around: [body], frequencies: [0.1]}}' "$(wave w ', total: [body, near]')"
try 'monitors.it and monitors.other are one file, .*it.csv' '{probe: {at: [1, 1, 1]}}' '  other: {file: it.csv, probe: {at: [2, 1, 1]}}'
try 'it.h5' '{far_field: {around: [body], frequencies: [0.1]}}' '  other: {file: it.h5, fourier: {plane: x, at: 1, frequencies: [0.1]}}'
sed -i 's/absorbing/pec/' "$T/open.yaml"
try 'reach no open boundary' '{far_field: {around: [body, near, far], frequencies: [0.1]}}'
sed -i 's/^boundaries.*/boundaries: {}/' "$T/open.yaml"
try 'an outer face of the mesh that has no name .* has no condition: add a default' '{probe: {at: [1, 1, 1]}}'

# Surfaces that end at a wall or where the mesh is periodic; a wall that is left outside; a current in the PML.
cat >"$T/above.yaml" <<'END'
law: maxwell
mesh:
  box: {size: [2, 2, 1], origin: [-1, -1, 0], divisions: [2, 2, 1]}
  pml: {layers: 2, thickness: 1, sides: [xmin, xmax, ymin, ymax, zmax]}
order: 2
boundaries: {zmin: pec, default: absorbing}
sources: {ant: {dipole: {at: [0.02, 0.03, 0.26], moment: [0, 0, 1]}, waveform: {sine: {frequency: 0.2}}}}
monitors: {it: {far_field: {around: [box], frequencies: [0.2]}}}
time: {end: 10}
END
mistake 1 "monitors.it: the surface is not closed: at \[.*\] it ends at boundary 'zmin', a body that it cuts or a wall" "$nudge" check "$T/above.yaml"
mistake 1 'monitors.it: the surface is not closed: .* far fields are of bodies that end' "$nudge" check "$T/above.yaml" \
    --set 'mesh.box.periodic=[x]' --set 'mesh.pml.sides=[ymin, ymax, zmin, zmax]' --set 'boundaries={default: absorbing}'
expect 0 "$nudge" check "$T/above.yaml" --set 'monitors={it: {power: {around: [box], frequencies: [0.2]}}}'
expect 0 "$nudge" check "$T/above.yaml" --set 'mesh.pml={layers: 2, thickness: 1}' --set 'boundaries={default: pec}'
grep -q 'outside its surface' "$T/err" && bad "walls behind the PML are warned of"
expect 0 "$nudge" check "$T/above.yaml" --set 'mesh.pml={layers: 2, thickness: 1}' --set 'boundaries={default: absorbing}' \
    --set 'sources={c: {current: {regions: [box.pml], x: 1}, waveform: {sine: {frequency: 0.2}}}}' --set monitors={}
warns "source 'c' is in region 'box.pml', a part of the PML"
cp "$T/open.yaml" "$T/q.yaml"
sed -i 's/^boundaries.*/boundaries: {default: pec}/; s/body: air/body: glass/; s/^materials.*/materials: {air: {epsilon: 1}, glass: {epsilon: 4}}/' "$T/q.yaml"
printf 'monitors: {it: {far_field: {around: [body, near], frequencies: [0.1]}}}\n' >>"$T/q.yaml"
expect 0 "$nudge" check "$T/q.yaml"
warns "monitor 'it' has a wall, boundary '.*' outside its surface"

# A wall behind the PML, where a wave is scattered; a dipole beside a wave.
pulse='waveform: {pulse: {frequency: 0.1, bandwidth: 0.15}}'
wave="w: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]}, $pulse}"
expect 0 "$nudge" check "$T/above.yaml" --set 'mesh.pml={layers: 2, thickness: 1}' --set 'boundaries={default: pec}' --set monitors={} --set "sources={$wave}"
warns "the wave of source 'w' is scattered by boundary '.*', behind the PML, as by a body; let that boundary be absorbing"
expect 0 "$nudge" check "$T/above.yaml" --set 'mesh.pml={layers: 2, thickness: 1}' --set 'boundaries={default: absorbing}' \
    --set "sources={${wave/\[1, 0, 0\]/[1, 0, 0], total: [box]}, d: {dipole: {at: [0.02, 0.03, 0.26], moment: [0, 0, 1]}, $pulse}}"
warns "monitor 'it' divides the fields of all sources together by the plane wave"

# A pulse that a short run does not come to is not taken for one that has begun.
expect 0 "$nudge" check "$T/above.yaml" --set monitors={} --set 'boundaries={default: absorbing}' --set time.end=5 \
    --set 'sources={w: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], total: [box]}, waveform: {pulse: {frequency: 0.1, bandwidth: 0.15}}}}' \
    --set 'mesh.pml={layers: 2, thickness: 1}'
finish
