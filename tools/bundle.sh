#!/usr/bin/env bash
# Packs what `make wheel-library` made into dist/NAME.tar.gz: tools/bundle.sh BUILD NAME. `make bundle` calls it.
set -eu
build=$1 name=$2
unset MAKEFLAGS MFLAGS MAKELEVEL
T=$(mktemp -d) && trap 'rm -rf "$T"' EXIT
top=$T/$name
mkdir -p "$top/bin" "$top/lib" "$top/include" dist
cp "$build"/wheel/nudge "$build"/wheel/*.so "$build"/wheel/*.so.[0-9]* "$top/lib"
ln -s ../lib/nudge "$top/bin/nudge" # the loader looks for libraries beside the file itself
if [ -d "$build/wheel/cairo" ]; then
    mkdir -p "$top/share/nudge"
    cp -r "$build/wheel/cairo" "$top/lib/"
    cp -r "$build/wheel/fonts" "$top/share/nudge/"
fi
cp include/nudge.h "$top/include"
version=$("$top/bin/nudge" --version)
tools/install-dev.sh "$top" '${pcfiledir}/../..' lib libnudge.so "${version#nudge }"
make -s --no-print-directory -o "$build/wheel/nudge" install-share BUILD="$build" PROGRAM="$build/wheel/nudge" PREFIX="$top" >/dev/null
cp LICENSE README.md "$top"
cp -r examples "$top"
tar -C "$T" -c "$name" | gzip "-${BUNDLE_LEVEL:-9}" >"dist/$name.tar.gz"
echo "dist/$name.tar.gz, for glibc $(tools/glibc.sh "$top/lib/nudge") or later"
