/** The simulator: the same seed gives the same show, no byte is added by more phones, and an input is in the step after its window. */

/** @import { ShowSize } from '../../loadtest/scale/show.js' */
/** @import { Simulated } from '../../loadtest/scale/simulate.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceAt } from '../../loadtest/scale/calibration.js';
import { grown, openCounter, sumOf } from '../../loadtest/scale/counts.js';
import { simulate } from '../../loadtest/scale/simulate.js';

/** It counts whole only what has not run before. */
const counter = openCounter();

/** @type {ShowSize} */
const SIZE = { game: 'pong', edges: 3, phones: 30, hz: 2, screens: 1, isGoverned: true, seed: 7 };
const run = (/** @type {Partial<ShowSize>} */ other = {}) => simulate({ ...SIZE, ...other }, { seconds: 1 });

/**
 * V8 writes a whole number with one byte as long as no object of its shape has held a fraction, and with eight afterwards, whichever
 * show that was in: some bytes differ between two runs in one process.
 * @param {number} one @param {number} other
 */
const isAsMuch = (one, other) => Math.abs(one / other - 1) < 0.08;

test('the same seed gives the same messages, the same delays, and as many bytes', async () => {
  const countsOf = (/** @type {Simulated} */ { messages, inputsPerS, delays }) => ({
    ...{ messages, inputsPerS, delays },
  });
  const [one, again] = [await run(), await run()];
  assert.deepEqual(countsOf(again), countsOf(one));
  assert.ok(isAsMuch(one.bytesIn, again.bytesIn), `${one.bytesIn} and ${again.bytesIn}`);
  assert.ok(isAsMuch(one.bytesOut, again.bytesOut), `${one.bytesOut} and ${again.bytesOut}`);
  assert.ok(one.bytesIn > 0 && one.messages > 0 && one.inputsPerS > 0);
  assert.equal(one.refused, 0);
});

test('what crosses Redis does not grow with the phones, and does with the edges', async () => {
  const few = await run();
  const many = await run({ phones: 900 });
  const wide = await run({ edges: 9 });
  assert.ok(many.inputsPerS > 20 * few.inputsPerS);
  assert.ok(isAsMuch(many.bytesIn, few.bytesIn), `${many.bytesIn} of ${few.bytesIn}`);
  assert.ok(isAsMuch(many.bytesOut, few.bytesOut), `${many.bytesOut} of ${few.bytesOut}`);
  assert.equal(many.messages, few.messages);
  assert.ok(wide.bytesIn > 1.8 * few.bytesIn, `${wide.bytesIn} of ${few.bytesIn}`);
});

test('no block of the home’s code runs once for each phone that is there and silent', async () => {
  const counted = async (/** @type {number} */ phones, /** @type {number} */ hz) =>
    (await simulate({ ...SIZE, phones, hz }, { seconds: 1, counter })).counts ?? new Map();
  // As many inputs by fifty times as many phones. They make other folds, which is work for each input.
  const [few, many] = [await counted(60, 10), await counted(3000, 0.2)];
  assert.ok(sumOf(few) > 1000, `${sumOf(few)} blocks ran`);
  // The engine loses count of some small functions once they are inlined, whenever that is: of one that each window calls, it counted 0, then 400.
  assert.deepEqual(grown(few, many, 1500), []);
});

test('an input is in the step that follows the one that asked for its window', async () => {
  const { delays } = await run();
  const [least, most] = [delays.minMs ?? NaN, delays.maxMs ?? NaN];
  // A step is 33 ms, the question and the window take 1 ms each, and inputs are dealt out every 8 ms.
  assert.ok(least > 31 && most < 2 * 34 + 1, `${least} to ${most} ms`);
});

test('the clock of the program is its own again', async () => {
  const own = [performance.now, globalThis.setTimeout];
  await run();
  assert.deepEqual([performance.now, globalThis.setTimeout], own);
});

test('a price between two measured rates is between theirs, and beyond them that of the nearest', () => {
  const stream = [
    { messagesPerS: 100, receivedUs: 80 },
    { messagesPerS: 10_000, receivedUs: 20 },
  ];
  assert.equal(priceAt(stream, 1), 80);
  assert.ok(Math.abs(priceAt(stream, 1000) - 50) < 1e-9);
  assert.equal(priceAt(stream, 1e6), 20);
});
