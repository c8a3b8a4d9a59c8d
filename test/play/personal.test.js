/**
 * Only the player themselves is sent their view: when it changes, never before it is on disk, and again when they come
 * back.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPersonal } from '../../lib/play/personal.js';
import { gamesFolder } from '../support/games.js';
import { PACK_GAME } from '../support/pack-game.js';
import { joinAsPhone, next, openSocket, startControl } from '../support/server.js';

test('a view goes to its player alone, when it changes, and again at join', async (t) => {
  const { app, ask } = await startControl(t, { GAMES_DIR: await gamesFolder(t, { packs: PACK_GAME }) });
  await ask('switch', 'packs');
  await ask('choose', 'shipped-packs-first');
  await ask('run', 'begin');
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const { socket: other } = await joinAsPhone(t, app.url);
  /** @type {unknown[]} */
  const heardByOther = [];
  other.on('personal', (message) => heardByOther.push(message));
  const told = next(socket, 'personal');
  assert.equal(
    (await socket.timeout(60_000).emitWithAck('submit', 'guess', { word: 'apple' }, 'a')).ok,
    true,
  );
  const { epoch, personal } = await told;
  assert.equal(epoch, welcome.epoch);
  assert.deepEqual(personal, { mine: 'apple', right: null });
  const revealed = next(socket, 'personal');
  await ask('run', 'show');
  assert.deepEqual((await revealed).personal, { mine: 'apple', right: true });

  const again = openSocket(t, `${app.url}/players`, { token: welcome.player.token });
  assert.deepEqual((await next(again, 'personal')).personal, { mine: 'apple', right: true });
  await other.timeout(60_000).emitWithAck('ping');
  assert.deepEqual(heardByOther, []);
  const gone = next(again, 'scene');
  await ask('switch', 'packs', { anew: true });
  assert.notEqual((await gone).epoch, epoch);
});

/** It stands still for longer than anybody who comes waits for it. */
const SLOW_GAME = {
  'game.js': `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Slow',
  setup: () => ({ here: {} }),
  join(state, { id }) {
    for (const untilMs = Date.now() + 600; Date.now() < untilMs; );
    state.here[id] = true;
  },
  leave(state, { id }) { delete state.here[id]; },
  frame: () => ({}),
  personal: (state, id) => ({ isHere: state.here[id] === true }),
  personalKey: () => 0,
});`,
};

test('a view that comes too late for the welcome is sent when it is there, also in a pause', async (t) => {
  const { app, ask } = await startControl(t, {
    GAMES_DIR: await gamesFolder(t, { slow: SLOW_GAME }),
    STAGE: 'thread',
  });
  assert.equal((await ask('switch', 'slow')).ok, true);
  const socket = openSocket(t, `${app.url}/players`);
  const [welcome, told] = await Promise.all([next(socket, 'welcome'), next(socket, 'personal')]);
  assert.deepEqual(told.personal, { isHere: true });
  await ask('pause', true);
  socket.disconnect();
  const again = openSocket(t, `${app.url}/players`, { token: welcome.player.token });
  assert.deepEqual((await next(again, 'personal')).personal, { isHere: true });
});

test('a view is computed when the key changes, after a submission, or always without a key; at most 4 times a second', () => {
  const room = fakeRoom(100);
  room.run(1000);
  assert.equal(room.views, 100, 'once for everybody');
  room.run(1000);
  assert.equal(room.views, 100, 'the key is the same');
  room.values['p7'] = 'new';
  room.personal.touch('p7');
  room.run(100);
  assert.deepEqual([room.views, room.sent.at(-1)], [101, 'p7 new']);
  room.key = 'next';
  room.run(1000);
  assert.equal(room.views, 201);
  room.key = undefined;
  room.run(1000);
  const computed = (room.views - 201) / 100;
  assert.ok(computed === 3 || computed === 4, `without a key: 4 times a second, not ${computed}`);
  room.sent.length = 0;
  for (let n = 0; n < 30; n++) {
    room.values['p1'] = `v${n}`;
    room.personal.touch('p1');
    room.run(33);
  }
  assert.ok(room.sent.length <= 5 && room.sent.length >= 3, `${room.sent.length} in a second`);
});

test('2,000 views are spread over ticks, and a player whose submission is not on disk yet is not sent theirs', () => {
  const room = fakeRoom(2000);
  room.run(33);
  assert.ok(room.views > 0 && room.views < 500, `${room.views} in the first tick`);
  room.run(300);
  assert.equal(room.views, 2000);
  room.pending.add('p3');
  room.values['p3'] = 'secret';
  room.personal.touch('p3');
  room.run(300);
  assert.ok(!room.sent.includes('p3 secret'));
  assert.equal(room.personal.of('p3', room.nowMs)?.text, '""', 'what they saw before');
  room.pending.delete('p3');
  room.run(100);
  assert.ok(room.sent.includes('p3 secret'));
});

/** @param {number} count of players who see '' until it is changed */
function fakeRoom(count) {
  const players = new Set(Array.from({ length: count }, (_, n) => `p${n}`));
  /** @type {any} */
  const room = {
    values: /** @type {Record<string, string>} */ ({}),
    key: /** @type {unknown} */ ('first'),
    pending: new Set(),
    views: 0,
    sent: /** @type {string[]} */ ([]),
    nowMs: 0,
    personal: createPersonal({
      connected: players,
      view(id) {
        room.views += 1;
        return JSON.stringify(room.values[id] ?? '');
      },
      key: () => room.key,
      isPending: (id) => room.pending.has(id),
      epoch: 1,
      send: (id, { text }) => room.sent.push(`${id} ${JSON.parse(text)}`),
    }),
    /** @param {number} ms in ticks of 33 */
    run(ms) {
      for (const untilMs = room.nowMs + ms; room.nowMs < untilMs;) room.personal.tick((room.nowMs += 33));
    },
  };
  return room;
}
