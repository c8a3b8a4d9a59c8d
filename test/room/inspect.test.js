/** The stage of a room as its author sees it, with a real server in dev: it stops, steps, goes back, and plays on from there. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, openScreen, startControl } from '../support/server.js';
import { until } from '../support/until.js';

const GAME = `
import { defineGame, totals } from 'mass-mobile';
export default defineGame({
  title: 'Count',
  input: { n: { type: 'integer', minimum: 0, maximum: 9 } },
  aggregate: totals('n'),
  setup: () => ({ n: 0, luck: 0, sum: 0, here: [], said: [] }),
  tick(state, { n }, ctx) { state.n += 1; state.sum += n; state.luck = ctx.random(); },
  frame: (state) => state,
  notice: ({ n }) => ({ n }),
  join: (state, { id }) => void (state.here = [...new Set([...state.here, id])]),
  leave: (state, { id }) => void (state.here = state.here.filter((one) => one !== id)),
  submit: { say: { fields: { word: { type: 'string', maxLength: 9 } }, accept: (state, { value }) => (state.said.push(value.word), {}) } },
  actions: { add: { title: 'Add', run: (state) => void (state.n += 1000) } },
});
`;

/** @param {import('node:test').TestContext} t @param {Record<string, string>} [env] */
async function start(t, env) {
  const GAMES_DIR = await gamesFolder(t, { count: { 'game.js': GAME } });
  const control = await startControl(t, { GAMES_DIR, DEV: 'on', ...env });
  assert.equal((await control.ask('switch', 'count')).ok, true);
  /** @param {number | null} [to] @param {boolean | null} [isStopped] */
  const inspect = async (to = null, isStopped = null) => {
    const { ok, seen, message } = await control.ask('inspect', to, isStopped);
    assert.ok(ok, message);
    return seen;
  };
  return { ...control, inspect };
}

for (const STAGE of ['inline', 'thread'])
  test(`the stage stops, steps, goes back and plays on, ${STAGE}`, async (t) => {
    const { app, ask, inspect } = await start(t, { STAGE });
    const { socket: screen } = await openScreen(t, app.url);
    const frame = (/** @type {(view: any) => boolean} */ fits) =>
      next(screen, 'frame', ({ view }) => fits(view));
    await until(inspect, ({ at }) => at > 20);
    const stopped = await inspect(null, true);
    assert.equal((await inspect()).at, stopped.at);
    assert.equal(stopped.state.n, stopped.at);

    const back = await inspect(10);
    assert.deepEqual([back.at, back.last, back.isStopped, back.state.n], [10, stopped.last, true, 10]);
    await frame(({ n }) => n === 10);
    assert.deepEqual(
      (await inspect(stopped.at)).state,
      stopped.state,
      'it is the same again, its chance included',
    );

    // One tick more than there are is played.
    await inspect(stopped.last + 1);
    const on = await until(inspect, ({ at }) => at > stopped.at);
    assert.deepEqual([on.at, on.last, on.state.n], [stopped.at + 1, stopped.at + 1, stopped.at + 1]);

    await inspect(5);
    assert.equal((await ask('run', 'add')).ok, true);
    const other = await inspect();
    assert.deepEqual([other.at, other.last, other.state.n], [5, 5, 1005], 'another story');
    await inspect(null, false);
    await frame(({ n }) => n > 1010);
    assert.deepEqual(
      other.costs
        .map((/** @type {any} */ { hook }) => hook)
        .filter((/** @type {string} */ hook) => /tick|frame|add/.test(hook))
        .toSorted(),
      ['actions.add', 'frame', 'tick'],
    );
  });

test('phones that come and go meanwhile change no past, and are there when it plays on', async (t) => {
  const { app, inspect } = await start(t);
  const { socket: ada, welcome } = await joinAsPhone(t, app.url);
  const { player } = /** @type {any} */ (welcome);
  await until(inspect, ({ state }) => state.here.includes(player.id));
  const { last } = await until(inspect, ({ at }) => at > 5);
  await inspect(Math.min(5, last));
  const { welcome: hello } = await joinAsPhone(t, app.url);
  const bob = /** @type {any} */ (hello).player;
  ada.disconnect();
  const still = await inspect();
  assert.ok(still.last >= last && !still.state.here.includes(bob.id));
  await inspect(null, false);
  const { state } = await until(inspect, ({ state: now }) => now.here.includes(bob.id));
  assert.ok(!state.here.includes(player.id));
});

test('what is played from the past on is what the disk has', async (t) => {
  const { app, ask, inspect } = await start(t);
  await joinAsPhone(t, app.url);
  await until(inspect, ({ at }) => at > 10);
  await inspect(3);
  await ask('run', 'add');
  await inspect(null, false);
  await until(inspect, ({ state }) => state.n > 1010);
  assert.equal((await ask('switch', 'lobby')).ok, true);
  assert.equal((await ask('switch', 'count')).ok, true);
  const { state } = await inspect();
  assert.ok(state.n > 1000 && state.n < 2000, String(state.n));
});

test('nobody is asked to inspect a show', async (t) => {
  const { ask } = await startControl(t);
  assert.equal((await ask('inspect', 3, true).catch(() => ({ ok: false }))).ok, false);
});
