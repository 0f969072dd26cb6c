#!/usr/bin/env bash
# t542 on an OpenCL device (PoCL's, with real barriers).
# NOSANITIZE: OpenCL drivers keep memory of their own
# RUN: fused 2 single
# RUN: bernstein 2 single
# LONG: plain 2 double
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" "$@"
