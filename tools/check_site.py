#!/usr/bin/env python3
"""Checks a built site without a network: tools/check_site.py FOLDER

Every link, picture, style and script of every page leads to a file in FOLDER, and its anchor exists there. Nothing is
loaded from another machine. Mathematics, tables, lists and fenced blocks were rendered: no page shows their marks as text.
"""
import html.parser
import os
import re
import sys
import urllib.parse

MARKS = [(re.compile(r'^\s*\|\s*-{3,}'), 'a table that is shown as text'), (re.compile(r'```'), 'a fenced block that is shown as text'),
         (re.compile(r'\]\([^)\s]+\)'), 'a link that is shown as text'),
         (re.compile(r'\n(?:[-*+]|\d+\.) \S'), 'a list that is shown as text'),
         (re.compile(r'(?:^|\n)#{1,6} \S'), 'a heading that is shown as text'),
         (re.compile(r'\*\*|<!--'), 'a mark of Markdown')]


class Page(html.parser.HTMLParser):
    """links: (target, line); loads: what a browser fetches by itself; anchors; text: (line, text) outside of code."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors, self.text, self.quiet = [], [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors |= {attrs[k] for k in ('id', 'name') if attrs.get(k)}
        if tag in ('pre', 'code', 'script', 'style'):
            self.quiet.append(tag)
        if tag == 'a' and attrs.get('href'):
            self.links.append((attrs['href'], self.getpos()[0]))
        if tag in ('img', 'script', 'source', 'iframe') and attrs.get('src'):
            self.loads.append((attrs['src'], self.getpos()[0]))
        if tag == 'link' and attrs.get('href') and attrs.get('rel') not in ('canonical', 'prev', 'next'):
            self.loads.append((attrs['href'], self.getpos()[0]))

    def handle_endtag(self, tag):
        if self.quiet and self.quiet[-1] == tag:
            self.quiet.pop()

    def handle_data(self, data):
        if not self.quiet:
            self.text.append((self.getpos()[0], data))


def check_target(top, name, target, pages):
    """What is wrong with a link of page `name`, or None."""
    parts = urllib.parse.urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    path = urllib.parse.unquote(parts.path)
    if path.startswith('/'):
        return 'begins with "/": the site may lie in a folder'
    file = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
    if os.path.isdir(os.path.join(top, file)):
        file = os.path.normpath(os.path.join(file, 'index.html'))
    if not os.path.isfile(os.path.join(top, file)):
        return f'{file} is not there'
    anchor = urllib.parse.unquote(parts.fragment)
    if anchor and file in pages and anchor not in pages[file].anchors:
        return f'{file} has no anchor #{anchor}'
    return None


def check_page(top, name, pages):
    page = pages[name]
    if name == '404.html':  # its links are for the top of a server
        return
    for target, line in page.links + page.loads:
        wrong = check_target(top, name, target, pages)
        if wrong:
            yield f'{name}:{line}: {target}: {wrong}'
    for target, line in page.loads:
        if '//' in target and not target.startswith('data:'):
            yield f'{name}:{line}: {target} is loaded from another machine'
    for line, text in page.text:
        for mark, what in MARKS:
            if mark.search(text):
                yield f'{name}:{line}: {what}: {text.strip()[:60]}'


def main():
    top, pages, wrong = sys.argv[1], {}, []
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith('.html'):
                path = os.path.join(folder, name)
                with open(path, encoding='utf-8') as handle:
                    pages[os.path.relpath(path, top)] = Page(handle.read())
    for name in sorted(pages):
        wrong += check_page(top, name, pages)
    if not pages:
        wrong.append(f'{top} has no pages')
    print('\n'.join(wrong[:40]), end='\n' if wrong else '')
    if len(wrong) > 40:
        print(f'... and {len(wrong) - 40} more')
    links = sum(len(p.links) + len(p.loads) for p in pages.values())
    print(f'{len(pages)} pages, {links} links, {len(wrong)} of them wrong', file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
