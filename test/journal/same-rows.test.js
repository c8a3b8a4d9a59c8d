/** Whatever is written, and wherever connections or the thread break, all three databases hold the same rows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openJournal } from '../../lib/journal/journal.js';
import { startEngines } from '../support/journals.js';
import { sample } from '../support/sample.js';

/** @import { Journal } from '../../lib/journal/journal.js' */
/** @import { Worker } from 'node:worker_threads' */

const RUNS = sample(2, 30);
/** Players and documents are forgotten by the clock: all is of this moment. */
const NOW_MS = 1_800_000_000_000;

const id = fc.constantFrom('a', 'b', 'c', 'ä', 'A', 'a ');
const n = fc.nat({ max: 9 });
const text = fc.string({ unit: 'binary', maxLength: 8 });

/** A change of the journal, as data. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('saveMeta'), id, text }),
  fc.record({ kind: fc.constant('saveRoom'), id, n, text }),
  fc.record({ kind: fc.constant('deleteRoom'), id }),
  fc.record({ kind: fc.constant('savePlayer'), id, other: id, n, text }),
  fc.record({ kind: fc.constant('saveScene'), id, n }),
  fc.record({ kind: fc.constant('saveSettings'), id, other: id, text }),
  fc.record({ kind: fc.constant('saveStage'), id, other: id, n, text, isWhole: fc.boolean() }),
  fc.record({ kind: fc.constant('saveChosen'), id, other: id, isNone: fc.boolean() }),
  fc.record({ kind: fc.constant('saveInterlude'), id, n, other: id }),
  fc.record({ kind: fc.constant('saveResults'), id, n, other: id }),
  fc.record({ kind: fc.constant('saveDocument'), id, n, text }),
  fc.record({ kind: fc.constant('saveAsset'), id, n }),
  fc.record({ kind: fc.constant('sweepAssets'), id, n }),
);
/** Groups that are saved one after the other; a connection may break before one of them, or with it on its way. */
const plan = fc.array(
  fc.record({
    changes: fc.array(change, { minLength: 1, maxLength: 12 }),
    breaks: fc.constantFrom('not', 'not', 'not', 'before', 'with it'),
  }),
  { minLength: 1, maxLength: 6 },
);

/** @param {Journal} journal @param {any} change @returns {Promise<void>} */
function apply(journal, { kind, id: key, other, n: number, text: words, isWhole, isNone }) {
  const scene = { roomId: key, gameId: 'quiz', epoch: number, sinceMs: 1, atMs: 2 };
  switch (kind) {
    case 'saveMeta':
      return journal.saveMeta(key, words);
    case 'saveRoom':
      return journal.saveRoom({
        id: key,
        title: words,
        locked: number > 4,
        throttle: { words },
        createdMs: number,
      });
    case 'deleteRoom':
      return journal.deleteRoom(key);
    case 'savePlayer': {
      const team = number > 4 ? words : null;
      const who = { roomId: key, pid: other, id: `p${other}`, name: words, team };
      return journal.savePlayer({ ...who, kicked: number === 0, seenMs: NOW_MS + number });
    }
    case 'saveScene':
      return journal.saveScene(scene);
    case 'saveSettings':
      return journal.saveSettings(key, other, { words });
    case 'saveStage':
      return journal.saveStage(scene, {
        ...{ seq: number, snapshot: isWhole ? JSON.stringify({ words }) : null },
        transcript: isWhole ? null : JSON.stringify([['tick', number, null]]),
        submissions: [{ playerId: other, id: 's', receipt: JSON.stringify(words) }],
        forgotten: [{ playerId: other, id: 'older' }],
      });
    case 'saveChosen':
      return journal.saveChosen(key, other, isNone ? null : 'd1');
    case 'saveInterlude':
      return journal.saveInterlude(key, number, { back: other, settings: null });
    case 'saveResults':
      return journal.saveResults(key, { epoch: number, gameId: other, atMs: number, tables: [] }, number - 3);
    case 'saveDocument': {
      const deletedMs = number > 6 ? number : null;
      return journal.saveDocument({
        id: key,
        gameId: 'quiz',
        title: words,
        json: words,
        updatedMs: number,
        deletedMs,
      });
    }
    case 'saveAsset':
      return journal.saveAsset({
        hash: key,
        type: 'image/png',
        bytes: new Uint8Array([number]),
        savedMs: number,
      });
    default:
      return journal.sweepAssets({ used: [key], atMs: number, beforeMs: number - 2 });
  }
}

test('random writes and breaks leave the same rows in all of them', { timeout: 300_000 }, async (t) => {
  const engines = await startEngines();

  /** @param {import('../support/journals.js').Engine} engine @param {any[]} groups */
  async function play(engine, groups) {
    const place = await engine.newPlace(t);
    /** @type {Worker | undefined} */
    let worker;
    const options = {
      ...place,
      nowMs: () => NOW_MS,
      test: { onWorker: (/** @type {Worker} */ next) => (worker = next) },
    };
    const journal = await openJournal(options);
    const breakIt = async () => {
      if (!engine.server) return void (await worker?.terminate());
      await engine.server.cut(String(place.databaseUrl));
    };
    for (const { changes, breaks } of groups) {
      if (breaks === 'before') await breakIt();
      let isFirst = true;
      for (let isSaved = false; !isSaved; isFirst = false) {
        const saved = changes.map((/** @type {any} */ one) => apply(journal, one));
        if (breaks === 'with it' && isFirst) await breakIt();
        // A group that was not saved is saved again, all of it, so that the order stays.
        isSaved = (await Promise.allSettled(saved)).every(({ status }) => status === 'fulfilled');
      }
    }
    await journal.close();
    const again = await openJournal({ ...place, nowMs: () => NOW_MS });
    const pictures = await Promise.all(['a', 'b', 'c', 'ä', 'A', 'a '].map(again.readAsset));
    const found = { ...(await again.load()), pictures };
    await again.close();
    return found;
  }

  await fc.assert(
    fc.asyncProperty(plan, async (groups) => {
      const [expected, ...others] = await Promise.all(engines.map((engine) => play(engine, groups)));
      for (const [index, found] of others.entries())
        assert.deepEqual(found, expected, engines[index + 1]?.name);
    }),
    { numRuns: RUNS },
  );
});
