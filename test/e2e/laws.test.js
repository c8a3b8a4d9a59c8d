/**
 * The laws of docs/games.md that concern a running show, held against every game with a crowd of bots in it: wherever phones and
 * screens come in, they see the same; what is sent twice counts once; nothing fails at the server.
 */

/** @import { TestContext } from 'node:test' */
/** @import { Socket } from 'socket.io-client' */
/** @import { LoadedGame } from '../../lib/contract/types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawMessage } from '../../bots/draw.js';
import { loadGames } from '../../lib/load-games.js';
import { createRandom } from '../../lib/stage/random.js';
import { startShow } from '../support/layouts/show.js';
import { joinAsPhone, next, openControl, openSocket } from '../support/server.js';
import { until } from '../support/until.js';

const CROWD = 20;
const SUBMISSIONS = 4;
const LIMIT = { timeout: 600_000 };
const { games } = await loadGames(fileURLToPath(new URL('../../games', import.meta.url)));

test('every game plays by the laws, wherever people come in', LIMIT, async (t) => {
  const app = await startShow(t);
  const { socket: panel, welcome } = await openControl(t, app);
  // A game that begins loads all that it needs, which takes its time on a busy machine.
  const ask = (/** @type {any[]} */ ...args) =>
    panel.timeout(60_000).emitWithAck(.../** @type {[string]} */ (args));
  const errors = welcome.log.filter(({ level }) => level === 'error');
  panel.on('log', (lines) =>
    errors.push(...lines.filter((/** @type {any} */ { level }) => level === 'error')),
  );
  const present = next(panel, 'status', ({ presence }) => presence.virtual === CROWD);
  assert.equal((await ask('rehearsal', { count: CROWD })).ok, true);
  await present;
  for (const [id, loaded] of games)
    await t.test(id, async (one) => {
      const begun = next(panel, 'scene', ({ game }) => game.id === id);
      assert.deepEqual(await ask('switch', id, { anew: true }), { ok: true });
      await begun;
      await sameOnScreens(one, app.url);
      await sameForLateComers(one, app.url, loaded);
      await countsOnce(one, app.url, loaded);
      const { ok, message } = await ask('results');
      assert.ok(ok, message);
    });
  assert.deepEqual(errors, []);
});

/** Two screens at whatever edges are sent the same picture under the same number. @param {TestContext} t @param {string} url */
async function sameOnScreens(t, url) {
  const screens = [openSocket(t, `${url}/playfield`), openSocket(t, `${url}/playfield`)];
  await sameByNumber(screens.map((socket) => heard(socket, 'frame')));
}

/** One who comes later is told the same as one who was there. @param {TestContext} t @param {string} url @param {LoadedGame} loaded */
async function sameForLateComers(t, url, { game }) {
  if (!game.notice) return;
  const first = openSocket(t, `${url}/players`);
  const early = heard(first, 'notice');
  await next(first, 'welcome');
  const late = heard(openSocket(t, `${url}/players`), 'notice');
  await sameByNumber([early, late]);
}

/** A submission that is sent again under its id is answered by the receipt of the first time. @param {TestContext} t @param {string} url @param {LoadedGame} loaded */
async function countsOnce(t, url, { game }) {
  const random = createRandom(1).next;
  let sent = 0;
  for (const [kind, { fields }] of Object.entries(game.submit)) {
    // A phone may submit ten times at once.
    const { socket } = await joinAsPhone(t, url);
    for (let n = 0; n < SUBMISSIONS; n++) {
      const args = [kind, drawMessage(fields, random), `law-${++sent}`];
      const submit = () => socket.timeout(60_000).emitWithAck('submit', ...args);
      const [once, twice] = [await submit(), await submit()];
      if (once.ok) assert.deepEqual(twice, once);
      else assert.notEqual(once.code, 'internal', once.message);
    }
  }
}

/** Waits until both have heard a message of the same number, and compares it. @param {Heard[]} two */
async function sameByNumber(two) {
  const [one, other] = /** @type {[Heard, Heard]} */ (two);
  const both = () => [...one.keys()].find((key) => other.has(key));
  const number = String(
    await until(both, (key) => key !== undefined, { about: 'a message that both have heard' }),
  );
  assert.deepEqual(other.get(number), one.get(number));
}

/** @typedef {ReturnType<typeof heard>} Heard */

/** @param {Socket} socket @param {string} event whose messages are numbered @returns {Map<string, any>} by number, from now on */
function heard(socket, event) {
  const all = new Map();
  socket.on(event, (message) => all.set(`${message.epoch} ${message.seq}`, message));
  return all;
}
