#!/usr/bin/env bash
# t620 on an OpenCL device (PoCL's, with real barriers).
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t620-output-samples" bernstein 2 single
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t620-output-samples" paper:3 2 double
