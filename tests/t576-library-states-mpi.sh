#!/usr/bin/env bash
# nudge_solver_save on some ranks and nudge_solver_restore on others give the fields of steps without either, to the bit. Old parts
# are removed, those of runs and of other states stay. Argument: the variant.
# PLAIN: simd
# PLAIN: bernstein
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
program=("$NUDGE_BUILD/tests/t571-library-states" "$1")
on() { # RANKS ARGUMENT...
    if [ "$1" -eq 1 ]; then "${program[@]}" "${@:2}"; else ranks "$1" "${program[@]}" "${@:2}"; fi
}
parts() { ls "$T/$1" | grep -c '^nudge-checkpoint-[0-9a-f]*[02468ace]-[0-9]*.h5$'; }
all='1 2 3'
case $NUDGE_BUILD in *sanitize) all='1 2' ;; esac
for n in $all; do
    mkdir "$T/$n"
    touch "$T/$n/nudge-checkpoint-0000000000000011-0.h5"
    expect 0 on "$n" save "$T/$n/state.h5"
    [ -e "$T/first" ] || cp "$T/out" "$T/first"
    cmp -s "$T/out" "$T/first" || bad "$n ranks: $(cat "$T/first" "$T/out")"
    [ "$(parts "$n")" -eq $((n == 1 ? 0 : n)) ] || bad "$n ranks: $(ls "$T/$n")"
    [ -e "$T/$n/nudge-checkpoint-0000000000000011-0.h5" ] || bad "the part of a run was removed"
done
for n in $all; do
    for m in $all; do
        expect 0 on "$m" restore "$T/$n/state.h5"
        cmp -s "$T/out" "$T/first" || bad "saved on $n ranks, restored on $m: $(cat "$T/first" "$T/out")"
    done
done
# A state with a part that is cut, or missing.
cp -r "$T/2" "$T/cut"
expect 0 on 2 save "$T/cut/cut.h5"
[ "$(parts cut)" -eq 4 ] || bad "not two states of two parts: $(ls "$T/cut")"
for part in "$T/cut"/nudge-checkpoint-*-1.h5; do [ -e "$T/2/${part##*/}" ] || cut=$part; done
truncate -s -100 "$cut"
expect 0 on 2 faults "$T/cut"
cmp -s "$T/out" "$T/first" || bad "after a fault: $(cat "$T/first" "$T/out")"
rm "$cut"
expect 0 on 2 faults "$T/cut"
# One file in place of a state with parts.
expect 0 on 1 save "$T/2/state.h5"
[ "$(parts 2)" -eq 0 ] || bad "parts are left: $(ls "$T/2")"
finish
