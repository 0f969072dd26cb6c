#!/usr/bin/env bash
# Markdown pages: links lead to files and headings that exist, lines of prose have at most 100 characters, paragraphs at most five
# sentences (reports are older, and may have more). Every page under doc/ is reached from doc/README.md by links. The pages that
# list the folders of src/ have the order of tools/check-layers.sh.
set -u
cd "$(dirname "$0")/.." || exit 1
exec python3 - <<'END'
import os, re, subprocess, sys

names = subprocess.run(['git', 'ls-files', '*.md'], capture_output=True, text=True).stdout.split()
pages = [n for n in names if os.path.exists(n)] or [os.path.join(d, f) for d, _, fs in os.walk('doc') for f in fs if f.endswith('.md')]
wrong, links = [], {}


def anchors(path):
    found = set()
    for line in open(path, encoding='utf-8'):
        m = re.match(r'#+ (.*)', line)
        if m:
            text = re.sub(r'[^\w\- ]', '', m[1].strip().lower())
            found.add(text.replace(' ', '-'))
    return found


def sentences(paragraph):
    text = re.sub(r'`[^`]*`', 'x', paragraph)
    return len(re.findall(r'[a-zα-ω0-9)\]|°²%*_x][.!?](?=\s+[A-Z`*_\[(]|\s*$)', text))


for page in pages:
    links[page] = set()
    fence, paragraph, begin = False, [], 0
    with open(page, encoding='utf-8') as handle:
        lines = handle.read().split('\n')
    for number, line in enumerate(lines + [''], 1):
        if line.lstrip().startswith('```'):
            fence = not fence
        plain = not fence and not line.startswith(('|', '    ', '```', '<!--'))
        if plain and len(line) > 100 and not re.match(r'\s*(!?\[[^]]*\]\([^)]*\))\W*$', line):
            wrong.append(f'{page}:{number}: a line of {len(line)} characters; wrap it at 100')
        if plain and line.strip() and not re.match(r'#|\s*([-*+]|\d+\.) ', line):
            begin = begin or number
            paragraph.append(line)
        else:
            if sentences(' '.join(paragraph)) > 5 and '/reports/' not in page:
                wrong.append(f'{page}:{begin}: a paragraph of more than five sentences')
            paragraph, begin = [], 0
            if plain and re.match(r'\s*([-*+]|\d+\.) ', line):
                paragraph, begin = [line], number
        if fence:
            continue
        for target in re.findall(r'\]\(([^)\s]+)\)', line):
            if '://' in target:
                continue
            path, _, anchor = target.partition('#')
            file = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(file):
                wrong.append(f'{page}:{number}: {target} is not there')
            elif anchor and file.endswith('.md') and anchor not in anchors(file):
                wrong.append(f'{page}:{number}: {file} has no heading #{anchor}')
            links[page].add(file)

reached, next_pages = set(), ['doc/README.md']
while next_pages:
    page = next_pages.pop()
    if page in reached:
        continue
    reached.add(page)
    for file in links.get(page, ()):
        if os.path.isdir(file):
            file = os.path.join(file, 'README.md')
        next_pages.append(file)
for page in pages:
    if page.startswith('doc/') and page not in reached:
        wrong.append(f'{page}: no page leads to it from doc/README.md')

with open('tools/check-layers.sh', encoding='utf-8') as handle:
    order = re.search(r'^order="(.*)"', handle.read(), re.M)[1]
for page in ('CONTRIBUTING.md', 'doc/explanation/architecture.md', 'doc/explanation/pipeline.svg'):
    with open(page, encoding='utf-8') as handle:
        if order not in re.sub(r'\s+', ' ', handle.read()):
            wrong.append(f'{page}: the folders of src/ are, in this order: {order}')

if wrong:
    print('\n'.join(wrong[:40]))
if len(wrong) > 40:
    print(f'... and {len(wrong) - 40} more')
sys.exit(1 if wrong else 0)
END
