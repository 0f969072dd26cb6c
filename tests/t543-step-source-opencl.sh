#!/usr/bin/env bash
# The same on an OpenCL device (PoCL's, with real barriers). One order, so that the plain variant is compiled once.
# NOSANITIZE: OpenCL drivers keep memory of their own
set -eu
for arguments in "plain 2 double" "fused 2 single" "bernstein 2 single" "tensor 2 double"; do
    # shellcheck disable=SC2086
    TEST_DEVICE=opencl "$NUDGE_BUILD/tests/t542-step-source" $arguments
done
