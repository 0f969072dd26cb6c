#!/usr/bin/env bash
# examples/c/cavity.c against an installed library, shared and static, the way its README says.
set -eu
build=${NUDGE_BUILD:-build}
build=${build#"$PWD/"} # as the build itself was called, or make would see other flags
sanitize='' flags=''
case $build in *sanitize*) sanitize=1 flags='-fsanitize=address,undefined' ;; esac
prefix=$(mktemp -d "${TMPDIR:-/tmp}/nudge-test-XXXXXX")
trap 'rm -rf "$prefix"' EXIT

# -o all: what is built stays as it is.
unset MAKEFLAGS MFLAGS MAKELEVEL
make -s -o all install BUILD="$build" SANITIZE="$sanitize" PREFIX="$prefix" >"$prefix/log" 2>&1 || { cat "$prefix/log"; exit 1; }
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
[ "$(pkg-config --modversion nudge)" = "$(sed -n 's/^#define NUDGE_VERSION  *"\(.*\)"/\1/p' include/nudge.h)" ] ||
    { echo "nudge.pc has another version than nudge.h"; exit 1; }

# Both must say the same, with an error that order 4 on this mesh has.
check() {
    said=$(cd "$prefix" && "./$1") || { echo "$1 failed: $said"; exit 1; }
    [[ $said =~ ^384\ elements,\ [0-9]+\ steps,\ relative\ error\ ([0-9.]+)e-0([0-9])$ ]] || { echo "$1 said: $said"; exit 1; }
    [ "${BASH_REMATCH[2]}" -ge 5 ] || { echo "$1: the error is too large: $said"; exit 1; }
    grep -q '"outcome": "finished"' "$prefix/run.json" || { echo "$1 left no report"; exit 1; }
    rm "$prefix/run.json"
}
# shellcheck disable=SC2046,SC2086
${CC:-cc} -std=c99 -pedantic -Wall -Wextra -Werror $flags examples/c/cavity.c $(pkg-config --cflags --libs nudge) \
    -Wl,-rpath,"$prefix/lib" -o "$prefix/shared"
[ -z "$sanitize" ] || export NUDGE_CFLAGS=-O1 # kernels of order 4 compute for longer than they compile
check shared
# shellcheck disable=SC2046,SC2086
${CC:-cc} $flags examples/c/cavity.c $(pkg-config --static --cflags --libs nudge | sed 's/-lnudge/-l:libnudge.a/') \
    -o "$prefix/static"
[ -z "$sanitize" ] || exit 0 # to run it would be the same again
first=$said
rm "$prefix"/lib/libnudge.so* # the static one needs it no more
check static
[ "$said" = "$first" ] || { echo "shared: $first; static: $said"; exit 1; }

# The header is good C++ too.
if command -v c++ >/dev/null; then
    echo '#include "nudge.h"' | c++ -x c++ -std=c++11 -Wall -Wextra -Werror -Iinclude -fsyntax-only -
fi
