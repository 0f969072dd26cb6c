#!/usr/bin/env bash
# Every ```yaml block of the pages is a problem that the library accepts, with a mesh, an order and a time added where the block is
# only a part of one. <!-- not checked: REASON --> on the line above a block leaves it out.
# NOSANITIZE: python3 does not load a library with sanitizers
. "$(dirname "$0")/python.bash"
"$python" - <<'PY'
import glob, re, sys
from nudge.library import library

MORE = {"order": "order: 1\n", "mesh": "mesh: {box: {divisions: [1, 1, 1]}}\n", "time": "time: {end: 1}\n"}
own, wrong, count = library(), 0, 0
for page in ["README.md"] + sorted(glob.glob("doc/*.md") + glob.glob("doc/*/*.md") + glob.glob("examples/*/README.md")):
    text = open(page, encoding="utf-8").read()
    for m in re.finditer(r"(<!-- not checked: .* -->\n)?^```yaml\n(.*?)^```$", text, re.S | re.M):
        if m[1]:
            continue
        top = re.findall(r"^(\w+):", m[2], re.M)
        more = dict(MORE, sparameters="sparameters: {band: [1, 2]}\n") if "ports" in top else MORE
        count += 1
        try:
            own.problem_destroy(own.make("problem_parse", (m[2] + "".join(v for k, v in more.items() if k not in top)).encode(), b"."))
        except Exception as error:
            wrong += 1
            print("%s:%d: %s" % (page, text[:m.start(2)].count("\n"), error))
if count < 30:
    print("only %d blocks were found" % count)
sys.exit(bool(wrong) or count < 30)
PY
