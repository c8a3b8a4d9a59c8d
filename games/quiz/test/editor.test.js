import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPackDraft } from '../panel/editor/draft.js';
import { createSaver } from '../../../public/documents/saver.js';
import { copyTitle } from '../../../public/documents/unsaved.js';
import { LIMITS, blankPack, blankQuestion } from '../shared/pack.js';

/** @import { Ack } from 'mass-mobile' */
/** @import { Change } from '../../../public/documents/draft.js' */

describe('a draft', () => {
  /** @param {string[]} texts */
  function draftOf(...texts) {
    /** @type {Change[]} */
    const changes = [];
    const pack = { ...blankPack(), questions: texts.map((text) => ({ ...blankQuestion(), text })) };
    const draft = createPackDraft(pack, (change) => changes.push(change));
    return { draft, changes, texts: () => pack.questions.map(({ text }) => text) };
  }

  test('adds, duplicates, moves and removes at the current question, and takes it all back', () => {
    const { draft, changes, texts } = draftOf('a', 'b');
    draft.go(1);
    draft.duplicate();
    assert.deepEqual([texts(), draft.at], [['a', 'b', 'b'], 2]);
    draft.add();
    assert.deepEqual([texts(), draft.at], [['a', 'b', 'b', ''], 3]);
    draft.move(3, 0);
    assert.deepEqual([texts(), draft.at], [['', 'a', 'b', 'b'], 0]);
    draft.go(99);
    draft.remove();
    assert.deepEqual([texts(), draft.at], [['', 'a', 'b'], 2]);
    for (let n = 0; n < 4; n++) draft.undo();
    assert.deepEqual(texts(), ['a', 'b']);
    draft.undo();
    assert.deepEqual(changes.slice(0, 2), ['moved', 'changed']);
  });

  test('is not changed by a step that changes nothing, nor by more questions than a pack holds', () => {
    const { draft, changes } = draftOf(...Array.from({ length: LIMITS.questions }, () => 'x'));
    draft.change((pack) => void (pack.title = ''));
    draft.add();
    draft.move(0, LIMITS.questions);
    assert.deepEqual(changes, []);
  });
});

test('a copy is named as one, however long the title is', () => {
  assert.equal(copyTitle('Europe', 120), 'Europe (2)');
  assert.equal(copyTitle('x'.repeat(120), 120), `${'x'.repeat(116)} (2)`);
});

describe('a saver', () => {
  /** @param {Ack[]} answers of the server, one after the other; then it accepts everything */
  function saverOf(...answers) {
    /** @type {string[]} */
    const fates = [];
    let saves = 0;
    const saver = createSaver({
      save: async () => answers[saves++] ?? { ok: true },
      onFate: ({ state, message }) => fates.push(`${state} ${message}`.trim()),
      delayMs: 600,
    });
    return { saver, fates, saves: () => saves };
  }
  const full = /** @type {const} */ ({ ok: false, code: 'not-saved', message: 'The disk is full.' });

  test('saves once after a pause, and nothing when nothing has changed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { saver, fates, saves } = saverOf();
    await saver.flush();
    saver.changed();
    saver.changed();
    t.mock.timers.tick(600);
    await saver.flush();
    assert.deepEqual([saves(), fates], [1, ['saving', 'saving', 'saved']]);
  });

  test('tells why a save was refused, also when it is closed long after, and tries again', async () => {
    const { saver, fates, saves } = saverOf(full, full);
    saver.changed();
    assert.deepEqual(await saver.flush(), full);
    assert.deepEqual(await saver.flush(), full);
    assert.deepEqual(await saver.flush(), { ok: true });
    assert.deepEqual(fates.slice(1), ['refused The disk is full.', 'refused The disk is full.', 'saved']);
    assert.equal(saves(), 3);
  });

  test('saves no more what was discarded', async () => {
    const { saver, saves } = saverOf();
    saver.changed();
    saver.discard();
    await saver.flush();
    assert.equal(saves(), 0);
  });
});
