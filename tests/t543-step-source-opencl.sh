#!/usr/bin/env bash
# The same on an OpenCL device (PoCL's, with real barriers).
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" plain 2 double
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" plain 1 single
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" fused 2 single
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" bernstein 3 single
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" tensor 2 double
