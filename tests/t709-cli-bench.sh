#!/usr/bin/env bash
# nudge bench: the table of stages, and the output of each of its switches. Measured times depend on the load of the
# machine: numbers are compared only with each other as they are printed, with room for their digits. Argument: "all", for all
# variants, also of elastodynamics, the passes of acoustics, ablation, orders of elements and memory.
# PLAIN:
# LONG: all
. "$(dirname "$0")/cli.bash"
export NUDGE_WISDOM=none OMP_NUM_THREADS=1 # what is timed runs for a fixed time, on each thread
bench() { expect 0 "$nudge" bench --device cpu "$@"; }

# A table measures the machine's ceilings first, which takes seconds: what can be asked of the same table is.
bench --orders 3,1 --precision single --dofs 2e3 --hold 0.2 --json "$T/b.json" --picture "$T/two.svg"
says '^cpu: .*law maxwell, 2e\+03 DOFs' '^single precision: copy [0-9.]+ GB/s, multiply-add [0-9.]+ GFlop/s' \
    '^ N  variant +elements  ns/element +MDOF/s .* bytes/DOF  tighter limit +held$' \
    '^ 1  simd +48 .*(memory|arithmetic) +[0-9]+\.[0-9] %$'
python3 - "$T/b.json" <<'END' || bad "the JSON is not as it should be"
import json, sys
first, row = json.load(open(sys.argv[1]))
assert (first["order"], first["elements"]) == (3, 6), first
assert (row["order"], row["precision"], row["variant"], row["elements"]) == (1, "single", "simd", 48), row
assert abs(row["ns_per_element"] * 48e-9 / row["seconds_per_stage"] - 1) < 1e-4, row
assert abs(row["dofs_per_second"] * row["seconds_per_stage"] / (48 * 4 * 6) - 1) < 1e-4, row
flops = 36 * 16 + 66 * 4 + 244 * 3 + 4 * (48 * 3 + 6) + 24 * 4
assert abs(row["flops_per_second"] * row["seconds_per_stage"] / (48 * flops) - 1) < 1e-4, row
assert 0.01 < row["held_seconds_per_stage"] / row["seconds_per_stage"] < 100, row # the same unit; a busy machine may take its time
assert 12 < row["resident_bytes_per_dof"] < 30, row # operators take much of so little
assert abs(row["of_peak"] * row["fma_flops_per_second"] / row["flops_per_second"] - 1) < 1e-2, row
END
# The last column is the share of the memory's limit that stages reach which follow each other without rest.
python3 - "$T/b.json" "$T/out" <<'END' || bad "what is held is not as it should be: $(cat "$T/out")"
import json, sys
rows = json.load(open(sys.argv[1]))
lines = [line.replace("%", "").split() for line in open(sys.argv[2])]
table = {int(r[0]): r for r in lines if len(r) > 5 and r[0] in ("1", "3")}
assert len(rows) == len(table) == 2, (rows, table)
for row in rows:
    told = 100 * row["of_roofline"] * row["seconds_per_stage"] / row["held_seconds_per_stage"]
    assert abs(float(table[row["order"]][-1]) - told) < 0.051 + 1e-3 * told, (row, table)
END
grep -q 'inside blocks' "$T/out" && bad "faces inside blocks without --blocks"
# A line goes on past orders that nobody asked for.
[ "$(grep -Ec 'stroke:rgb\(0%,44\.705882%,69\.803922%\)[^>]* d="M [0-9. ]+L [0-9. ]+"' "$T/two.svg")" -eq 2 ] ||
    bad "no line from order 1 to 3 beside that of the legend"

# The passes of a variant: their shares are all of the time, and the sum has all of the bytes. With --blocks: below, the faces inside
# blocks are compared with those of another order of elements.
inside() { says '^ 1  sum .* bytes/DOF  faces inside blocks 0\.[0-9]+$'; sed -n 's/^ 1 .*inside blocks //p' "$T/out" >>"$T/inside"; }
bench --blocks curve --components --variant paper:3 --orders 1 --precision single --dofs 2e4
inside
python3 - "$T/out" <<'END' || bad "the components are not as they should be: $(cat "$T/out")"
import sys
rows = [line.replace("%", "").split() for line in open(sys.argv[1]) if line.startswith(" 1 ")]
assert [r[1] for r in rows] == ["gather", "diff", "lift", "sum"], rows
assert abs(sum(float(r[6]) for r in rows[:-1]) - 100) < 0.2 and float(rows[-1][6]) == 100, rows
assert abs(sum(float(r[2]) for r in rows[:-1]) / float(rows[-1][2]) - 1) < 0.05, rows
assert 30 < float(rows[-1][8]) < 80 and rows[-1][9] == "bytes/DOF", rows
END

mistake 2 '--hold must be a number from 0.1' "$nudge" bench --hold 0
mistake 2 '--hold does not go with --scaling' "$nudge" bench --hold 1 --scaling

bench --fill 0.0001 --orders 3 --precision double
says '^ 3  simd .* 1[6-8]\.[0-9]+ +1\.'
mistake 1 'no room for six elements of order 9' "$nudge" bench --device cpu --orders 9 --fill 1000
mistake 2 '--fill must be a number' "$nudge" bench --fill much
mistake 2 '--fill chooses the degrees of freedom' "$nudge" bench --fill 0.1 --dofs 1e6
mistake 2 '--scaling and --fill: one at a time' "$nudge" bench --scaling --fill 0.1

# As long as it takes to measure two, compilers included; all of them are 128.
for limit in 1 5 25 125; do
    bench --scan lift --orders 1 --dofs 2e3 --limit $limit --csv "$T/s.csv"
    rows=$(sed 1d "$T/s.csv" | wc -l)
    [ "$rows" -ge 2 ] && break
done
says 'lift at N = 1, variant paper:5, field in shared memory' "^best \([0-9]+, [0-9]+, 1\) with .* us; of $rows the median takes [0-9]+ % longer"
[ "$rows" -eq 128 ] || says 'the time is up'
head -n 1 "$T/s.csv" | grep -qx 'N,kernel,shared,w_p,w_i,w_s,seconds' || bad "$(head -n 1 "$T/s.csv")"
sed -n 2p "$T/s.csv" | grep -qE '^1,lift,field,1,1,1,[0-9.e-]+$' || bad "$(cat "$T/s.csv")"
[ "$(sed 1d "$T/s.csv" | cut -d, -f1-6 | sort | uniq -d)" ] && bad "a distribution twice"
[ "$rows" -eq "$(grep -cE '^ +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+$' "$T/out")" ] || bad "other rows in the CSV"
for limit in 0.5 5 25 125; do
    bench --scan diff --dofs 2e3 --limit $limit
    grep -q '^diff at' "$T/out" && break
done
says '^diff at N = 4, variant paper:5, matrix in shared memory'
bench --scan lift --limit 0
says '^single precision$' '^the time is up$'
bench --ablate --orders 3-5 --limit 0
says '^the time is up, left out: orders 3 4 5$'

expect 2 "$nudge" bench --device cpu --compare --variant plain
warns 'takes no --variant'
mistake 2 '--orders must be orders from 1 to 9' "$nudge" bench --orders 0
mistake 2 '--dofs must be a number from 1 to 1e\+13' "$nudge" bench --dofs many
mistake 2 '--dofs must be a number' "$nudge" bench --dofs 0
mistake 2 '--dofs must be a number' "$nudge" bench --dofs nan
mistake 2 '--limit must be a number' "$nudge" bench --limit -1
mistake 2 '--precision must be double or single' "$nudge" bench --precision half
mistake 2 '--precision singel: did you mean single' "$nudge" bench --precision singel
mistake 2 '--variant papre: did you mean paper' "$nudge" bench --variant papre
mistake 2 '--scan must be diff, lift or gather' "$nudge" bench --scan everything
mistake 2 '--components and --ablate: one at a time' "$nudge" bench --components --ablate
mistake 2 '--ablate is for the variant that has the paper' "$nudge" bench --ablate --variant plain
mistake 2 '--csv goes with --scan' "$nudge" bench --csv a.csv
mistake 2 '--json does not go with --scaling' "$nudge" bench --scaling --json a.json
mistake 2 '--picture does not go with --scan' "$nudge" bench --scan lift --picture a.svg
mistake 2 '--picture needs a value' "$nudge" bench --picture
mistake 1 'no/where.svg' "$nudge" bench --orders 1 --picture "$T/no/where.svg"
[ -s "$T/out" ] && bad "measured before it knew that the picture cannot be written"
mistake 1 'no/where.json' "$nudge" bench --orders 1 --json "$T/no/where.json"
mistake 1 'law none' "$nudge" bench --law none
expect 0 "$nudge" help bench
says '--components' '--ablate' '--scan KERNEL' '--scaling' '--csv' '--picture FILE' 'bandwidth'

# What follows is more of the same code, and the ceilings of unoptimised kernels take long to measure.
case $NUDGE_BUILD in *sanitize) finish ;; esac

# Seconds per simulated time: of every integrator, each held against the first.
bench --integrators all --orders 2 --precision single --dofs 2e3
says '^copy [0-9.]+ GB/s'
python3 - "$T/out" <<'END' || bad "integrators: $(cat "$T/out")"
import sys
rows = [line.split() for line in open(sys.argv[1]) if line.startswith(" 2 ")]
assert [r[1] for r in rows] == ["lsrk4", "lsrk14", "linear4", "linear6", "linear8"], rows
assert [r[2] for r in rows] == ["5", "14", "14", "36", "28"] and float(rows[0][7]) == 1, rows
for _, _, evaluations, step, ns, rate, unit, gain, resident in rows: # elements of 60 numbers each
    assert abs(float(ns) * 1e-9 * float(rate) * 1e6 / 60 - 1) < 0.01, rows
    elements = float(unit) * 1e6 * float(step) / (int(evaluations) * float(ns))
    assert abs(elements / 48 - 1) < 0.01, (elements, rows)
    assert abs(float(rows[0][6]) / float(unit) / float(gain) - 1) < 0.01, rows
assert float(rows[3][3]) > 6 * float(rows[0][3]) and float(rows[3][8]) < 0.9 * float(rows[0][8]), rows
END

bench --integrators linear6,lsrk4 --orders 1 --dofs 1e3
says '^ 1  lsrk4 ' '^ 1  linear6 '
! grep -q lsrk14 "$T/out" || bad "a scheme that was not asked for"
for list in linear5 lsrk4, lsrk4,lsrk4 ,; do
    mistake 2 "--integrators $list: all, or names out of lsrk4" "$nudge" bench --integrators "$list"
done

# From the largest mesh down, each against it and against the larger of the two least times.
bench --scaling --orders 3 --dofs 2.6e4
says '^copy [0-9.]+ GB/s, a launch of nothing [0-9.]+ us$'
python3 - "$T/out" <<'END' || bad "sizes: $(cat "$T/out")"
import sys
lines = [line.replace("%", "").split() for line in open(sys.argv[1])]
(head,) = [r for r in lines if r and r[0] == "copy"]
copy, launches = float(head[1]) * 1e9, 36 * float(head[7])
rows = [[float(x) for x in r[:1] + r[2:]] for r in lines if r and r[0] == "3"]
assert [r[1] for r in rows] == [162, 48], rows
def near(a, b, *digits): # with the last digits of what b was made of: (number, its last digit)
    return abs(a - b) <= abs(b) * (1e-6 + sum(0.51 * last / number for number, last in digits))
for _, K, dofs, us, rate, share, floor, times in rows:
    assert dofs == K * 20 * 6 and near(36 * dofs, rate * us, (rate, 0.01), (us, 0.1)), rows
    assert near(share, 100 * rate / rows[0][4], (share, 0.1), (rate, 0.01), (rows[0][4], 0.01)), rows
    assert near(floor, 36 * K * (2.5 * 6 * 20 * 4 + 12 * 4 + 16) / copy * 1e6, (floor, 0.1), (copy, 1e8)), (floor, copy)
    assert near(times, us / max(floor, launches), (times, 0.01), (us, 0.1), (floor, 0.1), (launches, 0.01)), rows
END

mistake 2 '--blocks must be greedy, metis or curve' "$nudge" bench --blocks random
[ "${1:-}" = all ] || finish

# Every variant with every option, and none of them twice; of those that cannot run, why.
expect 0 "$nudge" show
variants=$(sed -n '/^variants/,/^[^ v]/s/^ \+\([a-z0-9]\+\) .*/\1/p' "$T/out" | tr '\n' ' ')
[[ $variants == simd\ *bernstein\ *plain\  ]] || bad "variants: $variants"
variants=${variants/paper /paper:3 paper:4 paper:5 }
bench --compare --blocks curve --orders 1 --precision single --dofs 2e4 --picture "$T/p.svg"
[ "$(awk '$1 == 1 { print $2 }' "$T/out" | tr '\n' ' ')" = "$variants" ] || bad "variants: $(cat "$T/out")"
says '^ 1  bernstein +750 .* faces inside blocks 0\.[2-9]' '^ 1  fused .* faces inside blocks 0\.[2-9]'
# Drawn too, with a line for each, under both roofs.
python3 - "$T/p.svg" "$T/out" <<'END' || bad "the picture is not as it should be"
import re, sys, xml.etree.ElementTree as ET
(desc,) = [e.text for e in ET.parse(sys.argv[1]).iter() if e.tag.endswith("}desc")]
texts = desc.split("\n")
rates = {r[1]: float(r[4]) for r in map(str.split, open(sys.argv[2])) if r and r[0] == "1"}
assert set(rates) <= set(texts), (rates, texts)
assert all(t in texts for t in "123456789") and "single precision" in texts and "double precision" not in texts, texts
(head,) = [re.split(r"[ ,]+", line) for line in open(sys.argv[2]) if line.startswith("single precision:")]
for name, told in ("memory", head[3]), ("arithmetic", head[6]):
    ((rate, unit),) = [t.split()[1:] for t in texts if t.startswith(name + ":")]
    rate = float(rate) * {"G": 1, "T": 1000}[unit[0]]
    assert abs(rate - float(told)) < 0.01 * float(told) + 0.051, (rate, unit, told) # the table shows tenths
assert any(t.startswith("One Runge") and "0.02 million" in t for t in texts), texts
END
# Bytes, flops and rates are those of the law's fields. The kernels of another law are all compiled again.
bench --compare --orders 1 --precision single --dofs 2e3 --law elastic --json "$T/e.json"
[ "$(awk '$1 == 1 { print $2 }' "$T/out" | tr '\n' ' ')" = "$variants" ] || bad "variants of elastodynamics: $(cat "$T/out")"
python3 - "$T/e.json" <<'END' || bad "elastodynamics is not counted as it should be"
import json, sys
for row in json.load(open(sys.argv[1])):
    flops = 1.5 * (36 * 16 + 66 * 4 + 244 * 3 + 4 * (48 * 3 + 6) + 24 * 4)
    assert abs(row["flops_per_second"] * row["seconds_per_stage"] / (row["elements"] * flops) - 1) < 1e-4, row
    assert abs(row["dofs_per_second"] * row["seconds_per_stage"] / (row["elements"] * 4 * 9) - 1) < 1e-4, row
    floor = row["elements"] * (4 * 9 * 4 * 4 + 12 * 4 + 16) / row["copy_bytes_per_second"]
    assert abs(row["of_roofline"] * row["seconds_per_stage"] / floor - 1) < 1e-2, row
END
bench --components --orders 1 --dofs 2e3 --law acoustic
says '^ 1  gather ' '^ 1  sum '
# Nothing measured makes no points.
bench --orders 2 --precision double --limit 0 --law advection --picture "$T/none.svg"
python3 - "$T/none.svg" <<'END' || bad "the picture of nothing is not as it should be"
import sys, xml.etree.ElementTree as ET
texts = [line for e in ET.parse(sys.argv[1]).iter() if e.text for line in e.text.split("\n")]
assert "no data" in texts and all(any(t.startswith(roof) for t in texts) for roof in ("memory:", "arithmetic:")), texts
END

bench --ablate --orders 2 --dofs 2e3
says '^ 2  full +8  field .* 100.0 %' '^ 2  no micro-blocks +1  ' '^ 2  no matrix in shared memory +8  field' \
    '^ 2  neither +1  field' '^ 2  conventional thread order +8  '

# Where elements lie: a batch of elements has more faces inside where it was made for that.
bench --blocks greedy --components --variant paper:3 --orders 1 --precision single --dofs 2e4
inside
awk '{ share[NR] = $1 } END { exit !(NR == 2 && share[1] > 0.2 && share[2] > share[1]) }' "$T/inside" ||
    bad "faces inside blocks: $(cat "$T/inside")"
# As much memory as it is given, and no more; at most 1.25 times two arrays, or 1.4 at order 1.
bench --fill 2e7 --orders 1,4 --variant fused
awk '$1 ~ /^[14]$/ { n++; if ($5 > 0.02 || $5 < 0.012 || $7 > ($1 == 1 ? 1.4 : 1.25) || $7 < 1.01 || ($6 / $7 - 8) ^ 2 > 0.01 || $8 < 0 || $9 <= 0) bad = 1 }
     END { exit bad || n != 2 }' "$T/out" || bad "fill: $(cat "$T/out")"
finish
