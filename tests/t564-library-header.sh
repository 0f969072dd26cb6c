#!/usr/bin/env bash
# nudge.h: its complete example compiles and runs, every function is listed in doc/reference/api.md and called by a test, and the
# list has no others.
set -u
build=${NUDGE_BUILD:-build}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }

grep -E '^NUDGE_API' include/nudge.h | grep -oE '\bnudge_[a-z_]+\(' | tr -d '(' | sort -u >"$T/header"
grep -oE '`nudge_[a-z_]+`' doc/reference/api.md | tr -d '`' | sort -u >"$T/page"
[ "$(wc -l <"$T/header")" -gt 60 ] || bad "only $(wc -l <"$T/header") functions found in nudge.h"
diff "$T/header" "$T/page" >"$T/diff" || bad "doc/reference/api.md and nudge.h differ (<: nudge.h):"$'\n'"$(cat "$T/diff")"
while IFS= read -r name; do
    grep -qlE "\b$name\(|\bhas_name\($name\b" tests/t[0-9]*.c || bad "no test calls $name"
done <"$T/header"

# The example in the introduction, in the folder of the problem that it reads.
sed -n '/^ \*     #include <nudge.h>/,/^ \*     }$/s/^ \*     \{0,1\}//p' include/nudge.h | sed 's/^ //' >"$T/example.c"
cp examples/cavity/cavity.yaml "$T"
flags=''
case $build in *sanitize*) flags='-fsanitize=address,undefined' ;; esac
# shellcheck disable=SC2086
if ${CC:-cc} -std=c99 -pedantic -Wall -Wextra -Werror $flags -Iinclude "$T/example.c" -L"$build" -lnudge -Wl,-rpath,"$(cd "$build" && pwd)" -o "$T/example"; then
    sed -i 's/^order:.*/order: 1/' "$T/cavity.yaml"
    said=$(cd "$T" && ./example) || bad "the example failed: $said"
    awk -v e="$said" 'BEGIN { exit !(e > 0.01 && e < 1) }' || bad "the example printed '$said'"
else
    bad "the example in nudge.h does not compile"
fi
[ $failures -eq 0 ]
