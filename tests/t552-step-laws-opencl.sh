#!/usr/bin/env bash
# Sources of each law on an OpenCL device (PoCL's, with real barriers).
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t548-step-points" plain double
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t548-step-points" bernstein single
