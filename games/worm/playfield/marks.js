/** Markers, peaks and drops on the chart, and below it the lane that says who speaks. */

/** @import { Scene } from './scene.js' */

import { fade } from '../../../public/playfield/canvas.js';
import { fitText, setFace } from './text.js';
import { signed } from './ground.js';

/** Texts of markers stand in this many rows, so that neighbours can be read. */
const MARK_ROWS = 3;
/** The lane tells speakers apart by names and by these shades. */
const SHADES = [0.92, 0.66, 0.8, 0.56];

/** @param {Scene} scene */
export function drawMarks(scene) {
  const { pen, layout, theme, behind, fromS, view, x } = scene;
  const { unit, top, bottom, right } = layout;
  setFace(scene, 2.7, 600);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  behind.marks.forEach(({ atS, text }, at) => {
    if (atS < fromS || atS > view.atS) return;
    const [place, row] = [x(atS), top - (1.8 + 2.9 * (at % MARK_ROWS)) * unit];
    pen.strokeStyle = fade(theme.accent, 0.75);
    pen.lineWidth = 0.2 * unit;
    pen.beginPath();
    pen.moveTo(place, row);
    pen.lineTo(place, bottom);
    pen.stroke();
    pen.fillStyle = theme.accent;
    pen.fillText(fitText(pen, text, Math.max(8 * unit, right + 20 * unit - place)), place + 0.8 * unit, row);
  });
}

/** @param {Scene} scene */
export function drawTurns(scene) {
  const { pen, layout, theme, settings, behind, fromS, view, x, y, t } = scene;
  const { unit } = layout;
  setFace(scene, 2.7, 700);
  pen.textAlign = 'center';
  for (const { atS, kind, value } of behind.turns) {
    if (atS < fromS || atS > view.atS || Math.abs(value) > settings.zoom) continue;
    const isPeak = kind === 'peak';
    const way = isPeak ? -1 : 1;
    const [px, py] = [x(atS), y(value) + way * 1.6 * unit];
    pen.fillStyle = theme.accent;
    pen.beginPath();
    pen.moveTo(px, py);
    pen.lineTo(px - 0.9 * unit, py + way * 1.5 * unit);
    pen.lineTo(px + 0.9 * unit, py + way * 1.5 * unit);
    pen.fill();
    pen.textBaseline = isPeak ? 'bottom' : 'top';
    pen.strokeStyle = fade(theme.night, 0.8);
    pen.lineWidth = 0.9 * unit;
    const text = `${t(isPeak ? 'worm.peak' : 'worm.drop')} ${signed(value)}`;
    pen.strokeText(text, px, py + way * 1.9 * unit);
    pen.fillText(text, px, py + way * 1.9 * unit);
  }
}

/** @param {Scene} scene */
export function drawLane(scene) {
  const { pen, layout, theme, behind, fromS, view, x } = scene;
  const { unit, lane, left, right } = layout;
  const height = 5 * unit;
  if (behind.speeches.every(({ name }) => name === '')) return;
  pen.fillStyle = fade(theme.ink, 0.07);
  pen.fillRect(left, lane, right - left, height);
  setFace(scene, 2.8, 700);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  behind.speeches.forEach(({ atS, name, order }, at) => {
    const endS = Math.min(view.atS, behind.speeches[at + 1]?.atS ?? Infinity);
    if (name === '' || endS <= fromS || atS >= endS) return;
    const from = x(Math.max(fromS, atS));
    const width = x(endS) - from;
    // Greys, because colours are segments here.
    pen.fillStyle = fade(theme.ink, SHADES[order % SHADES.length] ?? 1);
    pen.fillRect(from, lane, Math.max(unit / 2, width - 0.3 * unit), height);
    if (width < 4 * unit) return;
    pen.fillStyle = theme.night;
    pen.fillText(fitText(pen, name, width - 2 * unit), from + unit, lane + height / 2);
  });
  if (view.speaker === '') return;
  pen.fillStyle = theme.ink;
  pen.fillText(fitText(pen, `◂ ${view.speaker}`, 27 * unit), right + 1.5 * unit, lane + height / 2);
}
