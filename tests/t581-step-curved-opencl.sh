#!/usr/bin/env bash
# t580 on an OpenCL device (PoCL's, with real barriers).
# RUN: straight plain 1 acoustic single
# LONG: straight bernstein 2 maxwell double
# LONG: straight plain,fused,bernstein 1,3 maxwell,acoustic,elastic single
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t580-step-curved" "$@"
