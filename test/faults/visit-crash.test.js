/** After `kill -9` at any moment of visits and returns the talk is there, with every acknowledged word in it once. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { gamesFolder } from '../support/games.js';
import { spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';
import { VISIT_GAMES } from '../support/visit-games.js';
import { seeds } from '../support/sample.js';

const PHONES = 8;
/** Some switches, and then the moment: in the middle of one as likely as between two. */
const LEAST_SWITCHES = 3;
const MOST_MS = 120;

for (const seed of seeds()) {
  test(`killed at a random moment, seed ${seed}`, async (t) => {
    const random = createRandom(seed);
    const env = { DATA_DIR: await tempFolder(t), GAMES_DIR: await gamesFolder(t, VISIT_GAMES) };
    const before = await spawnServer(t, env);
    const { ask } = await openControl(t, before);
    await ask('switch', 'talk');
    /** @type {string[]} */
    const acked = [];
    const phones = await Promise.all(
      Array.from({ length: PHONES }, (_, n) => joinAsPhone(t, before.url, { name: `P${n}` })),
    );
    const killed = once(before.child, 'exit');
    let isOver = false;
    void killed.then(() => (isOver = true));
    let switches = 0;
    const enough = new EventTarget();

    const talking = phones.map(async ({ socket, welcome }) => {
      for (let n = 0; socket.connected; n++) {
        const id = `${welcome.player.name}-${n}`;
        // In the arena nobody listens: the word is said in vain, as the answer tells. With the connection the wait ends.
        const ack = await socket
          .timeout(60_000)
          .emitWithAck('submit', 'say', { word: id }, id)
          .catch(() => null);
        if (ack?.ok) acked.push(id);
        await sleep(10 * random.next());
      }
    });
    const switching = (async () => {
      for (let isAway = false; !isOver; isAway = !isAway) {
        const ack = await (isAway ? ask('back') : ask('run', 'play')).catch(() => null);
        if (!ack?.ok) return;
        switches += 1;
        enough.dispatchEvent(new Event('switch'));
      }
    })();
    while (switches < LEAST_SWITCHES) await once(enough, 'switch');
    await sleep(random.next() * MOST_MS);
    before.child.kill('SIGKILL');
    await killed;
    await Promise.all([...talking, switching]);

    const after = await spawnServer(t, env);
    const control = await openControl(t, after);
    const { socket: screen, scene } = await openScreen(t, after.url);
    if (scene.game.id !== 'talk') {
      assert.equal(scene.back?.gameId, 'talk', 'in an interlude the way back is open');
      assert.equal((await control.ask('back')).ok, true);
    }
    const { view } = await next(screen, 'frame', (frame) => frame.view.said);
    const said = view.said.map((/** @type {any[]} */ [, , id]) => id);
    assert.equal(new Set(said).size, said.length, 'none counts twice');
    assert.deepEqual(
      acked.filter((id) => !said.includes(id)),
      [],
      'none is lost',
    );
    assert.ok(acked.length > 0 && switches >= LEAST_SWITCHES);
  });
}
