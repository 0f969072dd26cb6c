#!/usr/bin/env bash
# t565 on an OpenCL device (PoCL's), and a run that begins on the cpu and is resumed there.
# NOSANITIZE: OpenCL drivers keep memory of their own
# LONG: same fused single linear
# LONG: same bernstein single linear
# RUN: move
. "$(dirname "$0")/cli.bash"
if [ "$1" = same ]; then
    TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t565-library-checkpoint" "$@" || bad "t565 $*"
    finish
fi
write_problem "$T/p.yaml" 'output:' '  energy: {file: energy.csv, every: 0.25}' 'monitors:' '  point: {probe: {at: [0.4, 0.5, 0.6]}}' \
    '  all: {fourier: {regions: [box], frequencies: [0.5]}}'
run() { "$nudge" run "$T/p.yaml" --order 1 --set time.end=2 --set time.dt=0.0625 --set output.folder="$1" "${@:2}"; }
expect 0 run whole
expect 0 run part --set time.end=1 --checkpoint-every 1h
expect 0 run part --resume --device opencl --precision single
says '^device +opencl' '^resumed from the checkpoint of step '
python3 - "$T" <<'END' || bad "a run that changed its device has other results"
import sys
rows = lambda folder, name: [[float(x) for x in line.split(",")] for line in open(sys.argv[1] + folder + name).read().split()[1:]]
for name in ["/energy.csv", "/point.csv"]:
    a, b = rows("/whole", name), rows("/part", name)
    assert len(a) == len(b), (name, len(a), len(b))
    top = max(abs(x) for row in a for x in row[1:])
    off = max(abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q))
    assert off < 1e-5 * top, (name, off, top)
END
finish
