#!/usr/bin/env bash
# A folder of src/ includes only itself and folders to its left in this list; nothing else keeps the data flow readable.
cd "$(dirname "$0")/.." || exit 1
order="base comm problem device mesh part elem layout law kernel step pml face pole source tune plot output monitor port solver checkpoint preflight api"
bad=0
left=""
for folder in $order; do
    left="$left $folder"
    while IFS=: read -r file line text; do
        used=$(sed -E 's/.*"([a-z]+)\/.*/\1/' <<<"$text")
        case " $left " in *" $used "*) ;; *) echo "$file:$line: $folder/ may not include $used/"; bad=1 ;; esac
    done < <(grep -nE '#include "[a-z]+/' src/"$folder"/*.[ch] src/"$folder"/*/*.[ch] /dev/null 2>/dev/null)
done
# Numbers are printed and read in the C locale: only base/format.c calls functions that depend on the caller's. The program
# itself never sets a locale, so cli/ and studies/ may print and use strtod.
locale='\b(v?s?n?printf|v?f?printf|vdprintf|dprintf|strto(d|f|ld)|atof|v?f?s?scanf|is(space|alpha|alnum|digit|lower|upper|print|punct|xdigit|cntrl)|to(lower|upper)|strn?casecmp|strcoll)\('
while IFS= read -r hit; do
    echo "$hit: depends on the locale; use base/format.h"
    bad=1
done < <(grep -nE "$locale" src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] ref/*.[ch] exact/*.[ch] cli/*.[ch] studies/*.[ch] | grep -vE '^src/base/format\.c:|^src/kernel/' | grep -vE '^(cli|studies)/.*\b(v?s?n?printf|v?fprintf|printf|strtod)\(')
# The program is a client of the library: cli/ includes the public header and its own files, by their names alone. Studies may
# look inside, through studies/internal.h.
while IFS= read -r hit; do
    echo "$hit: cli/ may include nudge.h and its own headers only"
    bad=1
done < <(grep -nE '#include "' cli/*.[ch] | while IFS= read -r hit; do
    name=$(sed -E 's/.*#include "([^"]*)".*/\1/' <<<"$hit")
    [ "$name" = nudge.h ] || [ -e "cli/$name" -a "${name#*/}" = "$name" ] || echo "$hit"
done)
for folder in src/*/; do private="$private|$(basename "$folder")"; done
while IFS= read -r hit; do
    echo "$hit: studies/ may use the library's private headers by internal.h only"
    bad=1
done < <(grep -nE "#include \"(\.\./|src/|(${private#|})/)" studies/*.[ch] | grep -v '^studies/internal\.h:')
# Functions, files and lines that are too long, and too many parameters.
tools/check_sizes.py || bad=1
exit $bad
