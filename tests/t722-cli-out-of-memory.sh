#!/usr/bin/env bash
# Failing allocations in `nudge check` and `nudge run`: exit status 0, or 1 and a message about memory; and a small
# address space. t523 fails the library's own allocations one by one; the argument is the stride here.
# PLAIN: 211
# LONG: 1
# NOSANITIZE: the sanitizers have an allocator of their own, and take any address space
. "$(dirname "$0")/cli.bash"
stride=${1:?the stride}
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
cc -shared -fPIC -O1 -o "$T/fail.so" "$(dirname "$0")/fail-alloc.c" || exit 1

# The allocation $1 fails in the command $2.
# shellcheck disable=SC2086
fail() { FAIL_ALLOC=$1 LD_PRELOAD=$T/fail.so timeout -k 5 300 "$nudge" $2 --device cpu "$T/p.yaml" >"$T/out.txt" 2>"$T/err"; }

for command in check run "run --checkpoint-every 1h"; do
    expect 0 env FAIL_COUNT="$T/count" LD_PRELOAD="$T/fail.so" "$nudge" $command --device cpu "$T/p.yaml"
    all=$(cat "$T/count")
    [ "${all:-0}" -gt 300 ] || bad "$command: ${all:-no} allocations counted"
    for ((k = 1; k <= all; k += stride)); do
        got=0
        fail $k "$command" || got=$?
        case $got in
        0) ;;
        1) grep -qi memory "$T/err" || bad "$command, allocation $k fails: $(head -n 2 "$T/err")" ;;
        *) bad "$command, allocation $k fails: exit status $got: $(head -n 2 "$T/err")" ;;
        esac
        # A report says what happened; an energy.csv is whole.
        [ $got -ne 0 ] || [ "$command" = check ] || grep -q '"outcome": "finished"' "$T/results/run.json" || bad "$k: the report is $(cat "$T/results/run.json")"
        [ $failures -lt 10 ] || finish
    done
done

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
