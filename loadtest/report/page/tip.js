/** Shows at the pointer what the nearest point says. */

/** @import { Axis, Chart, Series } from '../types.js' */
/** @import { Drawn } from './draw.js' */

import { nines, tidy } from './format.js';

/** The pointer must be this near to a point. */
const NEAR_PX = 24;

/** @param {Drawn} entry @returns {(plot: uPlot) => void} tells of the point nearest to the pointer */
export function makeTip(entry) {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  return (plot) => {
    if (!tip.isConnected) plot.over.append(tip);
    const near = nearest(plot, entry);
    tip.hidden = near === null;
    if (!near) return;
    tip.textContent = near.text;
    const onRight = near.left > plot.over.clientWidth / 2;
    tip.style.transform = `translate(${near.left + (onRight ? -12 : 12)}px, ${near.top}px) translate(${onRight ? '-100%' : '0'}, -50%)`;
  };
}

/** @param {uPlot} plot @param {Drawn} entry */
function nearest(plot, entry) {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0) return null;
  let best = null;
  let leastPx = NEAR_PX;
  for (const series of entry.chart.series)
    for (const [x, y] of series.points) {
      if (y == null) continue;
      const at = { left: plot.valToPos(x, 'x'), top: plot.valToPos(y, 'y') };
      const px = Math.hypot(at.left - left, at.top - top);
      if (px >= leastPx) continue;
      leastPx = px;
      best = { ...at, text: tell(entry.chart, series, x, y) };
    }
  return best;
}

/** @param {Chart} chart @param {Series} series @param {number} x @param {number} y */
function tell(chart, series, x, y) {
  const value = (/** @type {Axis} */ axis, /** @type {number} */ at) =>
    axis.categories ? (axis.categories[at] ?? '') : `${axis.label}: ${axis.isNines ? nines(at) : tidy(at)}`;
  return [series.label, value(chart.x, x), value(chart.y, y)].join('\n');
}
