/** A room of a test that answers all the time, over several processes, and the reckoning at the end. */

import assert from 'node:assert/strict';
import { openCluster } from './cluster.js';
import { until } from './until.js';
import { COUNT_GAME } from './count-game.js';
import { gamesFolder } from './games.js';
import { openPhone } from './phone.js';
import { next, openScreen } from './server.js';

export const PHONES = 6;

/**
 * Phones that say one word after the other, each until it is answered.
 * @param {import('node:test').TestContext} t @param {string[]} urls where they join, in turn
 */
export async function openTalk(t, urls) {
  const phones = await Promise.all(
    Array.from({ length: PHONES }, (_, n) => openPhone(t, String(urls[n % urls.length]), `P${n}`)),
  );
  /** @type {Map<string, number>} the number of each word in the game */
  const acked = new Map();
  let isOver = false;
  const talks = phones.map(async (phone, n) => {
    for (let said = 0; !isOver; said += 1) {
      const answer = await phone.submit('say', { word: `w${said}` }, `p${n}-${said}`);
      assert.ok(answer.ok, JSON.stringify(answer));
      acked.set(`p${n}-${said}`, answer.receipt.n);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  });
  return {
    phones,
    acked,
    /** Waits until every phone has been answered again. */
    async more() {
      const wanted = acked.size + PHONES * 2;
      await until(
        () => acked.size,
        (size) => size >= wanted,
        { about: 'answers' },
      );
    },
    /** @param {string} url of a process with a screen: compares what the game has with what was acknowledged */
    async finish(url) {
      isOver = true;
      await Promise.all(talks);
      const { socket } = await openScreen(t, url);
      const { view } = await next(socket, 'frame', ({ view }) => view.count >= acked.size, 10_000);
      const ids = view.said.map((/** @type {any[]} */ [, , id]) => id);
      assert.equal(new Set(ids).size, ids.length, 'none counts twice');
      for (const [id, n] of acked) assert.equal(ids[n - 1], id, 'what was acknowledged is there');
    },
  };
}

/** A cluster with a game that counts. @param {import('node:test').TestContext} t */
export async function openCounting(t) {
  return openCluster(t, { env: { GAMES_DIR: await gamesFolder(t, { count: COUNT_GAME }) } });
}
