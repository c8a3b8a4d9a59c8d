/** Backstage: the next scene is prepared and tried while the room plays on, and then taken. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, next, openControl, startControl, startServer, tempFolder } from '../support/server.js';

/** @typedef {Awaited<ReturnType<typeof openControl>>} Control */

/** @param {Control} control @param {string} roomId @returns {Promise<any>} its scene */
async function watched({ ask, socket }, roomId) {
  const shown = next(socket, 'scene');
  await ask('watch', roomId);
  return shown;
}

/** @param {Control} control @param {string} gameId @returns {Promise<string>} the id of the backstage, which is watched from now on */
async function prepare(control, gameId) {
  const ack = await control.ask('prepare', gameId);
  assert.ok(ack.ok, ack.message);
  assert.equal((await watched(control, ack.room.id)).game.id, gameId);
  return ack.room.id;
}

/** @param {Control} control */
const rooms = async ({ socket }) => (await next(socket, 'status')).rooms;

test('a game is prepared as the room would play it, the room plays on, and then has all of it', async (t) => {
  const { app, ...control } = await startControl(t);
  const { ask, socket } = control;
  assert.equal((await ask('take', {})).code, 'backstage-not');
  await ask('switch', 'quiz');
  await ask('set', { readS: 2 });
  await ask('look', { light: true });
  await ask('switch', 'pong');

  const behind = await prepare(control, 'quiz');
  const status = await next(socket, 'status');
  assert.equal(status.look.light, true);
  assert.deepEqual(
    status.rooms.map((/** @type {any} */ { id, gameId, backstageOf }) => ({ id, gameId, backstageOf })),
    [
      { id: 'main', gameId: 'pong', backstageOf: null },
      { id: behind, gameId: 'quiz', backstageOf: 'main' },
    ],
  );
  await ask('choose', 'shipped-quiz-world-en');
  const { settings } = await ask('set', { pace: 'hand' });
  assert.equal(settings.readS, 2);
  // The button of another host, and one that is pressed here, lead to what is there.
  const other = await openControl(t, app);
  assert.equal((await other.ask('prepare', 'quiz')).room.id, behind);
  assert.equal((await ask('prepare', 'quiz')).room.id, behind);

  const vote = (await joinAsPhone(t, app.url)).socket;
  await other.ask('switch', 'quiz');
  await other.ask('choose', 'shipped-quiz-world-en');
  assert.ok((await other.ask('run', 'start')).ok);
  assert.equal((await ask('take', {})).code, 'leave-round');
  await other.ask('switch', 'pong');
  assert.equal((await ask('take', {})).code, 'leave-round');
  const begun = next(vote, 'scene', ({ game }) => game.id === 'quiz');
  assert.equal((await ask('take', { sure: true })).room.id, 'main');
  await begun;
  const { game, document, settings: taken } = await watched(control, 'main');
  assert.deepEqual([game.id, document.id], ['quiz', 'shipped-quiz-world-en']);
  assert.deepEqual([taken.readS, taken.pace], [2, 'hand']);
  assert.equal((await rooms(control))[1].gameId, 'lobby', 'nothing is prepared any more');
});

test('as a cue it is the next one of a show that is on, else the last one', async (t) => {
  const { app: _app, ...control } = await startControl(t);
  const { ask, socket } = control;
  await ask('edit-sheet', { do: 'sample', language: 'en' });
  await prepare(control, 'tug');
  await ask('take', { asCue: true });
  await watched(control, 'main');
  const { sheet } = await ask('sheet');
  const [first] = sheet.cues;
  assert.equal(sheet.cues.at(-1).gameId, 'tug');
  const { turn } = (await next(socket, 'status')).sheet;
  assert.ok((await ask('go', `cue ${turn} ${first.id}`)).ok);
  await prepare(control, 'worm');
  await ask('take', { asCue: true });
  await watched(control, 'main');
  assert.equal((await next(socket, 'status', ({ sheet: now }) => now.next)).sheet.next.values.game, 'worm');
  assert.equal((await ask('sheet')).sheet.cues[1].gameId, 'worm');
});

test('two hosts open one, it is one after a restart, and goes with its room', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const before = await startServer(t, { DATA_DIR });
  const { ask } = await openControl(t, before);
  const { room } = await ask('open-room', 'Balcony');
  await ask('watch', room.id);
  const [one, two] = await Promise.all([ask('prepare', 'pong'), ask('prepare', 'pong')]);
  assert.equal(one.room.id, two.room.id);
  await before.close();

  const control = await openControl(t, await startServer(t, { DATA_DIR }));
  await control.ask('watch', room.id);
  assert.equal((await control.ask('prepare', 'quiz')).room.id, one.room.id);
  assert.equal((await rooms(control)).length, 3);
  await control.ask('close-room', room.id);
  await control.ask('watch', 'main');
  assert.deepEqual(
    (await rooms(control)).map((/** @type {any} */ { id }) => id),
    ['main'],
  );
});
