/**
 * A game in its thread may loop, eat memory or end its process: it loses its own round, and nobody else
 * notices. The operator reads in which hook it was, and on which line.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { sample } from '../support/sample.js';
import { joinAsPhone, next, nextLine, openControl, openScreen, startServer } from '../support/server.js';

/** @param {string} more parts of a definition @param {string} [head] */
const game = (more, head = '') => ({
  'game.js': `import { defineGame, totals } from 'mass-mobile';
${head}
const isOn = (state) => state.on;
const spin = () => {
  for (let n = 0; ; n += Math.random()) if (n < 0) return n;
};
export default defineGame({
  title: 'Bomb', input: { a: { type: 'number' } }, aggregate: totals('a'),
  setup: () => ({ on: false, said: [] }),
  frame: (state) => ({ on: state.on }),
  submit: { say: { fields: { n: { type: 'integer' } }, accept: (state, { value }) => void state.said.push(value.n) } },
  results: (state) => [{ name: 'Said', columns: ['N'], rows: state.said.map((n) => [n]) }],
  actions: { light: { title: 'Light it', run(state) { state.on = true; } } },
  ${more}
});`,
});

/** The first three end each in a way of their own: by time, by memory, by themselves. */
const bombs = /** @type {Record<string, [game: ReturnType<typeof game>, told: RegExp]>} */ ({
  'loops in tick': [
    game('tick: (state) => void (isOn(state) && spin()),'),
    /was ended in tick\(\) \(game\.js:5:\d+\)/,
  ],
  'eats memory in buffers': [
    game(
      'tick: (state) => void (isOn(state) && held.push(new Uint8Array(2e7).fill(1))),',
      'const held = [];',
    ),
    /it holds \d+ MB of memory, and a game may hold 64/,
  ],
  'ends its process': [
    game('tick: (state) => void (isOn(state) && process.exit(1)),'),
    /it ended its thread/,
  ],
  'loops in notice': [
    game('notice: (state) => isOn(state) && spin(),'),
    /was ended in notice\(\) \(game\.js:5:\d+\)/,
  ],
  'loops in promises': [
    game('tick(state) { const again = () => Promise.resolve().then(again); if (isOn(state)) again(); },'),
    /it has not returned for|it holds \d+ MB of memory/,
  ],
  'eats memory': [
    game('tick(state) { const heap = []; while (isOn(state)) heap.push({ n: heap.length }); },'),
    /stopped in tick\(\): it (holds \d+ MB of memory|has not returned)/,
  ],
  'throws when nobody listens': [
    game("tick: (state) => void (isOn(state) && setTimeout(() => { throw new Error('late'); }, 1)),"),
    /late/,
  ],
});

/**
 * The results of the game that ended; they come a moment after the lobby.
 * @param {{ url: string, operatorKey: string }} app @param {import('socket.io-client').Socket} control @param {(event: string) => Promise<any>} ask
 */
async function resultsOf({ url, operatorKey }, control, ask) {
  let past = [];
  for (let tries = 0; past.length === 0 && tries < 40; tries++) {
    await next(control, 'status');
    ({ past } = await ask('results'));
  }
  const headers = { authorization: `Bearer ${operatorKey}` };
  const answer = await fetch(`${url}/api/rooms/main/results.json?epoch=${past[0].epoch}`, { headers });
  return answer.json();
}

for (const [name, [bomb, told]] of Object.entries(bombs).slice(0, sample(3, 7))) {
  test(
    `a game that ${name} gives way to the lobby, and the other room misses nothing`,
    { timeout: 300_000 },
    async (t) => {
      const GAMES_DIR = await gamesFolder(t, { bomb });
      const app = await startServer(t, { GAMES_DIR, STAGE: 'thread', STAGE_MEMORY: '64' });
      const { ask, socket: control } = await openControl(t, app);
      const { room } = await ask('open-room', 'Balcony');
      const { socket: phone } = await joinAsPhone(t, app.url);
      await joinAsPhone(t, app.url, { room: room.id });
      await openScreen(t, app.url);
      const { socket: elsewhere } = await openScreen(t, app.url, { room: room.id });
      await ask('switch', 'bomb');
      const say = (/** @type {number} */ n) =>
        phone.timeout(60_000).emitWithAck('submit', 'say', { n }, `id${n}`);
      assert.deepEqual(
        (await Promise.all([1, 2, 3].map(say))).map(({ ok }) => ok),
        [true, true, true],
      );

      /** @type {number[]} */
      const seqs = [];
      elsewhere.on('frame', ({ seq }) => seqs.push(seq));
      const line = nextLine(control, ({ text }) => told.test(text));
      let isOver = false;
      const lobby = next(phone, 'scene', ({ game: { id } }) => id === 'lobby');
      void lobby.catch(() => {}).then(() => (isOver = true));
      // A game that fails before the wish is on disk goes on without it, and is asked again.
      const light = () => ask('run', 'light').catch(() => {});
      while (!isOver) {
        await light();
        await next(control, 'status');
      }
      assert.match((await line).text, told);
      await lobby;
      assert.equal((await phone.timeout(60_000).emitWithAck('ping')).ok, true, 'the phone was never cut');
      assert.ok(seqs.length > 1);
      assert.deepEqual(
        seqs,
        seqs.map((_seq, at) => (seqs[0] ?? 0) + at),
      );
      const { tables } = await resultsOf(app, control, ask);
      assert.deepEqual(tables[0].rows, [[1], [2], [3]], 'nothing that was acknowledged is missing');
    },
  );
}

for (const [hook, code] of /** @type {const} */ ([
  ['setup', 'game-fault'],
  ['join', 'game-stopped'],
]))
  test(`who starts a game that loops in ${hook} reads that, and the show goes on`, async (t) => {
    const GAMES_DIR = await gamesFolder(t, { bomb: game(`${hook}: () => spin(),`) });
    const app = await startServer(t, { GAMES_DIR, STAGE: 'thread' });
    const { ask } = await openControl(t, app);
    await joinAsPhone(t, app.url);
    const answer = await ask('switch', 'bomb');
    assert.equal(answer.code, code);
    assert.match(
      answer.message,
      new RegExp(`Bomb stopped in ${hook}\\(\\).*: it has not returned for 1\\.7 s`),
    );
    assert.equal((await ask('switch', 'lobby')).ok, true);
  });
