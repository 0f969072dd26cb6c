#!/usr/bin/env bash
# The documentation site. RUN without arguments: tools/site.py finds every page, and the gallery has a title for each example; where
# MkDocs is not installed nothing more is done. "build": ./dev docs makes the site, strict and without a network, and every link, anchor
# and picture in it leads somewhere (tools/check_site.py); every example has a picture and a result in the gallery.
# NOSANITIZE: runs no program of ours
# RUN: pages
# LONG: build
set -u
cd "$(dirname "$0")/.." || exit 1
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT

fail() {
    echo "$1"
    exit 1
}

pages() {
    python3 tools/site.py "$T/site" || exit 1
    for page in index install tutorial/index howto/index examples/index reference/api reference/glossary reference/limits \
        reference/commands reference/law reference/problem-file explanation/architecture reports/index; do
        [ -s "$T/site/pages/$page.md" ] || fail "the site has no page $page"
    done
    for example in examples/*/README.md; do
        title=$(sed -n '1s/^# //p' "$example")
        grep -qF "## [$title](" "$T/site/pages/examples/index.md" || fail "the gallery lacks $example"
    done
    grep -q 'source/include/nudge.h.md' "$T/site/pages/reference/api.md" || fail "api.md does not lead to the page of nudge.h"
    for name in $(grep -oE '^NUDGE_API .*\bnudge_[a-z_]+\(' include/nudge.h | grep -oE 'nudge_[a-z_]+\($' | tr -d '('); do
        grep -q "^###.*\`$name\`" "$T/site/pages/source/include/nudge.h.md" || fail "the page of nudge.h lacks $name"
    done
    # Notebooks: JSON of the format 4, whose code is that of the page.
    python3 - "$T/site/pages/tutorial" <<'END' || fail "the notebooks of the tutorial"
import glob, json, sys
names = sorted(glob.glob(sys.argv[1] + '/*.ipynb'))
assert len(names) == 6, names
for name in names:
    book = json.load(open(name, encoding='utf-8'))
    page = open(name[:-5] + 'md', encoding='utf-8').read()
    code = [''.join(c['source']) for c in book['cells'] if c['cell_type'] == 'code']
    assert book['nbformat'] == 4 and code and all(c in page for c in code) and code[0].startswith('import'), name
    compile('\n'.join(code), name, 'exec')
    assert name.rsplit('/', 1)[1] in page
END
    ! grep -rlE '^<!-- (file|not run|shortened): ' "$T/site/pages" || fail "these pages show what is for the tests"
}

# The checker itself: each of these pages is wrong.
broken() {
    mkdir -p "$T/broken"
    while IFS= read -r page; do
        printf '<html><body>%b</body></html>\n' "$page" >"$T/broken/index.html"
        ! python3 tools/check_site.py "$T/broken" >/dev/null 2>&1 || fail "tools/check_site.py accepts $page"
    done <<'PAGES'
<a href="nowhere.html">x</a>
<a href="#nowhere">x</a>
<img src="nowhere.png">
<script src="https://example.org/x.js"></script>
<p>| --- | --- |</p>
<p>see [this](that.md)</p>
<p>one:\n- two</p>
<p>**bold**</p>
PAGES
    echo '<html><body><h1 id="here">x</h1><a href="#here">x</a><a href="https://example.org">x</a></body></html>' >"$T/broken/index.html"
    python3 tools/check_site.py "$T/broken" 2>/dev/null || fail "tools/check_site.py refuses a page without mistakes"
}

build() {
    ./dev docs >"$T/log" 2>&1 || { tail -n 30 "$T/log" && exit 1; }
    python3 - build/site-pages/pages/examples/index.md <<'END' || exit 1
import re, sys
wrong = 0
# A program that prints a number has no picture.
for part in open(sys.argv[1], encoding='utf-8').read().split('\n## ')[1:]:
    if '![' not in part and '](c/' not in part or not re.search(r'\d', part.split('\n', 3)[-1]):
        print('no picture or no number in the gallery:', part.split('\n')[0])
        wrong = 1
sys.exit(wrong)
END
}

case ${1:-pages} in
pages) pages && broken ;;
build) build ;;
*) fail "there is no run $1" ;;
esac
