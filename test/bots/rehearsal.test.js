/** A rehearsal: bots that play for real, are known as what they are, and leave nothing behind. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { playTo, view } from '../support/quiz.js';
import { joinAsPhone, next, nextLine, openControl, openScreen, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** A crowd of 500 joins over some seconds, and over a minute where others use the machine as well. */
const CROWD_MS = 180_000;

/** @param {{ socket: import('socket.io-client').Socket }} panel @param {(status: any) => boolean} fits */
const statusWhere = ({ socket }, fits) => next(socket, 'status', fits);

const threads = () => readdirSync('/proc/self/task').length;

test(
  '500 virtual phones play pong, are marked everywhere, and are gone by one call',
  { timeout: 300_000 },
  async (t) => {
    const app = await startServer(t);
    const before = threads();
    const panel = await openControl(t, app);
    const person = await joinAsPhone(t, app.url);
    const { socket: screen } = await openScreen(t, app.url);
    await panel.ask('switch', 'pong');
    /** @type {any} */
    let told;
    screen.on('join', (joinInfo) => (told = joinInfo));
    // All but those of bad wifi, who come and go.
    const characters = ['usual', 'sheep', 'troll', 'half-asleep', 'eager'];
    const { rehearsal } = await panel.ask('rehearsal', { count: 500, characters });
    assert.equal(rehearsal.wanted, 500);

    const isThere = (/** @type {any} */ now) => now.presence.virtual === 500 && now.rehearsal.joined === 500;
    const status = await next(panel.socket, 'status', isThere, CROWD_MS);
    assert.equal(status.presence.connected, 501);
    assert.equal(status.screens, 1, 'the one by which the bots see the court is none');
    assert.ok(status.rehearsal.cpu > 0);
    assert.deepEqual(
      Object.values(status.presence.byTeam).reduce((sum, count) => sum + count, 0),
      501,
    );
    await until(() => told?.virtual === 500);
    assert.equal(told.count, 501);
    const { rows } = await panel.ask('players', { limit: 100 });
    const own = rows.filter((/** @type {any} */ { id }) => id === person.welcome.player.id);
    assert.ok(rows.filter((/** @type {any} */ { virtual }) => virtual).length >= 99);
    if (own[0]) assert.equal(own[0].virtual, false);

    // They play: both sides press up and down, and the paddles follow.
    const values = new Set();
    for (let i = 0; i < 60; i++) {
      const { view: court } = await next(screen, 'frame', ({ view: seen }) => seen.crowd !== undefined);
      values.add(`${court.crowd.left?.mean} ${court.crowd.right?.mean}`);
    }
    assert.ok(values.size > 10, 'nobody moves');
    const { meter } = await statusWhere(panel, (now) => now.meter.inputsPerS > 100);
    assert.equal(meter.droppedPerS, 0);

    // They answer a quiz by submissions.
    await panel.ask('switch', 'quiz');
    const { documents } = await panel.ask('documents', 'quiz');
    await panel.ask('choose', documents[0].id);
    await view(screen, ({ phase }) => phase === 'idle');
    const run = async (/** @type {string} */ action) =>
      assert.equal((await panel.ask('run', action)).ok, true, action);
    await playTo({ run }, screen, ({ phase }) => phase === 'open');
    await view(screen, ({ phase, answered }) => phase === 'open' && answered > 100);

    assert.equal((await panel.ask('rehearsal', { count: 0 })).rehearsal, null);
    const after = await statusWhere(
      panel,
      ({ presence, meter }) => presence.connected === 1 && meter.connections === 3,
    );
    assert.deepEqual([after.presence.known, after.presence.virtual, after.rehearsal], [1, 0, null]);
    assert.equal((await panel.ask('players', {})).total, 1);
    assert.equal(person.socket.connected, true);
    await until(() => threads() <= before);

    await app.close();
    const again = await startServer(t, { DATA_DIR: app.dataDir });
    const { presence } = await statusWhere(await openControl(t, again), () => true);
    assert.equal(presence.known, 1);
  },
);

test('fewer, other characters, another room, a closed room', { timeout: 300_000 }, async (t) => {
  const app = await startServer(t);
  const panel = await openControl(t, app);
  await panel.ask('lock', true);
  await panel.ask('rehearsal', { count: 30, characters: ['bad-wifi', 'sheep'] });
  const { rehearsal } = await statusWhere(panel, (now) => now.rehearsal?.joined >= 28);
  assert.deepEqual(rehearsal.characters, ['sheep', 'bad-wifi']);
  await panel.ask('rehearsal', { count: 5 });
  await statusWhere(panel, (now) => now.presence.connected <= 5 && now.rehearsal.wanted === 5);

  const { room } = await panel.ask('open-room', 'Balcony');
  await panel.ask('watch', room.id);
  assert.equal((await statusWhere(panel, (now) => now.roomId === room.id)).rehearsal, null);
  await panel.ask('rehearsal', { count: 10 });
  const there = await statusWhere(panel, (now) => now.rehearsal?.joined === 10);
  assert.equal(there.rooms.find((/** @type {any} */ { id }) => id === 'main').connected, 0);
  await panel.ask('close-room', room.id);
  const end = await statusWhere(panel, (now) => now.roomId === 'main' && now.meter.connections === 1);
  assert.deepEqual([end.rehearsal, end.presence.known], [null, 0]);
});

test(
  'a crowd that is cut short leaves the show as it was, and the operator reads why',
  { timeout: 300_000 },
  async (t) => {
    const app = await startServer(t);
    const panel = await openControl(t, app);
    await panel.ask('rehearsal', { count: 20 });
    await statusWhere(panel, (now) => now.rehearsal?.joined === 20);
    const { rows } = await panel.ask('players', {});
    await panel.ask('kick', rows[0].id);
    // Stopped and wanted again before all have left: the next one waits for the last.
    const [stopped, started] = await Promise.all([
      panel.ask('rehearsal', { count: 0 }),
      panel.ask('rehearsal', { count: 12 }),
    ]);
    assert.equal(stopped.ok && started.ok, true);
    await statusWhere(panel, (now) => now.rehearsal?.joined === 12 && now.presence.known === 12);
  },
);

test('"Send them home" during a change of the crowd wins', { timeout: 300_000 }, async (t) => {
  const app = await startServer(t);
  const panel = await openControl(t, app);
  for (const last of ['rehearsal', 'close-room']) {
    const { room } = await panel.ask('open-room', 'Balcony');
    await panel.ask('watch', room.id);
    await panel.ask('rehearsal', { count: 10, characters: ['sheep'] });
    await statusWhere(panel, (now) => now.rehearsal?.joined === 10);
    // Other characters come only when these have left, which takes a while.
    const [changed, ended] = await Promise.all([
      panel.ask('rehearsal', { count: 10, characters: ['troll'] }),
      panel.ask(last, last === 'rehearsal' ? { count: 0 } : room.id),
    ]);
    assert.deepEqual([changed.ok, changed.rehearsal, ended.ok], [true, null, true]);
    await statusWhere(panel, (now) => now.meter.connections === 1 && now.presence.virtual === 0);
    assert.equal((await statusWhere(panel, () => true)).rehearsal, null);
  }
});

test('it plays over TLS as well', { timeout: 300_000 }, async (t) => {
  const app = await startServer(t, { TLS: 'self-signed' });
  const { io } = await import('socket.io-client');
  const socket = io(`${app.url}/control`, {
    auth: { key: app.operatorKey },
    transports: ['websocket'],
    rejectUnauthorized: false,
  });
  t.after(() => socket.disconnect());
  await next(socket, 'welcome');
  await socket.emitWithAck('rehearsal', { count: 5 });
  await next(socket, 'status', (now) => now.rehearsal?.joined === 5);
});

test('a game outside the checkout: bots know its document, and the log says once what one throws', async (t) => {
  const game = `import { defineGame } from 'mass-mobile';
    export default defineGame({
      title: 'Spell',
      content: { title: 'Words', empty: () => ({ title: 'None', word: '' }), check: () => '' },
      setup: () => ({ said: {} }), frame: ({ said }) => ({ said }),
      submit: { say: { fields: { word: { type: 'string' } }, accept(state, { value: { word } }) {
        state.said[word] = (state.said[word] ?? 0) + 1;
      } } },
      bot({ content, memory, view }) {
        if (!view) return null;
        memory.turn = (memory.turn ?? 0) + 1;
        if (memory.turn === 1) return { submit: { kind: 'say', value: { word: content?.word ?? 'nothing' } } };
        throw new Error('lost for words');
      },
    });`;
  const document = JSON.stringify({ title: 'Fruit', word: 'mango' });
  const GAMES_DIR = await gamesFolder(t, { spell: { 'game.js': game, 'content/fruit.json': document } });
  const app = await startServer(t, { GAMES_DIR });
  const panel = await openControl(t, app);
  const { socket: screen } = await openScreen(t, app.url);
  await panel.ask('switch', 'spell');
  const [fruit] = (await panel.ask('documents', 'spell')).documents;
  assert.equal((await panel.ask('choose', fruit.id)).ok, true);
  /** @type {string[]} */
  const told = [];
  panel.socket.on('log', (lines) => {
    for (const { text } of lines) if (text.includes('lost for words')) told.push(text);
  });
  await panel.ask('rehearsal', { count: 5, characters: ['eager'] });
  await next(screen, 'frame', ({ view }) => view.said?.mango === 5);
  const heard = nextLine(panel.socket, ({ text }) => text === 'Lobby is on.');
  await statusWhere(panel, () => told.length > 0);
  await panel.ask('switch', 'lobby');
  await heard;
  assert.deepEqual(told, ['The bot of "spell" failed: lost for words']);
});

test('no phone can call itself virtual, and what makes no sense is refused', async (t) => {
  const app = await startServer(t);
  const panel = await openControl(t, app);
  for (const rehearsal of [true, '', 'mark', {}, undefined]) await joinAsPhone(t, app.url, { rehearsal });
  assert.equal((await statusWhere(panel, ({ presence }) => presence.connected === 5)).presence.virtual, 0);
  for (const wish of [
    {},
    { count: -1 },
    { count: 2001 },
    { count: 1.5 },
    { count: '5' },
    { count: 5, characters: {} },
    { count: 5, characters: [] },
    { count: 5, characters: ['wolf'] },
    { count: 5, characters: [1] },
    { count: 5, characters: 'all' },
  ]) {
    const { ok, code, message } = await panel.ask('rehearsal', wish);
    assert.deepEqual([ok, code], [false, 'event-bad'], JSON.stringify(wish));
    assert.match(message, /count must be|characters must be/);
  }
});
