#!/usr/bin/env bash
# The same on an OpenCL device (PoCL's, with real barriers).
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t503-step-kept" bernstein 3 double
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t503-step-kept" bernstein 1 single
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t503-step-kept" tensor 2 double
