#!/usr/bin/env bash
# The structs of python/nudge/structs.py have the sizes and offsets of nudge.h, the error classes its codes, and every function that
# library.py calls is in the header.
# NOSANITIZE: python3 does not load a library with sanitizers
set -eu
. "$(dirname "$0")/python.bash"
folder=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$python" - "$folder" <<'PY'
import ctypes, re, subprocess, sys
from nudge import errors, library, structs

lines, wanted = [], []
for name, struct in structs.ALL.items():
    lines.append('printf("%%zu\\n", sizeof(%s));' % name)
    wanted.append((name, ctypes.sizeof(struct)))
    for member, _ in struct._fields_:
        lines.append('printf("%%zu\\n", offsetof(%s, %s));' % (name, member))
        wanted.append((name + "." + member, getattr(struct, member).offset))
assert len(structs.ALL) >= 17, structs.ALL
with open(sys.argv[1] + "/a.c", "w") as out:
    out.write('#include <stdio.h>\n#include <nudge.h>\nint main(void) {\n%s\nreturn 0; }\n' % "\n".join(lines))
subprocess.run(["cc", "-Iinclude", "-o", sys.argv[1] + "/a", sys.argv[1] + "/a.c"], check=True)
found = subprocess.run([sys.argv[1] + "/a"], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout.split()
bad = ["%s: %d in Python, %s in C" % (n, w, f) for (n, w), f in zip(wanted, found) if w != int(f)]
header = open("include/nudge.h").read()
# Members that the Python structs lack.
for name, struct in structs.ALL.items():
    body = re.search(r"typedef struct \{((?:(?!typedef struct).)*?)\} %s;" % name, header, re.S)[1]
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    for statement in re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", body).split(";"):  # pointers to functions by their names
        for part in re.sub(r"\[\w+\]", "", statement).split(","):
            word = re.findall(r"\w+", part)
            if word and word[-1] not in [m for m, _ in struct._fields_]:
                bad.append("%s.%s is not in structs.py" % (name, word[-1]))
for name, code in re.findall(r"X\((\w+), (-\d+),", header):
    if int(code) not in errors.BY_CODE:
        bad.append("NUDGE_E%s has no exception" % name)
bad += ["nudge_%s is not in nudge.h" % f for f in library._PROTOTYPES if not re.search(r"\bnudge_%s\(" % f, header)]
print("\n".join(bad), end="\n" * bool(bad))
sys.exit(bool(bad))
PY
