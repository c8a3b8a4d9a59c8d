/** Draws what uPlot does not on the canvas of a chart: its lines, marks, guides and names. */

/** @import { Chart, Series } from '../types.js' */
/** @import { Drawn } from './draw.js' */

import uPlot from 'uplot';
import { DASHES, SHAPES } from './marks.js';

const MARK_PX = 4;
/** A cloud of published points is drawn faintly behind ours; if they are few, they are as large as ours. */
const CLOUD = { points: 60, markPx: 1.8, alpha: 0.6 };
/** Points that are not valid are this pale. */
const FAINT_ALPHA = 0.55;

const paths = new Map(Object.entries(SHAPES).map(([name, path]) => [name, new Path2D(path)]));

/** @param {uPlot} plot @param {Drawn} entry @param {(tone: string) => string} colour */
export function paint(plot, entry, colour) {
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  ctx.save();
  ctx.beginPath();
  // The clip leaves room for whole marks on the edge of the plot.
  const bleed = MARK_PX * 2 * uPlot.pxRatio;
  const above = hasNames(entry.chart) ? top : bleed;
  ctx.rect(left - bleed, top - above, width + 2 * bleed, height + above + bleed);
  ctx.clip();
  const { series } = entry.chart;
  for (const one of series.filter(({ anchor }) => anchor)) paintSeries(plot, entry, one, colour);
  paintGuides(plot, entry, colour);
  for (const one of series.filter(({ anchor }) => !anchor)) paintSeries(plot, entry, one, colour);
  writeEnds(plot, entry, colour);
  ctx.restore();
}

/** @param {uPlot} plot @param {Drawn} entry @param {Series} series @param {(tone: string) => string} colour */
function paintSeries(plot, entry, series, colour) {
  const { ctx } = plot;
  const spots = spotsOf(plot, entry, series);
  ctx.save();
  ctx.globalAlpha = isCloud(series, entry.chart) ? CLOUD.alpha : series.faint ? FAINT_ALPHA : 1;
  ctx.strokeStyle = ctx.fillStyle = colour(series.tone);
  ctx.lineJoin = 'round';
  if (series.line) strokeLine(ctx, spots, series);
  if (series.mark)
    for (const spot of spots)
      if (spot)
        paintMark(ctx, spot, series, isCloud(series, entry.chart) ? CLOUD.markPx : MARK_PX, colour('paper'));
  ctx.restore();
}

/** @param {uPlot} plot @param {Drawn} entry @param {Series} series @returns {({ x: number, y: number } | null)[]} in pixels of the canvas */
function spotsOf(plot, { scales }, { points }) {
  return points.map(([x, y]) => {
    const missing = y == null || (scales.x === 'log' && x <= 0) || (scales.y === 'log' && y <= 0);
    return missing ? null : { x: plot.valToPos(x, 'x', true), y: plot.valToPos(y, 'y', true) };
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {({ x: number, y: number } | null)[]} spots @param {Series} series */
function strokeLine(ctx, spots, { line = 'solid', anchor }) {
  ctx.lineWidth = (anchor ? 1.25 : 2) * uPlot.pxRatio;
  ctx.setLineDash(DASHES[line].map((px) => px * uPlot.pxRatio));
  ctx.beginPath();
  let open = false;
  for (const spot of spots) {
    if (spot && open) ctx.lineTo(spot.x, spot.y);
    else if (spot) ctx.moveTo(spot.x, spot.y);
    open = spot !== null;
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** @param {Series} series @param {Chart} chart */
function isCloud({ anchor }, { series }) {
  const published = series.filter((one) => one.anchor);
  return anchor === true && published.reduce((sum, { points }) => sum + points.length, 0) > CLOUD.points;
}

/** @param {Chart} chart */
export function hasNames({ guides }) {
  return guides?.some(({ axis }) => axis === 'x') === true;
}

/** @param {CanvasRenderingContext2D} ctx @param {{ x: number, y: number }} spot @param {Series} series @param {number} markPx @param {string} paper */
function paintMark(ctx, { x, y }, { mark = 'circle', open }, markPx, paper) {
  const path = paths.get(mark);
  if (!path) return;
  const px = markPx * uPlot.pxRatio;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(px, px);
  if (open) ctx.fillStyle = paper;
  ctx.fill(path);
  ctx.lineWidth = (markPx < MARK_PX ? 1 : 1.6) / markPx;
  ctx.stroke(path);
  ctx.restore();
}

/**
 * Writes names above the last points, ours first; a name that would overlap another is left out.
 * @param {uPlot} plot
 * @param {Drawn} entry
 * @param {(tone: string) => string} colour
 */
function writeEnds(plot, entry, colour) {
  const { ctx } = plot;
  /** @type {{ x: number, y: number, halfPx: number }[]} */
  const taken = [];
  const oursFirst = entry.chart.series.toSorted(
    (one, other) => Number(one.anchor ?? 0) - Number(other.anchor ?? 0),
  );
  for (const series of oursFirst) {
    const spot = series.endLabel ? spotsOf(plot, entry, series).findLast((one) => one !== null) : null;
    if (!spot || !series.endLabel) continue;
    const name = {
      x: spot.x,
      y: spot.y - 9 * uPlot.pxRatio,
      halfPx: series.endLabel.length * 4 * uPlot.pxRatio,
    };
    if (taken.some((other) => overlaps(name, other))) continue;
    taken.push(name);
    write(ctx, series.endLabel, name.x, name.y, colour, 'center');
  }
}

/** @param {{ x: number, y: number, halfPx: number }} one @param {{ x: number, y: number, halfPx: number }} other */
function overlaps(one, other) {
  const nearX = Math.abs(one.x - other.x) < one.halfPx + other.halfPx;
  return nearX && Math.abs(one.y - other.y) < 14 * uPlot.pxRatio;
}

/** @param {uPlot} plot @param {Drawn} entry @param {(tone: string) => string} colour */
function paintGuides(plot, { chart }, colour) {
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  const gap = 5 * uPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = colour('ink-2');
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([5, 4].map((px) => px * uPlot.pxRatio));
  for (const { axis, at, label, align = 'left' } of chart.guides ?? []) {
    const px = plot.valToPos(at, axis, true);
    ctx.beginPath();
    ctx.moveTo(axis === 'x' ? px : left, axis === 'x' ? top : px);
    ctx.lineTo(axis === 'x' ? px : left + width, axis === 'x' ? top + height : px);
    ctx.stroke();
    if (axis === 'x') continue;
    write(ctx, label, align === 'left' ? left + gap : left + width - gap, px - gap, colour, align);
  }
  writeNames(plot, chart, colour);
  ctx.restore();
}

/** @param {uPlot} plot @param {Chart} chart @param {(tone: string) => string} colour names share two rows above the plot where they are close */
function writeNames(plot, { guides = [] }, colour) {
  const { ctx, bbox } = plot;
  let endPx = -Infinity;
  let raised = false;
  for (const { axis, at, label } of guides) {
    if (axis !== 'x') continue;
    const px = plot.valToPos(at, 'x', true);
    raised = px < endPx && !raised;
    write(ctx, label, px, bbox.top - (raised ? 20 : 6) * uPlot.pxRatio, colour, 'left');
    endPx = px + (label.length + 2) * 6.5 * uPlot.pxRatio;
  }
}

/**
 * Writes text with a halo in the colour of the paper, so that it can be read on a line.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {(tone: string) => string} colour
 * @param {CanvasTextAlign} align
 */
function write(ctx, text, x, y, colour, align) {
  ctx.save();
  ctx.font = `500 ${12 * uPlot.pxRatio}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.textAlign = align;
  ctx.setLineDash([]);
  ctx.lineWidth = 3 * uPlot.pxRatio;
  ctx.strokeStyle = colour('paper');
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour('ink-2');
  ctx.fillText(text, x, y);
  ctx.restore();
}
