/** Errands of a game run in a thread of its own, and an edge elsewhere folds in one what an author's fold has to fold. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDrains } from '../../lib/bus/drains.js';
import { createWindows } from '../../lib/bus/windows.js';
import { createErrands } from '../../lib/errands/thread.js';
import { loadGame } from '../../lib/load-games.js';
import { createEdge } from '../../lib/stage/edge.js';
import { gamesFolder } from '../support/games.js';

const GAME = {
  'game.js': `import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Longest', input: { n: { type: 'integer' } },
  aggregate: {
    empty: () => ({ most: 0 }),
    add(sum, { n }) {
      if (n === 13) throw new Error('thirteen');
      while (n === 666);
      return { most: Math.max(sum.most, n) };
    },
    merge: (a, b) => ({ most: Math.max(a.most, b.most) }),
  },
  setup: () => ({}), frame: () => ({}),
});`,
};

/** @param {import('node:test').TestContext} t */
async function openEdgeElsewhere(t) {
  const folder = join(await gamesFolder(t, { longest: GAME }), 'longest');
  const loaded = await loadGame(folder, 'longest');
  /** @type {{ hook: string, where: Promise<string> }[]} */
  const silent = [];
  /** @type {{ hook: string, silentMs: number }[]} */
  const slow = [];
  const errands = createErrands({
    ...{ loadedOf: () => loaded, memoryMb: 128, patienceMs: 500 },
    onSilent: (found) => void silent.push(found),
    onSlow: (found) => void slow.push(found),
  });
  t.after(() => errands.close());
  const edge = createEdge();
  edge.setGame(loaded.game, 1);
  const seat = edge.sit({ id: 'a', team: null });
  const windows = createWindows();
  /** @type {(value: unknown) => void} */
  let sent = () => {};
  const drains = createDrains({
    send: (window) => sent(windows.accept('edge', window)),
    now: () => 0,
    foldAway: (gameId, rows) => errands.run(gameId, 'fold', [rows]),
  });
  drains.onDrain('main', (nowMs) => ({ ...edge.window(nowMs), gameId: 'longest' }));
  return {
    ...{ silent, slow, folder },
    /** @param {number[]} numbers @returns {Promise<unknown>} what the home collects */
    async send(...numbers) {
      for (const n of numbers) edge.input(seat, { n }, 0);
      const done = new Promise((resolve) => (sent = resolve));
      drains.contribute('main');
      await done;
      return windows.collect('main', loaded.game, 1);
    },
  };
}

test('a sum comes from the thread, and what it throws reaches the home with its place', async (t) => {
  const { send } = await openEdgeElsewhere(t);
  assert.deepEqual(await send(3, 9, 4), { sums: [{ most: 9 }], rows: [] });
  assert.deepEqual(await send(), { sums: [{ most: 0 }], rows: [] }, 'an event counts once');
  await assert.rejects(send(13), (/** @type {Error} */ { message, stack }) => {
    assert.equal(message, 'thirteen');
    assert.match(String(stack), /longest\/game\.js:7:\d+/);
    return true;
  });
  assert.deepEqual(await send(5), { sums: [{ most: 5 }], rows: [] }, 'the next window is as good as any');
});

test('a fold that never returns is ended and found, and another thread folds what comes next', async (t) => {
  const { send, silent, slow, folder } = await openEdgeElsewhere(t);
  await assert.rejects(send(666), /it has not returned for 0\.5 s/);
  assert.deepEqual(await send(7), { sums: [{ most: 7 }], rows: [] });
  assert.deepEqual(
    slow,
    [{ gameId: 'longest', hook: 'aggregate', silentMs: 250 }],
    'said once, before it is ended',
  );
  assert.equal(silent[0]?.hook, 'aggregate');
  assert.ok((await silent[0]?.where)?.includes(`${folder}/game.js:8:`));
});
