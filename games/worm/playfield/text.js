/** Lettering of the chart: sizes in units of the screen, and texts that are cut where there is no room. */

/** @import { Scene } from './scene.js' */

/** @param {Scene} scene @param {number} size in units @param {number} [weight] */
export function setFace({ pen, layout, theme }, size, weight = 600) {
  pen.font = `${weight} ${size * layout.unit}px ${theme.face}`;
}

/** Cuts a text that is too wide. @param {CanvasRenderingContext2D} pen @param {string} text @param {number} width */
export function fitText(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  let cut = text;
  while (cut.length > 1 && pen.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}
