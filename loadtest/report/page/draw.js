/** Puts the charts of a report on the page, and tells what the point at the pointer says. */

/** @import { Chart } from '../types.js' */

import { plotOf, wordsAt } from './plot.js';

const HEIGHT_PX = 300;
const LEAST_WIDTH_PX = 260;
/** A4 has this width between its margins, in CSS pixels; the other figure is half of it. */
const PAPER_PX = { wide: 690, half: 333 };
/** The pointer must be this near to a point. */
const NEAR_PX = 24;

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
const charts = /** @type {Chart[]} */ (JSON.parse(document.getElementById('charts')?.textContent ?? '[]'));
const redraws = charts.map(mount);
const redraw = (onPaper = false) => redraws.forEach((draw) => draw(onPaper));
addEventListener('resize', () => redraw());
addEventListener('beforeprint', () => redraw(true));
addEventListener('afterprint', () => redraw());
document.fonts.ready.then(() => redraw());

/** @param {Chart} chart @returns {(onPaper?: boolean) => void} draws it again */
function mount(chart) {
  const figure = /** @type {HTMLElement} */ (document.getElementById(`chart-${chart.id}`));
  const host = /** @type {HTMLElement} */ (figure.querySelector('.plot'));
  const tip = document.createElement('div');
  tip.className = 'tip';
  const scales = { x: chart.x.scale ?? 'linear', y: chart.y.scale ?? 'linear' };
  /** @type {ReturnType<typeof plotOf>} */
  let plot;
  const draw = (onPaper = false) => {
    const heightPx = chart.heightPx ?? HEIGHT_PX;
    const widthPx = onPaper ? PAPER_PX[chart.wide ? 'wide' : 'half'] : host.clientWidth;
    plot = plotOf(chart, { widthPx: Math.max(LEAST_WIDTH_PX, widthPx), heightPx, scales, measure });
    host.innerHTML = String(plot.picture);
    tip.hidden = true;
    host.append(tip);
  };
  for (const button of figure.querySelectorAll('button'))
    button.addEventListener('click', () => {
      const axis = button.dataset['axis'] === 'x' ? 'x' : 'y';
      scales[axis] = scales[axis] === 'log' ? 'linear' : 'log';
      button.setAttribute('aria-pressed', String(scales[axis] === 'log'));
      draw();
    });
  for (const type of /** @type {const} */ (['pointermove', 'pointerleave']))
    host.addEventListener(type, (event) => point(chart, plot, host, tip, event));
  draw();
  return draw;
}

/** @param {string} words @returns {number} how wide they are on an axis, in pixels */
function measure(words) {
  pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(words).width;
}

/** @param {Chart} chart @param {ReturnType<typeof plotOf>} plot @param {HTMLElement} host @param {HTMLElement} tip @param {PointerEvent} event */
function point(chart, plot, host, tip, { type, clientX, clientY }) {
  const box = host.getBoundingClientRect();
  const near = type === 'pointermove' ? nearest(chart, plot, clientX - box.left, clientY - box.top) : null;
  tip.hidden = near === null;
  if (!near) return;
  tip.textContent = near.words;
  const isRight = near.left > box.width / 2;
  tip.style.transform = `translate(${near.left + (isRight ? -12 : 12)}px, ${near.top}px) translate(${isRight ? '-100%' : '0'}, -50%)`;
}

/** @param {Chart} chart @param {ReturnType<typeof plotOf>} plot @param {number} left @param {number} top */
function nearest(chart, { place }, left, top) {
  let best = null;
  let leastPx = NEAR_PX;
  for (const { label, points } of chart.series)
    for (const [x, y] of points) {
      const spot = place(x, y);
      const px = spot ? Math.hypot(spot.left - left, spot.top - top) : Infinity;
      if (px >= leastPx || spot === null || y === null) continue;
      leastPx = px;
      const told = [`${chart.x.label}: ${wordsAt(chart.x, x)}`, `${chart.y.label}: ${wordsAt(chart.y, y)}`];
      best = { ...spot, words: [label, ...told].join('\n') };
    }
  return best;
}
