/** Pictures of a page as the browser composed them, and whether anything can be seen on one. */

import { inflateSync } from 'node:zlib';

const HEAD_BYTES = 8;
/** How many bytes a pixel has, by the colour type of a PNG. @type {Record<number, number>} */
const BYTES = { 0: 1, 2: 3, 6: 4 };
/** This share of the brightest and of the darkest pixels may be anything: one word in large letters has more pixels, a speck has fewer. */
const SHARE = 0.002;

/**
 * Tells how far the picture's brightest or darkest pixels stand from its ground, which is what most pixels show. A page with a single
 * word in large letters has more than 100; one that is black, white, or a soft light without anything in it has less than 40.
 * @param {Buffer} png with 8 bits a channel, not interlaced, as Chromium writes it
 * @param {number} [rows] so many of its upper rows count. Default: all
 * @returns {number} 0 to 255
 * @throws {Error} the file is no such picture
 */
export function contrastOf(png, rows = Infinity) {
  const levels = new Uint32Array(256);
  const count = countLevels(png, levels, rows);
  const at = (/** @type {number} */ share) => levelAt(levels, count * share);
  const ground = at(0.5);
  return Math.max(at(1 - SHARE) - ground, ground - at(SHARE));
}

/** @param {Uint32Array} levels how many pixels have each @param {number} rank @returns {number} the level of the pixel of this rank */
function levelAt(levels, rank) {
  let below = 0;
  for (let level = 0; level < levels.length; level++) {
    below += levels[level] ?? 0;
    if (below > rank) return level;
  }
  return levels.length - 1;
}

/**
 * Counts the pixels of each luminance: a fourth of them, which takes a fourth of the time.
 * @param {Buffer} png @param {Uint32Array} levels @param {number} most rows @returns {number} of pixels
 */
function countLevels(png, levels, most) {
  const { width, height, bytes, packed } = readParts(png);
  const all = inflateSync(packed);
  const line = width * bytes;
  const step = 2 * bytes;
  let count = 0;
  let before = new Uint8Array(line);
  for (let y = 0; y < Math.min(height, most); y++) {
    const from = y * (line + 1);
    const now = all.subarray(from + 1, from + 1 + line);
    undoFilter(now, before, all[from] ?? 0, bytes);
    before = now;
    if (y % 2 === 1) continue;
    for (let x = 0; x < line; x += step) {
      const level = bytes === 1 ? (now[x] ?? 0) : luminance(now[x] ?? 0, now[x + 1] ?? 0, now[x + 2] ?? 0);
      levels[level] = (levels[level] ?? 0) + 1;
      count += 1;
    }
  }
  return count;
}

/** @param {number} red @param {number} green @param {number} blue 0 to 255 */
const luminance = (red, green, blue) => Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);

/** @param {Buffer} png */
function readParts(png) {
  /** @type {Buffer[]} */
  const packed = [];
  let head = { width: 0, height: 0, depth: 0, type: -1, interlaced: 1 };
  for (let at = HEAD_BYTES; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR')
      head = {
        ...{ width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth: body[8] ?? 0 },
        ...{ type: body[9] ?? -1, interlaced: body[12] ?? 1 },
      };
    if (kind === 'IDAT') packed.push(body);
    at += 12 + length;
  }
  const bytes = BYTES[head.type];
  if (!bytes || head.depth !== 8 || head.interlaced !== 0)
    throw new Error('The picture must be a PNG with 8 bits a channel, grey or with colours, not interlaced.');
  return { ...head, bytes, packed: Buffer.concat(packed) };
}

/** Turns differences into values, in place: each filter has a loop of its own, because most rows have the quick ones. @param {Uint8Array} line @param {Uint8Array} above @param {number} filter 0 to 4 @param {number} bytes of a pixel */
function undoFilter(line, above, filter, bytes) {
  const { length } = line;
  const at = (/** @type {Uint8Array} */ row, /** @type {number} */ x) => (x < 0 ? 0 : (row[x] ?? 0));
  if (filter === 1) for (let x = bytes; x < length; x++) line[x] = at(line, x) + at(line, x - bytes);
  else if (filter === 2) for (let x = 0; x < length; x++) line[x] = at(line, x) + at(above, x);
  else if (filter === 3)
    for (let x = 0; x < length; x++) line[x] = at(line, x) + ((at(line, x - bytes) + at(above, x)) >> 1);
  else if (filter === 4)
    for (let x = 0; x < length; x++)
      line[x] = at(line, x) + nearest(at(line, x - bytes), at(above, x), at(above, x - bytes));
}

/** Takes the neighbour that is nearest to their plane, as PNG wants it. @param {number} left @param {number} up @param {number} corner */
function nearest(left, up, corner) {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
