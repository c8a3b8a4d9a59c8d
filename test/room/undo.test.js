/** The log of the show: who did what, by role and with names; what can be undone is, once, for ten minutes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNDO_MS, createEvents } from '../../lib/room/events.js';
import { createUndo } from '../../lib/room/undo.js';
import { joinAsPhone, next, openScreen, openSocket, startControl } from '../support/server.js';

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function start(t, env = {}) {
  const { app: server, control } = await startControl(t, env);
  const { ask } = control;
  const list = async () => (await ask('events')).events;
  /** @param {string} kind */
  const last = async (kind) => (await list()).findLast((/** @type {any} */ event) => event.kind === kind);
  /** @param {string} kind */
  const undo = async (kind) => ask('undo', (await last(kind)).seq);
  return { server, control, ask, list, last, undo };
}

test('events name people and roles, and are there after a restart', async (t) => {
  const { server, control, ask, list } = await start(t);
  const { welcome } = await joinAsPhone(t, server.url, { name: 'Ada' });
  await ask('rename', welcome.player.id, 'Grace');
  await ask('switch', 'pong');
  const { socket: screen } = await openScreen(t, server.url, { key: control.welcome.presenterKey });
  await screen.timeout(60_000).emitWithAck('pause', true);
  await ask('kick', 'nobody');
  await ask('set', { ballSpeed: 40 });
  await ask('set', { ballSpeed: 50 });
  const told = (/** @type {any[]} */ all) =>
    all.map(({ by, kind, values }) => [by, kind, values.title ?? values.name]);
  const wanted = [
    ['operator', 'rename', 'Grace'],
    ['operator', 'game-on', 'Pong'],
    ['screen', 'paused', undefined],
    ['operator', 'settings', 'Pong'],
  ];
  assert.deepEqual(
    told(await list()),
    wanted,
    'what was refused is not in it, and two moves of a slider are one',
  );
  await server.close();
  const again = await start(t, { DATA_DIR: server.dataDir });
  assert.deepEqual(told(await again.list()), wanted);
  assert.equal((await again.undo('settings')).ok, true, 'and can still be undone');
  const { scene } = await openScreen(t, again.server.url);
  assert.ok(![40, 50].includes(scene.settings.ballSpeed), 'what was there before both');
});

test('a kick, a name, a lock, settings: undone once', async (t) => {
  const { server, control, ask, last, undo } = await start(t);
  const { welcome, socket } = await joinAsPhone(t, server.url, { name: 'Ada' });
  const { id, token } = welcome.player;
  await ask('rename', id, 'Grace');
  const renamed = next(socket, 'player', ({ name }) => name === 'Ada');
  assert.equal((await undo('rename')).ok, true);
  await renamed;
  assert.equal((await undo('rename')).code, 'undo-done');
  await ask('hide', id, true);
  assert.equal((await last('name-hidden')).values.name, 'Ada');
  const shown = next(socket, 'player', ({ name }) => name === 'Ada');
  assert.equal((await undo('name-hidden')).ok, true);
  await shown;
  assert.equal((await last('rename')).undone, true);

  await ask('lock', true);
  assert.equal((await undo('locked')).ok, true);
  assert.equal((await next(control.socket, 'status')).locked, false);

  await ask('kick', id);
  await assert.rejects(joinAsPhone(t, server.url, { token }));
  assert.equal((await undo('kick')).ok, true);
  assert.equal((await joinAsPhone(t, server.url, { token })).welcome.player.name, 'Ada');

  await ask('switch', 'pong');
  await ask('set', { ballSpeed: 40 });
  await ask('switch', 'tug');
  assert.equal((await undo('settings')).ok, true, 'those of a game that is not on any more');
  await ask('switch', 'pong');
  assert.notEqual((await openScreen(t, server.url)).scene.settings.ballSpeed, 40);
});

test('many of one address: told, listed, removed at once, and let back in by one undo', async (t) => {
  const { server, control, ask, undo } = await start(t, { TRUST_PROXY: 'loopback' });
  /** @param {string} address @param {string} name */
  async function join(address, name) {
    const options = { extraHeaders: { 'x-forwarded-for': address } };
    return (await next(openSocket(t, `${server.url}/players`, { name }, options), 'welcome')).player;
  }
  const laptop = [];
  for (let n = 1; n <= 25; n++) laptop.push(await join('203.0.113.7', `Voice ${n}`));
  const others = [await join('198.51.100.1', 'Ada'), await join('198.51.100.2', 'Grace')];
  const { presence } = await next(control.socket, 'status', (status) => status.presence.connected === 27);
  assert.deepEqual(presence.crowd, { count: 25, id: laptop[24].id, name: 'Voice 25' });
  const wish = { withinS: 0, named: false, sameAddress: true };
  const { rows } = await ask('alike', presence.crowd.id, wish);
  const ids = rows.map((/** @type {any} */ { id }) => id);
  assert.deepEqual([...ids].sort(), laptop.map(({ id }) => id).sort());
  const ack = await ask('kick-many', presence.crowd.id, wish, ['nobody']);
  assert.deepEqual([ack.kicked, ack.ids], [25, ids]);
  const after = await next(control.socket, 'status', (status) => status.presence.connected === 2);
  assert.equal(after.presence.crowd, null);
  await assert.rejects(joinAsPhone(t, server.url, { token: laptop[0].token }));
  assert.equal((await undo('kick-many')).ok, true);
  for (const { token } of laptop) assert.ok((await joinAsPhone(t, server.url, { token })).welcome);
  assert.equal((await undo('kick-many')).code, 'undo-done');
  assert.ok((await joinAsPhone(t, server.url, { token: others[0].token })).welcome);
});

test('what has been changed since, or is nothing to undo, is refused', async (t) => {
  const { ask, last, undo, list } = await start(t);
  await ask('lock', true);
  const { seq } = await last('locked');
  await ask('lock', false);
  assert.equal((await ask('undo', seq)).code, 'undo-stale');
  assert.equal((await last('locked')).undone, false, 'it can be tried again');
  await ask('switch', 'pong');
  assert.equal((await undo('game-on')).code, 'undo-none');
  assert.equal((await ask('undo', 12_345)).code, 'undo-none');
  assert.equal((await ask('undo', 'x')).code, 'event-bad');
  await ask('set', { ballSpeed: 40 });
  await ask('switch', 'lobby');
  await ask('switch', 'pong', { anew: true });
  assert.equal((await undo('settings')).ok, true, 'also of a game that has begun anew since');
  assert.ok((await list()).length > 4);
});

test('a room that was closed comes back with its people and its game, and a deleted document does', async (t) => {
  const { server, ask, undo } = await start(t);
  const { room } = await ask('open-room', 'Balcony');
  await ask('watch', room.id);
  await ask('switch', 'pong');
  const { welcome } = await joinAsPhone(t, server.url, { room: room.id, name: 'Ada' });
  await ask('close-room', room.id);
  await assert.rejects(joinAsPhone(t, server.url, { room: room.id }));
  assert.equal((await undo('room-closed')).ok, true);
  const back = await joinAsPhone(t, server.url, { room: room.id, token: welcome.player.token });
  assert.deepEqual([back.welcome.player.name, back.welcome.scene.game.id], ['Ada', 'pong']);
  assert.equal((await undo('room-closed')).code, 'undo-done');

  const { document } = await ask('new-document', 'quiz');
  await ask('delete-document', 'quiz', document.id);
  assert.equal((await undo('document-deleted')).ok, true);
  assert.equal((await ask('document', 'quiz', document.id)).ok, true);
});

test('a room that was closed stays closed after a restart', async (t) => {
  const { server, ask } = await start(t);
  const { room } = await ask('open-room', 'Balcony');
  await ask('close-room', room.id);
  await server.close();
  const again = await start(t, { DATA_DIR: server.dataDir });
  await assert.rejects(joinAsPhone(t, again.server.url, { room: room.id }));
  assert.equal((await again.undo('room-closed')).code, 'undo-stale');
});

test('ten minutes later it is too late, and two hundred events are kept', async () => {
  let nowMs = 1e12;
  /** @type {any[]} */
  const saved = [];
  const journal = {
    saveEvent: async (/** @type {any} */ event, /** @type {number} */ upTo) =>
      void saved.push([event.seq, upTo]),
  };
  const events = createEvents({ journal, nowMs: () => nowMs });
  const undo = createUndo({
    events,
    rooms: /** @type {any} */ ({}),
    documents: /** @type {any} */ ({}),
    nowMs: () => nowMs,
  });
  const room = /** @type {any} */ ({ id: 'main', entrance: { isLocked: true, lock: async () => {} } });
  events.note('main', {
    kind: 'locked',
    undo: { do: 'lock', before: { locked: false }, after: { locked: true } },
  });
  nowMs += UNDO_MS + 1;
  await assert.rejects(undo.run(room, 1), { code: 'undo-late' });
  nowMs -= 2;
  const both = await Promise.allSettled([undo.run(room, 1), undo.run(room, 1)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  for (let n = 0; n < 300; n++) events.note('main', { kind: 'kick' });
  assert.equal(events.list('main').length, 200);
  assert.deepEqual(saved.at(-1), [301, 101], 'the journal forgets the others');
  const again = createEvents({
    journal,
    saved: [{ roomId: 'main', seq: 7, event: /** @type {any} */ (events.list('main')[0]) }],
  });
  again.note('other', { kind: 'kick' });
  assert.equal(again.list('other')[0]?.seq, 8, 'numbers go on');
});
