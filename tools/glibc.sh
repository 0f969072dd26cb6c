#!/usr/bin/env bash
# The oldest glibc that files can be loaded with, as 2.34: tools/glibc.sh FILE...
set -eu
for file; do objdump -T "$file"; done | grep -oE '\(GLIBC_[0-9.]+' | sed 's/.*_//' | sort -uV | tail -n 1
