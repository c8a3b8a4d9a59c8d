/**
 * A connection that breaks around COMMIT, cut by a proxy that reads along: if the database has the commit it is acknowledged,
 * though its answer was lost, and if it never got it, it is not.
 */

import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { openAt, startServers } from '../support/journals.js';
import { listen } from '../support/process.js';

/** @typedef {'answer' | 'commit' | null} Lost the answer to the next COMMIT, or that itself; null: nothing */

/** @param {import('node:test').TestContext} t @param {string} url of a database */
async function openProxy(t, url) {
  const target = new URL(url);
  /** @type {{ lose: Lost, cuts: number, isClosed: boolean }} */
  const plan = { lose: null, cuts: 0, isClosed: false };
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Either end may break off in the middle of a write.
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let isAnswerLost = false;
    near.on('data', (bytes) => {
      if (plan.isClosed) return void near.destroy();
      if (plan.lose && bytes.includes('COMMIT')) {
        plan.cuts += 1;
        isAnswerLost = plan.lose === 'answer';
        plan.lose = null;
        if (!isAnswerLost) return void near.destroy();
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => (isAnswerLost ? near.destroy() : near.write(bytes)));
  });
  const { port } = await listen(t, server, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { plan, url: Object.assign(new URL(url), { port: String(port) }).href };
}

for (const engine of await startServers()) {
  const { server, name } = engine;
  const commitsOf = async (/** @type {string} */ url) => {
    const [{ commits }] = await server.query(url, 'SELECT commits FROM lease');
    return Number(commits);
  };

  test(`${name}: a commit whose answer was lost is acknowledged, and not made twice`, async (t) => {
    const url = await server.newDatabase();
    const proxy = await openProxy(t, url);
    const journal = await openAt(t, { ...(await engine.newPlace(t)), databaseUrl: proxy.url });
    await journal.saveMeta('before', '1');
    const commits = await commitsOf(url);
    for (let n = 0; n < 3; n++) {
      proxy.plan.lose = 'answer';
      await journal.saveMeta(`n${n}`, 'stored');
    }
    assert.equal(proxy.plan.cuts, 3);
    assert.equal(await commitsOf(url), commits + 3);
    assert.equal(journal.stats.lost, 0);
    const rows = await server.query(url, `SELECT value FROM meta WHERE value = 'stored'`);
    assert.equal(rows.length, 3);
  });

  test(`${name}: a commit that never arrived is not acknowledged, and leaves nothing`, async (t) => {
    const url = await server.newDatabase();
    const proxy = await openProxy(t, url);
    const journal = await openAt(t, { ...(await engine.newPlace(t)), databaseUrl: proxy.url });
    await journal.saveMeta('before', '1');
    proxy.plan.lose = 'commit';
    await assert.rejects(journal.saveMeta('lost', 'x'), { code: 'not-saved' });
    assert.equal(proxy.plan.cuts, 1);
    assert.deepEqual(await server.query(url, `SELECT value FROM meta WHERE value = 'x'`), []);
    await journal.saveMeta('after', 'y');
    assert.equal((await server.query(url, `SELECT value FROM meta WHERE value = 'y'`)).length, 1);
  });

  test(`${name}: a doubt that cannot be settled in time is answered no`, async (t) => {
    const url = await server.newDatabase();
    const proxy = await openProxy(t, url);
    const journal = await openAt(t, { ...(await engine.newPlace(t)), databaseUrl: proxy.url });
    await journal.saveMeta('before', '1');
    proxy.plan.lose = 'answer';
    const saved = journal.saveMeta('doubted', 'z');
    const refused = assert.rejects(saved, { code: 'not-saved', message: /the database/ });
    while (proxy.plan.cuts === 0) await new Promise((resolve) => setImmediate(resolve));
    proxy.plan.isClosed = true;
    await refused;
    proxy.plan.isClosed = false;
    await journal.saveMeta('after', 'y');
  });
}
