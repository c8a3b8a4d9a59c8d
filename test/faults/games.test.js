/**
 * A game that takes too much is named, and goes on. A game that fails goes on from where the disk has it; when it fails there again it loses its own round: the lobby comes
 * back, the operator reads why, all others go on.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, nextLine, openScreen, openSocket, startControl } from '../support/server.js';

const HEAD = "import { defineGame, totals } from 'mass-mobile';\n";

/** @param {string} more parts of a definition */
const game = (more) => ({
  'game.js': `${HEAD}export default defineGame({ title: 'Bomb', input: { a: { type: 'number' } }, settings: { n: { type: 'number', default: 1 } },
  setup: () => ({}), frame: () => ({}), ${more} });`,
});
const boom = "{ throw new Error('boom at ' + Object.keys({ x: 1 })); }";
const bombs = /** @type {Record<string, [string, string]>} */ ({
  tick: [`tick() ${boom}`, 'tick'],
  frame: [`frame() ${boom}`, 'frame'],
  notice: [`notice() ${boom}`, 'notice'],
  join: [`join() ${boom}`, 'join'],
  backdrop: [`backdrop() ${boom}`, 'backdrop'],
  cyclic: ['tick(state) { state.self = state; }', 'save'],
  bigint: ['tick(state) { state.n = 1n; }', 'save'],
  getter: [`frame: () => ({ get x() ${boom} })`, 'frame'],
  fold: [`aggregate: { empty: () => 0, add() ${boom}, merge: (a, b) => a + b }`, 'aggregate'],
  level: [`hold: true, aggregate: { empty: () => 0, add() ${boom}, merge: (a, b) => a + b }`, 'aggregate'],
  read: [`aggregate: { ...totals('a'), read() ${boom} }`, 'aggregate'],
});

test('a game that cannot be set up is refused, and what runs goes on', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { bomb: game(`setup() ${boom}`) });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  const { socket } = await openScreen(t, app.url);
  const answer = await ask('switch', 'bomb');
  assert.equal(answer.code, 'game-fault');
  assert.match(answer.message, /Bomb stopped in setup\(\): boom at x/);
  assert.ok('energy' in (await next(socket, 'frame')).view, 'the lobby');
});

for (const [name, [more, hook]] of Object.entries(bombs)) {
  test(`a game that fails in ${hook} (${name}) gives way to the lobby`, async (t) => {
    const GAMES_DIR = await gamesFolder(t, { bomb: game(more) });
    const { app, ask, socket: control } = await startControl(t, { GAMES_DIR });
    const { socket: phone } = await joinAsPhone(t, app.url);
    const { socket: screen } = await openScreen(t, app.url);
    const told = nextLine(
      control,
      ({ level, text }) => level === 'error' && text.includes('The lobby took over'),
    );
    const back = next(phone, 'scene', ({ game: { id }, epoch }) => id === 'lobby' && epoch > 1);
    await ask('switch', 'bomb');
    // A fold that failed once goes on without that input.
    screen.on('frame', () => phone.emit('input', { a: 1 }));
    await ask('run', 'go');
    assert.match(
      (await told).text,
      new RegExp(`Bomb stopped in ${hook.replace('.', '\\.')}\\(\\): .+\\. The lobby took over\\.`),
    );
    await back;
    assert.equal((await phone.timeout(60_000).emitWithAck('ping')).ok, true);
    assert.equal((await ask('switch', 'lobby')).ok, true);
  });
}

const LARGE = "state.large ? [{ name: 'n' }, { name: 'x'.repeat(1e6) }] : [state.n]";

test('of a view that is too large the last that fitted stays, everybody is still there, and the log says where it is large', async (t) => {
  const views = ['frame', 'backdrop', 'notice', 'personal', 'panel'];
  const GAMES_DIR = await gamesFolder(t, {
    bomb: {
      'game.js': `${HEAD}export default defineGame({ title: 'Bomb', setup: () => ({ n: 1, large: false }), actions: {
        swell: { title: 'Swell', run(state) { state.n += 1; state.large = true; } },
        shrink: { title: 'Shrink', run(state) { state.n += 1; state.large = false; } },
      }, ${views.map((view) => `${view}: (state) => ({ rows: ${LARGE} })`).join(', ')} });`,
    },
  });
  const { app, ask, socket: control } = await startControl(t, { GAMES_DIR });
  const { socket: phone } = await joinAsPhone(t, app.url);
  const { socket: screen } = await openScreen(t, app.url);
  const gone = [control, phone, screen].map((socket) => next(socket, 'disconnect', () => true, 120_000));
  void Promise.allSettled(gone);
  /** @param {number} n the state of which everybody is shown */
  const allShow = (n) =>
    Promise.all([
      next(screen, 'frame', ({ view }) => view.rows?.[0] === n),
      next(screen, 'backdrop', ({ backdrop }) => backdrop.rows?.[0] === n),
      next(phone, 'notice', ({ notice }) => notice.rows?.[0] === n),
      next(phone, 'personal', ({ personal }) => personal.rows?.[0] === n),
      next(control, 'status', ({ panel }) => panel?.rows?.[0] === n),
    ]);
  const atFirst = allShow(1);
  await ask('switch', 'bomb');
  await atFirst;
  const told = views.map((view) => nextLine(control, ({ text }) => text.startsWith(`Bomb: in ${view}()`)));
  await ask('run', 'swell');
  for (const { level, text } of await Promise.all(told)) {
    assert.equal(level, 'error');
    assert.match(
      text,
      /it returned 977 KB, and at most (256|128|64) KB can be sent: .+ Most of it is in rows\[1\]\.name\. The last one that fitted stays\.$/,
    );
  }
  await next(control, 'status', ({ panel, notice }) => panel.rows[0] === 1 && notice.rows[0] === 1);
  const { events } = await ask('events');
  assert.deepEqual(
    events.map((/** @type {any} */ { kind, values }) => kind === 'excess' && values.title).filter(Boolean),
    ['Bomb'],
    'people read so as well, once',
  );
  const smaller = allShow(3);
  await ask('run', 'shrink');
  await smaller;
  const { welcome } = await joinAsPhone(t, app.url);
  assert.equal(welcome.scene.game.id, 'bomb');
  assert.ok([control, phone, screen].every(({ connected }) => connected));
});

test('a hook that leaves no time for others is named, and its game goes on', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    bomb: game('tick() { for (const until = performance.now() + 200; performance.now() < until; ); }'),
  });
  const { app, ask, socket: control } = await startControl(t, { GAMES_DIR, STAGE: 'thread' });
  await openScreen(t, app.url);
  const told = nextLine(control, ({ text }) => text.startsWith('Bomb: tick() took '));
  await ask('switch', 'bomb');
  assert.match((await told).text, /^Bomb: tick\(\) took \d+ of the last \d+ ms in \d+ calls, so that /);
  const { welcome } = await joinAsPhone(t, app.url);
  assert.equal(welcome.scene.game.id, 'bomb');
});

test('an action that throws is refused, logged with its place, and has changed nothing', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    bomb: {
      'game.js':
        `${HEAD}export default defineGame({ title: 'Bomb', setup: () => ({ n: 0 }), frame: ({ n }) => ({ n }),
  actions: {
    go: { title: 'Go', run(state) { state.n += 1; } },
    bang: { title: 'Bang', run(state) {
      state.n = 100;
      throw new Error('bang');
    } },
    no: { title: 'No', run(state) { state.n = 100; throw refuse('Not now.'); } },
    odd: { title: 'Odd', run(state) { state.n = 100; throw null; } },
  } });`.replace('defineGame,', 'defineGame, refuse,'),
    },
  });
  const { app, ask, socket: control } = await startControl(t, { GAMES_DIR });
  const { socket: screen } = await openScreen(t, app.url);
  await ask('switch', 'bomb');
  await ask('run', 'go');
  const told = nextLine(control, ({ text }) => text.includes('bang'));
  const answers = [await ask('run', 'bang'), await ask('run', 'no'), await ask('run', 'odd')];
  assert.deepEqual(
    answers.map(({ ok, code }) => [ok, code]),
    [
      [false, 'action-fault'],
      [false, 'action-refused'],
      [false, 'action-fault'],
    ],
  );
  assert.match(answers[0].message, /The action "bang" failed: bang\. The game goes on/);
  assert.match((await told).text, /^Bomb: The action "bang" failed: .+\(game\.js:7:13\)$/);
  await ask('run', 'go');
  assert.ok(await next(screen, 'frame', ({ view }) => view.n === 2), 'as if only the two had been asked');
});

const badResults = {
  throws: [boom, /boom at x \(game\.js:\d+:\d+\)/],
  'no list': ['{ return 5; }', /results\(\) has to return a list of tables/],
  'a row that is too short': [
    "{ return [{ name: 'Said', columns: ['A', 'B'], rows: [[1]] }]; }",
    /the table "Said": row 1 has 1 cells for 2 columns/,
  ],
  'a title that is no text': [
    "{ return [{ name: 'Said', about: 5, columns: ['A'], rows: [[1]] }]; }",
    /the table "Said": about has to be a text/,
  ],
  'a cell that is an object': [
    "{ return [{ name: 'Said', columns: ['A'], rows: [[{}]] }]; }",
    /the table "Said": row 1, "A": a cell is a text, a number, a boolean or null/,
  ],
};
for (const [name, [body, problem]] of Object.entries(badResults)) {
  test(`results that cannot be made (${name}) end no game`, async (t) => {
    const GAMES_DIR = await gamesFolder(t, { bomb: game(`results() ${body}`) });
    const { app, ask, socket: control } = await startControl(t, { GAMES_DIR });
    await ask('switch', 'bomb');
    const told = nextLine(
      control,
      ({ level, text }) => level === 'error' && text.includes('results of Bomb'),
    );
    const answer = await ask('results');
    assert.deepEqual([answer.ok, answer.now, answer.past], [true, [], []]);
    assert.match(answer.problem, /** @type {RegExp} */ (problem));
    assert.match((await told).text, /** @type {RegExp} */ (problem));
    const url = `${app.url}/api/rooms/main/results.csv`;
    const file = await fetch(url, { headers: { authorization: `Bearer ${app.operatorKey}` } });
    assert.equal(file.status, 500);
    assert.equal(/** @type {any} */ (await file.json()).code, 'results-bad');
    const { welcome } = await joinAsPhone(t, app.url);
    assert.equal(welcome.scene.game.id, 'bomb', 'it goes on');
    assert.equal((await ask('switch', 'lobby')).ok, true);
  });
}

test('a game without submissions has results and personal views', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    show: game(
      "personal: (_state, id) => ({ id }), results: () => [{ name: 'N', columns: ['N'], rows: [[7]] }]",
    ),
  });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  await ask('switch', 'show');
  const socket = openSocket(t, `${app.url}/players`);
  const [{ player }, { personal }] = await Promise.all([next(socket, 'welcome'), next(socket, 'personal')]);
  assert.deepEqual(personal, { id: player.id });
  assert.deepEqual((await ask('results')).now, [{ name: 'N', rows: 1 }]);
});
