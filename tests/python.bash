# Sourced by tests of the Python package: $python is a Python with numpy, the package is that of this tree, and the library that of
# $NUDGE_BUILD.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
export NUDGE_BUILD=${NUDGE_BUILD:-$PWD/build}
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 NUDGE_LIBRARY=$NUDGE_BUILD/libnudge.so MPLBACKEND=Agg
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
    [ -n "$python" ] || { echo "no python3 has numpy: apt-get install python3-numpy, or ./dev deps"; exit 1; }
    "$python" -c 'import numpy' 2>/dev/null && break
done
export python
