#!/usr/bin/env bash
# The plain kernels, the bernstein and the tensor stage on an OpenCL device (PoCL's, with real barriers) against the reference.
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" plain 1,3 double 1,0
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" plain 2 single 1
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" bernstein 2 single 1
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" bernstein 1,4 double 1
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" tensor 3 double 1
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" shapes 1 single,double 1
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" tf32 2 single 1
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t410-kernel-rate" plain,fused,bernstein 2 single 1 lossy
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t534-step-shell" normal bernstein single
