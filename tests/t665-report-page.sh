#!/usr/bin/env bash
# nudge report: the page of a small cavity has all its parts; it is well-formed HTML without any address; the view in space holds
# the faces of the box, and the exact fields there; the preflight is that of nudge check.
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/report.bash"
write_problem "$T/small.yaml" 'monitors: {tip: {probe: {at: [0.3, 0.4, 0.5], every: 0.01}}}' \
    'output: {folder: results, fields: {file: f.pvd, every: 0.25}, energy: {file: energy.csv, every: 0.05}, picture: {file: slice.png, field: Ey}}'
quiet "$nudge" run "$T/small.yaml" --device cpu --order 5
quiet "$nudge" report "$T/results"
says "results/report.html: [0-9.]+ kB"
page=$T/results/report.html
html "$page"
for id in setup preflight energy mesh view monitors pictures files; do grep -q "<section id=\"$id\">" "$page" || bad "no section $id"; done
grep -q '<section id="notes">' "$page" && bad "a complete run has notes: $(sed -n '/id="notes"/,$p' "$page")"
for text in '<h1>small</h1>' '>finished<' '>maxwell<' 'f_0001.vtu, t = 0.25' '>xmin<' 'tip.csv <small>probe: fields over time' \
    'slice.png, ' '"data:image/png;base64,' 'prefers-color-scheme: dark' '@media print' 'sin(pi\*x)' '<dt>steps</dt>' 'Quality of elements' \
    'No warnings' 'not known: no source states them' '<td class="name">air</td>'; do
    grep -q -- "$text" "$page" || bad "the page lacks '$text'"
done
grep -oE '(src|href)="[^"]{0,12}' "$page" | grep -v '"data:image' && bad "the page refers to something outside"
grep -E 'https?://' "$page" | grep -v 'www.w3.org/2000/svg' | head -n 2 | grep . && bad "the page names an address"

python3 - "$page" <<'END' || bad "the view in space"
import base64, json, math, re, struct, sys
text = open(sys.argv[1], encoding='utf-8').read()
view = json.loads(re.search(r'id="view-data">(.*?)</script>', text, re.S)[1])
shorts = lambda s, kind: struct.unpack(f'<{len(base64.b64decode(s)) // 2}{kind}', base64.b64decode(s))
faces, m = view['faces'], view['parts']
assert (faces, m) == (48, 5), (faces, m)
assert sorted(g['name'] for g in view['groups']) == ['xmax', 'xmin', 'ymax', 'ymin', 'zmax', 'zmin']
assert all(g['count'] == 8 and not g['inside'] for g in view['groups'])
assert view['low'] == [0, 0, 0] and view['high'] == [1, 1, 1]
p = [x / 65535 for x in shorts(view['points'], 'H')]
corner = lambda f, c: p[9 * f + 3 * c:9 * f + 3 * c + 3]
fields = {f['name']: f for f in view['fields']}
assert sorted(fields) == ['E', 'H'], fields.keys()
each, t = (m + 1) * (m + 2) // 2, 0.25
H = shorts(fields['H']['values'], 'h')
E = shorts(fields['E']['values'], 'h')
assert len(H) == 3 * faces * each
worst = 0
for g in view['groups']:
    for f in range(g['first'], g['first'] + g['count']):
        a, d, b = (corner(f, c) for c in range(3)) # points (0, 0), (0, 1), (1, 0)
        u, v = [b[i] - a[i] for i in range(3)], [d[i] - a[i] for i in range(3)]
        axis = 'xyz'.index(g['name'][0])
        normal = u[axis - 2] * v[axis - 1] - u[axis - 1] * v[axis - 2]
        assert (normal > 0) == g['name'].endswith('max'), (g['name'], normal) # outwards
        assert all(abs(q[axis] - g['name'].endswith('max')) < 1e-9 for q in (a, b, d))
        n = 0
        for i in range(m + 1):
            for j in range(m + 1 - i):
                x, y, z = (a[k] + u[k] * i / m + v[k] * j / m for k in range(3))
                w = math.sqrt(2) * math.pi * t
                exact = {('H', 0): math.sin(math.pi * x) * math.cos(math.pi * z) * math.sin(w) / math.sqrt(2), ('H', 1): 0,
                         ('H', 2): -math.cos(math.pi * x) * math.sin(math.pi * z) * math.sin(w) / math.sqrt(2),
                         ('E', 1): math.sin(math.pi * x) * math.sin(math.pi * z) * math.cos(w)}
                for (name, c), want in exact.items():
                    got = (H if name == 'H' else E)[(c * faces + f) * each + n] * fields[name]['scale'] / 32767
                    worst = max(worst, abs(got - want))
                n += 1
assert worst < 0.004, worst # order 5 on two cubes per side
END

# The view turns without mirroring or shearing: its matrix is a rotation, with z upwards.
if command -v node >/dev/null; then
    node - "$T/script.js" <<'END' || bad "the view's rotation"
const text = require('fs').readFileSync(process.argv[2], 'utf8'), found = text.match(/function rotation\(\) \{[^}]*\}/);
for (const yaw of [-2, 0, 0.7]) for (const pitch of [-1.2, 0, 0.5]) {
  const r = new Function('eye', found[0] + 'return rotation();')({yaw, pitch}), row = i => r.slice(3 * i, 3 * i + 3);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  let off = Math.abs(dot(cross(row(0), row(1)), row(2)) - 1);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) off = Math.max(off, Math.abs(dot(row(i), row(j)) - (i === j)));
  if (off > 1e-12 || Math.abs(r[2]) > 0 || r[5] < 0) throw new Error(`yaw ${yaw}, pitch ${pitch}: ${r}`);
}
END
fi

# The preflight is that of nudge check: a wave that the mesh resolves badly.
write_problem "$T/wave.yaml" 'output: {folder: wave}' \
    'sources: {lamp: {dipole: {at: [0.4, 0.5, 0.6], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 1.5, bandwidth: 1}}}}'
expect 0 "$nudge" check "$T/wave.yaml" --device cpu --json "$T/check.json"
expect 0 "$nudge" run "$T/wave.yaml" --device cpu
quiet "$nudge" report "$T/wave"
html "$T/wave/report.html"
python3 - "$T" <<'END' || bad "the preflight of run.json"
import json, re, sys
run, check = (json.load(open(sys.argv[1] + name)) for name in ('/wave/run.json', '/check.json'))
own = run['preflight']
for rows in ('regions', 'boundaries', 'sources', 'smallest'):
    assert len(own[rows]) == len(check[rows]) > 0, rows
    for mine, other in zip(own[rows], check[rows]):
        assert all(mine[k] == other[k] for k in mine), (mine, other)
assert own['warnings'] == check['warnings'] and own['resolved'] is check['resolved'] is True and own['pml'] is None
assert own['run_seconds'] > 0 and own['highest_source'] == 'lamp'
points = own['regions'][0]['points_per_wavelength']
assert 2 < points < 5, points
page = re.search(r'<section id="preflight">.*?</section>', open(sys.argv[1] + '/wave/report.html', encoding='utf-8').read(), re.S)[0]
for text in ('the highest of lamp', f'<td class="bad">{points:.3g}</td>', 'points per wavelength at', '<h3>Sources</h3>', '<td class="name">pec</td>'):
    assert text in page, text
END

expect 0 "$nudge" report "$T/results" --output "$T/other.html"
html "$T/other.html"
# The problem is found beside a folder that was moved, too.
mkdir "$T/moved" && mv "$T/results" "$T/small.yaml" "$T/moved/" && (cd / && quiet "$nudge" report "$T/moved/results")
grep -q '<section id="view">' "$T/moved/results/report.html" || bad "no mesh after a move"
mistake 2 'usage: nudge report OUT' "$nudge" report
finish
