#!/usr/bin/env bash
# nudge report in a browser, Chromium without a window: the script builds its panel, draws by WebGL and on a 2-D canvas, and logs
# no error; the picture is not blank, and dark where a dark page is wanted. A name that tries to run a script does not.
# LONG:
# NOSANITIZE: the browser takes long, and is not ours
. "$(dirname "$0")/cli.bash"
. "$(dirname "$0")/report.bash"
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

# Brightness of corners, and how many colours there are: of a PNG with 8 bits per channel, without interlace.
look() {
    python3 - "$1" "$2" <<'END' || bad "$1"
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
at, packed = 8, b''
while at < len(data):
    n, kind = struct.unpack('>I4s', data[at:at + 8])
    if kind == b'IHDR':
        width, height, depth, colour = struct.unpack('>IIBB', data[at + 8:at + 18])
    packed += data[at + 8:at + 8 + n] if kind == b'IDAT' else b''
    at += 12 + n
channels = {2: 3, 6: 4}[colour]
assert depth == 8
raw, stride, previous, rows = zlib.decompress(packed), width * channels, bytearray(width * channels), []
for y in range(height):
    kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
    for i in range(stride if kind else 0):
        a, b = line[i - channels] if i >= channels else 0, previous[i]
        c = previous[i - channels] if i >= channels else 0
        p = a + b - c
        paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
        line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
    rows.append(bytes(line[k] for k in range(stride)))
    previous = line
colours = {row[i:i + 3] for row in rows[::5] for i in range(0, stride, 5 * channels)}
dark = sum(rows[2][:3]) < 200
print(f'{len(colours)} colours, {"dark" if dark else "light"}')
assert len(colours) > 100, 'the picture is blank'
assert dark == (sys.argv[2] == 'dark'), rows[2][:3]
END
}
look "$T/gl.png" light
look "$T/flat.png" dark
finish
