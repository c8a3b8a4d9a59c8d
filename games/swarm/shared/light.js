/**
 * How a light looks: its colour and shape by its slot, and how bright it is in a wave or a pattern, by its place and the time
 * of the stage. The same on the big screen and on the phones, which are pixels then. Pure. Nothing flashes more than once a
 * second: three flashes a second are the limit of WCAG 2.3.1.
 */

/** Bright enough on black, and each far from the one before it. */
export const COLOURS = Object.freeze([
  '#ff5630',
  '#39a9ff',
  '#ffc233',
  '#9a66ff',
  '#3ddc97',
  '#ff6fb5',
  '#b8e62e',
  '#5b7cff',
  '#ff9640',
  '#21c7c7',
  '#f25cff',
  '#f3f0ff',
]);
export const SHAPES = /** @type {const} */ (['circle', 'triangle', 'square', 'diamond', 'star']);

/** The number of pairs of a colour and a shape. */
export const LOOKS = COLOURS.length * SHAPES.length;

/** The waves and patterns that the operator goes through, in this order. */
const WAVES = /** @type {const} */ (['across', 'back', 'rings']);
const PATTERNS = /** @type {const} */ (['sweep', 'rings', 'twinkle', 'pulse', 'checks']);

/** Seconds from one side of the room to the other, and half the width of the crest as a share of the room. */
const CROSS_S = 3;
const CREST = 0.16;
/** The brightness of a light outside the wave, so that it stays visible. */
const EMBER = 0.2;
const TURN_S = 2;

/** @type {Record<string, (u: number, v: number, s: number, slot: number) => number>} */
const GLOWS = {
  across: (u, _v, s) => crest(u, s),
  back: (_u, v, s) => crest(1 - v, s),
  rings: (u, v, s) => crest(Math.hypot(u - 0.5, (v - 0.5) * 0.6) * 1.7, s),
  sweep: (u, v, s) => crest((u + v) / 2, s),
  twinkle: (_u, _v, s, slot) => wave(s / (2 * TURN_S) + scatter(slot)) ** 3,
  pulse: (_u, _v, s) => wave(s / TURN_S),
  checks: (u, v, s) => wave(s / (2 * TURN_S) + ((Math.floor(u * 6) + Math.floor(v * 4)) % 2) / 2),
};

/**
 * 12 and 5 share no factor, so all 60 pairs appear before any repeats.
 * @param {number} slot 0 or more
 * @returns {{ hue: number, shape: number }} places in `COLOURS` and `SHAPES`
 */
export function lookOf(slot) {
  return { hue: slot % COLOURS.length, shape: slot % SHAPES.length };
}

/** @param {number} slot @returns {string} a CSS colour */
export function colourOf(slot) {
  return COLOURS[lookOf(slot).hue] ?? '#ffffff';
}

/**
 * The wave or pattern of a mode at its turn; '' for modes without.
 * @param {{ mode: string, turn: number }} about @returns {string} of `WAVES` or `PATTERNS`
 */
export function kindOf({ mode, turn }) {
  if (mode === 'wave') return WAVES[turn % WAVES.length] ?? '';
  return mode === 'pixels' ? (PATTERNS[turn % PATTERNS.length] ?? '') : '';
}

/**
 * @param {string} kind of `WAVES` or `PATTERNS`
 * @param {{ u: number, v: number, slot: number }} place `u` from left to right, `v` from the top down, 0 to 1
 * @param {number} s seconds since it began
 * @returns {number} 0.2 to 1
 */
export function glowOf(kind, { u, v, slot }, s) {
  return EMBER + (1 - EMBER) * (GLOWS[kind]?.(u, v, Math.max(0, s), slot) ?? 0);
}

/** A crest that runs from 0 to 1 and repeats. @param {number} at 0 to 1 @param {number} s @returns {number} 0 to 1 */
function crest(at, s) {
  const front = ((s / CROSS_S) % 1) * (1 + 2 * CREST) - CREST;
  const away = Math.abs(at - front) / CREST;
  return away >= 1 ? 0 : Math.cos((away * Math.PI) / 2) ** 2;
}

/** @param {number} turns @returns {number} 0 to 1, and back in one turn */
function wave(turns) {
  return 0.5 - 0.5 * Math.cos(2 * Math.PI * turns);
}

/** Spreads slots over 0 to 1, neighbours far apart: multiples of the golden ratio. @param {number} slot */
function scatter(slot) {
  return (slot * 0.618034) % 1;
}
