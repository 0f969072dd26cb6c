#!/usr/bin/env python3
"""Writes doc/reference/python.md from the docstrings of the Python package:
PYTHONPATH=python tools/python_reference.py > doc/reference/python.md

tests/t657-python-docs.sh compares the two, and renews the page with --write.
"""
import dataclasses
import inspect
import re
import textwrap

import nudge
from nudge import keys, plot
from nudge.fields import WithFields

HEAD = """# The Python package

[Use nudge from Python](../howto/use-from-python.md) shows how the parts work together. Arrays are
numpy's. Quantities are in the units of the problem. This page is made from the docstrings by
`tests/t657-python-docs.sh --write`.

```python
import nudge

sim = nudge.Simulation(mesh=nudge.Box(divisions=(4, 4, 4)), order=3, boundaries={"default": "pec"},
                       initial={"Ez": "sin(pi*x)*sin(pi*y)"}, time=1)
sim.monitors = {"point": nudge.Probe(at=(0.3, 0.4, 0.5))}
sim.run()
print(sim.energy(), sim.results["point"]["Ez"])
```
"""


def words(text):
    """A docstring as one line, without its code."""
    text = re.sub(r'``?([^`]*)``?', r'`\1`', re.sub(r'\n\n    .*', '', inspect.cleandoc(text or ''), flags=re.S))
    return ' '.join(text.split())


def marked(text, thing):
    """A docstring as one line, with the names of parameters before their meanings as code."""
    names = [p for p in inspect.signature(thing).parameters if p not in ('self', 'cls')]
    one = r'(?:%s)' % '|'.join(map(re.escape, names))
    return re.sub(r'(?:^|(?<=[.;] ))(%s(?:, %s)*): ' % (one, one), lambda m: ', '.join('`%s`' % n for n in m[1].split(', ')) + ': ',
                  words(text)) if names else words(text)


def cell(text):
    return re.sub(r'(?<!`)\|(?!`)', r'\\|', text)


def signature(name, thing):
    try:
        parameters = [p for p in inspect.signature(thing).parameters.values() if p.name not in ('self', 'cls')]
    except ValueError:
        return name + '()'
    out = []
    for p in parameters:
        if p.kind == p.KEYWORD_ONLY and '*' not in out and not any(o.startswith('*') for o in out):
            out.append('*')
        stars = {p.VAR_POSITIONAL: '*', p.VAR_KEYWORD: '**'}.get(p.kind, '')
        default = '' if p.default is p.empty else '=...' if repr(p.default).startswith('<') else '=%r' % (p.default,)
        out.append(stars + p.name + default)
    return '%s(%s)' % (name, ', '.join(out))


def plain_type(hint):
    """A type hint in words."""
    hint = str(hint).replace('np.ndarray', 'array').replace('Any', 'any')
    hint = re.sub(r'Optional\[(.*)\]$', r'\1 or None', hint)
    hint = re.sub(r'List\[Dict\[[^]]*\]\]', 'list of dicts', hint)
    hint = re.sub(r'Dict\[[^]]*\]', 'dict', hint)
    hint = re.sub(r'Tuple\[([^]]*)\]', r'(\1)', hint)
    hint = re.sub(r'List\[(\w+)\]', r'list of \1', hint)
    return re.sub(r'Union\[([^]]*)\]', lambda m: m[1].replace(', ', ' or '), hint)


def paragraphs(text, types={}):
    """The docstring with its lines wrapped; members "name: meaning" become a list, with the types that are known."""
    def member(match):
        names = ', '.join('`%s`' % n for n in match[1].split(', '))
        return names + (' (%s)' % plain_type(types[match[1]]) if match[1] in types else '') + ': '
    out = []
    for block in inspect.cleandoc(text or '').split('\n\n'):
        lines = block.split('\n')
        if all(line.startswith('    ') for line in lines):
            out.append('```python\n%s\n```' % textwrap.dedent(block))
        elif re.match(r'\w+(, \w+)*: ', block) and len(re.findall(r'^\w+(?:, \w+)*: ', block, re.M)) > 1:
            items = re.split(r'\n(?=\w+(?:, \w+)*: )', block)
            out.append('\n'.join(textwrap.fill(' '.join(re.sub(r'^(\w+(?:, \w+)*): ', member, i).split()), 98, initial_indent='- ',
                                               subsequent_indent='  ') for i in items))
        else:
            out.append(textwrap.fill(' '.join(lines), 100))
    return '\n\n'.join(out)


def public(cls):
    below = [b for b in cls.__bases__ if b is WithFields]
    for name, thing in [m for c in [cls, *below] for m in vars(c).items()]:
        if name in ('__getitem__', '__setitem__'):
            yield name, thing
        elif not name.startswith('_') and getattr(thing, '__doc__', None) and (
                inspect.isroutine(thing) or isinstance(thing, (property, classmethod))):
            yield name, thing


def describe(cls):
    types = vars(cls).get('__annotations__', {}) if dataclasses.is_dataclass(cls) else {}
    lines = ['## %s' % cls.__name__, '', paragraphs(cls.__doc__, types), '']
    rows = []
    for name, thing in public(cls):
        if isinstance(thing, property):
            rows.append((name, thing.__doc__))
        elif name == '__getitem__':
            rows.append(('[name]', thing.__doc__ or 'an item'))
        elif name == '__setitem__':
            rows.append(('[name] = values', thing.__doc__))
        else:
            own = getattr(cls, name)
            rows.append((signature(name, own), marked(own.__doc__, own)))
    if rows:
        lines += ['| member | meaning |', '|---|---|'] + ['| `%s` | %s |' % (n, cell(words(d))) for n, d in rows] + ['']
    return lines


def values_of_keys():
    """Value, default and meaning of each key, from the page that `nudge keys` gives."""
    text = open('doc/reference/problem-file.md', encoding='utf-8').read()
    return {m[1]: (m[2], m[3], m[4]) for m in re.finditer(r'^\| `([^`]+)` \| (.*?) \| (.*?) \| (.*) \|$', text, re.M)}


KEYS = values_of_keys()


def members(cls, path):
    """Rows of the table of a map of the problem file."""
    rows = []
    for name, kind in cls.KINDS.items():
        value, default, meaning = KEYS[(path + '.' if path else '') + name]
        inner = kind.split(':')[-1]
        if inner in keys.CLASSES:
            value = value.replace('a map', '`%s`' % inner, 1) if 'a map' in value and 'of names' not in value else 'a dict of `%s`' % inner
        rows.append(('`%s`' % name, value, default, meaning))
    return rows


def table(head, rows):
    return ['| %s |' % ' | '.join(head), '|%s' % ('---|' * len(head))] + ['| %s |' % ' | '.join(r) for r in rows] + ['']


def main():
    lines = [HEAD]
    for cls in (nudge.Simulation, nudge.Mesh, nudge.Material, nudge.Preflight, nudge.Result, nudge.Network, nudge.Status, nudge.DeviceFields, nudge.Table, nudge.Ranks):
        lines += describe(cls)
    lines += ['## Functions', '']
    lines += table(('function', 'does'), [('`%s`' % signature(n, getattr(nudge, n)), cell(marked(getattr(nudge, n).__doc__, getattr(nudge, n))))
                                          for n in nudge.__all__ if inspect.isroutine(getattr(nudge, n))])
    lines += ['## Pictures', '', paragraphs(plot.__doc__), '']
    lines += table(('function of `nudge.plot`', 'does'), [('`%s`' % signature(n, f), cell(marked(f.__doc__, f))) for n, f in vars(plot).items()
                                                         if inspect.isfunction(f) and f.__module__ == plot.__name__ and not n.startswith('_')])
    lines += ['## Maps of the problem file', '',
              textwrap.fill('Each map is a dataclass. Lengths, times and frequencies are numbers in the units of the problem, or texts '
                            'with a unit, as "2.4 GHz". A member that is not given is None, and the library then uses the default. Members '
                            'mean the same as [the keys](problem-file.md#all-keys) of the problem file.', 100), '',
              'There are short forms:', '',
              '- a dict instead of any of these classes;',
              '- a `Box`, a `Mesh` or a path instead of a `Geometry`;',
              '- a number instead of `Time(end=...)`, and a path instead of `Output(folder=...)`;',
              '- any kind of monitor, such as a `Probe`, instead of a `Monitor`;',
              '- a kind of waveform, an expression or a function of time instead of a `Waveform`;',
              '- any kind of source as the first argument of a `Source`.', '']
    for name in ['Problem'] + [k for k in keys.__all__ if k != 'Problem']:
        doc = words(getattr(keys, name).__doc__.split('\n\n')[0])
        path = re.search(r': `([^`]*)`\.$', doc)
        key = path[1].replace('*', 'NAME') if path else ''
        lines += ['### %s' % name, '', 'Key: `%s`' % key if key else 'The members of `Simulation`.', '']
        lines += table(('member', 'value', 'default', 'meaning'), members(getattr(keys, name), key))
    lines += ['## Exceptions', '']
    lines += table(('class', 'also a', 'raised when'), [
        ('`%s`' % n, ', '.join('`%s`' % b.__name__ for b in getattr(nudge, n).__bases__ if b.__module__ == 'builtins'),
         cell(words(getattr(nudge, n).__doc__))) for n in nudge.__all__
        if inspect.isclass(getattr(nudge, n)) and issubclass(getattr(nudge, n), BaseException)])
    print('\n'.join(lines).rstrip())


main()
