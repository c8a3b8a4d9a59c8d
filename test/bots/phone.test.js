/** Bots against a real server: they must be taken for phones of the audience. */

/** @import { TestContext } from 'node:test' */
/** @import { PhoneOptions } from '../../bots/phone-options.js' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createCrowd, createPhone } from '../../bots/index.js';
import { gamesFolder } from '../support/games.js';
import { next, openScreen, startControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

const PHONE = new URL('../../bots/index.js', import.meta.url).href;
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** Nobody holds it, unless the test says so. @param {TestContext} t @param {PhoneOptions} options */
function openPhone(t, options) {
  const phone = createPhone({ character: null, ...options });
  t.after(() => phone.close());
  return phone;
}

/** @param {TestContext} t @param {string} [gameId] @param {Record<string, string>} [env] */
async function startGame(t, gameId = 'lobby', env = {}) {
  const { app, control } = await startControl(t, env);
  assert.ok((await control.ask('switch', gameId)).ok);
  return { url: app.url, app, ...control };
}

test('joins as a page does, and its taps light up the lobby', async (t) => {
  const { url } = await startGame(t);
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url, name: 'Ada' });
  const welcome = await phone.connect();
  assert.equal(welcome.player.name, 'Ada');
  assert.equal(phone.state, 'playing');
  phone.send({ taps: 3, x: 0.5 });
  await next(screen, 'frame', ({ view }) => view.taps === 3);
  await until(() => phone.notice?.notice && phone.stats.notices > 0);
  assert.ok(Number(phone.stats.lastNoticeAgeMs) < 60_000, 'by one clock: a test has no longer');
});

test('its level counts in a game that comes back with levels that were cleared once', async (t) => {
  const { url, ask } = await startGame(t, 'poll', { GAMES_DIR: EXAMPLES });
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url });
  await phone.connect();
  /** @param {'Yes' | 'No'} vote */
  const votes = async (vote) => {
    const seen = next(screen, 'frame', ({ view }) => view.counts?.[vote] === 1);
    phone.send({ vote });
    await seen;
  };
  await votes('Yes');
  assert.ok((await ask('run', 'again')).ok);
  for (const vote of /** @type {const} */ (['No', 'Yes', 'No'])) {
    for (const id of ['lobby', 'poll']) {
      await ask('switch', id);
      await until(() => phone.scene?.game.id === id);
    }
    await votes(vote);
  }
});

test('holds a level until it says another one, and submits for good', async (t) => {
  const { url, ask } = await startGame(t, 'pong');
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url });
  const side = String((await phone.connect()).player.team);
  /** @param {number} mean */
  const moves = (mean) => next(screen, 'frame', ({ view }) => view.crowd?.[side]?.mean === mean);
  phone.send({ y: 1 });
  await moves(1);
  phone.send({ y: 0 });
  await moves(0);
  await ask('switch', 'quiz');
  await until(() => phone.scene?.game.id === 'quiz');
  const answer = await phone.submit('answer', { round: 1, choice: '0' });
  assert.deepEqual([answer.ok, 'code' in answer && answer.code], [false, 'submit-closed']);
});

test('a person plays pong by what the screen shows, and a crowd has one screen for all', async (t) => {
  const { url, socket } = await startGame(t, 'pong');
  const crowd = createCrowd({ url, arrivalsPerS: 500 });
  t.after(() => crowd.close());
  await crowd.resize(10);
  const { screens } = await next(socket, 'status', ({ screens: seen }) => seen > 0);
  assert.equal(screens, 1);
  await until(() => crowd.phones.every(({ stats }) => stats.received > 3));
  await until(() => crowd.stats().sent > 20);
  await crowd.close();
  await next(socket, 'status', ({ screens: seen, meter }) => seen === 0 && meter.connections === 1);
});

test('pulls at the rope', async (t) => {
  const { url } = await startGame(t, 'tug');
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url, character: 'usual' });
  const { player } = await phone.connect();
  const pulled = (/** @type {any} */ { view }) => (player.team === 'right' ? view.rope > 0 : view.rope < 0);
  await next(screen, 'frame', pulled);
});

test('plays a game outside the checkout that does not say how: with legal messages', async (t) => {
  const game = `import { defineGame, tally } from 'mass-mobile';
    export default defineGame({
      title: 'Any', input: { vote: { type: 'string', enum: ['A', 'B'] }, sure: { type: 'boolean', optional: true } },
      aggregate: tally('vote'), setup: () => ({ A: 0, B: 0, words: 0 }),
      tick(state, { A, B }) { state.A += A; state.B += B; }, frame: (state) => state,
      submit: { say: { fields: { word: { type: 'string', maxLength: 12 } }, accept(state) { state.words += 1; } } },
    });`;
  const gamesDir = await gamesFolder(t, { any: { 'game.js': game } });
  const { url, socket } = await startGame(t, 'any', { GAMES_DIR: gamesDir });
  const { socket: screen } = await openScreen(t, url);
  for (let seed = 1; seed <= 3; seed++)
    await openPhone(t, { url, gamesDir, seed, character: 'eager', pressHz: 20 }).connect();
  await next(screen, 'frame', ({ view }) => view.A > 0 && view.B > 0 && view.words > 0);
  const { meter } = await next(socket, 'status');
  assert.equal(meter.dropped, 0);
});

test('sends as seldom as it is told; the server complains of a deaf one only', async (t) => {
  const { url, ask } = await startGame(t);
  await ask('throttle', { mode: 'PIN', sendHz: 2 });
  const wild = /** @type {const} */ ({ url, character: 'eager', pressHz: 20 });
  const phone = openPhone(t, wild);
  const deaf = openPhone(t, { ...wild, deaf: true });
  await Promise.all([phone.connect(), deaf.connect()]);
  await until(() => phone.sendHz === 2);
  await until(() => phone.stats.sent >= 4);
  await until(() => deaf.stats.problems > 0);
  assert.equal(phone.stats.problems, 0);
  assert.ok(deaf.stats.sent > phone.stats.sent, `${deaf.stats.sent} by the deaf one`);
  await ask('pause', true);
  await until(() => phone.sendHz === 0);
  const { sent, moves } = phone.stats;
  // The person goes on tapping, the deaf phone sending.
  await until(() => phone.stats.moves > moves + 10);
  assert.equal(phone.stats.sent, sent);
});

test('sleeps and comes back as the same player; nothing of it moves in between', async (t) => {
  const { url, ask } = await startGame(t);
  const phone = openPhone(t, { url, character: 'eager', pressHz: 20 });
  const neighbour = openPhone(t, { url, character: 'eager', pressHz: 20 });
  const first = await phone.connect();
  await neighbour.connect();
  await until(() => phone.stats.sent > 2);
  phone.sleep();
  assert.equal(phone.state, 'asleep');
  const before = { ...phone.stats };
  const { sent } = neighbour.stats;
  await until(() => neighbour.stats.sent > sent + 5);
  assert.deepEqual([phone.stats.sent, phone.stats.moves], [before.sent, before.moves]);
  await neighbour.close();
  await until(async () => (await ask('players', {})).rows.every((/** @type {any} */ row) => !row.connected));
  const again = await phone.wake();
  assert.equal(again.player.id, first.player.id);
  assert.equal(phone.stats.reconnects, 1);
  await until(() => phone.stats.sent > before.sent);
  assert.equal((await ask('players', {})).total, 2);
});

test('a silent sleeper keeps its connection until it is seen, and comes back', async (t) => {
  const { url, ask } = await startGame(t);
  const phone = openPhone(t, { url });
  const first = await phone.connect();
  phone.sleep({ isSilent: true });
  const row = async () => (await ask('players', {})).rows[0];
  await until(async () => (await row()).hidden);
  assert.equal((await row()).connected, true);
  assert.equal((await phone.wake()).player.id, first.player.id);
});

test('another phone with its token takes over, and the older one stays away', async (t) => {
  const { url, socket } = await startGame(t);
  /** @type {string[]} */
  const over = [];
  const phone = openPhone(t, { url, onOver: (code) => over.push(code) });
  const first = await phone.connect();
  const heir = openPhone(t, { url, token: phone.token });
  assert.equal((await heir.connect()).player.id, first.player.id);
  await until(() => phone.state === 'over');
  assert.deepEqual(over, ['replaced']);
  // The panel and the heir.
  await next(socket, 'status', ({ meter }) => meter.connections === 2);
  assert.deepEqual([phone.state, heir.state], ['over', 'playing']);
});

test('a removed phone stays away and says why; a stranger before a locked room, too', async (t) => {
  const { url, ask } = await startGame(t);
  const phone = openPhone(t, { url });
  const { player } = await phone.connect();
  await ask('kick', player.id);
  await until(() => phone.overBecause === 'kicked');
  await assert.rejects(phone.connect(), { code: 'kicked' });
  await ask('lock', true);
  await assert.rejects(openPhone(t, { url }).connect(), { code: 'room-locked' });
});

test('a restart of the server: told to come back, it does, as the same player', async (t) => {
  const { url, app } = await startGame(t);
  const phone = openPhone(t, { url });
  const first = await phone.connect();
  await app.close();
  assert.equal(phone.state, 'lost');
  await startServer(t, { DATA_DIR: app.dataDir, PORT: new URL(url).port });
  await until(() => phone.state === 'playing');
  assert.equal(phone.player?.id, first.player.id);
});

test('follows a switch, and forgets what it said in the game before', async (t) => {
  const { url, ask } = await startGame(t, 'pong');
  const phone = openPhone(t, { url });
  await phone.connect();
  phone.send({ y: 1 });
  await until(() => phone.stats.sent === 1);
  await ask('switch', 'lobby');
  await until(() => phone.scene?.game.id === 'lobby' && phone.notice !== null);
  phone.send({ taps: 1, x: 0.5 });
  await until(() => phone.stats.sent === 2);
  assert.equal(phone.stats.problems, 0);
});

test('a bot that throws, or says nonsense, costs its own turn, and a crowd tells it once', async (t) => {
  const game = `import { defineGame, totals } from 'mass-mobile';
    export default defineGame({ title: 'Bomb', input: { n: { type: 'integer', minimum: 0, maximum: 9 } },
    aggregate: totals('n'), setup: () => ({ n: 0 }), tick(state, sum) { state.n += sum.n; }, frame: (state) => state,
    bot({ memory, random }) {
      memory.turn = (memory.turn ?? 0) + 1;
      if (memory.turn % 3 === 1) throw new Error('boom');
      return { input: { n: memory.turn % 3 === 2 ? 10 : 1 }, waitMs: 50 };
    } });`;
  const gamesDir = await gamesFolder(t, { bomb: { 'game.js': game } });
  const { url, socket } = await startGame(t, 'bomb', { GAMES_DIR: gamesDir });
  /** @type {string[]} */
  const told = [];
  const crowd = createCrowd({
    url,
    gamesDir,
    arrivalsPerS: 500,
    onFault: (error) => told.push(String(error)),
  });
  t.after(() => crowd.close());
  await crowd.resize(5);
  await until(() => crowd.stats().faults > 20 && crowd.stats().sent > 10);
  assert.deepEqual(told.sort(), [
    'Error: The bot of "bomb" failed: boom',
    'Error: The bot of "bomb" failed: bot returned a bad input: n is 10, must be a whole number from 0 to 9',
  ]);
  const { meter } = await next(socket, 'status');
  assert.equal(meter.dropped, 0, 'nonsense never leaves');
});

test('a server that plays a game which is not in the folder: the phone stays, and says so', async (t) => {
  const gamesDir = await gamesFolder(t, {});
  const { url } = await startGame(t, 'pong');
  /** @type {string[]} */
  const faults = [];
  const phone = openPhone(t, {
    url,
    gamesDir,
    character: 'usual',
    onFault: (error) => faults.push(String(error)),
  });
  await phone.connect();
  await until(() => faults.length > 0);
  assert.match(faults[0] ?? '', /plays "pong".+gamesDir/);
  assert.deepEqual([phone.state, phone.stats.sent], ['playing', 0]);
});

test('on bad wifi it is slow, loses its connection, and comes back', async (t) => {
  const { url, ask } = await startGame(t, 'tug');
  // A player who is alone and gone for a moment begins anew.
  await ask('set', { countdown: 0 });
  const network = {
    delayMs: { least: 100, most: 150 },
    stallEveryMs: { least: 300, most: 400 },
    stallMs: { least: 100, most: 200 },
    cutEveryMs: { least: 1200, most: 1300 },
    cutMs: { least: 100, most: 200 },
  };
  const phone = openPhone(t, { url, network, character: 'usual', pressHz: 10, pingMs: 300 });
  const first = await phone.connect();
  await until(() => phone.stats.reconnects >= 2);
  assert.equal(phone.player?.id, first.player.id);
  assert.ok(
    phone.stats.rttMs.length > 0 && Math.min(...phone.stats.rttMs) >= 150,
    `slow both ways: ${phone.stats.rttMs}`,
  );
  await until(() => phone.stats.sent > 0);
});

test('nobody there: says so in time', async (t) => {
  const phone = openPhone(t, { url: 'http://127.0.0.1:9', patienceMs: 300 });
  await assert.rejects(phone.connect(), /No welcome from http:\/\/127\.0\.0\.1:9 within 0\.3 s: /);
});

test('a crowd of 50 plays; resized to 20, exactly 20 are left; closed, none', async (t) => {
  const { url, socket, ask } = await startGame(t, 'pong');
  const crowd = createCrowd({ url, arrivalsPerS: 500, seed: 3 });
  t.after(() => crowd.close());
  await crowd.resize(50);
  assert.equal(crowd.stats().connected, 50);
  await until(() => crowd.stats().sent > 50);
  await crowd.resize(20);
  await next(socket, 'status', ({ presence }) => presence.connected === 20);
  assert.deepEqual([crowd.stats().connected, crowd.wanted], [20, 20]);
  assert.equal((await ask('players', {})).total, 50, 'those who left are remembered');
  const asleep = crowd.lock(1, 200);
  assert.equal(asleep, 20);
  await until(() => crowd.stats().connected === 20);
  await crowd.close();
  await next(socket, 'status', ({ presence }) => presence.connected === 0);
  assert.ok(crowd.stats().sent > 50, 'what they did is not forgotten');
  assert.equal(crowd.stats().faults, 0);
});

test('the same seed is the same crowd', async (t) => {
  const { url } = await startGame(t);
  const crowds = await Promise.all(
    [9, 9, 10].map(async (seed) => {
      const crowd = createCrowd({ url, arrivalsPerS: 500, seed });
      t.after(() => crowd.close());
      await crowd.resize(12);
      return crowd.stats().byCharacter;
    }),
  );
  assert.deepEqual(crowds[0], crowds[1]);
  assert.notDeepEqual(crowds[0], crowds[2]);
});

test('when all is closed, the process ends by itself', async (t) => {
  const { url } = await startGame(t, 'pong');
  const code = `
    import { createCrowd, createPhone } from ${JSON.stringify(PHONE)};
    const crowd = createCrowd({ url: ${JSON.stringify(url)}, arrivalsPerS: 500 });
    const phones = Array.from({ length: 3 }, (_, seed) => createPhone({ url: ${JSON.stringify(url)}, seed }));
    await Promise.all([crowd.resize(10), ...phones.map((phone) => phone.connect())]);
    phones[1].sleep();
    phones[2].sleep({ isSilent: true });
    await Promise.all([crowd.close(), ...phones.map((phone) => phone.close())]);
    const holding = (what) => process.getActiveResourcesInfo().filter((name) => name.startsWith(what));
    // The server closes the last sockets, and with them end the timers of ws.
    while (holding('TCP').length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 10));
    console.log(holding('Timeout').join());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const said = once(child.stdout, 'data');
  const ended = once(child, 'exit');
  assert.equal(String(await said), '\n', 'no timer and no connection holds it');
  assert.deepEqual(await ended, [0, null]);
});
