#!/usr/bin/env bash
# Names in the sources use the words of the glossary. Roots of identifiers (nd_wave_speed: wave, speed) must be terms of
# doc/reference/glossary.md, symbols of doc/reference/notation.md, or ordinary words of English and C listed in tests/words.txt.
# Checked are the names that are used across files: nd_..., nudge_..., law_..., LAW_..., and NUDGE_... . A new word belongs into the
# glossary if a reader could not guess it, else into tests/words.txt (t152-doc-glossary.sh --add).
# tests/words-condemned.txt lists words that were replaced; no name that is used across files, no macro and no file name may use one as
# a root. A word with a "?" before it is still to be replaced: it is no plain word, and not yet an error.
# In tests/ every name counts, because most are of one file: file names and identifiers must not use a replaced word, except those of
# ORDINARY below, which are plain English there.
# Terms in *italics* in the README, the tutorial and the explanations must be in the glossary.
set -u
cd "$(dirname "$0")/.." || exit 1
exec python3 - "$@" <<'END'
import os, re, sys

KINDS = ('.c', '.h', '.knl', '.law', '.cpp', '.inc')
ORDINARY = {'kept'}  # in tests: elements, files or plans that stay
SHARED = re.compile(r'(nd|ND|nudge|NUDGE|law|LAW)_')


def sources(*tops):
    for top in tops:
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith(KINDS))


def split(identifier):
    """wave, speed of nd_waveSpeed2; symbols such as EToE or Np stay whole."""
    for piece in re.split(r'_+|\d+', identifier):
        for word in re.findall(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+', piece):
            yield word.lower()


def stems(word):
    yield word
    for ending, instead in (('ies', 'y'), ('es', ''), ('s', ''), ('ices', 'ex'), ('ices', 'ix'), ('ing', ''), ('ing', 'e'),
                            ('ed', ''), ('ed', 'e'), ('er', ''), ('er', 'e')):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word[:-len(ending)] + instead
    if re.search(r'([a-z])\1(ing|ed)$', word):
        yield re.sub(r'([a-z])\1(ing|ed)$', r'\1', word)


def identifiers_of(path):
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', ' ', words_of(path), flags=re.S)
    text = re.sub(r'^\s*#\s*include.*', '', text, flags=re.M)
    return set(re.findall(r'[A-Za-z_]\w*', text))


def words_of(path):
    with open(path, encoding='utf-8') as handle:
        return handle.read()


terms = set()
for row in re.findall(r'^\| *([^|]+?) *\|', words_of('doc/reference/glossary.md'), re.M):
    terms |= {w.lower() for w in re.findall(r'[A-Za-z]+', row)}
for row in re.findall(r'`([^`]+)`', words_of('doc/reference/notation.md')):
    for name in re.findall(r'[A-Za-z_]+', row):
        terms |= set(split(name)) | {name.lower()}
plain = set(re.sub(r'#.*', '', words_of('tests/words.txt')).split())
listed = dict(line.split(None, 1) for line in words_of('tests/words-condemned.txt').splitlines() if line and line[0] != '#')
pending = {word[1:] for word in listed if word[0] == '?'}
condemned = {word: instead for word, instead in listed.items() if word[0] != '?'}

unknown, banned, seen = {}, {}, set()
for path in sources('src', 'cli', 'studies', 'include'):
    for word in split(os.path.basename(path).rsplit('.', 1)[0]):
        if word in condemned:
            banned.setdefault(word, f'{path}: its name')
    for identifier in identifiers_of(path):
        for word in split(identifier):
            if word in condemned and (SHARED.match(identifier) or identifier.isupper()):
                banned.setdefault(word, f'{path}: {identifier}')
            if SHARED.match(identifier) and len(word) > 1:
                seen.add(word)
                if not any(s in terms or s in plain or s in pending for s in stems(word)):
                    unknown.setdefault(word, f'{path}: {identifier}')
names = [os.path.join('tests', n) for n in sorted(os.listdir('tests')) if n.endswith('.sh')]
for path in [*sources('tests'), *names]:
    for name in [os.path.basename(path).rsplit('.', 1)[0], *([] if path in names else identifiers_of(path))]:
        for word in set(split(name)) & (set(condemned) - ORDINARY):
            banned.setdefault(word, f'{path}: {name}')

if sys.argv[1:] == ['--add']:
    with open('tests/words.txt', encoding='utf-8') as handle:
        head = [line for line in handle.read().splitlines() if line.startswith('#')]
    lines, line = [], ''
    for word in sorted(plain | set(unknown)):
        if len(line) + len(word) > 110 or (line and line[0] != word[0]):
            lines.append(line)
            line = ''
        line = f'{line} {word}'.strip()
    with open('tests/words.txt', 'w', encoding='utf-8') as handle:
        handle.write('\n'.join(head + lines + [line]) + '\n')
    sys.exit(0)
pages = ['README.md'] + [os.path.join(d, n) for d in ('doc/tutorial', 'doc/explanation') for n in sorted(os.listdir(d)) if n.endswith('.md')]
lacking = []
for page in pages:
    text = re.sub(r'```.*?```|`[^`]*`|^    .*$', '', words_of(page), flags=re.S | re.M)
    for term in re.findall(r'(?<![*\\\w])\*([a-z][a-z -]{2,40}|PML)\*(?![*\w])', re.sub(r'\s+', ' ', text)):
        if not all(any(s in terms for s in stems(w)) for w in re.findall(r'[a-z]+', term.lower()) if w not in ('of', 'the')):
            lacking.append(f'{page}: "{term}" is in italics, and not in doc/reference/glossary.md')
for line in lacking:
    print(line)
for word, where in sorted(unknown.items()):
    print(f'{where}: "{word}" is in neither doc/reference/glossary.md nor tests/words.txt')
for word, where in sorted(banned.items()):
    print(f'{where}: "{word}" was replaced: {condemned[word]}')
if len(seen) < 100:
    print(f'only {len(seen)} words were found in the sources')
sys.exit(1 if lacking or unknown or banned or len(seen) < 100 else 0)
END
