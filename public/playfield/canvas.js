/** Canvases for games: one that fills the game's area, and layers that are painted once and shown often. */

import { h } from '../shared/dom.js';

/** A larger picture is drawn smaller and stretched: a 4K wall must not cost four times the time. */
const MAX_PIXELS = 2560 * 1440;

/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * Makes a canvas that is drawn in CSS pixels, whatever the sharpness of the screen. Call `fit` in `resize`.
 * @param {HTMLElement} root
 * @param {{ alpha?: boolean }} [options] `alpha`: true: what lies behind it is seen through it, which costs a little
 */
export function createCanvas(root, { alpha = false } = {}) {
  const canvas = h('canvas');
  const pen = /** @type {Pen} */ (canvas.getContext('2d', { alpha }));
  root.append(canvas);
  return {
    pen,
    /** Canvas pixels per CSS pixel. */
    ratio: 1,
    /** @param {number} width @param {number} height */
    fit(width, height) {
      this.ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)));
      canvas.width = Math.max(1, Math.round(width * this.ratio));
      canvas.height = Math.max(1, Math.round(height * this.ratio));
      pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    },
  };
}

/**
 * Paints a layer to be shown with `drawImage(layer, x, y, width, height)`: painting blurs and gradients costs a
 * hundred times more than showing them.
 * @param {number} width @param {number} height @param {number} ratio canvas pixels per unit
 * @param {(pen: Pen) => void} paint
 */
export function paintLayer(width, height, ratio, paint) {
  const layer = h('canvas');
  layer.width = Math.max(1, Math.ceil(width * ratio));
  layer.height = Math.max(1, Math.ceil(height * ratio));
  const pen = /** @type {Pen} */ (layer.getContext('2d'));
  pen.scale(ratio, ratio);
  paint(pen);
  return layer;
}

/** Makes a theme colour (`#rrggbb`) translucent. @param {string} colour @param {number} alpha */
export function fade(colour, alpha) {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return colour + byte.toString(16).padStart(2, '0');
}

/** Reads the theme's colours as a canvas needs them. @param {HTMLElement} root */
export function readTheme(root) {
  const style = getComputedStyle(root);
  const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    night: read('--night'),
    ink: read('--ink'),
    ink2: read('--ink-2'),
    accent: read('--accent'),
    teams: [1, 2, 3, 4, 5, 6].map((number) => read(`--team-${number}`)),
    face: style.fontFamily,
  };
}
