#!/usr/bin/env bash
# The wheel: built and installed into a virtual environment without network, for any Python 3, at most 15 MB, and complete: it runs
# without a compiler, without the source tree and without libraries of packages that only developers have.
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

"$python" -m venv --without-pip --system-site-packages "$T/venv" && cd "$T" || exit 1
venv/bin/python -m pip install -q --no-index --no-deps --no-compile "$wheel" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
site=$(dirname venv/lib/python3*/site-packages/nudge/libnudge.so)
ldd "$site/libnudge.so" >libraries
grep -E 'not found|/hdf5|libyaml|libcurl' libraries && bad "libnudge.so of the wheel needs these"
# What the loader takes from the system must be what every Linux has.
awk '/=>/ && $3 !~ /nudge\// { print $1 }' libraries |
    grep -vE '^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so|linux-vdso|ld-linux)' && bad "these are not in the wheel"

# The shortest way to a picture.
cat >first.py <<'PY'
import nudge

sim = nudge.Simulation(mesh=nudge.Box(divisions=(3, 3, 3)), order=2, time=0.3, boundaries={"default": "pec"}, device="cpu",
                       initial={"Ez": "sin(pi*x)*sin(pi*y)"}, output={"folder": "out", "picture": {"file": "Ez.png"}},
                       monitors={"all": nudge.Fourier(regions="box", frequencies=[1])})
assert sim.run().status.step == sim.status.steps and "site-packages" in nudge.__file__
PY
env -i HOME="$T" NUDGE_CC=none OMP_NUM_THREADS=1 PYTHONWARNINGS=ignore venv/bin/python first.py || bad "first.py failed"
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
