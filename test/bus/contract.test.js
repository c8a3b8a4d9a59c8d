/** Every bus there is keeps the promises of lib/bus/contract.d.ts. */

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createLocalBus } from '../../lib/bus/local.js';
import { DOWN, UP } from '../../lib/bus/messages.js';
import { mean, totals } from '../../lib/contract/folds.js';
import { ShowError } from '../../lib/errors.js';
import { redisBusOf } from '../support/redis-bus.js';

/** @import { EdgeEnd, HomeEnd } from '../../lib/bus/contract.js' */

/**
 * The values are the tests' own, because a bus carries anything.
 * @typedef {Omit<HomeEnd, 'serve' | 'publish'> & { publish: (kind: string, value: object) => void,
 *   serve: (handlers: Record<string, (value: any, edgeId: string) => unknown>) => void }} AnyHome
 * @typedef {Omit<EdgeEnd, 'ask' | 'send' | 'subscribe'> & { ask: (kind: string, value: object) => Promise<any>,
 *   send: (kind: string, value: object) => void, subscribe: (listener: (kind: string, value: any) => void) => () => void }} AnyEdge
 * @typedef {{ home: AnyHome, connect: (id: string) => AnyEdge | Promise<AnyEdge> }} Ends
 */

/** @type {Record<string, () => Ends | Promise<Ends>>} */
const BUSES = /** @type {any} */ ({
  local: createLocalBus,
  redis: redisBusOf(after),
  'local and redis': redisBusOf(after, 'a'),
});

for (const [name, create] of Object.entries(BUSES)) describe(`the ${name} bus`, () => contract(create));

/** @param {() => Ends | Promise<Ends>} create */
function contract(create) {
  /** @param {import('node:test').TestContext} t */
  async function open(t) {
    const { home, connect } = await create();
    const edges = [await connect('a'), await connect('b')];
    t.after(() => {
      for (const edge of edges) edge.close();
      home.close();
    });
    return {
      home,
      edges: /** @type {[AnyEdge, AnyEdge]} */ (edges),
    };
  }

  test('an ask is answered, by whom it was asked, in order', async (t) => {
    const { home, edges } = await open(t);
    home.serve({ rename: ({ n }, edgeId) => ({ n, edgeId }), submit: async ({ n }) => n });
    const [a, b] = edges;
    const answers = await Promise.all([
      a.ask('rename', { n: 1 }),
      b.ask('rename', { n: 2 }),
      a.ask('submit', { n: 3 }),
    ]);
    assert.deepEqual(answers, [{ n: 1, edgeId: 'a' }, { n: 2, edgeId: 'b' }, 3]);
  });

  test('a refusal keeps its code, its sentence and its wait; any other fault says nothing of the inside', async (t) => {
    const { home, edges } = await open(t);
    const refusal = Object.assign(new ShowError('room-unknown', { room: 'X' }), { retryAfterMs: 5 });
    home.serve({
      rename() {
        throw refusal;
      },
      submit: () => Promise.reject(new Error('a secret')),
    });
    await assert.rejects(edges[0].ask('rename', {}), (/** @type {any} */ error) => {
      assert.ok(error instanceof ShowError);
      assert.deepEqual([error.code, error.message], ['room-unknown', refusal.message]);
      assert.equal(/** @type {any} */ (error).retryAfterMs, 5);
      return true;
    });
    await assert.rejects(edges[0].ask('submit', {}), (/** @type {any} */ error) => {
      assert.equal(error.code, 'internal');
      assert.ok(!error.message.includes('secret'));
      return true;
    });
  });

  test('what is published reaches every edge, in order, and around an answer as it was said', async (t) => {
    const { home, edges } = await open(t);
    home.serve({
      rename() {
        home.publish('notice', { n: 1 });
        setImmediate(() => home.publish('notice', { n: 3 }));
        return 2;
      },
    });
    const [a, b] = edges;
    const seen = /** @type {number[]} */ ([]);
    const others = /** @type {number[]} */ ([]);
    a.subscribe((kind, { n }) => void (kind === 'notice' && seen.push(n)));
    b.subscribe((kind, { n }) => void (kind === 'notice' && others.push(n)));
    const third = [a, b].map(
      (edge) => new Promise((resolve) => edge.subscribe((_kind, { n }) => n === 3 && resolve(undefined))),
    );
    seen.push(await a.ask('rename', {}));
    await Promise.all(third);
    assert.deepEqual(seen, [1, 2, 3]);
    assert.deepEqual(others, [1, 3]);
  });

  test('what an edge causes by what it hears comes after that at every edge', async (t) => {
    const { home, edges } = await open(t);
    home.serve({ grant: () => home.publish('throttle', { n: 2 }) });
    const [a, b] = edges;
    a.subscribe((kind, { n }) => void (kind === 'throttle' && n === 1 && a.send('grant', {})));
    const heard = [a, b].map((edge) => {
      const seen = /** @type {number[]} */ ([]);
      return new Promise((resolve) =>
        edge.subscribe((kind, { n }) => {
          if (kind === 'throttle' && seen.push(n) === 2) resolve(seen);
        }),
      );
    });
    home.publish('throttle', { n: 1 });
    assert.deepEqual(await Promise.all(heard), [
      [1, 2],
      [1, 2],
    ]);
  });

  test('a subscription ends', async (t) => {
    const { home, edges } = await open(t);
    home.serve({ rename: () => home.publish('notice', {}) });
    let count = 0;
    const stop = edges[0].subscribe((kind) => void (count += Number(kind === 'notice')));
    await edges[0].ask('rename', {});
    stop();
    await edges[0].ask('rename', {});
    assert.equal(count, 1);
  });

  test('a message of an unknown kind is refused by name, with those there are and the remedy', async (t) => {
    const { home, edges } = await open(t);
    const unknown = /** @type {any} */ ('shout');
    for (const say of [
      () => edges[0].ask(unknown, {}),
      () => edges[0].send(unknown, {}),
      () => home.publish(unknown, {}),
    ])
      assert.throws(
        say,
        /The bus knows no message "shout"\. It knows .*: correct the name, or add a row to lib\/bus/,
      );
    assert.throws(() => edges[0].send('rename', {}), /"rename" is one to ask, not to send: use ask\(\)/);
    assert.throws(() => edges[0].ask(/** @type {any} */ ('leave'), {}), /"leave" is one to send/);
    for (const table of [UP, DOWN])
      assert.throws(() => edges[0].send(/** @type {any} */ ('constructor'), {}), TypeError, String(table));
  });

  test('once closed, an edge is told that the server is restarting', async (t) => {
    const { home, edges } = await open(t);
    home.serve({ rename: () => 1 });
    home.close();
    const draining = (/** @type {any} */ error) => error.code === 'draining';
    await assert.rejects(edges[0].ask('rename', {}), draining);
    edges[1].close();
    await assert.rejects(edges[1].ask('rename', {}), draining);
  });

  test('a window from before the levels were cleared counts no more', async (t) => {
    const { home, edges } = await open(t);
    const fold = totals('n');
    const game = { fold, hold: true };
    let clears = 0;
    edges[0].onDrain('main', () => ({ ...window(fold, [5]), clears }));
    edges[1].onDrain('main', () => ({ ...window(fold, [7]), clears: 1 }));
    await collectUntil(home, game, 1, (seen) => latest(seen).n === 5);
    assert.equal(/** @type {any} */ (home.collect('main', game, 1, 2)).n, 0, 'both are older');
    await collectUntil(home, game, 1, (seen) => latest(seen).n === 7, 1);
    clears = 1;
    await collectUntil(home, game, 1, (seen) => latest(seen).n === 12, 1);
  });

  test('events of all edges are merged, each window once', async (t) => {
    const { home, edges } = await open(t);
    const fold = totals('n');
    const game = { fold, hold: false };
    const windows = [window(fold, [1, 2]), window(fold, [10])];
    edges.forEach((edge, index) => edge.onDrain('main', () => take(windows, index, fold)));
    const sums = await collectUntil(home, game, 1, (seen) => total(seen) === 13);
    assert.equal(total(sums), 13);
    assert.equal(total([home.collect('main', game, 1)]), 0, 'nothing is counted twice');
  });

  test('of levels the newest window of each edge counts', async (t) => {
    const { home, edges } = await open(t);
    const fold = mean('n');
    const game = { fold, hold: true };
    let level = 1;
    edges[0].onDrain('main', () => window(fold, [level]));
    edges[1].onDrain('main', () => window(fold, [5]));
    await collectUntil(home, game, 1, (seen) => latest(seen)?.count === 2);
    level = 3;
    const seen = await collectUntil(home, game, 1, (sums) => latest(sums)?.sum === 8);
    assert.deepEqual(latest(seen), { count: 2, sum: 8 });
  });

  test('where nothing was folded the sum is empty; without a fold there is none', async (t) => {
    const { home } = await open(t);
    const fold = totals('n');
    assert.deepEqual(home.collect('main', { fold, hold: false }, 1), fold.empty());
    assert.deepEqual(home.collect('nowhere', { fold, hold: true }, 1), fold.empty());
    assert.equal(home.collect('main', { fold: null, hold: false }, 1), null);
  });

  test('a window of another epoch is forgotten', async (t) => {
    const { home, edges } = await open(t);
    const fold = totals('n');
    const game = { fold, hold: false };
    let epoch = 1;
    edges[0].onDrain('main', () => ({ ...window(fold, [1]), epoch }));
    const old = await collectUntil(home, game, 2, (_seen, times) => times > 20);
    assert.equal(total(old), 0);
    epoch = 2;
    await collectUntil(home, game, 2, (seen) => total(seen) > 0);
  });

  test('what the fold of a game throws reaches the home', async (t) => {
    const { home, edges } = await open(t);
    edges[0].onDrain('main', () => {
      throw new Error('a bad fold');
    });
    await assert.rejects(
      collectUntil(home, { fold: totals('n'), hold: false }, 1, (_seen, times) => times > 200),
      /a bad fold/,
    );
  });
}

/** @param {any} fold @param {number[]} numbers */
function window(fold, numbers) {
  const sum = numbers.reduce((all, n) => fold.add(all, { n }, { id: 'p', team: null }), fold.empty());
  return { epoch: 1, sum };
}

/** The window of an edge, once; after it, empty ones. @param {any[]} windows @param {number} index @param {any} fold */
function take(windows, index, fold) {
  const taken = windows[index] ?? { epoch: 1, sum: fold.empty() };
  windows[index] = undefined;
  return taken;
}

/**
 * Ticks until it has seen what it waits for: a bus may need a tick to bring a window.
 * @param {import('../../lib/bus/contract.js').HomeEnd} home @param {any} game @param {number} epoch
 * @param {(seen: any[], times: number) => boolean} isDone
 * @param {number} [clears]
 */
async function collectUntil(home, game, epoch, isDone, clears = 0) {
  const seen = [];
  for (let times = 0; times < 1000; times++) {
    seen.push(home.collect('main', game, epoch, clears));
    if (isDone(seen, times)) return seen;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`not seen: ${JSON.stringify(seen.slice(-3))}`);
}

/** @param {any[]} sums @returns {number} */
function total(sums) {
  return sums.reduce((all, sum) => all + (sum?.n ?? sum?.sums?.n ?? 0), 0);
}

/** @param {any[]} sums */
function latest(sums) {
  return sums.at(-1);
}
