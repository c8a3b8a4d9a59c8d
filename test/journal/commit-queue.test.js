/** Two lanes to one disk: urgent rows overtake patient ones, and no older row ever comes after a newer one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCommitQueue } from '../../lib/journal/commit-queue.js';
import { createGroupCommit } from '../../lib/journal/group-commit.js';

/** @type {(key: string, value: number) => import('../../lib/journal/rows.js').Row} */
const row = (key, value) => ({ key, write: { put: 'meta', values: [value] } });

/** A queue whose clock the test turns. */
function openQueue() {
  const clock = { nowMs: 0 };
  const queue = createCommitQueue(() => clock.nowMs);
  return {
    ...{ clock, queue },
    /** Commits the next batch. @returns {unknown[]} its values */
    commit() {
      const batch = queue.shift();
      queue.settle();
      batch?.resolve();
      return batch?.writes.map(({ values }) => values[0]) ?? [];
    },
  };
}

test('what somebody waits for leaves at once, what nobody waits for gathers', () => {
  const { clock, queue, commit } = openQueue();
  assert.equal(queue.dueMs(), Infinity);
  void queue.put('patient', [row('a', 1)]);
  assert.equal(queue.dueMs(), 200);
  void queue.put('urgent', [row('b', 2)]);
  assert.ok(queue.dueMs() <= 0);
  assert.deepEqual(commit(), [2]);
  clock.nowMs = 150;
  void queue.put('patient', [row('c', 3)]);
  assert.equal(queue.dueMs(), 200, 'counted from the first');
  assert.deepEqual(commit(), [1, 3]);
  void queue.put('urgent', [row('d', 4)]);
  assert.equal(queue.dueMs(), 160, 'and urgent ones wait for others, too');
});

test('commits leave every 10 ms, whatever comes in between', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  /** @type {number[]} */
  const commits = [];
  const commit = (/** @type {unknown} */ _writes, /** @type {(problem: string) => void} */ onAnswer) => {
    commits.push(nowMs);
    onAnswer('');
  };
  const group = createGroupCommit({ thread: { isUp: true, commit }, onError: assert.fail, now: () => nowMs });
  for (; nowMs <= 40; nowMs++, t.mock.timers.tick(1)) void group.save(() => [row('key', nowMs)]);
  assert.deepEqual(commits, [1, 11, 21, 31, 41]);
});

test('a rush of players holds up nobody: one of their batches goes between two urgent ones', () => {
  const { clock, queue, commit } = openQueue();
  for (let n = 0; n < 1000; n++) void queue.put('patient', [row(`player ${n}`, n)]);
  assert.equal(queue.dueMs(), -Infinity, 'there are enough for a commit');
  const urgent = [];
  for (let n = 0; n < 3; n++) {
    void queue.put('urgent', [row(`answer ${n}`, -1 - n)]);
    urgent.push(commit()[0]);
    assert.ok(commit().length <= 200);
    clock.nowMs += 1000;
  }
  assert.deepEqual(urgent, [-1, -2, -3]);
});

test('what must be last comes after all that waits', () => {
  const { queue, commit } = openQueue();
  void queue.put('patient', [row('player', 1)]);
  void queue.put('urgent', [row('scene', 2)]);
  queue.hurry();
  void queue.put('urgent', [row('delete room', 3)]);
  assert.deepEqual([...commit(), ...commit(), ...commit()], [2, 1, 3]);
});

test('whatever the order of rows and commits, the last row of each key is what stays', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    lane: fc.constantFrom(/** @type {const} */ ('urgent'), /** @type {const} */ ('patient')),
    commits: fc.nat(2),
    afterMs: fc.constantFrom(0, 5, 300),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { clock, queue } = openQueue();
      /** @type {Record<string, unknown>} */
      const disk = {};
      /** @type {Record<string, number>} */
      const wanted = {};
      const commit = () => {
        const batch = queue.shift();
        for (const { values } of batch?.writes ?? []) {
          const [value] = values;
          const { key } = /** @type {{ key: string }} */ (steps[Number(value)]);
          disk[key] = value;
        }
        queue.settle();
        return batch;
      };
      steps.forEach(({ key, lane, commits, afterMs }, n) => {
        clock.nowMs += afterMs;
        void queue.put(lane, [row(key, n)]);
        wanted[key] = n;
        for (let i = 0; i < commits; i++) commit();
      });
      while (commit());
      assert.deepEqual(disk, wanted);
      assert.equal(queue.rows, 0);
    }),
  );
});
