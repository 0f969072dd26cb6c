#!/usr/bin/env bash
# nudge run and nudge check: printed lines, written files, and every option.
# shellcheck disable=SC2016
. "$(dirname "$0")/cli.bash"

write_problem "$T/cavity.yaml" 'output:' '  fields: {file: cavity.pvd, every: 0.05}' '  energy: {file: e/energy.csv}'
expect 0 "$nudge" run "$T/cavity.yaml"
says '^problem .*cavity.yaml' '^mesh .* 48 elements, 1 region \(box\), 6 boundaries' '^order +3, double' '5760 DOFs' \
    '^device +cpu' '^memory +[0-9.]+ MB' '^time step .*element [0-9]+ in region box' '^steps +[0-9]+, to t = 0.25' \
    '^step .*energy .*DOF/s .*left' '^finished at t = 0.25' 'DOF/s' 'wrote .*cavity.pvd' 'wrote .*energy.csv' 'wrote .*run.json'
[ -s "$T/err" ] && bad "stderr is not empty: $(cat "$T/err")"
grep -q $'\r' "$T/out" && bad "a carriage return outside a terminal"
lines=$(grep -c '^step ' "$T/out")
{ [ "$lines" -ge 4 ] && [ "$lines" -le 20 ]; } || bad "$lines progress lines"
error=$(sed -n 's/^relative L2 error //p' "$T/out")
python3 - "$error" "$T" <<'END' || bad "the run's files are not as they should be"
import json, os, sys, xml.etree.ElementTree as ET
error, folder = float(sys.argv[1]), sys.argv[2]
assert 1e-6 < error < 2e-2, error
run = json.load(open(folder + "/run.json"))
assert run["outcome"] == "finished" and abs(run["run"]["error"] / error - 1) < 1e-3, run
sets = ET.parse(folder + "/cavity.pvd").findall(".//DataSet")
assert [round(float(s.get("timestep")), 9) for s in sets] == [0, .05, .1, .15, .2, .25], sets
assert all(os.path.getsize(os.path.join(folder, s.get("file"))) > 1000 for s in sets)
rows = open(folder + "/e/energy.csv").read().split()
assert rows[0] == "time,energy" and [float(r.split(",")[0]) for r in (rows[1], rows[-1])] == [0, 0.25], rows
END

# Energy: every 100 evaluations, of which steps as short as these have 8, or 5 by lsrk4; or when asked for.
energy_times() {
    expect 0 "$nudge" run "$T/cavity.yaml" --order 1 --set time.dt=0.0025 --set "output.energy.every=$1" "${@:2}"
    tail -n +2 "$T/e/energy.csv" | awk -F, '{ printf "%.3g ", $1 }'
}
[ "$(energy_times 0)" = "0 0.03 0.06 0.09 0.12 0.15 0.18 0.21 0.24 0.25 " ] || bad "energy every 12 steps came at $(energy_times 0)"
[ "$(energy_times 0 --set time.integrator=lsrk4)" = "0 0.05 0.1 0.15 0.2 0.25 " ] || bad "energy every 20 steps came otherwise"
[ "$(energy_times 0.08)" = "0 0.08 0.16 0.24 0.25 " ] || bad "energy every 0.08 came at $(energy_times 0.08)"

write_problem "$T/p.yaml"
expect 0 "$nudge" check "$T/p.yaml"
says '^order +3, double' '^steps'
grep -q '^step ' "$T/out" && bad "check took steps"
expect 0 "$nudge" check --order 2 --precision=single --device cpu --law maxwell --set time.end=0.5 \
    --set 'mesh.box.divisions=[3, 1, 2]' --set time.cfl=0.5 -- "$T/p.yaml"
says '36 elements' '^order +2, single' 't = 0.5' 'cfl 0.5'
expect 0 "$nudge" check "$T/p.yaml" --verbose
warns '^nudge: 48 elements'
expect 0 "$nudge" run "$T/p.yaml" --set time.dt=0.02 --order 1
says 'as the problem says'

# Paths on the command line are relative to the current folder, those in the file to the file.
mkdir "$T/deep" && cp tests/meshes/paper_box_K475.msh "$T/deep/m.msh"
sed 's/^  box: .*/  file: m.msh/' "$T/p.yaml" >"$T/deep/p.yaml"
expect 0 "$nudge" check "$T/deep/p.yaml" --order 1
says '475 elements'
"$nudge" show law >"$T/mine.law"
expect 0 bash -c 'cd "$1" && "$2" check deep/p.yaml --order 1 --law ./mine.law' _ "$T" "$(readlink -f "$nudge")"

# Two more layers on each side of the box, or of the file.
expect 0 "$nudge" run "$T/p.yaml" --order 1 --set 'mesh.pml={layers: 2, thickness: 0.5}' --set mesh.box.h=0.5 --set 'exact={Ey: 0}'
says '1296 elements, 2 regions \(box, box.pml\), 6 boundaries'
expect 0 "$nudge" check "$T/p.yaml" --order 1 --set 'mesh.pml={thickness: 0.5}' --set 'mesh.box.periodic=[x, z]'
says '240 elements'
expect 0 "$nudge" check "$T/deep/p.yaml" --order 1 --set 'mesh.pml={thickness: 0.5, sides: [xmin]}'
says 'regions \(vacuum, vacuum.pml\), 1 boundary'
# Against an exact solution of zero no error is relative.
expect 0 "$nudge" run "$T/p.yaml" --order 1 --set 'exact={Ey: 0}'
says '^absolute L2 error [0-9]'
finish
