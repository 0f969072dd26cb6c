#!/usr/bin/env bash
# Ctrl-C in Python: KeyboardInterrupt within two seconds, outputs closed; callbacks that raise; checkpoints.
# NOSANITIZE: python3 does not load a library with sanitizers
exec "$(dirname "$0")/t652-python-simulation.sh" stop
