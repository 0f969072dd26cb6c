#!/usr/bin/env bash
# python/nudge/keys.py has one dataclass per map of the problem file; to renew it: tests/t650-python-keys.sh --write
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX")
trap 'rm -rf "$folder"' EXIT
"${NUDGE_BUILD:-build}/nudge" keys --schema >"$folder/schema"
tools/python_keys.py <"$folder/schema" >"$folder/keys.py"
[ "$(grep -c '^class' "$folder/keys.py")" -gt 30 ] || { echo "few classes were made" && exit 1; }
if [ "${1:-}" = --write ]; then
    cp "$folder/keys.py" python/nudge/keys.py
    exit
fi
diff -u python/nudge/keys.py "$folder/keys.py" && exit
echo "python/nudge/keys.py is not what the table of keys gives; renew it with tests/t650-python-keys.sh --write"
exit 1
