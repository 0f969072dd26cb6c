#!/usr/bin/env bash
# t594 on an OpenCL device (PoCL's).
# NOSANITIZE: OpenCL drivers keep memory of their own
# LONG: waves bernstein
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t594-step-tensor" "$@"
