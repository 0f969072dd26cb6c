#!/usr/bin/env bash
# nudge paper: every part at a tiny size, continued after a stop, one row at a time.
# LONG:
. "$(dirname "$0")/cli.bash"
export NUDGE_WISDOM=$T/wisdom.txt
D=$T/paper
paper() { expect 0 "$nudge" paper --out "$D" --device cpu --dofs 2e3 --orders 1 "$@"; }
rows() { sed 1d "$D/$1.csv" | wc -l; }

# The machine comes first, whatever the part; no time at all measures nothing else.
paper --part speed --limit 0
says '^machine +device cpu: ' '^machine +copy GB/s [0-9.]+$' 'the time is up: 4 rows are left; the same command goes on'
[ "$(rows speed)" -eq 0 ] && [ -s "$D/index.html" ] || bad "$(ls "$D")"

# A little time measures one row at least, and the last run says that all is there.
paper --part convergence
says '^convergence  1 single paper_box_K475 475 0.3 1.56' 'index.html: everything requested is there'
awk -F, 'NR > 1 { n++; if ($4 == 1844) { e++; if ($7 < 1.6 || $7 > 1.9) exit 1 } else if ($7 != "") exit 1 } END { exit n != 8 || e != 2 }' \
    "$D/convergence.csv" || bad "$(cat "$D/convergence.csv")"
paper --part parameters --limit 0.2
says '^parameters +1 .*single$' 'the time is up: 1 row is left'
paper --part parameters --limit 0.2
says '^parameters +1 paper:3, .*kept as wisdom' 'everything requested'
grep -qE '^1,[0-9]+,(field|matrix),([0-9]+,){5}field,[0-9]+,[0-9]+,1,single$' "$D/parameters.csv" || bad "$(cat "$D/parameters.csv")"
paper --part scan --limit 0.2
[ "$(rows scan)" -ge 1 ] && grep -qE '^4,diff,matrix,1,1,1,[0-9.e-]+$' "$D/scan.csv" || bad "$(cat "$D/scan.csv")"
paper --part speed
grep -q guess "$T/out" && bad "the tuned plans are not used: $(cat "$T/out")"
paper --part components
paper --part ablation --limit 0.2
says '^ablation +1 full ' 'the time is up: [1-4] rows? (is|are) left'
paper --part scaling
[ "$(cut -d, -f1-3 "$D/speed.csv" | tr '\n' ' ')" = 'N,device,variant 1,cpu core,BLAS 1,cpu core,loops 1,cpu,paper:5 1,cpu,paper:3 ' ] ||
    bad "$(cat "$D/speed.csv")"
[ "$(sed 1d "$D/components.csv" | cut -d, -f2,3 | tr '\n' ' ')" = \
    'paper:5,gather paper:5,lift paper:5,diff paper:5,assembly paper:5,update paper:3,gather paper:3,diff paper:3,lift ' ] || bad "$(cat "$D/components.csv")"
[ "$(sed 1d "$D/scaling.csv" | cut -d, -f1-3)" = 1,48,1152 ] || bad "$(cat "$D/scaling.csv")"
python3 - "$D" <<'END' || bad "the numbers do not agree with each other"
import csv, sys
read = lambda name: list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv")))
speed, components = read("speed"), read("components")
flops = 36 * 16 + 66 * 4 + 244 * 3 + 4 * (48 * 3 + 6) + 24 * 4
for r in speed:
    assert abs(float(r["gflops"]) * 1e9 * float(r["seconds"]) / (flops * int(r["elements"])) - 1) < 1e-3, r
    assert abs(float(r["gdofs"]) * 1e9 * float(r["seconds"]) / (24 * int(r["elements"])) - 1) < 1e-3, r
    core = max(float(c["gflops"]) for c in speed if c["device"] == "cpu core")
    if r["device"] != "cpu core": assert abs(float(r["ratio"]) * core / float(r["gflops"]) - 1) < 2e-2, r
copy = float(next(r["value"] for r in read("machine") if r["key"] == "copy GB/s"))
for variant in "paper:5", "paper:3":
    assert abs(sum(float(r["share"]) for r in components if r["variant"] == variant) - 1) < 1e-3
for r in components: assert abs(float(r["of_copy"]) * copy - float(r["moved_gbs"])) < 0.01 * copy, r
END
for figure in fig8a fig9a fig10a fig10b fig11a fig11b; do [ -s "$D/$figure.svg" ] || bad "no $figure.svg"; done

# A row that went is measured again, and no other.
cp -r "$D" "$T/before"
sed -i '/^1,double,paper_box_K728,/d' "$D/convergence.csv"
case $NUDGE_BUILD in
*sanitize) parts=convergence ;; # the same code finds the rows that are left of all tables
*)
    parts='speed components convergence'
    sed -i '/^1,cpu,paper:5,/d' "$D/speed.csv"
    sed -i '/^1,paper:3,diff,/d' "$D/components.csv"
    ;;
esac
for part in $parts; do paper --part $part; [ "$(wc -l <"$T/out")" -eq 2 ] || bad "$part: $(cat "$T/out")"; done
for table in "$D"/*.csv; do
    old=$T/before/${table##*/}
    [ "$(wc -l <"$table")" -eq "$(wc -l <"$old")" ] || bad "other rows in $table"
    cmp -s <(grep -vE '^1,(cpu,paper:5|paper:3,diff|double,paper_box_K728),' "$old") \
        <(grep -vE '^1,(cpu,paper:5|paper:3,diff|double,paper_box_K728),' "$table") || bad "rows changed in $table"
done

# Doubled rows end nothing.
sed -i '/^1,cpu core,BLAS,/p; /^1,cpu,paper:3,/d' "$D/speed.csv"
paper --part speed
says '^speed +1 cpu paper:3 ' 'everything requested'

# One process a folder, and no folder with a page of something else.
mkdir "$T/other"
echo mine >"$T/other/index.html"
mistake 1 'not a folder of nudge paper' "$nudge" paper --out "$T/other" --device cpu
[ "$(ls "$T/other")" = index.html ] && [ "$(cat "$T/other/index.html")" = mine ] || bad "a page that is not ours was changed"
flock "$D" "$nudge" paper --out "$D" --device cpu --dofs 2e3 --part machine >"$T/out" 2>"$T/err"
[ $? -eq 1 ] && grep -q 'another nudge paper is at work there' "$T/err" || bad "two at once: $(cat "$T/out" "$T/err")"

mistake 1 'degrees of freedom is 2000 there and 3000 now' "$nudge" paper --out "$D" --device cpu --dofs 3e3 --part speed
mistake 1 'none.yaml: there is none' "$nudge" paper --out "$D" --device cpu --dofs 2e3 --part convergence --problem none.yaml
mistake 2 'where to' "$nudge" paper
mistake 2 '--part sped: did you mean speed' "$nudge" paper --out "$D" --part sped
mistake 2 '--part must be machine, convergence' "$nudge" paper --out "$D" --part everything-there-is
mistake 2 '--orders must be' "$nudge" paper --out "$D" --orders x
mistake 2 '--dofs must be' "$nudge" paper --out "$D" --dofs -1
mistake 2 '--limit must be' "$nudge" paper --out "$D" --limit x
expect 0 "$nudge" help paper
says '--part' '--limit' '--problem' 'continues a run that was stopped'
finish
