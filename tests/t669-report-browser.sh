#!/usr/bin/env bash
# nudge report in a browser, Chromium without a window: the script builds its panel, draws by WebGL and on a 2-D canvas, and logs
# no error; the picture is not blank, and dark where a dark page is wanted. The view looks as in the stored picture
# tests/report-view.png (to renew it: tests/t669-report-browser.sh --write). A name that tries to run a script does not.
# LONG:
# NOSANITIZE: the browser takes long, and is not ours
cd "$(dirname "$0")/.." || exit 1
. tests/cli.bash
. tests/report.bash
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "This test needs Chromium: apt-get install chromium, or ./dev deps long"
    exit 1
}
write_problem "$T/small.yaml" 'monitors: {tip: {probe: {at: [0.3, 0.4, 0.5], every: 0.01}}}' \
    'output: {folder: results, fields: {file: f.pvd, every: 0.25}, energy: {file: energy.csv, every: 0.05}, picture: {file: slice.png, field: Ey}}'
quiet "$nudge" run "$T/small.yaml" --device cpu
printf '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title="run"</script><rect width="9" height="9"/></svg>' \
    >"$T/results/<img src=x onerror=document.title=1>.svg"
quiet "$nudge" report "$T/results"
page=$T/results/report.html

# browse NAME OPTION...: into $T/NAME.dom, .log and .png.
browse() {
    local name=$1
    shift
    for what in --dump-dom "--screenshot=$T/$name.png"; do
        timeout 200 "$browser" --headless=new --no-sandbox --disable-dev-shm-usage --user-data-dir="$T/profile" --hide-scrollbars \
            --window-size=1200,3000 --virtual-time-budget=8000 --enable-logging=stderr "$@" "$what" "file://$page" \
            >"$T/$name.dom.new" 2>"$T/$name.log" || bad "$browser ended with $?: $(tail -n 3 "$T/$name.log")"
        [ "$what" = --dump-dom ] && mv "$T/$name.dom.new" "$T/$name.dom"
        grep -E 'CONSOLE|Uncaught' "$T/$name.log" | grep -vE 'INFO:CONSOLE.*GL Driver Message' && bad "$name: the console has messages"
    done
}
has() { local w; for w in "${@:2}"; do grep -q -- "$w" "$T/$1.dom" || bad "$1: the page in the browser lacks $w"; done; }

browse gl --use-angle=swiftshader --enable-unsafe-swiftshader
has gl 'data-drawn="webgl"' '<option>Ey</option>' '<option>|H|</option>' '<span>zmax · 8</span>' '<title>small – nudge</title>' 'class="bar"'
browse flat --disable-gpu --disable-3d-apis --blink-settings=preferredColorScheme=0
has flat 'data-drawn="2d"' '<span>zmax · 8</span>'

# Numbers under the mouse: on a copy of the page that moves it over the third point of the energy, then to the left of all charts.
python3 - "$page" "$T" <<'END' || bad "the copy with a mouse"
import html, json, re, sys
text = open(sys.argv[1], encoding='utf-8').read()
charts = [json.loads(html.unescape(c)) for c in re.findall(r'data-chart="([^"]*)"', text)]
energy = [c for c in charts if c['series'][0]['name'].startswith('energy')]
assert len(energy) == 1 and len(charts) >= 4, [c['series'][0]['name'] for c in charts]
rows = [tuple(map(float, line.split(','))) for line in open(sys.argv[2] + '/results/energy.csv').read().splitlines()[1:]]
series = energy[0]['series'][0]
assert all(abs(a - x) + abs(b - y) < 1e-5 * (1 + abs(y)) for a, b, (x, y) in zip(series['x'], series['y'], rows)) and len(rows) == len(series['x'])
script = """<script>
var image = document.querySelector('#energy img[data-chart]'), c = JSON.parse(image.getAttribute('data-chart')), said = [];
function move(type, x) {
  var box = image.getBoundingClientRect();
  image.dispatchEvent(new PointerEvent(type, {clientX: box.left + x * box.width / c.width, clientY: box.top + 100 * box.width / c.width}));
  var found = document.querySelectorAll('.readout');
  said.push(found.length ? found[0].textContent : 'nothing');
}
image.scrollIntoView();
var x = c.x, v = c.series[0].x[2];
move('pointermove', x.start + (v - x.low) / (x.high - x.low) * (x.end - x.start) + 2);
move('pointermove', 3);
move('pointermove', x.end);
var dots = image.parentNode.children.length;
move('pointerleave', x.end);
document.body.setAttribute('data-said', said.join('|').replace(/\\n/g, ';') + '|' + dots);
</script></body>"""
open(sys.argv[2] + '/mouse.html', 'w', encoding='utf-8').write(text.replace('</body>', script))
want = [f"{energy[0]['x']['label']}: {rows[i][0]:.5g};{series['name']}: {rows[i][1]:.5g}" for i in (2, len(rows) - 1)]
open(sys.argv[2] + '/want', 'w').write(f'data-said="{want[0]}|nothing|{want[1]}|nothing|3"')
END
page=$T/mouse.html
browse mouse --disable-gpu --disable-3d-apis
grep -qF -- "$(cat "$T/want")" "$T/mouse.dom" || bad "under the mouse: $(grep -oE 'data-said="[^"]*"' "$T/mouse.dom"), not $(cat "$T/want")"

tests/png.py look "$T/gl.png" light || bad "gl.png"
tests/png.py look "$T/flat.png" dark || bad "flat.png"

# The view alone, drawn on a 2-D canvas: the same picture as the stored one, which --write renews.
python3 - "$T/results/report.html" "$T/view.html" <<'END'
import sys
style = """<style>body { margin: 0; padding: 0; max-width: none; } header, footer, #panel, #view h2, #view p, main > section:not(#view) { display: none; }
#space { position: fixed; left: 0; top: 0; width: 1200px; height: 900px; max-height: none; border: 0; border-radius: 0; }</style></head>"""
text = open(sys.argv[1], encoding='utf-8').read()
open(sys.argv[2], 'w', encoding='utf-8').write(text.replace('</head>', style, 1))
END
page=$T/view.html
browse view --disable-gpu --disable-3d-apis --window-size=1200,1100
has view 'data-drawn="2d"'
if [ "${1:-}" = --write ]; then
    tests/png.py small "$T/view.png" tests/report-view.png
else
    tests/png.py compare "$T/view.png" tests/report-view.png || bad "the view looks different"
fi
finish
