#!/usr/bin/env bash
# t590 on an OpenCL device (PoCL's).
# NOSANITIZE: OpenCL drivers keep memory of their own
# RUN: uniform bernstein
# LONG: uniform fused
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t590-step-poles" "$@"
