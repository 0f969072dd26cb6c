#!/usr/bin/env bash
# make install and uninstall leave what they should; the bundle of make bundle works in any folder, without the libraries of the
# machine that made it.
# NOSANITIZE: the bundle is made from a plain build
set -u
cd "$(dirname "$0")/.." || exit 1
build=${NUDGE_BUILD:-build}
build=${build#"$PWD/"} # as the build itself was called, or make would see other flags
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }
unset MAKEFLAGS MFLAGS MAKELEVEL

make -s -o all -o "$build/nudge" install BUILD="$build" PREFIX=/usr DESTDIR="$T/root" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
for file in bin/nudge lib/libnudge.so.0 lib/pkgconfig/nudge.pc lib/cmake/nudge/nudge-config.cmake include/nudge.h share/man/man1/nudge.1 share/man/man1/nudge-run.1 \
    share/bash-completion/completions/nudge share/zsh/site-functions/_nudge share/fish/vendor_completions.d/nudge.fish; do
    [ -s "$T/root/usr/$file" ] || bad "make install leaves no $file"
done

# CMake's package works wherever the folder is: a program by find_package, which prints what examples/c/README.md says.
mv "$T/root/usr" "$T/moved usr" && mkdir "$T/cmake"
cat >"$T/cmake/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13)
project(cavity C)
find_package(nudge 0.1 CONFIG REQUIRED)
add_executable(cavity $PWD/examples/c/cavity.c)
target_link_libraries(cavity PRIVATE nudge::nudge)
END
with_cmake() { # with_cmake FOLDER: configures, builds and runs it
    rm -rf "$T/made"
    cmake -S "$T/cmake" -B "$T/made" -Dnudge_DIR="$1" >"$T/log" 2>&1 && cmake --build "$T/made" >>"$T/log" 2>&1 ||
        { bad "cmake with $1: $(tail -n 20 "$T/log")"; return; }
    said=$(cd "$T/made" && NUDGE_CC=none OMP_NUM_THREADS=1 ./cavity) && [ "${said##* }" = 5.332e-05 ] || bad "cavity, by cmake, says: $said"
}
with_cmake "$T/moved usr/lib/cmake/nudge"
sed -i 's/nudge 0.1 CONFIG/nudge 0.2 CONFIG/' "$T/cmake/CMakeLists.txt"
cmake -S "$T/cmake" -B "$T/other" -Dnudge_DIR="$T/moved usr/lib/cmake/nudge" >"$T/log" 2>&1 && bad "cmake takes version 0.2 for what is here"
sed -i 's/nudge 0.2 CONFIG/nudge CONFIG/' "$T/cmake/CMakeLists.txt"
mv "$T/moved usr" "$T/root/usr"
make -s uninstall BUILD="$build" PREFIX=/usr DESTDIR="$T/root" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
[ -z "$(find "$T/root" ! -type d)" ] || bad "make uninstall leaves $(find "$T/root" ! -type d)"

make -s wheel-library BUILD="$build" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
BUNDLE_LEVEL=1 tools/bundle.sh "$build" "nudge-test-$$" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
mkdir "$T/any where" && tar -C "$T/any where" -xzf "dist/nudge-test-$$.tar.gz" || bad "the bundle cannot be unpacked"
rm -f "dist/nudge-test-$$.tar.gz"
top="$T/any where/nudge-test-$$"
ldd "$top/lib/libnudge.so" | awk '/=>/ { print $1, $3 }' >"$T/libraries"
grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|linux-vdso|ld-linux)' "$T/libraries" | grep -v "/any" && bad "these are not in the bundle"
# What it needs of the C library: the libraries of Debian 12, with which it is linked, make it 2.34; another machine's own at most.
needs=$(tools/glibc.sh "$top/lib/nudge")
here=$(getconf GNU_LIBC_VERSION | sed 's/.* //')
case $here in 2.34 | 2.35 | 2.36) here=2.34 ;; esac
[ "$(printf '%s\n' "$needs" "$here" | sort -V | tail -n 1)" = "$here" ] || bad "the bundle needs glibc $needs"
with_cmake "$top/lib/cmake/nudge"
env -i HOME="$T" NUDGE_CC=none OMP_NUM_THREADS=1 "$top/bin/nudge" run "$top/examples/cavity/cavity.yaml" --order 1 \
    --set mesh.box.divisions=[2,2,2] >"$T/log" 2>&1 || bad "the program of the bundle: $(cat "$T/log")"
env -i HOME="$T" "$top/bin/nudge" man run | cmp -s - "$top/share/man/man1/nudge-run.1" || bad "the bundle has another manual page"
# A program in C finds header and library by pkg-config, wherever the bundle is.
ln -s "$top" "$T/moved"
flags=$(PKG_CONFIG_PATH=$T/moved/lib/pkgconfig pkg-config --cflags --libs nudge) || bad "pkg-config does not find nudge"
echo 'int main(void) { return !nudge_version(); }' >"$T/a.c"
# shellcheck disable=SC2086
${CC:-cc} -include nudge.h "$T/a.c" $flags -Wl,-rpath,"$T/moved/lib" -o "$T/a" && "$T/a" || bad "a program in C cannot use the bundle"
[ $failures -eq 0 ]
