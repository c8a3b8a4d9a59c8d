/** Switching there and back a hundred times leaves the state, the memory and the disk as they were. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame } from '../../lib/contract/define-game.js';
import { createInlinePlays } from '../../lib/play/inline.js';
import { Scene } from '../../lib/scene/scene.js';
import { createShelf } from '../../lib/scene/shelf.js';

const GAME = defineGame({
  title: 'Draws',
  setup: (ctx) => ({ drawn: [ctx.random()] }),
  frame: (state) => state,
  submit: {
    draw: {
      fields: {},
      accept(state, _said, ctx) {
        state.drawn.push(ctx.random());
        return { n: state.drawn.length };
      },
    },
  },
  results: (state) => [{ name: 'Draws', columns: ['Draw'], rows: state.drawn.map((one) => [one]) }],
});

/** A scene on a disk that keeps rows by their key, and that counts the plays that are open. */
function openScene() {
  const loaded = (/** @type {string} */ id) =>
    /** @type {any} */ ({ id, folder: '/none', game: GAME, card: { id, title: id } });
  const games = new Map(['lobby', 'first', 'second'].map((id) => [id, loaded(id)]));
  const log = /** @type {any} */ ({ error: assert.fail, warn: assert.fail, info() {} });
  const disk = { kept: new Map(), receipts: new Map() };
  let isOpen = 0;
  let ended = 0;
  const openInline = createInlinePlays((id) => /** @type {any} */ (games.get(id)));
  const scene = new Scene({
    record: /** @type {any} */ ({ id: 'R', scene: null, settings: {}, chosen: {} }),
    games,
    async openPlay(beginning, hear) {
      const play = await openInline(beginning, hear);
      isOpen += 1;
      const stop = () => {
        if (play.stop !== stopped) isOpen -= 1;
        openStop();
        play.stop = stopped;
      };
      const openStop = play.stop.bind(play);
      const stopped = () => {};
      return Object.assign(play, { stop });
    },
    shelf: createShelf({ games, log }),
    viewSeq: () => 0,
    whoIsHere: () => ({ players: { count: 0, byTeam: {} }, here: [] }),
    onView() {},
    journal: {
      saveScene: async () => {},
      saveSettings: async () => {},
      saveChosen: async () => {},
      saveInterlude: async () => {},
      erasePeople: async () => [],
      async saveStage(_scene, write, opening) {
        for (const [gameId, row] of opening?.kept ?? [])
          if (row) disk.kept.set(gameId, row);
          else disk.kept.delete(gameId);
        for (const { id, receipt } of [...write.submissions, ...(opening?.receipts ?? [])])
          disk.receipts.set(id, receipt);
      },
    },
    documents: { find: () => null, onChange: () => () => {} },
    log,
    isPaused: () => false,
    now: () => 0,
    onStop() {},
    onBegin() {},
    onChange() {},
    onEnd: () => void (ended += 1),
  });
  return { scene, disk, plays: () => isOpen, ended: () => ended };
}

test('a hundred times there and back', async () => {
  const { scene, disk, plays, ended } = openScene();
  await scene.resume(/** @type {any} */ ({ scene: null, interlude: null, transcripts: [], submissions: [] }));
  await scene.switchTo('first');
  const who = /** @type {any} */ ({ id: 'ada', name: 'Ada', team: null, network: null });
  for (const id of ['s1', 's2']) await scene.play.submit(who, { kind: 'draw', value: {}, id }, 0);
  const stateOf = async () => JSON.parse(String(await scene.play.ask('text'))).state;
  const before = await stateOf();
  assert.equal(before.drawn.length, 3);
  await scene.switchTo('second');
  await scene.switchTo('first');
  const waiting = () =>
    [...disk.kept.values()].map(({ gameId, saved, receipts }) => [gameId, JSON.parse(saved).state, receipts]);
  const [size, open] = [waiting(), plays()];

  for (let times = 0; times < 100; times++) {
    await scene.switchTo('second');
    await scene.switchTo('first');
  }
  assert.deepEqual(await stateOf(), before);
  assert.deepEqual(waiting(), size, 'nothing has grown that waits');
  assert.equal(plays(), open, 'no play is left open');
  assert.equal(ended(), 0, 'no game has ended');
  assert.deepEqual([scene.epoch, [...disk.kept.keys()], disk.receipts.size], [204, ['lobby', 'second'], 2]);
  assert.deepEqual(
    await scene.play.submit(who, { kind: 'draw', value: {}, id: 's2' }, 0),
    { n: 3 },
    'counted once',
  );
});
