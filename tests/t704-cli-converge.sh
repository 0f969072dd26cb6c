#!/usr/bin/env bash
# nudge converge: the table, its CSV, and the paper's numbers.
. "$(dirname "$0")/cli.bash"

m=tests/meshes/paper_box_K
orders=1-2,3
case $NUDGE_BUILD in *sanitize) orders=1,2 ;; esac # kernels of order 3 are slow there
expect 0 "$nudge" converge examples/paper-cavity/paper.yaml --orders $orders --meshes ${m}475.msh,${m}728.msh --h 0.3,0.255 \
    --csv "$T/e.csv" --device cpu
says '^  N +K=475 +K=728 +EOC$' 'h=0.30000 +h=0.25500$' '^  1 +1.56e\+00 +1.18e\+00 +1.7[0-9]$'
[ -s "$T/err" ] && bad "stderr is not empty: $(cat "$T/err")"
python3 - "$T/e.csv" $orders <<'END' || bad "the CSV is not as it should be"
import csv, sys
text = open(sys.argv[1]).read()
assert text.startswith("order,mesh,elements,h,error\n"), text
rows = list(csv.DictReader(text.splitlines()))
orders = {"1-2,3": "123", "1,2": "12"}[sys.argv[2]]
want = [1.561, 1.181, 0.3970, 0.2678, 0.1538, 8.964e-2][: 2 * len(orders)]
assert [(r["order"], r["elements"]) for r in rows] == [(o, k) for o in orders for k in ("475", "728")], rows
assert rows[1]["mesh"] == "tests/meshes/paper_box_K728.msh" and float(rows[1]["h"]) == 0.255, rows
assert len(rows) == len(want), rows
for row, w in zip(rows, want):
    assert abs(float(row["error"]) / w - 1) < 0.01, (row, w)
END

# Boxes, h from their volume, and no outputs.
write_problem "$T/p.yaml" 'output:' '  fields: {file: a.pvd, every: 0.05}' '  energy: {file: energy.csv}'
expect 0 "$nudge" converge "$T/p.yaml" --orders 2 --divisions 2,4 --csv "$T/b.csv"
says 'K=48 +K=384 +EOC' 'h=0.27516 +h=0.13758'
cut -d, -f1-3 "$T/b.csv" | tr '\n' ' ' | grep -q '^order,mesh,elements 2,box_2,48 2,box_4,384 $' || bad "$(cat "$T/b.csv")"
eoc=$(awk '$1 == 2 { print $4 }' "$T/out")
awk -v e="$eoc" 'BEGIN { exit !(e > 2.5 && e < 4) }' || bad "EOC $eoc at order 2"
for file in a.pvd energy.csv run.json; do [ -e "$T/$file" ] && bad "converge wrote $file"; done
expect 0 "$nudge" converge "$T/p.yaml" --orders 1-2 --divisions 2
grep -q EOC "$T/out" && bad "an EOC of one mesh"

mistake 2 'at which orders' "$nudge" converge "$T/p.yaml" --divisions 2
mistake 2 'on which meshes' "$nudge" converge "$T/p.yaml" --orders 2
mistake 2 'on which meshes' "$nudge" converge "$T/p.yaml" --orders 2 --divisions 2 --meshes a.msh
for orders in 0 10 1- 2-1 1,,2 a 1-99999999999999999999; do
    mistake 2 '--orders must be' "$nudge" converge "$T/p.yaml" --orders=$orders --divisions 2
done
mistake 2 '--h must be numbers above 0' "$nudge" converge "$T/p.yaml" --orders 1 --divisions 2,3 --h 1,x
mistake 2 '--h has 1 numbers for 2 meshes' "$nudge" converge "$T/p.yaml" --orders 1 --divisions 2,3 --h 1
mistake 1 'none.msh' "$nudge" converge "$T/p.yaml" --orders 1 --meshes ${m}475.msh,none.msh
mistake 1 'cannot create' "$nudge" converge "$T/p.yaml" --orders 1 --divisions 2 --csv "$T/no/where.csv"
mistake 1 '--divisions is for a problem with mesh.box' "$nudge" converge examples/paper-cavity/paper.yaml --orders 1 --divisions 2
sed '/^exact:/,/^  Hz/d' "$T/p.yaml" >"$T/inexact.yaml"
mistake 1 'no exact solution' "$nudge" converge "$T/inexact.yaml" --orders 1 --divisions 2
[ -s "$T/out" ] && bad "it computed before it asked for an exact solution"
finish
