#!/usr/bin/env bash
# The package of make deb: lintian finds no error, what it needs is named, and its files work where they are unpacked.
# NOSANITIZE: the package is made from a plain build
# LONG:
set -u
cd "$(dirname "$0")/.." || exit 1
build=${NUDGE_BUILD:-build}
build=${build#"$PWD/"}
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }
unset MAKEFLAGS MFLAGS MAKELEVEL
command -v lintian dpkg-shlibdeps >"$T/log" || { echo "lintian or dpkg-dev is missing: ./dev deps long"; exit 1; }

version=$("$build/nudge" --version)
deb=$(DEB_COMPRESSION=gzip tools/deb.sh "$build" "${version#nudge }") || exit 1
lintian --fail-on error --suppress-tags-from-file /dev/null "$deb" >"$T/log" 2>&1 || bad "lintian: $(grep '^E:' "$T/log")"
for word in libc6 libhdf5 libyaml libmuparser libgomp1; do
    dpkg-deb -f "$deb" Depends | grep -q "$word" || bad "the package does not depend on $word: $(dpkg-deb -f "$deb" Depends)"
done
dpkg-deb -x "$deb" "$T/root" && root=$T/root/usr
libraries=$(dirname "$root"/lib/*/libnudge.so.0)
for file in "$root/bin/nudge" "$root/include/nudge.h" "$libraries"/{libnudge.so,libnudge.a,pkgconfig/nudge.pc,cmake/nudge/nudge-config.cmake} \
    "$root"/share/{man/man1/nudge-init.1.gz,bash-completion/completions/nudge,zsh/vendor-completions/_nudge,fish/vendor_completions.d/nudge.fish,doc/nudge/copyright}; do
    [ -s "$file" ] || bad "the package has no ${file#"$T/root"}"
done
[ "$("$root/bin/nudge" --version)" = "$version" ] || bad "the program of the package: $("$root/bin/nudge" --version)"
${CC:-cc} examples/c/cavity.c -I"$root/include" -L"$libraries" -lnudge -Wl,-rpath,"$libraries" -o "$T/cavity" &&
    [[ $(cd "$T" && NUDGE_CC=none ./cavity) == *5.332e-05 ]] || bad "a program in C cannot use the package"
rm -f "$deb"
[ $failures -eq 0 ]
