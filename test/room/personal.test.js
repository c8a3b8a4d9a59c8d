/** What one player sees: he alone, when it changes, never before it is on disk, and again when he comes back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPersonal } from '../../lib/room/personal.js';
import { gamesFolder } from '../support/games.js';
import { PACK_GAME } from '../support/pack-game.js';
import { joinAsPhone, next, openControl, openSocket, startServer } from '../support/server.js';

test('told to him alone, when it changes, and again at join; null when there is nothing any more', async (t) => {
  const app = await startServer(t, { GAMES_DIR: await gamesFolder(t, { packs: PACK_GAME }) });
  const { ask } = await openControl(t, app);
  await ask('switch', 'packs');
  await ask('choose', 'shipped-packs-first');
  await ask('run', 'begin');
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const { socket: other } = await joinAsPhone(t, app.url);
  /** @type {unknown[]} */
  const heardByOther = [];
  other.on('personal', (message) => heardByOther.push(message));
  const told = next(socket, 'personal');
  assert.equal((await socket.timeout(5000).emitWithAck('submit', 'guess', { word: 'apple' }, 'a')).ok, true);
  const { epoch, personal } = await told;
  assert.equal(epoch, welcome.epoch);
  assert.deepEqual(personal, { mine: 'apple', right: null });
  const revealed = next(socket, 'personal');
  await ask('run', 'show');
  assert.deepEqual((await revealed).personal, { mine: 'apple', right: true });

  const again = openSocket(t, `${app.url}/players`, { token: welcome.player.token });
  assert.deepEqual((await next(again, 'personal')).personal, { mine: 'apple', right: true });
  await other.timeout(5000).emitWithAck('ping');
  assert.deepEqual(heardByOther, []);
  const gone = next(again, 'scene');
  await ask('switch', 'packs');
  assert.notEqual((await gone).epoch, epoch);
});

test('looked at only when the key changes, after a submission, or always without a key; at most 4 times a second', () => {
  const room = fakeRoom(100);
  room.run(1000);
  assert.equal(room.views, 100, 'everybody once');
  room.run(1000);
  assert.equal(room.views, 100, 'the key is the same');
  room.values['p7'] = 'new';
  room.personal.touch('p7');
  room.run(100);
  assert.deepEqual([room.views, room.told.at(-1)], [101, 'p7 new']);
  room.key = 'next';
  room.run(1000);
  assert.equal(room.views, 201);
  room.key = undefined;
  room.run(1000);
  const looks = (room.views - 201) / 100;
  assert.ok(looks === 3 || looks === 4, `without a key: 4 times a second, not ${looks}`);
  room.told.length = 0;
  for (let n = 0; n < 30; n++) {
    room.values['p1'] = `v${n}`;
    room.personal.touch('p1');
    room.run(33);
  }
  assert.ok(room.told.length <= 5 && room.told.length >= 3, `${room.told.length} in a second`);
});

test('2,000 views are spread over ticks, and a player who is not on disk yet is not told', () => {
  const room = fakeRoom(2000);
  room.run(33);
  assert.ok(room.views > 0 && room.views < 500, `${room.views} in the first tick`);
  room.run(300);
  assert.equal(room.views, 2000);
  room.pending.add('p3');
  room.values['p3'] = 'secret';
  room.personal.touch('p3');
  room.run(300);
  assert.ok(!room.told.includes('p3 secret'));
  assert.equal(room.personal.of('p3', room.nowMs)?.personal, '', 'what he knew before');
  room.pending.delete('p3');
  room.run(100);
  assert.ok(room.told.includes('p3 secret'));
});

/** @param {number} count of players who see '' until it is changed */
function fakeRoom(count) {
  const players = new Set(Array.from({ length: count }, (_, n) => ({ id: `p${n}` })));
  /** @type {any} */
  const room = {
    values: /** @type {Record<string, string>} */ ({}),
    key: /** @type {unknown} */ ('first'),
    pending: new Set(),
    views: 0,
    told: /** @type {string[]} */ ([]),
    nowMs: 0,
    personal: createPersonal({
      connected: players,
      view(id) {
        room.views += 1;
        return JSON.stringify(room.values[id] ?? '');
      },
      key: () => room.key,
      isPending: (id) => room.pending.has(id),
      epoch: () => 1,
      tell: (id, { personal }) => room.told.push(`${id} ${personal}`),
    }),
    /** @param {number} ms in ticks of 33 */
    run(ms) {
      for (const untilMs = room.nowMs + ms; room.nowMs < untilMs;) room.personal.tick((room.nowMs += 33));
    },
  };
  return room;
}
