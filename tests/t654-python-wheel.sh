#!/usr/bin/env bash
# The wheel: built and installed into a virtual environment without network, for any Python 3, at most 15 MB, and complete: it runs
# without a compiler, without the source tree and without libraries of packages that only developers have. Pictures are drawn by the
# Cairo and the font of the wheel: NUDGE_CAIRO names it, because the system's Cairo comes first where there is one. How the wheel finds
# its own without NUDGE_CAIRO is not tested here: bench/bare_install.sh measures that on a machine without Cairo.
# NOSANITIZE: the wheel is made from a plain build
set -u
. "$(dirname "$0")/python.bash"
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }
for python in "$python" /usr/bin/python3; do "$python" -c 'import setuptools, wheel, pip, numpy' 2>/dev/null && break; done
unset PYTHONPATH NUDGE_LIBRARY MAKEFLAGS MFLAGS MAKELEVEL
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_CONFIG_FILE=/dev/null

"$python" -m pip wheel -q --no-build-isolation --no-deps --no-index -w "$T" ./python >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
wheel=$(echo "$T"/nudge-*-py3-none-linux_*.whl)
[ -e "$wheel" ] || { ls "$T"; exit 1; }
[ "$(stat -c %s "$wheel")" -le 15000000 ] || bad "the wheel has $(stat -c %s "$wheel") bytes"

# The root of the tree can be given, too.
"$python" -m pip wheel -q --no-build-isolation --no-deps --no-index -w "$T/root" . >"$T/log" 2>&1 || bad "$(cat "$T/log")"
names() { "$python" -c 'import sys, zipfile; print("\n".join(sorted(zipfile.ZipFile(sys.argv[1]).namelist())))' "$1"; }
[ -n "$(names "$wheel")" ] && [ "$(names "$wheel")" = "$(names "$T/root/$(basename "$wheel")")" ] || bad "the wheel of the root is another one"

"$python" -m venv --without-pip --system-site-packages "$T/venv" && cd "$T" || exit 1
venv/bin/python -m pip install -q --no-index --no-deps --no-compile "$wheel" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
site=$(dirname venv/lib/python3*/site-packages/nudge/libnudge.so)
ldd "$site/libnudge.so" >libraries
grep -E 'not found|/hdf5|libyaml|libcurl' libraries && bad "libnudge.so of the wheel needs these"
# What the loader takes from the system must be what every Linux has.
awk '/=>/ && $3 !~ /nudge\// { print $1 }' libraries |
    grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|linux-vdso|ld-linux)' && bad "these are not in the wheel"

# Neither must what Cairo needs, which is opened at run time.
for library in "$site"/cairo/*.so.[0-9]*; do
    objdump -p "$library" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|ld-linux)' |
        while read -r needed; do [ -e "$site/cairo/$needed" ] || echo "$(basename "$library") needs $needed"; done
done >missing
[ ! -s missing ] || bad "these are not in the wheel: $(cat missing)"
[ "$(sort "$site/cairo/order")" = "$(cd "$site/cairo" && ls -- *.so.* | sort)" ] || bad "the order of Cairo's libraries: $(cat "$site/cairo/order")"
for file in cairo/libcairo.so.2 fonts/DejaVuSans.ttf fonts/DejaVuSans-Bold.ttf fonts/LICENSE; do [ -s "$site/$file" ] || bad "the wheel has no $file"; done

# The shortest way to a picture.
cat >first.py <<'PY'
import nudge

sim = nudge.Simulation(mesh=nudge.Box(divisions=(3, 3, 3)), order=2, time=0.3, boundaries={"default": "pec"}, device="cpu",
                       initial={"Ez": "sin(pi*x)*sin(pi*y)"}, output={"folder": "out", "picture": {"file": "Ez.png"}},
                       monitors={"all": nudge.Fourier(regions="box", frequencies=[1])})
assert sim.run().status.step == sim.status.steps and "site-packages" in nudge.__file__
# Nothing of the system's Cairo is used, which comes first where there is one, nor of the libraries that it needs.
loaded = {line.split(None, 5)[5].strip() for line in open("/proc/self/maps") if ".so" in line}
for name in ("libcairo.so.2", "libfontconfig.so.1", "libfreetype.so.6", "libpixman-1.so.0"):
    found = [path for path in loaded if path.split("/")[-1].startswith(name)]
    assert len(found) == 1 and "site-packages" in found[0], (name, found)
page = sim.report()
assert page.endswith("/out/report.html") and '<section id="view">' in open(page, encoding="utf-8").read()
PY
env -i HOME="$T" NUDGE_CC=none NUDGE_CAIRO="$PWD/$site/cairo/libcairo.so.2" OMP_NUM_THREADS=1 PYTHONWARNINGS=ignore venv/bin/python first.py || bad "first.py failed"
[ "$(head -c 4 out/Ez.png | tr -d '\211')" = PNG ] || bad "there is no picture"
[ -s out/all.h5 ] || bad "there is no HDF5 file"
version=$(env -i HOME="$T" venv/bin/nudge --version) || bad "the program does not start"
[ "$version" = "$(env -i HOME="$T" venv/bin/python -m nudge --version)" ] || bad "nudge and python3 -m nudge differ"
[ "$version" = "$("$NUDGE_BUILD/nudge" --version)" ] || bad "the wheel has $version"
env -i HOME="$T" venv/bin/nudge run /nowhere.yaml 2>said && bad "nudge run /nowhere.yaml succeeded"
grep -q '/nowhere.yaml' said || bad "the program does not name the file: $(cat said)"
# Without the library the import works, and its first use says what to do.
rm "$site/libnudge.so"
env -i HOME="$T" venv/bin/python -c 'import nudge; nudge.version()' 2>said && bad "a missing library is no failure"
grep -q 'DeviceError: the library of nudge cannot be loaded' said || bad "$(cat said)"
[ $failures -eq 0 ]
