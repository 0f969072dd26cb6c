#!/usr/bin/env bash
# Times `fused` against `paper` in double precision, where one of them serves runs that `bernstein` cannot: bench/fallback.sh
# Full upwind by nudge bench, upwind 0.5 by short runs on a box of about 2e7 degrees of freedom; prints DOF/s. With a bundle
# (bench/bundle.sh): build-gpu/run bench/fallback.sh
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NUDGE_CACHE=$work/cache NUDGE_WISDOM=none
settings() { # LAW: what a problem of this law needs
    case $1 in
    maxwell) echo 'boundaries: {default: pec}
initial: {Ey: sin(pi*x)*sin(pi*z)}' ;;
    acoustic) echo 'boundaries: {default: rigid}
initial: {p: cos(pi*x)}' ;;
    elastic) echo 'boundaries: {default: free}
initial: {vx: cos(pi*x)}' ;;
    esac
}
for law in maxwell acoustic elastic; do
    for variant in fused paper; do
        echo "== $law $variant, full upwind"
        nudge bench --device cuda --law $law --precision double --orders "${ORDERS:-4-9}" --dofs 2e7 --variant $variant | grep -E '^ +[0-9]|N ' || true
    done
    for N in 2 3 4 5 6 7 8 9; do
        fields=$(case $law in maxwell) echo 6 ;; acoustic) echo 4 ;; elastic) echo 9 ;; esac)
        n=$(python3 -c "print(max(2, round((2e7 / ($fields * ($N+1)*($N+2)*($N+3)/6 * 6)) ** (1/3))))")
        for variant in fused paper plain; do
            { echo "law: $law"; echo "mesh: {box: {divisions: [$n, $n, $n], jitter: 0.1}}"; echo "order: $N"
              echo "flux: {upwind: 0.5}"; echo "time: {end: $(python3 -c "print(8/($n*$N))")}"; settings $law; } >"$work/p.yaml"
            echo "$law N $N upwind 0.5 $variant $(nudge run "$work/p.yaml" --device cuda --precision double --variant $variant 2>&1 | grep -E 'finished|nudge:' | tail -1)"
        done
    done
done
