"""The reference of the C interface from the comments of include/nudge.h, as Markdown, for tools/site.py.

The header has an introduction, sections that begin with a comment of hyphens, and comments in the first column that belong to
the declarations below them. Every line of the header after its introduction is on the page: in a comment's text or in code.
"""
import re

SECTION = re.compile(r'/\* -- (.*?) -+ \*/$')


def words(text):
    """Names of C in the text of a comment become code; what Markdown would act upon is escaped."""
    parts = re.split(r'(`[^`]*`|\b(?:nudge|NUDGE)_\w+(?:\(\)|\.\.\.)?)', text)
    parts[::2] = [re.sub(r'([*_<[\]])', r'\\\1', part) for part in parts[::2]]
    parts[1::2] = [part if part[0] == '`' else f'`{part}`' for part in parts[1::2]]
    return ''.join(parts)


def introduction(comment):
    """Lines in capitals are headings, items of lists begin after two blanks, four are code, the rest is text."""
    before = ''
    for line in comment.rstrip().split('\n'):
        line = re.sub(r'^( \* ?|/\* )', '', line)
        item = re.match(r' {2,3}(-|\d\.) ', line)
        if before.startswith('  ') != line.startswith('  ') and before and line:
            yield ''
        before = line
        if re.fullmatch(r"[A-Z][A-Z ,']+", line):
            yield f'## {line.capitalize()}'
        elif line.startswith('    ') and not item:
            yield line
        else:
            yield words(line.lstrip() if item else line)


def chunks(text):
    """(comment, code) of each group of declarations, and (title, None) where a section begins."""
    comment, code = '', []
    inside = False
    for line in text.split('\n'):
        title = SECTION.match(line)
        if not inside and (title or line.startswith('/*')):
            if comment or any(code):
                yield comment, '\n'.join(code).strip('\n')
            comment, code = '', []
            if title:
                yield title[1], None
                continue
            inside = True
        if inside:
            comment += re.sub(r'^(/\*| \*) ?', '', line).replace('*/', '').rstrip() + '\n'
            inside = '*/' not in line
        else:
            code.append(re.sub('^NUDGE_API ', '', line))
    if comment or any(code):
        yield comment, '\n'.join(code).strip('\n')


def names(code):
    """What a group declares: functions, then types."""
    plain = re.sub(r'/\*.*?\*/', '', code, flags=re.S)
    return re.findall(r'\b(nudge_\w+)\((?!\*)', plain) or re.findall(r'^(?:\}|typedef struct \w+) (nudge_\w+);', plain, re.M)


def page(header):
    """The Markdown of the header's text."""
    first, rest = header.split('*/\n', 1)
    out = ['# The C interface: nudge.h', '', *introduction(first), '']
    for comment, code in chunks(rest):
        if code is None:
            out += [f'## {comment[0].upper()}{comment[1:]}', '']
            continue
        declared = names(code)
        if declared:
            out += ['### ' + ', '.join(f'`{name}`' for name in dict.fromkeys(declared)), '']
        if comment:
            out += [words(comment.strip()), '']
        if code:
            out += ['```c', code, '```', '']
    return '\n'.join(out) + '\n'
