/** Switching there and back many times on a real server leaves nothing behind: not in its process, not on its disk, not in a page. */

/** @import { CDPSession, Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { CENSUS, askCensus } from '../support/census.js';
import { end, spawnServer } from '../support/process.js';
import { sample } from '../support/sample.js';
import { next, openControl, openScreen, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const WARM = sample(4, 10);
const TIMES = sample(12, 100);
/** The heap of a server goes up and down by half a megabyte with time alone, as its last minutes of figures do; a play that is kept weighs more. A few turns tell
 * nothing of it.
 */
const MOST_HEAP_PER_TURN = sample(Infinity, 16_384);
const MOST_PAGE_HEAP_PER_TURN = sample(Infinity, 8192);
/** A thread in reserve may be on its way, and its port with it, when they are counted; what each turn left would be as many as they. */
const A_FEW = 3;
/** So many nodes and listeners come and go with what a page shows at one moment; what each turn left would be several times as many. */
const OF_A_MOMENT = 60;
/** The log of the show keeps 200 events of each room. */
const MOST_ROWS = 205;

test(
  'the quiz and pong there and back: threads, timers, listeners, heap, rows, and the nodes of pages',
  { timeout: 600_000 },
  async (t) => {
    const dataDir = await tempFolder(t);
    const server = await spawnServer(t, {
      DATA_DIR: dataDir,
      STAGE: 'thread',
      NODE_OPTIONS: `--import=${pathToFileURL(CENSUS).href}`,
    });
    const { ask } = await openControl(t, server);
    const { socket: frames } = await openScreen(t, server.url);
    const browser = await openBrowser(t);
    const { page: phone, faults } = await openPage(browser, server.url, PHONE);
    const { page: screen, faults: others } = await openPage(browser, `${server.url}/playfield`, SCREEN);

    /** @param {string} id */
    async function switchTo(id) {
      const begun = next(frames, 'scene', ({ game }) => game.id === id);
      assert.deepEqual(await ask('switch', id), { ok: true });
      const { epoch } = await begun;
      await next(frames, 'frame', (frame) => frame.epoch === epoch);
      await Promise.all([
        isThere(phone, id === 'quiz' ? '.quiz' : '.pong-half'),
        isThere(screen, `:root[data-game="${id}"] canvas`),
      ]);
    }
    /** @param {number} times */
    async function thereAndBack(times) {
      for (let n = 0; n < times; n++) {
        await switchTo('pong');
        await switchTo('quiz');
      }
    }
    const pages = { phone, screen };
    const look = async () => ({
      server: await askCensus(server),
      phone: await censusOf(phone),
      screen: await censusOf(screen),
    });

    await switchTo('quiz');
    // Without a clock the question stays as it is.
    for (const [event, ...args] of /** @type {const} */ ([
      ['choose', 'shipped-quiz-world-en'],
      ['set', { way: '2012', readS: 0 }],
      ['run', 'start'],
    ]))
      assert.equal((await ask(event, ...args)).ok, true, event);
    await screen.waitForSelector('.quizshow[data-phase="open"]');
    // The log of the show is full before anything is measured, so that it does not grow any more.
    for (let n = 0; n < WARM; n++) {
      await thereAndBack(1);
      for (let line = 0; line < MOST_ROWS / WARM; line++)
        await until(
          () => ask('lock', line % 2 === 0),
          ({ ok }) => ok,
        );
    }
    const place = () => screen.textContent('.quizshow');
    const before = { ...(await look()), place: await place() };
    await thereAndBack(TIMES);
    const after = { ...(await look()), place: await place() };
    t.diagnostic(JSON.stringify({ before, after }));

    assert.equal(after.place, before.place, 'the quiz is where it was');
    const perTurn = (after.server.heap - before.server.heap) / TIMES;
    assert.ok(perTurn < MOST_HEAP_PER_TURN, `the server has kept ${Math.round(perTurn)} bytes of each turn`);
    const [had, has] = [stable(before.server), stable(after.server)];
    for (const what of /** @type {(keyof typeof had)[]} */ (Object.keys(had)))
      assert.ok(has[what] <= had[what] + A_FEW, `${what}: ${had[what]} before, ${has[what]} after`);
    for (const name of /** @type {const} */ (['phone', 'screen'])) {
      const [was, is] = [before[name], after[name]];
      // Some come and go with what a page shows at one moment.
      for (const what of /** @type {const} */ (['nodes', 'listeners']))
        await until(
          async () => (await censusOf(pages[name]))[what],
          (count) => count <= was[what] + OF_A_MOMENT,
          { about: `${what} of the ${name}, of which there were ${was[what]}` },
        );
      const kept = (is.heap - was.heap) / TIMES;
      assert.ok(
        kept < MOST_PAGE_HEAP_PER_TURN,
        `the page of the ${name} has kept ${Math.round(kept)} bytes of each turn`,
      );
    }
    assert.deepEqual([...faults, ...others], []);

    // The journal is locked as long as the server has it.
    assert.equal(await end(server.child, 'SIGTERM'), 0);
    for (const [table, count] of Object.entries(await rowsIn(dataDir)))
      assert.ok(count <= MOST_ROWS, `${table} has ${count} rows after ${2 * (WARM + TIMES)} switches`);
  },
);

/** Waits without a handle on the element, which would keep it from being collected. @param {Page} page @param {string} selector */
function isThere(page, selector) {
  return page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector);
}

/** Picks the figures that no number of switches raises. @param {import('../support/census.js').Census} census */
function stable({ threads, listeners, resources }) {
  const { MessagePort = 0, TCPServerWrap = 0, TCPSocketWrap = 0 } = resources;
  return { threads, listeners, MessagePort, TCPServerWrap, TCPSocketWrap };
}

/** @param {Page} page */
async function censusOf(page) {
  /** @type {CDPSession} */
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const valueOf = (/** @type {string} */ wanted) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners'), heap: valueOf('JSHeapUsedSize') };
}

/** @param {string} dataDir @returns {Promise<Record<string, number>>} how many rows each table has */
async function rowsIn(dataDir) {
  const [file] = (await readdir(dataDir)).filter((name) => /\.(?:db|sqlite)$/.test(name));
  assert.ok(file, 'there is a journal');
  const db = new Database(join(dataDir, file), { readonly: true });
  const tables = /** @type {{ name: string }[]} */ (
    db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`).all()
  );
  const counts = tables.map(({ name }) => {
    const row = /** @type {{ n: number }} */ (db.prepare(`SELECT count(*) AS n FROM "${name}"`).get());
    return [name, row.n];
  });
  db.close();
  return Object.fromEntries(counts);
}
