#!/usr/bin/env bash
# nudge tune: the table, which plans are stored and when, and how it stops.
. "$(dirname "$0")/cli.bash"
export NUDGE_WISDOM=$T/wisdom.txt
columns=N,K_M,align,M_B,blocks,gather_wp,lift_wp,lift_wi,diff_shared,diff_wp,diff_wi,diff_ws,diff_rows,grouping,precision

expect 0 "$nudge" tune --device cpu --orders 1
says 'variant simd has nothing to tune; --variant .*bernstein.*fused.*paper.* have parameters'
[ -e "$T/wisdom.txt" ] && bad "something was kept of nothing"

expect 0 "$nudge" tune --device cpu --variant paper:5 --patience estimate --csv "$T/e.csv"
says '^double precision, variant paper:5, Runge-Kutta stages, patience estimate' '^single precision' '^ N  \| +K_M +align +M_B +blocks .* diff_shared diff_wp .* grouping \| ns/element'
[ "$(grep -cE '^ [1-9] .*\| +- +- +0 ' "$T/out")" -eq 18 ] || bad "not 18 guesses: $(cat "$T/out")"
[ -e "$T/wisdom.txt" ] && bad "a guess was kept"
[ "$(head -n 1 "$T/e.csv")" = $columns ] && [ "$(wc -l <"$T/e.csv")" -eq 19 ] || bad "$(cat "$T/e.csv")"
# Micro-blocks by the 5 % rule at half-warps, as the paper's Table 3 has them (errata apart, its N = 8 has 165 of 176).
[ "$(awk -F, '$15 == "single" { printf "%s ", $2 }' "$T/e.csv")" = '4 8 4 4 2 2 2 2 1 ' ] || bad "K_M: $(cut -d, -f1,2 "$T/e.csv")"

expect 0 "$nudge" tune --device cpu --variant paper:5 --orders 1,2 --precision single --dofs 1e3 --limit 1 --csv "$T/t.csv"
says '^ 1  \| +[0-9]+ .* (field|matrix) .* \| +[0-9.]+ +[0-9.]+ +[1-9][0-9]* +[0-9.]+$' '^ 2 ' "^kept in $T/wisdom.txt$"
[ "$(cut -d, -f1,15 "$T/t.csv" | tr '\n' ' ')" = 'N,precision 1,single 2,single ' ] || bad "$(cat "$T/t.csv")"
[ "$(grep -c '^law=maxwell N=[12] precision=single variant=paper:5 ' "$T/wisdom.txt")" -eq 2 ] || bad "$(cat "$T/wisdom.txt")"
# Runs do not go over to a variant that was only asked for by its name.
grep -v '^#' "$T/wisdom.txt" | grep -qv 'variant=paper:5' && bad "kept as more than it is: $(cat "$T/wisdom.txt")"

# The table tells what was kept.
python3 - "$T/t.csv" "$T/wisdom.txt" <<'END' || bad "the table and the wisdom differ"
import csv, re, sys
rows = {r["N"]: r for r in csv.DictReader(open(sys.argv[1]))}
for line in open(sys.argv[2]):
    if line.startswith("#"): continue
    kept = dict(w.split("=", 1) for w in line.split(" # ")[0].split())
    row = rows[kept["N"]]
    assert kept["diff"].split(",") == [row[c] for c in ("diff_shared", "diff_wp", "diff_wi", "diff_ws", "diff_rows")], (kept, row)
    assert (kept["K_M"], kept["M_B"], kept["gather"]) == (row["K_M"], row["M_B"], row["gather_wp"]), (kept, row)
    assert kept["lift"].split(",") == [row["lift_wp"], row["lift_wi"]], (kept, row)
END

# Stages in one pass have numbers of their own.
expect 0 "$nudge" tune --device cpu --variant bernstein --orders 1 --precision single --dofs 1e3 --limit 1 --csv "$T/k.csv"
says '^ N  \|  +batch +threads +min_blocks +prefetch_faces +prefetch_residuals +persistent \| ns/element' '^ 1  \| +([0-9]+ +){5}[01] \| +[0-9.]+ +[0-9.]+ +[1-9][0-9]* +[0-9.]+$'
[ "$(head -n 1 "$T/k.csv")" = N,batch,threads,min_blocks,prefetch_faces,prefetch_residuals,persistent,precision ] || bad "$(cat "$T/k.csv")"
kept=$(sed -n 's/^law=maxwell N=1 precision=single steps=linear variant=bernstein .* kept=\([0-9,]*\) # .*/\1/p' "$T/wisdom.txt")
[ "$(sed 1d "$T/k.csv")" = "1,$kept,single" ] || bad "kept $kept, shown $(cat "$T/k.csv")"
expect 0 "$nudge" tune --device cpu --law elastic --variant bernstein --integrator lsrk4 --orders 1 --precision single --dofs 1e3 --limit 1
says 'variant bernstein, Runge-Kutta stages'
grep -q '^law=elastic N=1 precision=single variant=bernstein .* kept=' "$T/wisdom.txt" || bad "nothing kept of elastics: $(cat "$T/wisdom.txt")"
expect 0 "$nudge" tune --device cpu --variant fused --patience estimate --orders 1-3 --csv "$T/f.csv"
[ "$(head -n 1 "$T/f.csv")" = N,batch,in_thread,threads,precision ] && [ "$(wc -l <"$T/f.csv")" -eq 7 ] || bad "$(cat "$T/f.csv")"

NUDGE_WISDOM=none expect 0 "$nudge" tune --device cpu --variant paper:3 --orders 1 --precision double --dofs 500 --limit 0
says 'not kept, because NUDGE_WISDOM is none'

# Ctrl-C: the order at hand is lost, those before it are kept.
rm "$T/wisdom.txt"
: >"$T/out" # what the command before it printed is not to be taken for this one's
"$nudge" tune --device cpu --variant paper:3 --orders 1,2 --precision single --dofs 500 --limit 2 >"$T/out" 2>"$T/err" &
for _ in $(seq 2400); do grep -q '^ 1 ' "$T/out" && break; sleep 0.05; done
sleep 0.3
kill -INT $!
wait $!
[ $? -eq 3 ] || bad "no exit status 3 after a wish to stop"
warns '^nudge: stopped'
grep -q '^ 1 ' "$T/out" && ! grep -q '^ 2 ' "$T/out" || bad "$(cat "$T/out")"
grep -q ' N=1 .*variant=paper:3' "$T/wisdom.txt" && ! grep -q ' N=2 ' "$T/wisdom.txt" || bad "$(cat "$T/wisdom.txt")"

# A result that cannot be kept is shown all the same.
NUDGE_WISDOM=$T expect 1 "$nudge" tune --device cpu --variant paper:3 --orders 1 --precision single --dofs 500 --limit 0
says '^ 1 ' 'MDOF/s'
warns "$T: is a folder"

mistake 2 '--patience must be estimate, measure or exhaustive' "$nudge" tune --patience saintly
mistake 2 '--patience measur: did you mean measure' "$nudge" tune --patience measur
mistake 2 '--integrator lsrk: did you mean lsrk4' "$nudge" tune --integrator lsrk
mistake 1 'paper does not take linear steps' "$nudge" tune --device cpu --variant paper:3 --integrator linear
mistake 2 '--limit must be a number' "$nudge" tune --limit soon
mistake 2 '--orders must be' "$nudge" tune --orders 10
mistake 2 '--variant paper5: did you mean paper' "$nudge" tune --variant paper5
mistake 1 'no/where.csv' "$nudge" tune --device cpu --variant paper:5 --patience estimate --orders 1 --csv "$T/no/where.csv"
mistake 1 'device' "$nudge" tune --device abacus
expect 0 "$nudge" help tune
says '--patience' '--limit' 'NUDGE_WISDOM'
finish
