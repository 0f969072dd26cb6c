#!/usr/bin/env bash
# nudge completion and nudge man: every command and option of the help is in them, the shells accept and use them, and groff has no
# complaint.
set -u
cd "$(dirname "$0")/.." || exit 1
nudge=${NUDGE_BUILD:-$PWD/build}/nudge
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }

mapfile -t commands < <("$nudge" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
[ ${#commands[@]} -ge 13 ] || bad "the help lists ${#commands[@]} commands"
for c in "${commands[@]}"; do "$nudge" help "$c" >"$T/help-$c"; done
{ printf '%s\n' "${commands[@]}" && sed -n 's/^  --\([a-z-]*\) .*/\1/p' "$T"/help-*; } | sort -u >"$T/words"
for shell in bash zsh fish; do
    "$nudge" completion $shell >"$T/$shell" || bad "nudge completion $shell failed"
    grep -oE '[a-z]+(-[a-z]+)*' "$T/$shell" | sort -u | comm -13 - "$T/words" >"$T/missing"
    [ ! -s "$T/missing" ] || bad "$shell: missing are $(tr '\n' ' ' <"$T/missing")"
done
! command -v zsh >/dev/null || zsh -n "$T/zsh" || bad "zsh refuses its completions"
! command -v fish >/dev/null || fish --no-execute "$T/fish" || bad "fish refuses its completions"

# What bash offers for a line, of which the last word is not complete.
offers() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nudge; printf "%s\n" "${COMPREPLY[@]}"' - "$T/bash" "$@" | tr '\n' ' '
}
touch "$T/a.yaml"
[ "$(offers nudge che)" = "check " ] || bad "nudge che: $(offers nudge che)"
[ "$(offers nudge run --prec)" = "--precision " ] || bad "nudge run --prec: $(offers nudge run --prec)"
[ "$(offers nudge run --precision s)" = "single " ] || bad "nudge run --precision s: $(offers nudge run --precision s)"
[ "$(offers nudge run "$T/a.")" = "$T/a.yaml " ] || bad "nudge run a.: $(offers nudge run "$T/a.")"
[ "$(offers nudge devices --ord)" = " " ] || bad "nudge devices takes no --order: $(offers nudge devices --ord)"

for c in '' "${commands[@]}"; do
    # shellcheck disable=SC2086
    "$nudge" man $c >"$T/page-$c" || bad "nudge man $c failed"
    head -n 1 "$T/page-$c" | grep -q '^\.TH NUDGE' || bad "nudge man $c is no page"
    [ -n "$c" ] || continue
    sed -n 's/^  \(--[a-z-]*\) .*/\1/p' "$T/help-$c" | sort >"$T/wanted"
    sed -n 's/^\.BI "\([^ ]*\) .*/\1/p' "$T/page-$c" | tr -d '\\' | sort | cmp -s - "$T/wanted" || bad "nudge man $c has other options than the help"
done
# A table that is wider than the page is not a mistake.
! command -v groff >/dev/null || ! groff -man -Tutf8 -ww "$T"/page-* 2>&1 >/dev/null | grep -v 'cannot adjust line\|can.t break line' ||
    bad "groff complains of a manual page"
"$nudge" completion tcsh >"$T/said" 2>&1
[ $? -eq 2 ] && grep -q 'tcsh: give bash, zsh or fish' "$T/said" || bad "completion tcsh: $(cat "$T/said")"
"$nudge" man nothing >"$T/said" 2>&1
[ $? -eq 2 ] && grep -q 'no command nothing' "$T/said" || bad "man nothing: $(cat "$T/said")"
[ $failures -eq 0 ]
