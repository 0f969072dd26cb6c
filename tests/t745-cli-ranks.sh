#!/usr/bin/env bash
# nudge run on several ranks writes the same files as on one, but for the times in the report. Arguments: the ranks; "same":
# nothing but that.
# PLAIN: 2
# LONG: 3
# LONG: 8 same
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
n=$1
[ "${2:-}" != same ] || export OMP_NUM_THREADS=1 RANKS_TIMEOUT=300 # more ranks than cores

# The same problem on one rank and on several: all outputs, byte by byte, and the checksum.
same() {
    local problem=$1
    shift
    rm -rf "$T/one" "$T/several"
    expect 0 "$nudge" run "$problem" --device cpu --checksum --set "output.folder=$T/one" "$@"
    sum=$(grep '^checksum ' "$T/out")
    sed "s|$T/one|$T/several|g" "$T/err" >"$T/warnings"
    expect 0 ranks "$n" "$nudge" run "$problem" --device cpu --checksum --set "output.folder=$T/several" "$@"
    [ -n "$sum" ] && [ "$(grep '^checksum ' "$T/out")" = "$sum" ] || bad "$problem $*: $sum, and on $n ranks: $(cat "$T/out" "$T/err")"
    diff "$T/warnings" "$T/err" >"$T/differences" || bad "$problem $*: warnings differ: $(head -n 5 "$T/differences")"
    grep -q '"ranks": 1,' "$T/one/run.json" && grep -q "\"ranks\": $n," "$T/several/run.json" || bad "$problem: ranks in run.json"
    rm "$T/one/run.json" "$T/several/run.json"
    [ "$(ls "$T/one" | wc -l)" -gt 0 ] || bad "$problem: no outputs"
    diff -r "$T/one" "$T/several" >"$T/differences" || bad "$problem $*: $(head -n 5 "$T/differences")"
}

# A dipole at a corner of many elements, probes inside an element and on a face, a PML, sums over time, all sorts of outputs.
cat >"$T/dipole.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 1, 1], divisions: [4, 4, 3]}, pml: {layers: 1, thickness: 0.4}}
order: 2
materials: {air: {}}
boundaries: {default: absorbing}
sources:
  ant: {dipole: {at: [0.5, 0.5, 0.333333333333], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 1, bandwidth: 1}}}
monitors:
  inside: {probe: {at: [0.3, 0.7, 0.4]}}
  face: {probe: {at: [0.25, 0.25, 0.333333333333], every: 0.05}}
  sums: {fourier: {regions: [box], frequencies: [0.8, 1.2]}}
  flow: {power: {around: [box], frequencies: [1]}}
  far: {far_field: {around: [box], frequencies: [1], theta: [0, 45, 90], phi: [0]}}
time: {end: 1, decay: 60}
output:
  energy: {file: energy.csv, every: 0.1}
  fields: {file: fields.pvd, every: 0.5}
  picture: {file: picture.png, field: Ez, plane: z, frames: 3}
END
same "$T/dipole.yaml"
expect 0 "$NUDGE_BUILD/tests/t567-library-ranks" print
cp "$T/out" "$T/alone"
expect 0 ranks "$n" "$NUDGE_BUILD/tests/t567-library-ranks" print
cmp -s "$T/alone" "$T/out" && [ -s "$T/out" ] || bad "$(cat "$T/alone" "$T/out" "$T/err")"
case $NUDGE_BUILD in *sanitize) finish ;; esac
same "$T/dipole.yaml" --precision single --variant bernstein
same "$T/dipole.yaml" --set time.integrator=lsrk4 --variant fused

# A plane wave that comes in through faces of few elements, with periodic sides; and an exact solution.
same examples/slab/slab.yaml --order 1 --set time.end=3 --set time.decay=0
same examples/slab/slab.yaml --order 1 --set time.end=3 --set time.decay=0 --variant bernstein
same examples/cavity/cavity.yaml --order 2
[ "${2:-}" != same ] || finish

# Nothing of MPI_Abort, which is for ranks that cannot leave by themselves.
calm() { ! grep -qi 'abort_\|invoked' "$T/err" || bad "$1: $(cat "$T/err")"; }
# Mistakes are said once, by rank 0, and end all ranks.
mistake_of_ranks() {
    local wanted=$1
    shift
    expect "${status:-1}" ranks "$n" "$nudge" run "$@"
    [ "$(grep -c "$wanted" "$T/err")" -eq 1 ] || bad "not once '$wanted': $(cat "$T/err")"
    calm "$wanted"
}
status=2 mistake_of_ranks 'does not take --orders' "$T/dipole.yaml" --orders 3
mistake_of_ranks 'lies outside of the mesh' "$T/dipole.yaml" --set 'monitors.inside.probe.at=[3, 0, 0]'
mistake_of_ranks 'runs on one rank' "$T/dipole.yaml" --variant paper:3 --set "output.folder=$T/p"
mistake_of_ranks 'there is no nudge-checkpoint.h5' "$T/dipole.yaml" --resume --set "output.folder=$T/p"
mistake_of_ranks 'ranks for .* elements' examples/cavity/cavity.yaml --order 2 --set 'mesh.box.divisions=[1, 1, 1]' --set "output.folder=$T/p" --variant bernstein
# The watchdog finds the element whichever rank has it.
expect 1 "$nudge" run examples/cavity/cavity.yaml --order 2 --device cpu --set time.dt=0.5 --set time.end=50 --set "output.folder=$T/p"
cp "$T/err" "$T/alone"
expect 1 ranks "$n" "$nudge" run examples/cavity/cavity.yaml --order 2 --device cpu --set time.dt=0.5 --set time.end=50 --set "output.folder=$T/p"
[ "$(grep '^nudge: at step' "$T/err")" = "$(grep '^nudge: at step' "$T/alone")" ] && grep -q '^nudge: at step' "$T/err" || bad "$(cat "$T/alone" "$T/err")"

# An exact solution that is not a number on one rank's elements: all fail, and the report says why.
expect 1 ranks "$n" "$nudge" run examples/cavity/cavity.yaml --order 1 --device cpu --set 'exact={Ey: log(0.3-x)}' --set "output.folder=$T/odd"
warns '^nudge: .*not a finite number'
calm 'an exact solution'
grep -q '"outcome": .*not a finite number' "$T/odd/run.json" || bad "the report: $(cat "$T/odd/run.json")"

# A stop: rank 0 completes what it writes.
ranks "$n" "$nudge" run "$T/dipole.yaml" --set time.end=1e4 --set "output.folder=$T/stopped" >"$T/out" 2>"$T/err" &
whole=$!
for _ in $(seq 400); do [ -s "$T/stopped/energy.csv" ] && [ -s "$T/stopped/inside.csv" ] && break; sleep 0.05; done
for pid in $(pgrep -f "^$nudge run .*$T/stopped"); do tr '\0' '\n' <"/proc/$pid/environ" | grep -qx 'OMPI_COMM_WORLD_RANK=0' && kill -TERM "$pid"; done
wait $whole
[ $? -eq 3 ] || bad "not exit status 3: $(cat "$T/err")"
calm 'a stop'
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["outcome"] == "stopped"' "$T/stopped/run.json" || bad "no report"
[ -s "$T/stopped/sums.h5" ] && [ -s "$T/stopped/flow.csv" ] || bad "no results of monitors: $(ls "$T/stopped")"

# A rank that is killed ends all within seconds, and none is left.
ranks "$n" "$nudge" run examples/cavity/cavity.yaml --order 4 --set time.end=1e4 --set "output.folder=$T/killed" >"$T/out" 2>"$T/err" &
whole=$!
for _ in $(seq 400); do
    pids=$(pgrep -f "^$nudge run .*$T/killed") && [ "$(echo "$pids" | wc -l)" -eq "$n" ] && [ -s "$T/out" ] && break
    sleep 0.05
done
start=$SECONDS
kill -9 "$(echo "$pids" | tail -n 1)"
wait $whole && bad "a killed rank, and exit status 0"
[ $((SECONDS - start)) -lt 20 ] || bad "the others ended after $((SECONDS - start)) s"
pgrep -f "^$nudge run .*$T/killed" >"$T/left" && bad "processes are left: $(cat "$T/left")"

# Kernels are compiled once for all ranks. Each rank tries the compiler in addition.
cat >"$T/cc" <<'END'
#!/bin/sh
case "$*" in *-o*) echo compiled >>"$COMPILED" ;; esac
exec cc "$@"
END
chmod +x "$T/cc"
COMPILED=$T/compiled NUDGE_CC=$T/cc NUDGE_CACHE=$T/cache expect 0 ranks "$n" "$nudge" check examples/cavity/cavity.yaml --order 1 --device cpu
kernels=$(ls "$T"/cache/cpu-*.bin | wc -l) compiled=$(wc -l <"$T/compiled")
[ "$kernels" -ge 4 ] && [ "$compiled" -le $((kernels + n)) ] || bad "$compiled compilations of $kernels kernels on $n ranks"

# Other commands: the same numbers. Times differ, and with them the estimate of nudge check.
twice() {
    expect 0 "$nudge" "$@"
    cp "$T/out" "$T/alone"
    expect 0 ranks "$n" "$nudge" "$@"
}
twice converge examples/cavity/cavity.yaml --orders 1,2 --divisions 2,4 --device cpu
cmp -s "$T/alone" "$T/out" || bad "converge: $(cat "$T/alone" "$T/out")"
twice check examples/slab/slab.yaml --order 1 --device cpu
says '^expected   about'
grep -q '^ranks' "$T/alone" && bad "one rank is not worth a line: $(cat "$T/alone")"
says "^ranks      $n, by shared memory\$"
[ "$(grep -v '^expected\|^memory' "$T/alone")" = "$(grep -v '^expected\|^memory\|^ranks' "$T/out")" ] || bad "check: $(diff "$T/alone" "$T/out")"
expect 0 "$nudge" rhs examples/cavity/cavity.yaml --order 2 --device cpu --out "$T/one.h5"
expect 0 ranks "$n" "$nudge" rhs examples/cavity/cavity.yaml --order 2 --device cpu --out "$T/several.h5"
cmp "$T/one.h5" "$T/several.h5" || bad "rhs: another file"
expect 0 ranks "$n" "$nudge" verify --quick "two media" --device cpu
says 'relative L2 error .* ok '
# Cases of two runs. The second is so short that no wave has come through yet, but whatever did is reciprocal.
expect 0 ranks "$n" "$nudge" verify --quick "absorbing boundary" --device cpu
says 'normal incidence .* ok ' 'at 60 degrees, H along plates .* ok '
mkdir -p "$T/examples/ports"
cp examples/ports/slab.msh "$T/examples/ports/"
sed 's/^order: .*/order: 1/; s/^time: .*/time: {end: 6e-10}/' examples/ports/slab.yaml >"$T/examples/ports/slab.yaml"
expect 1 ranks "$n" "$nudge" verify --quick "ports, dielectric" --device cpu --examples "$T/examples"
says '\|S21\|, worst in the band .* WRONG' '\|S12 - S21\|, worst .* ok '
expect 0 ranks "$n" "$nudge" mesh info examples/slab/slab.msh
[ "$(grep -c "^elements" "$T/out")" -eq 1 ] || bad "not rank 0 alone speaks: $(cat "$T/out")"
expect 0 ranks "$n" "$nudge" bench --ranks --orders 2 --dofs 1e5 --device cpu
says "^$n ranks" '^ 2  strong ' '^ 2  weak '
expect 2 ranks "$n" "$nudge" tune
warns 'nudge tune measures one process, but mpirun or the like started'
finish
