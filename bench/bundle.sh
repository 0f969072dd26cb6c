#!/usr/bin/env bash
# Makes a folder that runs on a machine where nothing can be installed: bench/bundle.sh [FOLDER=build-gpu]
# Holds nudge, the tests of kernels and devices, and the libraries that such a machine may lack. There:
#     FOLDER/run COMMAND ...      puts FOLDER in front of PATH and FOLDER/lib in front of the library path
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build-gpu}
tests="t410-kernel-rate t580-step-curved t414-kernel-paper t420-device-conformance t426-kernel-laws t501-step-graph t507-step-whole t508-step-ranks t503-step-local-basis t534-step-pml t542-step-source
    t544-step-wave t545-step-dipole t550-tune-baseline t620-output-samples t812-valid-laws"
make -s -j"$(nproc)" all $(printf 'build/tests/%s ' $tests)
rm -rf "$folder/lib" "$folder/tests"
mkdir -p "$folder/lib" "$folder/tests"
install -s build/nudge "$folder/"
[ ! -e build/libnudge-mpi.so ] || install -s build/libnudge-mpi.so "$folder/lib/"
# An MPI that takes memory of GPUs, for bench/ranks.sh.
[ ! -e build/libnudge-mpi.so ] || mpicc -shared -fPIC -O1 -Wl,-z,lazy -o "$folder/lib/mpi-device.so" tests/mpi-device.c
for t in $tests; do install -s "build/tests/$t" "$folder/tests/"; done
# Libraries of libc, the compiler and the driver are those of the other machine.
ldd build/nudge | awk '$3 ~ "^/" {print $3}' | grep -E 'lib(yaml|muparser|hdf5|sz|aec|z|metis|GKlib)[-._]' |
    while read -r lib; do cp -L "$lib" "$folder/lib/"; done
# Loaded at run time, for comparisons with a BLAS.
blas=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | awk '$1 == "libopenblas.so.0" {print $NF; exit}')
[ -z "$blas" ] || cp -L "$blas" "$folder/lib/"
tools/copy-cairo.sh "$folder/lib" "$folder/fonts"
cat > "$folder/run" <<'RUN'
#!/usr/bin/env bash
here=$(cd "$(dirname "$0")" && pwd)
export PATH="$here:$PATH" LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$@"
RUN
chmod +x "$folder/run"
du -sh "$folder"
