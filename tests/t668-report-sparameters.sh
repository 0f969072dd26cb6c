#!/usr/bin/env bash
# nudge report of the folder of nudge sparameters: a section with the key values that the command printed, |S| at some frequencies,
# the pictures and all tables; broken tables are named. A matrix of twelve ports has more columns than the page shows; what is
# broken or does not fit has one note, although several sections would show it.
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/report.bash"
cat >"$T/line.yaml" <<'END'
law: maxwell
mesh: {box: {size: [1, 0.5, 1.5], divisions: [2, 1, 3]}}
order: 2
boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}
ports:
  one: {boundary: zmin, section: {mode: TEM}}
  two: {boundary: zmax, section: {}, shift: 0.5}
sparameters: {band: [0.05, 0.3], points: 21, file: matrix}
time: {end: 8}
output: {folder: results}
END
expect 0 "$nudge" sparameters "$T/line.yaml" --device cpu --json "$T/said.json"
quiet "$nudge" report "$T/results"
page=$T/results/report.html
html "$page"
python3 - "$T" <<'END' || bad "the section of S-parameters"
import json, re, sys
text = open(sys.argv[1] + '/results/report.html', encoding='utf-8').read()
said = json.load(open(sys.argv[1] + '/said.json'))
own = re.search(r'<section id="sparameters">.*?</section>', text, re.S)[0]
facts = dict(re.findall(r'<dt>(.*?)</dt><dd>(.*?)</dd>', own))
assert abs(float(facts['reciprocity: largest |Sij - Sji|'].split(',')[0]) - said['reciprocity']) < 0.006 * said['reciprocity'], facts
assert facts['passivity: largest singular value of S'] == '%.5f' % said['passivity'], facts
assert facts['power balance: what comes out of what enters at a port'] == '%.5f to %.5f' % (said['power_least'], said['power_most'])
assert facts['port 1'] == 'one, impedance 0.5' and facts['port 2'].startswith('two, '), facts
rows = [re.findall(r'<td>(.*?)</td>', row) for row in re.findall(r'<tr>(<td>.*?)</tr>', own)[:9]]
assert [len(r) for r in rows] == [9] * 9 and float(rows[0][0]) == 0.05 and float(rows[8][0]) == 0.3, rows
for row, k in ((rows[0], 0), (rows[8], 20)):
    for i in range(4):
        assert abs(float(row[1 + 2 * i]) - abs(complex(*said['S'][k][i // 2][i % 2]))) < 1e-5
assert own.count('<img') >= 4, own.count('<img') # two pictures, and charts of tables
for name in ('matrix.svg', 'matrix-smith.svg', 'matrix.csv', 'matrix-z.csv', 'matrix-y.csv', 'matrix-line.csv', 'matrix-ports.csv'):
    assert own.count('<h3>%s ' % name) + own.count('<figcaption>%s,' % name) == 1, name
    assert text.count('<h3>%s ' % name) + text.count('<figcaption>%s,' % name) == 1, name
assert '<section id="preflight">' in text and 'one/ports.csv' in text
END

# A matrix that gives power, and is not reciprocal; one with a broken line.
printf 'frequency,S11_re,S11_im,S12_re,S12_im,S21_re,S21_im,S22_re,S22_im\n1,0,0,0,2,1,0,0,0\n' >"$T/results/matrix.csv"
quiet "$nudge" report "$T/results"
html "$page"
grep -q '<dd>2.24e+00, doubtful</dd>' "$page" && grep -q '<dd>2.00000, doubtful</dd>' "$page" || bad "a doubtful matrix is not called that"
printf 'frequency,S11_re,S11_im\n1,0.5,x\n' >"$T/results/matrix.csv"
expect 0 "$nudge" report "$T/results"
html "$page"
notes 'matrix.csv is broken: row 1 has a value that is not a number'
printf 'frequency,S11_re,S11_im\n1,0.5\n' >"$T/results/matrix.csv"
expect 0 "$nudge" report "$T/results"
html "$page"
notes 'matrix.csv is broken: line 2'

# once TEXT...: in one note each, not in two.
once() {
    local w n
    for w; do
        n=$(sed -n '/<section id="notes">/,$p' "$page" | grep -cF -- "<li>$w")
        [ "$n" -eq 1 ] || bad "$n notes '$w' in $page"
    done
}

# Made up: twelve ports, reciprocal and lossless; a table of the largest matrix, of 64 ports, and one that is wider.
mkdir "$T/wide" && cp "$T/results/one/run.json" "$T/wide"
python3 - "$T/wide" <<'END'
import sys
def table(name, n, letter='S', points=6):
    between = '_' if n > 9 else ''
    with open(f'{sys.argv[1]}/{name}.csv', 'w') as out:
        print('frequency', *(f'{letter}{i + 1}{between}{j + 1}_{part}' for i in range(n) for j in range(n) for part in ('re', 'im')), sep=',', file=out)
        for k in range(points):
            print(1 + k, *(f'{-0.8 * (i == j == 0) + (i == j > 0)},{0.6 * (i == j == 0)}' for i in range(n) for j in range(n)), sep=',', file=out)
table('matrix', 12)
table('matrix-z', 12, 'Z')
table('nine', 9)
table('ten', 10)
table('most', 64, points=2)
for stem, n in (('matrix', 12), ('nine', 9), ('ten', 10), ('most', 64)):
    with open(f'{sys.argv[1]}/{stem}-ports.csv', 'w') as out:
        print('frequency', *(f'p{i + 1}_Z,p{i + 1}_beta' for i in range(n)), sep=',', file=out)
        print(1, *(f'{50 + i},{i}' for i in range(n)), sep=',', file=out)
open(f'{sys.argv[1]}/full.csv', 'w').write(','.join(['a'] * 8193) + '\n' + ','.join(['1'] * 8193) + '\n')
open(f'{sys.argv[1]}/wider.csv', 'w').write(','.join(['a'] * 8194) + '\n' + ','.join(['1'] * 8194) + '\n')
open(f'{sys.argv[1]}/shown.csv', 'w').write(','.join(['a'] * 200) + '\n' + ','.join(['1'] * 200) + '\n')
open(f'{sys.argv[1]}/longer.csv', 'w').write(','.join(['a'] * 250) + '\n' + ','.join(['1'] * 250) + '\n' + ','.join(['1'] * 251) + '\n')
END
quiet "$nudge" report "$T/wide"
page=$T/wide/report.html
html "$page"
once 'matrix.csv: the first 200 of its 289 columns' 'matrix-z.csv: the first 200 of its 289 columns' 'ten.csv: the first 200 of its 201' \
    'most.csv: the first 200 of its 8193' 'full.csv: the first 200 of its 8193' 'wider.csv is left out: it has 8194 columns' \
    'longer.csv is broken: line 3 has another number of cells'
sed -n '/<section id="notes">/,$p' "$page" | grep -E 'nine.csv: the first|shown.csv' && bad "a note on a table with all columns"
python3 - "$page" <<'END' || bad "twelve ports"
import re, sys
text = open(sys.argv[1], encoding='utf-8').read()
own = re.search(r'<section id="sparameters">.*?</section>', text, re.S)[0]
for n in (9, 10, 12, 64):
    assert f'<dt>port {n}</dt><dd>p{n}, impedance {49 + n}</dd>' in own, n
    assert f'Of {n} ports the first 4 are' in own, n
assert own.count('<dd>0.00e+00</dd>') == 4 and own.count('<dd>1.00000</dd>') == 4 and own.count('<dd>1.00000 to 1.00000</dd>') == 4
assert own.count('<th>|S44|</th>') == 1 and own.count('<th>|S4_4|</th>') == 3
for name, columns in (('matrix.csv', 200), ('nine.csv', 163), ('most.csv', 200)):
    table = re.search(rf'<h3>{name} <small>S-parameters</small>.*?</article>', own, re.S)[0]
    rows = [re.findall(r'<t[hd]>(.*?)</t[hd]>', row) for row in re.findall(r'<tr>.*?</tr>', table)]
    assert len(rows) > 2 and all(len(row) == columns for row in rows), (name, [len(row) for row in rows])
    assert rows[1][:4] == ['1', '-0.8', '0.6', '0'], rows[1][:4]
END

# What is broken, in each section that would show it; then what does not fit.
echo 'not a picture' | tee "$T/wide/matrix.svg" "$T/wide/matrix-smith.png" "$T/wide/other.svg" >/dev/null
printf 'x\0y' | tee "$T/wide/matrix-y.csv" "$T/wide/other.csv" >/dev/null
: >"$T/wide/matrix-line.csv"
printf 'frequency,Z\n1,2\n3\n' >"$T/wide/nine-z.csv"
printf 'time,energy\n0,1\n1\n' >"$T/wide/energy.csv"
quiet "$nudge" report "$T/wide"
html "$page"
broken=('matrix.svg is broken' 'matrix-smith.png is broken' 'other.svg is broken' 'matrix-y.csv is broken: it is not text'
    'other.csv is broken: it is not text' 'matrix-line.csv is broken: it is empty' 'nine-z.csv is broken: line 3' 'energy.csv is broken: line 3')
once "${broken[@]}"
python3 - "$T/wide" <<'END'
import sys
for i in range(4): # each has a third of the room when it is base64
    open(f'{sys.argv[1]}/matrix{["", "-smith", "-a", "-b"][i]}.svg', 'w').write('<svg>' + ' ' * 2400000 + '</svg>')
open(f'{sys.argv[1]}/nine.svg', 'w').write('<svg>' + ' ' * 2400000 + '</svg>')
for name in ('matrix-y', 'other'): # cells of which an escape is long
    open(f'{sys.argv[1]}/{name}.csv', 'w').write('time,x\n' + ''.join(f'{i},{chr(34) * 50000}\n' for i in range(40)))
END
quiet "$nudge" report "$T/wide"
html "$page"
[ "$(wc -c <"$page")" -lt 10000000 ] || bad "the page has $(wc -c <"$page") bytes"
once 'matrix-a.svg (2.4 MB) is left out' 'matrix-b.svg (2.4 MB) is left out' 'nine.svg (2.4 MB) is left out' 'matrix-y.csv is left out' 'other.csv is left out'
finish
