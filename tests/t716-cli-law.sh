#!/usr/bin/env bash
# Users' own laws: the documentation's example runs on every device, and errors name the user's file and line.
# Sanitized kernels are slow: there only the cpu, and `verify --law` checks only a law of one field. Argument: devices to try if they
# are present.
# PLAIN: cpu,opencl
. "$(dirname "$0")/cli.bash"
cp examples/law/shallow-water.law examples/law/pond.yaml "$T/"
p=$T/pond.yaml law=$T/shallow-water.law
devices=cpu
case ${1:-} in *opencl*) "$nudge" devices 2>/dev/null | grep -q '^opencl' && devices="cpu opencl" ;; esac

# doc/reference/law.md explains every word of a law's head.
for word in $(grep -ohE '^#define LAW_[A-Z_]+' src/law/*.law | sed 's/#define //' | sort -u); do
    grep -q "^|.*\`$word" doc/reference/law.md || bad "doc/reference/law.md does not explain $word"
done

# doc/reference/law.md shows the file as it is.
sed -n '/^\/\* shallow-water.law/,/^```$/p' doc/reference/law.md | sed '$d' | diff - "$law" >"$T/diff" || bad "doc/reference/law.md shows another law:"$'\n'"$(head -5 "$T/diff")"

for device in $devices; do
    expect 0 "$nudge" run "$p" --trust --device "$device" --set mesh.box.divisions='[5, 3, 1]' --set order=3 --set time.end=5
    # measured 1.04e-3; on the file's own mesh, to its end: 2.66e-6
    says 'relative L2 error 1\.[0-9]*e-03'

    # An error of the compiler: the law is named as it was given, with the line.
    sed 's/m\[d\] = material\[depth\]/m[d] = material[deep]/' examples/law/shallow-water.law >"$law"
    line=$(grep -n 'deep\]' "$law" | cut -d: -f1)
    expect 1 "$nudge" run "$p" --trust --device "$device"
    warns "shallow-water.law:$line:[0-9]+:.*deep"
    (cd "$T" && "$nudge" run pond.yaml --law ./shallow-water.law --device "$device" >out 2>err) && bad "ran with a mistake"
    warns "(^|error: )[^ ]*shallow-water.law:$line:[0-9]+:.*deep"
    cp examples/law/shallow-water.law "$law"

    # Functions that are not what kernels ask for, and one that nobody has.
    sed -i 's/^INLINE real law_speed/INLINE void law_speed/' "$law"
    expect 1 "$nudge" run "$p" --trust --device "$device"
    warns 'shallow-water.law:22:[0-9]+:.*conflicting types for .law_speed' 'doc/reference/law.md explains the arguments'
    sed 's/return m\[z\] \* m\[d\]/return speed_of(m)/' examples/law/shallow-water.law >"$law"
    expect 1 "$nudge" run "$p" --trust --device "$device"
    warns 'shallow-water.law:24:[0-9]+:.*speed_of'
    cp examples/law/shallow-water.law "$law"
done

# What would be wrong without a word: no result, and one number where there is a lane of them.
sed -i '/return condition == BC_open/d' "$law"
expect 1 "$nudge" run "$p" --trust --device cpu --order 1
warns 'shallow-water.law:[0-9]+:[0-9]+:.*(no return statement|non-void)'
sed 's/^INLINE void law_volume(const lane \*m/INLINE void law_volume(const real *m/' examples/law/shallow-water.law >"$law"
expect 1 "$nudge" run "$p" --trust --device cpu --order 1
warns 'shallow-water.law:32:[0-9]+:.*conflicting types for .law_volume'
# Energy that grows may be the law's own.
sed 's/rate\[h\] = -m\[d\]/rate[h] = m[d]/' examples/law/shallow-water.law >"$law"
expect 1 "$nudge" run "$p" --trust --device cpu --order 1
warns 'energy grew without a source.*or the law is not right: doc/reference/law.md'
sed 's/return m\[z\] \* m\[d\]/return m[z] - m[z]/' examples/law/shallow-water.law >"$law"
mistake 1 "material 'water': its wave speed is 0 in double precision.*law_medium and law_speed" "$nudge" run "$p" --trust

# What a function leaves out, and what is no number.
sed 's/^#define LAW_FIELDS  *h /&more /' examples/law/shallow-water.law >"$law"
mistake 1 'shallow-water.law: rate\[more\] gets no value from law_volume' "$nudge" run "$p" --trust
sed '/^    rate\[h\] = /d' examples/law/shallow-water.law >"$law"
mistake 1 'shallow-water.law: rate\[h\] gets no value from law_volume' "$nudge" run "$p" --trust
sed 's/^#define LAW_MEDIUM .*/& spare/' examples/law/shallow-water.law >"$law"
mistake 1 'shallow-water.law: m\[spare\] gets no value from law_medium, or none that is a number' "$nudge" run "$p" --trust
sed 's/^    return REAL(0.5).*/    return m[d] \/ (m[z] - m[z]);/' examples/law/shallow-water.law >"$law"
mistake 1 'shallow-water.law: law_energy is not a number where all fields are 1' "$nudge" run "$p" --trust
sed '/^    qP\[uy\] = /d' examples/law/shallow-water.law >"$law"
mistake 1 'shallow-water.law: qP\[uy\] gets no value from law_boundary where the condition is BC_wall' "$nudge" run "$p" --trust
sed 's/^    qP\[h\] = /    if (condition == BC_wall) &/' examples/law/shallow-water.law >"$law"
mistake 1 'shallow-water.law: qP\[h\] gets no value from law_boundary where the condition is BC_open' "$nudge" run "$p" --trust

# Whether a law holds together: its energy, its waves, its walls and its order.
case $NUDGE_BUILD in
*sanitize)
    cp src/law/advection.law "$law"
    NUDGE_CFLAGS=-O1 expect 0 "$nudge" verify --law "$law" --device cpu # its steps take longer than its compilations
    says '^law .*shallow-water.law: fields 1' '^waves keep the energy.*ok$' '^upwind flux.*ok$' 'plane waves, N = 4: .*ok$'
    ;;
*)
    expect 0 "$nudge" verify --law examples/law/shallow-water.law --device cpu
    says '^waves keep the energy.*ok$'
    says 'plane waves, N = 4: .*the 5.*ok$'
    sed 's/return m\[z\] \* m\[d\]/return m[z] * m[d] \/ 2/' examples/law/shallow-water.law >"$law"
    expect 1 "$nudge" verify --law "$law" --device cpu
    says '  waves faster than law_speed: materials of the defaults; off by 1'
    says '  waves faster than law_speed: materials of ten times all defaults'
    says '^waves keep the energy.*WRONG$'
    sed 's/mirror = condition == BC_wall ? 1 : 0/mirror = condition == BC_wall ? 1 : 2/' examples/law/shallow-water.law >"$law"
    expect 1 "$nudge" verify --law "$law" --device cpu
    says '  a wall gains energy: materials of the defaults at BC_open'
    warns 'shallow-water.law: 2 of the rows above are wrong; doc/reference/law.md'
    sed 's/^#define LAW_POSITIVE.*/&\n#define LAW_REFUSE_1 too deep/; s/^INLINE real law_speed/INLINE int law_refuse(const real *material) { return material[depth] > 5; }\n&/' \
        examples/law/shallow-water.law >"$law"
    expect 0 "$nudge" verify --law "$law" --device cpu
    says 'left out, for the law refuses it: a material of ten times all defaults' '^upwind flux.*ok$'
    ;;
esac
mistake 2 'precision.*single' "$nudge" verify --law "$law" --precision half
mistake 1 'verify: --law goes with --device and --precision alone' "$nudge" verify slab --law "$law"

# Mistakes that are found before.
sed 's/^INLINE real law_speed(const real \*m)/INLINE real law_speed(const real *m, int k)/' examples/law/shallow-water.law >"$law"
mistake 1 'pond.yaml:2: .*shallow-water.law:22: the parameters of law_speed are not what kernels give it: INLINE real law_speed.const real .m.' "$nudge" run "$p" --trust
sed 's/law_speed/law_sped/' examples/law/shallow-water.law >"$law"
mistake 1 'pond.yaml:2: .*shallow-water.law: there is no function law_speed; doc/reference/law.md' "$nudge" run "$p" --trust
sed 's/LAW_POSITIVE/LAW_POSITVE/' examples/law/shallow-water.law >"$law"
mistake 1 'pond.yaml:2: .*shallow-water.law:10: LAW_POSITVE is not a line of a law.s head: did you mean LAW_POSITIVE' "$nudge" run "$p" --trust
sed 's/^#define LAW_MEDIUM.*/#define LAW_MEDIUM depth z/' examples/law/shallow-water.law >"$law"
mistake 1 "shallow-water.law:11: 'depth' is in LAW_MATERIAL and in LAW_MEDIUM" "$nudge" run "$p" --trust

# A name with quotes and blanks.
mkdir "$T/a \"b\"" && sed 's/m\[d\] = material/m[d] = materiel/' examples/law/shallow-water.law >"$T/a \"b\"/my own.law"
expect 1 "$nudge" run "$p" --trust --law "$T/a \"b\"/my own.law"
warns 'my own.law:[0-9]+:[0-9]+: error'
finish
