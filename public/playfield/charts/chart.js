/** All charts of the screen kit share this: a canvas of their own, type that the last row can read, values that glide. */

/** @import { PlayfieldHost } from '../../../lib/contract/pages.js' */
/** @import { Lettering } from '../lettering.js' */
/** @import { Pen } from '../canvas.js' */

import { createCanvas, readTheme } from '../canvas.js';
import { createLettering } from '../lettering.js';

/** Values come to their new place in about three times this. */
const GLIDE_S = 0.18;
const LONGEST_STEP_S = 0.1;
/** A spoken summary that changes more often is never heard to its end. */
const SPOKEN_MS = 2000;

/**
 * @typedef {object} Look what a chart is drawn with
 * @property {Pen} pen
 * @property {ReturnType<typeof readTheme>} theme
 * @property {Lettering} lettering
 * @property {number} width CSS px
 * @property {number} height
 * @property {number} size of the type, px
 * @property {number} top height of the title, px; the chart begins below it
 * @property {(value: number) => string} number as people of this language write it
 */

/**
 * Makes a chart that fills its root and draws when it is told. Returned as it is, it is a game's playfield.
 * @template Data
 * @param {HTMLElement} root
 * @param {PlayfieldHost<any>} host
 * @param {object} options
 * @param {string} options.title '': none
 * @param {Data} options.data that is shown until the first
 * @param {(view: any) => Data} options.read what it shows of a frame
 * @param {(look: Look, data: Data, glide: Glide) => void} options.paint
 * @param {(data: Data) => string} options.words the same for screen readers
 */
export function createChart(root, host, { title, data, read, paint, words }) {
  const canvas = createCanvas(root);
  const element = canvas.pen.canvas;
  element.classList.add('chart');
  const glides = createGlides(host.calm);
  /** @type {Look} */
  let look = fit();
  let shown = data;
  let spokenAtMs = -Infinity;

  /** @returns {Look} */
  function fit() {
    const width = root.clientWidth || 1;
    const height = root.clientHeight || 1;
    canvas.fit(width, height);
    const theme = readTheme(root);
    // A fourteenth of the height, so that the last row can read it.
    const size = Math.max(12, Math.min(height / 14, width / 26));
    return {
      ...{ pen: canvas.pen, theme, width, height, size, top: title ? size * 2 : 0 },
      lettering: createLettering({ face: theme.face, ratio: canvas.ratio }),
      number: (value) => value.toLocaleString(host.lang, { maximumFractionDigits: 1 }),
    };
  }

  /** @param {number} nowMs */
  function draw(nowMs) {
    const { pen, theme, lettering, width, height, size } = look;
    glides.step(nowMs);
    pen.fillStyle = theme.night;
    pen.fillRect(0, 0, width, height);
    const type = { size: size * 1.25, weight: 700, colour: theme.ink, maxWidth: width * 0.96 };
    lettering.put(pen, title, width / 2, size, type);
    paint(look, shown, glides.to);
    if (nowMs - spokenAtMs < SPOKEN_MS) return;
    spokenAtMs = nowMs;
    const label = [title, words(shown)].filter(Boolean).join(': ');
    // A picture without words is none for screen readers.
    if (label) element.setAttribute('role', 'img');
    else element.removeAttribute('role');
    element.setAttribute('aria-label', label);
  }

  return {
    element,
    /** Shows data without a frame, for a screen that has more than a chart. @param {Data} next */
    show(next) {
      shown = next;
    },
    draw,
    /** @param {any} view @param {{ nowMs: number }} meta */
    frame(view, { nowMs }) {
      shown = read(view);
      draw(nowMs);
    },
    resize() {
      look = fit();
    },
  };
}

/** @typedef {(name: string, goal: number) => number} Glide gives where a value stands on its way to its goal */

/** Lets values glide to where they belong, by their names. @param {boolean} isCalm they jump */
export function createGlides(isCalm) {
  /** @type {Map<string, number>} */
  const values = new Map();
  let lastMs = -Infinity;
  let share = 1;
  return {
    /** @param {number} nowMs */
    step(nowMs) {
      const dtS = Math.min(LONGEST_STEP_S, Math.max(0, (nowMs - lastMs) / 1000));
      share = isCalm ? 1 : 1 - Math.exp(-dtS / GLIDE_S);
      lastMs = nowMs;
    },
    /** @type {Glide} */
    to(name, goal) {
      const before = values.get(name) ?? (isCalm ? goal : 0);
      const next =
        Math.abs(goal - before) < 1e-4 * Math.max(1, Math.abs(goal))
          ? goal
          : before + (goal - before) * share;
      values.set(name, next);
      return next;
    },
  };
}

/**
 * Draws the mark of a choice, as the phones show it: a letter in a shape.
 * @param {Look} look @param {number} place of the choice, from 0 @param {number} x @param {number} y of its middle
 * @param {number} size px
 */
export function paintMark({ pen, theme, lettering }, place, x, y, size) {
  const colour = theme.teams[place % 6] ?? theme.accent;
  const corners = CORNERS[place % CORNERS.length] ?? [];
  pen.fillStyle = colour;
  pen.beginPath();
  if (corners.length === 0) pen.arc(x, y, size / 2, 0, 2 * Math.PI);
  for (const [right = 0, down = 0] of corners) pen.lineTo(x + (right - 0.5) * size, y + (down - 0.5) * size);
  pen.fill();
  const letter = String.fromCharCode(65 + (place % 26));
  const low = place % CORNERS.length === 0 ? 0.16 : 0;
  lettering.put(pen, letter, x, y + low * size, { size: size * 0.5, weight: 800, colour: '#0b0713' });
}

/** The shapes of `choice()`: triangle, diamond, circle, square, hexagon, tag. @type {number[][][]} */
const CORNERS = [
  [
    [0.5, 0],
    [1, 0.96],
    [0, 0.96],
  ],
  [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  [],
  [
    [0.08, 0.08],
    [0.92, 0.08],
    [0.92, 0.92],
    [0.08, 0.92],
  ],
  [
    [0.25, 0.04],
    [0.75, 0.04],
    [1, 0.5],
    [0.75, 0.96],
    [0.25, 0.96],
    [0, 0.5],
  ],
  [
    [0, 0.5],
    [0.32, 0],
    [1, 0],
    [1, 1],
    [0.32, 1],
  ],
];
