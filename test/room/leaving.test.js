/** Safe switching: a game that is left is kept as it stands, and the room comes back to it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_KEPT } from '../../lib/scene/leaving.js';
import { gamesFolder } from '../support/games.js';
import { end, spawnServer } from '../support/process.js';
import {
  joinAsPhone,
  next,
  nextLine,
  openControl,
  openScreen,
  startServer,
  tempFolder,
} from '../support/server.js';
import { until } from '../support/until.js';

const PLAIN = (/** @type {string} */ title) => `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: '${title}', setup: () => ({}), frame: () => ({ on: '${title}' }) });
`;

/** Counts words and says where it stands: nowhere before the first one. */
const BOOK = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Book',
  setup: (ctx) => ({ words: [], luck: ctx.random() }),
  submit: {
    say: {
      fields: { word: { type: 'string', maxLength: 40 } },
      accept(state, { value }) { state.words.push(value.word); return { n: state.words.length }; },
    },
  },
  actions: {
    swell: { title: 'Swell', run(state) { state.big = 'x'.repeat(3e6); } },
    hang: { title: 'Hang', run() { for (;;) ; } },
  },
  frame: (state) => ({ words: state.words, luck: state.luck }),
  place: ({ words }) => (words.length === 0 ? null : { text: 'book.at', values: { n: words.length } }),
  results: ({ words }) => [{ name: 'Words', columns: ['Word'], rows: words.map((word) => [word]) }],
});
`;

/** Its thread takes longer to load it than a game that hangs has until it is ended. */
const LATE = `
import { isMainThread } from 'node:worker_threads';
if (!isMainThread) await new Promise((resolve) => setTimeout(resolve, 4000));
${PLAIN('late')}`;

const NAMES = Array.from({ length: MOST_KEPT + 1 }, (_, n) => `g${n}`);
const GAMES = Object.freeze({
  book: { 'game.js': BOOK },
  late: { 'game.js': LATE },
  ...Object.fromEntries(NAMES.map((name) => [name, { 'game.js': PLAIN(name) }])),
});

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function start(t, env = {}) {
  const GAMES_DIR = env['GAMES_DIR'] ?? (await gamesFolder(t, GAMES));
  const DATA_DIR = env['DATA_DIR'] ?? (await tempFolder(t));
  const server = await startServer(t, { ...env, GAMES_DIR, DATA_DIR });
  const control = await openControl(t, server);
  const { socket: screen } = await openScreen(t, server.url, { key: control.welcome.presenterKey });
  /** @type {any} */
  let scene = null;
  screen.on('scene', (another) => (scene = another));
  const shown = async () =>
    (await next(screen, 'frame', ({ epoch }) => !scene || epoch === scene.epoch)).view;
  const status = () => next(control.socket, 'status');
  const kept = async () => (await status()).kept.map((/** @type {any} */ { gameId }) => gameId);
  return { server, ...control, shown, status, kept, env: { GAMES_DIR, DATA_DIR } };
}

/** @param {import('socket.io-client').Socket} socket @param {string} word */
const say = (socket, word) => socket.timeout(60_000).emitWithAck('submit', 'say', { word }, word);

/** @param {Pick<Awaited<ReturnType<typeof start>>, 'ask'> & { t: test.TestContext, server: { url: string } }} show @param {string} word @returns {Promise<any>} */
async function openBook(show, word) {
  assert.equal((await show.ask('switch', 'book')).ok, true);
  const { socket, welcome } = await joinAsPhone(show.t, show.server.url, { name: 'Ada' });
  assert.equal((await say(socket, word)).ok, true);
  return { socket, token: welcome.player.token };
}

test('a game that is left waits where it stands, and its card leads back; its results can be had meanwhile', async (t) => {
  const show = { t, ...(await start(t)) };
  const { ask, shown, status, kept } = show;
  const { socket } = await openBook(show, 'one');
  const before = await shown();
  assert.equal((await ask('switch', 'g0')).ok, true);
  const [card] = (await status()).kept;
  assert.deepEqual([card.gameId, card.place], ['book', { text: 'book.at', values: { n: 1 } }]);
  const { past } = await ask('results');
  assert.equal(past[0].gameId, 'book');
  const headers = { authorization: `Bearer ${show.server.operatorKey}` };
  const file = await fetch(`${show.server.url}/api/rooms/main/results.json?epoch=${past[0].epoch}`, {
    headers,
  });
  assert.deepEqual((await file.json()).tables[0].rows, [['one']]);

  assert.equal((await ask('switch', 'book')).ok, true);
  assert.deepEqual(await shown(), before);
  assert.deepEqual(await kept(), ['g0']);
  assert.deepEqual((await say(socket, 'one')).receipt, { n: 1 }, 'its receipts came along');
  assert.deepEqual((await say(socket, 'two')).receipt, { n: 2 });
  assert.deepEqual((await ask('results')).past, [], 'it has not ended');
});

test('a game with nothing to come back to is not kept, and one that is on stays on', async (t) => {
  const { ask, shown, kept } = await start(t);
  await ask('switch', 'book');
  const { luck } = await shown();
  assert.equal((await ask('switch', 'book')).ok, true);
  assert.equal((await shown()).luck, luck, 'a second press of its card begins nothing anew');
  await ask('switch', 'g0');
  assert.deepEqual(await kept(), []);
  await ask('switch', 'book');
  assert.notEqual((await shown()).luck, luck);
});

test('to begin anew gives up what waits, or what is on, and their results stay', async (t) => {
  const show = { t, ...(await start(t)) };
  const { ask, shown, kept } = show;
  const { socket } = await openBook(show, 'one');
  await ask('switch', 'g0');
  await ask('switch', 'book', { anew: true });
  assert.deepEqual([(await shown()).words, await kept()], [[], ['g0']]);
  await say(socket, 'two');
  await ask('switch', 'book', { anew: true });
  assert.deepEqual((await shown()).words, []);
  const { past } = await until(
    () => ask('results'),
    ({ past: found }) => found.length >= 2,
    { everyMs: 250 },
  );
  assert.deepEqual(
    past.map((/** @type {any} */ one) => one.gameId),
    ['book', 'book'],
  );
});

test('leaving asks only when the game could not come back', async (t) => {
  const show = { t, ...(await start(t)) };
  const { ask, kept, status } = show;
  for (const name of NAMES) assert.equal((await ask('switch', name)).ok, true);
  assert.equal((await kept()).length, MOST_KEPT);
  const refused = await ask('switch', 'book');
  assert.equal(refused.code, 'leave-many');
  assert.match(refused.message, new RegExp(`^${MOST_KEPT} games wait already, so ${NAMES.at(-1)} would end`));
  assert.equal((await ask('switch', NAMES[0])).ok, true, 'one of those that wait makes room itself');
  assert.equal((await ask('switch', 'book')).code, 'leave-many', 'it went on');
  assert.equal((await ask('switch', 'book', { sure: true })).ok, true);
  assert.equal((await status()).kept.length, MOST_KEPT);
});

test('two operators who switch at once: one after the other, and nothing is lost', async (t) => {
  const show = { t, ...(await start(t)) };
  const { ask, shown, server } = show;
  await openBook(show, 'one');
  const other = await openControl(t, server);
  const acks = await Promise.all([
    ask('switch', 'g0'),
    other.ask('switch', 'g1'),
    ask('switch', 'g0'),
    other.ask('switch', 'book'),
  ]);
  assert.ok(
    acks.every(({ ok }) => ok),
    JSON.stringify(acks),
  );
  assert.equal((await ask('switch', 'book')).ok, true);
  assert.deepEqual((await shown()).words, ['one']);
});

for (const other of ['g0', 'late'])
  test(`a game that hangs can be left for ${other}, and what was acknowledged of it is among the results`, async (t) => {
    const show = { t, ...(await start(t, { STAGE: 'thread' })) };
    const { ask, shown, socket } = show;
    await openBook(show, 'one');
    const isLogged = nextLine(socket, ({ text }) => /^Book stopped in .* It was being left/.test(text));
    // Both at once: an answer that is waited for may arrive when the game has been ended already.
    const [hung, left] = await Promise.all([ask('run', 'hang'), ask('switch', other)]);
    assert.equal(hung.code, 'game-stopped');
    assert.equal(left.ok, true);
    assert.deepEqual(await shown(), { on: other });
    const { past } = await until(
      () => ask('results'),
      ({ past: found }) => found.length === 1,
      { everyMs: 250 },
    );
    assert.equal(past[0].gameId, 'book');
    await isLogged;
  });

test('what waits survives a kill -9, with its place and its results', async (t) => {
  const env = { GAMES_DIR: await gamesFolder(t, GAMES), DATA_DIR: await tempFolder(t) };
  const killed = await spawnServer(t, env);
  const { ask } = await openControl(t, killed);
  await openBook({ t, ask, server: killed }, 'one');
  assert.equal((await ask('switch', 'g0')).ok, true);
  await end(killed.child, 'SIGKILL');
  const again = await start(t, env);
  const [card] = (await again.status()).kept;
  assert.deepEqual([card.gameId, card.place], ['book', { text: 'book.at', values: { n: 1 } }]);
  assert.equal((await again.ask('results')).past[0].gameId, 'book');
  await again.ask('switch', 'book');
  assert.deepEqual((await again.shown()).words, ['one']);
});
