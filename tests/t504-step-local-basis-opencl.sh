#!/usr/bin/env bash
# t503 on an OpenCL device (PoCL's, with real barriers).
# RUN: bernstein 3 double
# LONG: bernstein 1,2,4 single,double
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t503-step-local-basis" "$@"
