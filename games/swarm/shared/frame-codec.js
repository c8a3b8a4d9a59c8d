/**
 * The frame as bytes: the lights that moved, and a part of all others. No frame is needed to read another one.
 *
 * A light that moves to another place is in the frame of that tick and of the next two, so that two frames lost in a row
 * cost nothing. Each frame also holds the lights of every 31st slot, whether they moved or not. So whatever was lost is
 * right again after 31 frames, about a second; and, because 31 is a prime, also where a slow screen gets only every second,
 * third or fourth frame, after 31 of those. The painted wall heals alike, in 19 parts of 3 rows.
 *
 * Layout, little-endian: version, parts of the wall (0 or 1), slots u16, inside u16, active u16, painted ‰ u16, number of
 * called u8, part of the wall u8; the called slots, u16 each; one bit for each slot, set if its light is in the frame; for
 * each of those 3 bytes, x and y of 12 bits; then the part of the wall, 4 bits a cell.
 */

import { COLUMNS, HEIGHT, ROWS, WIDTH } from './space.js';

const VERSION = 1;
const HEAD_BYTES = 12;
/** A light is in this many frames after it moved. */
export const REPEATS = 3;
/** The frames in which every light comes once. A prime, see above. */
export const CYCLE = 31;
/** The parts in which the wall comes. A prime, see above. */
export const WALL_PARTS = 19;
const PART_ROWS = ROWS / WALL_PARTS;
const PART_CELLS = PART_ROWS * COLUMNS;
/** Stands for the place of a light that is out. */
export const DARK = 0xffffff;
/** A place has 12 bits each way, less than a pixel of a full HD screen; the last value is left to `DARK`. */
const STEPS = 0xfff - 1;
/** Names on the screen are few, see playfield/names.js. */
export const MAX_CALLED = 24;

/**
 * @param {number} x 0 to `WIDTH` @param {number} y 0 to `HEIGHT`
 * @returns {number} the place as the wire has it, never `DARK`
 */
export function placeOf(x, y) {
  return (Math.round((x * STEPS) / WIDTH) << 12) | Math.round((y * STEPS) / HEIGHT);
}

/**
 * @typedef {object} Shown what a frame is made of; of the lists, the place in them is the slot
 * @property {number} n of the tick
 * @property {readonly number[]} q places (`placeOf`), `DARK` for a light that is out
 * @property {readonly number[]} moved the tick in which the light last came to another place
 * @property {readonly number[]} called slots whose names are shown, `MAX_CALLED` at most
 * @property {number} inside @property {number} active how many lights are in the ring, and how many are steered
 * @property {number} painted ‰ of the wall
 * @property {readonly number[]} wall a colour of each cell from 1 on, 0: none; empty: there is no wall
 */

/** @param {Shown} shown @returns {Uint8Array} */
export function encodeFrame({ n, q, moved, called, inside, active, painted, wall }) {
  const slots = q.length;
  const slice = n % CYCLE;
  const flagsAt = HEAD_BYTES + 2 * called.length;
  const lightsAt = flagsAt + Math.ceil(slots / 8);
  const bytes = new Uint8Array(lightsAt + 3 * slots + (wall.length > 0 ? PART_CELLS / 2 : 0));
  const view = new DataView(bytes.buffer);
  const part = n % WALL_PARTS;
  bytes.set([VERSION, wall.length > 0 ? 1 : 0]);
  [slots, inside, active, painted].forEach((value, at) => view.setUint16(2 + 2 * at, value, true));
  bytes.set([called.length, part], 10);
  called.forEach((slot, at) => view.setUint16(HEAD_BYTES + 2 * at, slot, true));
  let at = lightsAt;
  for (let slot = 0; slot < slots; slot++) {
    if (n - Number(moved[slot]) >= REPEATS && slot % CYCLE !== slice) continue;
    const place = Number(q[slot]);
    bytes[flagsAt + (slot >> 3)] = Number(bytes[flagsAt + (slot >> 3)]) | (1 << (slot & 7));
    bytes[at] = place >> 16;
    bytes[at + 1] = place >> 8;
    bytes[at + 2] = place;
    at += 3;
  }
  if (wall.length > 0) {
    const from = part * PART_CELLS;
    for (let cell = 0; cell < PART_CELLS; cell += 2)
      bytes[at++] = (Number(wall[from + cell]) << 4) | Number(wall[from + cell + 1]);
  }
  return bytes.subarray(0, at);
}

/**
 * Collects what frames say. A light whose place never came is dark.
 */
export function createDecoder() {
  /** By slot, grown as needed. @type {number[]} */
  let places = [];
  const wall = new Uint8Array(COLUMNS * ROWS);
  /** @type {{ inside: number, active: number, painted: number, called: number[], hasWall: boolean }} */
  const head = { inside: 0, active: 0, painted: 0, called: [], hasWall: false };

  return {
    /** By slot: what `placeOf` gives, or `DARK`. */
    get places() {
      return places;
    },
    /** A colour of each cell from 1 on; 0: none. */
    wall,
    head,

    /**
     * @param {Uint8Array} bytes of a frame
     * @returns {boolean} false: they are not of this version, and nothing is taken from them
     */
    take(bytes) {
      if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) return false;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const slots = view.getUint16(2, true);
      const calls = view.getUint8(10);
      const flagsAt = HEAD_BYTES + 2 * calls;
      let at = flagsAt + Math.ceil(slots / 8);
      if (bytes.length < at) return false;
      Object.assign(head, {
        inside: view.getUint16(4, true),
        active: view.getUint16(6, true),
        painted: view.getUint16(8, true),
        called: Array.from({ length: calls }, (_, call) => view.getUint16(HEAD_BYTES + 2 * call, true)),
        hasWall: bytes[1] === 1,
      });
      places.length = slots < places.length ? slots : places.length;
      while (places.length < slots) places.push(DARK);
      for (let slot = 0; slot < slots; slot++) {
        if ((Number(bytes[flagsAt + (slot >> 3)]) & (1 << (slot & 7))) === 0) continue;
        places[slot] = (Number(bytes[at]) << 16) | (Number(bytes[at + 1]) << 8) | Number(bytes[at + 2]);
        at += 3;
      }
      if (head.hasWall) takeWall(bytes.subarray(at), view.getUint8(11));
      else wall.fill(0);
      return true;
    },
    /** Forgets everything: another scene begins. */
    forget() {
      places = [];
      wall.fill(0);
    },
  };

  /** @param {Uint8Array} bytes @param {number} part */
  function takeWall(bytes, part) {
    const from = part * PART_CELLS;
    for (let cell = 0; cell < PART_CELLS; cell += 2) {
      const pair = Number(bytes[cell / 2]);
      wall[from + cell] = pair >> 4;
      wall[from + cell + 1] = pair & 15;
    }
  }
}

/** @param {number} place not `DARK` @returns {number} 0 to 1 from left to right */
export function shareX(place) {
  return (place >> 12) / STEPS;
}

/** @param {number} place not `DARK` @returns {number} 0 to 1 from the top down */
export function shareY(place) {
  return (place & 0xfff) / STEPS;
}
