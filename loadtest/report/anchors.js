/** Reads the published figures that a run is drawn beside, and derives thresholds from them. */

/** @import { Anchors, JammingPoint, RampWindow, Threshold } from './types.js' */

import { readFile } from 'node:fs/promises';

const FOLDER = new URL('../anchors/', import.meta.url);
/** By Drew Harry's measure, a server is jammed when the mean round trip passes this. */
export const JAMMED_MS = 200;
const WINDOW_S = 10;

/**
 * Reads loadtest/anchors/, about a thousand rows.
 * @returns {Promise<Anchors>}
 */
export async function readAnchors() {
  const [jamming, ramp, published] = await Promise.all([
    readRows('harry-2012-jamming.csv', toJammingPoint),
    readRows('mme-2012-azure-ramp.csv', toRampWindow),
    readFile(new URL('published.json', FOLDER), 'utf8').then(JSON.parse),
  ]);
  const jammingThresholds = thresholdsOf(
    jamming.map(({ concurrency, receivedPerS, meanMs }) => ({
      concurrency,
      perS: receivedPerS * concurrency,
      meanMs,
    })),
  );
  return { jamming, ramp, published, jammingThresholds };
}

/**
 * Finds the jamming threshold of each concurrency: the most messages that the server sends a second without a jam.
 * @param {readonly { concurrency: number, perS: number, meanMs: number | null, jammed?: boolean, isValid?: boolean }[]} points
 * @returns {Threshold[]} by rising concurrency; a concurrency that jammed from the start has none
 */
export function thresholdsOf(points) {
  /** @type {Map<number, Threshold>} */
  const best = new Map();
  // A point that is not valid proves neither a rate nor a jam of the server.
  const trusted = points.filter(({ isValid = true }) => isValid);
  for (const point of trusted) {
    if (isJammed(point)) continue;
    const { concurrency, perS } = point;
    const known = best.get(concurrency);
    if (!known) best.set(concurrency, { concurrency, perS, jammed: false });
    else known.perS = Math.max(known.perS, perS);
  }
  for (const point of trusted) {
    const threshold = best.get(point.concurrency);
    if (threshold && isJammed(point)) threshold.jammed = true;
  }
  return [...best.values()].sort((one, other) => one.concurrency - other.concurrency);
}

/** @param {{ meanMs: number | null, jammed?: boolean }} point */
function isJammed({ meanMs, jammed = false }) {
  return jammed || meanMs === null || meanMs >= JAMMED_MS;
}

/**
 * @template T
 * @param {string} file
 * @param {(values: number[]) => T} toRow
 */
async function readRows(file, toRow) {
  const [, ...lines] = (await readFile(new URL(file, FOLDER), 'utf8')).trim().split('\n');
  return lines.map((line) => toRow(line.split(',').map(Number)));
}

/** @param {number[]} row @returns {JammingPoint} */
function toJammingPoint([
  concurrency = 0,
  receivedPerS = 0,
  samples = 0,
  minMs = 0,
  meanMs = 0,
  maxMs = 0,
  stddevMs = 0,
]) {
  return { concurrency, receivedPerS, samples, minMs, meanMs, maxMs, stddevMs };
}

/** @param {number[]} row @returns {RampWindow} */
function toRampWindow([timeS = 0, connections = 0, messages = 0, heapTotalBytes = 0, heapUsedBytes = 0]) {
  return { timeS, connections, receivedPerS: messages / WINDOW_S, heapTotalBytes, heapUsedBytes };
}
