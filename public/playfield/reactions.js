/** Reactions of the audience: emoji that rise in a margin, all on one canvas, and never more than fit there. */

import { h } from '../shared/dom.js';
import { REACTIONS } from '../shared/reactions.js';
import { createCanvas, paintLayer } from './canvas.js';

const LIFE_S = 3.2;
/** On the screen at once: never more, and not more than cover the margin so many times. What comes on top waits for a moment, and then counts as seen. */
const MOST = 90;
const COVER = 1.3;
const WAITING = 56;
/** The height of an emoji is at most this share of the margin's width. */
const WIDEST = 0.5;
/** How far one sways to each side, as a share of what is free beside it. */
const SWAY = 0.35;
/** Without motion the counts stand still for so long. */
const CALM_MS = 2500;

/**
 * @param {HTMLElement} root
 * @param {object} about
 * @param {string} about.name of the class of the margin, which a style sheet places
 * @param {boolean} about.calm without motion the counts stand still for a moment
 * @param {number} about.size height of an emoji as a share of the margin's
 */
export function createReactions(root, { name, calm, size }) {
  const layer = h('div', { class: name, 'data-calm': calm, 'aria-hidden': 'true' });
  root.append(layer);
  const float = calm ? createTally(layer, REACTIONS) : createFloat(layer, REACTIONS, size);
  return {
    layer,
    /** @param {readonly number[]} counts of what came since the last time, by the place in `REACTIONS` */
    add: (counts) =>
      counts.forEach((count, place) => {
        if (count > 0 && place < REACTIONS.length) float.add(place, count);
      }),
    /** @param {number} nowMs of the page */
    draw: (nowMs) => float.draw(nowMs),
    resize: () => float.resize(),
  };
}

/** @param {HTMLElement} layer @param {readonly string[]} signs */
function createTally(layer, signs) {
  /** @type {number[]} */
  let counts = [];
  let untilMs = 0;
  let isNew = false;
  return {
    /** @param {number} place @param {number} more */
    add(place, more) {
      counts[place] = (counts[place] ?? 0) + more;
      isNew = true;
    },
    /** @param {number} nowMs */
    draw(nowMs) {
      if (isNew) {
        isNew = false;
        untilMs = nowMs + CALM_MS;
        layer.textContent = signs
          .map((sign, place) => (counts[place] ? `${sign} ${counts[place]}` : ''))
          .filter(Boolean)
          .join('\n');
      } else if (untilMs > 0 && nowMs > untilMs) {
        untilMs = 0;
        counts = [];
        layer.textContent = '';
      }
    },
    resize() {},
  };
}

/** `x`: 0 to 1 of what is free of the width. @typedef {{ sign: number, x: number, sway: number, turn: number, bornMs: number, scale: number }} Sign */

/** @param {HTMLElement} layer @param {readonly string[]} signs @param {number} share height of one, of the layer's */
function createFloat(layer, signs, share) {
  const canvas = createCanvas(layer, { alpha: true });
  const { pen } = canvas;
  /** @type {Sign[]} */
  let alive = [];
  /** @type {number[]} */
  const waiting = [];
  let lastMs = 0;
  let credit = 0;
  let isEmpty = true;
  /** Each sign is painted once: emoji are slow to set. @type {HTMLCanvasElement[]} */
  let pictures = [];
  let [width, height, size, most] = [1, 1, 1, 1];

  function resize() {
    width = layer.clientWidth || 1;
    height = layer.clientHeight || 1;
    size = Math.min(height * share, width * WIDEST);
    most = Math.min(MOST, Math.ceil((COVER * width * height) / size ** 2));
    const style = getComputedStyle(layer);
    canvas.fit(width, height);
    pictures = signs.map((sign) =>
      paintLayer(size * 1.3, size * 1.3, canvas.ratio, (brush) => {
        brush.font = `${size}px ${style.fontFamily}`;
        // Where there are no coloured emoji, they have the colour of the text.
        brush.fillStyle = style.color;
        brush.textAlign = 'center';
        brush.textBaseline = 'middle';
        brush.fillText(sign, size * 0.65, size * 0.7);
      }),
    );
  }

  /** @param {number} nowMs */
  function release(nowMs) {
    credit = Math.min(4, credit + ((nowMs - lastMs) / 1000) * (most / LIFE_S));
    lastMs = nowMs;
    while (waiting.length > 0 && credit >= 1 && alive.length < most) {
      credit--;
      const chance = Math.random;
      alive.push({
        sign: Number(waiting.shift()),
        x: chance(),
        sway: (2 * chance() - 1) * SWAY,
        turn: chance() * 6,
        bornMs: nowMs,
        scale: 0.75 + 0.4 * chance(),
      });
    }
  }

  /** @param {Sign} sign @param {number} nowMs */
  function paint({ sign, x, sway, turn, bornMs, scale }, nowMs) {
    const age = (nowMs - bornMs) / 1000 / LIFE_S;
    const picture = pictures[sign];
    if (!picture) return;
    const grown = scale * Math.min(1, age * 9);
    pen.globalAlpha = Math.min(1, (1 - age) * 2.6);
    const side = size * 1.3 * grown;
    // Its middle stays half a picture away from both edges, however it sways.
    const place = Math.min(1, Math.max(0, x + sway * Math.sin(turn + age * 9)));
    const left = side / 2 + place * (width - side);
    const top = height * (1.02 - 0.86 * (1 - (1 - age) ** 1.6));
    pen.drawImage(picture, left - side / 2, top - side / 2, side, side);
  }

  return {
    /** @param {number} place @param {number} more */
    add(place, more) {
      const room = WAITING - waiting.length;
      for (let one = 0; one < Math.min(more, room); one++) waiting.push(place);
    },
    /** @param {number} nowMs */
    draw(nowMs) {
      release(nowMs);
      if (alive.length === 0 && isEmpty) return;
      pen.clearRect(0, 0, width, height);
      alive = alive.filter(({ bornMs }) => nowMs - bornMs < LIFE_S * 1000);
      for (const one of alive) paint(one, nowMs);
      pen.globalAlpha = 1;
      isEmpty = alive.length === 0;
    },
    resize,
  };
}
