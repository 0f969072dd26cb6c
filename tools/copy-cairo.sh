#!/usr/bin/env bash
# Copies Cairo, the libraries that it needs and its font, for a machine where nothing can be installed:
# tools/copy-cairo.sh LIBRARIES FONTS. The file LIBRARIES/order names the libraries so that each comes after those that it needs
# (src/plot/cairo.c). Without Cairo here it copies nothing, and pictures need an installation there.
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
tools/copy-libraries.sh "$cairo" "$libraries"
for file in "$libraries"/*.so.*; do
    objdump -p "$file" | awk -v own="$(basename "$file")" 'BEGIN { print own, own } $1 == "NEEDED" { print $2, own }'
done | while read -r needed own; do
    [ ! -e "$libraries/$needed" ] || echo "$needed $own"
done | tsort >"$libraries/order"
# Their licences, where the packages of the system have them.
for file in $(cat "$libraries/order"); do
    path=$(readlink -f "$(ldd "$cairo" | awk -v name="$file" '$1 == name { print $3 }')" || true)
    [ "$file" != libcairo.so.2 ] || path=$(readlink -f "$cairo")
    dpkg-query -S "*/${path##*/}" 2>/dev/null | sed 's/:.*//' | head -n 1 || true
done | sort -u | while read -r package; do
    [ ! -e "/usr/share/doc/$package/copyright" ] || { echo "== $package"; cat "/usr/share/doc/$package/copyright"; }
done >"$libraries/LICENSES"
cp "$from/DejaVuSans.ttf" "$from/DejaVuSans-Bold.ttf" "$fonts"
[ ! -e /usr/share/doc/fonts-dejavu-core/copyright ] || cp /usr/share/doc/fonts-dejavu-core/copyright "$fonts/LICENSE"
