#!/usr/bin/env bash
# Failing allocations in `nudge check` and `nudge run`: exit status 0, or 1 and a message about memory; and a small
# address space. t523 fails the library's own allocations one by one. Arguments: the stride; the number of ranks,
# with ":0" those of rank 0 fail, else those of the last one; the commands. On several ranks only allocations fail that nudge
# itself asks for; MPI has 25000 before them.
# PLAIN: 211
# PLAIN: 149 2:0 run checkpoints
# LONG: 1 1 check
# LONG: 1 1 run
# LONG: 5 1 checkpoints
# LONG: 29 1 picture
# LONG: 47 2
# LONG: 47 2:0
# NOSANITIZE: the sanitizers have an allocator of their own, and take any address space
. "$(dirname "$0")/cli.bash"
stride=${1:?the stride} n=${2:-1}
odd=$((${n%:*} - 1)) # the rank
case $n in *:*) odd=${n#*:} n=${n%:*} ;; esac
[ "$n" -eq 1 ] || . "$(dirname "$0")/mpi.bash"
export OMP_NUM_THREADS=1 NUDGE_CACHE=$T/cache
cat >"$T/p.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}
order: 1
materials: {air: {epsilon: 1, mu: 1}}
regions: {default: air}
boundaries: {default: pec}
initial: {Ey: sin(pi*x)*sin(pi*z)}
exact: {Ey: sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t)}
time: {dt: 1e-3, steps: 2}
output: {folder: results, energy: {file: energy.csv}}
END
cc -shared -fPIC -O1 -o "$T/fail.so" "$(dirname "$0")/fail-alloc.c" -ldl || exit 1

# These libraries may end the process where an allocation of their own fails, and libmuparser may call it another mistake:
# doc/reference/limits.md. An allocation is that of the library whose code calls for it.
ending='libhdf5|libfontconfig|libcairo|libpixman' misled=libmuparser

# failing NUMBER COMMAND...: this allocation of rank $odd fails in the command.
failing() {
    rm -f "$T/said" "$T/count"
    FAIL_RANK=$odd FAIL_ENV="FAIL_ALLOC=$1 FAIL_COUNT=$T/count FAIL_SAID=$T/said LD_PRELOAD=$T/fail.so" \
        "${start[@]}" "$T/rank" "$nudge" "${@:2}" --device cpu "$T/p.yaml" >"$T/out.txt" 2>"$T/err"
}
start=(timeout -k 5 30) # fontconfig may wait for ever for a lock of its own
[ "$n" -eq 1 ] || { start=(ranks "$n"); export FAIL_OF=nudge; sed -i 's/divisions: \[1, 1, 1\]/divisions: [2, 2, 2]/' "$T/p.yaml"; }
cat >"$T/rank" <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-0}" = "$FAIL_RANK" ] || exec "$@"
exec env $FAIL_ENV "$@"
END
chmod +x "$T/rank"

# judge STATUS: after a command in which allocation $k failed.
judge() {
    local by
    by=$(cat "$T/said" 2>/dev/null)
    case $1 in
    0) ;;
    1) grep -qi memory "$T/err" || [[ $by =~ ^($misled) ]] || bad "$name, allocation $k of $by fails: $(head -n 2 "$T/err")" ;;
    *) if [[ $by =~ ^($ending) ]]; then ended=$((ended + 1)); else bad "$name, allocation $k of $by fails: exit status $1: $(head -n 2 "$T/err")"; fi ;;
    esac
    [ "$what" != check ] || return
    # A report says what happened; an energy.csv has whole lines.
    [ $1 -ne 0 ] || grep -q '"outcome": "finished"' "$T/results/run.json" || bad "$k: the report is $(cat "$T/results/run.json")"
    [ ! -s "$T/results/energy.csv" ] || cmp -s -n "$(stat -c %s "$T/results/energy.csv")" "$T/energy.csv" "$T/results/energy.csv" &&
        [ -z "$(tail -c 1 "$T/results/energy.csv" 2>/dev/null)" ] || bad "$name, allocation $k of $by fails: energy.csv is torn"
}

all_of=("${@:3}")
[ $# -gt 2 ] || all_of=(check run checkpoints picture)
for name in "${all_of[@]}"; do
    what=${name/checkpoints/run --checkpoint-every 1h}
    what=${what/picture/run --set output.picture.file=p.png --set output.picture.field=Ey --set output.picture.frames=1}
    # Twice: the first one fills caches, of kernels and of fonts.
    # shellcheck disable=SC2086
    failing 0 $what && failing 0 $what || bad "$name: $(cat "$T/err")"
    all=$(cat "$T/count")
    [ "${all:-0}" -gt 300 ] || bad "$name: ${all:-no} allocations counted"
    failed=0 ended=0
    [ "$what" = check ] || cp "$T/results/energy.csv" "$T"
    for ((k = 1; k <= all; k += stride)); do
        got=0
        # shellcheck disable=SC2086
        failing $k $what 2>/dev/null || got=$?
        [ ! -s "$T/said" ] || failed=$((failed + 1))
        judge $got
        [ $failures -lt "${MOST:-10}" ] || finish
    done
    [ $failed -ge $((all / stride * 9 / 10)) ] || bad "$name: only $failed of $all / $stride allocations failed"
    [ -z "${VERBOSE:-}" ] || echo "$name: $failed of $all allocations failed, of which $ended ended the process"
done
[ $# -eq 1 ] || finish

# 60 to 300 MB of addresses: OpenBLAS, were it loaded, would never return.
for kilobytes in 40000 60000 100000 150000 200000 300000; do
    for what in --version "check --device cpu $T/p.yaml" "check $T/p.yaml"; do
        got=0
        # shellcheck disable=SC2086
        (ulimit -v $kilobytes && exec timeout -k 5 60 "$nudge" $what) >"$T/out.txt" 2>"$T/err" || got=$?
        case $got in
        0) ;;
        1 | 127) [ $kilobytes -lt 100000 ] && grep -Eq 'memory|map segment' "$T/err" || bad "$kilobytes kB: $what: $(cat "$T/err")" ;;
        *) bad "$kilobytes kB: $what: exit status $got: $(head -n 3 "$T/err")" ;;
        esac
    done
done
finish
