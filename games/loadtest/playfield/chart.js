/** One chart of the load test: a number over the time of all samples, with a mark at each change of the order. */

/** @import { Reading, Sample } from './record.js' */

import { h } from '../../../public/shared/dom.js';

/** A test that has just begun would stretch three samples over the whole width. */
const FEWEST_SPAN_MS = 10_000;

/** @param {string} title @param {string} unit @param {(view: Reading) => number} from */
export function createChart(title, unit, from) {
  const value = h('b');
  const canvas = h('canvas');
  const figure = h(
    'figure',
    { class: 'load-chart' },
    h('figcaption', {}, h('span', {}, title), h('span', {}, value, unit && h('small', {}, ` ${unit}`))),
    canvas,
  );
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));

  return {
    figure,
    /** @param {readonly Sample[]} samples */
    draw(samples) {
      const last = samples.at(-1);
      if (!last) return;
      value.textContent = rounded(from(last.view)).toLocaleString('en-US');
      const ratio = window.devicePixelRatio;
      canvas.width = canvas.clientWidth * ratio;
      canvas.height = canvas.clientHeight * ratio;
      const values = samples.map(({ view }) => from(view));
      const top = niceCeiling(Math.max(1, ...values));
      const { atMs } = /** @type {Sample} */ (samples[0]);
      const spanMs = Math.max(FEWEST_SPAN_MS, last.atMs - atMs);
      const style = getComputedStyle(canvas);
      const plot = {
        pen,
        colour: (/** @type {string} */ name) => style.getPropertyValue(name).trim(),
        x: (/** @type {number} */ ms) => ((ms - atMs) / spanMs) * canvas.width,
        y: (/** @type {number} */ number) => canvas.height * (0.97 - 0.93 * (number / top)),
      };
      drawMarks(plot, samples);
      drawLine(plot, samples, values);
      drawAxis(plot, top);
    },
  };
}

/** @typedef {{ pen: CanvasRenderingContext2D, colour: (name: string) => string, x: (ms: number) => number, y: (value: number) => number }} Plot */

/** @param {Plot} plot @param {number} top */
function drawAxis({ pen, colour, y }, top) {
  const { width, height } = pen.canvas;
  const size = Math.max(11, Math.round(height / 11));
  pen.font = `${size}px ${getComputedStyle(pen.canvas).fontFamily}`;
  pen.fillStyle = pen.strokeStyle = colour('--ink-3');
  pen.fillText(top.toLocaleString('en-US'), 0, y(top) + size);
  pen.globalAlpha = 0.4;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const value of [0, top]) {
    pen.moveTo(0, y(value));
    pen.lineTo(width, y(value));
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Marks where phones were asked for something else. @param {Plot} plot @param {readonly Sample[]} samples */
function drawMarks({ pen, colour, x }, samples) {
  let before = '';
  pen.fillStyle = colour('--ink');
  samples.forEach(({ atMs, view: { order } }, index) => {
    const now = order ? [order.sockets, order.isPaused ? 0 : order.sendHz, order.bytes].join() : '';
    if (now !== before && index > 0) {
      pen.globalAlpha = 0.16;
      pen.fillRect(Math.round(x(atMs)), 0, Math.max(1, pen.canvas.height / 150), pen.canvas.height);
    }
    before = now;
  });
  pen.globalAlpha = 1;
}

/** Draws all samples over the whole width; the axis follows. @param {Plot} plot @param {readonly Sample[]} samples @param {number[]} values */
function drawLine({ pen, colour, x, y }, samples, values) {
  const at = (/** @type {number} */ index) => x(/** @type {Sample} */ (samples[index]).atMs);
  pen.beginPath();
  values.forEach((value, index) => pen.lineTo(at(index), y(value)));
  pen.strokeStyle = pen.fillStyle = colour('--accent');
  pen.lineWidth = Math.max(2, pen.canvas.height / 60);
  pen.lineJoin = 'round';
  pen.stroke();
  pen.lineTo(at(values.length - 1), y(0));
  pen.lineTo(at(0), y(0));
  pen.globalAlpha = 0.14;
  pen.fill();
  pen.globalAlpha = 1;
}

/** 1, 2 or 5 times a power of ten. @param {number} value */
function niceCeiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** @param {number} value */
function rounded(value) {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}
