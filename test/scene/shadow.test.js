/** The shadow of a running game holds what a journal would give back, whatever is written in which order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Shadow } from '../../lib/scene/saved-scenes.js';

const key = fc.constantFrom('a', 'b', 'c');
const row = fc.record({ playerId: key, id: key, receipt: fc.json() });
const write = fc.record({
  isWhole: fc.boolean(),
  submissions: fc.array(row, { maxLength: 3 }),
  forgotten: fc.array(fc.record({ playerId: key, id: key }), { maxLength: 2 }),
});

test('it gives the newest snapshot, the transcripts after it, and the receipts that were not forgotten', () => {
  fc.assert(
    fc.property(fc.array(write, { minLength: 1, maxLength: 12 }), (writes) => {
      const shadow = new Shadow();
      /** @type {{ snapshot: number, transcripts: number[], receipts: Map<string, string> }} */
      const disk = { snapshot: 0, transcripts: [], receipts: new Map() };
      writes.forEach(({ isWhole, submissions, forgotten }, at) => {
        const seq = at + 1;
        const saved = JSON.stringify({ state: seq, nowMs: 0, seed: 1, seq });
        const entries = JSON.stringify([['tick', seq, null]]);
        shadow.note({
          seq,
          snapshot: isWhole ? saved : null,
          transcript: isWhole ? null : entries,
          submissions,
          forgotten,
        });
        if (isWhole) Object.assign(disk, { snapshot: seq, transcripts: [] });
        else disk.transcripts.push(seq);
        for (const { playerId, id } of forgotten) disk.receipts.delete(playerId + id);
        for (const { playerId, id, receipt } of submissions) disk.receipts.set(playerId + id, receipt);
      });
      const stored = shadow.stored();
      if (disk.snapshot === 0) return assert.equal(stored, null);
      assert.equal(stored?.saved.seq, disk.snapshot);
      assert.deepEqual(
        stored?.transcripts.map(({ seq, entries }) => [seq, entries]),
        disk.transcripts.map((seq) => [seq, [['tick', seq, null]]]),
      );
      assert.deepEqual(
        new Map(stored?.submissions.map(({ playerId, id, receipt }) => [playerId + id, receipt])),
        disk.receipts,
      );
    }),
  );
});

test('who goes on from it may change what they are given', () => {
  const saved = { state: { n: 1 }, nowMs: 0, seed: 1 };
  const shadow = new Shadow({ saved, transcripts: [], submissions: [] });
  saved.state.n = 2;
  const first = /** @type {any} */ (shadow.stored());
  assert.equal(first.saved.state.n, 1);
  first.saved.state.n = 3;
  assert.deepEqual(shadow.stored()?.saved.state, { n: 1 });
});
