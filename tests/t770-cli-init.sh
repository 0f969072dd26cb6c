#!/usr/bin/env bash
# nudge init: lists its templates, writes them, and changes no file that exists. "all": every template passes nudge check without a
# warning, and three of them run: their results are compared with the exact solutions in them.
# RUN:
# PLAIN: all
. "$(dirname "$0")/cli.bash"
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$T" || exit 1

expect 0 "$nudge" init
mapfile -t templates < <(sed -n 's/^  \([a-z][a-z]*\)  *[A-Za-z].*/\1/p' "$T/out")
[ ${#templates[@]} -eq "$(ls "$here"/cli/templates/*.yaml | wc -l)" ] || bad "listed are ${templates[*]}"
mistake 2 'no template antena, did you mean antenna' "$nudge" init antena
mistake 2 'no template ports, did you mean waveguide?' "$nudge" init ports # by the first line of the template
mistake 2 'no template port, did you mean waveguide?' "$nudge" init port
mistake 2 'no template accoustic, did you mean sound?' "$nudge" init accoustic # a word like it is in the first line
mistake 2 'no template nothing; there are: antenna, cavity, ' "$nudge" init nothing
for t in "${templates[@]}"; do
    expect 0 "$nudge" init "$t"
    says "^wrote $t/$t.yaml" "^    nudge .*$t/$t.yaml"
    for file in "$here"/cli/templates/"$t".*; do cmp -s "$file" "$t/${file##*/}" || bad "$t/${file##*/} is another one"; done
    head -n 1 "$t/$t.yaml" | grep -q "^# $t: " || bad "$t.yaml does not begin with its name"
done

# Nothing is changed, nothing is left half done, also beside a link that leads nowhere.
echo mine >law/law.yaml
mistake 1 'law/law.law exists already, and nothing was written' "$nudge" init law
rm law/law.law
mistake 1 'law/law.yaml exists already, and nothing was written' "$nudge" init law
[ "$(cat law/law.yaml)" = mine ] && [ ! -e law/law.law ] || bad "init changed $(ls law)"
ln -s nowhere link.yaml
mistake 1 'link.yaml exists already' "$nudge" init cavity link.yaml
[ ! -e nowhere ] || bad "init wrote through a link"
mkdir folder
expect 0 "$nudge" init waveguide folder/mine.yaml
[ "$(cd folder && echo *)" = "mine.yaml waveguide.geo" ] || bad "init FILE wrote $(ls folder)"
expect 0 "$nudge" init sound folder
[ -s folder/sound.yaml ] || bad "init FOLDER wrote $(ls folder)"
mistake 1 'no/such/a.yaml: cannot be created: No such' "$nudge" init cavity no/such/a.yaml
mistake 1 'the folder link.yaml/a cannot be created' "$nudge" init cavity link.yaml/a
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked && chmod 555 locked
    mistake 1 'locked/law.law: cannot be created' "$nudge" init law locked
fi
[ "${1:-}" = all ] || finish

rm -r law && "$nudge" init law >/dev/null
for t in "${templates[@]}"; do
    expect 0 "$nudge" check "$t/$t.yaml" --trust --threads 1
    [ ! -s "$T/err" ] || bad "nudge check $t.yaml says: $(cat "$T/err")"
done
error_below() {
    awk -v most="$2" '/L2 error/ { found = $NF < most } END { exit !found }' "$T/out" || bad "$1: $(grep error "$T/out"), above $2"
}
expect 0 "$nudge" run cavity/cavity.yaml
error_below cavity 2e-3
[ -s cavity/out/cavity.png ] || bad "cavity leaves no picture"
expect 0 "$nudge" run law/law.yaml --trust
error_below law 1e-5
expect 0 "$nudge" run sound/sound.yaml --set time.end=0.1
[ -s sound/out/ear.csv ] || bad "sound leaves no ear.csv"
finish
