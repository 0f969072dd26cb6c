#!/usr/bin/env bash
# Copies Cairo, the libraries that it needs and its font, for a machine where nothing can be installed:
# tools/copy-cairo.sh LIBRARIES FONTS. Without Cairo here it copies nothing, and pictures need an installation there.
set -eu
libraries=$1 fonts=$2
from=/usr/share/fonts/truetype/dejavu
cairo=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | awk '$1 == "libcairo.so.2" { print $NF; exit }')
if [ -z "$cairo" ] || [ ! -e "$from/DejaVuSans.ttf" ]; then
    echo "  --   without Cairo and its font (apt-get install libcairo2 fonts-dejavu-core): pictures need libcairo2 there"
    exit 0
fi
mkdir -p "$libraries" "$fonts"
cp -L "$cairo" "$libraries/libcairo.so.2"
# Those of libc and the compiler are everywhere.
ldd "$cairo" | awk '/=> \// { print $1, $3 }' | grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|ld-linux)' |
    while read -r library path; do [ -e "$libraries/$library" ] || cp -L "$path" "$libraries/$library"; done
cp "$from/DejaVuSans.ttf" "$from/DejaVuSans-Bold.ttf" "$fonts"
[ ! -e /usr/share/doc/fonts-dejavu-core/copyright ] || cp /usr/share/doc/fonts-dejavu-core/copyright "$fonts/LICENSE"
