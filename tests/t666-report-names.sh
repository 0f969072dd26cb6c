#!/usr/bin/env bash
# nudge report: names from meshes, tables, files and run.json never become markup or scripts.
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/report.bash"
evil='<script>alert(1)</script>'
mkdir "$T/results" || exit 1
# One tetrahedron, whose boundary and region have names of that kind.
cat >"$T/evil.msh" <<END
\$MeshFormat
2.2 0 8
\$EndMeshFormat
\$PhysicalNames
2
2 1 "</script>$evil&'x"
3 2 "<img src=x onerror=alert(2)>"
\$EndPhysicalNames
\$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
\$EndNodes
\$Elements
5
1 2 2 1 1 1 2 3
2 2 2 1 1 1 2 4
3 2 2 1 1 1 3 4
4 2 2 1 1 2 3 4
5 4 2 2 2 1 2 3 4
\$EndElements
END
write_mesh_problem "$T/evil.yaml" evil.msh
echo "# $evil </pre>" >>"$T/evil.yaml"
python3 - "$T" "$evil" <<'END'
import json, sys
T, evil = sys.argv[1:]
report = {'nudge': evil, 'outcome': f'"{evil}\' onclick="x', 'started': evil, 'host': f'a\u202e\x1b{evil}', 'settings': {'problem': f'{T}/evil.yaml', 'law': evil},
          'mesh': {'elements': 1, 'name': evil}, 'device': {'name': evil}, 'run': {'dt': evil, 'steps': evil},
          'preflight': {'resolved': evil, 'high': 3, 'low': 1, 'highest_source': evil, 'warnings': [evil, {'a': 1}, [evil]],
                        'regions': [{'name': evil, 'material': [evil], 'elements': evil, 'points_per_wavelength': evil}, evil, [1]],
                        'sources': evil, 'boundaries': {'name': evil}, 'smallest': [{'region': evil, 'centroid': [evil, 1, 2, 3]}]}}
json.dump(report, open(f'{T}/results/run.json', 'w'))
open(f'{T}/results/n<b>.csv', 'w').write('frequency,S11_re,S11_im\n1,0.5,0\n2,0.25,0.25\n')
open(f'{T}/results/n<b>-ports.csv', 'w').write(f'frequency,{evil}_Z,{evil}_beta\n1,50,1\n2,50,2\n')
open(f'{T}/results/t<b>.csv', 'w').write(f'time,{evil},"&lt;"\n' + ''.join(f'{i},{i},{evil}\n' for i in range(9)))
open(f'{T}/results/energy.csv', 'w').write(f'time [{evil}],energy [{evil}]\n' + ''.join(f'{i},{i + 1}\n' for i in range(9)))
open(f'{T}/results/"onload="alert(3)".svg', 'w').write(f'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(4)</script></svg>')
open(f'{T}/results/{evil.replace("/", "")}.bin', 'w').write('x')
END
expect 0 "$nudge" report "$T/results"
page=$T/results/report.html
html "$page"
[ "$(grep -o '<script' "$page" | wc -l)" -eq 3 ] || bad "there are $(grep -o '<script' "$page" | wc -l) scripts, not three"
grep -Eq '<(img|svg)[^>]* on[a-z]+=|<b>\.csv|alert\(4\)' "$page" && bad "markup of a file is on the page"
grep -q '&lt;script&gt;alert(1)' "$page" || bad "names are lost"
grep -q '<section id="sparameters">' "$page" && grep -q '<section id="preflight">' "$page" || bad "no preflight or no S-parameters"
grep -q '\\u003c/script\\u003e\\u003cscript' "$page" || bad "the boundary's name is not in the view"
# A problem inside run.json, as of a run from Python.
python3 - "$T/results/run.json" "$T" "$evil" <<'END'
import json, sys
path, T, evil = sys.argv[1:]
run = json.load(open(path))
run['settings'] = {'problem': '', 'text': open(T + '/evil.yaml').read(), 'folder': T}
json.dump(run, open(path, 'w'))
END
expect 0 "$nudge" report "$T/results" --output "$T/inside.html"
html "$T/inside.html"
grep -q '\\u003c/script\\u003e\\u003cscript' "$T/inside.html" || bad "the boundary's name is not in the view of the problem in run.json"
LC_ALL=C grep -qP '\x1b' "$page" && bad "a control character is on the page"
finish
