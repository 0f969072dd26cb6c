#!/usr/bin/env bash
# Packs what `make wheel-library` made into dist/NAME.tar.gz: tools/bundle.sh BUILD NAME. `make bundle` calls it.
set -eu
build=$1 name=$2
T=$(mktemp -d) && trap 'rm -rf "$T"' EXIT
top=$T/$name
mkdir -p "$top/bin" "$top/lib" "$top/include" dist
cp "$build"/wheel/nudge "$build"/wheel/*.so "$top/lib"
ln -s ../lib/nudge "$top/bin/nudge" # the loader looks for libraries beside the file itself
# Libraries that not every Linux has.
ldd "$top/lib/libnudge.so" | awk '/=> \// { print $1, $3 }' |
    grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|ld-linux)' | while read -r library path; do cp "$path" "$top/lib/$library"; done
tools/copy-cairo.sh "$top/lib" "$top/share/nudge/fonts"
cp include/nudge.h "$top/include"
version=$("$top/bin/nudge" --version)
tools/install-dev.sh "$top" '${pcfiledir}/../..' lib libnudge.so "${version#nudge }"
make -s --no-print-directory -o "$build/nudge" install-share BUILD="$build" PREFIX="$top" >/dev/null
cp LICENSE README.md "$top"
cp -r examples "$top"
tar -C "$T" -c "$name" | gzip "-${BUNDLE_LEVEL:-9}" >"dist/$name.tar.gz"
echo "dist/$name.tar.gz, for glibc $(tools/glibc.sh "$top/lib/nudge") or later"
