#!/usr/bin/env bash
# t426 on an OpenCL device (PoCL's, with real barriers).
# RUN: elastic bernstein 1 double
# RUN: maxwell unmixed 2 single
# LONG: acoustic,elastic,seven bernstein 1,2,3 single,double
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t426-kernel-laws" "$@"
