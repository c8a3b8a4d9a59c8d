/** Tests that the published figures agree with loadtest/anchors/README.md. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readAnchors, thresholdsOf } from '../../loadtest/report/anchors.js';

/** Received messages per second are published with two decimals, and are multiplied by the concurrency. */
const ROUNDING = 0.005;

test('the thresholds derived from the 867 points are those of the README', async () => {
  const { jamming, jammingThresholds } = await readAnchors();
  assert.equal(jamming.length, 867);
  const own = new Map(jammingThresholds.map((one) => [one.concurrency, one]));
  const published = await readmeTable();
  assert.equal(published.length, 10);
  for (const [concurrency, perS] of published) {
    const threshold = own.get(concurrency);
    assert.ok(threshold?.jammed, `${concurrency} clients jammed in 2012`);
    assert.ok(
      Math.abs(threshold.perS - perS) <= concurrency * ROUNDING + 1,
      `${concurrency} clients: ${threshold.perS} instead of ${perS}`,
    );
  }
});

test('the ramp of 2012 is in messages a second', async () => {
  const { ramp, published } = await readAnchors();
  assert.equal(ramp.length, 228);
  assert.deepEqual(ramp[1], { connections: 10, receivedPerS: 40.6 });
  assert.equal(published['mass-mobile-experiment-2012'].receivedPerSecond, 8500);
});

test('a threshold without a jam is a lower bound, and a spoiled point proves nothing', () => {
  const thresholds = thresholdsOf([
    { concurrency: 25, perS: 2500, meanMs: 5, validity: 'valid' },
    { concurrency: 25, perS: 5000, meanMs: 9, validity: 'valid' },
    { concurrency: 25, perS: 7500, meanMs: 900, validity: 'invalid' },
    { concurrency: 50, perS: 5000, meanMs: 5, validity: 'valid' },
    { concurrency: 50, perS: 6000, meanMs: 40, validity: 'valid', jammed: true },
    { concurrency: 75, perS: 7500, meanMs: 400, validity: 'valid' },
  ]);
  assert.deepEqual(thresholds, [
    { concurrency: 25, perS: 5000, jammed: false },
    { concurrency: 50, perS: 5000, jammed: true },
  ]);
});

/** @returns {Promise<[number, number][]>} concurrency and sent/s */
async function readmeTable() {
  const text = await readFile(new URL('../../loadtest/anchors/README.md', import.meta.url), 'utf8');
  const cells = (/** @type {string} */ name) =>
    (new RegExp(`^\\| *${name}[^|]*\\|(.*)\\|$`, 'm').exec(text)?.[1] ?? '')
      .split('|')
      .map((cell) => Number(cell.replaceAll(',', '')));
  const sent = cells('sent/s before jamming');
  return cells('concurrency').map((concurrency, index) => [concurrency, sent[index] ?? NaN]);
}
