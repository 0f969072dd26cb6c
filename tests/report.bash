# What the tests of nudge report share: html FILE checks that a page is well-formed, and the syntax of its scripts where node is
# installed. Sourced after cli.bash.
html() {
    python3 - "$1" "$T/script.js" <<'END' || bad "$1 is not well-formed"
import html.parser, sys

VOID = {'meta', 'img', 'br', 'input', 'hr', 'link'}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.scripts, self.tags = [], set(), [], {}

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), f'{self.getpos()}: an attribute twice in {tag}'
        assert not any(name.startswith('on') for name in names), f'{self.getpos()}: code in an attribute of {tag}'
        for name, value in attributes:
            if name == 'id':
                assert value not in self.ids, f'{self.getpos()}: id {value} twice'
                self.ids.add(value)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)
            if tag == 'script':
                self.scripts.append([dict(attributes).get('type'), ''])

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f'{self.getpos()}: </{tag}> inside {self.open[-3:]}'
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == 'script':
            self.scripts[-1][1] += data


page = Page()
with open(sys.argv[1], encoding='utf-8') as handle:
    page.feed(handle.read())
page.close()
assert not page.open, f'open at the end: {page.open}'
code = [text for kind, text in page.scripts if kind is None]
assert len(page.scripts) <= 3 and len(code) <= 2, f'{len(page.scripts)} scripts'
open(sys.argv[2], 'w', encoding='utf-8').write('\n'.join(code))
END
    ! command -v node >/dev/null || node --check "$T/script.js" || bad "$1: its script has a mistake"
}

# notes PATTERN...: what the page $page says at its end.
notes() {
    local w
    for w; do sed -n '/<section id="notes">/,$p' "$page" | grep -Eq -- "$w" || bad "no note '$w' in $page"; done
}
