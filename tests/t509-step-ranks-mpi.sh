#!/usr/bin/env bash
# Steps on several ranks give the same bits as on one: t508-step-ranks, started by mpirun. Arguments: the ranks, then those of
# t508-step-ranks. On two ranks messages also go by MPI; otherwise they go through shared memory.
# RUN: 2 simd,bernstein 1 maxwell double
# PLAIN: 3 plain,fused 1 maxwell double
# LONG: 3 bernstein 2 elastic single
# PLAIN: 2 fused,bernstein 1 maxwell single opencl
# LONG: 4 simd,plain,fused,bernstein 3 maxwell single
# LONG: 8 simd,plain,fused,bernstein 2 maxwell double
# LONG: 2 simd,plain,fused,bernstein 1,2,3,4,5,6,7,8,9 maxwell single
# LONG: 3 plain,fused,bernstein 2,4 maxwell double opencl
# LONG: 5 simd,plain,fused,bernstein 1,2,3,4,5,6,7,8,9 elastic double
. "$(dirname "$0")/mpi.bash"
export RANKS_TIMEOUT=150 # OpenCL compiles for a minute on a busy machine
n=$1
shift
ranks "$n" "$NUDGE_BUILD/tests/t508-step-ranks" "$@"
[ "$n" != 2 ] || NUDGE_EXCHANGE=mpi ranks "$n" "$NUDGE_BUILD/tests/t508-step-ranks" "$@"
