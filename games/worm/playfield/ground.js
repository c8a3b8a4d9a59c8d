/** The ground of the chart: the halves, the axes with their words, and the time. */

/** @import { Scene } from './scene.js' */

import { fade } from '../../../public/playfield/canvas.js';
import { fitText, setFace } from './text.js';
import { timeStep } from './layout.js';

/** @param {Scene} scene */
export function drawGround(scene) {
  if (scene.settings.media) drawScrim(scene);
  drawHalves(scene);
  drawLevels(scene);
  drawTime(scene);
}

/** Darkens a picture or video, so that the line can be read on it. @param {Scene} scene */
function drawScrim({ pen, layout, theme }) {
  const { width, height, unit, top } = layout;
  const shade = pen.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, fade(theme.night, 0.75));
  shade.addColorStop(Math.min(0.5, (top + 6 * unit) / height), fade(theme.night, 0.42));
  shade.addColorStop(1, fade(theme.night, 0.82));
  pen.fillStyle = shade;
  pen.fillRect(0, 0, width, height);
}

/** The two colours of 2012, at full strength in its own look. @param {Scene} scene */
function drawHalves({ pen, layout, theme, settings }) {
  const { left, right, top, bottom } = layout;
  const middle = (top + bottom) / 2;
  const is2012 = settings.look === '2012';
  const strength = is2012 ? 0.62 : 0.16;
  const [over, under] = [theme.teams[0] ?? '#ff5630', theme.teams[1] ?? '#9a66ff'];
  for (const [colour, from, to] of /** @type {const} */ ([
    [over, top, middle],
    [under, bottom, middle],
  ])) {
    const shade = pen.createLinearGradient(0, from, 0, to);
    shade.addColorStop(0, fade(colour, strength));
    shade.addColorStop(1, fade(colour, is2012 ? strength * 0.8 : 0));
    pen.fillStyle = shade;
    pen.fillRect(left, Math.min(from, to), right - left, Math.abs(to - from));
  }
}

/** @param {Scene} scene */
function drawLevels(scene) {
  const { pen, layout, theme, settings, y } = scene;
  const { left, right, unit } = layout;
  setFace(scene, 2.5, 500);
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const share of [-1, -0.5, 0, 0.5, 1]) {
    const level = share * settings.zoom;
    const isMiddle = share === 0;
    pen.strokeStyle = fade(theme.ink, isMiddle ? 0.55 : 0.16);
    pen.lineWidth = (isMiddle ? 0.25 : 0.15) * unit;
    pen.setLineDash(isMiddle ? [] : [unit, unit]);
    pen.beginPath();
    pen.moveTo(left, y(level));
    pen.lineTo(right, y(level));
    pen.stroke();
    pen.fillStyle = theme.ink2;
    pen.fillText(signed(level), left - 1.4 * unit, y(level));
  }
  pen.setLineDash([]);
}

/** @param {Scene} scene */
function drawTime(scene) {
  const { pen, layout, theme, fromS, toS, x } = scene;
  const { bottom, unit } = layout;
  const step = timeStep(toS - fromS);
  setFace(scene, 2.3, 500);
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  pen.fillStyle = theme.ink2;
  pen.strokeStyle = fade(theme.ink, 0.3);
  pen.lineWidth = 0.15 * unit;
  for (let atS = Math.ceil(fromS / step) * step; atS <= toS; atS += step) {
    pen.beginPath();
    pen.moveTo(x(atS), bottom);
    pen.lineTo(x(atS), bottom + unit);
    pen.stroke();
    pen.fillText(clock(atS), x(atS), bottom + 1.6 * unit);
  }
}

/** The operator's words for both ends, over the lines of markers; in the look of 2012 they stand large in the halves. @param {Scene} scene */
export function drawEnds(scene) {
  const { pen, layout, theme, settings, t } = scene;
  const { left, right, top, bottom, unit } = layout;
  const is2012 = settings.look === '2012';
  setFace(scene, is2012 ? 9 : 3.4, 800);
  pen.textAlign = 'left';
  const words = [settings.high || t('worm.high'), settings.low || t('worm.low')].map((text) =>
    fitText(pen, is2012 ? text.toUpperCase() : text, (right - left) * 0.6),
  );
  pen.fillStyle = fade(theme.ink, is2012 ? 0.85 : 0.9);
  pen.strokeStyle = fade(theme.night, is2012 ? 0.25 : 0.7);
  pen.lineWidth = 0.8 * unit;
  const write = (/** @type {string} */ text, /** @type {number} */ at) => {
    pen.strokeText(text, left + 1.6 * unit, at);
    pen.fillText(text, left + 1.6 * unit, at);
  };
  pen.textBaseline = 'top';
  write(`▲ ${words[0]}`, top + 1.4 * unit);
  pen.textBaseline = 'bottom';
  write(`▼ ${words[1]}`, bottom - 1.2 * unit);
}

/** @param {number} seconds @returns {string} `3:05` */
export function clock(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** @param {number} level @returns {string} with a sign, and a minus as printers set it */
export function signed(level) {
  const whole = Math.round(level);
  return whole > 0 ? `+${whole}` : String(whole).replace('-', '−');
}
