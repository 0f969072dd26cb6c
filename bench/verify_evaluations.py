#!/usr/bin/env python3
"""Evaluations of each case of nudge verify with linear steps, over those with lsrk4: verify_evaluations.py NUDGE [--quick]

Reads the table in studies/verify_cases.c and asks `nudge check` for the steps of each problem; nothing is run. Ends with
status 1 if a case takes more evaluations than with lsrk4."""
import json
import re
import subprocess
import sys

nudge, quick = sys.argv[1], '--quick' in sys.argv
text = subprocess.run(['cc', '-E', '-P', '-Iinclude', '-Isrc', '-I.', 'studies/verify_cases.c'], check=True,
                      capture_output=True, text=True).stdout
text = text[text.index('verify_cases[] = {') + len('verify_cases[] = {'):]


def groups(text):
    """The parts of a list of C in braces, with strings in one piece."""
    depth, part = 0, ''
    for token in re.findall(r'"(?:\\.|[^"\\])*"|[^"]', text):
        if token == '{':
            depth += 1
        elif token == '}':
            depth -= 1
        if depth < 0:
            break
        if token == ',' and depth == 0:
            yield part.strip()
            part = ''
        else:
            part += token
    if part.strip():
        yield part.strip()


def strings(part):
    return [json.loads(s) for s in re.findall(r'"(?:\\.|[^"\\])*"', part)]


def evaluations(problem, changes, integrator):
    command = [nudge, 'check', 'examples/' + problem, '--device', 'cpu', '--json', '-']
    for change in changes:
        command += ['--set', change]
    if integrator:
        command += ['--set', 'time.integrator=' + integrator]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        sys.exit('%s: %s' % (' '.join(command), done.stderr))
    time = json.loads(done.stdout)['time']
    return time['steps'] * time['stages_per_step']


ratios = []
print('%-36s %10s %10s %6s' % ('case', 'linear', 'lsrk4', 'ratio'))
for case in groups(text):
    parts = list(groups(case[1:-1]))
    if not parts or not strings(parts[0]):
        break
    name, problem = strings(parts[0])[0], strings(parts[1])[0]
    changes = {'quick': [], 'full': []}
    for kind, part in zip(('quick', 'full'), (p for p in parts[2:] if p.startswith('{'))):
        changes[kind] = strings(part)
    for part in parts[2:]:
        if part.startswith('.full'):
            changes['full'] = strings(part)
    chosen = changes['quick' if quick else 'full']
    if any('time.integrator' in c for c in chosen):
        print('%-36s has an integrator of its own: %s' % (name, chosen))
        chosen = [c for c in chosen if 'time.integrator' not in c]
    linear, reference = evaluations(problem, chosen, None), evaluations(problem, chosen, 'lsrk4')
    print('%-36s %10d %10d %6.2f' % (name, linear, reference, linear / reference), flush=True)
    ratios.append(linear / reference)
print('largest %.2f, of %d cases' % (max(ratios), len(ratios)))
sys.exit(max(ratios) > 1)
