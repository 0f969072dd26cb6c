#!/usr/bin/env bash
# The PML on an OpenCL device (PoCL's).
# RUN: normal
# LONG: debye
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t534-step-pml" "$1" bernstein single
