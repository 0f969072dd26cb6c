/* The view in space: boundaries of the mesh in colours of their own or of a field, by WebGL, or on a 2-D canvas where there is
 * none. The data are in #view-data as report_view.c packs them. Names are set as text, never as HTML. */
(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('view-data').textContent);
  var canvas = document.getElementById('space'), panel = document.getElementById('panel');
  var section = document.getElementById('view');
  var parts = data.parts, each = (parts + 1) * (parts + 2) / 2, small = parts * parts;
  var first = {yaw: -0.6, pitch: 0.45, zoom: 1, x: 0, y: 0}, eye = Object.assign({}, first);
  var state = {field: -1, component: -1, open: true, lines: true}, waiting = false;

  function shorts(text, unsigned) {
    var bytes = atob(text), n = bytes.length, out = new Uint8Array(n);
    for (var i = 0; i < n; i++) out[i] = bytes.charCodeAt(i);
    return unsigned ? new Uint16Array(out.buffer) : new Int16Array(out.buffer);
  }

  /* Index of lattice point (i, j): rows before i have parts + 1, parts, ... points. */
  function index(i, j) { return i * (parts + 1) - i * (i - 1) / 2 + j; }

  /* Small triangles of a face, as lattice points (i, j), counterclockwise from outside. */
  var pattern = [];
  for (var i = 0; i < parts; i++)
    for (var j = 0; i + j < parts; j++) {
      pattern.push([i, j], [i + 1, j], [i, j + 1]);
      if (i + j < parts - 1) pattern.push([i + 1, j], [i + 1, j + 1], [i, j + 1]);
    }

  /* Positions are scaled: the longest side of the bounding box is 2, its middle the origin. */
  var packed = shorts(data.points, true);
  var middle = [0, 1, 2].map(function (c) { return (data.high[c] - data.low[c]) / data.size; });
  var radius = Math.hypot(middle[0], middle[1], middle[2]); /* of a ball around all */
  function coordinate(k, c) { return packed[3 * k + c] / 32767.5 - middle[c]; }
  function place(face, i, j, out, at) {
    for (var c = 0; c < 3; c++)
      if (data.curved) out[at + c] = coordinate(face * each + index(i, j), c);
      else {
        var a = coordinate(3 * face, c), b = coordinate(3 * face + 2, c), d = coordinate(3 * face + 1, c);
        out[at + c] = a + (b - a) * i / parts + (d - a) * j / parts;
      }
  }

  var n = data.faces * small * 3, position = new Float32Array(3 * n), normal = new Float32Array(3 * n);
  var value = new Float32Array(n);
  function setNormal(at, from, out) {
    var p = [], k;
    for (k = 0; k < 9; k++) p.push(position[from + k]);
    var u = [p[3] - p[0], p[4] - p[1], p[5] - p[2]], v = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
    var w = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    var length = Math.hypot(w[0], w[1], w[2]) || 1;
    for (k = 0; k < 9; k++) out[at + k] = w[k % 3] / length;
  }
  for (var face = 0; face < data.faces; face++)
    for (var k = 0; k < pattern.length; k++) {
      place(face, pattern[k][0], pattern[k][1], position, 3 * (face * pattern.length + k));
      if (k % 3 === 2) setNormal(3 * (face * pattern.length + k - 2), 3 * (face * pattern.length + k - 2), normal);
    }

  /* Edges of elements: 3 parts pieces per face, with the face's normal at each end. */
  var pieces = data.curved ? parts : 1, edge = new Float32Array(data.faces * pieces * 18);
  var edgeNormal = new Float32Array(edge.length), at = 0;
  for (face = 0; face < data.faces; face++)
    for (var side = 0; side < 3; side++)
      for (k = 0; k < pieces; k++)
        for (var end = 0; end < 2; end++) {
          var s = (k + end) * parts / pieces, t = parts - s;
          place(face, side === 0 ? s : side === 1 ? 0 : t, side === 0 ? 0 : s, edge, at);
          for (var c = 0; c < 3; c++) edgeNormal[at + c] = normal[3 * face * pattern.length + c];
          at += 3;
        }

  function setValues() {
    var field = data.fields[state.field];
    if (!field) return;
    if (!field.unpacked) field.unpacked = shorts(field.values, false);
    var v = field.unpacked, plane = data.faces * each, at = 0;
    for (var f = 0; f < data.faces; f++)
      for (var k = 0; k < pattern.length; k++) {
        var i = f * each + index(pattern[k][0], pattern[k][1]), x;
        if (state.component >= 0) x = v[state.component * plane + i];
        else x = Math.hypot(v[i], v[plane + i], v[2 * plane + i]);
        value[at++] = x <= -32768 || x > 1e5 ? 9 : x / 32767;
      }
  }

  var palette = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#8c7ae6'];
  data.groups.forEach(function (g, i) {
    g.colour = palette[i] || 'hsl(' + (i * 137.5) % 360 + ' 55% 55%)';
    g.shown = true;
  });
  function rgb(text) { /* of a CSS colour, each from 0 to 1 */
    var one = document.createElement('canvas').getContext('2d');
    one.fillStyle = text;
    one.fillRect(0, 0, 1, 1);
    return Array.prototype.slice.call(one.getImageData(0, 0, 1, 1).data, 0, 3).map(function (x) { return x / 255; });
  }
  data.groups.forEach(function (g) { g.rgb = rgb(g.colour); });

  function rotation() { /* rows: to the right, up, towards the eye; z is up */
    var a = Math.cos(eye.yaw), b = Math.sin(eye.yaw), c = Math.cos(eye.pitch), d = Math.sin(eye.pitch);
    return [a, b, 0, -d * b, d * a, c, c * b, -c * a, d];
  }
  function scales() {
    var w = canvas.width, h = canvas.height, s = 0.95 * eye.zoom * Math.min(w, h) / radius;
    return [s / w, s / h];
  }
  var blue = [0.13, 0.40, 0.67], pale = [0.96, 0.96, 0.95], red = [0.70, 0.09, 0.17];
  function shade(v) { /* the colour of a value from -1 to 1 */
    if (v > 2) return [0.5, 0.5, 0.5];
    var to = v < 0 ? blue : red, a = Math.min(1, Math.abs(v));
    return pale.map(function (x, i) { return x + (to[i] - x) * a; });
  }

  /* WebGL. */
  var gl = canvas.getContext('webgl', {antialias: true, preserveDrawingBuffer: true}), program, buffers = {}, where = {};
  var vertexText = [
    'attribute vec3 position, normal; attribute float value;',
    'uniform mat3 turn; uniform vec2 scale, move; uniform float open, lift;',
    'varying float light, shown;',
    'void main() {',
    '  vec3 p = turn * position, n = turn * normal;',
    '  light = 0.74 + 0.26 * abs(dot(n, normalize(vec3(-0.35, 0.5, 0.8))));',
    '  shown = value;',
    '  gl_Position = open > 0.5 && n.z > 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(p.xy * scale + move, -0.25 * p.z - lift, 1.0);',
    '}'].join('\n');
  var fragmentText = [
    'precision mediump float;',
    'varying float light, shown; uniform vec4 colour; uniform float field;',
    'void main() {',
    '  vec3 to = shown < 0.0 ? vec3(0.13, 0.40, 0.67) : vec3(0.70, 0.09, 0.17);',
    '  vec3 c = shown > 2.0 ? vec3(0.5) : mix(vec3(0.96, 0.96, 0.95), to, min(1.0, abs(shown)));',
    '  c = field > 0.5 ? c : colour.rgb;',
    '  gl_FragColor = vec4(c * mix(1.0, light, colour.a), 1.0);',
    '}'].join('\n');
  function compile(kind, text) {
    var shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(program, shader);
  }
  function fill(name, array) {
    buffers[name] = buffers[name] || gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, array, gl.STATIC_DRAW);
  }
  function startGl() {
    program = gl.createProgram();
    compile(gl.VERTEX_SHADER, vertexText);
    compile(gl.FRAGMENT_SHADER, fragmentText);
    gl.linkProgram(program);
    gl.useProgram(program);
    ['position', 'normal', 'value'].forEach(function (x) { where[x] = gl.getAttribLocation(program, x); });
    ['turn', 'scale', 'move', 'open', 'lift', 'colour', 'field'].forEach(function (x) {
      where[x] = gl.getUniformLocation(program, x);
    });
    buffers = {};
    fill('position', position);
    fill('normal', normal);
    fill('value', value);
    fill('edge', edge);
    fill('edgeNormal', edgeNormal);
    gl.enable(gl.DEPTH_TEST);
  }
  function attach(name, buffer, size) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[buffer]);
    gl.enableVertexAttribArray(where[name]);
    gl.vertexAttribPointer(where[name], size, gl.FLOAT, false, 0, 0);
  }
  function drawGroups(mode, perFace, colourOf) {
    data.groups.forEach(function (g) {
      var colour = colourOf(g);
      if (!g.shown) return;
      gl.uniform1f(where.open, state.open && !g.inside ? 1 : 0);
      gl.uniform4f(where.colour, colour[0], colour[1], colour[2], mode === gl.TRIANGLES ? 1 : 0);
      gl.drawArrays(mode, g.first * perFace, g.count * perFace);
    });
  }
  function drawGl() {
    var r = rotation(), s = scales();
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix3fv(where.turn, false, [r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]]);
    gl.uniform2f(where.scale, s[0], s[1]);
    gl.uniform2f(where.move, eye.x, eye.y);
    gl.uniform1f(where.lift, 0);
    gl.uniform1f(where.field, state.field < 0 ? 0 : 1);
    attach('position', 'position', 3);
    attach('normal', 'normal', 3);
    attach('value', 'value', 1);
    drawGroups(gl.TRIANGLES, pattern.length, function (g) { return g.rgb; });
    if (!state.lines) return;
    attach('position', 'edge', 3);
    attach('normal', 'edgeNormal', 3);
    gl.disableVertexAttribArray(where.value);
    gl.uniform1f(where.field, 0);
    gl.uniform1f(where.lift, 0.0008);
    drawGroups(gl.LINES, 6 * pieces, function (g) {
      return state.field < 0 ? g.rgb.map(function (x) { return 0.55 * x; }) : [0.62, 0.64, 0.66];
    });
  }

  /* A 2-D canvas: triangles from the farthest to the nearest. */
  function draw2d(context) {
    var r = rotation(), s = scales(), w = canvas.width / 2, h = canvas.height / 2, list = [];
    data.groups.forEach(function (g) {
      for (var t = g.first * small; g.shown && t < (g.first + g.count) * small; t++) {
        var nz = r[6] * normal[9 * t] + r[7] * normal[9 * t + 1] + r[8] * normal[9 * t + 2], p = [], z = 0;
        if (state.open && !g.inside && nz > 0) continue;
        for (var k = 0; k < 3; k++) {
          var x = position[9 * t + 3 * k], y = position[9 * t + 3 * k + 1], v = position[9 * t + 3 * k + 2];
          p.push(w * (1 + s[0] * (r[0] * x + r[1] * y + r[2] * v) + eye.x),
                 h * (1 - s[1] * (r[3] * x + r[4] * y + r[5] * v) - eye.y));
          z += r[6] * x + r[7] * y + r[8] * v;
        }
        var c = state.field < 0 ? g.rgb : shade((value[3 * t] + value[3 * t + 1] + value[3 * t + 2]) / 3);
        var light = 0.74 + 0.26 * Math.abs(nz);
        list.push([z, p, 'rgb(' + c.map(function (q) { return Math.round(255 * q * light); }).join(',') + ')']);
      }
    });
    list.sort(function (a, b) { return a[0] - b[0]; });
    context.clearRect(0, 0, canvas.width, canvas.height);
    list.forEach(function (t) {
      context.fillStyle = context.strokeStyle = t[2];
      context.beginPath();
      context.moveTo(t[1][0], t[1][1]);
      context.lineTo(t[1][2], t[1][3]);
      context.lineTo(t[1][4], t[1][5]);
      context.closePath();
      context.fill();
      context.stroke();
    });
  }

  /* The directions of x, y and z, the farthest first. */
  function drawAxes() {
    var context = axes.getContext('2d'), r = rotation(), w = axes.width / 2, ink = window.getComputedStyle(panel).color;
    context.clearRect(0, 0, 2 * w, 2 * w);
    context.font = 'bold ' + 0.26 * w + 'px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 0.04 * w;
    context.fillStyle = context.strokeStyle = ink;
    [0, 1, 2].sort(function (a, b) { return r[6 + a] - r[6 + b]; }).forEach(function (c) {
      context.globalAlpha = r[6 + c] < -0.05 ? 0.5 : 1;
      context.beginPath();
      context.moveTo(w, w);
      context.lineTo(w + 0.6 * w * r[c], w - 0.6 * w * r[3 + c]);
      context.stroke();
      context.fillText('xyz'[c], w + 0.8 * w * r[c], w - 0.8 * w * r[3 + c]);
    });
  }

  var flat = gl ? null : canvas.getContext('2d');
  function draw() {
    var box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    waiting = false;
    var w = Math.max(1, Math.round(box.width * ratio)), h = Math.max(1, Math.round(box.height * ratio));
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    if (gl && !gl.isContextLost()) drawGl();
    else if (flat) draw2d(flat);
    drawAxes();
    section.setAttribute('data-drawn', gl ? 'webgl' : '2d');
  }
  function later() {
    if (!waiting) { waiting = true; window.requestAnimationFrame(draw); }
  }

  /* The panel. */
  function add(parent, tag, text, kind) {
    var e = document.createElement(tag);
    if (text) e.textContent = text;
    if (kind) e.className = kind;
    parent.appendChild(e);
    return e;
  }
  function check(text, on, colour, act) {
    var label = add(panel, 'label'), box = add(label, 'input');
    box.type = 'checkbox';
    box.checked = on;
    box.addEventListener('change', function () { act(box.checked); later(); });
    if (colour) add(label, 'i').style.background = colour;
    add(label, 'span', text);
  }
  function number(x) { return Number(x.toPrecision(3)).toString(); }
  add(panel, 'h3', 'Colour');
  var select = add(panel, 'select'), choices = [[-1, -1]], legend;
  select.setAttribute('aria-label', 'colour by');
  add(select, 'option', 'boundary');
  var endings = {1: [''], 3: ['x', 'y', 'z'], 6: ['xx', 'yy', 'zz', 'xy', 'yz', 'xz']};
  data.fields.forEach(function (f, i) {
    (endings[f.components] || []).forEach(function (ending, c) {
      choices.push([i, c]);
      add(select, 'option', f.name + ending);
    });
    if (f.components === 3) {
      choices.push([i, -1]);
      add(select, 'option', '|' + f.name + '|');
    }
  });
  legend = add(panel, 'div');
  function css(v) { return 'rgb(' + shade(v).map(function (x) { return Math.round(255 * x); }).join(',') + ')'; }
  function choose() {
    var choice = choices[select.selectedIndex], field = data.fields[choice[0]];
    state.field = choice[0];
    state.component = choice[1];
    legend.textContent = '';
    if (!field) return;
    setValues();
    if (gl) fill('value', value);
    var low = state.component < 0 ? 0 : -1;
    add(legend, 'div', '', 'bar').style.background =
      'linear-gradient(to right,' + (low ? css(-1) + ',' : '') + css(0) + ',' + css(1) + ')';
    var ends = add(legend, 'div', '', 'ends');
    add(ends, 'span', number(low * field.scale));
    if (low) add(ends, 'span', '0');
    add(ends, 'span', number(field.scale));
  }
  select.addEventListener('change', function () { choose(); later(); });
  add(panel, 'h3', 'Show');
  check('near walls removed', state.open, '', function (on) { state.open = on; });
  if (gl) check('edges of elements', state.lines, '', function (on) { state.lines = on; });
  add(panel, 'h3', 'Boundaries');
  data.groups.forEach(function (g) {
    check(g.name + (g.inside ? ' (inside)' : '') + ' · ' + g.count, true, g.colour, function (on) { g.shown = on; });
  });

  var axes = add(panel, 'canvas');
  axes.id = 'axes';
  axes.width = axes.height = 224;

  /* The mouse, fingers and keys. */
  var held = null;
  canvas.addEventListener('pointerdown', function (e) {
    held = [e.clientX, e.clientY];
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener('pointermove', function (e) {
    if (!held) return;
    var dx = e.clientX - held[0], dy = e.clientY - held[1], box = canvas.getBoundingClientRect();
    held = [e.clientX, e.clientY];
    if (e.shiftKey) { eye.x += 2 * dx / box.width; eye.y -= 2 * dy / box.height; }
    else { eye.yaw -= 0.008 * dx; eye.pitch = Math.max(-1.57, Math.min(1.57, eye.pitch + 0.008 * dy)); }
    later();
  });
  ['pointerup', 'pointercancel'].forEach(function (x) { canvas.addEventListener(x, function () { held = null; }); });
  canvas.addEventListener('wheel', function (e) {
    e.preventDefault();
    eye.zoom = Math.max(0.1, Math.min(100, eye.zoom * Math.exp(-0.0015 * e.deltaY)));
    later();
  }, {passive: false});
  canvas.addEventListener('dblclick', function () { Object.assign(eye, first); later(); });
  canvas.addEventListener('keydown', function (e) {
    var step = {ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1]}[e.key];
    if (e.key === '+' || e.key === '-') eye.zoom *= e.key === '+' ? 1.1 : 1 / 1.1;
    else if (step) { eye.yaw += step[0]; eye.pitch = Math.max(-1.57, Math.min(1.57, eye.pitch + step[1])); }
    else return;
    e.preventDefault();
    later();
  });
  window.addEventListener('resize', later);
  canvas.addEventListener('webglcontextlost', function (e) { e.preventDefault(); });
  canvas.addEventListener('webglcontextrestored', function () { startGl(); later(); });

  if (gl) startGl();
  if (data.fields.length) { select.selectedIndex = data.fields[0].components === 3 ? 4 : 1; choose(); }
  draw();
}());
