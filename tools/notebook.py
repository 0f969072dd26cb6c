"""The Python blocks of a tutorial page as a notebook of Jupyter, for the site (tools/site.py)."""
import json
import re

SECTION = re.compile(r'^## The same in Python$\n(.*?)(?=^## |\Z)', re.M | re.S)


def blocks(text):
    """(kind, text) of the pieces of the section in order: "python", or "markdown" between them; [] if there is none."""
    section = SECTION.search(text)
    if not section:
        return []
    pieces = re.split(r'^```python\n(.*?)^```$', section[1], flags=re.M | re.S)
    return [('python' if i % 2 else 'markdown', piece.strip()) for i, piece in enumerate(pieces) if piece.strip()]


def cell(kind, text):
    source = text.splitlines(keepends=True)
    if kind == 'markdown':
        return {'cell_type': 'markdown', 'metadata': {}, 'source': source}
    return {'cell_type': 'code', 'metadata': {}, 'source': source, 'outputs': [], 'execution_count': None}


def notebook(text):
    """The text of the .ipynb file, or None if the page has no such section."""
    found = blocks(text)
    if not found:
        return None
    cells = [cell('markdown', re.search(r'^# .*', text, re.M)[0])] + [cell(*piece) for piece in found]
    return json.dumps({'cells': cells, 'metadata': {'kernelspec': {'name': 'python3', 'display_name': 'Python 3', 'language': 'python'}},
                       'nbformat': 4, 'nbformat_minor': 4}, indent=1) + '\n'
