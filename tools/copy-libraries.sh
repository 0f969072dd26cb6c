#!/usr/bin/env bash
# Copies the shared libraries that FILE needs and that not every Linux has: tools/copy-libraries.sh FILE FOLDER
set -eu
file=$1 folder=$2
# By the policies of manylinux, every Linux has those of libc and of the compiler, but for OpenMP's.
ldd "$file" | awk '/=>/ { print $1, $3 }' | grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|linux-vdso|ld-linux)' |
    while read -r library path; do
        [ "$path" != not ] || { echo "$file needs $library, which the loader does not find" >&2; exit 1; }
        [ -e "$folder/$library" ] || cp -L "$path" "$folder/$library"
    done
