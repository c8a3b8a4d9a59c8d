/** Connections that ask in a loop have a limit by address: a hall behind a proxy gets in, a flood does not, and nobody is locked out for long. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHttpLimits } from '../../lib/door/http-limits.js';

function open({ maxPlayers = 2000 } = {}) {
  const clock = { nowMs: 0 };
  const limits = createHttpLimits({ maxPlayers, now: () => clock.nowMs, random: () => 0.5 });
  /** @param {string} address @param {string} path @param {number} times @returns {number} how many were let in */
  const ask = (address, path, times) => {
    let count = 0;
    for (let i = 0; i < times; i++) if (limits.check(address, path) === 0) count += 1;
    return count;
  };
  return { clock, limits, ask };
}

test('2,000 phones behind one address load 20 files each at once', () => {
  const { ask } = open();
  assert.equal(ask('198.51.100.7', '/public/phone/phone.js', 40_000), 40_000);
});

test('an address that floods is refused, the others are not; 500 a second go on', () => {
  const { ask, clock, limits } = open();
  assert.equal(ask('10.0.0.1', '/', 100_000), 40_000);
  assert.equal(limits.check('10.0.0.1', '/'), 3, 'seconds to wait');
  assert.equal(ask('10.0.0.2', '/', 1000), 1000);
  clock.nowMs += 10_000;
  assert.equal(ask('10.0.0.1', '/', 100_000), 5000);
});

test('no number of addresses takes from another one what it may', () => {
  const { ask } = open();
  for (let host = 0; host < 100; host++) assert.equal(ask(`10.0.1.${host}`, '/', 1000), 1000);
  assert.equal(ask('10.0.2.1', '/', 1000), 1000);
});

test('what costs more counts more', () => {
  const { ask } = open();
  assert.equal(ask('10.0.0.1', '/metrics', 100_000), 4000);
  assert.equal(ask('10.0.0.2', '/api/rooms/main/results.csv', 100_000), 10_000);
});

test('a small server has room for its operators and screens', () => {
  const { ask } = open({ maxPlayers: 1 });
  assert.equal(ask('10.0.0.1', '/control', 20_000), 20_000);
});
