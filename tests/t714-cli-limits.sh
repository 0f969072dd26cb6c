#!/usr/bin/env bash
# Limits of the system and mistyped numbers end in a message, never in a crash or a hang: closed descriptors, limits
# of file sizes and stacks, senseless numbers of threads, a compiler that never ends; and set-up can be stopped.
. "$(dirname "$0")/cli.bash"

write_problem "$T/a.yaml" 'output:' '  folder: res' '  fields: {file: f.pvd, every: 0.1}' '  energy: {file: energy.csv}'
sed -i 's/order: 3/order: 2/' "$T/a.yaml"
run() { "$nudge" run "$T/a.yaml" --device cpu "$@"; }

# -- closed descriptors: outputs are those of any other run, and nothing was printed into them. Kernels that are opened as files would take
# the numbers first. --------------------------------------------------------------------------------------------------------------
export NUDGE_CC=none
expect 0 run
mv "$T/res" "$T/usual"
compare() { # WHAT: outputs but the report, which has times
    diff -r -x run.json "$T/usual" "$T/res" >"$T/diff" || bad "$1: outputs differ: $(head -c 300 "$T/diff")"
    python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["outcome"] == "finished"' "$T/res/run.json" ||
        bad "$1: the report is spoilt"
    rm -rf "$T/res"
}
run 2>"$T/err" >&-
[ $? -eq 1 ] || bad "a closed standard output is no error"
warns '^nudge: standard output: cannot write'
compare 'without standard output'
run >"$T/out.text" 2>&- || bad "exit status $? without standard error"
compare 'without standard error'
run >"$T/out.text" 2>"$T/err" <&- || bad "exit status $? without standard input"
compare 'without standard input'
run <&- >&- 2>&-
[ $? -eq 1 ] || bad 'a closed standard output is no error where all are closed'
compare 'without any'
"$nudge" keys 2>"$T/err" >&-
[ $? -eq 1 ] || bad 'nudge keys says nothing of a closed standard output'
"$nudge" keys 2>"$T/err" >/dev/full
[ $? -eq 1 ] || bad 'nudge keys says nothing of a full disk'
warns '^nudge: standard output: cannot write'
# Who reads may leave.
{ sleep 0.2; "$nudge" check "$T/a.yaml" --device cpu 2>"$T/err"; echo $? >"$T/status"; } | true
[ "$(cat "$T/status")" = 0 ] && ! grep -q 'cannot write' "$T/err" || bad "exit status $(cat "$T/status") where the reader leaves: $(cat "$T/err")"
# A report that cannot be written is refused before the first step.
mkdir -p "$T/res/run.json"
mistake 1 'run.json: the report cannot be written because this is a folder' run
[ ! -e "$T/res/energy.csv" ] || bad 'a run without a place for its report has begun'
rm -rf "$T/res"

unset NUDGE_CC

# -- a limit of file sizes: a message, and outputs are closed. Bash's unit is 1024 bytes. ------------------------------------------
(
    ulimit -f 1000
    run --order 4 --set mesh.box.divisions='[8, 8, 8]' --set time.end=0.01 --set output.fields.every=0.01 >/dev/null 2>"$T/err"
)
status=$?
case $NUDGE_BUILD in
*sanitize) ;; # where the kernels themselves are larger
*)
    [ $status -eq 1 ] || bad "exit status $status at the limit of file sizes: $(cat "$T/err")"
    warns 'cannot write: File too large'
    ;;
esac
rm -rf "$T/res"
# A law with 40 kB of comments: the text of any kernel is beyond the limit, the compiler's own test program is not.
{
    cat src/law/maxwell.law
    for i in $(seq 1000); do echo "/* line $i of a long comment, 40 bytes */"; done
} >"$T/long.law"
(
    ulimit -f 20
    NUDGE_CACHE=$T/small "$nudge" check "$T/a.yaml" --law "$T/long.law" --device cpu >/dev/null 2>"$T/err"
)
warns 'kernel.c: cannot write: File too large; .*ulimit -f.*TMPDIR'

# -- threads -----------------------------------------------------------------------------------------------------------------------
OMP_NUM_THREADS=99999 expect 0 "$nudge" check "$T/a.yaml" --device cpu
warns 'OMP_NUM_THREADS requests 99999 threads'
says 'device +cpu: .* thread.* \(OMP_NUM_THREADS requests 99999; [0-9]+ cores? available\)'
expect 0 "$nudge" check "$T/a.yaml" --device cpu --threads 1
says 'device +cpu: .* 1 thread \(--threads; '
expect 0 "$nudge" check "$T/a.yaml" --device cpu --threads 60000
warns '^nudge: warning: --threads requests 60000 threads'
for senseless in abc 0; do
    OMP_NUM_THREADS=$senseless expect 0 "$nudge" check "$T/a.yaml" --device cpu
    grep -q '^device.*OMP_NUM_THREADS' "$T/out" && bad "OMP_NUM_THREADS=$senseless is told to decide the number of threads"
done
OMP_NUM_THREADS=2 expect 0 "$nudge" check "$T/a.yaml" --device cpu --threads=3
says ' 3 threads \(--threads; '
OMP_NUM_THREADS=2 expect 0 "$nudge" check "$T/a.yaml" --device cpu
says ' 2 threads \(OMP_NUM_THREADS; '
(
    unset OMP_NUM_THREADS
    failures=0
    expect 0 taskset -c "$(taskset -pc $$ | sed 's/.*[: ]\([0-9]*\).*/\1/')" "$nudge" check "$T/a.yaml" --device cpu
    says ' 1 thread \(one per core'
    exit $failures
) || bad 'the affinity mask is not followed'
mistake 2 '--threads must be a number from 1 to 65535' "$nudge" check "$T/a.yaml" --threads 0
mistake 2 '--threads must be a whole number' "$nudge" check "$T/a.yaml" --threads 1.5
for command in run check converge bench verify tune rhs; do
    "$nudge" help $command | grep -q -- '--threads N' || bad "nudge $command does not take --threads"
done

# -- stacks ------------------------------------------------------------------------------------------------------------------------
case $NUDGE_BUILD in
*sanitize) ;; # whose own threads and frames need more
*)
    NUDGE_CC=none OMP_NUM_THREADS=2 OMP_STACKSIZE=16k expect 0 run
    compare 'with small stacks of threads'
    # Of eight threads with large stacks two can be created, bound to cores or not.
    for bind in false true; do
        (ulimit -v 3000000; OMP_PROC_BIND=$bind OMP_NUM_THREADS=8 OMP_STACKSIZE=1G NUDGE_CC=none run >"$T/out.text" 2>"$T/err") ||
            bad "exit status $? with OMP_PROC_BIND=$bind where few threads can be created: $(cat "$T/err")"
        warns 'OpenMP cannot create 8 threads'
        rm -rf "$T/res"
    done
    # Where a small stack may be raised the run goes on, else a message says what to do.
    (
        ulimit -s 200
        export NUDGE_CC=none
        run >"$T/out.text" 2>"$T/err"
    )
    status=$?
    if [ $status -eq 1 ]; then
        warns '^nudge: the stack is limited to 200 kB, and 1024 kB are wanted. It is a hard limit.*ulimit -s 8192'
    elif [ $status -eq 0 ]; then
        compare 'with a small stack'
    else
        bad "exit status $status with a small stack: $(cat "$T/err")"
    fi
    ;;
esac

# -- a compiler that never ends ------------------------------------------------------------------------------------------------------
cat >"$T/cc" <<END
#!/bin/sh
case "\$1" in --version) echo cc of this test; exit 0 ;; esac
echo \$\$ >"$T/cc.pid.new"
mv "$T/cc.pid.new" "$T/cc.pid"
sleep 300
END
chmod +x "$T/cc"
# The compiler is gone with all that it started; what nobody has waited for yet (Z) is.
gone() {
    python3 - "$(cat "$T/cc.pid")" <<'END' || bad "$1: the compiler still runs"
import glob, sys, time
def alive():
    for name in glob.glob("/proc/[0-9]*/stat"):
        try:
            words = open(name).read().rpartition(")")[2].split()
        except OSError:
            continue
        if words[2] == sys.argv[1] and words[0] != "Z":
            return True
for _ in range(100):
    if not alive():
        sys.exit(0)
    time.sleep(0.1)
sys.exit(1)
END
}
NUDGE_CACHE=$T/cache NUDGE_CC=$T/cc NUDGE_CC_LIMIT=0.2 mistake 1 "the C compiler, $T/cc .*did not end within 0.2 s \(NUDGE_CC_LIMIT\) and was killed" \
    "$nudge" check "$T/a.yaml" --device cpu
gone 'after the limit'

# -- set-up is stopped, here while it waits for that compiler; nobody waits for the 300 s ------------------------------------------------
for signal in INT TERM; do
    rm -f "$T/cc.pid"
    # Background processes of a shell script ignore SIGINT unless they are told otherwise.
    NUDGE_CACHE=$T/cache NUDGE_CC=$T/cc python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$nudge" run "$T/a.yaml" --device cpu >"$T/out.text" 2>"$T/err" &
    pid=$!
    for _ in $(seq 600); do [ -e "$T/cc.pid" ] && break; sleep 0.05; done
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 3 ] || bad "exit status $status after SIG$signal in set-up: $(cat "$T/err")"
    warns '^nudge: stopped while compiling kernels'
    gone "after SIG$signal"
    python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
assert r["outcome"] == "stopped" and r["ended"] and r["pid"] == int(sys.argv[2]), r' "$T/res/run.json" $pid ||
        bad "the report does not say that the run was stopped in set-up"
done
finish
