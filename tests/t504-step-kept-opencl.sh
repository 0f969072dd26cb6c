#!/usr/bin/env bash
# The same on an OpenCL device (PoCL's, with real barriers).
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t503-step-kept" 3 double
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t503-step-kept" 1 single
