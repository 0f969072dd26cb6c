#!/usr/bin/env bash
# Pages about Python: doc/reference/python.md is what docstrings give (to renew it: tests/t657-python-docs.sh --write), the blocks of
# doc/howto/use-from-python.md, of doc/howto/ports.md and of the README, and the example, run.
# NOSANITIZE: python3 does not load a library with sanitizers
set -u
. "$(dirname "$0")/python.bash"
page=doc/reference/python.md
T=$(mktemp -d "${TMPDIR:-/tmp}/nudge-XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
failures=0
bad() { printf '%s\n' "$*"; failures=$((failures + 1)); }

"$python" tools/python_reference.py >"$T/page" || exit 1
if [ "${1:-}" = --write ]; then
    cp "$T/page" "$page"
    exit
fi
diff -u "$page" "$T/page" || bad "$page is not what docstrings give; renew it with tests/t657-python-docs.sh --write"
"$python" - <<'PY' || failures=$((failures + 1))
import dataclasses, re, sys, nudge
text = open("doc/reference/python.md").read()
missing = [n for n in nudge.__all__ if not re.search(r"\b%s\b" % n, text)]
undocumented = [n for n in nudge.__all__ if not getattr(nudge, n).__doc__]
# Members of the classes that are results, with their types, and all keys of what preflights say.
sections = dict(re.findall(r"^##+ (\w+)\n(.*?)(?=^##|\Z)", text, re.M | re.S))
loose = ["%s.%s" % (c.__name__, f.name) for c in (nudge.Status, nudge.Preflight, nudge.Network, nudge.Ranks)
         for f in dataclasses.fields(c) if not re.search(r"^- `%s` \(" % f.name, sections[c.__name__], re.M)]
sim = nudge.Simulation(mesh=nudge.Box(divisions=(1, 1, 1)), order=1, time=1, boundaries={"default": "pec"}, device="cpu")
loose += ["Preflight.info." + k for k in sim.check(0).info if "`%s`" % k not in sections["Preflight"]]
for names, what in ((missing, "not in doc/reference/python.md"), (undocumented, "without a docstring"), (loose, "members that are not described")):
    if names:
        print("%s: %s" % (what, ", ".join(names)))
sys.exit(bool(missing or undocumented or loose))
PY

export NUDGE_CC=none PYTHONWARNINGS=ignore::UserWarning OMP_NUM_THREADS=1
export PYTHONPATH
cp -r examples "$T" && how=$PWD/doc/howto/use-from-python.md ports=$PWD/doc/howto/ports.md example=$PWD/examples/python/luneburg.py readme=$PWD/README.md
cd "$T" || exit 1
# All blocks of a page, one after the other, in one program.
awk '/^```/ { inside = !inside && /^```python/; if (inside) print "print(\"# line", NR "\")"; next } inside' "$how" >page.py
[ "$(grep -c '^print("# line' page.py)" -ge 12 ] || bad "few blocks were found in $how"
awk '/^```/ { inside = !inside && /^```python/; next } inside' "$ports" >>page.py
# The block of the README, smaller.
awk '/^```/ { inside = !inside && /^```python/; next } inside' "$readme" | sed 's/divisions=(6, 6, 6)/divisions=(2, 2, 2)/; s/order=4/order=1/' >>page.py
cat >>page.py <<PY
import runpy, sys
sys.argv = ["luneburg.py", "--order", "2", "--end", "0.1", "--out", "lens.png"]
runpy.run_path("$example")
PY
"$python" page.py >said 2>&1 || bad "$(tail -n 20 said)"
grep -q "boundaries.default: boundary 'default': 'pecc' is not a condition" said || bad "the mistake was not reported: $(cat said)"
grep -q "3\.14[0-9]*e+00j" said || bad "no eigenvalue is close to i pi: $(grep j said)"
error=$(sed -n 's/.*largest error //p' said)
awk -v e="$error" 'BEGIN { exit !(e > 0 && e < 1e-3) }' || bad "S21 of the line is wrong by '$error'"
[ -s line.s2p ] || bad "there is no line.s2p"
for picture in Ez.png mesh.png E.png film.gif line.png line-smith.png cavity.png lens.png; do [ -s "$picture" ] || bad "$picture was not drawn"; done
[ $failures -eq 0 ]
