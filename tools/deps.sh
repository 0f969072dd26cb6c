#!/usr/bin/env bash
# Installs the packages that nudge needs and the machine lacks: tools/deps.sh [build|test|long|docs]. "build": for
# compiling and running; "test" (the default): for the tests, too; "long": for the long tests, too; "docs": for the
# documentation site alone. Checks first, so that a complete machine needs neither network nor permissions.
set -u
scope=${1:-test}

# Each line: scope, package (Debian and Ubuntu call them the same), and how to see that what it brings is there already.
table='
build gcc                 command cc
build g++                 command c++
build libc6-dev           header stdio.h
build make                command make
build pkg-config          command pkg-config
build libyaml-dev         module yaml-0.1
build libmuparser-dev     module muparser
build libhdf5-dev         module hdf5
build zlib1g-dev          module zlib
build libmetis-dev        header metis.h
build libcairo2           library libcairo.so.2
build fonts-dejavu-core   file /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
test  hdf5-tools          command h5dump
test  liblapacke-dev      module lapacke
test  libharminv3         library libharminv.so.3
test  libopenblas0        library libopenblas.so.0
test  python3             command python3
test  python3-numpy       python numpy
test  python3-scipy       python scipy
test  python3-matplotlib  python matplotlib
test  python3-mpi4py      python mpi4py
test  python3-h5py        python h5py
test  python3-setuptools  python setuptools
test  python3-wheel       python wheel
test  python3-pip         python pip
test  python3-venv        python ensurepip
test  gmsh                library libgmsh.so
test  locales             file /usr/share/i18n/locales/de_DE
test  ocl-icd-libopencl1  library libOpenCL.so.1
test  pocl-opencl-icd     file /etc/OpenCL/vendors/pocl.icd
test  libopenmpi-dev      command mpicc
test  openmpi-bin         command mpirun
test  clang               command clang
test  cmake               command cmake
test  libclang-rt-N-dev   fuzzer -
docs  python3             command python3
docs  mkdocs              command mkdocs
docs  mkdocs-material     file /usr/share/mkdocs/themes/material
long  nodejs              command node
long  chromium            command chromium
long  dpkg-dev            command dpkg-shlibdeps
long  lintian             command lintian
long  mypy                command mypy
long  python3-xarray      python xarray
long  python3-meshio      python meshio
long  python3-gmsh        python gmsh
long  mmdebstrap          command mmdebstrap
'

# Whether it is present. $1: the kind of thing, $2: its name.
there() {
    case $1 in
    command) command -v "$2" ;;
    header) echo "#include <$2>" | cc -E - ;;
    module) pkg-config --exists "$2" ;;
    library) PATH=$PATH:/sbin:/usr/sbin ldconfig -p | grep -F "$2" ;;
    file) [ -e "$2" ] ;;
    python) (cd / && { python3 -c "import $2" || /usr/bin/python3 -c "import $2"; }) ;;
    # clang's runtime libraries are a package of their own, named after its version, or a part of it.
    fuzzer)
        command -v clang || return 0 # a later round looks again
        echo 'int LLVMFuzzerTestOneInput(const char *p, long n) { return p && n ? 0 : 0; }' |
            clang -fsanitize=fuzzer,address,undefined -o /dev/null -x c -
        ;;
    esac >/dev/null 2>&1
}

missing() {
    while read -r when package kind name; do
        [ -n "$when" ] || continue
        case $scope:$when in build:build | test:build | long:build | test:test | long:test | long:long | docs:docs) ;; *) continue ;; esac
        there "$kind" "$name" && continue
        case $package in *-N-*) package=${package/-N-/-$(clang -dumpversion | cut -d. -f1)-} ;; esac
        echo "$package"
    done <<<"$table"
}

mapfile -t packages < <(missing)
[ ${#packages[@]} -gt 0 ] || exit 0

give_up() {
    echo "$1" >&2
    echo "Missing packages: ${packages[*]}" >&2
    echo "As root, install them with:  apt-get update && apt-get install -y ${packages[*]}" >&2
    exit 1
}

command -v apt-get >/dev/null ||
    give_up "This machine has no apt-get: install what these Debian packages bring by its own package manager."
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || give_up "Installing takes root, and there is no sudo here."
    as_root=(sudo)
    [ -t 0 ] || as_root+=(-n)
fi

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" >>"$log" 2>&1 </dev/null
}

# The package lists are fetched only when installing without that fails: they may be absent (a bare image) or old.
install_all() {
    echo "Installing ${packages[*]}"
    apt install -y --no-install-recommends "${packages[@]}" && return
    : >"$log"
    apt update && apt install -y --no-install-recommends "${packages[@]}" && return
    tail -n 20 "$log" | sed 's/^/    /' >&2
    give_up "The installation failed; the end of what apt-get said stands above."
}

# Two rounds: which package brings a part of clang is known once it is there.
for _ in 1 2; do
    install_all
    mapfile -t packages < <(missing)
    [ ${#packages[@]} -gt 0 ] || exit 0
done
give_up "apt-get installed everything, yet something is still not found."
