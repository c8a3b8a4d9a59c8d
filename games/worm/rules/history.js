/**
 * The history of a worm: one row a second, packed into a text for each minute. Two hours with eight segments take some
 * 1.3 MB. A text is stored as it is, so a snapshot costs a copy of it and not a walk through 400,000 numbers.
 */

/** @import { Segment } from './fold.js' */
/** @import { Figures } from './stats.js' */

/** Figures are kept to 1/10,000 of the unit: 0.01 points on the scale of -100 to 100. */
export const UNIT = 10_000;
/** Rows of this many seconds are one text. */
const CHUNK_S = 60;
/** A coarse row is kept this often, for screens that show more than ten minutes. */
const COARSE_S = 30;
/** A line ends after this long, so that one that was forgotten does not fill the disk. */
export const MOST_S = 4 * 3600;

/**
 * `*` is everybody.
 * @typedef {Segment | '*'} Line
 * @typedef {{ atS: number, mediaS: number | null, lines: Partial<Record<Line, Figures>> }} Row
 * @typedef {object} History
 * @property {string[]} chunks the rows of each minute; '' for a minute without any
 * @property {string[]} coarse rows
 * @property {number} lastS second of the last row; -1: none
 */

/** @returns {History} */
export function emptyHistory() {
  return { chunks: [], coarse: [], lastS: -1 };
}

/**
 * Takes a row in. The seconds rise; those that were missed, because the server was down, stay without a row.
 * @param {History} history @param {Row} row
 */
export function append(history, row) {
  const text = pack(row);
  const chunk = Math.floor(row.atS / CHUNK_S);
  while (history.chunks.length <= chunk) history.chunks.push('');
  const before = history.chunks[chunk];
  history.chunks[chunk] = before ? `${before};${text}` : text;
  const isNew = Math.floor(row.atS / COARSE_S) > Math.floor(history.lastS / COARSE_S);
  if (isNew) history.coarse.push(text);
  history.lastS = row.atS;
}

/** @param {History} history @param {number} [fromS] @param {number} [toS] both inclusive @returns {Row[]} */
export function rowsOf({ chunks }, fromS = 0, toS = Infinity) {
  const last = Math.min(chunks.length - 1, Math.floor(toS / CHUNK_S));
  /** @type {Row[]} */
  const rows = [];
  for (let chunk = Math.max(0, Math.floor(fromS / CHUNK_S)); chunk <= last; chunk++)
    for (const text of (chunks[chunk] ?? '').split(';')) if (text) rows.push(unpack(text));
  return rows.filter(({ atS }) => atS >= fromS && atS <= toS);
}

/** Rows some 30 s apart. @param {History} history @returns {Row[]} */
export function coarseRowsOf({ coarse }) {
  return coarse.map(unpack);
}

/**
 * The row of a second, or the last one in the three seconds before it. Called for every frame of a delayed line, so it
 * unpacks that row alone.
 * @param {History} history @param {number} atS @returns {Row | null}
 */
export function rowAt({ chunks }, atS) {
  const chunk = Math.floor(atS / CHUNK_S);
  for (const texts of [chunks[chunk] ?? '', chunks[chunk - 1] ?? '']) {
    const found = texts.split(';').findLast((text) => text !== '' && Number.parseInt(text, 10) <= atS);
    if (found) return Number.parseInt(found, 10) >= atS - 3 ? unpack(found) : null;
  }
  return null;
}

/** @param {Row} row @returns {string} `12 3.5|* 14 2300 2400 2380 5100|a …` */
export function pack({ atS, mediaS, lines }) {
  const parts = Object.entries(lines).map(([line, { n, mean, median, trimmed, deviation }]) =>
    [line, n, ...[mean, median, trimmed, deviation].map((value) => Math.round(value * UNIT))].join(' '),
  );
  return [mediaS === null ? String(atS) : `${atS} ${Math.round(mediaS * 100) / 100}`, ...parts].join('|');
}

/** @param {string} text @returns {Row} */
export function unpack(text) {
  const [head = '', ...parts] = text.split('|');
  const [atS, mediaS] = head.split(' ');
  /** @type {Row['lines']} */
  const lines = {};
  for (const part of parts) {
    const [line, ...numbers] = part.split(' ');
    const [n = 0, mean = 0, median = 0, trimmed = 0, deviation = 0] = numbers.map(Number);
    lines[/** @type {Line} */ (line)] = {
      n,
      mean: mean / UNIT,
      median: median / UNIT,
      trimmed: trimmed / UNIT,
      deviation: deviation / UNIT,
    };
  }
  return { atS: Number(atS), mediaS: mediaS === undefined ? null : Number(mediaS), lines };
}
