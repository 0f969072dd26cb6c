#!/usr/bin/env bash
# Pictures of the Python package by matplotlib: values, scales, units, outlines, films.
# NOSANITIZE: python3 does not load a library with sanitizers
exec "$(dirname "$0")/t652-python-simulation.sh" plot
