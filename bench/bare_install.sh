#!/usr/bin/env bash
# From the wheel to the first picture on a bare machine: bench/bare_install.sh WHEEL [SUITE]
#
# The machine is a root of Debian SUITE (bookworm) with python3 and python3-venv and nothing else: no compiler, no Cairo, no fonts, no
# numpy. mmdebstrap makes it, for which this needs root, and network the first time. numpy's wheel is downloaded before the clock runs
# and lies beside nudge's; with INDEX=1 pip fetches it within the time measured. Prints seconds of the wall clock and of the processor.
set -eu
cd "$(dirname "$0")/.."
wheel=$(readlink -f "$1") suite=${2:-bookworm}
root=${BARE_ROOT:-build-portable/bare-$suite}
mirror=${PORTABLE_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | awk '/debian\/$/ { print; exit }')}
if [ ! -e "$root/etc/os-release" ]; then
    mkdir -p "$(dirname "$root")"
    rm -rf "$root.new"
    mmdebstrap --quiet --mode=root --variant=minbase --include=python3,python3-venv,ca-certificates "$suite" "$root.new" "$mirror"
    mv "$root.new" "$root"
fi
root=$(readlink -f "$root")

# inside COMMAND: in the root, without network unless INDEX is set
inside() {
    local alone=--net
    [ -z "${INDEX:-}" ] || alone=
    # shellcheck disable=SC2086
    unshare -m $alone bash -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" env -i PATH=/usr/bin:/bin HOME=/try PIP_INDEX_URL="$3" PIP_CERT="$4" PIP_TRUSTED_HOST="$5" sh -c "cd /try && $2"' - "$root" "$1" \
        "${PIP_INDEX_URL:-https://pypi.org/simple}" "${PIP_CERT:+/try/certificates.pem}" "${PIP_TRUSTED_HOST:-}"
}

rm -rf "$root/try" && mkdir "$root/try"
cp "$wheel" "$root/try/"
[ -z "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$root/try/certificates.pem"
[ -z "${INDEX:-}" ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
version=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ -z "${INDEX:-}" ]; then
    python3 -m pip download -q --only-binary=:all: --python-version "$version" --platform manylinux2014_x86_64 --no-deps -d "$root/try" numpy
fi
cat >"$root/try/first.py" <<'PY'
import nudge
sim = nudge.Simulation(mesh=nudge.Box(origin=(-1, -1, -1), size=(2, 2, 2), divisions=(6, 6, 6)), order=4, boundaries={"default": "pec"},
                       initial={"Ez": "sin(pi*x)*sin(pi*y)"}, time=1.5, output={"folder": "out", "picture": {"file": "cavity.png", "field": "Ez"}})
sim.run()
PY
for command in cc gcc; do ! inside "command -v $command" >/dev/null || { echo "the root has $command"; exit 1; }; done
[ -z "$(find "$root/usr/lib" "$root/usr/share/fonts" -name 'libcairo*' -o -name '*.ttf' 2>/dev/null)" ] || { echo "the root has Cairo or fonts"; exit 1; }

TIMEFORMAT='%R %U %S'
all=0
step() {
    local what=$1 took
    took=$({ time inside "$2" >"$root/try/log" 2>&1; } 2>&1) || { tail -n 20 "$root/try/log"; exit 1; }
    # shellcheck disable=SC2086
    set -- $took
    printf '%-34s %6.1f s (%.1f of the processor)\n' "$what" "$1" "$(awk "BEGIN { print $2 + $3 }")"
    all=$(awk "BEGIN { print $all + $1 }")
}
echo "Debian $suite, python $version, $(basename "$wheel"), $(stat -c %s "$wheel") bytes"
step "python3 -m venv" "python3 -m venv venv"
step "pip install, with numpy" "venv/bin/pip install -q --disable-pip-version-check $([ -n "${INDEX:-}" ] || echo --no-index --find-links .) /try/$(basename "$wheel")"
step "first picture" "venv/bin/python first.py"
printf '%-34s %6.1f s\n' "all three" "$all"
[ "$(head -c 4 "$root/try/out/cavity.png" | tail -c 3)" = PNG ] || { echo "there is no picture"; exit 1; }
