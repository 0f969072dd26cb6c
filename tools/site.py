#!/usr/bin/env python3
"""Collects the pages of the documentation site: tools/site.py FOLDER

FOLDER/pages gets README.md, CONTRIBUTING.md, CHANGELOG.md, everything under doc/ and the pages of examples/, and
FOLDER/mkdocs.yml the settings and the order of the pages. MkDocs makes the site of them (./dev docs).

Pages are written for a plain file browser. What differs on the site is changed here:
 1. A link to a source file leads to a page that shows the file. A link to a folder leads to its first page.
 2. Comments that tell the tests how to run a block are left out.
 3. Python-Markdown starts a list or a table after an empty line only; one is put there.
 4. The page of include/nudge.h is made from its comments (tools/header_page.py).
 5. examples/ gets a gallery: the title, the pictures and the result of each example, the first picture larger than the
    others. The result is the paragraph after the line <!-- result --> of its README.md.
 6. Pages of the tutorial get their Python as a notebook (tools/notebook.py), and a link to it.
"""
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys

import header_page
import notebook

SHOWN = {'.h': 'c', '.c': 'c', '.law': 'c', '.knl': 'c', '.geo': 'c', '.py': 'python', '.yaml': 'yaml', '.txt': 'text', '.sh': 'sh'}
LINK = re.compile(r'(!?\[(?:[^][]|\[[^]]*\])*\]\()([^)\s]+)(\))')
DIRECTIVE = re.compile(r'<!-- (file|not run|needs|shortened|result|nudge keys|end of nudge keys)\b.*-->$')
HEADER = 'include/nudge.h'
# Anchors as file browsers make them: lower case, every blank a hyphen.
SLUGS = '!!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}'
ITEM = re.compile(r'([-*+]|\d+\.) ')


class Error(Exception):
    pass


def read(path):
    with open(path, encoding='utf-8') as handle:
        return handle.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as handle:
        handle.write(text)


def place(path):
    """Where a file of the repository is on the site. doc/ is its top, beside examples/ and source/."""
    if path == 'README.md':
        return 'index.md'
    if path == 'doc/README.md':
        return 'documents.md'
    if path.startswith('doc/'):
        return re.sub(r'(^|/)README\.md$', r'\1index.md', path[4:])
    if re.fullmatch(r'examples/[^/]+/README\.md', path):
        return path[:-len('README.md')] + 'index.md'
    if path in ('CONTRIBUTING.md', 'CHANGELOG.md') or path.startswith('examples/'):
        return path
    return 'source/' + path


def lines_outside_fences(text):
    """(line, whether it is prose) of each line."""
    fence = False
    for line in text.split('\n'):
        if line.lstrip().startswith('```'):
            fence = not fence
            yield line, False
        else:
            yield line, not fence


def separate(text):
    """Rules 2 and 3 of the head."""
    out = []
    for line, prose in lines_outside_fences(text):
        before = out[-1] if out else ''
        if prose and DIRECTIVE.match(line):
            continue
        if prose and before.strip() and not line.startswith('    '):
            starts_list = ITEM.match(line) and not ITEM.match(before.lstrip()) and not before.startswith(' ')
            starts_table = line.startswith('|') and not before.startswith('|')
            if starts_list or starts_table:
                out.append('')
        out.append(line)
    return '\n'.join(out)


class Site:
    def __init__(self, folder):
        self.pages = os.path.join(folder, 'pages')
        self.waiting = []  # files of the repository that links lead to
        self.done = set()
        self.titles = {}

    def target(self, page, link):
        """The link as the site needs it, in a page of the repository."""
        path, hash_, anchor = link.partition('#')
        if '://' in link or link.startswith('mailto:') or not path:
            return link
        file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if file == 'examples':
            goal = 'examples/index.md'
        else:
            if os.path.isdir(file):
                file = posixpath.join(file, 'README.md')
            if not os.path.isfile(file):
                raise Error(f'{page}: the link {link} leads nowhere')
            self.waiting.append(file)
            goal = place(file) + ('.md' if self.is_source(file) else '')
        return posixpath.relpath(goal, posixpath.dirname(place(page)) or '.') + hash_ + anchor

    @staticmethod
    def is_source(file):
        return os.path.splitext(file)[1] in SHOWN and not file.startswith('doc/reports/')

    def relink(self, page, text):
        """Links may go over the end of a line, so that text is changed from one fenced block to the next."""
        parts = re.split(r'(^ *```.*?^ *```[ ]*$)', text, flags=re.M | re.S)
        parts[::2] = [LINK.sub(lambda m: m[1] + self.target(page, m[2]) + m[3], part) for part in parts[::2]]
        return ''.join(parts)

    def add_page(self, page):
        text = read(page)
        title = re.search(r'^# (.*)', text, re.M)
        if not title:
            raise Error(f'{page}: it has no title (a line that begins with "# ")')
        self.titles[page] = re.sub(r'[`*]', '', title[1])
        cells = notebook.notebook(text) if page.startswith('doc/tutorial/') else None
        text = self.relink(page, text)
        if cells:
            name = posixpath.basename(page)[:-3] + '.ipynb'
            write(os.path.join(self.pages, posixpath.dirname(place(page)), name), cells)
            text = text.replace('## The same in Python\n', f'## The same in Python\n\n[As a notebook]({name})\n', 1)
        write(os.path.join(self.pages, place(page)), separate(text))

    def add_source(self, file):
        text = read(file)
        if file == HEADER:
            write(os.path.join(self.pages, place(file) + '.md'), header_page.page(text))
            return
        fence = '`' * max(3, 1 + max((len(m) for m in re.findall(r'`+', text)), default=0))
        kind = SHOWN.get(os.path.splitext(file)[1], 'text')
        write(os.path.join(self.pages, place(file) + '.md'), f'# {file}\n\n{fence}{kind}\n{text.rstrip()}\n{fence}\n')

    def add(self, file):
        if file in self.done:
            return
        self.done.add(file)
        if file.endswith('.md'):
            self.add_page(file)
        elif self.is_source(file):
            self.add_source(file)
        else:
            goal = os.path.join(self.pages, place(file))
            os.makedirs(os.path.dirname(goal), exist_ok=True)
            shutil.copyfile(file, goal)

    def add_all(self, files):
        self.waiting = list(files)
        while self.waiting:
            self.add(self.waiting.pop())


def files_of(*tops):
    """Files of the repository under these folders: those git knows, or all where there is no git (an archive)."""
    known = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', *tops], capture_output=True, text=True, check=False)
    names = known.stdout.split('\n') if known.returncode == 0 and known.stdout.strip() else [
        os.path.join(folder, name) for top in tops for folder, _, found in os.walk(top) for name in found]
    return sorted(n for n in names if n and os.path.isfile(n))


def example(folder):
    """(title, pictures, result or None, page or None) of an example. Pictures: (text, path) of each."""
    page = folder + '/README.md'
    if not os.path.isfile(page):
        return os.path.basename(folder).replace('-', ' '), [], None, None
    text = read(page)
    title = re.search(r'^# (.*)', text, re.M)[1]
    pictures = re.findall(r'^!\[([^]]*)\]\(([^)]*)\)', text, re.M)
    result = re.search(r'^<!-- result -->\n+(.*?)(?:\n\n|\Z)', text, re.M | re.S)
    return title, pictures, result and result[1], page


def gallery(site):
    out = ['# Examples', '', 'Each example is a problem file that runs as it is, with the known answer that it is compared with.', '']
    for folder in sorted(f'examples/{n}' for n in os.listdir('examples') if os.path.isdir(f'examples/{n}')):
        title, pictures, result, page = example(folder)
        if not page:
            continue
        base = posixpath.basename(folder)
        out += [f'## [{title}]({base}/index.md)', '']
        shown = []
        for text, path in pictures:
            file = posixpath.normpath(posixpath.join(folder, path))
            width = 200 if shown else 420
            shown.append(f'[![{text}]({posixpath.relpath(place(file), "examples")}){{ width={width} }}]({base}/index.md)')
        out += shown[:1] + [''] + shown[1:] + ['']
        if result:
            text = site.relink(page, result)
            # From the page of the example to the one above it.
            out += [LINK.sub(lambda m: m[1] + (m[2] if '://' in m[2] else posixpath.normpath(posixpath.join(base, m[2]))) + m[3], text), '']
    write(os.path.join(site.pages, 'examples/index.md'), separate('\n'.join(out)))


def in_order(folder, site):
    """Pages of doc/FOLDER in the order in which its README.md lists them."""
    readme = f'doc/{folder}/README.md'
    listed = [posixpath.normpath(f'doc/{folder}/{m[2]}') for m in LINK.finditer(read(readme))]
    pages = [readme]
    for file in listed + sorted(p for p in site.titles if p.startswith(f'doc/{folder}/')):
        if file in site.titles and file.startswith(f'doc/{folder}/') and file not in pages:
            pages.append(file)
    return pages


def short(title, file):
    """A title for the margin. Reports begin with their date, as their files do."""
    date = re.match(r'\d{4}-\d\d-\d\d', os.path.basename(file))
    title = title.split(': ')[0] if date and len(title) > 50 else title
    return f'{date[0]} {title}' if date else title


def navigation(site):
    entry = lambda p: {short(site.titles[p], p): place(p)}
    section = lambda name, folder: {name: [place(in_order(folder, site)[0])] + [entry(p) for p in in_order(folder, site)[1:]]}
    reference = section('Reference', 'reference')
    after = 1 + next(i for i, e in enumerate(reference['Reference']) if e == entry('doc/reference/api.md'))
    reference['Reference'].insert(after, {'nudge.h': place(HEADER) + '.md'})
    examples = sorted(p for p in site.titles if re.fullmatch(r'examples/[^/]+/README\.md', p))
    return [{'Home': 'index.md'}, {'Install': 'install.md'}, section('Tutorial', 'tutorial'), section('How to', 'howto'),
            {'Examples': ['examples/index.md'] + [entry(p) for p in examples]}, reference,
            section('Explanation', 'explanation'), section('Reports', 'reports'),
            {'Development': [entry('CONTRIBUTING.md'), entry('CHANGELOG.md')]}]


def settings(folder, site):
    version = re.search(r'#define NUDGE_VERSION\s+"(.*)"', read('include/nudge.h'))[1]
    return {
        'site_name': f'nudge {version}', 'docs_dir': 'pages', 'site_dir': os.path.abspath(os.path.join(folder, '..', 'site')),
        'use_directory_urls': False,  # the site can be opened from a disk
        'theme': {'name': 'material', 'font': False, 'palette': {'primary': 'indigo'},
                  'features': ['navigation.tabs', 'navigation.indexes', 'navigation.top', 'search.highlight']},
        'plugins': ['search'],
        'markdown_extensions': ['tables', 'attr_list', 'md_in_html', 'pymdownx.superfences', {'toc': {'permalink': True, 'slugify': SLUGS}}],
        'nav': navigation(site),
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    folder = sys.argv[1]
    site = Site(folder)
    shutil.rmtree(site.pages, ignore_errors=True)
    pages = [f for f in files_of('examples') if f.endswith('/README.md') and f.count('/') == 2]
    site.add_all(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'] + files_of('doc') + pages)
    gallery(site)
    text = json.dumps(settings(folder, site), indent=2, ensure_ascii=False).replace(f'"{SLUGS}"', SLUGS)  # JSON is YAML
    write(os.path.join(folder, 'mkdocs.yml'), text + '\n')


if __name__ == '__main__':
    try:
        main()
    except Error as error:
        sys.exit(f'tools/site.py: {error}')
