#!/usr/bin/env bash
# nudge rhs: datasets and their shapes, and the rates of a known mode.
. "$(dirname "$0")/cli.bash"

write_problem "$T/p.yaml"
expect 0 "$nudge" rhs "$T/p.yaml" --out "$T/f.h5" --order 6 --device cpu
says 'wrote .*f.h5: 48 elements, 84 nodes'
h5dump -H "$T/f.h5" >"$T/out" 2>"$T/err" || bad "h5dump: $(cat "$T/err")"
for set in x y z Ex Ey Ez Hx Hy Hz rate_Ex rate_Ey rate_Ez rate_Hx rate_Hy rate_Hz; do
    grep -A2 "DATASET \"$set\"" "$T/out" | grep -q '( 48, 84 )' || bad "$set is not (48, 84): $(grep -A3 "\"$set\"" "$T/out")"
done
[ "$(grep -c DATASET "$T/out")" -eq 15 ] || bad "$(grep -c DATASET "$T/out") datasets"

# d/dt Hx = pi sin(pi x) cos(pi z), d/dt Hz = -pi cos(pi x) sin(pi z), the rest is at rest.
values() { h5dump -y -w 1 -m '%.15g' -d "/$1" "$T/f.h5" | sed -n '/DATA {/,/}/p' | grep -Eo '[-+0-9.e]+,?$' | tr -d ,; }
for set in x z rate_Hx rate_Hz rate_Ey; do values $set >"$T/$set"; done
paste "$T"/{x,z,rate_Hx,rate_Hz,rate_Ey} | awk '
    function size(a) { return a < 0 ? -a : a }
    { n++; pi = atan2(0, -1); a = size($3 - pi * sin(pi * $1) * cos(pi * $2)); b = size($4 + pi * cos(pi * $1) * sin(pi * $2)); c = size($5)
      if (a > most) most = a; if (b > most) most = b; if (c > most) most = c }
    END { if (n != 48 * 84 || !(most < 0.02)) { print n " nodes, largest difference " most; exit 1 } }' || bad "rates are wrong"

# One that is stopped, or fails, leaves what was there.
cp "$T/f.h5" "$T/before.h5"
: >"$T/err"
"$nudge" rhs "$T/p.yaml" --out "$T/f.h5" --order 5 --set mesh.box.divisions=[14,14,14] --verbose >"$T/out" 2>"$T/err" &
pid=$!
for _ in $(seq 3000); do # until it knows of signals
    grep -q elements "$T/err" && break
    sleep 0.02
done
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || bad "exit status $status after SIGTERM: $(cat "$T/out" "$T/err")"
cmp -s "$T/f.h5" "$T/before.h5" || bad "a file was lost when its successor was stopped"
[ -z "$(find "$T" -name '*.part')" ] || bad "left behind: $(ls "$T")"
mkfifo "$T/pipe"
timeout 60 cat "$T/pipe" >"$T/through.h5" &
reader=$!
expect 0 timeout 60 "$nudge" rhs "$T/p.yaml" --out "$T/pipe"
wait $reader
{ [ -p "$T/pipe" ] && h5dump -H "$T/through.h5" >/dev/null; } || bad "a pipe got no HDF5 file"

mistake 1 'cannot create|not a folder|Not a directory|exists' "$nudge" rhs "$T/p.yaml" --out "$T/p.yaml/f.h5"
finish
