#!/usr/bin/env bash
# Runs the commands of the tutorial, of the how-to pages and of all others that have some ("pages"): every ```sh block of a page, in order, in a folder of the
# page's own that holds a copy of examples/. The ```python blocks of how-to pages run in between, each as a program of its own; those of
# use-from-python.md and of the tutorial have tests of their own. HTML comments on the lines above a block change what is done with it:
#     <!-- file: NAME -->           its text is written to NAME
#     <!-- not run: REASON -->      a ```sh block that is not run
#     <!-- needs: COMMAND -->       a block that is not run where the machine lacks COMMAND; of Python: the module
#     <!-- shortened: OPTIONS -->   OPTIONS are added to its `nudge` commands, which would take long
# NOSANITIZE: the commands run in tests of their own
# RUN: tutorial
# RUN: howto
# RUN: pages
set -u
cd "$(dirname "$0")/.." || exit 1
build=${NUDGE_BUILD:-$PWD/build}
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT

# `nudge` is the program under test. Kernels built ahead of time save compiling; laws of users, impedances and curved
# elements (coax) have none.
mkdir "$T/bin"
cat >"$T/bin/nudge" <<END
#!/bin/sh
case "\$*" in *law*|*trust*|*impedance*|*coax*) ;; *) export NUDGE_CC=none ;; esac
exec "$build/nudge" "\$@"
END
# Without gmsh, the meshes that lie beside the tutorial.
command -v gmsh >/dev/null || cat >"$T/bin/gmsh" <<END
#!/bin/sh
for last; do :; done
cp "$PWD/doc/tutorial/\${last%.geo}.msh" .
END
chmod +x "$T"/bin/*
machine=$PATH # what the machine has, without the two above
export PATH=$T/bin:$PATH OMP_NUM_THREADS=${OMP_NUM_THREADS:-2}

for python in "${PYTHON:-python3}" /usr/bin/python3; do "$python" -c 'import numpy' 2>/dev/null && break; done
export python PYTHONPATH=$PWD/python NUDGE_LIBRARY=$build/libnudge.so PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg

case ${1:-tutorial} in
pages) pages=(README.md doc/*.md doc/reference/*.md doc/explanation/*.md) ;;
*) pages=(doc/"${1:-tutorial}"/*.md) ;;
esac
python3 - "$T" "$machine" "${pages[@]}" <<'END' || exit 1
import os, pathlib, re, shutil, subprocess, sys

def blocks(page):
    """(language, directives, text, line) of each fenced block."""
    directives, inside, text, begin = {}, None, [], 0
    for number, line in enumerate(page.read_text(encoding='utf-8').splitlines(), 1):
        comment = re.fullmatch(r'<!-- (file|not run|needs|shortened): (.*?) -->', line)
        if inside is not None:
            if line == '```':
                yield inside, directives, '\n'.join(text) + '\n', begin
                directives, inside, text = {}, None, []
            else:
                text.append(line)
        elif line.startswith('```'):
            inside, begin = line[3:].strip(), number
        elif comment:
            directives[comment[1]] = comment[2]
        elif line:
            directives = {}

def there(command):
    return command is None or shutil.which(command, path=sys.argv[2])

def imports(module):
    return module is None or subprocess.run([os.environ['python'], '-c', 'import ' + module], capture_output=True).returncode == 0

target = pathlib.Path(sys.argv[1])
for name in sys.argv[3:]:
    page, ran = pathlib.Path(name), 0
    folder = target / str(page.parent / page.stem).replace("/", "-")
    folder.mkdir()
    script = ['set -e']
    for language, directives, text, line in blocks(page):
        needs = directives.get('needs')
        if needs and 'not run' not in directives and not (there if language == 'sh' else imports)(needs):
            print(f'left out: {name}:{line}, which needs {needs}', file=sys.stderr)
        if 'file' in directives:
            script.append(f"cat >'{directives['file']}' <<'END_OF_FILE'\n{text}END_OF_FILE")
        elif language == 'sh' and 'not run' not in directives and there(directives.get('needs')):
            more = directives.get('shortened')
            if more:
                text = re.sub(r'^(nudge .*)$', lambda m: m[1] + ' ' + more, text, flags=re.M)
            script.append(f"step='{name}:{line}'\n{text}")
            ran += 1
        elif language == 'python' and 'howto' in page.parts and page.stem != 'use-from-python' and 'not run' not in directives \
                and imports(directives.get('needs')):
            script.append(f"step='{name}:{line}'\n\"$python\" - <<'END_OF_FILE'\n{text}END_OF_FILE")
            ran += 1
    if not ran:
        folder.rmdir()
        continue
    script[0] += "; step=; trap 'test $? -eq 0 || echo \"$step: a command of this block failed\"' EXIT"
    pathlib.Path(str(folder) + '.bash').write_text('\n'.join(script) + '\n', encoding='utf-8')
END

failures=0
for script in "$T"/*.bash; do
    folder=${script%.bash}
    cp -r examples "$folder/"
    (cd "$folder" && bash "$script" >"$folder/log" 2>&1 </dev/null) && continue
    tail -n 12 "$folder/log"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
