#!/usr/bin/env bash
# Ports on several ranks: the same matrix as on one. Arguments: the ranks.
# RUN: 2
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/mpi.bash"
cat >"$T/line.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 0.5, 2], divisions: [2, 1, 4]}, pml: {layers: 1, thickness: 0.5, sides: [zmax]}}
order: 2
boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}
ports: {one: {boundary: zmin, section: {}}, two: {boundary: zmax, section: {}}}
sparameters: {band: [0.1, 0.3], points: 3}
time: {end: 20}
END
expect 0 "$nudge" sparameters "$T/line.yaml" --device cpu --set "output.folder=$T/one"
expect 0 ranks "$1" "$nudge" sparameters "$T/line.yaml" --device cpu --set "output.folder=$T/several"
for file in sparameters.csv one/ports.csv two/ports.csv; do
    cmp "$T/one/$file" "$T/several/$file" || bad "$file differs"
done
exit $((failures > 0))
