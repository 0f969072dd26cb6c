#!/usr/bin/env bash
# Face terms on an OpenCL device (PoCL's, with real barriers). Arguments: the test, then its own.
# NOSANITIZE: OpenCL drivers keep memory of their own
# RUN: t573-step-conductor run plain
# LONG: t572-step-face-term through maxwell,acoustic plain 1
# LONG: t572-step-face-term through maxwell bernstein 1
set -eu
test=$1
shift
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/$test" "$@"
