/** After `kill -9` at random moments no acknowledged submission is lost, none counts twice, and the stage goes on as it was. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { freePort, spawnServer } from '../support/process.js';
import { next, openControl, openScreen, openSocket, tempFolder } from '../support/server.js';
import { seeds } from '../support/sample.js';

const PHONES = 30;
const ROUNDS_S = 0.4;

for (const seed of seeds()) {
  test(`killed at a random moment, seed ${seed}`, async (t) => {
    const random = createRandom(seed);
    const DATA_DIR = await tempFolder(t);
    const GAMES_DIR = await gamesFolder(t, { count: COUNT_GAME });
    const env = { DATA_DIR, GAMES_DIR, PORT: String(await freePort()) };
    const before = await spawnServer(t, env);
    const { ask } = await openControl(t, before);
    await ask('switch', 'count');
    await ask('set', { roundS: ROUNDS_S });

    const phones = await Promise.all(Array.from({ length: PHONES }, (_, n) => talk(t, before.url, `P${n}`)));
    // After some answers, at any point of a commit, a tick and a round.
    await phones[0]?.heard(2 + Math.floor(random.next() * 3));
    await sleep(random.next() * 250);
    const killed = once(before.child, 'exit');
    before.child.kill('SIGKILL');
    await killed;

    const after = await spawnServer(t, env);
    await Promise.all(phones.map((phone) => phone.finish()));
    const { socket } = await openScreen(t, after.url);
    const all = phones.flatMap(({ acked }) => [...acked]);
    const { view } = await next(socket, 'frame', (frame) => frame.view.count >= all.length);
    const keys = view.said.map((/** @type {any[]} */ [name, , id]) => `${name} ${id}`);
    assert.equal(new Set(keys).size, keys.length, 'none counts twice');
    for (const [key, { n, round, atMs, drawn }] of all) {
      assert.equal(keys[n - 1], key, `${key} was acknowledged as number ${n}`);
      assert.deepEqual(view.said[n - 1].slice(3), [round, atMs, drawn], 'at the same place of the same show');
    }
    for (const { player, again } of phones)
      assert.deepEqual(again, player, 'everybody is the same player as before');
  });
}

/**
 * A phone that says one word after the other, each until it is answered, over any number of connections.
 * @param {import('node:test').TestContext} t @param {string} url @param {string} name
 */
async function talk(t, url, name) {
  const auth = { name, token: /** @type {string | undefined} */ (undefined) };
  const socket = openSocket(
    t,
    `${url}/players`,
    {},
    { reconnection: true, reconnectionDelay: 20, reconnectionDelayMax: 100 },
  );
  socket.auth = (/** @type {(auth: object) => void} */ give) => give(auth);
  const welcome = await next(socket, 'welcome');
  auth.token = welcome.player.token;
  /** @type {[string, { n: number, round: number, atMs: number, drawn: number }][]} */
  const acked = [];
  let isEnough = false;
  let said = 0;
  const more = new EventTarget();
  socket.disconnect().connect();
  /** @type {any} */
  let again = null;
  socket.on('welcome', ({ player }) => (again = player));

  async function run() {
    while (!isEnough) {
      const id = `s${++said}`;
      for (;;) {
        // It ends with the connection, and what is said without one leaves with the next.
        const ack = await socket
          .timeout(60_000)
          .emitWithAck('submit', 'say', { word: `w${said}` }, id)
          .catch(() => null);
        if (ack?.ok) acked.push([`${welcome.player.name} ${id}`, ack.receipt]);
        if (ack && ack.code !== 'rate-exceeded' && ack.code !== 'not-saved') break;
        await sleep(50);
      }
      more.dispatchEvent(new Event('said'));
    }
  }
  const running = run();
  const { token: _token, ...player } = welcome.player;
  return {
    acked,
    player,
    get again() {
      const { token: _renewed, ...same } = again;
      return same;
    },
    /** @param {number} count */
    async heard(count) {
      while (acked.length < count) await once(more, 'said');
    },
    async finish() {
      const upTo = acked.length + 1;
      while (acked.length < upTo) await once(more, 'said');
      isEnough = true;
      await running;
    },
  };
}
