#!/usr/bin/env bash
# Ranks under Open MPI: every call with 1, 2 and 3 ranks; a rank that is killed, aborts, fails or waits in vain ends all, one that
# stands still does not; MPI that the calling program initialised; a plugin that is missing, broken or of another version; plain
# runs do not load MPI.
# RUN:
# LONG: big
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
program=$NUDGE_BUILD/tests/t020-comm-ranks

if [ "${1:-}" = big ]; then # a message above 2 GiB
    expect 0 ranks 2 "$program" big
    finish
fi

case $NUDGE_BUILD in *sanitize) counts=3 ;; *) counts='1 2 3' ;; esac
for n in $counts; do
    quiet ranks $n "$program" calls
    [ -s "$T/out" ] && bad "$n ranks:"$'\n'"$(head -n 30 "$T/out")"
done
quiet ranks 2 "$program" initialised

# The others end within seconds, and none is left.
export RANKS_TIMEOUT=20
expect 137 ranks 3 "$program" killed "$T"
for mode in aborted lost stopped; do
    expect 7 ranks 2 "$program" $mode "$T"
    grep -q 'not true\|wanted' "$T/out" && bad "$mode:"$'\n'"$(head -n 30 "$T/out")"
done
quiet ranks 2 "$program" still
# The launcher leaves it to them, and its own exit status is 0.
ranks 2 --enable-recovery sh -c '"$0" gone; echo $? >"$1/status$OMPI_COMM_WORLD_RANK"' "$program" "$T" >"$T/out" 2>"$T/err"
[ "$(cat "$T/status0")" = 7 ] || bad "rank 1 is gone: $(cat "$T/status0" "$T/out" "$T/err")"
grep -q 'not true\|wanted' "$T/out" && bad "gone:"$'\n'"$(head -n 30 "$T/out")"
pgrep -f "$T" >"$T/left" && bad "processes are left: $(cat "$T/left")"

# What a process says that was started as one of three ranks and cannot join them. All places where the plugin is looked for, in turn.
mkdir -p "$T/at/bin" "$T/at/lib"
cp "$program" "$T/at/bin/program"
cannot_join() {
    expect 4 env -u LD_LIBRARY_PATH OMPI_COMM_WORLD_SIZE=3 "$T/at/bin/program" cannot-join
    says '^cannot join the other ranks \(OMPI_COMM_WORLD_SIZE=3\): ' "$@"
}
cannot_join "neither $T/at/bin/libnudge-mpi.so nor $T/at/bin/../lib/libnudge-mpi.so exists"
echo 'no library' >"$T/at/lib/libnudge-mpi.so"
cannot_join "MPI cannot be loaded: .*at/bin/../lib/libnudge-mpi.so"
echo 'const int nd_mpi_table[64] = {99};' | cc -shared -fPIC -o "$T/at/bin/libnudge-mpi.so" -x c - || bad "cc failed"
cannot_join 'another version of nudge .*version 99'
echo 'int nothing;' | cc -shared -fPIC -o "$T/at/bin/libnudge-mpi.so" -x c - || bad "cc failed"
cannot_join 'has no nd_mpi_table'
echo 'int absent(void); int nd_mpi_table(void) { return absent(); }' |
    cc -shared -fPIC -Wl,-z,now -o "$T/at/bin/libnudge-mpi.so" -x c - || bad "cc failed"
cannot_join 'MPI cannot be loaded: .*absent'
rm "$T/at/bin/libnudge-mpi.so"
cp "$NUDGE_BUILD/libnudge-mpi.so" "$T/at/lib/"
expect 0 env -u LD_LIBRARY_PATH mpirun -n 2 "$T/at/bin/program" calls </dev/null
# The launcher of another MPI started the process, and this MPI sees one rank.
cp "$NUDGE_BUILD/libnudge-mpi.so" "$T/at/bin/"
expect 4 env -u LD_LIBRARY_PATH PMI_SIZE=3 "$T/at/bin/program" cannot-join
says 'cannot join the other ranks \(PMI_SIZE=3\): Open MPI .* sees one rank only; .* another MPI'

# The program itself neither needs MPI nor loads it.
ldd "$nudge" "$NUDGE_BUILD/libnudge.so" | grep -i mpi && bad "nudge is linked with MPI"
case $NUDGE_BUILD in *sanitize) finish ;; esac
write_problem "$T/plain.yaml"
LD_DEBUG=files LD_DEBUG_OUTPUT=$T/loaded expect 0 "$nudge" run "$T/plain.yaml" --order 1
cat "$T"/loaded.* | grep -q 'libc\.so' || bad "LD_DEBUG lists no libraries"
cat "$T"/loaded.* | grep -E 'libmpi|libnudge-mpi' && bad "a plain run loads MPI"
finish
