/** Reads the published figures that a run is drawn beside, and derives thresholds from them. */

/** @import { Row } from '../types.js' */
/** @import { Threshold } from './types.js' */

import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { isValid, most, num, numbers } from './fields.js';

/** By Drew Harry's measure, a server is jammed when the mean round trip passes this. */
export const JAMMED_MS = 200;
const WINDOW_S = 10;

/** Reads loadtest/anchors/, about a thousand rows. */
export async function readAnchors() {
  const [harry = '', azure = '', json = ''] = await Promise.all(
    ['harry-2012-jamming.csv', 'mme-2012-azure-ramp.csv', 'published.json'].map((file) =>
      readFile(new URL(`../anchors/${file}`, import.meta.url), 'utf8'),
    ),
  );
  const jamming = rowsOf(harry).map(({ concurrency, received_per_s: perS, mean_ms: meanMs }) => ({
    ...{ concurrency, perS: perS * concurrency, meanMs, validity: 'valid' },
  }));
  const ramp = rowsOf(azure).map(({ connections, messages_in_10_s: messages }) => ({
    ...{ connections, receivedPerS: messages / WINDOW_S },
  }));
  /** @type {typeof import('../anchors/published.json', { with: { type: 'json' } })} */
  const published = JSON.parse(json);
  return { jamming, ramp, published, jammingThresholds: thresholdsOf(jamming) };
}

/** @param {string} text @returns {any[]} */
function rowsOf(text) {
  return parse(text, { columns: true, cast: true });
}

/**
 * Finds the jamming threshold of each concurrency: the most messages that the server sends a second without a jam.
 * @param {readonly Row[]} points one that is not valid proves neither a rate nor a jam of the server
 * @returns {Threshold[]} by rising concurrency; a concurrency that jammed from the start has none
 */
export function thresholdsOf(points) {
  const trusted = points.filter(isValid);
  return sizesOf(trusted).flatMap((concurrency) => {
    const own = trusted.filter((point) => num(point, 'concurrency') === concurrency);
    const calm = own.filter(
      (point) => point['jammed'] !== true && (num(point, 'meanMs') ?? JAMMED_MS) < JAMMED_MS,
    );
    const perS = most(calm, 'perS');
    return perS === null ? [] : [{ concurrency, perS, jammed: calm.length < own.length }];
  });
}

/** @param {readonly Row[]} points @returns {number[]} their concurrencies, each once, rising */
export function sizesOf(points) {
  return [...new Set(numbers(points, 'concurrency'))].sort((one, other) => one - other);
}
