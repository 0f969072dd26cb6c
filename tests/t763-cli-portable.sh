#!/usr/bin/env bash
# make portable: the bundle and the wheel need glibc 2.31 at most. The bundle's program computes the same in Debian 11 as this build does
# here; pip takes the wheel by its manylinux tag, and it runs.
# NOSANITIZE: the packages are made from a plain build
# LONG:
set -u
. "$(dirname "$0")/python.bash"
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }
unset PYTHONPATH NUDGE_LIBRARY NUDGE_CACHE MAKEFLAGS MFLAGS MAKELEVEL
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

make -s portable >"$T/log" 2>&1 || { tail -n 30 "$T/log"; exit 1; }
grep -qE '^dist/.*\.tar\.gz, for glibc 2\.(29|30|31) or later$' "$T/log" || bad "the bundle: $(cat "$T/log")"
cp -r examples/cavity "$T/cavity"
NUDGE_CC=none "$NUDGE_BUILD/nudge" run "$T/cavity/cavity.yaml" --device cpu --checksum >"$T/here" 2>&1 || bad "$(cat "$T/here")"
here=$(grep -E '^relative L2 error' "$T/here")
grep -qF "on glibc 2.31 the cavity has: $here" "$T/log" || bad "in Debian 11 the cavity has another error than here ($here): $(tail -n 1 "$T/log")"

wheel=$(echo dist/nudge-*-py3-none-manylinux_2_31_x86_64.whl)
[ -e "$wheel" ] || { bad "there is no wheel for glibc 2.31: $(ls dist)"; exit 1; }
"$python" -m venv --without-pip --system-site-packages "$T/venv" || exit 1
"$python" -m pip --python "$T/venv/bin/python" install -q --no-index --no-deps "$wheel" >"$T/log" 2>&1 || { cat "$T/log"; exit 1; }
site=$(dirname "$T"/venv/lib/python3*/site-packages/nudge/libnudge.so)
needs=$(tools/glibc.sh "$site/nudge")
[ "$(printf '%s\n' "$needs" 2.31 | sort -V | tail -n 1)" = 2.31 ] || bad "the wheel needs glibc $needs"
cd "$T" && env -i HOME="$T" NUDGE_CC=none PYTHONWARNINGS=ignore "$T/venv/bin/python" - <<'PY' || bad "the wheel does not run"
import nudge

sim = nudge.Simulation(mesh=nudge.Box(divisions=(3, 3, 3)), order=2, time=0.3, boundaries={"default": "pec"}, device="cpu",
                       initial={"Ez": "sin(pi*x)*sin(pi*y)"})
assert sim.run().status.step == sim.status.steps and "site-packages" in nudge.__file__
PY
[ $failures -eq 0 ]
