#!/usr/bin/env python3
"""Limits of size that keep the code readable: tools/check_sizes.py [FILE...] (default: all of src/ cli/ studies/ ref/ exact/).

Functions have at most 60 lines and six parameters, files 500 lines, kernel texts and laws 200, and lines with a comment 140
characters. Prints what exceeds a limit and exits with 1. EXCEPTIONS may only become shorter; "stale" as the argument lists those
that are no longer needed.
"""
import re
import subprocess
import sys

FUNCTION_LINES, PARAMETERS, FILE_LINES, TEXT_LINES, LINE_LENGTH = 60, 6, 500, 200, 140
EXCEPTIONS = {  # "file" or "file: function": the size that is tolerated
    'src/kernel/bernstein/lattice.c: beside': 7,
    'src/law/elastic.law': 260,
    'src/law/maxwell_tensor.law': 220,
}


def blank(match):
    return re.sub(r'[^\n]', ' ', match[0])


def without_comments(text):
    """The text with strings, comments and directives blanked out, line by line."""
    return re.sub(r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])\'|/\*.*?\*/|//[^\n]*|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', blank, text,
                  flags=re.S | re.M)


def count_parameters(text):
    depth, n = 0, 1 if text.strip() not in ('', 'void') else 0
    for c in text:
        depth += (c in '([') - (c in ')]')
        n += c == ',' and depth == 0
    return n


def functions(text):
    """Yields name, parameters, first line and last line of each function."""
    depth, start, found = 0, 0, None
    for m in re.finditer(r'[{};]', text):
        if m[0] == '{':
            if depth == 0:
                head = text[start:m.start()]
                h = re.search(r'(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*$', head)
                found = h and '=' not in head and (h[1], count_parameters(h[2]), text.count('\n', 0, start + h.start()) + 1)
            depth += 1
        elif m[0] == '}':
            depth -= 1
            if depth == 0:
                if found:
                    yield (*found, text.count('\n', 0, m.start()) + 1)
                start, found = m.end(), None
        elif depth == 0:
            start = m.end()


def is_text(path):
    """Whether the file is pasted into kernels."""
    return path.endswith(('.knl', '.law')) or (path.startswith('src/kernel/') and path.endswith('.h'))


def excesses(path):
    """Yields key, place, what exceeds, its size and the limit."""
    with open(path, errors='replace') as f:
        text = f.read()
    lines = text.split('\n')
    yield path, path, 'lines', len(lines) - 1, TEXT_LINES if is_text(path) else FILE_LINES
    for number, line in enumerate(lines, 1):
        if re.search(r'/\*|\*/|//|^ \* ', line) and len(line) > LINE_LENGTH:
            yield path, '%s:%d' % (path, number), 'characters in a line with a comment', len(line), LINE_LENGTH
    if path.endswith('.c'):
        for name, parameters, first, last in functions(without_comments(text)):
            key, place = '%s: %s' % (path, name), '%s:%d: %s' % (path, first, name)
            yield key, place, 'parameters', parameters, PARAMETERS
            yield key, place, 'lines', last - first + 1, FUNCTION_LINES


def main():
    stale = sys.argv[1:] == ['stale']
    files = sys.argv[1:] if not stale and sys.argv[1:] else [f for f in subprocess.run(['git', 'ls-files', 'src', 'cli', 'studies', 'ref', 'exact'],
                                                       capture_output=True, text=True).stdout.split()
                             if f.endswith(('.c', '.h', '.knl', '.law'))]
    bad, used = 0, set()
    for path in files:
        for key, place, what, size, limit in excesses(path):
            if size <= limit:
                continue
            used.add(key)
            if size > EXCEPTIONS.get(key, 0):
                print('%s: %d %s, at most %d' % (place, size, what, max(limit, EXCEPTIONS.get(key, 0))))
                bad = 1
    if stale:
        print('\n'.join(sorted(set(EXCEPTIONS) - used)))
    return bad


sys.exit(main())
