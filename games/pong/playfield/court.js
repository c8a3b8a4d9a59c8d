/** The court on the big screen: where its 160 × 90 units are, and what of it never moves. */

/** @import { ViewOf } from 'mass-mobile' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import game from '../game.js' */

import { fade, paintLayer } from '../../../public/playfield/canvas.js';

export const COURT = Object.freeze({ width: 160, height: 90 });
/** Left and right of the court each side sees how it pushes; share of the window's width. */
const GUTTER = 0.065;

/** @typedef {ViewOf<typeof game>} PongView */
/** @typedef {ReturnType<typeof layOutCourt>} Court */
/** @typedef {{ night: string, ink: string, ink2: string, accent: string, teams: string[], face: string }} Theme */

/** @param {number} width @param {number} height */
export function layOutCourt(width, height) {
  const margin = height * 0.022;
  const unit = Math.min((width * (1 - 2 * GUTTER)) / COURT.width, (height - 2 * margin) / COURT.height);
  const left = (width - unit * COURT.width) / 2;
  const top = (height - unit * COURT.height) / 2;
  return {
    width,
    height,
    left,
    top,
    /** CSS pixels per unit of the court. */
    unit,
    right: width - left,
    bottom: height - top,
    x: (/** @type {number} */ units) => left + units * unit,
    y: (/** @type {number} */ units) => top + units * unit,
  };
}

/** Floor, side lights, walls and centre line. @param {Court} court @param {Theme} theme @param {number} ratio */
export function paintCourt(court, theme, ratio) {
  return paintLayer(court.width, court.height, ratio, (pen) => {
    pen.fillStyle = theme.night;
    pen.fillRect(0, 0, court.width, court.height);
    paintFloor(pen, court, theme);
    paintSide(pen, court, court.left, theme.teams[0] ?? theme.ink, 1);
    paintSide(pen, court, court.right, theme.teams[1] ?? theme.ink, -1);
    paintCentreLine(pen, court, theme);
    paintWall(pen, court, court.top, theme, ratio);
    paintWall(pen, court, court.bottom, theme, ratio);
  });
}

/** @param {Pen} pen @param {Court} court @param {Theme} theme */
function paintFloor(pen, { left, top, right, bottom }, { teams, night }) {
  const floor = pen.createLinearGradient(left, 0, right, 0);
  floor.addColorStop(0, fade(teams[0] ?? night, 0.2));
  floor.addColorStop(0.36, fade(teams[0] ?? night, 0.03));
  floor.addColorStop(0.64, fade(teams[1] ?? night, 0.03));
  floor.addColorStop(1, fade(teams[1] ?? night, 0.24));
  pen.fillStyle = floor;
  pen.fillRect(left, top, right - left, bottom - top);
}

/** The line that a side defends. @param {Pen} pen @param {Court} court @param {number} x @param {string} colour @param {number} inwards */
function paintSide(pen, { top, bottom, unit }, x, colour, inwards) {
  const light = pen.createLinearGradient(x, 0, x + inwards * unit * 9, 0);
  light.addColorStop(0, fade(colour, 0.42));
  light.addColorStop(1, fade(colour, 0));
  pen.fillStyle = light;
  pen.fillRect(Math.min(x, x + inwards * unit * 9), top, unit * 9, bottom - top);
  pen.fillStyle = fade(colour, 0.9);
  pen.fillRect(x - unit * 0.15, top, unit * 0.3, bottom - top);
}

/** @param {Pen} pen @param {Court} court @param {Theme} theme */
function paintCentreLine(pen, { top, bottom, width, unit }, { ink }) {
  pen.strokeStyle = fade(ink, 0.28);
  pen.lineWidth = unit * 0.7;
  pen.setLineDash([unit * 2.6, unit * 2.4]);
  pen.lineDashOffset = -unit * 1.2;
  pen.beginPath();
  pen.moveTo(width / 2, top);
  pen.lineTo(width / 2, bottom);
  pen.stroke();
}

/** @param {Pen} pen @param {Court} court @param {number} y @param {Theme} theme @param {number} ratio */
function paintWall(pen, { left, right, unit }, y, { ink }, ratio) {
  pen.fillStyle = fade(ink, 0.8);
  pen.shadowColor = ink;
  pen.shadowBlur = unit * 2 * ratio;
  pen.fillRect(left, y - unit * 0.2, right - left, unit * 0.4);
  pen.shadowBlur = 0;
}
