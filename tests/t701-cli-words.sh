#!/usr/bin/env bash
# Help, versions, lists, and command lines that make no sense.
# shellcheck disable=SC2016
. "$(dirname "$0")/cli.bash"

expect 0 "$nudge" --version
says '^nudge [0-9]+\.[0-9]+\.[0-9]+$'
for help in "--help" "help" "-h"; do
    expect 0 "$nudge" $help
    says '^usage: nudge' 'converge' 'Exit status'
done
for command in run check converge rhs bench mesh devices show keys; do
    expect 0 "$nudge" help $command
    says "^usage: nudge $command" '^example: nudge '
    cp "$T/out" "$T/first"
    expect 0 "$nudge" $command --help
    cmp -s "$T/out" "$T/first" || bad "nudge $command --help and nudge help $command differ"
done
for command in "" $("$nudge" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
    "$nudge" help $command >"$T/page"
    [ "$(wc -L <"$T/page")" -le 80 ] || bad "nudge help $command has lines of $(wc -L <"$T/page") columns"
done

expect 0 "$nudge" devices
says '^cpu ' 'memory +[0-9.]+ [GT]B' 'units' 'compiler'
expect 0 "$nudge" keys
says 'mesh.box.divisions' 'time.end'
expect 0 "$nudge" keys --schema
python3 -m json.tool "$T/out" >/dev/null || bad "the schema is not JSON"

expect 0 "$nudge" show
says '^kernels' 'stage_simd.knl' '^variants' 'plain' '^laws' 'maxwell'
expect 0 "$nudge" show volume --order 4
says ' Np = 35[ ,]' '#define SINGLE 0' 'law_boundary'
expect 0 "$nudge" show flux_plain --order 7 --precision single
says ' Nfp = 36[ ,]' '^typedef float real;$' ' BLOCK = 1[ ,]'
expect 0 "$nudge" show surface --variant plain
says '#line 1 "flux_plain.knl"'
expect 0 "$nudge" show energy
says '#line 1 "energy_plain.knl"'
expect 0 "$nudge" show law
says 'LAW_FIELDS'
mistake 1 'no kernel flux_plane, did you mean flux_plain' "$nudge" show flux_plane
mistake 2 '--variant smid: did you mean simd' "$nudge" show volume --variant smid
mistake 2 '--variant must be simd, .*fused, paper:3, .*not .fast' "$nudge" show --variant fast
mistake 2 '--variant must be paper:3, paper:4 or paper:5, not .paper:7' "$nudge" show volume --variant paper:7
mistake 2 '--variant split is now paper:3' "$nudge" show volume --variant split
mistake 1 'variant paper:3 does not use assembly.knl; say --variant paper:4' "$nudge" show assembly --variant paper
mistake 1 'variant plain does not use gather.knl; say --variant' "$nudge" show gather --variant plain
mistake 2 'order must be a whole number from 1 to 9' "$nudge" show volume --order 10

write_problem "$T/p.yaml"
mistake 2 'usage: nudge COMMAND' "$nudge"
mistake 2 'no command rum, did you mean run' "$nudge" rum "$T/p.yaml"
mistake 2 'no command xxxxxxxxxx' "$nudge" xxxxxxxxxx
mistake 2 'no command foo; nudge --help lists them' "$nudge" foo
mistake 2 'no command hlep, did you mean help' "$nudge" hlep
mistake 2 'unknown option --ordr, did you mean --order' "$nudge" run "$T/p.yaml" --ordr 3
mistake 2 'unknown option --ordr, did you mean --order' "$nudge" run "$T/p.yaml" --ordr=3
mistake 2 'run does not take --csv' "$nudge" run "$T/p.yaml" --csv a
mistake 2 'unknown option -x' "$nudge" run "$T/p.yaml" -x
mistake 2 '--order needs a value' "$nudge" run "$T/p.yaml" --order
mistake 2 '--order is given twice' "$nudge" run "$T/p.yaml" --order 1 --order 2
mistake 2 '--verbose takes no value' "$nudge" run "$T/p.yaml" --verbose=1
mistake 2 'write it as key=value' "$nudge" run "$T/p.yaml" --set order
mistake 2 'write it as key=value' "$nudge" run "$T/p.yaml" --set =3
mistake 2 'usage: nudge run problem.yaml' "$nudge" run
mistake 2 'what is b for' "$nudge" run "$T/p.yaml" b
mistake 2 "what is ns for\? If it belongs to the value before it, quote both: --set 'time.end=5 ns'" "$nudge" run "$T/p.yaml" --set time.end=5 ns
mistake 2 'usage: nudge rhs problem.yaml --out' "$nudge" rhs "$T/p.yaml"
mistake 2 'usage: nudge mesh info.make FILE' "$nudge" mesh info
mistake 2 'did you mean info' "$nudge" mesh inof a.msh
if [ -w /dev/full ]; then mistake 1 'standard output: cannot write' bash -c '"$1" keys >/dev/full' _ "$nudge"; fi
finish
