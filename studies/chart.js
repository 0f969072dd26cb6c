/* Numbers under the mouse on charts: the attribute data-chart of an <img> has axes and values as figure.c writes them. Names are set
 * as text, never as HTML. */
(function () {
  'use strict';

  function make(parent, style) {
    var e = document.createElement('div');
    e.style.cssText = 'position:absolute;pointer-events:none;' + style;
    parent.appendChild(e);
    return e;
  }
  function place(axis, value) { /* in points of the chart */
    var low = axis.low, high = axis.high;
    if (axis.log) { value = Math.log(value); low = Math.log(low); high = Math.log(high); }
    return axis.start + (value - low) / (high - low) * (axis.end - axis.start);
  }
  function number(x) { return String(Number(x.toPrecision(5))); }

  /* For each series its point that is nearest along x: position and index; the nearest of all first. */
  function nearest(chart, x) {
    var found = [];
    chart.series.forEach(function (s) {
      var best = null;
      s.x.forEach(function (value, i) {
        if (value === null || s.y[i] === null) return;
        var at = place(chart.x, value);
        if (!best || Math.abs(at - x) < Math.abs(best.at - x)) best = {series: s, i: i, at: at};
      });
      if (best) found.push(best);
    });
    var first = found.reduce(function (a, b) { return a && Math.abs(a.at - x) <= Math.abs(b.at - x) ? a : b; }, null);
    return found.filter(function (p) { return Math.abs(p.at - first.at) < 8; });
  }

  Array.prototype.forEach.call(document.querySelectorAll('img[data-chart]'), function (image) {
    var chart = JSON.parse(image.getAttribute('data-chart')), figure = image.parentNode, shown = [];
    figure.style.position = 'relative';

    function hide() {
      shown.forEach(function (e) { e.remove(); });
      shown = [];
    }
    function show(event) {
      var box = image.getBoundingClientRect(), scale = chart.width / box.width;
      var x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
      hide();
      if (x < chart.x.start - 8 || x > chart.x.end + 8 || y < chart.y.end - 8 || y > chart.y.start + 8) return;
      var points = nearest(chart, x);
      if (!points.length) return;
      var left = image.offsetLeft, top = image.offsetTop;
      var lines = [(chart.x.label || 'x') + ': ' + number(points[0].series.x[points[0].i] / chart.x.unit)];
      points.forEach(function (p) {
        lines.push(p.series.name + ': ' + number(p.series.y[p.i]));
        if (chart.bars) return;
        shown.push(make(figure, 'width:9px;height:9px;margin:-4.5px;border-radius:50%;border:2px solid #c22;left:' +
          (left + p.at / scale) + 'px;top:' + (top + place(chart.y, p.series.y[p.i]) / scale) + 'px'));
      });
      var readout = make(figure, 'white-space:pre;padding:3px 8px;border-radius:6px;background:rgba(20,24,28,0.88);color:#fff;' +
        'font:12px/1.45 system-ui,sans-serif;z-index:1;top:' + (top + y / scale + 14) + 'px');
      readout.className = 'readout';
      readout.textContent = lines.join('\n');
      /* Left of the mouse where it would leave the chart. */
      var at = left + x / scale + 14;
      if (at + readout.offsetWidth > left + box.width) at = Math.max(left, at - 28 - readout.offsetWidth);
      readout.style.left = at + 'px';
      shown.push(readout);
    }
    image.addEventListener('pointermove', show);
    image.addEventListener('pointerdown', show);
    image.addEventListener('pointerleave', hide);
  });
}());
