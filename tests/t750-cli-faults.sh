#!/usr/bin/env bash
# Faults: each ends within 30 s, on all ranks, with a message and a status that is not 0, or the run goes on and its results
# are right; what was good remains, and no process is left. Arguments: the number of ranks; milliseconds by which files
# are late. Other tests have more:
# t423 the cache, t561 wisdom, t722 memory, t723 writes, t740 checkpoints, t745 a killed rank.
# PLAIN: 1
# PLAIN: 2
# LONG: 3
# LONG: 2 2000
# NOSANITIZE: the sanitizers must be loaded first
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
n=$1 late=${2:-100} last=$(($1 - 1)) tests=$(cd "$(dirname "$0")" && pwd)
cache=$NUDGE_CACHE
export OMP_NUM_THREADS=1 RANKS_TIMEOUT=30
mkdir "$T/good" "$T/odd"
python3 tests/nested-mesh.py >"$T/good/m.msh"
cat >"$T/good/p.yaml" <<'END'
law: maxwell
mesh: {file: m.msh, scale: 0.2}
order: 1
materials: {air: {}}
regions: {default: air}
boundaries: {default: absorbing}
initial: {Ey: sin(pi*x)*sin(pi*z)}
time: {end: 1}
monitors: {eye: {probe: {at: [0.3, 0.3, 0.3]}}, all: {fourier: {regions: [body], frequencies: [0.2]}}}
output: {energy: {file: energy.csv, every: 0.1}, fields: {file: f.pvd}}
END
cp "$T/good/p.yaml" "$T/odd"
for what in alloc write; do cc -shared -fPIC -O1 -o "$T/fail-$what.so" "$tests/fail-$what.c" || exit 1; done
# One rank, $ODD, works in another folder, or with more in its environment.
cat >"$T/rank" <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-0}" = "$ODD" ] || exec "$@"
cd "${ODD_FOLDER:-.}" && exec env $ODD_ENV "$@"
END
chmod +x "$T/rank"
cd "$T/good" || exit 1

# run FOLDER [OPTION]...: on n ranks; the problem of the folder in which each rank works.
run() { "${start[@]}" "$T/rank" "$nudge" run p.yaml --set output.folder="$T/$1" "${@:2}"; }
start=(timeout -k 5 30)
[ "$n" -eq 1 ] || start=(ranks "$n")
# Processes whose arguments name the folder of this test.
nobody() {
    for _ in $(seq 100); do pgrep -f "$T/" >"$T/left" || return 0; sleep 0.05; done
    bad "$1: processes are left: $(cat "$T/left")"
}
# fault PATTERN FOLDER [OPTION]...: a run that fails.
fault() {
    expect 1 run "${@:2}"
    warns "^nudge: .*$1"
    nobody "$1"
}
# same WHAT FOLDER: outputs are those of the undisturbed run, and no others are there.
same() {
    diff -r -x run.json "$T/whole" "$T/$2" >"$T/differences" || bad "$1: $(head -n 3 "$T/differences")"
    grep -q '"outcome": "finished"' "$T/$2/run.json" || bad "$1: the report does not say finished"
    nobody "$1"
}
expect 0 run whole --device cpu

# -- the mesh, which rank 0 reads --
export ODD=0 ODD_FOLDER=$T/odd
fault 'm.msh: cannot open: No such file' mesh --device cpu
mkdir "$T/odd/m.msh"
fault 'm.msh: is a folder, a mesh file is wanted' mesh --device cpu
rmdir "$T/odd/m.msh"
head -c 3000 m.msh >"$T/odd/m.msh"
fault 'm.msh:[0-9]+: .*is the file cut short' mesh --device cpu
# Other ranks need neither the problem nor the mesh, but a law in a file, which must be the same.
export ODD=$last
if [ "$n" -gt 1 ]; then
    rm "$T/odd/m.msh" "$T/odd/p.yaml"
    expect 0 run alone --device cpu
    same 'files on rank 0 only' alone
    cp "$tests/../src/law/maxwell.law" own.law
    fault 'own.law.*No such file' law --device cpu --set law=own.law
    sed '$a /* another */' own.law >"$T/odd/own.law"
    fault 'this rank reads another law file than rank 0' law --device cpu --set law=own.law
    printf '0 0\n1 1\n2 0\n' >pulse.txt
    printf '0 0\n1 1.5\n2 0\n' >"$T/odd/pulse.txt"
    fault 'this rank reads another table of a waveform than rank 0' table --device cpu \
        --set 'sources={a: {dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1]}, waveform: {table: pulse.txt}}}'
fi
unset ODD_FOLDER

# -- memory of the host, and of the cpu as a device --
export ODD_ENV="LD_PRELOAD=$T/fail-alloc.so FAIL_ABOVE=400000"
fault 'out of memory' memory --device cpu --order 4

# -- fields are written, and pictures drawn, a few MB at a time: no array of the nodes of the mesh is in rank 0's memory --
cat >big.yaml <<'END'
law: acoustic
mesh: {box: {divisions: [12, 12, 12]}}
order: 6
precision: single
materials: {air: {}}
regions: {default: air}
boundaries: {default: absorbing}
initial: {p: x}
time: {dt: 1.0e-5, steps: 1}
output: {fields: {file: f.pvd}, picture: {file: p.png, field: v}}
END
export ODD=0 ODD_ENV="LD_PRELOAD=$T/fail-alloc.so FAIL_ABOVE=15000000" # three fields have 20.9 MB
expect 0 "${start[@]}" "$T/rank" "$nudge" run big.yaml --set output.folder="$T/big" --device cpu

# -- a full disk: rank 0 writes --
export ODD=0 ODD_ENV="LD_PRELOAD=$T/fail-write.so FAIL_WRITE=20 FAIL_ON=1 FAIL_PATH=$T/full"
fault "$T/full/.*No space left on device" full --device cpu
[ -z "$(find "$T/full" -name '*.part')" ] || bad "a full disk: $(ls "$T/full")"

# -- files that are late --
ODD_ENV="LD_PRELOAD=$T/fail-write.so FAIL_LATE=$late FAIL_PATH=energy"
RANKS_TIMEOUT=120 expect 0 run late --device cpu
same 'late files' late
if [ "$n" -gt 1 ]; then # so is the part of another rank
    ODD=$last ODD_ENV="LD_PRELOAD=$T/fail-write.so FAIL_LATE=$late FAIL_PATH=nudge-checkpoint"
    RANKS_TIMEOUT=120 expect 0 run late --device cpu --checkpoint-every 0.1s
    [ -e "$T/late/nudge-checkpoint.h5" ] || bad "no checkpoint whose part is late: $(ls "$T/late")"
    rm -f "$T"/late/nudge-checkpoint*
    same 'late parts' late
    ODD=0
fi

# -- files of the cache and of wisdom are damaged: kernels are compiled again, and the file of wisdom is named --
unset ODD_ENV
echo 'nonsense' >"$T/wisdom"
if [ "$n" -ne 2 ]; then
    export NUDGE_CACHE=$T/cache
    expect 0 run again --device cpu
    [ "$(ls "$T"/cache/cpu-*.bin | wc -l)" -gt 2 ] || bad "no kernels in the cache"
    for file in "$T"/cache/cpu-*.bin; do printf x | dd of="$file" bs=1 seek=3000 conv=notrunc status=none; done
    NUDGE_WISDOM=$T/wisdom expect 0 run again --device cpu
    warns "warning: $T/cache/cpu-[0-9a-f]*.bin: damaged, so the kernel is compiled again"
    export NUDGE_CACHE=$cache
else
    NUDGE_WISDOM=$T/wisdom expect 0 run again --device cpu
fi
warns "warning: wisdom is ignored: $T/wisdom.*mend the file or delete it"
same 'damaged cache and wisdom' again

# -- OpenCL: a device that has no memory left, or is gone --
mkdir "$T/cl"
real=$(/sbin/ldconfig -p | awk '/libOpenCL\.so\.1 /{print $NF; exit}')
echo | cc -shared -o "$T/cl/libRealCL.so" -Wl,-soname,libRealCL.so -x c - &&
    cc -shared -fPIC -O1 -o "$T/cl/libOpenCL.so.1" "$tests/fail-opencl.c" -Wl,--no-as-needed -L"$T/cl" -lRealCL -Wl,-rpath,"$T/cl" || exit 1
ln -sf "$real" "$T/cl/libRealCL.so"
export ODD=$last ODD_ENV="LD_LIBRARY_PATH=$T/cl:$LD_LIBRARY_PATH FAIL_BUFFER=9"
[ "$n" -eq 2 ] || fault 'out of memory on .*; use a smaller mesh, a lower order or precision: single' cl --device opencl --variant plain
ODD_ENV="LD_LIBRARY_PATH=$T/cl:$LD_LIBRARY_PATH FAIL_LAUNCH=90"
fault 'opencl:0, .*: OpenCL error -2 .*the device was lost: start the program again' cl --device opencl --variant plain
unset ODD_ENV

# -- rank 0 is killed --
if [ "$n" -gt 1 ]; then
    run killed --device cpu --set time.end=1e5 >"$T/out" 2>"$T/err" &
    whole=$!
    for _ in $(seq 600); do [ -s "$T/killed/energy.csv" ] && break; sleep 0.05; done
    for pid in $(pgrep -f "^$nudge run .*$T/killed"); do tr '\0' '\n' <"/proc/$pid/environ" | grep -qx 'OMPI_COMM_WORLD_RANK=0' && kill -9 "$pid"; done
    wait $whole && bad "rank 0 was killed, and the exit status is 0"
    nobody 'rank 0 was killed'

    # -- the last rank is killed, and the launcher lets the others go on: these find it out --
    cat >"$T/noting" <<'END'
#!/bin/sh
"$@"
echo $? >"$STATUS$OMPI_COMM_WORLD_RANK"
END
    chmod +x "$T/noting"
    start=(ranks "$n" --enable-recovery "$T/noting")
    STATUS=$T/status run gone --device cpu --set time.end=1e5 >"$T/out" 2>"$T/err" &
    whole=$!
    for _ in $(seq 600); do [ -s "$T/gone/energy.csv" ] && break; sleep 0.05; done
    for pid in $(pgrep -f "^$nudge run .*$T/gone"); do tr '\0' '\n' <"/proc/$pid/environ" | grep -qx "OMPI_COMM_WORLD_RANK=$last" && kill -9 "$pid"; done
    wait $whole
    grep -x 0 "$T"/status* && bad "rank $last was killed, and the exit status of another one is 0"
    warns "^nudge: rank [0-9]+ \\(process [0-9]+\\) is gone while rank [0-9]+ waits for it"
    nobody "rank $last was killed"
    finish
fi

# -- checkpoints whose file is late: steps go on meanwhile --
rows() { cat "$T/slow/eye.csv" 2>/dev/null | wc -l; }
part() { ls "$T"/slow/nudge-checkpoint.h5.*.part 2>/dev/null; }
ODD_ENV="LD_PRELOAD=$T/fail-write.so FAIL_LATE=300 FAIL_PATH=nudge-checkpoint" \
    "$T/rank" "$nudge" run p.yaml --set output.folder="$T/slow" --device cpu --set time.end=1e5 --checkpoint-every 0.01s >"$T/out" 2>"$T/err" &
pid=$!
# More rows while the same file is not yet complete.
first='' before=0 went_on=no
for _ in $(seq 1000); do
    now=$(part) count=$(rows)
    [ -n "$now" ] && [ "$now" = "$first" ] && [ "$count" -gt "$before" ] && [ "$(part)" = "$now" ] && went_on=yes && break
    [ "$now" = "$first" ] || first=$now before=$count
    sleep 0.02
done
[ $went_on = yes ] || bad "steps wait for the file of a checkpoint: $(rows) rows"
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || bad "exit status $status after SIGTERM with late files: $(cat "$T/err")"
expect 4 run slow --device cpu --set time.end=1e5 --resume --walltime 1s
says '^resumed from the checkpoint of step '
nobody 'late checkpoints'
finish
