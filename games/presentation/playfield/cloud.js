/** A word cloud on the screen. Words keep their places while they grow, so that people find theirs again. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow } from '../types.js' */
/** @import { CloudWord, Spot } from './cloud-layout.js' */

import { h } from '../../../public/shared/dom.js';
import { layCloud } from './cloud-layout.js';

const COLOURS = 6;
/** Space around a word, in its type's size: at its sides, and above and below for scripts with high marks. */
const SPACE = { across: 0.32, down: 1.12 };
/** The type that widths are measured at, px. */
const RULER_PX = 100;

/** @param {unknown} _definition @param {PlayfieldHost<typeof game>} _host */
export function createCloud(_definition, _host) {
  const root = h('div', { class: 'talk-cloud', role: 'list' });
  const ruler = /** @type {CanvasRenderingContext2D} */ (h('canvas').getContext('2d'));
  /** @type {Map<string, HTMLElement>} */
  const shown = new Map();
  /** @type {Map<string, Spot>} */
  let spots = new Map();
  /** @type {{ text: string, count: number }[]} */
  let words = [];
  let area = '';

  /** @param {{ text: string, count: number }} word @returns {CloudWord} */
  function measure({ text, count }) {
    const width = ruler.measureText(text).width / RULER_PX + SPACE.across;
    return { text, count, width, height: SPACE.down };
  }

  function lay() {
    const { clientWidth: width, clientHeight: height } = root;
    if (width === 0 || height === 0) return;
    const { fontFamily } = getComputedStyle(root);
    ruler.font = `800 ${RULER_PX}px ${fontFamily}`;
    const key = `${width} ${height} ${fontFamily}`;
    // In another area the old places mean nothing.
    spots = layCloud(words.map(measure), { width, height }, key === area ? spots : new Map());
    area = key;
    for (const [text, element] of shown)
      if (!spots.has(text)) {
        element.remove();
        shown.delete(text);
      }
    for (const [text, spot] of spots) put(text, spot);
  }

  /** @param {string} text @param {Spot} spot */
  function put(text, { x, y, size }) {
    let element = shown.get(text);
    if (!element) {
      element = h('bdi', { class: 'talk-word', role: 'listitem', 'data-team-index': colourOf(text) }, text);
      shown.set(text, element);
      root.append(element);
    }
    element.style.setProperty(
      'transform',
      `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${size / RULER_PX})`,
    );
  }

  return {
    root,
    /** @param {ElementNow} now */
    update({ view }) {
      words = view.kind === 'cloud' ? (view.words ?? []) : [];
      lay();
    },
    fit: lay,
  };
}

/** The colour of a word is its own, so that it does not change when others come. @param {string} text */
function colourOf(text) {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + Number(letter.codePointAt(0))) % 9973;
  return String(sum % COLOURS);
}
