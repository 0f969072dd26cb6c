#!/usr/bin/env bash
# Packs a staged `make install` as dist/nudge_VERSION_ARCHITECTURE.deb: tools/deb.sh BUILD VERSION. `make deb` calls it.
# The package is for the system it is made on: dpkg-shlibdeps finds the packages of the shared libraries. DEBFULLNAME and DEBEMAIL
# name the maintainer, as for other tools of Debian.
set -eu
build=$1 version=$2
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture; do
    command -v $tool >/dev/null || { echo "make deb needs $tool: apt-get install dpkg-dev" >&2; exit 1; }
done
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
libdir=lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
T=$(mktemp -d) && trap 'rm -rf "$T"' EXIT
root=$T/root share=$T/root/usr/share doc=$T/root/usr/share/doc/nudge
make -s --no-print-directory -o all -o "$build/nudge" install BUILD="$build" PREFIX=/usr LIBDIR="$libdir" DESTDIR="$root" >"$T/log" 2>&1 || { cat "$T/log" >&2; exit 1; }

# As Debian's policy wants it: stripped, pages compressed, completions of zsh in the folder for packages.
objcopy=(--remove-section=.comment --remove-section=.note)
strip "${objcopy[@]}" "$root/usr/bin/nudge"
for library in "$root/usr/$libdir"/*.so; do [ -L "$library" ] || strip --strip-unneeded "${objcopy[@]}" "$library"; done
strip --strip-unneeded "${objcopy[@]}" "$root/usr/$libdir/libnudge.so.0"
chmod 644 "$root/usr/$libdir"/*.so*
strip --strip-debug --enable-deterministic-archives "$root/usr/$libdir/libnudge.a"
mkdir -p "$share/zsh/vendor-completions" "$doc" "$root/DEBIAN"
mv "$share"/zsh/site-functions/* "$share/zsh/vendor-completions" && rmdir "$share/zsh/site-functions"
gzip -9n "$share"/man/man1/*.1
{ printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2026, the nudge authors\nLicense: BSD-3-Clause\n'
  sed -n '/^Redistribution/,$p' LICENSE | sed 's/^$/./; s/^/ /'; } >"$doc/copyright"
maintainer="${DEBFULLNAME:-the nudge authors} <${DEBEMAIL:-maintainers@nudge.invalid}>"
printf 'nudge (%s) unstable; urgency=medium\n\n  * Version %s; CHANGELOG.md of the sources has the changes.\n\n -- %s  %s\n' \
    "$version" "$version" "$maintainer" "$(date -R -u -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}")" |
    gzip -9n >"$doc/changelog.gz"

# Shared libraries. MPI is loaded only when mpirun starts the program, and so are those under Suggests.
mkdir "$T/debian" && printf 'Source: nudge\n\nPackage: nudge\nArchitecture: any\n' >"$T/debian/control"
plugin=$root/usr/$libdir/libnudge-mpi.so
needed=$(cd "$T" && dpkg-shlibdeps -O --ignore-missing-info -e"$root/usr/bin/nudge" -e"$root/usr/$libdir/libnudge.so.0" \
    $([ ! -e "$plugin" ] || echo "-dRecommends -e$plugin") 2>"$T/log") || { cat "$T/log" >&2; exit 1; }
value() { sed -n "s/^shlibs:$1=//p" <<<"$needed"; }
mpi=$(value Recommends)
cat >"$root/DEBIAN/control" <<END
Package: nudge
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $(value Depends)
Recommends: gcc, libc6-dev${mpi:+, $mpi}
Suggests: gmsh, libharminv3, libopenblas0 | liblapack3, ocl-icd-libopencl1, paraview
Section: science
Priority: optional
Description: time-domain solver for linear waves on tetrahedra
 nudge, the Nodal Unstructured Discontinuous Galerkin Engine, computes how
 waves travel: electromagnetic waves, sound, and waves in solids. It runs on
 CPUs, on NVIDIA GPUs (CUDA) and on others (OpenCL).
 .
 This package has the program, its library for C with header, pkg-config file
 and CMake package, manual pages and completions for bash, zsh and fish.
END
echo 'activate-noawait ldconfig' >"$root/DEBIAN/triggers"
echo "libnudge 0 nudge (>= $version)" >"$root/DEBIAN/shlibs"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +
chmod 644 "$root"/DEBIAN/*
mkdir -p dist
dpkg-deb --root-owner-group -Z"${DEB_COMPRESSION:-xz}" --build "$root" "dist/nudge_${version}_$architecture.deb" >/dev/null
echo "dist/nudge_${version}_$architecture.deb"
