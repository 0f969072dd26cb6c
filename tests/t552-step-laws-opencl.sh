#!/usr/bin/env bash
# Sources of each law on an OpenCL device (PoCL's, with real barriers). Arguments: the test, then its own.
# NOSANITIZE: OpenCL drivers keep memory of their own
# RUN: t548-step-points plain double
# LONG: t548-step-points bernstein single
# LONG: t549-step-acoustics plain
set -eu
test=$1
shift
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/$test" "$@"
