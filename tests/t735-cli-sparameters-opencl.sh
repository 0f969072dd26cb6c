#!/usr/bin/env bash
# Ports on an OpenCL device (PoCL's) give what they give on the cpu. Arguments: variant and precision.
# LONG: bernstein single
# LONG: fused double
# NOSANITIZE: OpenCL drivers keep memory of their own
. "$(dirname "$0")/cli.bash"
cat >"$T/line.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 0.5, 1], divisions: [1, 1, 2]}, pml: {layers: 1, thickness: 0.5, sides: [zmax]}}
order: 2
boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}
ports: {one: {boundary: zmin, section: {}}, two: {boundary: zmax, section: {}}}
sparameters: {band: [0.1, 0.3], points: 3}
time: {end: 25}
END
for device in cpu opencl; do
    expect 0 "$nudge" sparameters "$T/line.yaml" --device $device --variant "$1" --precision "$2" --set "output.folder=$T/$device"
done
paste -d, "$T/cpu/sparameters.csv" "$T/opencl/sparameters.csv" | awk -F, 'NR > 1 { n++
    for (i = 1; i <= 9; i++) { d = $i - $(i + 9); if (!(d * d < 1e-9)) print "column " i ": " $i " and " $(i + 9) } }
    END { if (n != 3) print n " rows" }' >"$T/off"
[ -s "$T/off" ] && bad "$(head -n 3 "$T/off")"
exit $((failures > 0))
