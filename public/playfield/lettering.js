/** Large type for games: each text is painted once for each size and colour, then shown as a picture. */

/** @import { Pen } from './canvas.js' */

import { paintLayer } from './canvas.js';
import { directionOfText } from '../shared/i18n.js';

/** Texts in the cache; a game shows about twenty at once, the others are counts that have passed. */
const MAX_CACHED = 120;

/**
 * @typedef {object} Type
 * @property {number} size height of the type, px
 * @property {string | readonly string[]} [colour] several make a gradient from left to right
 * @property {number} [weight]
 * @property {'left' | 'center' | 'right'} [align]
 * @property {number} [maxWidth] a longer text is set smaller
 * @property {string} [glow] colour of a soft light around the letters
 * @property {number} [alpha] @property {number} [scale]
 */

/** @param {{ face: string, ratio: number }} about */
export function createLettering({ face, ratio }) {
  /** @type {Map<string, { layer: HTMLCanvasElement, width: number, height: number, inset: number }>} */
  const painted = new Map();
  const ruler = /** @type {Pen} */ (document.createElement('canvas').getContext('2d'));

  /** @param {string} text @param {number} size @param {number} weight */
  function measure(text, size, weight) {
    ruler.font = `${weight} 100px ${face}`;
    return (ruler.measureText(text).width * size) / 100;
  }

  /** @param {string} text @param {Type} type */
  function paint(text, { size, colour = '#ffffff', weight = 700, maxWidth = Infinity, glow = '' }) {
    const key = `${text}|${size}|${colour}|${weight}|${maxWidth}|${glow}`;
    const known = painted.get(key);
    if (known) return known;
    const natural = measure(text, size, weight);
    const fitted = size * Math.min(1, maxWidth / Math.max(1, natural));
    const inner = (natural * fitted) / size;
    const inset = fitted * (glow ? 0.6 : 0.15);
    const width = inner + inset * 2;
    const height = fitted * 1.15 + inset * 2;
    const layer = paintLayer(width, height, ratio, (pen) => {
      pen.font = `${weight} ${fitted}px ${face}`;
      pen.textBaseline = 'middle';
      pen.textAlign = 'center';
      pen.direction = directionOfText(text);
      pen.fillStyle = typeof colour === 'string' ? colour : across(pen, colour, inset, width - inset);
      const write = () => pen.fillText(text, width / 2, height / 2 + fitted * 0.04);
      if (glow) {
        pen.shadowColor = glow;
        pen.shadowBlur = fitted * 0.4 * ratio;
        write();
        pen.shadowBlur = fitted * 0.12 * ratio;
      }
      write();
    });
    const result = { layer, width, height, inset };
    painted.set(key, result);
    if (painted.size > MAX_CACHED) painted.delete(/** @type {string} */ (painted.keys().next().value));
    return result;
  }

  return {
    measure,

    /** Draws a text, centred on `y`. @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {Type} type */
    put(pen, text, x, y, type) {
      const alpha = type.alpha ?? 1;
      if (text === '' || alpha <= 0.01) return;
      const { layer, width, height, inset } = paint(text, type);
      const scale = type.scale ?? 1;
      const align = type.align ?? 'center';
      const left = align === 'left' ? -inset : align === 'right' ? inset - width : -width / 2;
      pen.globalAlpha = Math.min(1, alpha);
      pen.drawImage(layer, x + left * scale, y - (height / 2) * scale, width * scale, height * scale);
      pen.globalAlpha = 1;
    },
  };
}

/** @typedef {ReturnType<typeof createLettering>} Lettering */

/** @param {Pen} pen @param {readonly string[]} colours @param {number} fromX @param {number} toX */
function across(pen, colours, fromX, toX) {
  const gradient = pen.createLinearGradient(fromX, 0, toX, 0);
  colours.forEach((colour, index) => gradient.addColorStop(index / Math.max(1, colours.length - 1), colour));
  return gradient;
}

/**
 * Shortens a text at its end, never inside an emoji or a letter with its accents.
 * @param {string} text @param {number} limit
 */
export function shorten(text, limit) {
  const letters = [...new Intl.Segmenter().segment(text)];
  if (letters.length <= limit) return text;
  return `${letters
    .slice(0, limit - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
