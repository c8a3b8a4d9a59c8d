/** The things around the lights: the words, the ring to gather in, the painted wall, the beat to tap to. */

/** @import { PlayfieldHost, TypesOf } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { COLOURS } from '../shared/light.js';
import { COLUMNS, ROWS } from '../shared/space.js';
import { BEAT_MS } from '../shared/tune.js';

/** The flash of a beat fades in this long. */
const FLASH_MS = 350;
const RGB = COLOURS.map((colour) => Number.parseInt(colour.slice(1), 16));

/**
 * @typedef {TypesOf<typeof game>['backdrop']} Backdrop
 * @typedef {{ inside: number, active: number, painted: number }} Counts
 */

/** @param {HTMLElement} root @param {PlayfieldHost<typeof game>} host */
export function createStage(root, { t, lang, calm }) {
  const words = h('p', { class: 'swarm-words' });
  const line = h('p', { class: 'swarm-line' });
  const ring = h('div', { class: 'swarm-ring', hidden: true });
  const beat = h('div', { class: 'swarm-beat', hidden: true });
  const cloth = h('canvas', { width: COLUMNS, height: ROWS });
  const wall = h('div', { class: 'swarm-wall', hidden: true }, cloth);
  const pen = /** @type {CanvasRenderingContext2D} */ (cloth.getContext('2d'));
  const picture = pen.createImageData(COLUMNS, ROWS);
  root.prepend(wall, ring);
  root.append(beat, h('div', { class: 'swarm-head' }, words, line));

  const format = new Intl.NumberFormat(lang);
  const number = (/** @type {number} */ value) => format.format(value);
  /** @param {HTMLElement} element @param {string} text */
  const write = (element, text) => void (element.textContent !== text && (element.textContent = text));

  /** @param {Backdrop} backdrop @param {Counts} counts @param {number} count of lights */
  function lineOf({ mode, hasWon, leader, names }, { inside, active, painted }, count) {
    if (count === 0) return t('swarm.empty');
    if (mode === 'gather' && (hasWon || active > 0))
      return hasWon
        ? t('swarm.gathered')
        : t('swarm.inside', { inside: number(inside), active: number(active) });
    if (mode === 'paint')
      return hasWon ? t('swarm.full') : t('swarm.painted', { share: Math.floor(painted / 10) });
    if (mode === 'follow') return t('swarm.leads', { name: names[leader] ?? '…' });
    return t('swarm.lights', { count, lights: number(count) });
  }

  return {
    /** Puts things where a new backdrop has them. @param {Backdrop} backdrop */
    set({ mode, target, hasWon }) {
      ring.hidden = !target;
      ring.toggleAttribute('data-won', hasWon);
      beat.hidden = mode !== 'tune';
      root.dataset['mode'] = mode;
      if (target)
        Object.entries({ '--x': target.x, '--y': target.y, '--r': target.r }).forEach(([name, value]) =>
          ring.style.setProperty(name, String(value)),
        );
    },
    /** Draws a picture. @param {Backdrop} backdrop @param {Counts} counts @param {number} count of lights @param {number} nowMs */
    draw(backdrop, counts, count, nowMs) {
      const { mode, isIdle, sinceMs } = backdrop;
      write(words, t(`swarm.do.${isIdle ? 'idle' : mode}`));
      write(line, lineOf(backdrop, counts, count));
      if (mode !== 'tune') return;
      const sinceBeatMs = Math.max(0, nowMs - sinceMs) % BEAT_MS;
      const flash = Math.max(0, 1 - sinceBeatMs / FLASH_MS);
      beat.style.opacity = String(0.12 + 0.88 * flash);
      if (!calm) beat.style.transform = `scale(${0.8 + 0.2 * flash})`;
    },
    /** Shows the painted wall. @param {Uint8Array} cells @param {boolean} isThere */
    paint(cells, isThere) {
      wall.hidden = !isThere;
      if (!isThere) return;
      const pixels = new Uint32Array(picture.data.buffer);
      for (let cell = 0; cell < cells.length; cell++) pixels[cell] = ink(Number(cells[cell]));
      pen.putImageData(picture, 0, 0);
    },
  };
}

/** @param {number} colour from 1 on; 0: none @returns {number} as a canvas has it in memory: alpha, blue, green, red */
function ink(colour) {
  if (colour === 0) return 0;
  const rgb = Number(RGB[colour - 1]);
  return ((0xff << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}
