#!/usr/bin/env bash
# The paper's kernels on an OpenCL device (PoCL's, with real barriers) against the reference.
# RUN: paper:3 1 double matrix,table
# RUN: paper:3 2 single odd
# RUN: paper:5 2 double guess
# RUN: paper:4 1 double bare
# LONG: paper:5,paper:4,paper:3 1,2,3 single,double all
# LONG: paper:5,paper:4,paper:3 4,5,6 single,double all
# LONG: paper:5,paper:4,paper:3 7,8,9 single,double all
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t414-kernel-paper" "$@"
