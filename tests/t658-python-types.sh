#!/usr/bin/env bash
# Type hints of the Python package, by mypy. Strict, but for arrays without a type of their numbers, and packages without hints.
# LONG:
# NOSANITIZE: it runs nothing of the library
set -u
cd "$(dirname "$0")/.." || exit 1
command -v mypy >/dev/null || { echo "mypy is missing: ./dev deps long"; exit 1; }
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
mypy --strict --allow-any-generics --ignore-missing-imports --no-warn-unused-ignores --no-warn-return-any --cache-dir "$T" python/nudge >"$T/log" 2>&1 ||
    { tail -n 20 "$T/log"; exit 1; }
