/** The scene of a room by itself: it listens to its documents while it is open, and stores nothing once it is closed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame } from '../../lib/contract/define-game.js';
import { createInlineErrands } from '../../lib/errands/inline.js';
import { createDocuments } from '../../lib/content/documents.js';
import { createInlinePlays } from '../../lib/play/inline.js';
import { Scene } from '../../lib/scene/scene.js';
import { createShelf } from '../../lib/scene/shelf.js';

const GAME = defineGame({
  title: 'Lobby',
  content: {
    title: 'Packs',
    empty: () => ({ title: 'Pack', word: '' }),
    check: () => '',
  },
  setup: () => ({ word: '' }),
  tick: (state, _sum, { content }) => void (state.word = content?.word ?? ''),
  frame: (state) => state,
  submit: { say: { fields: {}, accept: () => ({}) } },
});

/** Two games, and a journal that counts what it stores of the room. */
async function openScene() {
  const loaded = (/** @type {string} */ id) =>
    /** @type {any} */ ({ id, folder: '/none', game: GAME, card: { id, title: id } });
  const games = new Map([
    ['lobby', loaded('lobby')],
    ['packs', loaded('packs')],
  ]);
  /** @type {string[]} */
  const rows = [];
  const store = (/** @type {string} */ name) => async () => void rows.push(name);
  const log = /** @type {any} */ ({ error: assert.fail, warn() {}, info() {} });
  /** @type {Set<unknown>} */
  const listeners = new Set();
  const runErrand = createInlineErrands((id) => /** @type {any} */ (games.get(id)));
  const documents = createDocuments({
    games,
    saved: [],
    journal: { saveDocument: async () => {} },
    log,
    runErrand,
  });
  const { id: documentId } = await documents.create('packs', { title: 'Pack', word: 'old' });
  const record = /** @type {any} */ ({ id: 'R', scene: null, settings: {}, chosen: { packs: documentId } });
  let word = '';
  const scene = new Scene({
    record,
    games,
    openPlay: createInlinePlays((gameId) => /** @type {any} */ (games.get(gameId))),
    shelf: createShelf({ games, log }),
    viewSeq: () => 0,
    whoIsHere: () => ({ players: { count: 0, byTeam: {} }, here: [] }),
    onView([kind, value]) {
      if (kind === 'frame') word = /** @type {any} */ (value.view).word;
    },
    journal: {
      saveScene: store('scene'),
      saveSettings: store('settings'),
      saveChosen: store('chosen'),
      saveInterlude: store('interlude'),
      erasePeople: async () => [],
      saveStage: store('stage'),
    },
    documents: {
      find: documents.find,
      onChange(listener) {
        const end = documents.onChange(listener);
        listeners.add(listener);
        return () => {
          end();
          listeners.delete(listener);
        };
      },
    },
    log,
    isPaused: () => false,
    now: () => 0,
    onStop() {},
    onBegin() {},
    onChange() {},
    onEnd() {},
  });
  await scene.resume(record);
  await scene.switchTo('packs');
  /** @param {string} word */
  const edit = async (word) => {
    const { card } = documents.get('packs', documentId);
    await documents.replace('packs', documentId, { title: 'Pack', word }, card.updatedMs);
    await new Promise(setImmediate);
  };
  return {
    scene,
    rows,
    listeners,
    edit,
    word() {
      scene.play.send('step', {
        ...{
          nowMs: 0,
          isStill: false,
          elapsedMs: 33,
          sum: null,
          clears: 0,
          players: { count: 0, byTeam: {} },
          meter: null,
        },
        ...{ isShown: true, isTold: false, noticeEveryMs: 250 },
      });
      return word;
    },
  };
}

test('an edit of its document reaches the game and the disk', async () => {
  const { scene, rows, edit, word } = await openScene();
  assert.equal(word(), 'old');
  const before = rows.length;
  await edit('new');
  assert.equal(word(), 'new');
  assert.ok(rows.slice(before).includes('stage'));
  await scene.close();
});

test('a closed scene listens to no document, and an edit writes no rows of it', async () => {
  const { scene, rows, listeners, edit } = await openScene();
  assert.equal(listeners.size, 1);
  await scene.close();
  assert.equal(listeners.size, 0);
  const before = rows.length;
  await edit('new');
  await assert.rejects(scene.choices.choose(null), { code: 'not-saved' });
  assert.deepEqual(
    rows.slice(before).filter((name) => name !== 'chosen'),
    [],
  );
});
