/** A game that takes long to say what a host and a panel see is asked again and again: what it says late is shown all the same. */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { createHostDesk } from '../../lib/room/host-desk.js';
import { createRelay } from '../../lib/room/relay.js';
import { until } from '../support/until.js';

/** Longer than a panel waits for either. */
const SLOW_MS = 400;

/** @param {unknown} answer @returns {any} a scene whose game answers slowly */
const slowScene = (answer) => ({
  epoch: 1,
  loaded: { game: { actions: {} }, card: { title: 'Slow' } },
  describe: () => ({ back: null }),
  play: { ask: () => delay(SLOW_MS, answer) },
});
/** @type {any} */
const log = { info() {}, warn() {}, error() {} };

test('a host reads the step of a game that is slow to say it, and keeps it while it is asked again', async () => {
  const next = { id: 'go 1', action: 'next', label: 'Next' };
  const desk = createHostDesk({
    ...{
      id: 'main',
      scene: slowScene({ next, back: null, isAgain: false, isResting: false, host: null, off: {} }),
      log,
    },
    ...{ sheet: /** @type {any} */ ({ step: () => null }), isBlank: false, onBlank: async () => {} },
    pause: { isOn: () => false, end: async () => {} },
  });
  const { next: first, isKnown } = await desk.read();
  assert.deepEqual([first, isKnown], [null, false], 'nobody knows it yet');
  await until(desk.read, (read) => read.next !== null);
  assert.deepEqual((await desk.read()).next, next);
  assert.equal((await desk.read()).isKnown, true);
});

test('a panel reads what a slow game told it', async () => {
  const scene = slowScene('{"votes":3}');
  const relay = createRelay({
    ...{ id: 'main', scene, log, views: /** @type {any} */ ({ clear() {} }), publish() {} },
    ...{ pidOf: () => '', onPlayed() {}, onCleared() {}, events: { note() {} } },
  });
  assert.deepEqual(await relay.panelView(), { votes: 3 }, 'the first time it waits longer');
  scene.play.ask = () => delay(SLOW_MS, '{"votes":4}');
  assert.deepEqual(await relay.panelView(), { votes: 3 });
  await until(
    () => relay.panelView(),
    (view) => view.votes === 4,
  );
});
