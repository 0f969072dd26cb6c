#!/usr/bin/env bash
# Writes what other builds find the library by, pkg-config's file and CMake's package, below TO:
#     tools/install-dev.sh TO PREFIX LIBDIR LIBRARY VERSION [LIBS]
# PREFIX stands in pkg-config's file; LIBDIR is relative to it; LIBRARY is the file that programs are linked with.
set -eu
to=$1 prefix=$2 libdir=$3 library=$4 version=$5 libs=${6:-}
here=$(dirname "$0")
up=$(sed 's|[^/][^/]*|..|g' <<<"$libdir/cmake/nudge")
install -d "$to/$libdir/pkgconfig" "$to/$libdir/cmake/nudge"
fill() {
    sed -e "s|@PREFIX@|$prefix|" -e "s|@LIBDIR@|$libdir|" -e "s|@LIBRARY@|$library|" -e "s|@VERSION@|$version|" -e "s|@UP@|$up|" \
        -e "s|@LIBS@|$libs|" "$here/$1.in" >"$2"
    chmod 644 "$2"
}
fill nudge.pc "$to/$libdir/pkgconfig/nudge.pc"
for file in nudge-config.cmake nudge-config-version.cmake; do fill $file "$to/$libdir/cmake/nudge/$file"; done
