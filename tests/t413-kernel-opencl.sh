#!/usr/bin/env bash
# The plain kernels and the bernstein stage on an OpenCL device (PoCL's, with real barriers) against the reference.
# RUN: plain 1 single 0
# RUN: bernstein 3 double 1
# RUN: plain 1 single 1 impedance
# RUN: plain 1 single 1 lossy
# RUN: paper:3 2 double 1 acoustic
# RUN: fused 2 double 1 elastic
# RUN: fused 1 single 1 elastic+
# LONG: plain,paper:3,fused,bernstein 1,2,3 single,double 1 acoustic,elastic,elastic+,advection
# LONG: plain 1,2,4 single,double 1,0
# LONG: bernstein 1,2,3,4 single,double 1
# LONG: plain,paper:3,fused,bernstein 1 single 1 impedance
# LONG: plain,paper:3,fused,bernstein 1 single 1 lossy
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" "$@"
