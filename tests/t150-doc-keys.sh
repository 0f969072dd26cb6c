#!/usr/bin/env bash
# The key table in doc/reference/problem-file.md is what `nudge keys` prints; to renew it: tests/t150-doc-keys.sh --write
set -eu
cd "$(dirname "$0")/.."
nudge=${NUDGE_BUILD:-build}/nudge page=doc/reference/problem-file.md
from='<!-- nudge keys -->' to='<!-- end of nudge keys -->'

if [ "${1:-}" = --write ]; then
    table=$("$nudge" keys)
    new=$(awk -v from="$from" -v to="$to" -v table="$table" \
        '$0 == to { inside = 0 } !inside { print } $0 == from { inside = 1; print table }' "$page")
    printf '%s\n' "$new" >"$page"
    exit
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$nudge" keys >"$folder/keys"
awk -v from="$from" -v to="$to" '$0 == to { inside = 0 } inside { print } $0 == from { inside = 1 }' "$page" >"$folder/page"
[ -s "$folder/keys" ] || { echo "nudge keys printed nothing" && exit 1; }
diff -u "$folder/page" "$folder/keys" && exit
echo "$page is not what nudge keys prints; renew it with tests/t150-doc-keys.sh --write"
exit 1
