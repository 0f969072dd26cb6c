#!/usr/bin/env bash
# The oldest glibc that a program can be loaded with, with the libraries beside it that it is linked with, as 2.34:
# tools/glibc.sh PROGRAM. Libraries that it opens at run time, as Cairo, may need a later one.
set -eu
folder=$(cd "$(dirname "$1")" && pwd)
{
    echo "$folder/$(basename "$1")"
    LD_LIBRARY_PATH=$folder ldd "$1" | awk -v folder="$folder/" 'index($3, folder) == 1 { print $3 }'
} | while read -r file; do objdump -T "$file"; done | grep -oE '\bGLIBC_[0-9.]+' | sed 's/.*_//' | sort -uV | tail -n 1
