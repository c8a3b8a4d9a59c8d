/** Virtual phones against a real server: they must be taken for pages of the audience. */

/** @import { TestContext } from 'node:test' */
/** @import { PhoneOptions } from '../../bots/phone.js' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCrowd, createPhone } from '../../bots/index.js';
import { gamesFolder } from '../support/games.js';
import { next, openControl, openScreen, startServer } from '../support/server.js';

const PHONE = new URL('../../bots/index.js', import.meta.url).href;

/** Nobody holds it, unless the test says so. @param {TestContext} t @param {PhoneOptions} options */
function openPhone(t, options) {
  const phone = createPhone({ character: null, ...options });
  t.after(() => phone.close());
  return phone;
}

/** @param {() => unknown} isTrue @param {string} what @param {number} [withinMs] */
async function until(isTrue, what, withinMs = 5000) {
  const endMs = performance.now() + withinMs;
  while (!(await isTrue())) {
    assert.ok(performance.now() < endMs, `${what} within ${withinMs} ms`);
    await wait(20);
  }
}

/** @param {TestContext} t @param {string} [gameId] @param {Record<string, string>} [env] */
async function startGame(t, gameId = 'lobby', env = {}) {
  const app = await startServer(t, env);
  const control = await openControl(t, app);
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
  await until(() => phone.press(3) === 3, 'the pad is there');
  await next(screen, 'frame', ({ view }) => view.taps === 3);
  assert.ok(phone.root.textContent.includes('Tap!'), 'in its own words');
  await until(() => phone.notice?.notice && phone.stats.notices > 0, 'a notice');
  assert.ok(Number(phone.stats.lastNoticeAgeMs) < 5000);
});

test('plays pong: its side goes up while it holds up, and stops when it lets go', async (t) => {
  const { url } = await startGame(t, 'pong');
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url });
  const side = String((await phone.connect()).player.team);
  /** @param {number} mean */
  const moves = (mean) => next(screen, 'frame', ({ view }) => view.crowd?.[side]?.mean === mean);
  /** @type {(() => void) | null} */
  let letGo = null;
  await until(() => (letGo = phone.hold('up')), 'two halves');
  await moves(1);
  /** @type {any} */ (letGo)();
  await moves(0);
  const down = phone.hold('down');
  await moves(-1);
  down?.();
});

test('plays pong by slider and by tilting', async (t) => {
  const { url, ask } = await startGame(t, 'pong');
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url, character: () => ({ press: 0, at: { x: 0.5, y: 0.1 }, waitMs: 100 }) });
  const side = String((await phone.connect()).player.team);
  await ask('set', { control: 'slider' });
  await next(screen, 'frame', ({ view }) => view.crowd?.[side]?.mean > 0.7);
  const other = openPhone(t, { url, team: side });
  await other.connect();
  await phone.close();
  await ask('set', { control: 'tilt' });
  await until(() => other.root.querySelector('.pong-tilt'), 'the pane');
  other.tilt(0, -0.5);
  await next(screen, 'frame', ({ view }) => view.crowd?.[side]?.mean === -0.5);
});

test('pulls at the rope', async (t) => {
  const { url } = await startGame(t, 'tug');
  const { socket: screen } = await openScreen(t, url);
  const phone = openPhone(t, { url, character: 'random', pressHz: 20 });
  const { player } = await phone.connect();
  const pulled = (/** @type {any} */ { view }) => (player.team === 'right' ? view.rope > 0 : view.rope < 0);
  await next(screen, 'frame', pulled);
});

test('opens extra connections when the load-test game tells it to, and closes them at its end', async (t) => {
  const { url, ask, socket } = await startGame(t, 'loadtest');
  const phone = openPhone(t, { url });
  await phone.connect();
  assert.ok((await ask('run', 'go', { sockets: 2, sendHz: 10, seconds: 5 })).ok);
  // The panel, the phone, and two more.
  await next(socket, 'status', ({ meter }) => meter.connections === 4);
  await until(() => /2 \/ 2/.test(phone.root.textContent), 'the phone shows them');
  await ask('switch', 'lobby');
  await next(socket, 'status', ({ meter }) => meter.connections === 2);
  assert.equal(phone.stats.faults, 0);
});

test('sends as seldom as it is told; the server complains of a deaf one only', async (t) => {
  const { url, ask } = await startGame(t, 'tug');
  await ask('throttle', { mode: 'PIN', sendHz: 2 });
  const wild = /** @type {const} */ ({ url, character: 'random', pressHz: 20 });
  const phone = openPhone(t, wild);
  const deaf = openPhone(t, { ...wild, deaf: true });
  await Promise.all([phone.connect(), deaf.connect()]);
  await until(() => phone.sendHz === 2, 'its rate');
  await until(() => phone.stats.sent >= 4, 'it sends', 20_000);
  await until(() => deaf.stats.problems > 0, 'the deaf one is told of it', 20_000);
  assert.equal(phone.stats.problems, 0);
  assert.ok(deaf.stats.sent > phone.stats.sent, `${deaf.stats.sent} by the deaf one`);
  await ask('throttle', { mode: 'CALM' });
  await until(() => phone.sendHz === 0, 'calm');
  const { sent, presses } = phone.stats;
  // The person goes on pressing, the deaf phone sending.
  await until(() => phone.stats.presses > presses + 10, 'presses');
  assert.equal(phone.stats.sent, sent);
});

test('sleeps and comes back as the same player; nothing of it moves in between', async (t) => {
  const { url, ask } = await startGame(t);
  const phone = openPhone(t, { url, character: 'random', pressHz: 20 });
  const neighbour = openPhone(t, { url, character: 'random', pressHz: 20 });
  const first = await phone.connect();
  await neighbour.connect();
  await until(() => phone.stats.sent > 2, 'it plays');
  phone.sleep();
  assert.equal(phone.state, 'asleep');
  const before = { ...phone.stats };
  const { sent } = neighbour.stats;
  await until(() => neighbour.stats.sent > sent + 5, 'another one plays on');
  assert.deepEqual([phone.stats.sent, phone.stats.presses], [before.sent, before.presses]);
  await neighbour.close();
  await until(
    async () => (await ask('players', {})).rows.every((/** @type {any} */ row) => !row.connected),
    'the server has seen it go',
  );
  const again = await phone.wake();
  assert.equal(again.player.id, first.player.id);
  assert.equal(phone.stats.reconnects, 1);
  await until(() => phone.stats.sent > before.sent, 'it plays again');
  assert.equal((await ask('players', {})).total, 2);
});

test('a silent sleeper keeps its connection until it is seen, and comes back', async (t) => {
  const { url, ask } = await startGame(t);
  const phone = openPhone(t, { url });
  const first = await phone.connect();
  phone.sleep({ isSilent: true });
  const row = async () => (await ask('players', {})).rows[0];
  await until(async () => (await row()).hidden, 'the server knows that it is hidden');
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
  await until(() => phone.state === 'over', 'the older one is over');
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
  await until(() => phone.overBecause === 'kicked', 'kicked');
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
  await until(() => phone.state === 'playing', 'back', 15_000);
  assert.equal(phone.player?.id, first.player.id);
});

test('follows a switch, and gets what the new game says', async (t) => {
  const { url, ask } = await startGame(t);
  const phone = openPhone(t, { url });
  await phone.connect();
  await until(() => phone.root.dataset['game'] === 'lobby', 'the lobby');
  await ask('switch', 'pong');
  await until(() => phone.root.dataset['game'] === 'pong', 'pong');
  await until(() => phone.root.querySelector('.pong-score')?.textContent.includes('0 : 0'), 'the score');
  assert.equal(phone.scene?.game.id, 'pong');
});

test('a game that throws hurts its own phone only, and the next game plays', async (t) => {
  const phoneSide = `
    let mounts = 0;
    export function mount(root, { onPress, changed }) {
      const isBad = ++mounts === 1;
      const pad = document.createElement('button');
      let n = 0;
      root.append(pad);
      onPress(pad, () => { if (isBad) throw new Error('boom'); n += 1; changed(); });
      return { input: () => (n > 0 ? { n: 1 } : null) };
    }`;
  const game = `import { defineGame, totals } from 'mass-mobile';
    export default defineGame({ title: 'Bomb', input: { n: { type: 'number' } }, aggregate: totals('n'),
    setup: () => ({ n: 0 }), tick(state, sum) { state.n += sum.n; }, frame: (state) => state });`;
  const gamesDir = await gamesFolder(t, { bomb: { 'game.js': game, 'phone.js': phoneSide } });
  const { url, ask } = await startGame(t, 'bomb', { GAMES_DIR: gamesDir });
  const bad = openPhone(t, { url, gamesDir });
  await bad.connect();
  await until(() => bad.press() === 1, 'a pad');
  const good = openPhone(t, { url, gamesDir });
  await good.connect();
  await until(() => good.press() === 1, 'a pad');
  await until(() => good.stats.sent > 0, 'the good one plays');
  assert.deepEqual([bad.stats.faults, bad.press(), good.stats.faults], [1, 0, 0]);
  await ask('switch', 'lobby');
  await until(() => bad.press() === 1, 'the lobby, for both');
});

test('a server that plays a game which is not in the folder: the phone stays, and says so', async (t) => {
  const gamesDir = await gamesFolder(t, {});
  const { url } = await startGame(t, 'pong');
  /** @type {string[]} */
  const faults = [];
  const phone = openPhone(t, { url, gamesDir, onFault: (error) => faults.push(String(error)) });
  await phone.connect();
  await until(() => faults.length > 0, 'a fault');
  assert.match(faults[0] ?? '', /plays "pong".+gamesDir/);
  assert.equal(phone.press(), 0);
});

test('on bad wifi it is slow, loses its connection, and comes back', async (t) => {
  const { url } = await startGame(t, 'tug');
  const network = {
    delayMs: { least: 100, most: 150 },
    stallEveryMs: { least: 300, most: 400 },
    stallMs: { least: 100, most: 200 },
    cutEveryMs: { least: 1200, most: 1300 },
    cutMs: { least: 100, most: 200 },
  };
  const phone = openPhone(t, { url, network, character: 'random', pressHz: 10, pingMs: 300 });
  const first = await phone.connect();
  await until(() => phone.stats.reconnects >= 2, 'two losses', 10_000);
  assert.equal(phone.player?.id, first.player.id);
  assert.ok(
    phone.stats.rttMs.length > 0 && Math.min(...phone.stats.rttMs) >= 150,
    `slow both ways: ${phone.stats.rttMs}`,
  );
  assert.ok(phone.stats.sent > 0);
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
  await until(() => crowd.stats().sent > 50, 'they play');
  await crowd.resize(20);
  await next(socket, 'status', ({ presence }) => presence.connected === 20);
  assert.deepEqual([crowd.stats().connected, crowd.wanted], [20, 20]);
  assert.equal((await ask('players', {})).total, 50, 'those who left are remembered');
  const asleep = crowd.lock(1, 200);
  assert.equal(asleep, 20);
  await until(() => crowd.stats().connected === 20, 'awake again');
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
    const holding = () => process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP)/.test(name));
    // The server closes the last sockets soon; a timer of a phone would stay much longer.
    for (let tries = 0; tries < 300 && holding().length > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    console.log(holding().join());`;
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
