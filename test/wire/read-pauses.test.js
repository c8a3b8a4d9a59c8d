/** Connections that rest take turns, and the turns remember nobody who is gone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createReadPauses, createRests } from '../../lib/wire/read-pauses.js';

/** @import { Connection } from '../../lib/wire/connection.js' */

/** @param {number} id */
function connectionOf(id) {
  const connection = {
    ...{ id, restedAtMs: -1000, pausedUntilMs: 0, isTrusted: false },
    /** @returns {boolean} */
    get mayRest() {
      return !this.isTrusted && this.pausedUntilMs === 0;
    },
    pause(/** @type {number} */ untilMs) {
      this.pausedUntilMs = untilMs;
    },
    resume() {
      this.pausedUntilMs = 0;
    },
  };
  return /** @type {Connection & typeof connection} */ (/** @type {unknown} */ (connection));
}

/** @param {import('node:test').TestContext} t @param {number} size */
function open(t, size) {
  const clock = { nowMs: 0 };
  const now = () => clock.nowMs;
  const pauses = createReadPauses({ now });
  t.after(() => pauses.stop());
  const all = Array.from({ length: size }, (_none, id) => connectionOf(id));
  /** @type {Map<unknown, Connection>} */
  const map = new Map(all.map((one) => [one.id, one]));
  return { clock, all, map, ...createRests({ open: map, pauses, now }) };
}

test('in any order of coming, going and pausing, nobody rests twice within half a second or before all others', (t) => {
  const { clock, all, map, rest } = open(t, 60);
  const rests = new Map(all.map(({ id }) => [id, 0]));
  for (let turn = 0; turn < 400; turn++) {
    clock.nowMs += 20;
    const before = all.map(({ restedAtMs }) => restedAtMs);
    rest(0.2, 80);
    for (const [id, one] of all.entries()) {
      if (one.restedAtMs !== clock.nowMs) continue;
      const last = /** @type {number} */ (before[id]);
      assert.ok(clock.nowMs - last >= 500, `${id} rests again after ${clock.nowMs - last} ms`);
      rests.set(id, Number(rests.get(id)) + 1);
    }
    for (const one of all) if (one.pausedUntilMs <= clock.nowMs + 20) one.resume();
    // One of them goes and comes again, at the end of the turns.
    const moved = /** @type {Connection} */ (all[turn % 7]);
    map.delete(turn % 7);
    map.set(turn % 7, moved);
  }
  const counts = [...rests.entries()].filter(([id]) => id >= 7).map(([, count]) => count);
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `all rest as often: ${counts.join(' ')}`);
});

test('the turns keep nobody who is gone', async (t) => {
  setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collect = runInNewContext('gc');
  const { map, rest } = open(t, 10);
  rest(0.1, 80);
  // So many come and go that the map is made larger and smaller several times.
  const gone = Array.from({ length: 500 }, (_none, i) => {
    const one = connectionOf(1000 + i);
    map.set(one.id, one);
    return new WeakRef(one);
  });
  for (let i = 0; i < 500; i++) map.delete(1000 + i);
  // A WeakRef keeps what it was made of until the job at hand is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  assert.equal(gone.filter((one) => one.deref() !== undefined).length, 0);
  rest(0.1, 80);
  assert.equal([...map.values()].filter(({ pausedUntilMs }) => pausedUntilMs > 0).length, 2);
});
