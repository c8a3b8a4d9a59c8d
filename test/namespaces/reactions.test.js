/** Reactions: emoji from phones to the screens of a room, in any game, as long as nothing speaks against them. */

/** @import { TestContext } from 'node:test' */
/** @import { Socket } from 'socket.io-client' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionsOf } from '../../extensions.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { openLocalHome } from '../../lib/home.js';
import { REACTIONS, REACTION_RATE } from '../../public/shared/reactions.js';
import { REACTIONS as OF_TALKS } from '../../games/presentation/shared/looks.js';
import { joinAsPhone, next, openControl, openScreen, startServer, tempFolder } from '../support/server.js';

/** On a busy machine the governor would take reactions away. */
const CALM = Object.freeze({ GOVERNOR: 'off' });

/** A screen that adds up what it is told. @param {Socket} socket */
function addUp(socket) {
  const sum = { counts: REACTIONS.map(() => 0), all: 0 };
  socket.on('reactions', (/** @type {number[]} */ counts) => {
    counts.forEach((count, place) => (sum.counts[place] = Number(sum.counts[place]) + count));
    sum.all = sum.counts.reduce((total, count) => total + count, 0);
  });
  return sum;
}

/** Reactions are heard in the order in which they are sent, so a mark that came shows that nothing before it did. @param {Socket} phone @param {Socket} screen @param {number} place */
async function mark(phone, screen, place) {
  const heard = next(screen, 'reactions', (counts) => counts[place] > 0);
  phone.emit('react', place);
  await heard;
}

/** @param {TestContext} t @param {{ url: string }} app */
async function openHall(t, app) {
  const { socket: screen } = await openScreen(t, app.url);
  const { socket: phone } = await joinAsPhone(t, app.url, { name: 'Ada' });
  const { socket: other } = await joinAsPhone(t, app.url, { name: 'Bob' });
  return { screen, phone, other, sum: addUp(screen) };
}

test('they reach the screens in any game, a few from each phone, and nonsense does not', async (t) => {
  const app = await startServer(t, CALM);
  const { screen, phone, other, sum } = await openHall(t, app);
  const { ask } = await openControl(t, app);
  await ask('switch', 'tug');
  const refused = next(phone, 'problem', ({ code }) => code === 'event-bad');
  for (const bad of [-1, REACTIONS.length, 0.5, '0', null, {}]) phone.emit('react', bad);
  await refused;
  for (let n = 0; n < 40; n++) phone.emit('react', 1);
  await mark(other, screen, 5);
  assert.equal(sum.counts[5], 1);
  assert.ok(Number(sum.counts[1]) <= REACTION_RATE.burst + 1, `${sum.counts[1]} of 40 were let through`);
  assert.equal(sum.all, Number(sum.counts[1]) + 1, 'and nothing else');
});

test('a new connection does not refill what a phone may send', async (t) => {
  const app = await startServer(t, CALM);
  const { screen, other, sum } = await openHall(t, app);
  const { socket: first, welcome } = await joinAsPhone(t, app.url, { name: 'Eve' });
  const { token } = welcome.player;
  for (let n = 0; n < 40; n++) first.emit('react', 0);
  await next(first, 'problem', ({ code }) => code === 'rate-exceeded');
  first.disconnect();
  const { socket: second } = await joinAsPhone(t, app.url, { token });
  for (let n = 0; n < 40; n++) second.emit('react', 0);
  await next(second, 'problem', ({ code }) => code === 'rate-exceeded');
  await mark(other, screen, 4);
  assert.ok(Number(sum.counts[0]) < 2 * REACTION_RATE.burst, `${sum.counts[0]} of 80 were let through`);
});

test('not in a pause, not on dark screens, and not where the operator wants none, of which phones are told', async (t) => {
  const app = await startServer(t, CALM);
  const { screen, phone, other, sum } = await openHall(t, app);
  const { ask } = await openControl(t, app);
  const still = async (
    /** @type {() => Promise<unknown>} */ begin,
    /** @type {() => Promise<unknown>} */ end,
  ) => {
    const before = sum.all;
    await begin();
    phone.emit('react', 0);
    await phone.timeout(60_000).emitWithAck('ping');
    await end();
    await mark(other, screen, 3);
    assert.equal(sum.all - before, 1);
  };
  const told = (/** @type {boolean} */ reactions) =>
    next(phone, 'theme', (theme) => theme.reactions === reactions);
  const joined = (/** @type {boolean} */ reacts) => next(screen, 'join', (info) => info.reacts === reacts);
  const set = (/** @type {boolean} */ isOn, /** @type {() => Promise<unknown>} */ change) =>
    Promise.all([told(isOn), joined(isOn), change()]);
  await still(
    () => Promise.all([next(phone, 'scene', ({ paused }) => paused), ask('pause', true)]),
    () => Promise.all([next(phone, 'scene', ({ paused }) => !paused), ask('pause', false)]),
  );
  await still(
    () => set(false, () => ask('blank', true)),
    () => set(true, () => ask('blank', false)),
  );
  await still(
    () => set(false, () => ask('look', { reactions: false })),
    () => set(true, () => ask('look', { reactions: true })),
  );
});

test('they are the first thing that the governor takes away, before any rate falls, and phones need not be told', async (t) => {
  const dataDir = await tempFolder(t);
  const config = readConfig({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      STAGE: 'inline',
      ...CALM,
    },
    argv: [],
  });
  /** @type {import('../../lib/home.js').OpenHome | null} */
  let home = null;
  const app = await createApp(config, {
    extensions: await extensionsOf(config),
    openHome: async (options) => (home = await openLocalHome(options)),
  });
  t.after(() => app.close());
  const { screen, phone, other, sum } = await openHall(t, app);
  const rates = { sendHz: 10, noticeHz: 4, tickHz: 30 };
  const grant = (/** @type {'on' | 'digest' | 'off'} */ extras) => {
    const heard = next(screen, 'join', ({ reacts }) => reacts === (extras === 'on'));
    /** @type {import('../../lib/home.js').OpenHome} */ (/** @type {unknown} */ (home)).bus.send('grant', {
      ...{ room: 'main', rates, extras, hardForMs: 0 },
    });
    return heard;
  };
  await mark(other, screen, 2);
  /** @type {unknown[]} */
  const heard = [];
  phone.onAny((event) => heard.push(event));
  await grant('digest');
  phone.emit('react', 0);
  await phone.timeout(60_000).emitWithAck('ping');
  await grant('on');
  await mark(other, screen, 2);
  assert.deepEqual(sum.counts, [0, 0, 2, 0, 0, 0]);
  assert.ok(!heard.includes('throttle') && !heard.includes('theme'), heard.join());
});

test('those of a talk are those of every room', () => assert.deepEqual(OF_TALKS, REACTIONS));
