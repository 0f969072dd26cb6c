#!/usr/bin/env python3
"""Writes python/nudge/keys.py, one dataclass per map of the problem file, from its JSON schema:
build/nudge keys --schema | tools/python_keys.py > python/nudge/keys.py

tests/t650-python-keys.sh compares the two, and renews the file with --write.
"""
import json
import re
import sys
import textwrap

# Classes that are not called like their key, because another thing has that name.
NAMES = {
    '': 'Problem', 'mesh': 'Geometry', 'mesh.pml': 'GrownPml', 'mesh.box.sides': 'BoxSides', 'sources.*': 'Source',
    'sources.*.point': 'PointSource', 'sources.*.rate': 'RateSource', 'monitors.*': 'Monitor',
    'conductors.*': 'Conductor', 'sheets.*': 'Sheet', 'ports.*': 'Port', 'loads.*': 'Load', 'sparameters': 'SParameters',
    'output.fields': 'FieldsOutput', 'output.energy': 'EnergyOutput',
}
HINTS = {'text': 'Text', 'number': 'Quantity', 'integer': 'int', 'numbers': 'Sequence[Quantity]', 'integers': 'Sequence[int]',
         'words': 'Sequence[Text]', 'value': 'Any'}
HEAD = '''"""The maps of a problem file as dataclasses: written by tools/python_keys.py from `nudge keys --schema`.

A member that is None is not given; the library then takes its default.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, ClassVar, Dict, Optional, Sequence, Union

from .described import Described, check_arguments

Text = Union[str, float]
Quantity = Union[float, str]  # a number, or one with its unit, as "2.4 GHz"
'''


def class_name(path, used):
    name = NAMES.get(path) or ''.join(p.capitalize() for p in path.split('.')[-1].split('_'))
    if name in used:
        name = ''.join(p.capitalize() for p in re.split(r'[._]', path) if p != '*')
    return name


def is_map(schema):
    return 'properties' in schema and not is_open(schema)


def is_quantity(schema):
    """Whether it is a number, which may be a text with a unit."""
    kinds = schema.get('anyOf', [])
    return len(kinds) == 2 and kinds[0].get('type') == 'number' and kinds[1].get('type') != 'array'


def is_open(schema):
    """Whether a map takes further keys beside its own: a material has the constants of any law."""
    return 'properties' in schema and schema.get('additionalProperties', False) is not False


def one_map(schema):
    """The map of which there may be one or a list."""
    kinds = schema.get('anyOf', [])
    return kinds[0] if len(kinds) == 2 and is_map(kinds[0]) else None


def kind_of(schema, path, classes):
    """The kind of a value: a word of HINTS, a class, "names:" and the kind of each value, or "maps:" and a class."""
    if one_map(schema):
        return 'maps:' + classes[path]
    if is_map(schema):
        return classes[path]
    of = schema.get('type')
    if is_open(schema):
        return 'names:value'
    if of == 'object':
        return 'names:' + kind_of(schema['additionalProperties'], path + '.*', classes)
    if of == 'array' and is_quantity(schema['items']):
        return 'numbers'
    if of == 'array':
        item = schema['items'].get('type')
        return {'number': 'numbers', 'integer': 'integers', 'object': 'value'}.get(str(item), 'words')
    if is_quantity(schema):
        return 'number'
    if any(s.get('type') == 'array' for s in schema.get('anyOf', [])):
        return 'value'
    return of if of in ('number', 'integer') else 'text'


def hint(kind):
    if kind.startswith('names:'):
        return 'Dict[str, %s]' % hint(kind[6:])
    if kind.startswith('maps:'):
        return 'Union[%s, Sequence[%s]]' % (kind[5:], kind[5:])
    return HINTS.get(kind, kind)


def walk(schema, path, out):
    """All maps, inner ones first."""
    schema = one_map(schema) or schema
    if is_map(schema):
        for key, inner in schema['properties'].items():
            walk(inner, (path + '.' + key).lstrip('.'), out)
        out.append((path, schema))
    elif schema.get('type') == 'object' and not is_open(schema):
        walk(schema['additionalProperties'], path + '.*', out)


def wrap(text, indent, first=''):
    return textwrap.fill(text, 110, initial_indent=indent + first, subsequent_indent=indent, break_long_words=False)


def meaning(key, schema, required):
    notes = []
    if 'enum' in schema:
        notes.append('one of ' + ', '.join(schema['enum']))
    if key in required:
        notes.append('required')
    elif 'default' in schema:
        notes.append('default: ' + json.dumps(schema['default']).strip('"'))
    return '%s: %s%s.' % (key, schema['description'], ' (%s)' % '; '.join(notes) if notes else '')


def write_class(path, schema, classes):
    name, own = classes[path], [c['required'][0] for c in schema.get('oneOf', [])]
    lines = ['', '', '@dataclass(repr=False, eq=False)', 'class %s(Described):' % name]
    head = schema['description'][0].upper() + schema['description'][1:]
    lines += [wrap('"""%s: `%s`.' % (head, path) if path else '"""%s.' % head, '    '), '']
    kinds = {}
    for key, inner in schema['properties'].items():
        lines.append(textwrap.fill(meaning(key, inner, schema.get('required', [])), 110, initial_indent='    ',
                                   subsequent_indent='        ', break_long_words=False))
        kinds[key] = kind_of(inner, (path + '.' + key).lstrip('.'), classes)
    lines += ['    """', '']
    for key, kind in kinds.items():
        of = hint(kind)
        if kind in ('Geometry', 'Time', 'Output', 'Waveform', 'names:Monitor', 'names:names:value'):  # short forms
            of = 'Any'
        if key == 'initial':
            of = 'Dict[str, Union[Text, Callable]]'
        if kind.startswith('names:'):
            lines.append('    %s: %s = field(default_factory=dict)' % (key, of.replace('Any', 'Dict[str, Any]')))
        else:
            lines.append('    %s: Optional[%s] = None' % (key, of))
    pairs = ', '.join('%r: %r' % p for p in kinds.items())
    lines += ['', textwrap.fill('KINDS: ClassVar[Dict[str, str]] = {%s}' % pairs, 110, initial_indent='    ',
                                subsequent_indent='        ')]
    if own:
        lines.append(textwrap.fill('ONE_OF: ClassVar[Sequence[str]] = (%s,)' % ', '.join('%r' % c for c in own), 110,
                                   initial_indent='    ', subsequent_indent='        '))
    return '\n'.join(lines)


def main():
    found, classes = [], {}
    walk(json.load(sys.stdin), '', found)
    for path, _ in found:
        classes[path] = class_name(path, classes.values())
    text = HEAD
    text += '\n__all__ = [%s]\n' % ', '.join('%r' % c for c in sorted(classes.values()))
    text = textwrap.fill(text.splitlines()[-1], 110, subsequent_indent='           ').join([text[:text.rindex('\n__all__') + 1], '\n'])
    for path, schema in found:
        text += write_class(path, schema, classes) + '\n'
    text += '\n\nCLASSES: Dict[str, type] = {c: globals()[c] for c in __all__}\n'
    text += 'for _class in CLASSES.values():\n    check_arguments(_class)\n'
    sys.stdout.write(text)


main()
