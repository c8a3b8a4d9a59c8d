/** The lights as the screen shows them: between the places that frames tell, and fading in and out. */

/** @import { Swarm } from '../rules/swarm.js' */

import { DARK, createDecoder, shareX, shareY } from '../shared/frame-codec.js';
import { COLOURS, LOOKS, glowOf, kindOf, lookOf } from '../shared/light.js';
import { FIELD } from '../shared/space.js';

/** Floats for each light: x, y, shape, size; red, green, blue, brightness. */
export const STRIDE = 8;
/** A light comes up, and goes out, in so long. */
const FADE_S = 0.6;
/** The time between two frames as it is taken at first; then it is measured. */
const FRAME_MS = 1000 / 30;
/** A light that is at the crest of a wave jumps up by this share of the screen. */
const JUMP = 0.045;
const CALLED_SIZE = 1.7;
/** A frame may tell that a light is elsewhere; one that is farther than this is not flown to. */
const LEAP = 0.25;

/** By look, shape, red, green and blue in turn: for 2,000 lights there is no time to make an object each. */
const PAINTS = Float32Array.from(
  Array.from({ length: LOOKS }, (_, look) => {
    const { hue, shape } = lookOf(look);
    const colour = COLOURS[hue] ?? '#ffffff';
    return [shape, ...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)];
  }).flat(),
);

/** @typedef {{ mode: Swarm['mode'], turn: number, sinceMs: number, leader: number }} Mood as far as it changes how lights look */

/** @param {{ isCalm: boolean }} options true: nothing jumps and nothing pulses */
// eslint-disable-next-line max-lines-per-function -- one program of the graphics card, with its buffers
export function createLights({ isCalm }) {
  const decoder = createDecoder();
  /** By slot: where the light was shown when the last frame came, x and y in turn; and how far it has come up. */
  let from = new Float32Array(0);
  let up = new Float32Array(0);
  let data = new Float32Array(0);
  let looks = new Uint8Array(0);
  const spot = { u: 0, v: 0, slot: 0 };
  /** Slots whose lights are large now. @type {Set<number>} */
  let large = new Set();
  let frameMs = 0;
  let everyMs = FRAME_MS;
  let lastMs = 0;
  let count = 0;

  /** @param {number} slots */
  function grow(slots) {
    if (up.length >= slots) return;
    const room = Math.max(64, 2 * slots);
    [from, up, data] = [wider(from, 2 * room), wider(up, room), wider(data, STRIDE * room)];
    looks = new Uint8Array(room);
  }

  /** @param {number} slot @returns {number} as a multiple of what most lights have */
  const sizeOf = (slot) => (large.has(slot) ? CALLED_SIZE : 1);

  /** @param {string} kind @param {number} slot @param {number} u @param {number} v @param {number} sinceS */
  function glowAt(kind, slot, u, v, sinceS) {
    spot.slot = slot;
    spot.u = u;
    spot.v = v;
    return glowOf(kind, spot, sinceS);
  }

  /** @param {number} nowMs @returns {number} 0 to 1: how much of the way to the newest places is done */
  const progress = (nowMs) => Math.min(1, Math.max(0, (nowMs - frameMs) / everyMs));

  return {
    decoder,
    /** `STRIDE` floats for each light; `count` of them are shown. */
    get data() {
      return data;
    },
    get count() {
      return count;
    },
    /** The pair of colour and shape that each of these lights has, 0 to 59. */
    get looks() {
      return looks;
    },
    sizeOf,
    /** @param {number} slot @returns {{ x: number, y: number } | null} shares of the area; null: the light is out */
    placeOf(slot) {
      const place = decoder.places[slot];
      if (place === undefined || place === DARK) return null;
      const share = progress(lastMs);
      return {
        x: FIELD.left + FIELD.width * mix(Number(from[2 * slot]), shareX(place), share),
        y: FIELD.top + FIELD.height * mix(Number(from[2 * slot + 1]), shareY(place), share),
      };
    },

    /** Takes a frame that is shown for the first time. @param {Uint8Array} bytes @param {number} nowMs */
    take(bytes, nowMs) {
      const share = progress(nowMs);
      const before = decoder.places.slice();
      if (!decoder.take(bytes)) return;
      const { places } = decoder;
      grow(places.length);
      const gapMs = nowMs - frameMs;
      if (gapMs > 5 && gapMs < 300) everyMs += (gapMs - everyMs) * 0.1;
      frameMs = nowMs;
      for (let slot = 0; slot < places.length; slot++) {
        const [old = DARK, next = DARK] = [before[slot], places[slot]];
        if (next === DARK && old === DARK) continue;
        const goal = next === DARK ? old : next;
        const isNew = old === DARK || up[slot] === 0 || isFar(from, slot, goal);
        from[2 * slot] = isNew ? shareX(goal) : mix(Number(from[2 * slot]), shareX(old), share);
        from[2 * slot + 1] = isNew ? shareY(goal) : mix(Number(from[2 * slot + 1]), shareY(old), share);
      }
    },

    /** Prepares `data` for a picture. @param {number} nowMs @param {Mood} mood */
    prepare(nowMs, mood) {
      const fade = Math.min(0.1, Math.max(0, (nowMs - lastMs) / 1000)) / FADE_S;
      lastMs = nowMs;
      const { places, head } = decoder;
      const share = progress(nowMs);
      large = new Set([mood.leader, ...head.called]);
      const kind = isCalm ? '' : kindOf(mood);
      const sinceS = (nowMs - mood.sinceMs) / 1000;
      count = 0;
      for (let slot = 0; slot < places.length; slot++) {
        const place = Number(places[slot]);
        const isLit = place !== DARK;
        up[slot] = Math.min(1, Math.max(0, Number(up[slot]) + (isLit ? fade : -fade)));
        if (up[slot] === 0) continue;
        const x = isLit ? mix(Number(from[2 * slot]), shareX(place), share) : Number(from[2 * slot]);
        const y = isLit ? mix(Number(from[2 * slot + 1]), shareY(place), share) : Number(from[2 * slot + 1]);
        const glow = kind ? glowAt(kind, slot, x, y, sinceS) : 0.85;
        const look = slot % LOOKS;
        looks[count] = look;
        const at = STRIDE * count++;
        data[at] = FIELD.left + FIELD.width * x;
        data[at + 1] = FIELD.top + FIELD.height * y - (mood.mode === 'wave' ? JUMP * glow : 0);
        data[at + 2] = Number(PAINTS[4 * look]);
        data[at + 3] = sizeOf(slot);
        data[at + 4] = Number(PAINTS[4 * look + 1]);
        data[at + 5] = Number(PAINTS[4 * look + 2]);
        data[at + 6] = Number(PAINTS[4 * look + 3]);
        data[at + 7] = glow * Number(up[slot]);
      }
    },
  };
}

/** @param {Float32Array} list @param {number} length @returns {Float32Array<ArrayBuffer>} */
function wider(list, length) {
  const wide = new Float32Array(length);
  wide.set(list);
  return wide;
}

/** @param {Float32Array} from @param {number} slot @param {number} place */
function isFar(from, slot, place) {
  return (
    Math.abs(Number(from[2 * slot]) - shareX(place)) > LEAP ||
    Math.abs(Number(from[2 * slot + 1]) - shareY(place)) > LEAP
  );
}

/** @param {number} a @param {number} b @param {number} share */
function mix(a, b, share) {
  return a + (b - a) * share;
}
