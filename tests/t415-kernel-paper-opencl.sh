#!/usr/bin/env bash
# The paper's kernels on an OpenCL device (PoCL's, with real barriers) against the reference.
# RUN: split 1 double matrix,table
# RUN: split 2 single odd
# RUN: paper 2 double guess
# RUN: paper4 1 double bare
# LONG: paper,paper4,split 1,2,3 single,double all
# LONG: paper,paper4,split 4,5,6 single,double all
# LONG: paper,paper4,split 7,8,9 single,double all
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t414-kernel-paper" "$@"
