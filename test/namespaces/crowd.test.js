/**
 * 500 phones play pong: nobody is lost, and each paddle follows the mean of its side. `CROWD_ROUNDS=11 node --test
 * test/namespaces/crowd.test.js` plays for a minute.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const PHONES = 500;
const ROUNDS = Number(process.env['CROWD_ROUNDS'] ?? 3);
/** A phone that sent too fast repeats its last one this often. */
const AGAIN_MS = 400;
const CHANGES = 5;

test('500 phones play pong', { timeout: 60_000 + ROUNDS * 60_000 }, async (t) => {
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
  const { ask } = await openControl(t, server);
  await ask('switch', 'pong');
  await ask('set', { pointsToWin: 0, evenOut: false });
  const phones = await joinAll(t, server.url);
  const { socket: screen } = await openScreen(t, server.url);
  let problems = 0;
  for (const { socket } of phones) {
    socket.on('disconnect', () => (problems += 1));
    // A busy machine slows phones down, and then drops what comes too fast: that is no fault.
    socket.on('problem', ({ code }) => (problems += Number(code !== 'rate-exceeded')));
  }

  for (let round = 0; round < ROUNDS; round++) {
    // A side leans now this way, now that: the mean is different in every round.
    await Promise.all(phones.map((phone) => playRound(phone, Math.sin(round))));
    await assertMeans(screen, phones);
    await assertPaddlesFollow(screen);
  }
  assert.equal(problems, 0);
});

/** @typedef {{ socket: import('socket.io-client').Socket, team: string, y: number | null }} Phone */

/** @param {import('node:test').TestContext} t @param {string} url @returns {Promise<Phone[]>} */
async function joinAll(t, url) {
  const phones = [];
  for (let i = 0; i < PHONES; i += 50) {
    const batch = await Promise.all(Array.from({ length: 50 }, () => joinAsPhone(t, url)));
    phones.push(
      ...batch.map(({ socket, welcome }) => ({ socket, team: String(welcome.player.team), y: null })),
    );
  }
  return phones;
}

/**
 * Changes its mind a few times, and repeats the last one until it is accepted.
 * @param {Phone} phone @param {number} lean -1 to 1
 */
async function playRound(phone, lean) {
  for (let change = 0; change < CHANGES; change++) {
    const mood = Math.random() * 2 - 1 + (phone.team === 'left' ? lean : -lean);
    phone.y = mood > 0.4 ? 1 : mood < -0.4 ? -1 : 0;
    await phone.socket.timeout(60_000).emitWithAck('input', { y: phone.y });
  }
  const repeat = () => phone.socket.timeout(60_000).emitWithAck('input', { y: phone.y });
  await until(repeat, ({ ok }) => ok, { everyMs: AGAIN_MS });
}

/** @param {import('socket.io-client').Socket} screen @param {Phone[]} phones */
async function assertMeans(screen, phones) {
  const want = { left: meanOf(phones, 'left'), right: meanOf(phones, 'right') };
  // The server rounds what it sends to two digits, and inputs on their way arrive within moments.
  const agrees = (/** @type {any} */ { view }) =>
    ['left', 'right'].every(
      (side) => Math.abs(view.crowd[side].mean - /** @type {any} */ (want)[side]) <= 0.0051,
    );
  await next(screen, 'frame', agrees).catch(() =>
    assert.fail(`no frame with the means ${JSON.stringify(want)}`),
  );
}

/** @param {Phone[]} phones @param {string} side */
function meanOf(phones, side) {
  const said = phones.filter(({ team, y }) => team === side && y !== null);
  return said.reduce((sum, { y }) => sum + Number(y), 0) / said.length;
}

/** Nobody changes now: a paddle that is not at its border moves the way its side leans. @param {import('socket.io-client').Socket} screen */
async function assertPaddlesFollow(screen) {
  const first = await next(screen, 'frame');
  const { view } = await next(screen, 'frame', ({ nowMs }) => nowMs > first.nowMs + 500);
  for (const side of ['left', 'right']) {
    const { mean } = view.crowd[side];
    const { y, h } = view.paddles[side];
    const moved = y - first.view.paddles[side].y;
    const isAtBorder = y - h / 2 < 0.1 || y + h / 2 > 89.9;
    if (Math.abs(mean) < 0.1 || isAtBorder) continue;
    assert.equal(Math.sign(moved), -Math.sign(mean), `${side}: mean ${mean}, paddle moved by ${moved}`);
  }
}
