/** The rules of a run sheet: its changes, what a cue may be, and the clock against the plan. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthText, readLength } from '../../public/shared/lengths.js';
import {
  MOST_CUES,
  around,
  clockOf,
  cuesFrom,
  edited,
  emptySheet,
  held,
  newShow,
  offsetsOf,
  readCue,
  released,
  renumbered,
  took,
} from '../../lib/room/cues.js';

/** @import { Sheet, SheetEdit } from '../../lib/contract/run-sheet.js' */

/** @param {(number | null)[]} lengths seconds */
const cuesOf = (lengths) =>
  cuesFrom(
    lengths.map((plannedS) => ({ gameId: 'lobby', plannedS })),
    counter(),
  );

function counter() {
  let last = 0;
  return () => `c${(last += 1)}`;
}

/** @param {() => unknown} run @returns {string} the code of what it throws */
function codeOf(run) {
  try {
    run();
  } catch (error) {
    return /** @type {any} */ (error).code;
  }
  return '';
}

test('any row of changes keeps ids unique, nothing is lost but what was removed, and each is one revision', () => {
  const change = fc.record({
    do: fc.constantFrom('add', 'move', 'remove', 'restore', 'change'),
    which: fc.nat(30),
    to: fc.integer({ min: -3, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const newId = counter();
      /** @type {Sheet} */
      let sheet = emptySheet();
      for (const { do: how, which, to } of changes) {
        const { rev } = sheet;
        const from = how === 'restore' ? sheet.removed.map(({ cue }) => cue) : sheet.cues;
        const id = from[which % Math.max(1, from.length)]?.id ?? 'none';
        const before = sheet;
        const edit = /** @type {SheetEdit} */ ({
          ...{ do: how, rev, id, to, at: to },
          cue: how === 'add' ? { gameId: 'quiz' } : { notes: `n${to}` },
        });
        try {
          sheet = edited(sheet, edit, newId);
        } catch (error) {
          assert.equal(/** @type {any} */ (error).code, 'cue-unknown');
          assert.equal(from.length, 0);
          continue;
        }
        assert.equal(sheet.rev, rev + 1);
        const ids = sheet.cues.map((cue) => cue.id);
        assert.equal(new Set(ids).size, ids.length);
        const grown = { add: 1, restore: 1, remove: -1 }[/** @type {string} */ (how)] ?? 0;
        assert.equal(ids.length, before.cues.length + grown);
        if (how === 'move') assert.equal(ids.indexOf(id), Math.min(ids.length - 1, Math.max(0, to)));
        if (how === 'remove') assert.equal(sheet.removed.at(-1)?.cue.id, id);
        assert.equal(
          codeOf(() => edited(sheet, /** @type {SheetEdit} */ ({ ...edit, rev }), newId)),
          'sheet-changed',
        );
      }
    }),
  );
});

test('a cue that is moved has the place that was named, up as well as down', () => {
  const sheet = { ...emptySheet(), cues: cuesOf([null, null, null]) };
  const moved = (/** @type {string} */ id, /** @type {number} */ to) =>
    edited(sheet, { do: 'move', rev: 0, id, to }, counter()).cues.map((cue) => cue.id);
  assert.deepEqual(moved('c1', 1), ['c2', 'c1', 'c3']);
  assert.deepEqual(moved('c1', 2), ['c2', 'c3', 'c1']);
  assert.deepEqual(moved('c3', 1), ['c1', 'c3', 'c2']);
  assert.deepEqual(moved('c2', 1), ['c1', 'c2', 'c3']);
});

test('what a cue may be', () => {
  const problemOf = (/** @type {unknown} */ wish) => {
    try {
      readCue(wish);
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
    return '';
  };
  assert.match(problemOf({ gameId: 'quiz', plannedS: 0 }), /plannedS is 0, must be a whole number from 1/);
  assert.match(problemOf({ gameId: 'quiz', plannedS: 1e9 }), /plannedS/);
  assert.match(problemOf({ gameId: 'quiz', notes: 'x'.repeat(2001) }), /notes has 2001/);
  assert.match(problemOf({ gameId: 'quiz', settings: { a: {} } }), /a setting must be/);
  assert.match(problemOf({ gameId: 'quiz', settings: [] }), /settings must be/);
  assert.match(problemOf({ gameId: 'quiz', settings: { a: 'x'.repeat(5000) } }), /too many/);
  assert.match(problemOf({ gameId: 'quiz', document: 'x' }), /document/);
  assert.match(problemOf({ gameId: 'quiz', colour: 'red' }), /colour is not known/);
  assert.match(problemOf(null), /must be an object/);
  assert.equal(problemOf({ gameId: 'quiz', plannedS: null, document: null, notes: 'x'.repeat(2000) }), '');
  const many = Array.from({ length: MOST_CUES + 1 }, () => ({ gameId: 'quiz' }));
  assert.equal(
    codeOf(() => cuesFrom(many, counter())),
    'sheet-full',
  );
  assert.equal(
    codeOf(() => cuesFrom([{}], counter())),
    'cue-bad',
  );
});

test('the clock: late by what a cue takes too long, not by holds, and cues without a length move the plan', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          plannedS: fc.option(fc.integer({ min: 1, max: 600 })),
          ms: fc.nat(900_000),
          holdMs: fc.nat(90_000),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      (row) => {
        const cues = cuesOf(row.map(({ plannedS }) => plannedS));
        let nowMs = 1_700_000_000_000;
        let show = newShow();
        let behindMs = 0;
        row.forEach(({ plannedS, ms, holdMs }, at) => {
          show = took(show, cues, /** @type {any} */ (cues[at]), { nowMs, epoch: at });
          assert.equal(clockOf(cues, show, nowMs)?.behindMs, behindMs);
          assert.equal(clockOf(cues, show, nowMs)?.elapsedMs, 0);
          show = held(show, nowMs);
          nowMs += holdMs;
          assert.equal(clockOf(cues, show, nowMs)?.behindMs, behindMs);
          show = released(show, nowMs);
          nowMs += ms;
          const clock = clockOf(cues, show, nowMs);
          assert.equal(clock?.elapsedMs, ms);
          if (plannedS !== null) behindMs += Math.max(0, ms - plannedS * 1000);
          assert.equal(clock?.behindMs, behindMs);
          // A cue that ends early brings the show forward only when the next one is on.
          if (plannedS !== null) behindMs += Math.min(0, ms - plannedS * 1000);
          const planned = (clock?.baseMs ?? 0) + (offsetsOf(cues)[at] ?? 0) * 1000;
          if (plannedS !== null) assert.equal(planned + (clock?.behindMs ?? 0) <= nowMs, true);
        });
      },
    ),
  );
});

test('which cue is next, also when the one that is on was deleted', () => {
  const cues = cuesOf([1, 2, 3]);
  const names = (/** @type {string | null} */ id) => {
    const { next, back } = around(cues, id);
    return [back?.id ?? null, next?.id ?? null];
  };
  assert.deepEqual(names(null), [null, 'c1']);
  assert.deepEqual(names('c1'), [null, 'c2']);
  assert.deepEqual(names('c3'), ['c2', null]);
  assert.deepEqual(names('gone'), [null, null]);
  assert.deepEqual(renumbered({ ...newShow(), rounds: { a: 1, b: 2 } }, 1, 7).rounds, { a: 7, b: 2 });
});

test('lengths are read as they are written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 * 3600 }), (seconds) =>
      assert.equal(readLength(lengthText(seconds)), seconds),
    ),
  );
  for (const wrong of ['5', '5:6', '1:60', ':30', '1:2:3:4', '-1:00', 'x', 5, null, ''])
    assert.equal(readLength(wrong), null, String(wrong));
  assert.equal(readLength('90:00'), 5400);
});
